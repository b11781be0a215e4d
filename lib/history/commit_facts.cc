// The commits' own texts are read:
//   tree NAME
//   author WHO <ADDRESS> SECONDS ZONE
//   encoding ISO-8859-1
//                                     (an empty line)
//   the first line, which may continue up to the next empty one
//
// Rejected: `git rev-list --format`. It stores a message several times and
// writes all of a first line, even one of 100 MB. If a commit names an odd
// encoding, it recodes the whole text, and author and message are lost. If
// there is no date, it writes the format's own letters.
#include "history/commit_facts.h"

#include <iconv.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <utility>

#include "git/blob_stream.h"
#include "text/utf8.h"

namespace sluice {
namespace {

constexpr std::size_t kMostHead = 256 * 1024;
constexpr std::size_t kMostSubject = 4 * 1024;

// Encodings that contain ASCII, by the beginnings of their names. In other
// encodings that the C library supports, a text can hide its meaning.
constexpr auto kEncodings = std::to_array<std::string_view>(
    {"iso-8859-", "iso8859-", "latin", "windows-125", "cp125", "koi8-",
     "euc-jp", "euc-kr", "shift_jis", "sjis", "gb2312", "gbk", "gb18030",
     "big5"});

std::string_view take_line(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return line;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\v\f";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

std::string as_utf8(std::string_view text, const std::string& encoding) {
  std::string plain(text);
  // Git would end the text there.
  std::ranges::replace(plain, '\0', ' ');
  const bool is_known = std::ranges::any_of(kEncodings, [&](auto head) {
    return ::strncasecmp(encoding.c_str(), head.data(), head.size()) == 0;
  });
  if (!is_known) return plain;
  const iconv_t converter = ::iconv_open("UTF-8", encoding.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1)) return plain;
  std::string out(plain.size() * 4 + 16, '\0');
  char* from = plain.data();
  char* to = out.data();
  std::size_t from_left = plain.size();
  std::size_t to_left = out.size();
  constexpr auto kFailed = static_cast<std::size_t>(-1);
  const bool is_whole =
      ::iconv(converter, &from, &from_left, &to, &to_left) != kFailed &&
      ::iconv(converter, nullptr, nullptr, &to, &to_left) != kFailed;
  ::iconv_close(converter);
  if (!is_whole) return plain;
  out.resize(out.size() - to_left);
  return out;
}

// Returns "1112911993 -0700" as "2005-04-07T15:13:13-07:00"; empty if it is no
// date.
std::string date_of(std::string_view text) {
  std::int64_t seconds = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr std::int64_t kMost = std::int64_t{1} << 55;
  if (read.ec != std::errc() || seconds < -kMost || seconds > kMost) return {};
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  text = trimmed(text);
  const bool is_west = text.starts_with('-');
  if (is_west || text.starts_with('+')) text.remove_prefix(1);
  int zone = 0;
  std::from_chars(text.data(), text.data() + text.size(), zone);
  if (zone < 0 || zone > 9999) return {};
  const std::int64_t offset = (zone / 100 * 60 + zone % 100) * 60;
  const std::time_t local = seconds + (is_west ? -offset : offset);
  std::tm time{};
  if (::gmtime_r(&local, &time) == nullptr) return {};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{:02}:{:02}",
                     time.tm_year + std::int64_t{1900}, time.tm_mon + 1,
                     time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec,
                     is_west ? '-' : '+', zone / 100, zone % 100);
}

// WHO <ADDRESS> SECONDS ZONE
void read_author(std::string_view line, Commit* commit) {
  const std::size_t open = line.find('<');
  const std::size_t close = line.find('>', open);
  if (close == std::string_view::npos) return;
  commit->author = trimmed(line.substr(0, open));
  commit->email = trimmed(line.substr(open + 1, close - open - 1));
  commit->date = date_of(trimmed(line.substr(line.rfind('>') + 1)));
}

// Lines up to an empty one, as one line.
std::string read_subject(std::string_view text) {
  std::string subject;
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(&text));
    if (line.empty() && subject.empty()) continue;
    if (line.empty()) break;
    if (!subject.empty()) subject += ' ';
    subject += line.substr(0, kMostSubject + 1);
    if (subject.size() > kMostSubject) break;
  }
  return subject;
}

// At most kMostSubject bytes, and a sign that there were more.
std::string cut(std::string subject) {
  if (subject.size() <= kMostSubject) return subject;
  std::size_t size = kMostSubject;
  constexpr auto kContinued = [](char c) { return (c & 0xC0) == 0x80; };
  while (size > kMostSubject - 3 && kContinued(subject[size])) --size;
  subject.resize(size);
  return subject + "\u2026";
}

}  // namespace

Commit read_commit(std::string_view text) {
  Commit commit;
  std::string encoding;
  const bool is_cut = text.size() >= kMostHead;
  bool in_head = true;
  while (in_head && !text.empty()) {
    const std::string_view line = take_line(&text);
    constexpr std::string_view kAuthor = "author ";
    constexpr std::string_view kTagger = "tagger ";
    constexpr std::string_view kEncoding = "encoding ";
    in_head = !line.empty();
    if (line.starts_with(kAuthor) && commit.author.empty())
      read_author(line.substr(kAuthor.size()), &commit);
    if (line.starts_with(kTagger) && commit.author.empty())
      read_author(line.substr(kTagger.size()), &commit);
    if (line.starts_with(kEncoding))
      encoding = trimmed(line.substr(kEncoding.size()));
  }
  for (std::string* words : {&commit.author, &commit.email})
    *words =
        as_utf8(std::string_view(*words).substr(0, kMostSubject), encoding);
  commit.message =
      in_head && is_cut
          ? "(its first line is not read: what stands before it is too long)"
          : cut(as_utf8(read_subject(text), encoding));
  return commit;
}

Result<CommitFacts> commit_facts(const GitWorkdir& place,
                                 std::span<const ObjectId> commits) {
  CommitFacts facts;
  for (const ObjectId& id : commits)
    facts[id] = std::make_shared<const Commit>(Commit{.id = id.hex()});
  if (commits.empty()) return facts;
  std::string head;
  // Git ends at a commit that it cannot read; then a new git reads the next
  // ones.
  for (std::size_t at = 0; at < commits.size(); ++at) {
    SLUICE_TRY_ASSIGN(BlobStream stream,
                      BlobStream::start(place, commits.subspan(at)));
    for (; at < commits.size(); ++at) {
      const Result<BlobStream::Head> next = stream.next();
      if (!next || next->kind == BlobStream::Kind::kEnd) break;
      if (next->kind == BlobStream::Kind::kMissing) continue;
      head.resize(std::min<std::uint64_t>(next->size, kMostHead));
      const Result<std::size_t> got = stream.read(head.data(), head.size());
      if (!got) break;
      Commit commit = read_commit(head);
      commit.id = commits[at].hex();
      facts[commits[at]] = std::make_shared<const Commit>(std::move(commit));
    }
  }
  return facts;
}

}  // namespace sluice
