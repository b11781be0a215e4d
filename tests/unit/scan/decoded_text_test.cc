// What is encoded is found however a file is cut into views and chunks, by any
// number of workers, and stands where it says.

#include "scan/find/decoded_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "scan/run/scanner.h"
#include "support/effort.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/recording_sink.h"
#include "support/scan_file.h"
#include "text/base64.h"

namespace sluice::decoded_text_test {

constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
provider = "acme"
regex = '''\b(tok_[0-9a-f]{12})\b'''
confidence = "high"
[[rules]]
id = "assignment"
regex = '''pass = "([^"\n]{4,30})"'''
)toml";

class TextMaker {
 public:
  explicit TextMaker(unsigned seed) : random_(seed) {}

  std::string made(std::size_t size) {
    std::string text;
    while (text.size() < size) text += piece();
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }

  std::string token() {
    std::string text = "tok_";
    for (int i = 0; i < 12; ++i) text += "0123456789abcdef"[below(16)];
    return text;
  }

  std::string words(std::size_t size) {
    std::string text;
    while (text.size() < size) text += below(9) == 0 ? token() + " " : "word ";
    return text;
  }

  static std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
      out += c == '"' ? "\\\"" : c == '\n' ? "\\n" : std::string(1, c);
    return out;
  }

  static std::string lines(std::string_view digits) {
    std::string out;
    for (; !digits.empty();
         digits.remove_prefix(std::min<std::size_t>(64, digits.size())))
      out += std::string(digits.substr(0, 64)) + "\n";
    return out;
  }

  // A tar archive of one file, with the end mark.
  std::string tar() {
    const std::string text = words(below(1000));
    std::string bytes(512, '\0');
    bytes.replace(0, 5, "a.txt");
    bytes.replace(100, 7, "0000644");
    bytes.replace(124, 11, fmt::format("{:011o}", text.size()));
    bytes.replace(257, 8, std::string("ustar\00000", 8));
    bytes.replace(148, 8, "        ");
    unsigned sum = 0;
    for (const char c : bytes) sum += static_cast<unsigned char>(c);
    bytes.replace(148, 7, fmt::format("{:06o}", sum) + std::string(1, '\0'));
    bytes += text;
    bytes.resize((bytes.size() + 511) / 512 * 512 + 1024, '\0');
    return bytes;
  }

  std::string piece() {
    switch (below(15)) {
      case 12:
        return "k: " + base64_encode(tar()) + "\n";
      case 13:
        return lines(base64_encode(tar())) + "\n";
      case 14: {
        // gzip of "some words", whose 30 bytes need no padding, in a line of its
        // own.
        return "H4sIAAAAAAACAyvOz01VKM8vSikGABcivV8KAAAA\n" +
               base64_encode(token() + " is the one to take") + "\n";
      }
      case 0:
        return "k: " + base64_encode(token()) + "\n";
      case 1:
        return "k: " + base64_encode(words(below(3000))) + "\n";
      case 2:
        return lines(base64_encode(words(below(3000)))) + "\n";
      case 3: {
        std::string hex;
        for (const char c : words(below(300)))
          hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
        return "h=" + hex + "\n";
      }
      case 4: {
        std::string row;
        for (const char c : words(below(2000)))
          row += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        return "\"" + row + "\"\n";
      }
      case 5:
        return "\"a\\n" + escaped(words(below(2000))) + "\\n" + token() +
               "\\nb\"\n";
      case 6:
        return "pass%20=%20%22" + token() + "%22 ";
      case 7:
        return "pass &#61; &quot;" + token() + "&quot;\n";
      case 8:
        return "pass =3D \"" + token() + "\"\n";
      case 9:
        return token() + (below(2) == 0 ? "\n" : " ");
      case 10:
        return "k: " + base64_encode(token()) + " sluice:allow\n";
      default:
        return std::string(below(3000), '-') + "\n";
    }
  }

  std::mt19937 random_;
};

FactSink scanned(const FileSystem& fs, const Engine& engine, unsigned workers,
                 std::uint64_t chunk) {
  const Judge judge(engine.rules());
  FactSink sink;
  const auto outcome =
      scan(fs, engine, judge,
           {.paths = {"."},
            .workers = workers,
            .large_bytes = workers == 1 ? ~std::uint64_t{0} : 100,
            .chunk_bytes = chunk},
           {}, sink);
  REQUIRE_MESSAGE(outcome.has_value(), outcome.error().message);
  return sink;
}

std::vector<std::string> found(const FileSystem& fs, const Engine& engine,
                               std::size_t owned) {
  const Judge judge(engine.rules());
  const auto report =
      scan_file(fs, engine, judge, "f.txt", {.owned_bytes = owned}).report;
  std::vector<std::string> all;
  if (report == nullptr) return all;
  for (const Finding& one : report->findings)
    all.push_back(fmt::format("{} {} {}:{}-{}:{} {}-{} {} {}", one.rule->id,
                              one.secret, one.start.line, one.start.column,
                              one.end.line, one.end.column, one.start.byte,
                              one.end.byte, fmt::join(one.decoded, "+"),
                              one.excerpt));
  return all;
}

TEST_CASE("views of any size find the same") {
  const auto engine = engine_of(rules_from(kRules));
  for (const std::uint32_t seed : test::seeds(6, 60)) {
    FakeFs fs;
    fs.file("f.txt", TextMaker(seed).made(60'000));
    const auto whole = found(fs, *engine, 1 << 20);
    CHECK(whole.size() > 20);
    for (const std::size_t owned : {100U, 777U, 5000U, 16384U, 50000U})
      CHECK(found(fs, *engine, owned) == whole);
  }
  FakeFs fs;
  fs.file("f.txt", TextMaker(9).made(3'000));
  CHECK(found(fs, *engine, 4) == found(fs, *engine, 1 << 20));
}

TEST_CASE("lines behind a packed one are texts of their own") {
  const auto engine = engine_of(rules_from(kRules));
  FakeFs fs;
  fs.file("f.txt", "H4sIAAAAAAACAyvOz01VKM8vSikGABcivV8KAAAA\n" +
                       base64_encode("tok_"
                                     "61d33c5e0f24 is the one") +
                       "\n" +
                       base64_encode("tok_"
                                     "7be23a90cc51 is another") +
                       "\n");
  CHECK(found(fs, *engine, 1 << 20).size() == 2);
}

TEST_CASE("chunks and workers find the same") {
  const auto engine = engine_of(rules_from(kRules));
  for (const std::uint32_t seed : test::seeds(6, 60, 20)) {
    FakeFs fs;
    fs.file("f.txt", TextMaker(seed).made(300'000));
    const FactSink one = scanned(fs, *engine, 1, 1 << 20);
    for (const std::uint64_t chunk : {20000U, 65536U, 100001U})
      CHECK(scanned(fs, *engine, 3, chunk) == one);
  }
}

TEST_CASE("a text longer than any context is read to its end") {
  const auto engine = engine_of(rules_from(kRules));
  const std::string token = "tok_7c1e93a5d20f";
  std::string inner;
  for (int i = 0; i < 30'000; ++i) inner += "word ";
  const std::string text =
      "a\nk: " + base64_encode(inner + token + " ") + "\nend\n";
  FakeFs fs;
  fs.file("f.txt", text);
  for (const std::size_t owned : {1000U, 60000U, 1U << 20}) {
    CAPTURE(owned);
    const auto all = found(fs, *engine, owned);
    REQUIRE(all.size() == 1);
    CHECK(all[0].starts_with("token " + token + " 2:"));
  }
}

}  // namespace sluice::decoded_text_test
