// Finds secrets in what is encoded in a text: base64, escapes and the like
// (lib/decode), one in the other.
//
//   password: aHVudGVyMg==   is judged as   password: hunter2
//
// What was decoded stands between what stands before it on its line, where the
// name is, and what stands behind; the same engine and the same judge look at
// it. Their findings are brought back to the bytes that hold them.
//
// Thread-safety: one worker's. Ownership: refers to engine and judge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interrupt.h"
#include "decode/coding.h"
#include "decode/encoded_text.h"
#include "decode/marks.h"
#include "judge/judge.h"
#include "match/engine.h"

namespace sluice {

// How far behind a view's own bytes escapes are decoded (decoded_text.cc).
inline constexpr std::size_t kDecodeReach = 26 * 1024;

// A finding, or a candidate that is none. Of `finding` are set all but what the
// file's cursor and path say: positions have their byte alone, and it is an
// offset in the text.
struct DecodedFinding {
  Finding finding;
  Drop drop = Drop::kNone;
  const Allowlist* allowlist = nullptr;
  AllowDoubts doubts;  // Verdict::doubts
};

class DecodedText {
 public:
  struct Options {
    unsigned depth = kDecodeDepth;
    bool explain = false;  // whether what was dropped is given, too
    const Interrupt* interrupt = nullptr;
  };

  DecodedText(const Engine& engine, const Judge& judge, const Options& options);

  // Begins a file. `path`, by which it is judged, must outlive its views. What
  // is binary is searched for as in FileMatch::begin().
  void begin(std::string_view path, bool binary);

  // The text of the file from the view's byte `from` on, `size` bytes of it or
  // as many as there are. Valid until the next call.
  using Reader =
      std::function<std::string_view(std::size_t from, std::size_t size)>;

  // What is encoded in the bytes that `view` owns, in the order of its place.
  // `candidates` are the engine's of the view: their values may be encoded
  // though too short to be known by themselves. The answer is the same however
  // a file is cut into views.
  const std::vector<DecodedFinding>& scan(
      const View& view, const std::vector<Candidate>& candidates,
      const Reader& read_on);

  // Why not all was decoded: half a sentence; empty: it was. For the last view.
  const std::string& doubt() const { return doubt_; }
  // Candidates at which an expression failed, of the last scan.
  std::uint64_t failed_filters() const { return failed_filters_; }

 private:
  // A text and where findings in it count.
  struct Level {
    std::string_view text;
    SourceRange owned;     // where the decoded part of it stands
    const SourceMap* map;  // of that part; null: the file's own text
    Coding coding;         // that was taken off, the outermost of several
    unsigned depth;        // encodings that may still be taken off
  };

  void scan_runs(const View& view, const Reader& read_on);
  void scan_values(const View& view, const std::vector<Candidate>& candidates);
  void scan_blocks(const View& view);
  void add(const View& view, std::string_view text, std::size_t origin,
           std::vector<DecodedFinding> found);

  std::vector<DecodedFinding> look_into(std::string_view text,
                                        const EncodedSpan& span,
                                        unsigned depth);
  std::vector<DecodedFinding> look_at(std::string_view text, DecodedSpan span,
                                      unsigned depth);
  std::vector<DecodedFinding> find_in(const Level& level, bool is_text);
  void find_deeper(const Level& level, std::vector<DecodedFinding>* found);
  bool may_matter(const Level& level, SourceRange range) const;
  bool is_cut(const Level& level, const Pattern::Match& at) const;

  const Engine& engine_;
  const Judge& judge_;
  Options options_;
  bool has_providers_;

  std::string_view path_;
  bool binary_ = false;
  bool begun_ = false;  // match_ and strong_match_, which few files need
  Escapes escapes_ = Escapes::kAll;
  FileMatch match_;
  FileMatch strong_match_;  // for what is no text
  MatchScratch scratch_;
  Marks marks_;  // of the view
  std::size_t budget_ = 0;
  std::vector<DecodedFinding> found_;
  std::string doubt_;
  std::uint64_t failed_filters_ = 0;
};

}  // namespace sluice
