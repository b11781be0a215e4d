// Finds the secrets of a text, view by view. The engine finds candidates, the
// judge decides about them, and encoded text is decoded and searched in the
// same way (decoded_text.h). Only a Finder makes a Finding.
//
// Thread-safety: belongs to one worker. Ownership: refers to the engine and the
// judge.
// Memory: the scratch of the engine, the candidates of a view, and
// DecodedText's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interrupt.h"
#include "finding/finding.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "scan/find/covered_candidates.h"
#include "scan/find/decoded_text.h"
#include "scan/find/found.h"
#include "scan/report/collector.h"
#include "scan/text/encoding.h"
#include "scan/text/position_cursor.h"
#include "scan/text/view_reader.h"
#include "scan/value/scan_choices.h"
#include "scan/value/stage_times.h"

namespace sluice {

// Whether the file with that path and head meets the rules of high confidence
// alone, and counts as binary. A file that is for settings or credentials is
// read as text in spite of a NUL in it.
bool is_binary(std::string_view path, const FileHead& head);

// Begins the matching of a file. In a binary one that is no program, rules below
// high confidence apply to its runs of text.
void begin_match(std::string_view judged, const FileHead& head,
                 FileMatch* match);

class Finder {
 public:
  struct Options {
    ScanChoices choices{};
    const Interrupt* interrupt = nullptr;
    StageTimes* times = nullptr;  // where to measure; or null
    bool versions = false;        // PipelineOptions::versions
    CoveredCandidates::Options covered{};
  };

  // A text that is searched, and where its findings go.
  struct Text {
    const std::string& judged;  // WalkRoot::judged()
    FileMatch& match;
    PositionCursor& places;
    Collector& found;
  };

  Finder(const Engine& engine, const Judge& judge, const Options& options);

  // The bytes that a view needs after its own, and how many more ViewReader
  // may be asked for.
  std::size_t right_context() const;
  std::size_t most_beyond() const;

  // Begins a text. `binary`: is_binary() of it.
  void begin(const Text& text, bool binary);

  // Adds what begins in the view's own bytes to `text.found`. `views` is the
  // reader that gave the view. Returns false if the collector has no room; the
  // scan of the text then ends.
  bool find(const View& view, const Text& text, ViewReader& views);

  // Whether an interrupt ended the last find() early.
  bool interrupted() const { return scratch_.interrupted; }

  // Returns the findings of rules without a pattern, which report a file by its
  // path, at its first byte. `match` was begun for the path by which the file
  // is judged.
  std::vector<Finding> find_by_path(std::string_view judged,
                                    FileMatch& match) const;

  // Returns the findings of rules for kinds of files, at the first byte of the
  // file. `head` is its beginning, or with `whole` all of it.
  std::vector<Finding> find_by_kind(std::string_view head, bool whole,
                                    std::string_view judged,
                                    FileMatch& match) const;

 private:
  // A cursor that may have left the view.
  struct FarCursor {
    PositionCursor places;
    Position at{};
    bool is_beyond = false;
  };

  void search(const View& view, const Text& text);
  bool find_encoded_before(const Candidate& candidate, const View& view,
                           const Text& text, ViewReader& views,
                           PositionCursor* places);
  bool find_encoded(const View& view, const Text& text, ViewReader& views,
                    std::uint64_t end, PositionCursor* places);
  void add_encoded(const View& view, const Text& text, const ViewReader& views,
                   std::vector<Found>& found, const PositionCursor& places);
  std::optional<Verdict> verdict_on(std::size_t number, const View& view,
                                    const Text& text, TextFacts* facts);
  Verdict ask(const Candidate& candidate, const View& view, const Text& text,
              TextFacts* facts) const;
  bool judge(std::size_t number, const View& view, const Text& text,
             const ViewReader& views, TextFacts* facts);
  bool judge_in_run(const Candidate& candidate, const View& view,
                    const Text& text, const ViewReader& views);
  bool take(Verdict verdict, const Pattern::Match& match, const View& view,
            const Text& text, const ViewReader& views);
  void place(const View& view, const Pattern::Match& match,
             const PositionCursor& places, const ViewReader& views,
             Finding* finding) const;
  void note_allowed(const Text& text, Drop drop, Confidence confidence,
                    std::uint64_t begin, std::uint64_t end) const;
  void give(Found&& found, const Text& text) const;
  std::uint64_t* time(std::uint64_t StageTimes::*stage) const {
    return options_.times == nullptr ? nullptr : &(options_.times->*stage);
  }
  void count(std::uint64_t StageTimes::*number) const {
    if (options_.times != nullptr) ++(options_.times->*number);
  }

  const Engine& engine_;
  const Judge& judge_;
  const Options options_;
  DecodedText decoded_;
  CoveredCandidates covered_;
  MatchScratch scratch_;
  std::vector<Candidate> candidates_;
  bool binary_ = false;  // the text at hand
};

}  // namespace sluice
