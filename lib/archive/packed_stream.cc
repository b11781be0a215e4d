#include "archive/packed_stream.h"

#include <bzlib.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "archive/unpack_memory.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kFirstPacked = 4 * 1024;
constexpr std::size_t kPackedBlock = 64 * 1024;

// Other bytes that begin as a stream go on for less, by far. zlib has no
// signature, and in a row of equal bytes a block never breaks off, so only its
// checksum proves it, unless it is large.
constexpr std::size_t kProof = 4 * 1024;
constexpr std::size_t kProofOfZlib = 1024 * 1024;

}  // namespace

// The libraries in one form.
class PackedStream::Decoder {
 public:
  enum class State : std::uint8_t { kMore, kEnd, kBroken };
  struct Step {
    State state = State::kMore;
    std::size_t taken = 0;  // of the packed bytes
    std::size_t given = 0;
  };

  virtual ~Decoder() = default;
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  virtual Step step(std::string_view packed, char* out, std::size_t size) = 0;
};

namespace {

using Decoder = PackedStream::Decoder;

class ZlibDecoder final : public Decoder {
 public:
  explicit ZlibDecoder(StreamKind kind) {
    constexpr int kLargestWindow = 15;
    constexpr int kGzip = 16;
    const int form = kind == StreamKind::kDeflate ? -kLargestWindow
                     : kind == StreamKind::kGzip  ? kLargestWindow + kGzip
                                                  : kLargestWindow;
    ready_ = inflateInit2(&stream_, form) == Z_OK;
  }
  ~ZlibDecoder() override {
    if (ready_) inflateEnd(&stream_);
  }

  Step step(std::string_view packed, char* out, std::size_t size) override {
    if (!ready_) return {State::kBroken};
    stream_.next_in =
        reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(size);
    const int state = inflate(&stream_, Z_NO_FLUSH);
    return {state == Z_STREAM_END                   ? State::kEnd
            : state == Z_OK || state == Z_BUF_ERROR ? State::kMore
                                                    : State::kBroken,
            packed.size() - stream_.avail_in, size - stream_.avail_out};
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

class ZstdDecoder final : public Decoder {
 public:
  ZstdDecoder() : stream_(ZSTD_createDStream()) {}
  ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }

  Step step(std::string_view packed, char* out, std::size_t size) override {
    if (stream_ == nullptr) return {State::kBroken};
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer to{out, size, 0};
    const std::size_t left = ZSTD_decompressStream(stream_, &to, &in);
    return {ZSTD_isError(left) != 0 ? State::kBroken
            : left == 0             ? State::kEnd
                                    : State::kMore,
            in.pos, to.pos};
  }

 private:
  ZSTD_DStream* const stream_;
};

class Lz4Decoder final : public Decoder {
 public:
  Lz4Decoder() {
    if (LZ4F_isError(
            LZ4F_createDecompressionContext(&context_, LZ4F_VERSION)) != 0)
      context_ = nullptr;
  }
  ~Lz4Decoder() override { LZ4F_freeDecompressionContext(context_); }

  Step step(std::string_view packed, char* out, std::size_t size) override {
    if (context_ == nullptr) return {State::kBroken};
    std::size_t taken = packed.size();
    std::size_t given = size;
    const std::size_t left =
        LZ4F_decompress(context_, out, &given, packed.data(), &taken, nullptr);
    if (LZ4F_isError(left) != 0) return {State::kBroken};
    return {left == 0 ? State::kEnd : State::kMore, taken, given};
  }

 private:
  LZ4F_dctx* context_ = nullptr;
};

class XzDecoder final : public Decoder {
 public:
  XzDecoder() {
    ready_ =
        lzma_stream_decoder(&stream_, std::numeric_limits<std::uint64_t>::max(),
                            0) == LZMA_OK;
  }
  ~XzDecoder() override { lzma_end(&stream_); }

  Step step(std::string_view packed, char* out, std::size_t size) override {
    if (!ready_) return {State::kBroken};
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    stream_.avail_in = packed.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out);
    stream_.avail_out = size;
    const lzma_ret state = lzma_code(&stream_, LZMA_RUN);
    return {state == LZMA_STREAM_END                      ? State::kEnd
            : state == LZMA_OK || state == LZMA_BUF_ERROR ? State::kMore
                                                          : State::kBroken,
            packed.size() - stream_.avail_in, size - stream_.avail_out};
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ready_ = false;
};

class Bzip2Decoder final : public Decoder {
 public:
  Bzip2Decoder() { ready_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK; }
  ~Bzip2Decoder() override {
    if (ready_) BZ2_bzDecompressEnd(&stream_);
  }

