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
#include <span>
#include <stdexcept>

#include "regex/pattern_bounds.h"
#include "regex/program_size.h"
#include "regex/relaxed.h"
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
std::unique_ptr<RE2> compile(std::string_view regex) {
  RE2::Options options = re2_options();
  std::unique_ptr<RE2> re;
  for (const int megabytes : {2, 8, 64}) {
    options.set_max_mem(megabytes << 20);
    re = std::make_unique<RE2>(piece(regex), options);
    if (re->error_code() != RE2::ErrorPatternTooLarge) break;
  }
  return re;
}

// With the most memory that it gets, RE2 has room for 1,398,000 instructions:
// two thirds of 64 MiB, of which a program may take a quarter at 8 bytes each.
// The largest of betterleaks' patterns has 792,000 by the bound, and really
// 38,600, which take 20 ms.
constexpr std::uint64_t kSurelyCompiles = 1'000'000;

// Patterns with no more groups than this need no heap memory for a search.
constexpr std::size_t kFewGroups = 16;

}  // namespace

std::string pattern_error(std::string_view regex, std::uint32_t group) {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  return pattern_error_within(regex, group, &room);
}

std::string pattern_error_within(std::string_view regex, std::uint32_t group,
                                 std::uint64_t* room) {
  std::string why = bounds_error(regex);
  if (!why.empty()) return why;
  RE2::Set parser(re2_options(), RE2::UNANCHORED);
  // RE2 quotes the pattern, which may contain line breaks.
  if (parser.Add(piece(regex), &why) < 0) return escape_for_terminal(why);
  const ProgramSize size = program_size(regex);
  if (size.bound > *room) return "with it the patterns are too large together";
  *room -= size.bound;
  if (size.bound > kSurelyCompiles) {
    const std::unique_ptr<RE2> re = compile(regex);
    if (!re->ok()) return escape_for_terminal(re->error());
  }
  if (group > size.groups)
    return fmt::format("there is no group {}; the pattern has {}", group,
                       size.groups);
  return "";
}

Pattern::Pattern(std::string_view regex, Owner owner)
    : regex_(regex), owner_(owner) {}
Pattern::Pattern(const Rule& rule, Owner owner) : Pattern(rule.regex, owner) {
  if (rule.assignment != Assignment::kNone && rule.regex.empty())
    assignment_.emplace(rule.assignment, rule.keywords);
}
Pattern::~Pattern() = default;

// Outside of call_once(), because ThreadSanitizer lets no exception out of it.
const Pattern::Program& Pattern::checked(const Program& program) const {
  if (program.re2->ok()) return program;
  throw std::runtime_error(fmt::format(
      "{}bad pattern `{}`: {}",
      owner_.rules == nullptr
          ? ""
          : fmt::format("{}: rule `{}`: ", owner_.rules->origin(owner_.rule),
                        owner_.rules->rules()[owner_.rule].id),
      program.re2->pattern(), program.re2->error()));
}

const Pattern::Program& Pattern::relaxed() const {
  std::call_once(relaxed_.once, [this] {
    const RelaxedPattern relaxed = relax(regex_);
    relaxed_.faithful = relaxed.faithful;
    relaxed_.re2 = compile(relaxed.regex);
  });
  return checked(relaxed_);
}

const Pattern::Program& Pattern::whole() const {
  std::call_once(whole_.once, [this] { whole_.re2 = compile(regex_); });
  return checked(whole_);
}

// Like RE2::Match.
bool Pattern::match(std::string_view text, std::size_t from, std::size_t to,
                    Start start, std::span<re2::StringPiece> groups) const {
  const RE2::Anchor anchor =
      start == Start::kHere ? RE2::ANCHOR_START : RE2::UNANCHORED;
  const auto run = [&](const Program& program) {
    return program.re2->Match(piece(text), from, to, anchor, groups.data(),
                              static_cast<int>(groups.size()));
  };
  const Program& first = relaxed();
  if (!run(first)) return false;
  if (first.faithful == 0) return true;
  if (!groups.empty() && groups[0].size() <= first.faithful) return true;
  return run(whole());
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
  const auto all =
      static_cast<std::size_t>(relaxed().re2->NumberOfCapturingGroups());
  // If the pattern lacks the group, the whole match remains.
  const std::size_t wanted = group == 0 ? all : group <= all ? group : 0;
  std::array<re2::StringPiece, kFewGroups> few;
  std::vector<re2::StringPiece> many;
  std::span<re2::StringPiece> found(few);
  if (wanted < few.size()) {
    found = found.first(wanted + 1);
  } else {
    many.resize(wanted + 1);
    found = many;
  }
  if (!this->match(text, from, to, start, found)) return false;

  const auto offset = [&](const char* at) {
    return static_cast<std::size_t>(at - text.data());
  };
  re2::StringPiece secret = found[0];
  if (group != 0) {
    if (found[wanted].data() != nullptr) secret = found[wanted];
  } else {
    const auto taken =
        std::find_if(found.begin() + 1, found.end(),
                     [](const re2::StringPiece& one) { return !one.empty(); });
    if (taken != found.end()) secret = *taken;
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
  if (!match(text, from, to, start, {&found, 1})) return false;
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
  const int count = relaxed().re2->NumberOfCapturingGroups() + 1;
  std::vector<re2::StringPiece> found(static_cast<std::size_t>(count));
  groups->clear();
  if (!match(text, 0, text.size(), Start::kAnywhere, found)) return false;
  for (const re2::StringPiece& group : found)
    groups->emplace_back(group.data(), group.size());
  return true;
}

bool Pattern::found_in(std::string_view text) const {
  if (assignment_)
    return assigned(text, 0, text.size(), Start::kAnywhere).has_value();
  return match(text, 0, text.size(), Start::kAnywhere, {});
}

}  // namespace sluice
