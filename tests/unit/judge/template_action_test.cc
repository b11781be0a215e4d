#include "judge/context/template_action.h"

#include <doctest/doctest.h>

#include <string_view>

namespace sluice::template_action_test {

TEST_CASE("template action: open before the value") {
  for (const std::string_view before :
       {"{{- $password := ", "{{- $password := include \"", "{% set token = \"",
        "  key: {{ .Values.key | default \"", "key = <%= node[\"",
        "{{- if (ne .Values.auth.password \"", "a {{ b }} {{ "}) {
    CAPTURE(before);
    CHECK(in_template_action(before));
  }
}

TEST_CASE("template action: closed, or none") {
  for (const std::string_view before :
       {"", "password: ", "url: {{ .Values.host }} password: ",
        "style={{ password: \"", "{{\"password\", \"", "{{", "map = {{",
        "{% if x %} password = \"", "<%= x %> password = \""}) {
    CAPTURE(before);
    CHECK_FALSE(in_template_action(before));
  }
}

}  // namespace sluice::template_action_test
