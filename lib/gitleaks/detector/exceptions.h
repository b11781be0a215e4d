// Allowlists, decided as gitleaks decides them.
// Thread-safety: immutable; patterns compile themselves on first use.
// Ownership: owns its compiled patterns; the Allowlist must outlive it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gitleaks/detector/word_list.h"
#include "match/pattern.h"
#include "rules/rule.h"

namespace sluice {

// The texts of one finding that an allowlist examines.
struct GitleaksTexts {
  std::string_view file;
  std::string_view secret;
  std::string_view match;
  std::string_view line;
  std::string_view commit = {};  // in full; may be empty
};

class Exceptions {
 public:
  // `owner` names it in messages. Error: kConfig, if the patterns of the list
  // cannot be joined to one.
  static Result<std::unique_ptr<Exceptions>> compile(const Allowlist& allowlist,
                                                     std::string_view owner);

  // Whether one of its paths matches, whatever its other conditions are.
  bool fits_path(std::string_view file) const;

  // Whether nothing of `file`, as `commit` changes it, need be looked at.
  bool allows_file(std::string_view file, std::string_view commit = {}) const;

  bool allows(const GitleaksTexts& texts) const;

 private:
  explicit Exceptions(const Allowlist& allowlist);
  bool names_commit(std::string_view commit) const;

  const Allowlist& allowlist_;
  std::string paths_text_;
  std::string regexes_text_;
  std::unique_ptr<Pattern> paths_;    // may be null
  std::unique_ptr<Pattern> regexes_;  // may be null
  WordList stopwords_;                // in lower case
};

}  // namespace sluice
