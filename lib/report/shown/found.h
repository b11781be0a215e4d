// Counts what a report finds: secrets, places and files, in all and by
// confidence, rule, provider and directory. All formats of a scan share one of
// these, so all of them state the same numbers.
//
// A secret is a text under a rule. It gets a number when it first appears, from
// 1. The number says nothing about the secret, and is the same for any number
// of workers, because findings come in the walk's order. A file that was found
// by its path has no text, and counts as a secret of its own.
//
// A report that was read back masked has no texts. Its secrets are told apart
// by the numbers that it gave them (Finding::secret_id).
//
// Thread-safety: one thread. Memory: 24 bytes for each secret, kMaxSecrets of
// them at most, and kMaxNames directories. Secrets beyond that are not numbered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finding/finding.h"

namespace sluice {

// How exact the number of secrets is.
enum class SecretCount : std::uint8_t {
  kExact,
  kAtMost,   // equal secrets of different reports count apart
  kAtLeast,  // there are more than FoundTotals::kMaxSecrets
  kUnknown,  // a masked report without numbers was read
};
inline constexpr std::array<std::string_view, 4> kSecretCountNames = {
    "exact", "at_most", "at_least", "unknown"};

struct FoundCounts {
  std::uint64_t places = 0;  // findings
  std::uint64_t files = 0;   // that have any
  std::uint64_t secrets = 0;
  SecretCount count = SecretCount::kUnknown;  // what `secrets` means
  // In git's history: the messages of commits and tags that have any, which are
  // no files, and the findings that no ref leads to.
  std::uint64_t messages = 0;
  std::uint64_t by_reflog = 0;
  std::uint64_t by_nothing = 0;
};

// A number of secrets and of places. A secret counts where it first appears, so
// the numbers of a grouping add up.
struct FoundTally {
  std::uint64_t secrets = 0;
  std::uint64_t places = 0;
};

class FoundTotals {
 public:
  // `masked`: the findings were read from a report that had masked them.
  explicit FoundTotals(bool masked = false) : masked_(masked) {}
  FoundTotals(const FoundTotals&) = delete;
  FoundTotals& operator=(const FoundTotals&) = delete;

  // Counts the findings of a file. The parts of one file come one after the
  // other.
  void add(const FileReport& report);

  // Returns the number of a secret of the file that was added last; 0 if it is
  // not known. `index` counts that file's findings.
  std::uint64_t secret_of(std::size_t index) const { return numbers_[index]; }

  FoundCounts counts(const Coverage& coverage) const;
  // While findings still come.
  std::uint64_t secrets() const { return secrets_.size(); }

  using ByName = std::map<std::string, FoundTally, std::less<>>;
  // A secret has the highest confidence of its places.
  const std::array<FoundTally, kConfidenceNames.size()>& by_confidence() const {
    return by_confidence_;
  }
  const ByName& by_rule() const { return by_rule_; }
  const ByName& by_provider() const {
    return by_provider_;
  }  // of rules with one
  // The first two directories of the path: directory_of().
  const ByName& by_directory() const { return by_directory_; }
  // By GitText and ReachedBy, of what is in git's history.
  const ByName& by_where() const { return by_where_; }
  const ByName& by_reach() const { return by_reach_; }
  // In further directories.
  const FoundTally& elsewhere() const { return elsewhere_; }

  static constexpr std::size_t kMaxSecrets = std::size_t{1} << 18;
  static constexpr std::size_t kMaxNames = 4096;

 private:
  // A digest stays in the process. It is shorter than a text, and nobody can
  // make up two secrets with the same one, which would hide one of them.
  using Key = std::array<std::uint8_t, 15>;
  struct Secret {
    Key key;
    Confidence confidence;
  };

  struct Met {
    std::uint64_t number = 0;  // 0: not known, or no room
    bool is_new = false;
  };
  void count_place(const FileReport& report);
  Met meet(const Finding& finding);
  Met meet(const Key& key, Confidence confidence);
  std::uint32_t number_of(std::string_view rule);
  void grow();
  void raise(Secret* secret, Confidence confidence);
  void count(const Finding& finding, const Met& met, const FileReport& report,
             const std::string& directory);

  bool masked_;
  FoundCounts counts_;
  std::vector<std::uint64_t> numbers_;  // of the findings added last
  std::vector<Secret> secrets_;         // by number, from 1
  // Open addressing: numbers, 0 for none; at most half of them are used.
  std::vector<std::uint32_t> table_;
  using Rules = std::map<std::string, std::uint32_t, std::less<>>;
  Rules rules_;  // their numbers, from 0
  Rules::const_iterator last_rule_ = rules_.end();
  bool full_ = false;
  bool unknown_ = false;
  Location last_;
  std::string last_message_;  // the id of its commit or tag
  std::array<FoundTally, kConfidenceNames.size()> by_confidence_{};
  ByName by_rule_;
  ByName by_provider_;
  ByName by_directory_;
  ByName by_where_;
  ByName by_reach_;
  FoundTally elsewhere_;
};

// Returns the names with their counts, those of the most secrets first, then of
// the most places. They point into `groups`.
std::vector<std::pair<const std::string*, const FoundTally*>> largest_first(
    const FoundTotals::ByName& groups);

// Returns "drivers/net" for "drivers/net/wireless/a.c", and "./" for a file of
// the scanned directory itself.
std::string directory_of(std::string_view path);

}  // namespace sluice