  Step step(std::string_view packed, char* out, std::size_t size) override {
    if (!ready_) return {State::kBroken};
    stream_.next_in = const_cast<char*>(packed.data());
    stream_.avail_in = static_cast<unsigned>(packed.size());
    stream_.next_out = out;
    stream_.avail_out = static_cast<unsigned>(size);
    const int state = BZ2_bzDecompress(&stream_);
    return {state == BZ_STREAM_END ? State::kEnd
            : state == BZ_OK       ? State::kMore
                                   : State::kBroken,
            packed.size() - stream_.avail_in, size - stream_.avail_out};
  }

 private:
  bz_stream stream_{};
  bool ready_ = false;
};

std::unique_ptr<Decoder> decoder_of(StreamKind kind) {
  switch (kind) {
    case StreamKind::kZlib:
    case StreamKind::kGzip:
    case StreamKind::kDeflate:
      return std::make_unique<ZlibDecoder>(kind);
    case StreamKind::kZstd:
      return std::make_unique<ZstdDecoder>();
    case StreamKind::kLz4:
      return std::make_unique<Lz4Decoder>();
    case StreamKind::kXz:
      return std::make_unique<XzDecoder>();
    case StreamKind::kBzip2:
      return std::make_unique<Bzip2Decoder>();
  }
  return nullptr;
}

}  // namespace

PackedStream::PackedStream(const ByteSource& source, std::uint64_t begin,
                           StreamKind kind, Unpacking& unpacking)
    : ByteSource(0, /*may_seek=*/false),
      source_(source),
      begin_(begin),
      kind_(kind),
      unpacking_(unpacking),
      from_(begin),
      counted_(unpacking.memory()) {
  const UnpackScope scope(unpacking_.memory());
  decoder_ = decoder_of(kind);
}

PackedStream::~PackedStream() {
  const UnpackScope scope(unpacking_.memory());
  decoder_.reset();
}

Result<void> PackedStream::refill() const {
  block_.resize(block_.empty() ? kFirstPacked : kPackedBlock);
  SLUICE_TRY_ASSIGN(const std::size_t got,
                    source_.read_at(block_.data(), block_.size(), from_));
  block_.resize(got);
  from_ += got;
  left_ = got;
  at_end_ = got == 0;
  return {};
}

// Returns 0 at the end, in the middle of which or not.
Result<std::size_t> PackedStream::unpack(char* buffer, std::size_t size) const {
  while (!ended_ && !broken_) {
    if (left_ == 0) SLUICE_TRY(refill());
    Decoder::Step step;
    {
      const UnpackScope scope(unpacking_.memory());
      step =
          decoder_->step(std::string_view(block_).substr(block_.size() - left_),
                         buffer, std::min(size, kPackedBlock));
    }
    left_ -= step.taken;
    ended_ = step.state == Decoder::State::kEnd;
    // At the end of the source, nothing more comes.
    broken_ = step.state == Decoder::State::kBroken ||
              (at_end_ && step.given == 0 && !ended_);
    if (!unpacking_.add(step.given))
      return fail(ErrorCode::kIo, "{}", unpacking_.over());
    if (step.given != 0) return step.given;
  }
  return 0;
}

namespace {

// The size of the head of an object of git, which ends with a NUL, so that its
// text would count as binary; 0 for all else.
std::size_t object_head(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  const std::size_t end = text.substr(0, kLongest).find('\0');
  if (end == text.npos) return 0;
  const std::size_t blank = text.find(' ');
  const std::string_view kind = text.substr(0, blank);
  if (kind != "blob" && kind != "tree" && kind != "commit" && kind != "tag")
    return 0;
  const std::string_view size = text.substr(blank + 1, end - blank - 1);
  return std::ranges::all_of(size, is_digit) ? end + 1 : 0;
}

}  // namespace

Result<bool> PackedStream::try_out() {
  const std::size_t most = kind_ == StreamKind::kZlib ? kProofOfZlib : kProof;
  constexpr std::size_t kLeast = 512;
  std::size_t filled = 0;
  while (filled < most) {
    if (filled == first_.size()) {
      first_.resize(std::clamp(2 * filled, kLeast, most));
      counted_.set(first_.capacity());
    }
    SLUICE_TRY_ASSIGN(const std::size_t got,
                      unpack(first_.data() + filled, first_.size() - filled));
    if (got == 0) break;
    filled += got;
  }
  first_.resize(filled);
  given_ = object_head(first_);
  return filled == most || (ended_ && filled != 0);
}

Result<std::size_t> PackedStream::read(char* buffer, std::size_t size) const {
  if (given_ == first_.size()) return unpack(buffer, size);
  const std::size_t some = first_.copy(buffer, size, given_);
  given_ += some;
  return some;
}

}  // namespace sluice
