#include "scan/find/name_finder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "scan/find/found.h"

namespace sluice {
namespace {

enum class InName : std::uint8_t { kOther, kJoint, kDigit, kUpper, kLower };

constexpr std::array<InName, 256> kInNames = [] {
  std::array<InName, 256> kinds{};
  for (std::size_t c = '0'; c <= '9'; ++c) kinds[c] = InName::kDigit;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) kinds[c] = InName::kUpper;
  for (std::size_t c = 'a'; c <= 'z'; ++c) kinds[c] = InName::kLower;
  kinds['-'] = kinds['_'] = InName::kJoint;
  return kinds;
}();

// The place of byte `at` of a name. A name may have several lines.
Position position_in(std::string_view name, std::size_t at) {
  const std::string_view before = name.substr(0, at);
  const std::size_t line = before.rfind('\n');
  return {
      .line = 1 + static_cast<std::uint64_t>(std::ranges::count(before, '\n')),
      .column = line == before.npos ? at + 1 : at - line,
      .byte = at};
}

bool is_certain(const Rule& rule) {
  return rule.confidence == Confidence::kHigh;
}

}  // namespace

// In drawn letters and digits, digits stand between letters, or else every fourth
// character is a capital. Words, numbers after them and words that are joined by
// capitals do not look like that.
bool may_have_token(std::string_view name) {
  constexpr unsigned kShortest = 16;
  if (name.size() < kShortest) return false;
  unsigned size = 0;
  unsigned capitals = 0;
  unsigned changes = 0;  // from a letter to a digit, or back
  InName last = InName::kOther;
  for (const char c : name) {
    const InName kind = kInNames[static_cast<unsigned char>(c)];
    if (kind == InName::kOther) {
      size = capitals = changes = 0;
      last = kind;
      continue;
    }
    if (kind == InName::kUpper) ++capitals;
    if (kind != InName::kJoint) {
      if (last != InName::kOther &&
          (kind == InName::kDigit) != (last == InName::kDigit))
        ++changes;
      last = kind;
    }
    if (++size >= kShortest && (changes >= 2 || 4 * capitals >= size))
      return true;
  }
  return false;
}

std::vector<Finding> NameFinder::find(std::string_view name, std::size_t from,
                                      const std::string& judged) {
  std::vector<Finding> findings;
  // Rules for certain files apply to any name, as to standard input.
  match_.begin("-", /*strong_only=*/true);
  candidates_.clear();
  engine_.scan({.text = name, .owned_end = name.size()}, match_, scratch_,
               &candidates_);
  for (const Candidate& candidate : candidates_) {
    const Pattern::Match at = judge_.trimmed(name, candidate.match);
    if (at.secret_end <= from ||
        !is_certain(engine_.rules().rules()[candidate.rule]))
      continue;
    Verdict verdict = judge_.judge(candidate.rule, judged, name, at);
    if (verdict.drop != Drop::kNone ||
        verdict.confidence != Confidence::kHigh ||
        verdict.evidence.form != Form::kVendor)
      continue;
    Finding finding =
        found_at(std::move(verdict), name, at, /*with_text=*/true).finding;
    finding.start = position_in(name, at.secret_begin);
    finding.end = position_in(name, at.secret_end);
    finding.match_byte = at.begin;
    // Not more than the part between slashes: another one may have a token that
    // is not reported again.
    const std::size_t begin = name.rfind('/', at.secret_begin) + 1;
    const std::string_view part =
        name.substr(begin, name.find('/', at.secret_end) - begin);
    set_excerpt(part, at.secret_begin - begin, begin, &finding);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace sluice
