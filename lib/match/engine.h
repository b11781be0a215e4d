// Finds candidates: the places of a text that match a rule's pattern.
// Literals find places, RE2 confirms them in a bounded context (engine.cc).
//
//   file.begin("src/app.py", false);
//   for each view of the file, in order:
//     engine.scan(view, file, scratch, &candidates);
//
// Example: the rule ghp_[A-Za-z0-9]{36} has the anchor "ghp_". A match has no
// bytes before the anchor, and 40 bytes in all. In `token = "ghp_..."` the
// anchor begins at byte 9. The lookahead finds that letters follow, so RE2
// searches for a match that starts at 9 and ends by 49. If the anchor of a rule
// may be up to 20 bytes after the beginning of the match, the search starts 20
// bytes before the anchor.
//
// Thread-safety: an Engine is immutable and shared by all workers; a
// MatchScratch and a FileMatch belong to one worker.
// Ownership: an Engine owns its rules; candidates name them by index.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "match/filters/joint_lookahead.h"
#include "match/filters/lookahead.h"
#include "match/path_pattern.h"
#include "match/pattern.h"
#include "match/plan/plan.h"
#include "match/plan/plan_search.h"
#include "match/tables/row_reader.h"
#include "regex/required_run.h"
#include "rules/rule_set.h"
#include "text/common_runs.h"

namespace sluice {

// A part of a file, and the text around it. The view owns the matches that
// start in [owned_begin, owned_end). The rest is context.
struct View {
  std::string_view text;
  std::uint64_t origin = 0;  // its offset in the file's text
  // 0 at the beginning of the file, otherwise at least kLeftContext.
  std::size_t owned_begin = 0;
  // text.size() at the end of the file, otherwise at least right_context()
  // less.
  std::size_t owned_end = 0;
  // Candidates whose secrets are outside of text[wanted_begin, wanted_end) may
  // be left out.
  std::size_t wanted_begin = 0;
  std::size_t wanted_end = std::string_view::npos;
};

// Bytes before the owned bytes of a view that patterns and judges may use.
inline constexpr std::size_t kLeftContext = 4 * 1024;

// The longest encoding of a character.
inline constexpr std::size_t kMaxCharacter = 4;

// Offsets into the view's text.
struct Candidate {
  std::uint32_t rule;
  Pattern::Match match;
};

// The time that a rule took to confirm the places of its literals.
struct RuleTime {
  std::uint64_t time = 0;      // nanoseconds
  std::uint64_t searches = 0;  // each of one or more contexts
  std::uint64_t candidates = 0;
};

// The bound on matches of a configuration that the scanned tree brings
// (RuleStorage::foreign). In one file its rules together may match this many
// times, and once more for each kBytesAMatch bytes before the match. At the
// next match the file's search for these rules ends: FileMatch::gave_up(). The
// bound depends only on the text and the rules.
inline constexpr std::uint64_t kForeignMatches = 10'000;
inline constexpr std::uint64_t kBytesAMatch = 32;

// The memory that a worker's searches share.
struct MatchScratch {
  std::vector<RuleTime>* costs = nullptr;  // by rule; null means "not counted"
  // An interrupt ends a search early. Null means that no interrupt can.
  const Interrupt* interrupt = nullptr;
  // Whether an interrupt ended the last search, which then may have missed
  // matches.
  bool interrupted = false;
  // More candidates than this end the search, which is then made again for one
  // half of the view after the other; whether they did.
  std::size_t most = 0;
  bool overflowed = false;
  PlanSearch::Scratch literals;
  std::vector<LiteralHit> hits;
  // Whether most texts are versions of the text before, as in a history. Only
  // their new bytes are then searched for literals.
  bool versions = false;
  // The meaning of a literal's occurrence for a rule.
  struct Opening {
    enum class Kind : std::uint8_t { kContext, kKeyword, kNeeded, kMark };
    std::uint32_t rule;   // unless it is a mark
    std::uint32_t begin;  // of the literal
    std::uint32_t end;
    std::uint32_t lead;
    Kind kind;
    // Whether the bytes that the context's search may read contain no match.
    bool is_barren = false;
  };
  JointLookahead joint;
  // By literal: the last view in which it was found; empty before the first one.
  std::vector<std::uint64_t> literal_seen;
  std::uint64_t view = 0;
  // If `versions`: those of this view, nearly ordered by their ends.
  std::vector<Opening> openings;
  // The last view and its openings, if `versions`.
  struct Earlier {
    std::string text;
    PlanSearch::Set set = PlanSearch::Set::kAll;
    std::vector<Opening> openings;
    std::vector<CommonRun> runs;  // with this view
  } earlier;
  // Whether the last view contained one of kBlockMarks.
  bool block_marks = false;
  struct Context {
    std::uint32_t rule;
    std::uint32_t anchor;  // offset of the anchor's first byte
    std::uint32_t lead;
    std::uint32_t opening = 0;  // its number in the view
  };
  std::vector<Context> contexts;
  // For this view: the rules of which a needed literal was found (LiteralUse),
  // and the plain rules to run.
  std::vector<std::uint32_t> needed_seen;
  std::vector<std::uint32_t> plain;
  std::vector<Context> dealt;        // to sort them
  std::vector<std::uint32_t> place;  // by rule: the place of the next one
  std::string repaired;              // see subject_of() in engine.cc
  std::vector<std::string_view> cells;
  std::vector<std::string_view> runs;  // of this view (Assignment::kRun)
};

// The data that joins a part of a file that was matched separately
// (FileMatch::begin_within) with its neighbours.
struct PartEdges {
  struct Edge {
    std::uint32_t rule;
    std::uint64_t at;
  };
  // By rule: its first candidate, if it is so near to the beginning that a
  // match before the part may have taken some of its bytes.
  std::vector<Edge> heads;
  // By rule: where the next match may start, if that is after the part.
  std::vector<Edge> tails;
  std::vector<std::uint32_t> keywords;  // rules of which one was seen
  std::uint64_t begin = 0;              // of the part
  std::uint64_t foreign_matches = 0;    // in it
  bool gave_up = false;                 // FileMatch::gave_up()
  std::vector<RowReader> rows;          // empty if the part ends outside tables
};

// The state that passes from one view of a file to the next.
class FileMatch {
 public:
  // Begins a file. `path` must outlive its views. "-" means standard input:
  // every rule that reads text fits this path. `strong_only` leaves out rules
  // below high confidence.
  void begin(std::string_view path, bool strong_only) {
    path_ = path;
    strong_only_ = strong_only;
    in_binary_ = false;
    path_fits_.clear();
    applies_.clear();
    fit_.reset();
    begin_again();
  }

