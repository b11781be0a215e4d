#include "archive/leftover.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "archive/accounting.h"
#include "archive/rpm_texts.h"
#include "archive/stream_texts.h"

namespace sluice::leftover_test {

using namespace std::string_literals;

TEST_CASE("leftover: runs of characters are lines, with their places") {
  Leftover rest;
  rest.add(100, "etc/app.conf\0\0short\0 two\nlines of it"s);
  rest.end_run();
  CHECK(rest.text() == "etc/app.conf\n two\nlines of it\n");
  REQUIRE(rest.places().size() == 2);
  CHECK(rest.places()[0].source == 100);
  CHECK(rest.places()[1].text == 13);
  CHECK(rest.places()[1].source == 120);
}

TEST_CASE("leftover: a run goes on in neighbouring bytes alone") {
  Leftover rest;
  rest.add(0, "one ");
  rest.add(4, "and the other");
  rest.add(20, "elsewhere");
  rest.end_run();
  CHECK(rest.text() == "one and the other\nelsewhere\n");
}

TEST_CASE("leftover: the run at hand outlives clear()") {
  Leftover rest;
  rest.add(0, "the first one\0the seco"s);
  CHECK(rest.text() == "the first one\n");
  rest.clear();
  CHECK(rest.text().empty());
  rest.add(22, "nd");
  rest.end_run();
  CHECK(rest.text() == "the second\n");
  CHECK(rest.places()[0].source == 14);
}

TEST_CASE(
    "leftover: bytes of what is packed are none, more than kMost is told") {
  Leftover rest;
  rest.add(0, "\xFF\xFE\x80\x01"s);
  rest.end_run();
  CHECK(rest.text().empty());
  CHECK_FALSE(rest.overflowed());
  rest.add(4, std::string(Leftover::kMost + 1, 'x'));
  rest.end_run();
  CHECK(rest.overflowed());
  CHECK(rest.text().size() <= Leftover::kMost + 1);
}

TEST_CASE("texts of gzip: of any stream, in pieces of any size") {
  const std::string head = "\x1F\x8B\x08\x1C\0\0\0\0\0\0"s + "\x09\0"s +
                           "the extra" + "name.txt\0"s + "a comment\0"s;
  const std::string packed = std::string(300, '\x1F') + head +
                             std::string(50, '\x03') + head + "plain text";
  for (const std::size_t step : {1UL, 2UL, 7UL, 1000UL}) {
    StreamTexts texts(Packing::kGzip);
    Leftover rest;
    for (std::size_t at = 0; at < packed.size(); at += step)
      texts.add(at, packed.substr(at, step), &rest);
    rest.end_run();
    CHECK(rest.text() ==
          "the extraname.txt\na comment\n"
          "the extraname.txt\na comment\n");
    CHECK(rest.places()[0].source == 300 + 12);
  }
}

TEST_CASE("texts of zstd and lz4: frames that are passed") {
  const std::string frame = "\x53\x2A\x4D\x18\x0A\0\0\0"s + "some words";
  const std::string packed = frame + "\x2A\x4D\x18"s + std::string(40, 'x') +
                             frame + std::string(40, 'y');
  for (const std::size_t step : {1UL, 2UL, 7UL, 1000UL}) {
    StreamTexts texts(Packing::kZstd);
    Leftover rest;
    for (std::size_t at = 0; at < packed.size(); at += step)
      texts.add(at, packed.substr(at, step), &rest);
    rest.end_run();
    CHECK(rest.text() == "some words\nsome words\n");
  }
  CHECK(skippable_frames(packed) == frame.size());
  CHECK(skippable_frames(frame + frame.substr(0, 9)) == 2 * frame.size());
  CHECK(skippable_frames("\x53\x2A\x4D") == 0);
}

TEST_CASE("texts of an rpm: by name, and all else is leftover") {
  const auto big = [](std::size_t value) {
    std::string text(4, '\0');
    for (std::size_t i = 4; i-- > 0; value >>= 8)
      text[i] = static_cast<char>(value & 0xFF);
    return text;
  };
  const auto header = [&](const std::string& entries, const std::string& data) {
    return "\x8E\xAD\xE8\x01"s + big(0) + big(entries.size() / 16) +
           big(data.size()) + entries + data;
  };
  std::string lead = "\xED\xAB\xEE\xDB made-up-1-1";
  lead.resize(96);
  const std::string data = "curl x\0one\0two\0another text\0"s;
  const std::string main =
      header(big(1023) + big(6) + big(0) + big(1) +      // %pre
                 big(1082) + big(8) + big(7) + big(2) +  // %changelog
                 big(1007) + big(6) + big(15) + big(1) + big(1024) + big(6) +
                 big(999) + big(9),  // lies
             data);
  const std::string package = lead + header("", "12345") +
                              std::string(3, '\0') + main + "payload and all";
  for (const std::size_t step : {1UL, 5UL, 10'000UL}) {
    RpmTexts texts;
    Leftover rest;
    for (std::size_t at = 0; at < package.size(); at += step)
      texts.add(package.substr(at, step), &rest);
    rest.end_run();
    const std::vector<NamedText> named = texts.take();
    REQUIRE(named.size() == 2);
    CHECK(named[0].name == "%pre");
    CHECK(named[0].text == "curl x\n");
    CHECK(named[1].text == "one\ntwo\n");
    CHECK(rest.text().find("another text") != std::string::npos);
    CHECK(rest.text().find("made-up-1-1") != std::string::npos);
    CHECK(rest.text().find("payload") == std::string::npos);
  }
}

struct Use {
  UnpackMemory memory{0, 0};
  UnpackUse use{memory};  // of UnpackMemory::kOwnBytes
};

TEST_CASE("accounting: what it holds counts for the unpacking") {
  // A header of 2 MiB, block by block, at each of three levels.
  Use all;
  const std::string block(64 * 1024, 'x');
  std::vector<std::unique_ptr<Accounting>> levels;
  for (int level = 0; level < 3; ++level) {
    CHECK_FALSE(all.use.refused());
    levels.push_back(std::make_unique<Accounting>(Packing::kTar,
                                                  /*in_order=*/true, &all.use));
    for (std::uint64_t at = 0; at < 2 << 20; at += block.size())
      levels.back()->hand(at, block);
  }
  CHECK(all.use.refused());
  levels.clear();
  all.use.forget_refusal();
  CHECK(all.use.take(UnpackMemory::kOwnBytes));  // all was given back
}

TEST_CASE("accounting: so do ranges, an rpm's head and leftover text") {
  Use ranges;
  Accounting zip(Packing::kZip, /*in_order=*/false, &ranges.use);
  for (int i = 0; i < 300'000; ++i) zip.begin_member();
  CHECK(ranges.use.refused());
  CHECK(zip.take_ranges().size() == 300'000);
  ranges.use.forget_refusal();
  constexpr std::size_t kEmpty = 64;  // of empty strings
  CHECK(ranges.use.take(UnpackMemory::kOwnBytes - kEmpty));

  Use head;
  Accounting rpm(Packing::kRpm, /*in_order=*/true, &head.use);
  // Two headers of which the first claims 16 MiB.
  rpm.hand(0, std::string(96, '\0') + "\x8E\xAD\xE8\x01\0\0\0\0"s +
                  "\0\0\0\0\1\0\0\0"s);
  for (std::uint64_t at = 112; at < 6 << 20; at += 4096)
    rpm.hand(at, std::string(4096, 'x'));
  CHECK(head.use.refused());

  Use text;
  {
    Leftover rest(&text.use);
    rest.add(0, std::string(Leftover::kMost, 'x'));
    CHECK_FALSE(text.use.take(UnpackMemory::kOwnBytes - Leftover::kMost + 1));
  }
  CHECK(text.use.take(UnpackMemory::kOwnBytes));
}

TEST_CASE("accounting: in order, what is no member's is leftover") {
  Use all;
  Accounting bytes(Packing::kTar, /*in_order=*/true, &all.use);
  bytes.hand(0, "header of a member|data data|padding padding|next header");
  bytes.settle(18);
  bytes.begin(Accounting::Owner::kMember);
  bytes.settle(28);
  bytes.begin(Accounting::Owner::kNobody);
  bytes.settle(44);
  bytes.leftover()->end_run();
  CHECK(bytes.leftover()->text() == "header of a member\n|padding padding\n");
  CHECK(bytes.rest() == "|next header");
}

TEST_CASE("accounting: from any place, the ranges of members") {
  Use all;
  Accounting bytes(Packing::kZip, /*in_order=*/false, &all.use);
  bytes.settle(30);
  bytes.begin_member();
  bytes.begin(Accounting::Owner::kMember);
  bytes.settle(50);
  bytes.settle(60);
  bytes.jump(100);
  bytes.settle(120);
  const std::vector<ByteRange> ranges = bytes.take_ranges();
  REQUIRE(ranges.size() == 2);
  CHECK(ranges[0].begin == 30);
  CHECK(ranges[0].end == 60);
  CHECK(ranges[1].begin == 100);
  CHECK(bytes.leftover() == nullptr);
}

}  // namespace sluice::leftover_test
