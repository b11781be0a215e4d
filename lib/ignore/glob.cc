// Glob matching with git's meaning: gitignore(5), and for the cases that the
// manual leaves open, git's behaviour, which tests/unit/walk/git_oracle_test.cc
// compares.
//
// A pattern becomes a sequence of operations. `*` is [^/]*; two or more stars
// that fill the place between slashes, or between a slash and an end, are `**`:
//     **/    nothing, or anything up to and including some slash
//     **     at the end: everything that is left
//     **\/   an escaped slash: as **/, but not nothing
// Stars in any other place are one `*`. One place is special, because git
// removes a pattern's wildcard-free beginning before it looks at the rest. In a
// pattern with a slash, if the first wildcard consists of stars, these count as
// if they were at the beginning. So foo**/bar matches foo/a/b/bar and foobar.
//
// Matching never recurses and never tries an alternative twice:
// - If what follows a `*` matches at some place, a longer stretch for an
//   earlier `*` of the same run can only lead to places further right, which
//   the later `*` covers as well. So only the last `*` is worth retrying.
// - A `*` cannot cross a slash, so its retries end there. Then the last `**`
//   moves on by a component; by the same argument no earlier one needs to.
// This is the classic two-pointer glob loop on two levels. A backtracking
// matcher, as fnmatch(3) often is, takes time exponential in the number of
// stars, and an ignore file can come from anyone. A compiled automaton would be
// linear, but costs memory for each of ten thousand patterns, when nearly all
// are decided by their literal head or tail.
#include "ignore/glob.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <utility>

