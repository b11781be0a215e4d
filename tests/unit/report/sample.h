// Made-up files and findings for the tests of the reports. The places of a
// finding are counted here from the bytes of the file, byte by byte, so that
// the reports are held against the contract of finding/finding.h.
// Thread-safety: one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "finding/finding.h"
#include "finding/fingerprint.h"
#include "finding/sink.h"

namespace sluice::test {

inline Position position_of(std::string_view file, std::size_t byte) {
  Position at;
  for (std::size_t i = 0; i < byte; ++i) {
    ++at.byte;
    ++at.column;
    if (file[i] == '\n') {
      ++at.line;
      at.column = 1;
    }
  }
  return at;
}

// The report on a file whose content is `text`.
class SampleFile {
 public:
  SampleFile(std::string path, std::string text, std::string root = "")
      : text_(std::move(text)) {
    report_.location = std::move(path);
    report_.root = std::move(root);
  }

  // Adds the secret at [begin, begin + size), in a match that is `around`
  // longer at both ends, within the file.
  void add(const Rule& rule, std::size_t begin, std::size_t size,
           std::size_t around = 0) {
    Finding finding;
    finding.rule = &rule;
    finding.confidence = rule.confidence;
    finding.start = position_of(text_, begin);
    finding.end = position_of(text_, begin + size);
    finding.secret = text_.substr(begin, size);
    const std::size_t match_begin = begin - std::min(begin, around);
    finding.match_byte = match_begin;
    finding.match =
        text_.substr(match_begin, begin + size + around - match_begin);
    std::size_t line = begin - (finding.start.column - 1);
    std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
    if (line_end - line > kExcerptBytes) {
      const std::size_t lead =
          size < kExcerptBytes ? (kExcerptBytes - size) / 2 : 0;
      line = std::max(line, begin - std::min(begin, lead));
      line_end = std::min(line_end, line + kExcerptBytes);
    }
    finding.excerpt_byte = line;
    finding.excerpt = text_.substr(line, line_end - line);
    finding.fingerprint =
        fingerprint(rule.id, report_.location.text(), finding.secret);
    report_.findings.push_back(std::move(finding));
  }

  // Adds a finding at the first place of `secret`.
  void add(const Rule& rule, std::string_view secret, std::size_t around = 0) {
    add(rule, text_.find(secret), secret.size(), around);
  }

  // Makes each `nth` of the findings, from the first, one that was dropped.
  void drop_each(std::size_t nth, std::string why) {
    std::vector<Finding> kept;
    for (std::size_t i = 0; i < report_.findings.size(); ++i) {
      Finding& finding = report_.findings[i];
      if (i % nth == 0)
        report_.dropped.push_back({std::move(finding), "sample", why});
      else
        kept.push_back(std::move(finding));
    }
    report_.findings = std::move(kept);
  }

  FileReport& report() { return report_; }

 private:
  std::string text_;
  FileReport report_;
};

inline Rule sample_rule() {
  Rule rule;
  rule.id = "sample-token";
  rule.description = "Sample token";
  rule.confidence = Confidence::kHigh;
  return rule;
}

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  // From 0 to `limit` - 1.
  std::size_t below(std::size_t limit) {
    return static_cast<std::size_t>(engine_()) % limit;
  }

  std::string letters(std::size_t size) {
    static constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    std::string out;
    while (out.size() < size) out += kAlphabet[below(kAlphabet.size())];
    return out;
  }

  // Bytes of all kinds: text, controls, backslashes, well-formed and broken
  // UTF-8, and characters that a terminal would obey.
  std::string bytes(std::size_t pieces) {
    static constexpr std::string_view kPieces[] = {"\xc3\xa9",
                                                   "\xe6\xbc\xa2",
                                                   "\xf0\x9f\x94\x91",
                                                   "\xe2\x80\xae",
                                                   "\xc2\x85",
                                                   "\x1b[31m",
                                                   "\\",
                                                   "\"",
                                                   "\t",
                                                   "\x7f",
                                                   "\xe2\x80",
                                                   "\xed\xa0\x80",
                                                   "\xc0\xaf",
                                                   "\xef\xbb\xbf",
                                                   "\\xff",
                                                   "\xef\xbf\xbf",
                                                   "\xe2\x81\xa7",
                                                   "\xcc\x81",
                                                   "/",
                                                   ":",
                                                   "%",
                                                   " ",
                                                   "\xf3\xa0\x81\x81"};
    std::string out;
    for (std::size_t i = 0; i < pieces; ++i) {
      switch (below(4)) {
        case 0:
          out += static_cast<char>(below(256));
          break;
        case 1:
          out += kPieces[below(std::size(kPieces))];
          break;
        default:
          out += letters(1);
      }
    }
    return out;
  }

 private:
  std::mt19937 engine_;
};

// A file of random lines with `count` secrets of letters among random bytes;
// some occur twice, some overlap, some span lines.
inline SampleFile random_file(Random& random, const Rule& rule,
                              std::size_t count) {
  struct Piece {
    std::size_t begin;
    std::size_t size;
  };
  std::string text;
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < count; ++i) {
    text += random.bytes(random.below(60));
    std::string secret = random.letters(6 + random.below(70));
    if (random.below(5) == 0) {
      secret.insert(random.below(secret.size()), "\n");
    } else if (random.below(20) == 0) {
      secret += random.letters(600);
    }
    const std::size_t begin = text.size();
    text += secret;
    pieces.push_back({begin, secret.size()});
    if (random.below(4) == 0 && secret.size() > 8)  // one inside the other
      pieces.push_back({begin + 3, secret.size() - 4});
    if (random.below(4) == 0) text += " and again " + secret;
    if (random.below(2) == 0) text += "\n";
  }
  text += random.bytes(40);
  // Names contain no NUL.
  std::string path = random.bytes(1 + random.below(12));
  std::erase(path, '\0');
  SampleFile file(path.empty() ? "a" : path, std::move(text));
  for (const Piece& piece : pieces)
    file.add(rule, piece.begin, piece.size, random.below(9));
  return file;
}

// Whether `output` contains six bytes in a row of the secret, after those that
// may be shown. `shown` follows the contract of mask(), not its code.
inline bool leaks(std::string_view output, std::string_view secret) {
  const std::size_t shown =
      secret.size() >= 20 ? 4 : (secret.size() >= 12 ? 2 : 0);
  for (std::size_t i = shown; i + 6 <= secret.size(); ++i) {
    if (output.find(secret.substr(i, 6)) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace sluice::test
