#include "match/pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/check.h"

namespace sluice {
namespace {

// Go's meaning: UTF-8, leftmost-first (for bytes that are not UTF-8, see
// subject_of() in engine.cc). A bad pattern is reported by us, not on
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
// larger bound. So a pattern that is too large gets more, and only that one,
// for the bound holds for what a search keeps as well.
std::unique_ptr<RE2> compile(std::string_view regex) {
  RE2::Options options = re2_options();
  auto re = std::make_unique<RE2>(piece(regex), options);
  if (re->error_code() != RE2::ErrorPatternTooLarge) return re;
  options.set_max_mem(64 << 20);
  return std::make_unique<RE2>(piece(regex), options);
}

// More groups than a rule plausibly has; the secret is among the first.
constexpr int kMaxGroups = 16;

}  // namespace

std::string pattern_error(std::string_view regex, std::uint32_t group) {
  const std::unique_ptr<RE2> re = compile(regex);
  if (!re->ok()) return re->error();
  const auto groups = static_cast<std::uint32_t>(re->NumberOfCapturingGroups());
  if (group > std::min<std::uint32_t>(groups, kMaxGroups - 1))
    return "there is no group " + std::to_string(group);
  return "";
}

Pattern::Pattern(std::string_view regex) : regex_(regex) {}
Pattern::~Pattern() = default;

const re2::RE2& Pattern::compiled() const {
  std::call_once(once_, [this] {
    re2_ = compile(regex_);
    SLUICE_CHECK(re2_->ok());
  });
  return *re2_;
}

bool Pattern::find(std::string_view text, std::size_t from, std::size_t to,
                   Start start, std::uint32_t group, Match* match) const {
  const RE2& re = compiled();
  const int groups = std::min(re.NumberOfCapturingGroups() + 1, kMaxGroups);
  std::array<re2::StringPiece, kMaxGroups> found;
  if (!re.Match(piece(text), from, to,
                start == Start::kHere ? RE2::ANCHOR_START : RE2::UNANCHORED,
                found.data(), groups))
    return false;

  const auto offset = [&](const char* at) {
    return static_cast<std::size_t>(at - text.data());
  };
  re2::StringPiece secret = found[0];
  if (group != 0 && group < static_cast<std::uint32_t>(groups)) {
    if (found[group].data() != nullptr) secret = found[group];
  } else if (group == 0) {
    for (int i = 1; i < groups; ++i) {
      const re2::StringPiece& taken = found[static_cast<std::size_t>(i)];
      if (taken.empty()) continue;
      secret = taken;
      break;
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
  re2::StringPiece found;
  if (!compiled().Match(
          piece(text), from, to,
          start == Start::kHere ? RE2::ANCHOR_START : RE2::UNANCHORED, &found,
          1))
    return false;
  span->begin = static_cast<std::size_t>(found.data() - text.data());
  span->end = span->begin + found.size();
  return true;
}

bool Pattern::any(std::string_view text, std::size_t from,
                  std::size_t to) const {
  return compiled().Match(piece(text), from, to, RE2::UNANCHORED, nullptr, 0);
}

bool Pattern::groups(std::string_view text,
                     std::vector<std::string_view>* groups) const {
  const RE2& re = compiled();
  const int count = re.NumberOfCapturingGroups() + 1;
  std::vector<re2::StringPiece> found(static_cast<std::size_t>(count));
  groups->clear();
  if (!re.Match(piece(text), 0, text.size(), RE2::UNANCHORED, found.data(),
                count))
    return false;
  for (const re2::StringPiece& group : found)
    groups->emplace_back(group.data(), group.size());
  return true;
}

bool Pattern::found_in(std::string_view text) const {
  return RE2::PartialMatch(piece(text), compiled());
}

}  // namespace sluice
