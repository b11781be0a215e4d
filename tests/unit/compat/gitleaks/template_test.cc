#include "gitleaks/report/template.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "gitleaks/template/functions.h"
#include "gitleaks/template/parser.h"
#include "sample_findings.h"

namespace sluice::template_test {

const std::vector<GitleaksFinding> kBoth = {sample_leak(), sample_path_leak()};

Result<std::string> run(std::string_view text,
                        const std::vector<GitleaksFinding>& leaks = kBoth) {
  SLUICE_TRY_ASSIGN(const go_template::Template parsed,
                    go_template::parse_template("t", text));
  MemoryOutput out;
  const RuleSet rules = sample_gitleaks_rules();
  SLUICE_TRY(write_leaks_by_template(parsed, leaks, rules, out));
  SLUICE_TRY(out.flush());
  return out.text();
}

std::string written(std::string_view text,
                    const std::vector<GitleaksFinding>& leaks = kBoth) {
  CAPTURE(text);
  const Result<std::string> out = run(text, leaks);
  REQUIRE_MESSAGE(out.has_value(), out.error().message);
  return *out;
}

std::string refusal(std::string_view text) {
  CAPTURE(text);
  const Result<std::string> out = run(text);
  REQUIRE_FALSE(out.has_value());
  return out.error().message;
}

// The expected texts are those of gitleaks 8.30.

TEST_CASE("template: fields") {
  CHECK(written("{{range .}}{{.File}}:{{.StartLine}} {{.Entropy}}|{{end}}") ==
        "d/f.txt:3 2.321928|d/g,h:0 0|");
  CHECK(written("{{(index . 1).Tags}} {{(index . 0).Tags}}") ==
        "[a b decoded:hex] []");
  CHECK(written("{{range .}}{{quote .Match}};{{end}}") ==
        R"("key=\"abcde\"";"file detected: d/g,h";)");
}

TEST_CASE("template: blanks and comments") {
  CHECK(written("a \n {{- 1 -}} \n b") == "a1b");
  CHECK(written("a {{1}} b") == "a 1 b");
  CHECK(written("a {{/* {{ x }} */}} b") == "a  b");
  CHECK(written("a {{- /* x */ -}} b") == "ab");
  CHECK(written("") == "");
  CHECK(written("} }} {") == "} }} {");
}

TEST_CASE("template: if, with, range and their else") {
  CHECK(written("{{if 0}}a{{else if 1}}b{{else}}c{{end}}") == "b");
  CHECK(written("{{if \"\"}}a{{else if 0}}b{{else}}c{{end}}d") == "cd");
  CHECK(written("{{with 5}}{{.}}{{end}}{{with 0}}x{{else}}no{{end}}") == "5no");
  CHECK(written("{{range .}}x{{else}}none{{end}}", {}) == "none");
  CHECK(written("{{range $i, $f := .}}{{$i}}{{$f.StartLine}};{{end}}") ==
        "03;10;");
}

TEST_CASE("template: variables") {
  CHECK(written("{{$x := 1}}{{range .}}{{$x = 2}}{{end}}{{$x}}") == "2");
  CHECK(written("{{$x := 1}}{{with 3}}{{$x := 2}}{{$x}}{{end}}{{$x}}") == "21");
  CHECK(written("{{range .}}{{len $}}{{end}}") == "22");
  CHECK(refusal("{{with 1}}{{$x := 1}}{{end}}{{$x}}") ==
        "t:1: there is no variable `$x`");
}

TEST_CASE("template: functions and pipelines") {
  CHECK(written("{{ . | len }} {{ sub (len .) 1 }} {{ add 1 2 3 }}") ==
        "2 1 6");
  CHECK(
      written(
          R"({{ printf "%.2f|%5d|%-3d|%.2s|%q|%v%%" 2.5 7 8 "abc" "d" 1 }})") ==
      "2.50|    7|8  |ab|\"d\"|1%");
  CHECK(written(R"({{ "a\tb" | quote }}{{ quote "é" 3 }}{{ squote "x" }})") ==
        R"("a\tb""é" "3"'x')");
  CHECK(written("{{ quote `\x01\x7f\xff` }}") == R"("\x01\x7f\xff")");
  CHECK(written("{{ quote `\xC2\xA0\xC2\xAD` }}") == R"("\u00a0\u00ad")");
  CHECK(written("{{ and 1 0 2 }} {{ or 0 3 }} {{ not 0 }}") == "0 3 true");
  CHECK(written(
            "{{ eq 1 2 1 }} {{ ne `a` `b` }} {{ lt 1 2 }} {{ gt 2.5 2.0 }}") ==
        "true true true true");
  CHECK(written(
            R"({{ default "x" "" }}{{ trunc 2 "abc" }}{{ trunc -2 "abc" }})") ==
        "xabbc");
  CHECK(written(R"({{ html "<a b='c'>" }}{{ upper "ab" }}{{ lower "AB" }})") ==
        "&lt;a b=&#39;c&#39;&gt;ABab");
  CHECK(written("{{ index . 1 | toJson }}") ==
        R"({"RuleID":"second-rule","Description":"","StartLine":0,)"
        R"("EndLine":0,"StartColumn":0,"EndColumn":0,)"
        R"("Match":"file detected: d/g,h","Secret":"","File":"d/g,h",)"
        R"("SymlinkFile":"link","Commit":"","Entropy":0,"Author":"",)"
        R"("Email":"","Date":"","Message":"","Tags":["a","b","decoded:hex"],)"
        R"("Fingerprint":"d/g,h:second-rule:0"})");
}

TEST_CASE("template: times by Go's layouts") {
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  const go_template::Moment moment{1'700'000'000};
  CHECK(go_template::date_text("Jan 02, 2006 15:04:05 MST", moment) ==
        "Nov 14, 2023 22:13:20 UTC");
  CHECK(go_template::date_text("Monday 2 January 06 3:04 PM -0700", moment) ==
        "Tuesday 14 November 23 10:13 PM +0000");
  CHECK(written("{{ now | date `x` }}") == "x");
}

TEST_CASE("template: what is wrong is named, with its line") {
  CHECK(refusal("x\n{{ foo }}")
            .starts_with("t:2: there is no function `foo`; "
                         "there are add, "));
  CHECK(refusal("{{range .}}\n{{.Nope}}{{end}}")
            .starts_with("t:2: a finding has no field `Nope`; it has RuleID"));
  CHECK(refusal("{{range .}}") == "t:1: a block without its {{end}}");
  CHECK(refusal("a\n{{end}}") == "t:2: `end` without what it ends");
  CHECK(refusal("{{define `x`}}") == "t:1: `define` is not supported");
  CHECK(refusal("{{ . }}") ==
        "t:1: a finding cannot be printed: name a field, or use toJson");
  CHECK(refusal("{{ len 3 }}") ==
        "t:1: len: a text or a list is wanted, not a number");
  CHECK(refusal("{{ eq 1 `a` }}") ==
        "t:1: eq: a number and a text cannot be compared");
  CHECK(refusal("{{ index . 7 }}") ==
        "t:1: index: there is no item 7 in a list of 2");
  CHECK(refusal("{{ sub 1 }}") == "t:1: sub does not take 1 arguments");
  CHECK(refusal("{{ printf `%d` `x` }}") ==
        "t:1: printf: %d does not take a text");
  for (const char* text :
       {"{{", "{{ `", "{{ \"a\nb\" }}", "{{/*", "{{/* */ x}}", "{{}}",
        "{{ ( 1 }}", "{{ 1 2 }}", "{{ . | 3 }}", "{{ nil }}", "{{ % }}",
        "{{ \"\\q\" }}", "{{ if 1 }}a{{else}}b{{else}}c{{end}}",
        "{{ 99999999999999999999 }}", "{{ printf `%x` 1 }}",
        "{{ upper `\xC3\xA9` }}"})
    CHECK(refusal(text).starts_with("t:1: "));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "(";
  CHECK(refusal("{{" + deep + "}}").find("too deep") != std::string::npos);
}

}  // namespace sluice::template_test
