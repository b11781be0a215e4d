// The notes that git prints under a message count as a part of it, as in
// gitleaks. gitleaks loses a commit's name if a line of its message is longer
// than 64 KiB; this reader does not.
//
// Source: gitleaks/go-gitdiff 0.9.1 (MIT), gitdiff/patch_header.go.

#include "gitleaks/patch/patch_header.h"

#include <fmt/core.h>

#include <charconv>
#include <ctime>
#include <string>

#include "gitleaks/go/text.h"

namespace sluice {
namespace {

// Takes the next line, without its end.
std::optional<std::string_view> take_line(std::string_view* text) {
  if (text->empty()) return std::nullopt;
  const std::size_t end = std::min(text->find('\n'), text->size());
  std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool read_identity(std::string_view text, Commit* commit) {
  const std::size_t open = text.find('<');
  if (open == std::string_view::npos) return true;
  const std::size_t close = text.find('>', open);
  if (close == std::string_view::npos) return false;
  commit->author = go_trim_space(text.substr(0, open));
  commit->email = go_trim_space(text.substr(open + 1, close - open - 1));
  return true;
}

// "1112911993 -0700".
bool read_date(std::string_view text, Commit* commit) {
  text = go_trim_space(text);
  std::int64_t seconds = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (read.ec != std::errc()) return false;
  const std::time_t time = seconds;
  std::tm utc{};
  if (::gmtime_r(&time, &utc) == nullptr) return false;
  commit->date = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
                             utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                             utc.tm_hour, utc.tm_min, utc.tm_sec);
  return true;
}

std::string read_message(std::string_view text) {
  std::string message;
  std::string_view indent;
  while (const auto line = take_line(&text)) {
    const std::string_view words = go_trim_space(*line);
    if (words.empty()) break;
    if (message.empty())
      indent = go_leading_space(*line);
    else
      message += ' ';
    message += words;
  }
  if (message.empty()) return message;
  std::string body;
  bool blank = false;
  while (const auto line = take_line(&text)) {
    std::string_view words = go_trim_space_right(*line);
    if (words.starts_with(indent)) words.remove_prefix(indent.size());
    if (words.empty()) {
      blank = true;
      continue;
    }
    if (!body.empty()) body += blank ? "\n\n" : "\n";
    blank = false;
    body += words;
  }
  return body.empty() ? message : message + "\n\n" + body;
}

}  // namespace

std::optional<Commit> read_patch_header(std::string_view text) {
  constexpr std::string_view kCommit = "commit ";
  constexpr std::string_view kAuthor = "Author:";
  constexpr std::string_view kDate = "Date:";
  const auto first = take_line(&text);
  if (!first || !first->starts_with(kCommit)) return std::nullopt;
  Commit commit;
  const std::string_view id = go_trim_space(first->substr(kCommit.size()));
  commit.id = id.substr(0, id.find(' '));
  while (const auto line = take_line(&text)) {
    if (go_trim_space(*line).empty()) break;
    if (line->starts_with(kAuthor) &&
        !read_identity(line->substr(kAuthor.size()), &commit))
      return std::nullopt;
    if (line->starts_with(kDate) &&
        !read_date(line->substr(kDate.size()), &commit))
      return std::nullopt;
  }
  commit.message = read_message(text);
  return commit;
}

}  // namespace sluice
