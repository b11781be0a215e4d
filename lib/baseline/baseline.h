// Known findings, which are not to be reported again: what the files given as
// baselines hold, together.
// Thread-safety: add() by one thread, before the rest; knows() and note_read()
// by any thread at once; stale() when no other call is running or to come.
// Ownership: owns its entries.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "baseline/entry.h"
#include "baseline/read.h"
#include "finding/finding.h"
#include "fs/file_system.h"

namespace sluice {

// A baseline that lies in the scanned tree and has more bytes is an error.
inline constexpr std::size_t kMaxBaselineBytes = std::size_t{8} << 20;

class Baseline {
 public:
  // `is_rule` says whether a rule of that id is among those of the scan: an
  // entry that is known by its place asks for the rule then, and for none if it
  // is the name that another program has for it.
  explicit Baseline(std::function<bool(std::string_view id)> is_rule)
      : is_rule_(std::move(is_rule)) {}
  Baseline(const Baseline&) = delete;
  Baseline& operator=(const Baseline&) = delete;

  // Reads the file at `path`, which the user named. Errors: kConfig, for one
  // that cannot be read or is no baseline. Warnings: as ReadBaseline has them.
  Result<std::vector<std::string>> add(const FileSystem& fs,
                                       const std::string& path);
  // Like add(), for a text. `identity` is that of its file, if it has one.
  Result<std::vector<std::string>> add_text(
      const std::string& name, std::string_view text,
      std::optional<FileIdentity> identity);

  bool empty() const { return entries_.empty(); }

  // By what a finding may be known: the secret (or our fingerprint of it), the
  // place where it stands, or either. In history a secret has many places, of
  // which the first alone counts, and that is not known from the start.
  enum class By : std::uint8_t { kEither, kSecret, kPlace };

  // Null, or the name of the baseline that knows the finding.
  const std::string* knows(const FileReport& file, const Finding& finding,
                           By by = By::kEither) const;

  // The file was read to its end: what is known of it and was not found is
  // stale.
  void note_read(const FileReport& file) const;

  // The archive was read to its end, with all that lies in it: of members that
  // it does not have what is known is stale.
  void note_members_read(const FileReport& archive) const;

  // Whether the file is one of the baselines themselves.
  bool holds_file(const FileSystem& fs, const FileReport& file) const;

  // Entries whose finding is gone: their file was read in full and does not
  // hold it, or is not there any more (by `exists`). What was not looked at is
  // not stale: so no entry of a commit is, unless it was history that was
  // scanned (kSecret), nor one that has no path. In the order of the files, and in these. `by`: of
  // entries that are known otherwise nothing is said.
  struct Stale {
    std::size_t source = 0;  // an index of sources()
    const BaselineEntry* entry = nullptr;
  };
  // In a shard: those of files that it has read, and of files that are gone
  // those whose path is of it, so that each is told by one shard.
  using Exists = std::function<bool(const std::string& path)>;
  std::vector<Stale> stale(const Exists& exists, By by = By::kEither,
                           const std::optional<Shard>& shard = {}) const;

  // Returns them as a note for each baseline that has stale entries.
  std::vector<Note> stale_notes(const Exists& exists,
                                const std::optional<Shard>& shard = {}) const;

  struct Source {
    std::string name;
    BaselineFormat format;
    std::optional<FileIdentity> identity;
    std::size_t entries = 0;
  };
  const std::vector<Source>& sources() const { return sources_; }

 private:
  struct Known {
    Known(BaselineEntry of, std::size_t from)
        : entry(std::move(of)), source(from) {}
    BaselineEntry entry;
    std::size_t source;
    // Set by any worker, read by stale(). Relaxed: the end of the workers, for
    // which stale() waits, orders it.
    mutable std::atomic<bool> found{false};
  };
  static bool is_known_by(By by, const BaselineEntry& entry);

  struct OfPath {
    std::vector<const Known*> entries;
    mutable std::atomic<bool> read{false};          // as Known::found
    mutable std::atomic<bool> members_read{false};  // the same
  };

  bool fits(const Known& known, const FileReport& file, const Finding& finding,
            std::string* sha1) const;

  std::function<bool(std::string_view id)> is_rule_;
  std::vector<Source> sources_;
  std::deque<Known> entries_;
  std::unordered_map<std::string, OfPath> by_path_;
  std::unordered_map<std::string, const Known*> by_sha256_;  // whatever path
};

}  // namespace sluice
