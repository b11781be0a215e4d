// Finds candidates: the places of a text that match a rule's pattern.
// Literals find places, RE2 confirms them in a bounded context (engine.cc).
//
//   file.begin("src/app.py", false);
//   for each view of the file, in order:
//     engine.scan(view, file, scratch, &candidates);
//
// Example: the rule ghp_[A-Za-z0-9]{36} has the anchor "ghp_", with no bytes of
// a match before it, and matches of 40 bytes. In `token = "ghp_..."` the anchor
// stands at byte 9; the lookahead sees that letters follow; so RE2 is asked for
// a match that starts at 9 and ends by 49. A rule whose anchor may stand up to
// 20 bytes into the match is searched from 20 bytes before it.
//
// Thread-safety: an Engine is immutable and shared by all workers; a
// MatchScratch and a FileMatch belong to one worker.
// Ownership: an Engine owns its rules; candidates name them by index.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "match/filters/lookahead.h"
#include "match/path_pattern.h"
#include "match/pattern.h"
#include "match/plan/literal_search.h"
#include "match/plan/plan.h"
#include "match/tables/row_reader.h"
#include "regex/long_run.h"
#include "rules/rule_set.h"

namespace sluice {

// A part of a file, with what surrounds it. The view owns the matches that
// start in [owned_begin, owned_end); the rest is context.
struct View {
  std::string_view text;
  std::uint64_t origin = 0;  // where it begins in the file's text
  // 0 at the file's head, or else at least kLeftContext.
  std::size_t owned_begin = 0;
  // text.size() at the file's end, or else at least right_context() before it.
  std::size_t owned_end = 0;
};

// Bytes before a view's own that patterns and judges may look at.
inline constexpr std::size_t kLeftContext = 4 * 1024;

// The longest encoding of a character.
inline constexpr std::size_t kMaxCharacter = 4;

// Offsets into the view's text.
struct Candidate {
  std::uint32_t rule;
  Pattern::Match match;
};

// The time that a rule took: the confirmation of the places where its literals
// stand.
struct RuleTime {
  std::uint64_t time = 0;      // nanoseconds
  std::uint64_t searches = 0;  // of contexts, one or several together
  std::uint64_t candidates = 0;
};

// The memory that a worker's searches share.
struct MatchScratch {
  std::vector<RuleTime>* costs = nullptr;  // by rule; null: not counted
  // Ends a search early; null: no interrupt does.
  const Interrupt* interrupt = nullptr;
  // Whether it ended the last one, which then may have missed matches.
  bool interrupted = false;
  LiteralSearch::Scratch literals;
  std::vector<LiteralHit> hits;
  // Whether the view that was searched last holds one of kBlockMarks.
  bool block_marks = false;
  struct Context {
    std::uint32_t rule;
    std::uint32_t anchor;  // offset of the anchor's first byte
    std::uint32_t lead;
  };
  std::vector<Context> contexts;
  // Of this view: rules of which a needed literal was seen (LiteralUse); the
  // plain rules that are to run.
  std::vector<std::uint32_t> needed_seen;
  std::vector<std::uint32_t> plain;
  std::vector<Context> dealt;        // to sort them
  std::vector<std::uint32_t> place;  // by rule: where the next one goes
  std::string repaired;              // see subject_of() in engine.cc
  std::vector<std::string_view> cells;
  std::vector<std::string_view> runs;  // of this view (Assignment::kRun)
};

// What a part of a file that was matched by itself (FileMatch::begin_within)
// has to do with its neighbours.
struct PartEdges {
  struct Edge {
    std::uint32_t rule;
    std::uint64_t at;
  };
  // By rule: its first candidate, where one stands so near to the begin that a
  // match before the part can have taken bytes of it.
  std::vector<Edge> heads;
  // By rule: where the next match may start, if that is behind the part.
  std::vector<Edge> tails;
  std::vector<std::uint32_t> keywords;  // rules of which one was seen
  std::vector<RowReader> rows;  // empty: the part ends outside of tables
};

// The state that is carried from one view of a file to the next.
class FileMatch {
 public:
  // Begins a file. `path` must outlive its views; "-", standard input, is a
  // path that every rule fits which looks at text. With `strong_only`, rules
  // below high confidence are left out.
  void begin(std::string_view path, bool strong_only) {
    path_ = path;
    strong_only_ = strong_only;
    path_fits_.clear();
    fit_.reset();
    begin_again();
  }

  // Begins another text of the same file.
  void begin_again() {
    resume_.clear();
    crowds_.clear();
    keyword_seen_.clear();
    rows_.clear();
    heads_.clear();
    is_part_ = false;
  }

