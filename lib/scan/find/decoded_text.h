// Finds secrets in encoded parts of a text: base64, escapes and others
// (lib/decode), one inside the other.
//
//   password: aHVudGVyMg==   is judged as   password: hunter2
//
// The decoded text gets the text around it on its line: the name before it, and
// the text after it. The same engine and the same judge examine it. Their
// findings are mapped back to the encoded bytes.
//
// Thread-safety: belongs to one worker. Ownership: refers to engine and judge.
// Memory: the decoded text and the findings of one block (decoded_text.cc),
// which MayHold may refuse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/contents.h"
#include "base/interrupt.h"
#include "decode/coding.h"
#include "decode/encoded_text.h"
#include "decode/marks.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "scan/find/found.h"

namespace sluice {

// How far after a view's own bytes escapes are decoded (decoded_text.cc).
inline constexpr std::size_t kDecodeReach = 26 * 1024;

class DecodedText {
 public:
  struct Options {
    unsigned depth = kDecodeDepth;
    bool explain = false;  // whether dropped candidates are returned, too
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
  // Returns whether so many bytes may be held; called from time to time, once
  // they are many.
  using MayHold = std::function<bool(std::uint64_t bytes)>;

  // Begins the blocks that `view` owns: those that begin in the bytes that it
  // owns. The view must stay until the last of them was scanned.
  void begin_view(const View& view);

  // Returns the place of the next block that may contain something encoded, in
  // the text of the file; kNoBlock if the view has no more.
  std::uint64_t next_block();
  static constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

  // Returns the findings in encoded text that begins in the block of
  // next_block(), in the order of their places; the caller may move from them.
  // Null if they may not be held. The result does not depend on how a file is
  // cut into views.
  std::vector<Found>* scan_block(const Reader& read_on,
                                 const MayHold& may_hold);

  // Returns the findings in the encoded value of a candidate that the engine
  // found in the view, if the value is too short to be found by itself.
  std::vector<Found>* scan_value(const Candidate& candidate);

  // Why not all of the last block or value was decoded: half a sentence; empty:
  // it was.
  const std::string& doubt() const { return doubt_; }
  // Why a container in it was not read in full: the same.
  const std::string& unread() const { return unread_; }
  // Candidates of it at which an expression failed.
  std::uint64_t failed_filters() const { return failed_filters_; }
  // Candidates of it for which there was no room (kMostFound).
  std::uint64_t left_out() const { return left_out_; }
  // The number of blocks with text in UTF-16 or UTF-32, since the last call.
  std::uint64_t take_wide_blocks() { return std::exchange(wide_blocks_, 0); }

 private:
  // A text and where findings in it count.
  struct Level {
    std::string_view text;
    SourceRange owned;     // the place of its decoded part
    const SourceMap* map;  // of that part; null for the file's own text
    Coding coding;         // that was taken off, the outermost of several
    unsigned depth;        // encodings that may still be taken off
  };

  // A part of a level that is looked at by itself.
  struct Window {
    std::size_t begin, end;
    bool is_all;  // of the level
  };
  // The findings in a text, before or after they are settled.
  using FoundList = std::vector<Found>;

  void begin_block();
  void begin_span(std::size_t size);
  void end_span();
  void scan_run(const SourceRange& run, const Reader& read_on);
  void scan_escapes(std::uint64_t block);
  SourceRange wide_range(std::uint64_t block) const;
  bool may_have_wide(std::uint64_t block) const;
  void scan_wide(std::uint64_t block);
  void add(std::string_view text, std::size_t origin, FoundList found);
  std::vector<Found>* in_order();

  FoundList look_into(std::string_view text, const EncodedSpan& span,
                      unsigned depth);
  FoundList look_into_one(std::string_view text, const EncodedSpan& span,
                          unsigned depth, std::size_t* end);
  FoundList look_at(std::string_view text, DecodedSpan span, unsigned depth);
  FoundList look_in_container(std::string_view text, DecodedSpan span,
                              unsigned depth);
  FoundList find_in_content(const Content& content, unsigned depth);
  FoundList find_on(const Level& level, bool is_text, bool is_one_place);
  void find_in(const Level& level, const Window& window, FileMatch& match,
               const FileMatch& all, FoundList* found);
  void search(const Level& level, const Window& window, FileMatch& match,
              std::vector<Candidate>* candidates);
  Window window_at(const Level& level, std::size_t begin) const;
  void find_deeper(const Level& level, const Window& window, std::size_t* done,
                   FoundList* found);
  void keep(Found one, FoundList* found);
  void keep_in(std::size_t begin, std::size_t end, FoundList* found);
  void ask_to_hold();
  bool is_stopped() const { return refused_ || scratch_.interrupted; }
  bool may_matter(const Level& level, SourceRange range) const;
  bool is_cut(const Level& level, const Pattern::Match& at) const;

  const Engine& engine_;
  const Judge& judge_;
  Options options_;
  bool has_providers_;

  // By which a text is judged: that of the file, or of a part of a container.
  struct Judged {
    std::string_view path;
    bool begun = false;  // the three below, which few files need
    FileMatch match;
    FileMatch wide_match;    // for UTF-16 and UTF-32 in other bytes
    FileMatch strong_match;  // for bytes that are no text
  };

  Judged judged_;
  bool binary_ = false;
  Escapes escapes_ = Escapes::kAll;
  MatchScratch scratch_;
  View view_;
  Marks marks_;  // of the view
  // Places of the view near which text in UTF-16 or UTF-32 may be.
  std::vector<std::size_t> wide_;
  bool in_wide_ = false;        // such a text is looked at
  std::uint64_t block_ = 0;     // the next one of the view
  std::size_t next_run_ = 0;    // the first that begins in it or after it
  std::size_t last_value_ = 0;  // where it begins, and 1

  // The state of a block:
  const MayHold* may_hold_ = nullptr;
  bool refused_ = false;
  std::size_t spare_ = 0;            // bytes that may be decoded
  std::size_t budget_ = 0;           // the same for the span at hand
  std::size_t judged_left_ = 0;      // candidates of packed texts
  unsigned packed_ = 0;              // packed texts around the current one
  std::uint64_t decoded_bytes_ = 0;  // that are held
  std::uint64_t found_bytes_ = 0;
  std::uint64_t asked_ = 0;  // the bytes that may_hold allowed
  FoundList found_;
  std::string doubt_;
  std::string unread_;
  std::uint64_t failed_filters_ = 0;
  std::uint64_t left_out_ = 0;
  std::uint64_t wide_blocks_ = 0;
};

}  // namespace sluice
