// A text means the same in every encoding: the findings of a UTF-16 file are
// those of the same text in UTF-8.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "finding/mask.h"
#include "scan/unit/pipeline.h"
#include "support/effort.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/scan_file.h"
#include "unit/scan/encoded.h"
#include "unit/scan/short_reads.h"

namespace sluice::utf16_scan_test {

using namespace std::string_literals;

constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
regex = '''\b(tok_[0-9a-f]{12})\b'''
provider = "p"
confidence = "high"
[[rules]]
id = "assignment"
regex = '''pass = "([^"\n]{4,30})"'''
[[rules]]
id = "pin"
regex = '''pin: ([0-9]{3})\b'''
[[rules]]
id = "block"
regex = '''(?s)BEGIN(.{10,60}?)END'''
[[rules]]
id = "head"
regex = '''^head=([a-z]{6})'''
[[rules]]
id = "tail"
regex = '''last:(.{2,9})$'''
)toml";

ScannedFile scanned(const FileSystem& fs, const Engine& engine,
                    std::size_t owned = kOwnedBytes) {
  const Judge judge(engine.rules());
  ScannedFile result =
      scan_file(fs, engine, judge, "f", {.owned_bytes = owned});
  if (!result.report) result.report = std::make_unique<FileReport>();
  return result;
}

// The facts of the findings that must not depend on the encoding.
auto facts(const FileReport& report) {
  std::vector<std::tuple<std::string_view, std::uint64_t, std::uint64_t,
                         std::uint64_t, std::uint64_t, std::string, std::string,
                         std::string, std::string>>
      all;
  for (const auto* list : {&report.findings, &report.covered})
    for (const Finding& f : *list)
      all.emplace_back(f.rule->id, f.start.line, f.start.column, f.end.line,
                       f.end.column, f.secret, f.match, f.excerpt,
                       f.fingerprint);
  return all;
}

class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}

  std::u16string make(std::size_t size) {
    std::u16string units;
    if (below(2) == 0) units = u"head=abcdef ";
    while (units.size() < size) units += piece();
    if (below(2) == 0) units += u"last:\u00e9\u4e16\U0001F600";
    return units;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::u16string hex(std::size_t count) {
    std::u16string out;
    while (out.size() < count) out += u"0123456789abcdef"[below(16)];
    return out;
  }

  std::u16string piece() {
    switch (below(24)) {
      case 0:
      case 1:
        return u"tok_" + hex(12) + u"\n";
      case 2:
        return u"\u043f\u0430\u0440\u043e\u043b\u044c tok_" + hex(12) +
               u" \u4e16\u754c";
      case 3:
        return u"pass = \"\u043a\u043b\u044e\u0447-\U0001F511-" + hex(5) +
               u"\" ";
      case 4:
        return u"pass = \"" + hex(9) + u"\" # sluice:allow\r\n";
      case 5:
        return u"pin: " + std::u16string(1, u"123456789"[below(9)]) + u"73 ";
      case 6:
        return u"BEGIN\r\n" + hex(12) + u"\u00e9\U0001F600\nEND";
      case 7:
        // A surrogate without its partner.
        return std::u16string(1, static_cast<char16_t>(0xD800 + below(0x800))) +
               u" a lonely one among enough others\n";
      case 8:
        return u"\U0001F600\U0001F680";
      case 9:
        return std::u16string(below(700), u'-');
      case 10:
        return u"pass = \"tok_" + hex(12) + u"\"\n";  // one covers the other
      case 11:
      case 12:
      case 13:
        return u"\r\n";
      default:
        return u"some words and = signs ";
    }
  }

  std::mt19937 random_;
};

// Whether [start.byte, end.byte) cuts the secret out of the file.
bool cuts_the_secret(const Finding& finding, const std::string& file,
                     Encoded form) {
  const std::string bytes = file.substr(
      static_cast<std::size_t>(finding.start.byte),
      static_cast<std::size_t>(finding.end.byte - finding.start.byte));
  if (!is_utf16_form(form)) return bytes == finding.secret;
  const bool little = form == Encoded::kLittle || form == Encoded::kLittleMark;
  std::u16string units;
  for (std::size_t i = 0; i + 2 <= bytes.size(); i += 2) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    units += static_cast<char16_t>(little ? first + 256 * second
                                          : second + 256 * first);
  }
  return to_utf8(units) == finding.secret;
}

