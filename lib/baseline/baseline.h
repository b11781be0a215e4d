// Known findings, which are not reported again: the entries of all files that
// were given as baselines.
// Thread-safety: one thread calls add(), before the rest. Any threads may call
// knows() and note_read() at once, and one calls stale() after all other calls.
// Ownership: owns its entries.
#pragma once

#include <atomic>
#include <chrono>
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

// The most bytes of a baseline in the scanned tree; a larger one is an error.
inline constexpr std::size_t kMaxBaselineBytes = std::size_t{8} << 20;

class Baseline {
 public:
  // `is_rule` returns whether the scan has a rule with that id. If so, an entry
  // for a place matches only findings of this rule. If not, the id is another
  // program's name for a rule, and the entry matches findings of any rule.
  // Entries whose last day is before `today` know nothing.
  explicit Baseline(std::function<bool(std::string_view id)> is_rule,
                    Day today = sluice::today())
      : is_rule_(std::move(is_rule)), today_(today) {}
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

  // How a finding may be known: by the secret (or our fingerprint of it), by
  // its place, or by either. In history a secret has many places, of which only
  // the first counts, and the first one is not known from the start.
  enum class By : std::uint8_t { kEither, kSecret, kPlace };

  // Returns the name of a baseline that contains the finding, or null.
  const std::string* knows(const FileReport& file, const Finding& finding,
                           By by = By::kEither) const;

  // Whether an entry says that the path cannot be read for the reason
  // `file.incomplete`.
  bool knows_unread(const FileReport& file) const;

  // Notes that the finding is there, although it is not reported for another
  // reason. Its entry is then not stale.
  void note_there(const FileReport& file, const Finding& finding) const {
    (void)knows(file, finding);
  }

  // Call it when the file was read to its end. Entries for the file that were
  // not found are then stale.
  void note_read(const FileReport& file) const;

  // Call it when the archive was read to its end, with all its members. Entries
  // for members that it does not have are then stale.
  void note_members_read(const FileReport& archive) const;

  // Whether the file is one of the baselines themselves.
  bool holds_file(const FileSystem& fs, const FileReport& file) const;

  // Entries whose finding is gone: their file was read in full and does not
  // contain it, or the file does not exist any more (by `exists`). An entry is
  // not stale if its file was not scanned. So no entry with a commit is stale,
  // unless history was scanned (kSecret), and no entry without a path is. They
  // are in the order of the baselines, and of their lines. Only entries of the
  // kind `by` are returned.
  struct Stale {
    std::size_t source = 0;  // an index of sources()
    const BaselineEntry* entry = nullptr;
  };
  // In a shard: those of files that it has read, and of missing files whose
  // path belongs to the shard, so that only one shard reports each entry.
  using Exists = std::function<bool(const std::string& path)>;
  std::vector<Stale> stale(const Exists& exists, By by = By::kEither,
                           const std::optional<Shard>& shard = {}) const;

  // Returns them as a note for each baseline that has stale entries.
  std::vector<Note> stale_notes(const Exists& exists,
                                const std::optional<Shard>& shard = {}) const;

  // Entries that have met their finding, and that count no longer, or at most
  // kDaysAhead more days, in the order of the baselines and of their lines.
  static constexpr std::chrono::days kDaysAhead{14};
  struct Due {
    std::size_t source = 0;
    const BaselineEntry* entry = nullptr;
    bool expired = false;
  };
  std::vector<Due> due() const;

  // Returns them as at most two notes for each baseline.
  std::vector<Note> due_notes() const;

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
    mutable std::atomic<bool> unread{false};        // the same; not in full
  };

  bool has_expired(const Known& known) const {
    return known.entry.until && *known.entry.until < today_;
  }
  bool fits(const Known& known, const FileReport& file, const Finding& finding,
            std::string* sha1) const;

  std::function<bool(std::string_view id)> is_rule_;
  Day today_;
  std::vector<Source> sources_;
  std::deque<Known> entries_;
  std::unordered_map<std::string, OfPath> by_path_;
  std::unordered_map<std::string, const Known*> by_sha256_;  // whatever path
};

}  // namespace sluice