  // Begins at `begin`, in the middle of the file whose head Engine::read_head()
  // noted in `head`; as if nothing stood before. `head` may be read by many
  // threads meanwhile.
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
  // What the rules' paths say of this one; nothing: not asked yet.
  std::optional<PathFit> fit_;
  // By rule, filled when first needed: where its next match may start, whether
  // a keyword was seen.
  std::vector<std::uint64_t> resume_;
  std::vector<bool> keyword_seen_;
  // By rule, filled when first needed: the block of the file (kMaxSpan bytes)
  // that its last match began in, and how many did (kCrowd).
  struct Crowd {
    std::uint64_t block = 0;
    std::uint32_t matches = 0;
  };
  std::vector<Crowd> crowds_;
  // By the engine's paths, filled when first needed: whether this one fits.
  std::vector<std::optional<bool>> path_fits_;
  // By rule for rows, in the plan's order.
  std::vector<RowReader> rows_;
  // Of a part: PartEdges::heads.
  bool is_part_ = false;
  std::uint64_t part_begin_ = 0;
  std::vector<PartEdges::Edge> heads_;
};

// What serialize_literals() gave for `rules`. Both must outlive the engine.
struct BuiltLiterals {
  std::span<const Rule> rules;
  std::string_view bytes;
};

class Engine {
 public:
  // `literals` is what serialize_literals() gave for the same rules, and must
  // outlive the engine; empty: they are compiled when it pays. The patterns
  // must have passed check_patterns(). Error: kConfig, for damaged bytes, which
  // may also show when they are first needed, by a std::runtime_error.
  static Result<std::unique_ptr<Engine>> create(RuleSet rules,
                                                std::string_view literals);

  // The same for rules that are `built.rules` or may have most of them, as a
  // configuration has that extends the default rules: the literals of these are
  // not compiled again.
  static Result<std::unique_ptr<Engine>> create_extended(
      RuleSet rules, const BuiltLiterals& built);

  const RuleSet& rules() const { return rules_; }

  // Bytes that a view needs after its own, unless they end the file: those that
  // can decide a match, and the character behind it.
  std::size_t right_context() const {
    return plan_.right_context + kMaxCharacter;
  }

  // Appends the candidates that `view` owns, in the order of their place, then
  // rule. The views of a file come in its order and without a gap.
  void scan(const View& view, FileMatch& file, MatchScratch& scratch,
            std::vector<Candidate>* candidates) const;

  // Notes in `file` what the head of a file says of all of it; `text` is what
  // its first view would be.
  void read_head(std::string_view text, FileMatch& file) const;

  // What `part`, matched up to `end`, has to do with its neighbours.
  PartEdges edges(const FileMatch& part, std::uint64_t end) const;

  // Goes on with `file` behind the part that comes next, which was matched by
  // itself. False, and nothing happened: matched in its place it would give
  // something else.
  bool append(const PartEdges& part, FileMatch& file) const;

  // Whether what comes next is read as part of a table that began before it.
  static bool is_in_table(const FileMatch& file) {
    return std::ranges::any_of(file.rows_, &RowReader::is_inside);
  }

  // Where the tables begin that what comes next is part of.
  static std::vector<std::uint64_t> tables_since(const FileMatch& file);

  // The rules of which a keyword was seen that may stand anywhere in the file;
  // and that one of a rule of that name was seen elsewhere in it.
  std::vector<std::string_view> keywords_seen(const FileMatch& file) const;
  void note_keyword(std::string_view rule_id, FileMatch& file) const;

  // Whether `rule`, of which a candidate was found, may apply to the file at
  // all: one of its keywords must have been seen. To be asked after the last
  // view.
  bool keyword_seen(std::uint32_t rule, const FileMatch& file) const;

  // The rules without a pattern whose path fits.
  std::vector<std::uint32_t> path_matches(FileMatch& file) const;

 private:
  // What is known of a rule's pattern; the first thread that needs it makes it.
  struct Known {
    std::once_flag once;
    // All written once, under `once`.
    std::string table;  // of the lookahead, if the rule brings none
    Lookahead lookahead;
    // Whether a match that holds an anchor implies a match that begins at one.
    bool begins_at_anchor = false;
  };

  // `plan` is that of `rules`.
  Engine(RuleSet rules, MatchPlan plan);

  PathFit path_fit(FileMatch& file) const;
  const Known& known_of(std::uint32_t rule) const;
  bool applies(std::uint32_t rule, FileMatch& file) const;
  static std::size_t first_start(const View& view, std::uint32_t rule,
                                 const FileMatch& file);
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
  bool confirm(const View& view, const MatchScratch::Context& context,
               FileMatch& file, std::vector<Candidate>* candidates) const;
  void begin_rows(std::string_view text, FileMatch& file) const;
  void read_rows(const View& view, FileMatch& file, MatchScratch& scratch,
                 std::vector<Candidate>* candidates) const;
  void choose_plain(const View& view, FileMatch& file,
                    MatchScratch& scratch) const;
  void run_plain(const View& view, std::uint32_t rule, FileMatch& file,
                 MatchScratch& scratch,
                 std::vector<Candidate>* candidates) const;

  RuleSet rules_;
  MatchPlan plan_;
  LiteralSearch literals_;           // of `rules_` and `plan_`
  std::deque<Pattern> patterns_;     // by rule
  std::vector<bool> needs_literal_;  // by rule: a plain one that has some
  std::vector<LongRun> plain_runs_;  // of the plain rules, in the plan's order
  std::vector<std::uint32_t> path_of_;  // by rule: number in paths_
  std::deque<PathPattern> paths_;       // each once: many rules share theirs
  mutable std::deque<Known> known_;     // by rule
};

// Whether RE2 takes every pattern of `rules`; the error names file, line and
// rule.
Result<void> check_patterns(const RuleSet& rules);

}  // namespace sluice