namespace sluice {

std::optional<Glob> Glob::compile(std::string_view pattern, Scope scope,
                                  Case mode) {
  Glob glob;
  glob.scope_ = scope;
  if (!glob.add_ops(pattern, mode)) return std::nullopt;
  glob.find_shape();
  return glob;
}

bool Glob::add_ops(std::string_view pattern, Case mode) {
  const std::size_t first_special =
      std::min(pattern.find_first_of("*?[\\"), pattern.size());
  const auto add = [&](Kind kind, std::uint32_t value = 0) {
    ops_.push_back({kind, value});
  };
  for (std::size_t i = 0; i < pattern.size();) {
    switch (pattern[i]) {
      case '\\':
        if (i + 1 == pattern.size()) return false;
        // The byte keeps its case even if case is ignored: git never folds it.
        add(Kind::kByte, static_cast<unsigned char>(pattern[i + 1]));
        i += 2;
        break;
      case '?':
        add(Kind::kAny);
        ++i;
        break;
      case '[': {
        const std::optional<ByteClass> members =
            parse_byte_class(pattern, &i, mode);
        if (!members) return false;
        add(Kind::kClass, static_cast<std::uint32_t>(classes_.size()));
        classes_.push_back(*members);
        break;
      }
      case '*': {
        const std::size_t begin = i;
        i = std::min(pattern.find_first_not_of('*', i), pattern.size());
        const bool opens =
            begin == first_special || begin == 0 || pattern[begin - 1] == '/';
        const std::string_view after = pattern.substr(i);
        if (scope_ == Scope::kName || i - begin < 2 || !opens) {
          add(Kind::kStar);
        } else if (after.empty()) {
          add(Kind::kRest);
        } else if (after.starts_with('/')) {
          add(Kind::kDirs);
          ++i;
        } else if (after.starts_with("\\/")) {
          add(Kind::kSomeDirs);
          i += 2;
        } else {
          add(Kind::kStar);
        }
        break;
      }
      default:
        add(Kind::kByte, static_cast<unsigned char>(mode == Case::kIgnored
                                                        ? folded(pattern[i])
                                                        : pattern[i]));
        ++i;
    }
  }
  return true;
}

void Glob::find_shape() {
  const auto literal = [](const Op& op) { return op.kind == Kind::kByte; };
  const auto append = [](const auto& first, const auto& last,
                         std::string* text) {
    std::transform(first, last, std::back_inserter(*text),
                   [](const Op& op) { return static_cast<char>(op.value); });
  };
  const auto head_end = std::find_if_not(ops_.begin(), ops_.end(), literal);
  append(ops_.begin(), head_end, &head_);
  ops_.erase(ops_.begin(), head_end);
  if (ops_.empty()) {
    shape_ = Shape::kLiteral;
    tail_ = head_;
    return;
  }
  const auto tail_begin =
      std::find_if_not(ops_.rbegin(), ops_.rend(), literal).base();
  append(tail_begin, ops_.end(), &tail_);

  // The longest run of bytes, if it decides more than the ends do.
  for (auto at = ops_.begin(); at != tail_begin;) {
    const auto run_begin = std::find_if(at, tail_begin, literal);
    const auto run_end = std::find_if_not(run_begin, tail_begin, literal);
    const auto length = static_cast<std::size_t>(run_end - run_begin);
    if (length > std::max({head_.size(), tail_.size(), middle_.size()})) {
      middle_.clear();
      append(run_begin, run_end, &middle_);
    }
    at = run_end;
  }

  // One `*` in a name, or one `**` at the end of a path, leaves only the ends.
  const Kind first = ops_.front().kind;
  const bool one_wildcard = tail_begin - ops_.begin() == 1;
  if (scope_ == Scope::kName && one_wildcard && first == Kind::kStar) {
    if (head_.empty()) {
      shape_ = Shape::kSuffix;
    } else if (tail_.empty()) {
      shape_ = Shape::kPrefix;
    }
  } else if (first == Kind::kRest) {
    shape_ = Shape::kPrefix;
  }
}

bool Glob::matches(std::string_view text, Way way) const {
  switch (shape_) {
    case Shape::kLiteral:
      return text == head_;
    case Shape::kSuffix:
      return text.ends_with(tail_);
    case Shape::kPrefix:
      return text.starts_with(head_);
    case Shape::kGeneral:
      break;
  }
  if (text.size() < head_.size() + tail_.size()) return false;
  return text.ends_with(tail_) && text.starts_with(head_) &&
         (middle_.empty() || text.find(middle_) != std::string_view::npos) &&
         run_either(text.substr(head_.size()), way);
}

// Byte by byte an attempt mostly ends soon. A pattern of 130 bytes that takes
// all of 255 steps of a name for each of them would be 174 s for 1,000 patterns
// and 1,000 names.
bool Glob::run_either(std::string_view text, Way way) const {
  constexpr std::size_t kFewSteps = 4096;
  const bool few = text.size() * ops_.size() <= kFewSteps;
  if (way == Way::kByteByByte || (way == Way::kCheaper && few))
    return run(text);
  return run_at_all_places(text);
}

bool Glob::accepts(const Op& op, char c) const {
  const auto byte = static_cast<unsigned char>(c);
  switch (op.kind) {
    case Kind::kByte:
      return byte == op.value;
    case Kind::kAny:
      return byte != '/';
    case Kind::kClass:
      return classes_[op.value][byte];
    default:
      return false;
  }
}

namespace {

// All places of the text that the operations so far may have come to, as bits:
// bit i is set if they match its first i bytes. An operation takes all places
// at once, 64 in a word (Baeza-Yates and Gonnet's shift-and, turned about:
// there the bits are places of the pattern).
//
//   text a/bb   ops  *  /  **/  b*
//   bits        10000  after * 11000, after / 00100, after ** / 00100, ...
//
// A star spreads each place to the next slash: the carry of an addition runs
// through a row of set bits. Nothing is tried twice, so that no text and no
// pattern takes more than words * operations steps (a class takes as many more
// as the text has different bytes).
class Places {
 public:
  explicit Places(std::string_view text)
      : size_(text.size()),
        words_(size_ / 64 + 1),
        at_(words_),
        rows_(words_),
        scratch_(words_) {
    at_[0] = 1;
    for (std::size_t i = 0; i < size_; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (row_of_[byte] == 0) {
        bytes_.push_back(byte);
        row_of_[byte] = static_cast<std::uint16_t>(bytes_.size());
        rows_.resize(rows_.size() + words_);
      }
      rows_[row_of_[byte] * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
    }
    no_slash_.resize(words_);
    for (std::size_t word = 0; word < words_; ++word)
      no_slash_[word] = inside(word) & ~slashes()[word];
  }

  bool any() const {
    return std::ranges::any_of(at_, [](std::uint64_t w) { return w != 0; });
  }
  bool at_end() const { return ((at_[size_ / 64] >> (size_ % 64)) & 1) != 0; }

  void take_byte(unsigned char byte) { step(row_of(byte)); }
  void take_any() { step(no_slash_.data()); }
  void take_class(const ByteClass& members) {
    std::ranges::fill(scratch_, 0);
    for (const unsigned char byte : bytes_)
      if (members[byte])
        for (std::size_t word = 0; word < words_; ++word)
          scratch_[word] |= row_of(byte)[word];
    step(scratch_.data());
  }
  void take_star() {
    std::uint64_t carry = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      const std::uint64_t row = no_slash_[word];
      const std::uint64_t starts = at_[word] & row;
      const std::uint64_t half = starts + carry;
      const std::uint64_t sum = row + half;
      at_[word] |= sum ^ row;
      carry = half < starts || sum < row ? 1 : 0;
    }
  }
  // Moves to each place after a slash that is after one of the places.
  void take_dirs(bool or_none) {
    bool behind = false;  // a place is in an earlier word
    std::uint64_t carry = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      const std::uint64_t slash = slashes()[word];
      const std::uint64_t after = (slash << 1) | carry;
      carry = slash >> 63;
      const std::uint64_t here = at_[word];
      const std::uint64_t lowest = here & (~here + 1);
      const std::uint64_t above =
          behind ? ~std::uint64_t{0} : ~(lowest * 2 - 1);
      behind |= here != 0;
      at_[word] = (behind ? after & above : 0) | (or_none ? here : 0);
    }
  }

