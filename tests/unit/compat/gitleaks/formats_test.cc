#include "gitleaks/report/formats.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sample_findings.h"

namespace sluice::formats_test {

template <typename Write>
std::string written(Write write, const std::vector<GitleaksFinding>& leaks) {
  MemoryOutput out;
  const RuleSet rules = sample_gitleaks_rules();
  REQUIRE(write(leaks, rules, out).has_value());
  REQUIRE(out.flush().has_value());
  return out.text();
}

const std::vector<GitleaksFinding> kBoth = {sample_leak(), sample_path_leak()};

TEST_CASE("leak report: JSON") {
  CHECK(written(write_leaks_json, {}) == "[]\n");
  CHECK(written(write_leaks_json, kBoth) == R"([
 {
  "RuleID": "first-rule",
  "Description": "A \u003cfirst\u003e rule",
  "StartLine": 3,
  "EndLine": 3,
  "StartColumn": 2,
  "EndColumn": 12,
  "Match": "key=\"abcde\"",
  "Secret": "abcde",
  "File": "d/f.txt",
  "SymlinkFile": "",
  "Commit": "",
  "Entropy": 2.321928,
  "Author": "",
  "Email": "",
  "Date": "",
  "Message": "",
  "Tags": [],
  "Fingerprint": "d/f.txt:first-rule:3"
 },
 {
  "RuleID": "second-rule",
  "Description": "",
  "StartLine": 0,
  "EndLine": 0,
  "StartColumn": 0,
  "EndColumn": 0,
  "Match": "file detected: d/g,h",
  "Secret": "",
  "File": "d/g,h",
  "SymlinkFile": "link",
  "Commit": "",
  "Entropy": 0,
  "Author": "",
  "Email": "",
  "Date": "",
  "Message": "",
  "Tags": [
   "a",
   "b",
   "decoded:hex"
  ],
  "Fingerprint": "d/g,h:second-rule:0"
 }
]
)");
}

TEST_CASE("leak report: CSV") {
  CHECK(written(write_leaks_csv, {}).empty());
  CHECK(written(write_leaks_csv, kBoth) ==
        "RuleID,Commit,File,SymlinkFile,Secret,Match,StartLine,EndLine,"
        "StartColumn,EndColumn,Author,Message,Date,Email,Fingerprint,Tags\n"
        "first-rule,,d/f.txt,,abcde,\"key=\"\"abcde\"\"\",3,3,2,12,,,,,"
        "d/f.txt:first-rule:3,\n"
        "second-rule,,\"d/g,h\",link,,\"file detected: d/g,h\",0,0,0,0,,,,,"
        "\"d/g,h:second-rule:0\",a b decoded:hex\n");
}

TEST_CASE("leak report: JUnit") {
  CHECK(written(write_leaks_junit, {}) ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "\t<testsuite failures=\"0\" name=\"gitleaks\" tests=\"0\" time=\"\">"
        "</testsuite>\n</testsuites>");
  const std::string text = written(write_leaks_junit, {sample_leak()});
  CHECK(text.starts_with(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "\t<testsuite failures=\"1\" name=\"gitleaks\" tests=\"1\" time=\"\">\n"
      "\t\t<testcase classname=\"A &lt;first&gt; rule\" file=\"d/f.txt\" "
      "name=\"first-rule has detected a secret in file d/f.txt, line 3.\" "
      "time=\"\">\n"
      "\t\t\t<failure message=\"first-rule has detected a secret in file "
      "d/f.txt, line 3.\" type=\"A &lt;first&gt; rule\">"
      "{&#xA;&#x9;&#34;RuleID&#34;: &#34;first-rule&#34;,&#xA;&#x9;"));
  CHECK(
      text.ends_with("&#xA;}</failure>\n\t\t</testcase>\n\t</testsuite>\n"
                     "</testsuites>"));
}

TEST_CASE("leak report: SARIF") {
  const std::string none = written(write_leaks_sarif, {});
  CHECK(none.ends_with("   },\n   \"results\": []\n  }\n ]\n}\n"));
  const std::string text = written(write_leaks_sarif, kBoth);
  CHECK(text.find(R"(     "rules": [
      {
       "id": "first-rule",
       "shortDescription": {
        "text": "A \u003cfirst\u003e rule"
       }
      },
      {)") != std::string::npos);
  CHECK(text.ends_with(R"(     "ruleId": "second-rule",
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "link"
        },
        "region": {
         "startLine": 0,
         "startColumn": 0,
         "endLine": 0,
         "endColumn": 0,
         "snippet": {
          "text": ""
         }
        }
       }
      }
     ],
     "partialFingerprints": {
      "commitSha": "",
      "email": "",
      "author": "",
      "date": "",
      "commitMessage": ""
     },
     "properties": {
      "tags": [
       "a",
       "b",
       "decoded:hex"
      ]
     }
    }
   ]
  }
 ]
}
)"));
}

TEST_CASE("leak report: for people") {
  const auto text = [](GitleaksColor color, const GitleaksFinding& leak) {
    return written(
        [&](Leaks leaks, const RuleSet& rules, Output& out) {
          return write_leaks_text(leaks, rules, color, out);
        },
        {leak});
  };
  CHECK(text(GitleaksColor::kMatchAlone, sample_leak()) ==
        "Finding:     key=\"abcde\"\n"
        "Secret:      abcde\n"
        "RuleID:      first-rule\n"
        "Entropy:     2.321928\n"
        "File:        d/f.txt\n"
        "Line:        3\n"
        "Fingerprint: d/f.txt:first-rule:3\n\n");
  CHECK(text(GitleaksColor::kContext, sample_leak())
            .starts_with("Finding:     x key=\"abcde\", y\n"));
  CHECK(
      text(GitleaksColor::kContextInColor, sample_leak())
          .starts_with("Finding:     x \x1b[33mkey=\"\x1b[0m\x1b[1;33mabcde"));
  CHECK(text(GitleaksColor::kContext, sample_path_leak())
            .find("Tags:        [a b decoded:hex]\n") != std::string::npos);
  GitleaksFinding hostile = sample_leak();
  hostile.match = "key=\x1b[2J";
  hostile.required = {{1, 7, std::string(50, 'q')}};
  const std::string safe = text(GitleaksColor::kMatchAlone, hostile);
  CHECK(safe.find('\x1b') == std::string::npos);
  CHECK(safe.find("Required:    second-rule:7:" + std::string(37, 'q') +
                  "...\n") != std::string::npos);
}

}  // namespace sluice::formats_test