// The excerpt and the match must lie where they say, by the bytes of the text,
// or masking would miss.
void check_text_places(const FileReport& report, const std::string& text,
                       std::size_t text_begin) {
  for (const Finding& f : report.findings) {
    const auto at = [&](std::uint64_t byte) {
      return text.substr(static_cast<std::size_t>(byte) - text_begin);
    };
    CHECK(at(f.text_byte()).starts_with(f.secret));
    CHECK(at(f.match_byte).starts_with(f.match));
    CHECK(at(f.excerpt_byte).starts_with(f.excerpt));
  }
}

// By place alone, as it must be for secrets too short to be searched for.
void check_masked(const FileReport& report) {
  const SecretSpans spans(report);
  for (const Finding& f : report.findings) {
    const auto near = spans.near(f, f.excerpt_byte, f.excerpt.size());
    const std::string masked =
        mask_spans(f.excerpt, f.excerpt_byte, near, MaskStyle::kSameLength);
    const auto at = static_cast<std::size_t>(f.text_byte() - f.excerpt_byte);
    const std::size_t shown = shown_prefix(f.secret);
    const std::string hidden =
        masked.substr(at + shown, f.secret.size() - shown);
    CHECK(hidden == std::string(hidden.size(), '*'));
  }
}

TEST_CASE("encodings: the same findings at the same lines and columns") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  std::size_t total = 0;
  for (const std::uint32_t seed : test::seeds(25, 250)) {
    CAPTURE(seed);
    const std::u16string units = RandomText(seed).make(200 + 1500 * (seed % 8));
    const std::string text = to_utf8(units);
    fs.file("f", text);
    const auto truth = facts(*scanned(fs, *engine).report);
    total += truth.size();
    for (const Encoded form : kForms) {
      CAPTURE(static_cast<int>(form));
      const std::string file = encoded(units, form);
      fs.file("f", file);
      for (const std::size_t owned : {4UL, 64UL, 1000UL, 9000UL}) {
        // Views of four bytes take long.
        if (owned == 4 && (seed % 8 != 1 || form == Encoded::kUtf8)) continue;
        CAPTURE(owned);
        const ShortReads pieces(fs, owned == 64 ? 5 : 5000, seed);
        const ScannedFile result = scanned(pieces, *engine, owned);
        REQUIRE(facts(*result.report) == truth);
        CHECK(result.report->incomplete.empty());
        CHECK(result.counts.files == 1);
        CHECK(result.counts.binary == 0);
        CHECK(result.counts.bytes == file.size());
        for (const Finding& finding : result.report->findings)
          CHECK(cuts_the_secret(finding, file, form));
        check_text_places(*result.report, text,
                          is_utf16_form(form) ? 0 : mark_size(form));
        check_masked(*result.report);
      }
    }
  }
  CHECK(total > 500);
}

TEST_CASE("encodings: a mark shifts no column, and every byte offset") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  const std::u16string units = u"head=abcdef\r\n\u00e9 tok_0123a89b4c6f\n";
  for (const Encoded form : kForms) {
    CAPTURE(static_cast<int>(form));
    fs.file("f", encoded(units, form));
    const ScannedFile result = scanned(fs, *engine);
    const std::vector<Finding>& found = result.report->findings;
    REQUIRE(found.size() == 2);
    const std::uint64_t mark = mark_size(form);
    const bool utf16 = is_utf16_form(form);
    CHECK(found[0].start == Position{1, 6, mark + (utf16 ? 10 : 5)});
    CHECK(found[1].start == Position{2, 4, mark + (utf16 ? 30 : 16)});
    CHECK(found[1].end == Position{2, 20, mark + (utf16 ? 62 : 32)});
    CHECK(found[1].decoded_byte.has_value() == utf16);
  }
}

