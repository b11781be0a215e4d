// Takes the findings in a stretch of a file.
// Thread-safety: one thread at a time.
#pragma once

#include <cstdint>
#include <string>

#include "finding/finding.h"
#include "judge/allow/directive.h"
#include "match/engine.h"
#include "scan/report/allowed_spans.h"

namespace sluice {

class Collector {
 public:
  virtual ~Collector() = default;
  virtual void add(Finding&& finding) = 0;
  virtual void add_dropped(Dropped dropped) = 0;
  // A candidate that a comment on its line, or an allowlist, allows.
  virtual void add_allowed(AllowedSpan span) = 0;
  // About comments beside a finding.
  virtual void add_comment_doubts(const AllowDoubts& doubts) = 0;
  // Half a sentence about the file; may be empty.
  virtual void add_doubt(std::string half) = 0;
  // Why a part of the file was not read; half a sentence.
  virtual void add_unread(std::string half) = 0;
  // Candidates at which an expression of the configuration failed.
  virtual void add_failed_filters(std::uint64_t count) = 0;
  // Findings for which there was no room.
  virtual void add_left_out(std::uint64_t count) = 0;
  // The comments in the bytes that `view` owns that begin and end blocks;
  // before anything that was found in them.
  virtual void note_blocks(const View& view) = 0;
  // Whether a comment noted so far names rules.
  virtual bool blocks_name_rules() const = 0;

  // All later findings are at byte `frontier` of the text or after it. Returns
  // false if there is no room; then the scan of the stretch must end.
  virtual bool advance(std::uint64_t frontier) = 0;

  // Whether the next view may be searched. If not, the scan of the stretch ends
  // at its beginning.
  virtual bool goes_on() const { return true; }

  // Whether the next findings may take so many bytes. If not, the scan of the
  // stretch must end, as in advance().
  virtual bool may_hold(std::uint64_t bytes) = 0;
};

}  // namespace sluice
