// Makes a file's report of its findings, and passes it on in parts while the
// file is being read, so that a file may have any number of findings.
// Thread-safety: one thread at a time.
// Memory: about kPartBytes of findings; kMostHeld if they cannot be separated,
// or the rules need all of them (report_parts.cc).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baseline/baseline.h"
#include "finding/finding.h"
#include "fs/file_system.h"
#include "judge/allow/allow_blocks.h"
#include "judge/allow/comment_doubts.h"
#include "judge/drop.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/rule_choice.h"
#include "scan/report/allowed_spans.h"
#include "scan/report/collector.h"
#include "scan/value/counts.h"
#include "scan/value/report_port.h"
#include "scan/value/scan_choices.h"

namespace sluice {

// The findings that a report leaves out.
struct ReportChoice {
  // Findings of disabled rules are left out. Null if all rules are enabled.
  const RuleChoice* rules = nullptr;
  // Findings in the baseline are counted and not reported. May be null.
  const Baseline* baseline = nullptr;
  Baseline::By known_by = Baseline::By::kEither;
  // Passes on each finding as soon as no later one can share a byte with it,
  // and tells the port how far that is (ReportPort::reached()). Nothing waits
  // for the rest of the file, so a finding counts even if nothing was seen that
  // its rule requires, and a keyword counts only for findings that are passed on
  // after it. FileReport::covered then has no findings of other parts.
  bool at_once = false;
};

// Whether nobody asks about a finding that another one of the same secret
// covers, and places alone decide which one does.
bool hides_covered(const RuleSet& rules, const ScanChoices& choices,
                   const ReportChoice& choice);

// A part is closed when it has come to as many bytes of findings (size_of).
inline constexpr std::uint64_t kPartBytes = 512 * 1024;

class ReportParts final : public Collector {
 public:
  ReportParts(const FileSystem* fs, const Engine& engine, const Judge& judge,
              const ScanChoices& choices, const ReportChoice& choice);

  // Begins a file with its name in reports. `match` has the rules of which a
  // keyword was seen; it and `port` must outlive the file.
  void begin(Location location, std::string root, const FileMatch& match,
             ReportPort& port);

  // Sets the size of the file; to be called before any part is put. Texts of a
  // file of more than kLargeBytes are masked as those of a range of it are.
  void set_file_size(std::uint64_t bytes);

  void add(Finding&& finding) override;
  void add_dropped(Dropped dropped) override;
  void add_allowed(AllowedSpan span) override { allowed_.add(span); }
  void add_comment_doubts(const AllowDoubts& doubts) override {
    comment_doubts_.add(doubts, judge_.rule_ids());
  }
  void append_comment_doubts(const CommentDoubts& more) {
    comment_doubts_.append(more);
  }
  void add_doubt(std::string half) override;
  void add_unread(std::string half) override {
    if (unread_.empty()) unread_ = std::move(half);
  }
  void add_failed_filters(std::uint64_t count) override {
    failed_filters_ += count;
  }
  void add_left_out(std::uint64_t count) override { left_out_ += count; }
  void note_blocks(const View& view) override;
  bool blocks_name_rules() const override { return blocks_.name_rules(); }
  bool may_hold(std::uint64_t bytes) override;
  bool advance(std::uint64_t frontier) override;

  // Takes the comments of a stretch that was looked at by itself, as
  // note_blocks() would have found them.
  void append_blocks(AllowBlocks&& blocks) {
    blocks_.append(std::move(blocks));
  }

  // Ends the file. `incomplete` is the reason if not all was read. Returns
  // false if the report has no room; see put().
  bool end(std::string incomplete);

  // Whether the report has all findings; known after the end of the file.
  bool has_all() const { return left_out_ == 0 && unread_.empty(); }

  // Whether rules require each other, so that no part of a file can be judged
  // without the rest.
  bool judges_whole() const { return needs_whole_; }