  // Begins a text in a binary file. The file's name says nothing about the
  // text, which may be settings. So rules for settings apply, too, but none for
  // tables.
  void begin_in_binary(std::string_view path) {
    begin(path, false);
    in_binary_ = true;
  }

  // Begins another text of the same file.
  void begin_again() {
    resume_.clear();
    crowds_.clear();
    keyword_seen_.clear();
    rows_.clear();
    heads_.clear();
    foreign_matches_ = 0;
    gave_up_ = false;
    is_part_ = false;
  }

  // Whether the search for the tree's own rules ended (kForeignMatches).
  bool gave_up() const { return gave_up_; }

  // Begins at `begin`, in the middle of the file whose beginning
  // Engine::read_head() noted in `head`, as if there were nothing before. Other
  // threads may read `head` at the same time.
  void begin_within(const FileMatch& head, std::uint64_t begin) {
    *this = head;
    is_part_ = true;
    part_begin_ = begin;
    for (RowReader& reader : rows_) reader.leave_head();
  }

 private:
  friend class Engine;
  std::string_view path_;
  bool strong_only_ = false;
  bool in_binary_ = false;
  // Which rules' paths fit this path; nothing if it was not examined yet.
  std::optional<PathFit> fit_;
  // By rule, filled when first needed: where its next match may start, and
  // whether a keyword was found.
  std::vector<std::uint64_t> resume_;
  std::vector<bool> keyword_seen_;
  // By rule, filled when first needed: the block of the file (kMaxSpan bytes)
  // in which its last match began, and the number of matches that began there
  // (kCrowd).
  struct Crowd {
    std::uint64_t block = 0;
    std::uint32_t matches = 0;
  };
  std::vector<Crowd> crowds_;
  // By the engine's paths, filled when first needed: whether the path of this
  // file fits.
  std::vector<std::optional<bool>> path_fits_;
  // By rule, filled when first needed: whether it is for such a file.
  enum class Applies : std::uint8_t { kUnknown, kNo, kYes };
  std::vector<Applies> applies_;
  // By rule for rows, in the plan's order. Empty before a rule for tables is
  // needed.
  std::vector<RowReader> rows_;
  std::uint64_t foreign_matches_ = 0;
  bool gave_up_ = false;
  // Whether this is a part, which collects PartEdges::heads.
  bool is_part_ = false;
  std::uint64_t part_begin_ = 0;
  std::vector<PartEdges::Edge> heads_;
};

// The literals of `rules` after serialize_literals(). Both must outlive the
// engine.
struct BuiltLiterals {
  std::span<const Rule> rules;
  std::string_view bytes;
};

class Engine {
 public:
  // `literals` is what serialize_literals() returned for the same rules, and
  // must outlive the engine. If it is empty, the literals are compiled when it
  // pays. The patterns must have passed check_patterns(). Error: kConfig if the
  // bytes are damaged. Some damage shows only when the bytes are first needed,
  // as a std::runtime_error.
  static Result<std::unique_ptr<Engine>> create(RuleSet rules,
                                                std::string_view literals);

