#include "archive/contents.h"

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include "archive/bounds.h"
#include "archive/held_bytes.h"
#include "archive/members.h"
#include "archive/sqlite_remains.h"
#include "archive/unpacking.h"

namespace sluice {
namespace {

constexpr std::uint64_t kMemory = 32 << 20;
constexpr std::uint64_t kMembers = 10'000;
constexpr std::chrono::seconds kTime{10};

// Other bytes may begin like these kinds: their heads are two or three bytes, or
// text.
bool may_be_chance(Packing packing) {
  return packing == Packing::kCompress || packing == Packing::kCpio ||
         packing == Packing::kTar || packing == Packing::kLzma ||
         packing == Packing::kGzip || packing == Packing::kAr;
}

// Without a name, lzma is known by its head alone. Other bytes seldom begin like
// that, and then cannot be unpacked.
std::optional<Packing> kind_of(std::string_view bytes) {
  return packing_of(bytes, ".lzma");
}

class ContentReader {
 public:
  explicit ContentReader(const ContentBounds& bounds)
      : memory_(kMemory, 0),
        bounds_{.depth = bounds.depth,
                .bytes = bounds.bytes,
                .members = kMembers,
                .time = kTime},
        unpacking_(bounds_, memory_, {counts_, all_}, 0,
                   std::chrono::steady_clock::now()) {}

  // Adds the texts of a container, which has `name`, and whose texts have `depth`
  // containers around them. Returns false if it is none.
  bool open(const std::string& name, std::string bytes, Packing packing,
            unsigned depth) {
    UnpackUse* const use = unpacking_.memory();
    use->must_take(bytes.size());
    const HeldBytes source(std::move(bytes), use);
    const std::unique_ptr<Members> members =
        Members::open(source, {}, packing, unpacking_);
    Result<std::optional<Member>> member = members->next();
    if (!member && may_be_chance(packing)) return false;
    std::string names;
    // Long names that are packed well are bytes like others.
    for (; member && *member && unpacking_.add_member() &&
           unpacking_.add((*member)->name.size());
         member = members->next()) {
      names += (*member)->name + "\n";
      if ((*member)->encrypted)
        add_reason("a member is encrypted");
      else if ((*member)->is_file || (*member)->has_data)
        add_member(
            name.empty() ? (*member)->name : name + "/" + (*member)->name,
            *members, depth);
    }
    if (!member) add_reason(member.error().message);
    if (names.find_first_not_of('\n') != names.npos)
      contents.texts.push_back({"", std::move(names), depth, true});
    if (packing == Packing::kSqlite)
      contents.texts.push_back(
          {name, sqlite_remains(source, members->accounting()->take_ranges()),
           depth, true});
    else if (auto all = bytes_at(source, 0, source.size()))
      contents.texts.push_back({name, *std::move(all), depth, true});
    return true;
  }

  // Why not everything was read.
  std::string reason() {
    if (!unpacking_.over().empty())
      return "it is larger than is unpacked there";
    if (unpacking_.memory()->ever_refused())
      return "unpacking it takes too much memory";
    return std::move(reason_);
  }

  Contents contents;

 private:
  void add_member(std::string name, Members& members, unsigned depth) {
    std::string bytes;
    for (;;) {
      const Result<std::size_t> got =
          members.read(block_.data(), block_.size());
      if (!got) add_reason(got.error().message);
      if (got.value_or(0) == 0) break;
      bytes.append(block_.data(), *got);
    }
    const std::optional<Packing> packing = kind_of(bytes);
    if (packing && depth == bounds_.depth) {
      add_reason("it has containers within each other that are deeper");
    } else if (packing) {
      std::string copy = bytes;
      if (open(name, std::move(copy), *packing, depth + 1)) return;
    }
    contents.texts.push_back({std::move(name), std::move(bytes), depth, false});
  }

  void add_reason(const std::string& reason) {
    if (reason_.empty()) reason_ = reason;
  }

  UnpackMemory memory_;
  const ArchiveBounds bounds_;
  UnpackedCounts counts_;
  UnpackedCounts all_;
  Unpacking unpacking_;
  std::string reason_;
  std::array<char, 64 * 1024> block_;  // of the member that is read
};

}  // namespace

std::optional<Contents> contents_of(std::string bytes,
                                    const ContentBounds& bounds) {
  const std::optional<Packing> packing = kind_of(bytes);
  if (!packing) return std::nullopt;
  const auto reader = std::make_unique<ContentReader>(bounds);
  reader->contents.packing = *packing;
  if (!reader->open("", std::move(bytes), *packing, 1)) return std::nullopt;
  if (const std::string why = reader->reason(); !why.empty())
    reader->contents.incomplete = fmt::format(
        "an encoded {} was not read in full: {}", name_of(*packing), why);
  return std::move(reader->contents);
}

}  // namespace sluice
