// Allowlists, decided as gitleaks decides them.
// Thread-safety: immutable; patterns compile themselves on first use.
// Ownership: owns its compiled patterns; the Allowlist must outlive it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
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

// A search for many short words in a short text.
class WordList {
 public:
  WordList() = default;
  // Empty words are left out: no text contains them.
  explicit WordList(std::vector<std::string> words);

  bool found_in(std::string_view text) const;

 private:
  std::vector<std::string> words_;  // sorted
  // The words that begin with byte b: from first_[b] up to first_[b + 1].
  std::array<std::uint32_t, 257> first_{};
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
