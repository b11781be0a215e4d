// A diff is read by counting: the first line of a hunk says how many lines it
// has, so that the content of a file is never mistaken for words of the diff. A
// hunk that ends too early, as in a mail that was edited by hand, ends the text
// of its file, and what follows is text around the changes. So no line that is
// there after the change is left out.
//
// The new text of a file has the lines of its hunks one after another, though
// there are others between two hunks in the file. The rules find context by
// lines, and lines of different hunks are seldom near each other in meaning, but
// a secret that a hunk cuts off is one that the diff does not hold.
//
// Rejected: to scan the diff as it is and compute the places afterwards. Then the
// signs would be in the text, and no rule would know the file's name.

#include "scan/text/diff_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include "text/ascii.h"
#include "text/quoted_name.h"

namespace sluice {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} * 1024;
// Places of text that was read so many bytes before the last are dropped. A view
// of the text with the context around it is shorter.
constexpr std::uint64_t kViewBytes = std::uint64_t{1} << 20;
constexpr std::size_t kFewPlaces = std::size_t{1} << 16;

constexpr std::string_view kNoFile = "/dev/null";
constexpr auto kFileHeads = std::to_array<std::string_view>(
    {"diff --git ", "diff --cc ", "diff --combined "});

bool take(std::string_view* text, std::string_view head) {
  if (!text->starts_with(head)) return false;
  text->remove_prefix(head.size());
  return true;
}

// A line's number, or how many lines there are.
bool take_number(std::string_view* text, std::uint64_t* number) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
  const auto read =
      std::from_chars(text->data(), text->data() + text->size(), *number);
  if (read.ec != std::errc() || *number > kMost) return false;
  text->remove_prefix(static_cast<std::size_t>(read.ptr - text->data()));
  return true;
}

struct HunkHead {
  std::vector<std::uint64_t> old_lines;  // by parent
  std::uint64_t new_line = 0;
  std::uint64_t new_lines = 1;
};

// "@@ -OLD[,LINES] +NEW[,LINES] @@", with one more @ and -OLD for each parent
// that is not the first.
std::optional<HunkHead> read_hunk_head(std::string_view line) {
  const std::size_t signs = std::min(line.find_first_not_of('@'), line.size());
  if (signs < 2) return std::nullopt;
  line.remove_prefix(signs);
  HunkHead head;
  std::uint64_t old_line = 0;
  for (std::size_t parent = 1; parent < signs; ++parent) {
    std::uint64_t lines = 1;
    if (!take(&line, " -") || !take_number(&line, &old_line) ||
        (take(&line, ",") && !take_number(&line, &lines)))
      return std::nullopt;
    head.old_lines.push_back(lines);
  }
  if (!take(&line, " +") || !take_number(&line, &head.new_line) ||
      (take(&line, ",") && !take_number(&line, &head.new_lines)) ||
      !line.starts_with(" @@"))
    return std::nullopt;
  return head;
}

// The name in a line of the header. diff writes the time after a tab.
std::string name_in(std::string_view text) {
  if (text.starts_with('"'))
    if (auto name = unquoted_name(text)) return *std::move(name);
  return std::string(text.substr(0, text.find_first_of("\t\r\n")));
}

// The name without the directory that git puts before it (a/ and b/, or by
// diff.mnemonicPrefix i/, w/, c/, o/), which is another one in the old name.
std::string new_name(const std::string& before, const std::string& after) {
  const auto prefix = [](const std::string& name, std::string_view letters) {
    return name.size() > 2 && name[1] == '/' &&
                   letters.find(name[0]) != std::string_view::npos
               ? name[0]
               : '\0';
  };
  const char new_prefix = prefix(after, "bwico2");
  const char old_prefix = prefix(before, "aiowc1");
  const bool is_put = new_prefix != '\0' && new_prefix != old_prefix &&
                      (before == kNoFile || old_prefix != '\0');
  return is_put ? after.substr(2) : after;
}

bool is_detail(std::string_view line) {
  constexpr auto kHeads = std::to_array<std::string_view>(
      {"index ", "mode ", "old mode ", "new mode ", "new file mode ",
       "deleted file mode ", "similarity index ", "dissimilarity index ",
       "rename from ", "rename to ", "copy from ", "copy to "});
  return std::ranges::any_of(
      kHeads, [&](std::string_view head) { return line.starts_with(head); });
}