TEST_CASE("encodings: as much is masked as the secret takes in the text") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  for (const Encoded form : kForms) {
    fs.file("f", encoded(u"\u4e16\u754c pin: 173 and 173 more\n", form));
    const ScannedFile result = scanned(fs, *engine);
    REQUIRE(result.report->findings.size() == 1);
    const Finding& finding = result.report->findings[0];
    const SecretSpans spans(*result.report);
    const auto near =
        spans.near(finding, finding.excerpt_byte, finding.excerpt.size());
    // Too short for its copies to be searched for.
    CHECK(mask_spans(finding.excerpt, finding.excerpt_byte, near,
                     MaskStyle::kSameLength) ==
          to_utf8(u"\u4e16\u754c pin: *** and 173 more"));
  }
}

TEST_CASE("encodings: half a unit at the end ends the secret and the file") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  for (const Encoded form : {Encoded::kLittleMark, Encoded::kBig}) {
    const std::string file = encoded(u"and the last:abc", form) + "x";
    fs.file("f", file);
    const ScannedFile result = scanned(fs, *engine);
    REQUIRE(result.report->findings.size() == 1);
    const Finding& finding = result.report->findings[0];
    CHECK(finding.secret == "abc\xEF\xBF\xBD");
    CHECK(finding.end == Position{1, 20, file.size()});
    CHECK(file.size() - finding.start.byte == 7);
  }
}

TEST_CASE("encodings: a marked file is text, whatever it looks like") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  std::u16string units(3000, u'\0');
  units += u"\u0001\u0002\uFFFF\uE000pass = \"s3cr3t!\"";
  for (const Encoded form : {Encoded::kLittleMark, Encoded::kBigMark}) {
    // The first NUL would make the one mark UTF-32's.
    fs.file("f", encoded(u"x" + units, form));
    const ScannedFile result = scanned(fs, *engine);
    CHECK(result.report->findings.size() == 1);
    CHECK(result.counts.binary == 0);
    CHECK(result.counts.files == 1);
  }
}

TEST_CASE("encodings: a mark and nothing else is an empty file") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  for (const std::string& file : {"\xEF\xBB\xBF"s, "\xFF\xFE"s, "\xFE\xFF"s}) {
    fs.file("f", file);
    const ScannedFile result = scanned(fs, *engine);
    CHECK(result.report->findings.empty());
    CHECK(result.report->incomplete.empty());
    CHECK(result.counts.files == 1);
    CHECK(result.counts.binary == 0);
    CHECK(result.counts.bytes == file.size());
  }
}

TEST_CASE("encodings: UTF-32 is decoded, and what only begins so is named") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  for (const bool little : {true, false})
    for (const bool all : {true, false}) {
      std::string file = little ? "\xFF\xFE\0\0"s : "\0\0\xFE\xFF"s;
      const auto add = [&](char c) {
        file += little ? std::string{c, 0, 0, 0} : std::string{0, 0, 0, c};
      };
      while (file.size() < kSniffBytes) add('x');
      const std::string text = " tok_0123a89b4c6f pass = \"s3cr3t!\"";
      if (all)
        for (const char c : text) add(c);
      else
        file += text + "....";
      fs.file("f", file);
      const ScannedFile result = scanned(fs, *engine);
      CHECK(result.report->incomplete.empty() == all);
      CHECK(result.report->findings.size() == (all ? 2 : 0));
      CHECK(result.counts.files == (all ? 1 : 0));
      CHECK(result.counts.binary == 0);
    }
}

TEST_CASE("encodings: a file that cannot be read on, within a character") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  FakeFs fs;
  const std::string file =
      encoded(u"tok_0123a89b4c6f \U0001F600 more", Encoded::kLittleMark);
  FakeFs::Node& node = fs.file("f", file);
  node.read_fails = EIO;
  node.bytes_before_failure = 38;
  const ScannedFile result = scanned(fs, *engine);
  CHECK(result.report->incomplete ==
        fmt::format("Input/output error: {} bytes could not be read, from byte "
                    "38 on",
                    file.size() - 38));
  CHECK(result.report->findings.size() == 1);
  CHECK(result.counts.bytes == 38);
}

}  // namespace sluice::utf16_scan_test
