#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "archive/held_bytes.h"
#include "archive/members.h"
#include "archive/pdf_syntax.h"
#include "archive/pdf_text.h"
#include "opened.h"

namespace sluice::pdf_test {

using namespace std::string_literals;

// Each member: "name=text".
std::vector<std::string> all_of(const std::string& bytes) {
  Opened of;
  const TextBytes source(bytes);
  const auto members = Members::open(source, {}, Packing::kPdf, of.unpacking);
  std::vector<std::string> all;
  for (;;) {
    const Result<std::optional<Member>> member = members->next();
    if (!member) all.push_back("!" + member.error().message);
    if (!member || !*member) return all;
    all.push_back((*member)->name + "=");
    all.back() += text_of(*members);
  }
}

std::string shown_of(const std::string& content) {
  return pdf_page_text(content, {});
}

TEST_CASE("pdf: values") {
  PdfLexer lexer(
      "<< /A 1 /B#43 [ -2.5 (a\\(b\\051(c)) <6162 6> ] /C 12 0 R >> % no\n"
      "true 1 0 Rx");
  const PdfValue value = lexer.next();
  REQUIRE(value.kind == PdfKind::kDictionary);
  CHECK(value.get("A").number == 1);
  CHECK(value.get("BC").items.at(0).number == -2.5);
  CHECK(value.get("BC").items.at(1).text == "a(b)(c)");
  CHECK(value.get("BC").items.at(2).text == "ab`");
  CHECK(value.get("C").kind == PdfKind::kReference);
  CHECK(value.get("C").natural() == 12);
  CHECK(value.get("D").kind == PdfKind::kEnd);
  CHECK(lexer.next().is_word("true"));
  CHECK(lexer.next().number == 1);
  CHECK(lexer.next().number == 0);
  CHECK(lexer.next().is_word("Rx"));
  CHECK(lexer.next().kind == PdfKind::kEnd);
  for (const std::string& text : {"<"s, "<6"s, "("s, "(\\"s, "/"s, "<<"s, "["s,
                                  "+"s, "1 0"s, std::string(1000, '[')}) {
    PdfLexer cut(text);
    while (cut.next().kind != PdfKind::kEnd) {
    }
    CHECK(cut.at() <= text.size());
  }
  CHECK(pdf_text_string("\xFE\xFF\0a\x20\xAC\xD8\x3D\xDE\0"s) ==
        "a\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(pdf_text_string("\xFC") == "\xC3\xBC");
}

TEST_CASE("pdf: spaces and lines follow from places") {
  CHECK(shown_of("BT /F 10 Tf 5 100 Td (ab) Tj (cd) Tj ET") == "abcd");
  CHECK(shown_of("BT /F 10 Tf [(ab) -50 (cd) -300 (ef)] TJ ET") == "abcd ef");
  CHECK(shown_of("BT /F 10 Tf 5 100 Td (ab) Tj 0 -12 Td (cd) Tj ET") ==
        "ab\ncd");
  CHECK(shown_of("BT /F 10 Tf 5 100 Td (ab) Tj 10.8 0 Td (cd) Tj ET") ==
        "abcd");
  CHECK(shown_of("BT /F 10 Tf 5 100 Td (ab) Tj 15 0 Td (cd) Tj ET") == "ab cd");
  CHECK(shown_of("BT (ab) Tj T* (cd) ' ET") == "ab\ncd");
  CHECK(shown_of("BI /W 1 ID \x01(no) Tj\x02 EI BT (ab) Tj ET") == "ab");
}

TEST_CASE("pdf: what codes mean") {
  PdfFont font{.code_size = 2};
  read_to_unicode(
      "1 begincodespacerange <0000> <ffff> endcodespacerange "
      "1 beginbfchar <0003> <00660069> endbfchar "
      "2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<0078> <0079>] "
      "endbfrange",
      &font);
  const std::map<std::string, const PdfFont*> fonts{{"F", &font}};
  CHECK(pdf_page_text("/F 9 Tf <0003001000120021ffff> Tj", fonts) == "fiacy");
  PdfFont simple;
  PdfLexer lexer("[ 1 /a /numbersign 9 /unknown /seven ]");
  read_differences(lexer.next(), &simple);
  CHECK(pdf_page_text("/F 9 Tf <01020a41> Tj", {{"F", &simple}}) == "a#7A");
}

TEST_CASE("pdf: members") {
  const std::string data =
      "%PDF-1.4\n1 0 obj << /Pages 2 0 R >> endobj\n"
      "2 0 obj << /Kids [3 0 R 3 0 R 2 0 R] >> endobj\n"
      "3 0 obj << /Type /Page /Contents [4 0 R] >> endobj\n"
      "4 0 obj << /Length 9 >> stream\n(ab) Tj (\nendstream endobj\n"
      "4 0 obj << /Length 7 >> stream\n(cd) Tj\nendstream endobj\n"
      "5 0 obj << /Length 99999 >> stream\nscript\nendstream endobj\n"
      "6 0 obj << /Filter /Made >> stream\nx\nendstream endobj\n"
      "7 0 obj << /Title (Words) >> endobj\n"
      "trailer << /Root 1 0 R /Info 7 0 R >>\n";
  CHECK(all_of(data) == std::vector<std::string>{
                            "metadata=Title: Words\n", "page 1=cd",
                            "stream 4 (older)=(ab) Tj (", "stream 5=script\n",
                            "stream 6=!its filter is not read"});
  CHECK(all_of("%PDF-1.4\n") == std::vector<std::string>{"!it has no objects"});
  CHECK(all_of(data + "trailer << /Encrypt 9 0 R >>") ==
        std::vector<std::string>{"!it is encrypted"});
}

TEST_CASE("pdf: content that is not shown") {
  CHECK(shown_of("BT (ab) Tj (longer than eight) ET % a longer comment\n") ==
        "ab\n% a longer comment\nlonger than eight\n");
  CHECK(shown_of("/Span << /ActualText (longer text) >> BDC (ab) Tj") ==
        "ab\nActualText\nlonger text\n");
  CHECK(shown_of("password = words q (ab) Tj") == "ab\npassword = words q\n");
  CHECK(shown_of("q 1 0 0 1 0 0 cm /F1 Do Q") == "");
}

TEST_CASE("pdf: streams that are written in odd ways, and strings") {
  const std::string data =
      "%PDF-1.4\n1 0 obj << /Title <FEFF00610062006300640065006600670068> >> "
      "endobj\n"
      "2 0 % no\nobj << /Filter /AHx >> stream\n6162>\nendstream endobj\n"
      "<< /Filter /A85 >>stream\n@:E^~>\nendstream\n"
      "3 0 obj << /UF (a.txt) /EF << /Unix 4 0 R /F 5 0 R >> >> endobj\n"
      "4 0 obj << >> stream\nunix\nendstream endobj\n"
      "5 0 obj << >> stream\nother\nendstream endobj\n"
      "6 0 obj << /Filter /AHx >> stream\n63>\n7 0 obj <<>> stream\ninner\n"
      "endstream endobj\n";
  CHECK(all_of(data) == std::vector<std::string>{
                            "metadata=", "stream@0x73=ab", "stream@0xa3=abc",
                            "a.txt=other\n", "a.txt=unix\n", "stream 6=c",
                            "stream 7=inner\n", "strings=Title: abcdefgh\n"});
}

}  // namespace sluice::pdf_test