  // Creates an engine for rules that are `built.rules` or contain most of them,
  // such as a configuration that extends the default rules. The literals of
  // `built.rules` are not compiled again.
  static Result<std::unique_ptr<Engine>> create_extended(
      RuleSet rules, const BuiltLiterals& built);

  const RuleSet& rules() const { return rules_; }

  // Bytes that a view needs after its owned bytes, unless the file ends before:
  // the bytes that can decide a match, and the character after it.
  std::size_t right_context() const {
    return plan_.right_context + kMaxCharacter;
  }

  // Appends the candidates that `view` owns, ordered by their place, then by
  // rule. The views of a file must come in its order and without gaps.
  void scan(const View& view, FileMatch& file, MatchScratch& scratch,
            std::vector<Candidate>* candidates) const;

  // Notes in `file` what the beginning of a file implies for all of it. `text`
  // is the text of its first view.
  void read_head(std::string_view text, FileMatch& file) const;

  // Returns what is needed to join `part`, matched up to `end`, with its
  // neighbours.
  PartEdges edges(const FileMatch& part, std::uint64_t end) const;

  // Joins the next part, which was matched separately, to `file`. Returns false
  // and does nothing if matching the part in its place would give another
  // result.
  bool append(const PartEdges& part, FileMatch& file) const;

  // Whether the next bytes are part of a table that began before them.
  static bool is_in_table(const FileMatch& file) {
    return std::ranges::any_of(file.rows_, &RowReader::is_inside);
  }

  // Returns the beginnings of the tables that the next bytes are part of.
  static std::vector<std::uint64_t> tables_since(const FileMatch& file);

  // keywords_seen() returns the rules of which a keyword was found that may be
  // anywhere in the file. note_keyword() notes that a keyword of this rule was
  // found in another part of the file.
  std::vector<std::string_view> keywords_seen(const FileMatch& file) const;
  void note_keyword(std::string_view rule_id, FileMatch& file) const;

  // Whether `rule`, which has a candidate, applies to the file at all: one of
  // its keywords must have been found. Call it after the last view.
  bool keyword_seen(std::uint32_t rule, const FileMatch& file) const;

  // The rules without a pattern whose path fits.
  std::vector<std::uint32_t> path_matches(FileMatch& file) const;

  // Whether there are rules for kinds of files, and those for `kind` that apply
  // to the file.
  bool has_file_rules() const { return !plan_.file_rules.empty(); }
  std::vector<std::uint32_t> file_matches(KeyFileKind kind,
                                          FileMatch& file) const;

 private:
  // Values derived from a rule's pattern. The first thread that needs them
  // makes them.
  struct Known {
    std::once_flag once;
    // Whether the others were written. Set after `once`, by each thread that
    // came too early; read by all, before the others. The release and the
    // acquire make them visible. std::call_once() takes many times as long.
    std::atomic<bool> made{false};
    // All written once, under `once`.
    std::string table;  // of the lookahead, if the rule has none
    Lookahead lookahead;
    Assignment assignment = Assignment::kNone;  // the rule's
    // Whether a match that contains an anchor implies a match that begins at
    // one.
    bool begins_at_anchor = false;
    // The widths in bytes of the runs that the pattern of a rule for runs can
    // match (Assignment::kRun).
    std::uint32_t least_run = 0;
    std::uint32_t longest_run = std::numeric_limits<std::uint32_t>::max();
  };

  // The rules for rows that may apply to files of a PathFit. The first thread
  // that needs them makes them.
  struct RowRules {
    std::once_flag once;
    std::vector<std::uint32_t> tables;  // by their place in the plan
    std::vector<std::uint32_t> runs;    // Assignment::kRun
  };

  // `plan` is that of `rules`.
  Engine(RuleSet rules, MatchPlan plan);

