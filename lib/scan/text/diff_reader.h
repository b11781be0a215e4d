// Takes a diff apart into the new text of each file and the text around the
// changes, with the places of their lines.
//
// The forms are those of `git diff`, `git show`, `git log -p` (merges, too, with
// a sign for each parent), `git format-patch` and `diff -u`. Lines that the diff
// takes away are in none of the texts.
//
// Thread-safety: used by one thread. Ownership: refers to the source.
// Memory: a buffer of 256 KiB, 16 bytes for each run of added lines of a file,
// and the places of the lines in the last MiB of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/leftover.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

// Whether a text that begins so is a diff. A text that has a diff further down
// is none, except for the message before the changes of a commit.
bool begins_as_diff(std::string_view head);

class DiffReader {
 public:
  // Lines of the new file, from 1.
  struct Lines {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };

  // `head` are the first bytes of the source, if they can be read only once.
  DiffReader(const ByteSource& bytes, std::string head);

  // Goes on to the next text that is not empty. Returns the name of the file,
  // an empty one for text around the changes, and nothing at the end.
  Result<std::optional<std::string>> next();

  // Reads from that text. Returns 0 at its end.
  Result<std::size_t> read(char* out, std::size_t size);

  // The places of the text's lines: those of bytes in the diff, and those of
  // lines in the new file. For text around the changes, both are the diff's.
  const std::vector<TextPlace>& places() const { return places_; }

  // The lines of the text that the diff adds. They are known as far as the text
  // was read.
  const std::vector<Lines>& added() const { return added_; }

  // How many lines the diff takes away, and how many files are binary, so that
  // it only says that they differ.
  std::uint64_t removed() const { return removed_; }
  std::uint64_t binary_files() const { return binary_files_; }

 private:
  Result<void> advance();
  bool begins_file() const;
  Result<std::optional<std::string>> read_header();
  bool begin_hunk();
  bool hunk_has_more() const;
  Result<bool> take_line();
  bool take_hunk_line(std::string_view line);
  void emit(std::string_view bytes, std::uint64_t line);

  const ByteSource& source_;
  std::string buffer_;
  std::uint64_t read_to_;  // the bytes that the source has given
  bool at_end_ = false;    // of the source
  // The line at hand, with its end.
  std::size_t begin_ = 0;     // where in the buffer
  std::size_t size_ = 0;      // 0 at the end of the diff
  std::uint64_t offset_ = 0;  // where in the diff
  std::uint64_t line_ = 0;    // its number, from 1
  bool used_ = true;          // nothing more is needed of it
  bool goes_on_ = false;      // it is the rest of one that was too long

  bool in_hunk_ = false;
  std::vector<std::uint64_t> old_left_;  // lines of the hunk, by parent
  std::uint64_t new_left_ = 0;           // and of the new file
  std::uint64_t new_line_ = 0;           // the next of these
  bool is_shown_ = false;  // the last line of the hunk is in the text

  std::string_view pending_;     // the end of the line at hand, for read()
  std::uint64_t given_ = 0;      // the size of the text so far
  std::uint64_t text_line_ = 1;  // its last line
  std::vector<TextPlace> places_;
  std::vector<Lines> added_;
  std::uint64_t removed_ = 0;
  std::uint64_t binary_files_ = 0;
};

}  // namespace sluice
