// Patterns are not compiled at start: a file needs few of the hundreds in a
// configuration, and RE2 takes 50 to 200 us for one. Its parser takes 2 to 5
// us; RE2::Set::Add() is the way to run it alone. The parser detects all
// mistakes except one, a program beyond RE2's bounds. program_size() has an
// upper bound for the size. If that is not far below RE2's, the pattern is
// compiled to find out.

#include "match/pattern.h"

#include <fmt/core.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>

#include "regex/captures.h"
#include "regex/first_bytes.h"
#include "regex/for_ascii.h"
#include "regex/pattern_bounds.h"
#include "regex/program_size.h"
#include "text/ascii.h"
#include "text/escape.h"

namespace sluice {
namespace {

// Go's meaning: UTF-8, leftmost-first (for bytes that are not UTF-8, see
// subject_of() in engine.cc). We report a bad pattern, instead of RE2 on
// standard error.
RE2::Options re2_options() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

// RE2 bounds the size of a program by the memory that it may use, and Go has a
// larger bound. So a pattern that is too large gets more memory, but only such
// a pattern, because the bound also applies to what a search keeps.
//
// A search keeps states of a DFA. To find where a match begins, RE2 runs the
// pattern backwards. Backwards, a count like {43,700} makes states of thousands
// of bytes, a new one for each byte of the text. With its 8 MiB, RE2 spent 17
// ms on each JSON Web Token to make them. With 2 MiB, it gives up the DFA after
// 0.1 ms and runs its NFA.
std::unique_ptr<RE2> compile(
    std::string_view regex,
    RE2::Options::Encoding encoding = RE2::Options::EncodingUTF8) {
  RE2::Options options = re2_options();
  options.set_encoding(encoding);
  std::unique_ptr<RE2> re;
  for (const int megabytes : {2, 8, 64}) {
    options.set_max_mem(megabytes << 20);
    re = std::make_unique<RE2>(piece(regex), options);
    if (re->error_code() != RE2::ErrorPatternTooLarge) break;
  }
  return re;
}

// Returns null if there is no program that is only for texts of ASCII.
std::unique_ptr<RE2> compile_for_ascii(std::string_view regex) {
  const std::optional<std::string> fewer = for_ascii(regex);
  if (!fewer) return nullptr;
  std::unique_ptr<RE2> re = compile(*fewer, RE2::Options::EncodingLatin1);
  return re->ok() ? std::move(re) : nullptr;
}

// Longer texts are not tested for being ASCII: a try from one place mostly
// fails after some bytes.
constexpr std::size_t kTested = 4096;
bool is_short_ascii(std::string_view text, std::size_t from, std::size_t to) {
  return to - from <= kTested && is_ascii(text.substr(from, to - from));
}

// With the most memory that it gets, RE2 has room for 1,398,000 instructions:
// two thirds of 64 MiB, of which a program may take a quarter at 8 bytes each.
// The largest of betterleaks' patterns has 792,000 by the bound, and really
// 38,600, which take 20 ms.
constexpr std::uint64_t kSurelyCompiles = 1'000'000;

// The number of groups that one program captures, without the whole match.
// RE2's NFA copies the places of all groups with each step of each thread:
// '('*999+'a'+')*'*999 took 80 s for a text of 1 KB. A pattern with more groups
// is split into several programs with so many groups each. The first one mostly
// has the secret; the later ones run on the match alone.
constexpr std::uint32_t kGroups = 15;

using Found = std::array<re2::StringPiece, kGroups + 1>;

}  // namespace

std::string pattern_error(std::string_view regex, std::uint32_t group) {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  return pattern_error_within(regex, group, &room);
}

std::string pattern_error_within(std::string_view regex, std::uint32_t group,
                                 std::uint64_t* room, std::uint64_t most) {
  std::string why = bounds_error(regex);
  if (!why.empty()) return why;
  RE2::Set parser(re2_options(), RE2::UNANCHORED);
  // RE2 quotes the pattern, which may contain line breaks.
  if (parser.Add(piece(regex), &why) < 0) return escape_for_terminal(why);
  const ProgramSize size = program_size(regex);
  if (size.bound > most)
    return "its repetitions and classes make it too large for a file that "
           "belongs to what is scanned";
  if (size.bound > *room) return "with it the patterns are too large together";
  *room -= size.bound;
  if (size.bound > kSurelyCompiles) {
    const std::unique_ptr<RE2> re = compile(regex);
    if (!re->ok()) return escape_for_terminal(re->error());
  }
  if (group > size.groups)
    return fmt::format("there is no group {}; the pattern has {}", group,
                       size.groups);
  if (size.groups > kMaxPatternGroups)
    return fmt::format(
        "it has {} groups that capture, and {} is the most: write (?:...) for "
        "those that need not",
        size.groups, kMaxPatternGroups);
  return "";
}

Pattern::Pattern(std::string_view regex, Owner owner)
    : regex_(regex), owner_(owner) {}
Pattern::Pattern(const Rule& rule, Owner owner) : Pattern(rule.regex, owner) {
  if (rule.assignment != Assignment::kNone && rule.regex.empty())
    assignment_.emplace(rule.assignment, rule.keywords);
}
Pattern::~Pattern() = default;

// Outside of call_once(), which ThreadSanitizer does not let an exception out
// of.
const re2::RE2& Pattern::checked(const Program& program) const {
  if (program.re2->ok()) return *program.re2;
  throw std::runtime_error(fmt::format(
      "{}bad pattern `{}`: {}",
      owner_.rules == nullptr
          ? ""
          : fmt::format("{}: rule `{}`: ", owner_.rules->origin(owner_.rule),
                        owner_.rules->rules()[owner_.rule].id),
      program.re2->pattern(), program.re2->error()));
}

const Pattern::Programs& Pattern::programs() const {
  if (known_.load(std::memory_order_acquire)) return programs_;
  std::call_once(once_, [this] {
    const std::uint32_t groups = program_size(regex_).groups;
    programs_.groups = groups;
    programs_.windows = std::max(1U, (groups + kGroups - 1) / kGroups);
    programs_.repeats = std::make_unique<const UnboundedRepeats>(
        with_unbounded_repeats(regex_));
    programs_.unbounded = std::make_unique<Both[]>(programs_.windows);
    programs_.whole = std::make_unique<Both[]>(programs_.windows);
    programs_.counting = std::make_unique<Both>();
  });
  known_.store(true, std::memory_order_release);
  return programs_;
}

const std::bitset<256>& Pattern::first_bytes() const {
  if (first_known_.load(std::memory_order_acquire)) return first_bytes_;
  std::call_once(first_once_,
                 [this] { first_bytes_ = sluice::first_bytes(regex_); });
  first_known_.store(true, std::memory_order_release);
  return first_bytes_;
}

const re2::RE2& Pattern::compiled(const Both& both, std::string_view regex,
                                  std::uint32_t window, bool ascii) const {
  const Program& wanted = ascii ? both.ascii : both.any;
  const RE2* program = wanted.known.load(std::memory_order_acquire);
  if (program != nullptr) return *program;
  const auto of_window = [&] {
    return programs_.windows == 1 ? std::string(regex)
                                  : keep_captures(regex, window * kGroups + 1,
                                                  (window + 1) * kGroups);
  };
  if (ascii) {
    std::call_once(both.ascii.once,
                   [&] { both.ascii.re2 = compile_for_ascii(of_window()); });
    program = both.ascii.re2.get();
  }
  if (program == nullptr) {
    std::call_once(both.any.once, [&] { both.any.re2 = compile(of_window()); });
    program = &checked(both.any);
  }
  wanted.known.store(program, std::memory_order_release);
  return *program;
}

// Whether no repetition exceeds its bound in the unbounded pattern's match that
// begins at `from`.
bool Pattern::is_within_bounds(std::string_view text, std::size_t from,
                               std::size_t to, bool ascii) const {
  static_assert(UnboundedRepeats::kMaxCounted <= kGroups);
  const Programs& all = programs();
  const std::vector<std::size_t>& bounds = all.repeats->bounds;
  if (bounds.empty()) return false;
  const RE2& program = compiled(*all.counting, all.repeats->counting, 0, ascii);
  Found found;
  if (!program.Match(piece(text), from, to, RE2::ANCHOR_START, found.data(),
                     static_cast<int>(bounds.size() + 1)) ||
      found[0].size() > all.repeats->counting_faithful)
    return false;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (found[i + 1].size() > bounds[i]) return false;
  return true;
}

// Like RE2::Match, with the groups of a window, after the whole match.
bool Pattern::match(std::string_view text, std::size_t from, std::size_t to,
                    Start start, std::uint32_t window,
                    std::span<re2::StringPiece> groups) const {
  const RE2::Anchor anchor =
      start == Start::kHere ? RE2::ANCHOR_START : RE2::UNANCHORED;
  const auto run = [&](const RE2& program) {
    return program.Match(piece(text), from, to, anchor, groups.data(),
                         static_cast<int>(groups.size()));
  };
  const bool ascii = is_short_ascii(text, from, to);
  const Programs& all = programs();
  const UnboundedRepeats& repeats = *all.repeats;
  if (!run(compiled(all.unbounded[window], repeats.regex, window, ascii)))
    return false;
  if (repeats.faithful == 0) return true;
  if (!groups.empty() &&
      (groups[0].size() <= repeats.faithful ||
       is_within_bounds(
           text, static_cast<std::size_t>(groups[0].data() - text.data()), to,
           ascii)))
    return true;
  return run(compiled(all.whole[window], regex_, window, ascii));
}

std::optional<Pattern::Match> Pattern::assigned(std::string_view text,
                                                std::size_t from,
                                                std::size_t to,
                                                Start start) const {
  for (std::size_t at = from; at < to; ++at) {
    if (const auto value = assignment_->find_at(text, at, to))
      return Match{at, value->match_end, value->begin, value->end};
    if (start == Start::kHere) break;
  }
  return std::nullopt;
}

bool Pattern::find(std::string_view text, std::size_t from, std::size_t to,
                   Start start, std::uint32_t group, Match* match) const {
  if (assignment_) {
    const auto found = assigned(text, from, to, start);
    if (found) *match = *found;
    return found.has_value();
  }
  const Programs& all = programs();
  // A group that the pattern lacks leaves the whole match.
  const std::uint32_t wanted = group <= all.groups ? group : 0;
  std::uint32_t window = wanted == 0 ? 0 : (wanted - 1) / kGroups;
  const auto size_of = [&](std::uint32_t which) -> std::size_t {
    if (group != 0) return wanted == 0 ? 1 : (wanted - 1) % kGroups + 2;
    return std::min(kGroups, all.groups - which * kGroups) + 1;
  };
  Found found;
  const auto run = [&](std::size_t begin, std::size_t end, Start where) {
    return this->match(text, begin, end, where, window,
                       std::span(found).first(size_of(window)));
  };
  if (!run(from, to, start)) return false;

  const auto offset = [&](const char* at) {
    return static_cast<std::size_t>(at - text.data());
  };
  re2::StringPiece secret = found[0];
  if (group != 0) {
    const re2::StringPiece& one = found[size_of(window) - 1];
    if (one.data() != nullptr) secret = one;
  } else if (!secret.empty()) {
    const std::size_t begin = offset(secret.data());
    for (bool more = true; more;) {
      const auto end = found.begin() + static_cast<int>(size_of(window));
      const auto taken = std::find_if(
          found.begin() + 1, end, [](const auto& one) { return !one.empty(); });
      if (taken != end) secret = *taken;
      more = taken == end && ++window < all.windows &&
             run(begin, to, Start::kHere);
    }
  }
  match->begin = offset(found[0].data());
  match->end = match->begin + found[0].size();
  match->secret_begin = offset(secret.data());
  match->secret_end = match->secret_begin + secret.size();
  return true;
}

bool Pattern::find(std::string_view text, std::size_t from, std::size_t to,
                   Start start, Span* span) const {
  if (assignment_) {
    const auto found = assigned(text, from, to, start);
    if (found) *span = {found->begin, found->end};
    return found.has_value();
  }
  re2::StringPiece found;
  if (!match(text, from, to, start, 0, {&found, 1})) return false;
  span->begin = static_cast<std::size_t>(found.data() - text.data());
  span->end = span->begin + found.size();
  return true;
}

bool Pattern::groups(std::string_view text,
                     std::vector<std::string_view>* groups) const {
  if (assignment_) {
    // The text before a name may decide whether the name counts, but it is not
    // part of a match.
    const std::string in_pair = '{' + std::string(text);
    groups->clear();
    const auto found = assigned(in_pair, 1, in_pair.size(), Start::kAnywhere);
    if (!found) return false;
    groups->push_back(text.substr(found->begin - 1, found->end - found->begin));
    groups->push_back(text.substr(found->secret_begin - 1,
                                  found->secret_end - found->secret_begin));
    return true;
  }
  const Programs& all = programs();
  groups->clear();
  for (std::uint32_t window = 0; window < all.windows; ++window) {
    Found found;
    const std::size_t size =
        std::min(kGroups, all.groups - window * kGroups) + 1;
    if (!match(text, 0, text.size(), Start::kAnywhere, window,
               std::span(found).first(size)))
      return false;
    for (std::size_t i = window == 0 ? 0 : 1; i < size; ++i)
      groups->emplace_back(found[i].data(), found[i].size());
  }
  return true;
}

bool Pattern::found_in(std::string_view text) const {
  if (assignment_)
    return assigned(text, 0, text.size(), Start::kAnywhere).has_value();
  return match(text, 0, text.size(), Start::kAnywhere, 0, {});
}

bool Pattern::begins(std::string_view text) const {
  if (assignment_)
    return assigned(text, 0, text.size(), Start::kHere).has_value();
  return match(text, 0, text.size(), Start::kHere, 0, {});
}

}  // namespace sluice
