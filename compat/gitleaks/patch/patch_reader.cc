// A patch is read by counting: a hunk's first line says how many lines it has,
// so the content of a file is never mistaken for git's own words. Outside of
// hunks git indents everything that is not its own (messages, notes).
//
// A commit's header holds for all files up to the next header, as in gitleaks.
// A file's name is the one after "+++ ". If there is no such line (binary
// files), it is the name to which the file was renamed, or else the name that
// is twice in the line "diff --git ". A hunk is a unit, even one that adds
// nothing, and "\\ No newline" removes the end of the last line.
//
// Deviation: gitleaks fails on some names that git has to quote (one that ends
// in a backslash) and skips the file. This reader reads it.
//
// Source: gitleaks/go-gitdiff 0.9.1 (MIT),
// gitdiff/{parser,file_header,text}.go; git's diff.c for the format.

#include "gitleaks/patch/patch_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "gitleaks/patch/patch_header.h"
#include "text/quoted_name.h"

namespace sluice {
namespace {

constexpr std::size_t kPatchBytes = 256 * 1024;
constexpr std::string_view kFileBegin = "diff --git ";
constexpr std::string_view kIndex = "index ";
constexpr std::string_view kRenamed = "rename to ";
constexpr std::string_view kCopied = "copy to ";

struct HunkHead {
  std::int64_t old_lines = 1;
  std::int64_t new_line = 0;
  std::int64_t new_lines = 1;
};

bool take(std::string_view* text, std::string_view head) {
  if (!text->starts_with(head)) return false;
  text->remove_prefix(head.size());
  return true;
}

bool take_number(std::string_view* text, std::int64_t* number) {
  const auto read =
      std::from_chars(text->data(), text->data() + text->size(), *number);
  if (read.ec != std::errc()) return false;
  text->remove_prefix(static_cast<std::size_t>(read.ptr - text->data()));
  return true;
}

// "@@ -OLD[,LINES] +NEW[,LINES] @@".
std::optional<HunkHead> read_head(std::string_view line) {
  HunkHead head;
  std::int64_t old_line = 0;
  if (!take(&line, "@@ -") || !take_number(&line, &old_line)) return {};
  if (take(&line, ",") && !take_number(&line, &head.old_lines)) return {};
  if (!take(&line, " +") || !take_number(&line, &head.new_line)) return {};
  if (take(&line, ",") && !take_number(&line, &head.new_lines)) return {};
  if (!line.starts_with(" @@")) return {};
  return head;
}

// Returns the name after "+++ ", without its first directory.
std::optional<std::string> read_name(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  std::optional<std::string> name =
      text.starts_with('"') ? unquoted_name(text)
                            : std::string(text.substr(0, text.find('\t')));
  if (name) name->erase(0, name->find('/') + 1);
  return name;
}

// Returns the name after "diff --git " if both names are the same, which git
// writes as "a/x b/x". Otherwise the result is empty.
std::string read_twice(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const std::string_view first = text.substr(0, text.size() / 2);
  if (text.size() % 2 == 0 || text[first.size()] != ' ') return "";
  const std::string_view second = text.substr(first.size() + 1);
  const std::optional<std::string> old_name = read_name(first);
  std::optional<std::string> name = read_name(second);
  return name && name == old_name ? *std::move(name) : "";
}

// "OLD..NEW", and a mode maybe.
void read_blobs(std::string_view text, PatchFile* file) {
  const std::size_t dots = text.find("..");
  if (dots == text.npos) return;
  const std::string_view after = text.substr(dots + 2);
  file->old_blob = ObjectId::parse(text.substr(0, dots)).value_or(ObjectId());
  file->new_blob = ObjectId::parse(after.substr(0, after.find_first_of(" \n")))
                       .value_or(ObjectId());
}

bool is_detail(std::string_view line) {
  constexpr auto kHeads = std::to_array<std::string_view>(
      {"index ", "--- ", "old mode ", "new mode ", "new file mode ",
       "similarity index ", "dissimilarity index ", "rename from ",
       "rename to ", "copy from ", "copy to "});
  return std::ranges::any_of(
      kHeads, [&](std::string_view head) { return line.starts_with(head); });
}

bool is_unmerged(std::string_view line) {
  return line.starts_with("* Unmerged path ") ||
         line.starts_with("diff --cc ") || line.starts_with("diff --combined ");
}

bool is_no_newline(std::string_view line) {
  return line.size() >= 12 && line.starts_with("\\ ");
}

tl::unexpected<Error> not_understood() {
  return fail(ErrorCode::kIo, "what git says is not understood");
}

}  // namespace

PatchReader::PatchReader(Source source, std::shared_ptr<const Commit> commit)
    : source_(std::move(source)),
      buffer_(kPatchBytes),
      commit_(std::move(commit)) {}

Result<void> PatchReader::advance() {
  std::size_t searched = begin_;
  for (;;) {
    const void* found =
        std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    const std::size_t size =
        found != nullptr
            ? static_cast<std::size_t>(static_cast<const char*>(found) + 1 -
                                       buffer_.data() -
                                       static_cast<std::ptrdiff_t>(begin_))
            : end_ - begin_;
    if (found != nullptr || at_end_) {
      line_ = {buffer_.data() + begin_, size};
      begin_ += size;
      return {};
    }
    std::memmove(buffer_.data(), buffer_.data() + begin_, size);
    begin_ = 0;
    searched = end_ = size;
    if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
    SLUICE_TRY_ASSIGN(const std::size_t got,
                      source_(buffer_.data() + end_, buffer_.size() - end_));
    at_end_ = got == 0;
    end_ += got;
  }
}

Result<bool> PatchReader::next(PatchBatch* batch) {
  if (!std::exchange(started_, true)) SLUICE_TRY(advance());
  while (!line_.empty()) {
    if (line_.starts_with(kFileBegin)) {
      if (!header_.empty()) {
        const std::optional<Commit> commit = read_patch_header(header_);
        commit_ = commit ? std::make_shared<const Commit>(*commit) : nullptr;
        header_.clear();
      }
      SLUICE_TRY_ASSIGN(PatchFile file, read_file(&batch->text));
      if (!file.binary && file.hunks.empty()) continue;
      batch->files.push_back(std::move(file));
      return true;
    }
    const bool begins = line_.starts_with("commit ");
    if (begins) header_.clear();
    if (begins || !header_.empty()) header_ += line_;
    if (is_unmerged(line_)) ++unmerged_;
    SLUICE_TRY(advance());
  }
  return false;
}

Result<PatchFile> PatchReader::read_file(std::string* text) {
  PatchFile file;
  file.commit = commit_;
  file.name = read_twice(line_.substr(kFileBegin.size()));
  bool deleted = false;
  for (;;) {
    SLUICE_TRY(advance());
    if (line_.starts_with("+++ ")) {
      std::optional<std::string> name = read_name(line_.substr(4));
      if (!name) return not_understood();
      file.name = std::move(*name);
    } else if (line_.starts_with(kRenamed) || line_.starts_with(kCopied)) {
      // The format is that of "+++ ", without the directory "a/" or "b/".
      const bool renamed = line_.starts_with(kRenamed);
      std::string_view name =
          line_.substr((renamed ? kRenamed : kCopied).size());
      name = name.substr(0, name.find('\n'));
      const bool quoted = name.starts_with('"');
      file.name = quoted ? unquoted_name(name).value_or("") : std::string(name);
    } else if (line_.starts_with(kIndex)) {
      read_blobs(line_.substr(kIndex.size()), &file);
    } else if (line_.starts_with("deleted file mode ")) {
      deleted = true;
    } else if (!is_detail(line_)) {
      break;
    }
  }
  if (line_.starts_with("Binary files ") ||
      line_.starts_with("GIT binary patch"))
    file.binary = !deleted;
  while (line_.starts_with("@@ -")) SLUICE_TRY(read_hunk(deleted, &file, text));
  return file;
}

Result<void> PatchReader::read_hunk(bool deleted, PatchFile* file,
                                    std::string* text) {
  const std::optional<HunkHead> head = read_head(line_);
  if (!head) return not_understood();
  PatchHunk hunk{head->new_line, text->size(), 0};
  char last = '\0';
  SLUICE_TRY(advance());
  const auto end_line = [&] {
    if (last == '+' && text->ends_with('\n')) text->pop_back();
  };
  for (std::int64_t old_lines = head->old_lines, new_lines = head->new_lines;
       old_lines > 0 || new_lines > 0;) {
    const char kind = line_.empty() ? '\0' : line_.front();
    if (kind == '+') {
      --new_lines;
      text->append(line_.substr(1));
    } else if (kind == '-') {
      --old_lines;
    } else if (kind == ' ' || kind == '\n') {
      --old_lines;
      --new_lines;
    } else if (is_no_newline(line_)) {
      end_line();
    } else {
      return not_understood();
    }
    last = kind;
    SLUICE_TRY(advance());
  }
  if (is_no_newline(line_)) {
    end_line();
    SLUICE_TRY(advance());
  }
  hunk.size = text->size() - hunk.begin;
  if (!deleted) file->hunks.push_back(hunk);
  return {};
}

}  // namespace sluice