 private:
  // The bits of a word that are bytes of the text.
  std::uint64_t inside(std::size_t word) const {
    if (word < size_ / 64) return ~std::uint64_t{0};
    return (std::uint64_t{1} << (size_ % 64)) - 1;
  }
  const std::uint64_t* slashes() const { return row_of('/'); }
  const std::uint64_t* row_of(unsigned char byte) const {
    return &rows_[row_of_[byte] * words_];
  }
  void step(const std::uint64_t* taken) {
    std::uint64_t carry = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      const std::uint64_t on = at_[word] & taken[word];
      at_[word] = (on << 1) | carry;
      carry = on >> 63;
    }
  }

  std::size_t size_;
  std::size_t words_;
  std::vector<std::uint64_t> at_;
  // The places of each byte, words_ a row. The first row is for bytes that the
  // text lacks.
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> no_slash_;
  std::vector<std::uint64_t> scratch_;
  std::vector<unsigned char> bytes_;  // of the text, each once
  std::array<std::uint16_t, 256> row_of_{};
};

}  // namespace

bool Glob::run_at_all_places(std::string_view text) const {
  Places places(text);
  for (const Op& op : ops_) {
    switch (op.kind) {
      case Kind::kByte:
        places.take_byte(static_cast<unsigned char>(op.value));
        break;
      case Kind::kAny:
        places.take_any();
        break;
      case Kind::kClass:
        places.take_class(classes_[op.value]);
        break;
      case Kind::kStar:
        places.take_star();
        break;
      case Kind::kDirs:
      case Kind::kSomeDirs:
        places.take_dirs(op.kind == Kind::kDirs);
        break;
      case Kind::kRest:
        return true;  // some place is left
    }
    if (!places.any()) return false;
  }
  return places.at_end();
}

bool Glob::run(std::string_view text) const {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // Where to continue if the current attempt fails: the operation after the
  // last star, and the last place in the text at which it was tried.
  struct Retry {
    std::size_t op = kNone;
    std::size_t at = 0;
  };
  Retry star;
  Retry dirs;
  std::size_t op = 0;
  std::size_t at = 0;
  // The place after the next slash; kNone if there is none.
  const auto next_component = [&](std::size_t from) {
    const std::size_t slash = text.find('/', from);
    return slash == std::string_view::npos ? kNone : slash + 1;
  };
  for (;;) {
    if (op == ops_.size()) {
      if (at == text.size()) return true;
    } else {
      switch (ops_[op].kind) {
        case Kind::kRest:
          return true;
        case Kind::kStar:
          star = {++op, at};
          continue;
        case Kind::kSomeDirs:
          at = next_component(at);
          if (at == kNone) return false;
          [[fallthrough]];
        case Kind::kDirs:
          dirs = {++op, at};
          star = {};
          continue;
        default:
          if (at < text.size() && accepts(ops_[op], text[at])) {
            ++op;
            ++at;
            continue;
          }
      }
    }
    if (star.op != kNone && star.at < text.size() && text[star.at] != '/') {
      op = star.op;
      at = ++star.at;
      continue;
    }
    if (dirs.op == kNone) return false;
    dirs.at = next_component(dirs.at);
    if (dirs.at == kNone) return false;
    op = dirs.op;
    at = dirs.at;
    star = {};
  }
}

}  // namespace sluice
