// Which of many findings in many versions of files brought a secret in: those
// of the first commit that has it, wherever in it. Thread-safety: none. Memory:
// 40 bytes for each secret, and the reports of first places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "finding/finding.h"

namespace sluice {

// A rule and a secret; or a rule and a path, for one without a pattern. A secret
// in a message has another key than the same one in a file, so that neither
// counts as a repetition of the other.
struct SecretKey {
  std::array<std::uint64_t, 2> words{};
  bool operator==(const SecretKey&) const = default;

  static SecretKey of(const Finding& finding, const FileReport& report);
};

}  // namespace sluice

template <>
struct std::hash<sluice::SecretKey> {
  std::size_t operator()(const sluice::SecretKey& key) const noexcept {
    return static_cast<std::size_t>(key.words[0]);
  }
};

namespace sluice {

class FirstFindings {
 public:
  struct Report {
    std::uint32_t commit;
    std::unique_ptr<FileReport> report;
  };

  // The report of a version that `commit` brought in. In any order.
  void add(std::uint32_t commit, std::unique_ptr<FileReport> report);

  // Drops the findings for which `is_known(commit, key)` is true.
  void drop_known(
      const std::function<bool(std::uint32_t, const SecretKey&)>& is_known);

  // Calls `see` with commit and file for every first place at this moment,
  // those of FileReport::mistyped as well; with some more than once.
  void for_each(
      const std::function<void(std::uint32_t, const std::string&)>& see) const;

  // The same, together with the secret, for every first place.
  void for_each_secret(
      const std::function<void(std::uint32_t, const std::string&,
                               const SecretKey&)>& see) const;

  // By commit, then path. Once.
  std::vector<Report> take();

  // The place where each token of FileReport::mistyped came in, in that order.
  struct Mistyped {
    std::uint32_t commit;
    Location location;
    std::uint64_t line;
    const Rule* rule;
    SecretKey key;

    auto place() const { return std::tie(commit, location, line); }
  };
  std::vector<Mistyped> take_mistyped();

  // Findings that were not the first of their secret.
  std::uint64_t repeated() const { return repeated_; }

 private:
  struct Held {
    std::uint32_t commit = 0;
    std::unique_ptr<FileReport> report;
    std::vector<SecretKey> keys;  // of its findings
    std::size_t alive = 0;        // first places among them
  };
  struct HeldFinding {
    std::uint32_t held;
    std::uint32_t finding;
  };
  struct First {
    std::uint32_t commit = UINT32_MAX;
    std::vector<HeldFinding> places;
  };

  void forget(First* first);
  void add_mistyped(std::uint32_t commit, const FileReport& report);

  std::vector<Held> held_;
  std::unordered_map<SecretKey, First> firsts_;
  std::unordered_map<SecretKey, Mistyped> mistyped_;
  std::uint64_t repeated_ = 0;
};

}  // namespace sluice