// "commit ID" of git log, and "From ID date" of git format-patch.
bool begins_as_commit(std::string_view head) {
  constexpr std::size_t kShortestId = 40;
  if (!take(&head, "commit ") && !take(&head, "From ")) return false;
  return head.size() > kShortestId &&
         std::ranges::all_of(head.substr(0, kShortestId), is_hex);
}

}  // namespace

bool begins_as_diff(std::string_view head) {
  constexpr auto kHeads = std::to_array<std::string_view>(
      {"diff --git ", "diff --cc ", "diff --combined ", "diff -",
       "Index: ", "--- "});
  const bool has_hunk =
      (head.find("\n@@ -") != head.npos || head.find("\n@@@ -") != head.npos) &&
      head.find("\n+++ ") != head.npos;
  return has_hunk && (begins_as_commit(head) ||
                      std::ranges::any_of(kHeads, [&](auto begin) {
                        return head.starts_with(begin);
                      }));
}

DiffReader::DiffReader(const ByteSource& bytes, std::string head)
    : source_(bytes), buffer_(std::move(head)), read_to_(buffer_.size()) {}

// Goes on to the next line, and reads a few bytes of the one after it, for
// begins_file(). A line that is longer than the buffer comes in pieces.
Result<void> DiffReader::advance() {
  constexpr std::size_t kAhead = 4;
  used_ = false;
  goes_on_ = size_ != 0 && buffer_[begin_ + size_ - 1] != '\n';
  if (!goes_on_) ++line_;
  offset_ += size_;
  begin_ += size_;
  size_ = 0;
  std::size_t searched = begin_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != buffer_.npos && (at_end_ || end + kAhead < buffer_.size())) {
      size_ = end + 1 - begin_;
      return {};
    }
    if (at_end_ ||
        (end == buffer_.npos && buffer_.size() - begin_ >= kBufferBytes)) {
      size_ = buffer_.size() - begin_;
      return {};
    }
    searched = end == buffer_.npos ? buffer_.size() - begin_ : end - begin_;
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t had = buffer_.size();
    buffer_.resize(had + kBufferBytes);
    const Result<std::size_t> got =
        source_.may_seek()
            ? source_.read_at(buffer_.data() + had, kBufferBytes, read_to_)
            : source_.read(buffer_.data() + had, kBufferBytes);
    buffer_.resize(had + got.value_or(0));
    if (!got) return tl::unexpected<Error>(got.error());
    read_to_ += *got;
    at_end_ = *got == 0;
  }
}

bool DiffReader::begins_file() const {
  if (goes_on_) return false;
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  return std::ranges::any_of(
             kFileHeads, [&](auto head) { return rest.starts_with(head); }) ||
         (rest.starts_with("--- ") && rest.substr(size_).starts_with("+++ "));
}

Result<std::optional<std::string>> DiffReader::next() {
  if (used_) SLUICE_TRY(advance());
  std::optional<std::string> name;
  while (size_ != 0 && !name) {
    if (begins_file()) {
      SLUICE_TRY_ASSIGN(name, read_header());
    } else {
      in_hunk_ = false;
      name.emplace();
    }
  }
  pending_ = {};
  given_ = 0;
  text_line_ = 1;
  places_.clear();
  added_.clear();
  return name;
}

// Reads up to the first hunk. Returns nothing if the file has no new text.
Result<std::optional<std::string>> DiffReader::read_header() {
  std::string before, after;
  const auto line = [this] {
    return std::string_view(buffer_).substr(begin_, size_);
  };
  if (!line().starts_with("--- ")) SLUICE_TRY(advance());
  while (is_detail(line())) SLUICE_TRY(advance());
  if (line().starts_with("Binary files ")) {
    ++binary_files_;
    SLUICE_TRY(advance());
    return std::nullopt;
  }
  if (line().starts_with("GIT binary patch")) {
    ++binary_files_;
    do {
      while (line().size() > 1) SLUICE_TRY(advance());
      SLUICE_TRY(advance());
    } while (line().starts_with("literal ") || line().starts_with("delta "));
    return std::nullopt;
  }
  if (line().starts_with("--- ")) {
    before = name_in(line().substr(4));
    SLUICE_TRY(advance());
  }
  if (line().starts_with("+++ ")) {
    after = name_in(line().substr(4));
    SLUICE_TRY(advance());
  }
  if (!begin_hunk()) return std::nullopt;
  if (after != kNoFile) return new_name(before, after);
  // Nothing of a file that is deleted. If the diff says otherwise, it is wrong.
  for (bool more = true; more;) {
    SLUICE_TRY_ASSIGN(more, take_line());
  }
  return std::nullopt;
}

