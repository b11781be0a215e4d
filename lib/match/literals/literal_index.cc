// Hyperscan finds some hundred literals at 2 to 3 GB/s in source code, whatever
// the subset is, and at half of that where many occur. The pre-filter is at
// least three times as fast while there are few candidates, and detects when
// there are many. Then Hyperscan searches the next kHandOver bytes, so that the
// pre-filter's useless attempts cost only a few percent.
//
// A set of more than a thousand literals is divided by their length, because
// the speed of a StrideFilter hardly depends on their number, and it finds
// literals of seven bytes and more. The shorter ones are usually few enough for
// a pre-filter, so the text is searched twice. This takes half of the time that
// Hyperscan takes for all of them. If even the short ones are too many,
// Hyperscan works alone.
//
// A filter and Hyperscan share the work by the place where the q-gram of an
// occurrence begins. Each occurrence has one q-gram, so none is lost or
// reported twice at a border.

#include "match/literals/literal_index.h"

#include <hs/hs.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <stdexcept>

#include "base/check.h"
#include "base/packed.h"
#include "base/processor.h"
#include "match/prefilter/bytes.h"

namespace sluice {
namespace {

tl::unexpected<Error> hyperscan_failed(std::string_view what,
                                       hs_error_t error) {
  return fail(ErrorCode::kConfig, "Hyperscan cannot {} (error {})", what,
              error);
}

// In the order of the serialized bytes, packed one by one: a program unpacks
// only the one for its processor.
constexpr Prefilter::Front kFronts[] = {Prefilter::Front::kVector,
                                        Prefilter::Front::kPortable};

// Bytes that Hyperscan gets when the pre-filter gives up.
constexpr std::size_t kHandOver = 128 * 1024;

// By end, then literal.
bool is_before(const LiteralHit& a, const LiteralHit& b) {
  return a.end != b.end ? a.end < b.end : a.literal < b.literal;
}

// Elements are near their places, because both matchers read the text in its
// order. So insertion is the fastest way.
void sort_nearly_sorted(std::span<LiteralHit> hits) {
  for (std::size_t i = 1; i < hits.size(); ++i) {
    const LiteralHit hit = hits[i];
    std::size_t to = i;
    for (; to > 0 && is_before(hit, hits[to - 1]); --to)
      hits[to] = hits[to - 1];
    hits[to] = hit;
  }
}

// Up to so many literals, Prefilter is at least as fast as StrideFilter.
constexpr std::size_t kFew = 1000;

// The bytes that BigramSearch can search in the time that it takes to compile a
// literal, with StrideFilter and otherwise.
constexpr std::uint64_t kBytesPerSuited = 128;
constexpr std::uint64_t kBytesPerLiteral = 2048;

constexpr char kDamaged[] = "the embedded literals are damaged";

tl::unexpected<Error> bad_bytes() { return fail(ErrorCode::kConfig, kDamaged); }

}  // namespace

void LiteralScratch::Free::operator()(hs_scratch* scratch) const {
  hs_free_scratch(scratch);
}

void LiteralIndex::Free::operator()(hs_database* database) const {
  hs_free_database(database);
}

struct LiteralIndex::Database {
  // Its source; both are empty if it was made at once.
  std::string_view packed;
  std::vector<Literal> literals;
  // The first thread that needs the database writes the others once, under this
  // flag.
  std::once_flag once;
  std::unique_ptr<hs_database, Free> made;  // null if Hyperscan refuses them
  hs_error_t error = HS_SUCCESS;
};

struct LiteralIndex::Part {
  LiteralIndex index;
  std::vector<std::uint32_t> ids;
};

void LiteralIndex::FreePart::operator()(Part* part) const { delete part; }

void LiteralIndex::FreeDatabase::operator()(Database* database) const {
  delete database;
}

bool LiteralIndex::supported() {
#if defined(__x86_64__)
  return has_sse42();
#else
  return true;
#endif
}

Result<LiteralIndex> LiteralIndex::compile(std::span<const Literal> literals,
                                           std::span<const Follow> follow,
                                           std::optional<Front> front) {
  LiteralIndex index;
  if (literals.empty()) return index;
  if (!supported())
    return hyperscan_failed("run on this processor", HS_ARCH_ERROR);
  index.database_ = OwnedDatabase(new Database);
  if (front && (index.use_strides(literals, follow, *front) ||
                index.use_prefilter(literals, follow, *front)))
    return index;
  SLUICE_TRY_ASSIGN(index.database_->made, compiled(literals));
  return index;
}

std::uint64_t LiteralIndex::pays_after(std::span<const Literal> literals) {
  const auto suited = static_cast<std::uint64_t>(
      std::ranges::count_if(literals, StrideFilter::suits));
  const std::uint64_t others = literals.size() - suited;
  if (literals.size() <= kFew || others > kFew)
    return kBytesPerLiteral * literals.size();
  return kBytesPerSuited * suited + kBytesPerLiteral * others;
}

// This and the next return false if the literals are not suited.
bool LiteralIndex::use_prefilter(std::span<const Literal> literals,
                                 std::span<const Follow> follow, Front front) {
  prefilter_ = Prefilter::make(literals, follow, front);
  if (!prefilter_) return false;
  database_->literals.assign(literals.begin(), literals.end());
  return true;
}

// Divides many literals into those that a stride filter suits and the others,
// which must suit a pre-filter: otherwise Hyperscan would have to search for
// them in every text.
bool LiteralIndex::use_strides(std::span<const Literal> literals,
                               std::span<const Follow> follow, Front front) {
  if (literals.size() <= kFew) return false;
  std::vector<Literal> suited;
  std::vector<Literal> others;
  std::vector<Follow> others_follow;
  std::vector<std::uint32_t> ids;
  auto part = std::unique_ptr<Part, FreePart>(new Part);
  for (std::uint32_t id = 0; id < literals.size(); ++id) {
    if (StrideFilter::suits(literals[id])) {
      suited.push_back(literals[id]);
      ids.push_back(id);
      continue;
    }
    others.push_back(literals[id]);
    if (!follow.empty()) others_follow.push_back(follow[id]);
    part->ids.push_back(id);
  }
  auto filter = StrideFilter::make(suited, front);
  if (!filter) return false;
  if (!others.empty()) {
    part->index.database_ = OwnedDatabase(new Database);
    if (!part->index.use_prefilter(others, others_follow, front)) return false;
    others_ = std::move(part);
    ids_ = std::move(ids);
  }
  stride_filter_ = std::move(filter);
  database_->literals = std::move(suited);
  return true;
}

// Hyperscan's database of the literals. It takes ten times as long to make as
// the pre-filter.
auto LiteralIndex::compiled(std::span<const Literal> literals)
    -> Result<std::unique_ptr<hs_database, Free>> {
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  std::vector<unsigned> flags;
  std::vector<unsigned> ids;
  for (const Literal& literal : literals) {
    SLUICE_CHECK(!literal.text.empty());
    texts.push_back(literal.text.data());
    sizes.push_back(literal.text.size());
    flags.push_back(literal.caseless ? HS_FLAG_CASELESS : 0U);
    ids.push_back(static_cast<unsigned>(ids.size()));
  }
  // No processor features are named, so that an index compiled at build time
  // runs everywhere. Measured: it scans as fast as one compiled for AVX-512,
  // because the literal matchers choose their code when the library is loaded.
  const hs_platform_info_t platform{};
  hs_database_t* database = nullptr;
  hs_compile_error_t* why = nullptr;
  const hs_error_t error =
      hs_compile_lit_multi(texts.data(), flags.data(), ids.data(), sizes.data(),
                           static_cast<unsigned>(texts.size()), HS_MODE_BLOCK,
                           &platform, &database, &why);
  if (error == HS_SUCCESS) return std::unique_ptr<hs_database, Free>(database);
  const std::string message = why != nullptr ? why->message : "";
  hs_free_compile_error(why);
  return fail(ErrorCode::kConfig, "Hyperscan cannot compile the literals: {}",
              message);
}

Result<LiteralIndex> LiteralIndex::deserialize(std::string_view bytes,
                                               std::optional<Front> wanted) {
  LiteralIndex index;
  if (bytes.empty()) return index;
  for (const Front front : kFronts) {
    std::uint64_t size = 0;
    if (!take_bytes(&bytes, 1, &size) || bytes.size() < size)
      return bad_bytes();
    if (size > 0 && front == wanted) {
      const std::optional<UnpackedBytes> filter = unpack(bytes.substr(0, size));
      if (!filter) return bad_bytes();
      index.prefilter_ = Prefilter::deserialize(filter->bytes());
      if (!index.prefilter_) return bad_bytes();
    }
    bytes.remove_prefix(size);
  }
  std::uint64_t size = 0;
  if (!take_bytes(&bytes, 1, &size) || bytes.size() != size) return bad_bytes();
  index.database_ = OwnedDatabase(new Database);
  index.database_->packed = bytes;
  return index;
}

// Errors are thrown here at each call, outside of call_once(), because
// ThreadSanitizer lets no exception out of call_once().
const hs_database* LiteralIndex::database() const {
  Database& database = *database_;
  std::call_once(database.once, [&] {
    if (!database.literals.empty())
      if (auto made = compiled(database.literals))
        database.made = std::move(*made);
    if (database.packed.empty()) return;
    const std::optional<UnpackedBytes> unpacked = unpack(database.packed);
    hs_database_t* made = nullptr;
    database.error =
        unpacked ? hs_deserialize_database(unpacked->bytes().data(),
                                           unpacked->bytes().size(), &made)
                 : HS_INVALID;
    database.made.reset(made);
  });
  if (database.error == HS_NOMEM) throw std::bad_alloc();
  if (database.error != HS_SUCCESS) throw std::runtime_error(kDamaged);
  return database.made.get();
}

Result<std::string> LiteralIndex::serialize(std::span<const Literal> literals,
                                            std::span<const Follow> follow) {
  SLUICE_TRY_ASSIGN(const LiteralIndex index,
                    compile(literals, follow, std::nullopt));
  if (!index.database_) return std::string();
  std::string all;
  for (const Front front : kFronts) {
    const auto filter = Prefilter::make(literals, follow, front);
    const std::string bytes =
        filter ? pack(filter->serialize()) : std::string();
    const std::uint64_t size = bytes.size();
    append_bytes(&size, 1, &all);
    all += bytes;
  }
  char* bytes = nullptr;
  std::size_t size = 0;
  const hs_error_t error =
      hs_serialize_database(index.database(), &bytes, &size);
  if (error != HS_SUCCESS)
    return hyperscan_failed("serialize the literals", error);
  const std::string database = pack({bytes, size});
  std::free(bytes);
  const std::uint64_t packed_size = database.size();
  append_bytes(&packed_size, 1, &all);
  return all + database;
}

bool LiteralIndex::find(std::string_view text, LiteralScratch& scratch,
                        std::vector<LiteralHit>* hits) const {
  if (!database_ || text.empty()) return true;
  SLUICE_CHECK(text.size() <= std::numeric_limits<int>::max());
  if (prefilter_) return find_by(*prefilter_, text, scratch, hits);
  if (!stride_filter_) return find_by_hyperscan(text, scratch, hits);
  const std::size_t first = hits->size();
  return find_by(*stride_filter_, text, scratch, hits) &&
         (!others_ || find_others(text, scratch, first, hits));
}

// Leaves nothing appended if it returns false, like find().
template <typename Filter>
bool LiteralIndex::find_by(const Filter& filter, std::string_view text,
                           LiteralScratch& scratch,
                           std::vector<LiteralHit>* hits) const {
  const std::size_t first = hits->size();
  std::size_t from = filter.find(text, 0, hits);
  while (from < text.size()) {
    const std::size_t to = from + std::min(kHandOver, text.size() - from);
    if (!find_qgrams_by_hyperscan(filter, text, from, to, scratch, hits)) {
      hits->resize(first);
      return false;
    }
    from = filter.find(text, to, hits);
  }
  sort_nearly_sorted(std::span(*hits).subspan(first));
  return true;
}

// Converts hits[first ...) to the ids of the whole set, and adds those of the
// others.
bool LiteralIndex::find_others(std::string_view text, LiteralScratch& scratch,
                               std::size_t first,
                               std::vector<LiteralHit>* hits) const {
  const auto begin = static_cast<std::ptrdiff_t>(first);
  const auto middle = static_cast<std::ptrdiff_t>(hits->size());
  if (!scratch.others_) scratch.others_ = std::make_unique<LiteralScratch>();
  if (!others_->index.find(text, *scratch.others_, hits)) {
    hits->resize(first);
    return false;
  }
  const std::span<LiteralHit> found = std::span(*hits).subspan(first);
  const std::size_t own = static_cast<std::size_t>(middle - begin);
  for (LiteralHit& hit : found.first(own)) hit.literal = ids_[hit.literal];
  for (LiteralHit& hit : found.subspan(own))
    hit.literal = others_->ids[hit.literal];
  std::inplace_merge(hits->begin() + begin, hits->begin() + middle, hits->end(),
                     is_before);
  return true;
}

bool LiteralIndex::find_by_hyperscan(std::string_view text,
                                     LiteralScratch& scratch,
                                     std::vector<LiteralHit>* hits) const {
  const auto on_match = [](unsigned id, unsigned long long /*from*/,
                           unsigned long long to, unsigned /*flags*/,
                           void* context) -> int {
    static_cast<std::vector<LiteralHit>*>(context)->push_back(
        {id, static_cast<std::uint32_t>(to)});
    return 0;
  };
  const hs_database* const literals = database();
  if (literals == nullptr) return false;
  if (!scratch.scratch_) {
    hs_scratch_t* made = nullptr;
    // It fails only if memory runs out.
    if (hs_alloc_scratch(literals, &made) != HS_SUCCESS) throw std::bad_alloc();
    scratch.scratch_.reset(made);
  }
  const std::size_t first = hits->size();
  const hs_error_t error =
      hs_scan(literals, text.data(), static_cast<unsigned>(text.size()), 0,
              scratch.scratch_.get(), on_match, hits);
  if (error == HS_SUCCESS) return true;
  SLUICE_CHECK(error == HS_UNKNOWN_ERROR);
  hits->resize(first);
  return false;
}

// Appends the occurrences whose q-gram begins in [from, to).
template <typename Filter>
bool LiteralIndex::find_qgrams_by_hyperscan(
    const Filter& filter, std::string_view text, std::size_t from,
    std::size_t to, LiteralScratch& scratch,
    std::vector<LiteralHit>* hits) const {
  const std::size_t begin = from - std::min(from, filter.most_before());
  const std::size_t end = to + std::min(text.size() - to, filter.most_after());
  const auto first = static_cast<std::ptrdiff_t>(hits->size());
  if (!find_by_hyperscan(text.substr(begin, end - begin), scratch, hits))
    return false;
  const auto found = hits->begin() + first;
  for (auto hit = found; hit != hits->end(); ++hit)
    hit->end += static_cast<std::uint32_t>(begin);
  const auto is_foreign = [&](const LiteralHit& hit) {
    const std::size_t qgram = filter.qgram_of(hit);
    return qgram < from || qgram >= to;
  };
  hits->erase(std::remove_if(found, hits->end(), is_foreign), hits->end());
  return true;
}

}  // namespace sluice
