#include "scan/report/overlap.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "rules/family.h"
#include "support/effort.h"

namespace sluice::overlap_test {

const Rule kSpecific{.id = "b-specific", .provider = "vendor"};
const Rule kGeneric{.id = "a-generic"};

Finding finding(const Rule& rule, std::uint64_t begin, std::uint64_t end) {
  Finding made;
  made.rule = &rule;
  made.start.byte = begin;
  made.end.byte = end;
  return made;
}

TEST_CASE(
    "overlap: exactly the generic findings that share a byte with a "
    "specific one go, and the order is that of their place") {
  std::mt19937 random(test::seed(17));
  for (int round = 0; round < test::times(2000, 20'000); ++round) {
    std::vector<Finding> findings;
    for (std::size_t n = random() % 7; n > 0; --n) {
      const std::uint64_t begin = random() % 20;
      findings.push_back(finding(random() % 2 ? kSpecific : kGeneric, begin,
                                 begin + 1 + random() % 8));
    }
    std::vector<Finding> truth;
    for (const Finding& one : findings) {
      const bool covered =
          one.rule == &kGeneric &&
          std::ranges::any_of(findings, [&](const Finding& other) {
            return other.rule == &kSpecific &&
                   other.start.byte < one.end.byte &&
                   one.start.byte < other.end.byte;
          });
      if (!covered) truth.push_back(one);
    }
    FileReport report;
    report.findings = findings;
    settle_overlaps(&report);
    const std::vector<Finding>& settled = report.findings;
    REQUIRE(settled.size() + report.covered.size() == findings.size());
    REQUIRE(settled.size() == truth.size());
    const auto key = [](const Finding& one) {
      return std::tuple(one.start.byte, one.end.byte, one.rule->id);
    };
    REQUIRE(std::ranges::is_sorted(settled, {}, key));
    std::ranges::sort(truth, {}, key);
    for (std::size_t i = 0; i < truth.size(); ++i)
      REQUIRE(key(settled[i]) == key(truth[i]));
  }
}

TEST_CASE("overlap: of one provider's rules for one place the surest stays") {
  const Rule first{.id = "a-data", .provider = "vendor"};
  const Rule second{.id = "b-manifest", .provider = "vendor"};
  const Rule other{.id = "c-other", .provider = "else"};
  const auto left = [](std::vector<Finding> findings) {
    FileReport report;
    report.findings = std::move(findings);
    settle_overlaps(&report);
    std::string ids;
    for (const Finding& one : report.findings)
      ids += std::string(one.rule->id) + " ";
    return ids;
  };
  Finding sure = finding(second, 3, 9);
  sure.confidence = Confidence::kHigh;
  Finding unsure = finding(first, 3, 9);
  unsure.confidence = Confidence::kLow;
  CHECK(left({finding(second, 3, 9), finding(first, 3, 9)}) == "a-data ");
  CHECK(left({unsure, sure}) == "b-manifest ");
  CHECK(left({sure, unsure, finding(other, 3, 9)}) == "b-manifest c-other ");
  CHECK(left({finding(first, 3, 9), finding(second, 3, 8)}) ==
        "b-manifest a-data ");
}

TEST_CASE("overlap: an unsure finding of a provider covers no surer one") {
  const Rule uuid{.id = "u", .provider = "vendor", .check = CheckKind::kUuid};
  const Rule sum{
      .id = "s", .provider = "vendor", .check = CheckKind::kCrc32Base62};
  const auto left = [](const Finding& vendors, Confidence generic) {
    FileReport report;
    report.findings = {vendors, finding(kGeneric, 3, 9)};
    report.findings.back().confidence = generic;
    settle_overlaps(&report);
    REQUIRE(report.findings.size() == 1);
    return report.findings[0].rule->id;
  };
  Finding unsure = finding(uuid, 3, 9);
  unsure.confidence = Confidence::kLow;
  CHECK(left(unsure, Confidence::kMedium) == kGeneric.id);
  CHECK(left(unsure, Confidence::kLow) == uuid.id);
  // A UUID of an unknown version is still a random value; a token with a wrong sum
  // is none.
  unsure.checksum = ChecksumVerdict::kInvalid;
  CHECK(left(unsure, Confidence::kMedium) == kGeneric.id);
  unsure.rule = &sum;
  CHECK(left(unsure, Confidence::kMedium) == sum.id);
}

const Rule kFirst{.id = "a-first"};
const Rule kSecond{.id = "b-second"};

struct Claim {
  const Rule* rule;
  std::uint64_t begin, end;
  Confidence confidence;
  ValueLook look = ValueLook::kWords;
};

// The rule that is left of two that claim a byte, in whatever order they came.
std::string left_of(const Claim& one, const Claim& other) {
  std::string left;
  for (const auto& pair : {std::pair(one, other), std::pair(other, one)}) {
    FileReport report;
    for (const Claim& claim : {pair.first, pair.second}) {
      Finding made = finding(*claim.rule, claim.begin, claim.end);
      made.confidence = claim.confidence;
      made.evidence = Evidence{.look = claim.look};
      report.findings.push_back(made);
    }
    settle_overlaps(&report);
    REQUIRE(report.findings.size() == 1);
    REQUIRE(report.covered.size() == 1);
    const std::string id(report.findings[0].rule->id);
    CHECK(report.covered[0].rule->id != id);
    CHECK((left.empty() || left == id));
    left = id;
  }
  return left;
}

TEST_CASE("overlap: of two generic rules the surer stays, else the first") {
  constexpr auto kLow = Confidence::kLow;
  constexpr auto kHigh = Confidence::kHigh;
  // With the same bytes, the rules' names decide.
  CHECK(left_of({&kFirst, 3, 9, kLow}, {&kSecond, 3, 9, kLow}) == "a-first");
  CHECK(left_of({&kFirst, 3, 9, kLow}, {&kSecond, 3, 9, kHigh}) == "b-second");
  CHECK(left_of({&kFirst, 3, 9, kHigh}, {&kSecond, 3, 9, kLow}) == "a-first");
  // The one that begins first, whatever the names say.
  CHECK(left_of({&kSecond, 2, 9, kLow}, {&kFirst, 3, 9, kLow}) == "b-second");
  CHECK(left_of({&kSecond, 2, 9, kLow}, {&kFirst, 3, 9, kHigh}) == "a-first");
  CHECK(left_of({&kSecond, 2, 9, kHigh}, {&kFirst, 3, 9, kLow}) == "b-second");
  // The shorter of two that begin together.
  CHECK(left_of({&kSecond, 3, 8, kLow}, {&kFirst, 3, 9, kLow}) == "b-second");
}

TEST_CASE("overlap: what a generic rule took a part of stands whole") {
  constexpr auto kLow = Confidence::kLow;
  const auto left = [](std::uint64_t begin, ValueLook look,
                       Confidence confidence) {
    return left_of({&kFirst, 3, 8, kLow},
                   {&kSecond, begin, 12, confidence, look});
  };
  CHECK(left(3, ValueLook::kComposed, kLow) == "b-second");
  CHECK(left(3, ValueLook::kDrawn, kLow) == "b-second");
  CHECK(left(3, ValueLook::kWords, kLow) == "a-first");
  CHECK(left(4, ValueLook::kDrawn, kLow) == "a-first");
  CHECK(left_of({&kFirst, 3, 8, Confidence::kHigh},
                {&kSecond, 3, 12, kLow, ValueLook::kDrawn}) == "a-first");
}

TEST_CASE("overlap: generic findings that only touch, or of one rule, stay") {
  for (const Rule* other : {&kFirst, &kSecond}) {
    FileReport report;
    report.findings = {finding(kFirst, 3, 9),
                       finding(*other, other == &kFirst ? 8 : 9, 12)};
    settle_overlaps(&report);
    CHECK(report.findings.size() == 2);
  }
}

Finding decoded(const Rule& rule, std::uint64_t begin, std::uint64_t end,
                std::uint64_t span_begin, std::uint64_t span_end,
                std::vector<std::string> encodings = {"base64"}) {
  Finding made = finding(rule, begin, end);
  made.secret = rule.id;
  made.decoded = std::move(encodings);
  made.encoded = EncodedPlace{span_begin, span_end, nullptr};
  return made;
}

// Which of the two stays: "plain", "decoded", "both".
std::string stays(Finding plain, Finding other) {
  plain.secret = std::string(plain.end.byte - plain.start.byte, 'x');
  FileReport report;
  report.findings = {std::move(plain), std::move(other)};
  settle_overlaps(&report);
  CHECK(report.findings.size() + report.covered.size() == 2);
  if (report.findings.size() == 2) return "both";
  return report.findings[0].encoded ? "decoded" : "plain";
}

TEST_CASE("overlap: of a decoded finding and another, what says more stays") {
  const Finding low = [] {
    Finding one = finding(kGeneric, 4, 20);
    one.confidence = Confidence::kLow;
    return one;
  }();
  CHECK(stays(finding(kGeneric, 4, 20), decoded(kSpecific, 4, 20, 4, 20)) ==
        "decoded");
  CHECK(stays(finding(kSpecific, 4, 20), decoded(kGeneric, 4, 20, 4, 20)) ==
        "plain");
  CHECK(stays(finding(kGeneric, 4, 20), decoded(kGeneric, 4, 20, 4, 20)) ==
        "plain");
  CHECK(stays(low, decoded(kGeneric, 8, 12, 4, 20)) == "decoded");
  // Anywhere in what was decoded with it.
  CHECK(stays(finding(kGeneric, 4, 20), decoded(kSpecific, 80, 96, 4, 200)) ==
        "decoded");
  CHECK(stays(finding(kGeneric, 4, 20), decoded(kSpecific, 20, 96, 20, 200)) ==
        "both");
  // The other takes an escape beside it for a part of it.
  CHECK(stays(finding(kGeneric, 4, 20),
              decoded(kGeneric, 4, 14, 4, 14, {"backslash"})) == "decoded");
  // The other is a run of those that were joined, or has in it what parts them.
  const auto joined = [](std::uint64_t begin, std::uint64_t end) {
    return decoded(kGeneric, begin, end, begin, end, {"markup"});
  };
  CHECK(stays(finding(kGeneric, 4, 10), joined(4, 40)) == "decoded");
  CHECK(stays(finding(kGeneric, 4, 40), joined(4, 40)) == "decoded");
  CHECK(stays(finding(kGeneric, 4, 40), joined(20, 60)) == "plain");
}

TEST_CASE("overlap: what one encoded text holds stays apart") {
  FileReport report;
  report.findings = {decoded(kSpecific, 4, 40, 4, 40),
                     decoded(kGeneric, 4, 40, 4, 40)};
  settle_overlaps(&report);
  CHECK(report.findings.size() == 2);
  // Found in two ways, it is one.
  report.findings = {decoded(kSpecific, 4, 40, 4, 40),
                     decoded(kGeneric, 8, 30, 8, 30, {"backslash"})};
  settle_overlaps(&report);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].rule == &kSpecific);
}

TEST_CASE(
    "overlap: of two patterns of a family at one place, what shows more "
    "stays, in whatever order they came") {
  static const Family family{};
  static const Rule rule{
      .id = "vendor-token", .provider = "vendor", .family = &family};
  std::mt19937 random(test::seed(5));
  for (int round = 0; round < test::times(50, 500); ++round) {
    FileReport report;
    for (std::uint64_t place = 0; place < 40; ++place) {
      for (const std::uint64_t before : {0U, 7U}) {
        Finding made = finding(rule, 100 * place + 50, 100 * place + 70);
        made.match_byte = made.start.byte - before;
        report.findings.push_back(made);
      }
    }
    std::ranges::shuffle(report.findings, random);
    settle_overlaps(&report);
    REQUIRE(report.findings.size() == 40);
    for (const Finding& one : report.findings)
      REQUIRE(one.match_byte + 7 == one.start.byte);
  }
}

}  // namespace sluice::overlap_test