  bool scan_once(const View& view, FileMatch& file, MatchScratch& scratch,
                 std::vector<Candidate>* candidates) const;
  void scan_halves(const View& view, FileMatch& file, MatchScratch& scratch,
                   std::vector<Candidate>* candidates) const;
  void keep_within_bound(const View& view, std::size_t first, FileMatch& file,
                         std::vector<Candidate>* candidates) const;
  PathFit path_fit(FileMatch& file) const;
  const Known& known_of(std::uint32_t rule) const {
    const Known& known = known_[rule];
    return known.made.load(std::memory_order_acquire) ? known
                                                      : make_known(rule);
  }
  const Known& make_known(std::uint32_t rule) const;
  bool applies(std::uint32_t rule, FileMatch& file) const;
  bool is_for_file(std::uint32_t rule, FileMatch& file) const;
  static std::size_t first_start(const View& view, std::uint32_t rule,
                                 const FileMatch& file);
  // Whether it is known that the rule is not for this file.
  static bool is_left_out(std::uint32_t rule, const FileMatch& file) {
    return !file.applies_.empty() &&
           file.applies_[rule] == FileMatch::Applies::kNo;
  }
  template <typename Visit>
  void find_uses(std::string_view text, std::size_t from, std::size_t to,
                 PlanSearch::Set set, MatchScratch& scratch,
                 const Visit& visit) const;
  template <typename Visit>
  void find_anchors(std::uint32_t literal, std::string_view text,
                    std::size_t end, MatchScratch& scratch,
                    const Visit& visit) const;
  void add_openings(std::string_view text, std::size_t from, std::size_t to,
                    PlanSearch::Set set, MatchScratch& scratch) const;
  void add_openings_of_version(std::string_view text, PlanSearch::Set set,
                               MatchScratch& scratch) const;
  void open_contexts(const View& view, FileMatch& file,
                     MatchScratch& scratch) const;
  void sort_contexts(MatchScratch& scratch) const;
  bool contexts_are_ascii(const View& view, const MatchScratch& scratch) const;
  std::size_t span_at(std::uint32_t rule, std::uint64_t at,
                      const FileMatch& file) const;
  void count_match(std::uint64_t at, std::uint32_t rule, FileMatch& file) const;
  void accept(const View& view, const Candidate& candidate, FileMatch& file,
              std::vector<Candidate>* candidates) const;
  void note_head(std::uint64_t at, std::uint32_t rule, FileMatch& file) const;
  static std::uint64_t* time_of(std::uint32_t rule, MatchScratch& scratch) {
    return scratch.costs == nullptr ? nullptr : &(*scratch.costs)[rule].time;
  }
  void confirm_rule(const View& view,
                    std::span<const MatchScratch::Context> contexts,
                    FileMatch& file, MatchScratch& scratch,
                    std::vector<Candidate>* candidates) const;
  static void count_search(std::uint32_t rule, MatchScratch& scratch);
  std::size_t overlapping(
      std::span<const MatchScratch::Context> contexts) const;
  std::size_t hopeless(const View& view,
                       std::span<const MatchScratch::Context> contexts,
                       const FileMatch& file) const;
  // The result of the search in a context. An empty match is no candidate.
  enum class Searched : std::uint8_t { kNothing, kEmptyMatch, kMatch };
  Searched confirm(const View& view, const MatchScratch::Context& context,
                   FileMatch& file, std::vector<Candidate>* candidates) const;
  void note_barren(const View& view,
                   std::span<const MatchScratch::Context> contexts,
                   const FileMatch& file, MatchScratch& scratch) const;
  void begin_rows(std::string_view text, FileMatch& file) const;
  const RowRules& row_rules(const PathFit& fit) const;
  void read_tables(const View& view, std::span<const std::uint32_t> tables,
                   FileMatch& file, MatchScratch& scratch,
                   std::vector<Candidate>* candidates) const;
  void read_runs(const View& view, std::span<const std::uint32_t> rules,
                 FileMatch& file, MatchScratch& scratch,
                 std::vector<Candidate>* candidates) const;
  void choose_plain(const View& view, FileMatch& file,
                    MatchScratch& scratch) const;
  void run_plain(const View& view, std::uint32_t rule, FileMatch& file,
                 MatchScratch& scratch,
                 std::vector<Candidate>* candidates) const;

  RuleSet rules_;
  MatchPlan plan_;
  PlanSearch literals_;              // of `rules_` and `plan_`
  std::deque<Pattern> patterns_;     // by rule
  std::size_t longest_literal_ = 0;  // bytes
  std::vector<bool> needs_literal_;  // by rule: plain with literals
  std::vector<RequiredRun>
      plain_runs_;  // of the plain rules, in the plan's order
  std::vector<std::uint32_t> path_of_;  // by rule: number in paths_
  // Each once, because many rules share theirs; rules that accept a name
  // without an extension (Rule::plausible) have their own.
  std::deque<PathPattern> paths_;
  mutable std::vector<Known> known_;           // by rule
  mutable std::array<RowRules, 4> row_rules_;  // by PathFit
  // by rule: is it the scanned tree's; may be empty
  std::vector<bool> foreign_;
};

// Returns an error if RE2 rejects a pattern of `rules`. The error names file,
// line and rule.
Result<void> check_patterns(const RuleSet& rules);

}  // namespace sluice
