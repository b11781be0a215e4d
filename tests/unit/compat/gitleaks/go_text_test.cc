#include "gitleaks/go/text.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace sluice::go_text_test {

TEST_CASE("go text: JSON strings") {
  CHECK(go_json_string("a\"b\\c") == R"("a\"b\\c")");
  CHECK(go_json_string("<a>&") == R"("\u003ca\u003e\u0026")");
  CHECK(go_json_string("\b\f\n\r\t\x01\x7F") ==
        "\"\\b\\f\\n\\r\\t\\u0001\x7F\"");
  CHECK(go_json_string("\xE2\x80\xA8\xE2\x80\xA9") == R"("\u2028\u2029")");
  CHECK(go_json_string("\xFFz\xC3\xA9") == "\"\\ufffdz\xC3\xA9\"");
  CHECK(go_json_string("\xEF\xBF\xBD") == "\"\xEF\xBF\xBD\"");
}

TEST_CASE("go text: JSON numbers") {
  CHECK(go_json_number(0) == "0");
  CHECK(go_json_number(2) == "2");
  CHECK(go_json_number(4.0219283F) == "4.0219283");
  CHECK(go_json_number(1.6017132e-16F) == "1.6017132e-16");
  CHECK(go_json_number(5e-7F) == "5e-7");
  CHECK(go_json_number(0.000001F) == "0.000001");
}

TEST_CASE("go text: CSV fields") {
  CHECK(go_csv_field("plain text") == "plain text");
  CHECK(go_csv_field("") == "");
  CHECK(go_csv_field(" x") == "\" x\"");
  CHECK(go_csv_field("x ") == "x ");
  CHECK(go_csv_field("a,b") == "\"a,b\"");
  CHECK(go_csv_field("a\"b") == "\"a\"\"b\"");
  CHECK(go_csv_field("a\nb") == "\"a\nb\"");
  CHECK(go_csv_field("\\.") == "\"\\.\"");
  CHECK(go_csv_field("\xC2\xA0x") == "\"\xC2\xA0x\"");
}

TEST_CASE("go text: XML") {
  CHECK(go_xml_text("<a b=\"c\">'&") == "&lt;a b=&#34;c&#34;&gt;&#39;&amp;");
  CHECK(go_xml_text("\t\n\r") == "&#x9;&#xA;&#xD;");
  CHECK(go_xml_text(std::string("\0\xFF", 2)) == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

}  // namespace sluice::go_text_test
