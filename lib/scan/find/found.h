// A candidate that was judged: a finding, or the reason why it is none.
// Thread-safety: plain values.
#pragma once

#include <cstdint>
#include <string_view>

#include "finding/finding.h"
#include "judge/drop.h"
#include "judge/judge.h"
#include "match/pattern.h"

namespace sluice {

struct Found {
  Finding finding;
  Drop drop = Drop::kNone;
  const Allowlist* allowlist = nullptr;  // the one that dropped it
  bool excepted = false;                 // Verdict::excepted
  AllowDoubts doubts;                    // Verdict::doubts
};

// Whether the author of the file or of the configuration allows the secret. No
// rule of ours would have dropped it.
template <typename Judged>  // Verdict, Found
bool is_allowed(const Judged& judged) {
  return judged.drop == Drop::kDirective ||
         (judged.drop == Drop::kAllowlist && judged.allowlist->configured) ||
         (judged.drop == Drop::kFilter && judged.excepted);
}

// Returns the candidate `at` of `text` with its verdict. The positions have
// only their bytes: the offsets in `text`. Without `with_text` the finding has
// no match and no secret.
Found found_at(Verdict&& verdict, std::string_view text,
               const Pattern::Match& at, bool with_text);

// Sets the excerpt around the secret, which begins at byte `at` of `text`.
// `origin`: where `text` begins in the text of the file.
void set_excerpt(std::string_view text, std::size_t at, std::uint64_t origin,
                 Finding* finding);

}  // namespace sluice