// Begins the hunk whose first line is at hand. Returns false if it is none.
bool DiffReader::begin_hunk() {
  if (goes_on_) return false;
  std::optional<HunkHead> head =
      read_hunk_head(std::string_view(buffer_).substr(begin_, size_));
  if (!head) return false;
  in_hunk_ = used_ = true;
  old_left_ = std::move(head->old_lines);
  new_left_ = head->new_lines;
  new_line_ = std::max<std::uint64_t>(head->new_line, 1);
  return true;
}

// Whether the hunk at hand has more lines.
bool DiffReader::hunk_has_more() const {
  return new_left_ != 0 ||
         std::ranges::any_of(old_left_, [](auto lines) { return lines != 0; });
}

Result<std::size_t> DiffReader::read(char* out, std::size_t size) {
  std::size_t got = 0;
  while (got < size) {
    if (pending_.empty()) {
      SLUICE_TRY_ASSIGN(const bool more, take_line());
      if (!more) break;
      continue;  // a line may have nothing of the text
    }
    const std::size_t part = std::min(pending_.size(), size - got);
    std::memcpy(out + got, pending_.data(), part);
    pending_.remove_prefix(part);
    got += part;
  }
  return got;
}

// Makes the text of the next line pending, if it has one. Returns false at the
// end of the text.
Result<bool> DiffReader::take_line() {
  if (used_) SLUICE_TRY(advance());
  if (size_ == 0) return false;
  const std::string_view line = std::string_view(buffer_).substr(begin_, size_);
  if (!in_hunk_) {
    if (begins_file()) return false;
    emit(line, line_);
    return true;
  }
  if (goes_on_) {
    if (is_shown_) emit(line, new_line_ - 1);
    used_ = true;
    return true;
  }
  if (line.starts_with("\\ ")) {  // "No newline at end of file"
    used_ = true;
    return true;
  }
  if (!hunk_has_more()) return begin_hunk();
  return take_hunk_line(line);
}

// Returns false if the line is none of a hunk.
bool DiffReader::take_hunk_line(std::string_view line) {
  const std::size_t parents = old_left_.size();
  std::string_view signs = line.substr(0, parents);
  if (line == "\n" || line == "\r\n") signs = "";  // a mail's blank line
  if (signs.find_first_not_of("+- ") != signs.npos) {
    std::ranges::fill(old_left_, 0);
    new_left_ = 0;
    return false;
  }
  is_shown_ = signs.find('-') == signs.npos;
  for (std::size_t parent = 0; parent < parents; ++parent) {
    const char sign = parent < signs.size() ? signs[parent] : ' ';
    if (old_left_[parent] != 0 && sign == (is_shown_ ? ' ' : '-'))
      --old_left_[parent];
  }
  used_ = true;
  if (!is_shown_) {
    ++removed_;
    return true;
  }
  if (new_left_ != 0) --new_left_;
  if (signs.find('+') != signs.npos) {
    if (added_.empty() || added_.back().last + 1 != new_line_)
      added_.push_back({new_line_, new_line_});
    else
      added_.back().last = new_line_;
  }
  emit(line.substr(signs.size()), new_line_++);
  return true;
}

// Makes the end of the line at hand pending, which is in line `line` of its
// file.
void DiffReader::emit(std::string_view bytes, std::uint64_t line) {
  used_ = true;
  pending_ = bytes;
  if (places_.size() >= kFewPlaces &&
      places_.front().text + kViewBytes < given_) {
    const auto kept = std::ranges::upper_bound(places_, given_ - kViewBytes, {},
                                               &TextPlace::text);
    if (kept - places_.begin() > 1 &&
        static_cast<std::size_t>(kept - places_.begin()) * 2 > places_.size())
      places_.erase(places_.begin(), kept - 1);
  }
  places_.push_back({given_, offset_ + (size_ - bytes.size()),
                     static_cast<std::int64_t>(line - text_line_)});
  given_ += bytes.size();
  if (bytes.ends_with('\n')) ++text_line_;
}

}  // namespace sluice