  // The rules with a finding that was left out because none of their keywords
  // was seen; known after the end of the file.
  const std::set<std::string_view>& undecided_rules() const {
    return undecided_rules_;
  }

  // AllowBlocks::open_since() of the bytes that were read.
  std::vector<std::uint64_t> blocks_since() const {
    return blocks_.open_since();
  }

  // The location in one text.
  const std::string& path() const {
    return location_.members.empty() ? location_.path : text_;
  }
  const Location& location() const { return location_; }
  const std::string& root() const { return root_; }
  // Returns the counts of unreported findings. REQUIRES: end() was called.
  Counts counts() const;

 private:
  // The places of a finding's secret and of its match in the text, and its
  // size; or of several findings without a gap between them.
  struct Reach {
    std::uint64_t begin, end, match_begin, match_end, bytes;
  };

  static Reach reach_of(const Finding& finding, std::uint64_t bytes);
  static Reach joined(const Reach& a, const Reach& b);
  static bool may_end(std::uint64_t end, std::uint64_t match_end,
                      const Reach& next);
  bool is_decided(const Finding& finding) const;
  bool covers(const Finding& one, const Finding& other) const;
  std::uint64_t undecided() const;
  void settle_whole();
  void settle_as_betterleaks(std::vector<Dropped>* dropped);
  void drop_undecided(std::vector<Dropped>* dropped);
  void settle_allowed(std::uint64_t frontier);
  bool drop_in_block(const Finding& finding, std::vector<Dropped>* dropped);
  std::vector<Reach> sorted_reaches() const;
  bool cut(std::uint64_t frontier);
  bool advance_at_once(std::uint64_t frontier);
  void leave_out();
  void note_before(const std::vector<Finding>& findings, std::uint64_t end);
  bool close_all(const std::vector<std::uint64_t>& ends);
  bool close(FileReport part, std::vector<Finding> near, bool is_last);
  void drop_disabled(FileReport* part) const;
  void hide_known(FileReport* part, bool is_last);
  void hide_below_confidence(FileReport* part);
  void set_fingerprints(std::vector<Finding>* findings) const;
  static void hide_beside(FileReport* part);
  template <typename Keep, typename Facts>
  std::uint64_t hide(FileReport* part, Drop why, const Keep& keep,
                     const Facts& facts) const;

  const FileSystem* fs_;
  const Engine& engine_;
  const Judge& judge_;
  const ScanChoices choices_;
  const ReportChoice choice_;
  const bool needs_whole_;    // some rule requires others, anywhere in the file
  const bool has_providers_;  // any rule has one
  const bool hides_covered_;
  const FileMatch* match_ = nullptr;
  ReportPort* port_ = nullptr;
  Location location_;
  std::string text_;  // of it, if it has members
  std::string root_;
  // Findings that are in no part yet.
  std::vector<Finding> findings_;
  std::vector<Dropped> dropped_;
  std::uint64_t held_ = 0;       // their size
  std::uint64_t cut_from_ = 0;   // the size from which cut() is tried
  std::vector<Reach> gone_;      // the places of findings that were left out
  std::uint64_t left_out_ = 0;   // how many
  std::string unread_;           // the first part of the file that was not read
  std::vector<Finding> before_;  // those of the last part that are masked on
  bool any_ = false;             // whether anything was found
  bool of_large_file_ = false;
  std::uint64_t passed_to_ = 0;  // with ReportChoice::at_once
  AllowBlocks blocks_;
  AllowedSpans allowed_;
  CommentDoubts comment_doubts_;
  std::vector<std::string> notes_;
  std::set<std::string_view> undecided_rules_;
  std::uint64_t below_confidence_ = 0;  // below the wanted confidence
  std::uint64_t baseline_ = 0;          // in the baseline
  std::uint64_t known_unread_ = 0;      // paths, the same
  std::uint64_t failed_filters_ = 0;    // candidates
};

}  // namespace sluice
