// One worker's way with a file: read, match, judge.
// Thread-safety: a Pipeline belongs to one worker; what it refers to is shared
// and immutable.
// Memory: one buffer of text (kOwnedBytes and context) and the scratch,
// allocated once; a second buffer once a UTF-16 file was met; and the findings
// of the file at hand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "baseline/baseline.h"
#include "finding/finding.h"
#include "fs/file_system.h"
#include "judge/allow_blocks.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/rule_choice.h"
#include "scan/file_task.h"
#include "scan/place_cursor.h"
#include "scan/tally.h"
#include "scan/text_reader.h"

namespace sluice {

// How many bytes of a file one view owns: small enough to stay in a core's
// cache between reading and matching, large enough that the context around it,
// which is matched twice, does not matter.
inline constexpr std::size_t kOwnedBytes = 512 * 1024;

struct PipelineOptions {
  // Findings below it are counted and not reported.
  Confidence min_confidence = Confidence::kLow;
  // Whether to fill FileReport::dropped. If not, it costs nothing.
  bool explain_drops = false;
  // How much of each secret reports mask, in percent, if that was asked for.
  std::optional<unsigned> redact;
  // Findings of other rules are left out. Null: all are on.
  const RuleChoice* rules = nullptr;
  // Findings that it knows are counted and not reported. Null: none.
  const Baseline* baseline = nullptr;
  // Ends the file at hand early, as one that was not read in full.
  const Interrupt* interrupt = nullptr;
  // Another in tests alone; at least kMaxCharacter.
  std::size_t owned_bytes = kOwnedBytes;
};

class Pipeline {
 public:
  // Adds to `*tally`, which is this worker's alone.
  Pipeline(const FileSystem& fs, const Engine& engine, const Judge& judge,
           Tally* tally, const PipelineOptions& options = {});

  // Scans one file. Null if there is nothing to report of it.
  std::unique_ptr<FileReport> scan(const FileToScan& file);

 private:
  void read_and_match(const OpenedFile& file, FileReport* report);
  void judge_view(const View& view, PlaceCursor* places, FileReport* report);
  void add_path_findings(FileReport* report);
  void drop_without_keyword(FileReport* report) const;
  void drop_in_blocks(AllowBlocks blocks, FileReport* report);
  void drop_disabled(FileReport* report) const;
  void hide_known(FileReport* report);
  void hide_unsure(FileReport* report);
  template <typename Keep, typename Facts>
  std::uint64_t hide(FileReport* report, Drop why, const Keep& keep,
                     const Facts& facts) const;
  Finding make_finding(const Verdict& verdict, const View& view,
                       const Pattern::Match& match, const PlaceCursor& places,
                       std::string_view path) const;

  const FileSystem* fs_;
  TextReader reader_;
  const Engine* engine_;
  const Judge* judge_;
  Tally* tally_;
  PipelineOptions options_;
  std::size_t capacity_;
  std::unique_ptr<char[]> buffer_;
  MatchScratch scratch_;
  FileMatch file_;
  std::vector<Candidate> candidates_;
  // Places in the file at hand that allow comments are about.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> allowed_;
};

}  // namespace sluice
