#include "match/tables/secret_manifest.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sluice::secret_manifest_test {

using Values = std::vector<std::string>;

// All values of a text's lines.
Values values(std::string_view text) {
  SecretManifest manifest;
  Values all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view rest = text.substr(std::min(end + 1, text.size()));
    std::vector<std::string_view> found;
    manifest.read(text.substr(0, end), rest, &found);
    all.insert(all.end(), found.begin(), found.end());
    text = rest;
  }
  return all;
}

TEST_CASE("secret manifest: all members, before the kind and after it") {
  CHECK(values("kind: Secret\n"
               "metadata:\n"
               "  name: app\n"
               "data:\n"
               "  # a comment\n"
               "  a: one\n"
               "  \"b\": 'two' # a comment\n"
               "{{- if .Values.more }}\n"
               "  c: \"three\"\r\n"
               "{{- end }}\n"
               "stringData:\n"
               "  d: four #5\n"
               "type: Opaque\n"
               "---\n"
               "kind: ConfigMap\n"
               "data:\n"
               "  e: six\n") == Values{"one", "two", "three", "four"});
  CHECK(values("data:\n"
               "  a: one\n"
               "\n"
               "kind: Secret\n") == Values{"one"});
  CHECK(values("data:\n  a: one\nkind: ConfigMap\n").empty());
  CHECK(values("data:\n  a: one\n---\nkind: Secret\n").empty());
  CHECK(values("kind: SealedSecret\ndata:\n  a: one\n").empty());
  CHECK(values("kind: Secret\nspec:\n  data:\n    a: one\n").empty());
}

TEST_CASE("secret manifest: in lists and other mappings") {
  CHECK(values("items:\n"
               "- data:\n"
               "    a: one\n"
               "  kind: Secret\n"
               "- kind: ConfigMap\n"
               "  data:\n"
               "    b: two\n"
               "- kind: Secret\n"
               "  stringData:\n"
               "    c: three\n") == Values{"one", "three"});
  CHECK(values("- k8s:\n"
               "    definition:\n"
               "      kind: Secret\n"
               "      data:\n"
               "        a: one\n"
               "    data:\n"
               "      b: two\n") == Values{"one"});
}

TEST_CASE("secret manifest: blocks") {
  CHECK(values("kind: Secret\n"
               "stringData:\n"
               "  a: |-\n"
               "    one\n"
               "\n"
               "  b: >\n"
               "    two\n"
               "    lines: more\n"
               "  c: !!binary |\n"
               "    three\n") == Values{"one", "", "three"});
}

TEST_CASE("secret manifest: braces") {
  CHECK(values("{\"kind\":\"Secret\",\"data\":{\"a\":\"one\",\"b\":\"two\"},"
               "\"x\":{\"data\":{\"c\":\"no\"}}}\n") == Values{"one", "two"});
  CHECK(values("{\"items\": [{\"data\": {\"a\": \"one\"}, \"kind\": "
               "\"Secret\"}, {\"kind\": \"List\", \"data\": {\"b\": "
               "\"no\"}}]}") == Values{"one"});
  CHECK(values("- {kind: Secret,\n"
               "   stringData: {a: one,\n"
               "     b: \"t,wo\"}}\n"
               "- a: no\n") == Values{"one", "t,wo"});
  CHECK(values("kind: Secret\n"
               "data: {a: one, b: '{{ .Values.c }}'}\n"
               "stringData: {\n"
               "  \"c\": \"three\",\n"
               "}\n") == Values{"one", "{{ .Values.c }}", "three"});
  CHECK(values("{\n"
               "  \"kind\": \"Secret\",\n"
               "  \"data\": {\n"
               "    \"a\": \"one\",\n"
               "    \"b\": \"two\"\n"
               "  },\n"
               "  \"type\": \"Opaque\"\n"
               "}\n") == Values{"one", "two"});
}

TEST_CASE("secret manifest: other writers of Secrets") {
  CHECK(values("resource \"kubernetes_secret_v1\" \"app\" {\n"
               "  metadata {\n"
               "    name = \"app\"\n"
               "  }\n"
               "  data = {\n"
               "    a     = \"one\"\n"
               "    \"b.c\" = \"two\"\n"
               "  }\n"
               "}\n"
               "x = { data = {\n"
               "  d = \"no\"\n") == Values{"one", "two"});
  CHECK(values("secretGenerator:\n"
               "- name: app\n"
               "  literals:\n"
               "  - a=one\n"
               "  - \"b=two\"\n"
               "configMapGenerator:\n"
               "- literals:\n"
               "  - c=no\n") == Values{"one", "two"});
  CHECK(values("secrets:\n"
               "  a:\n"
               "    content: one\n"
               "configs:\n"
               "  b:\n"
               "    content: no\n") == Values{"one"});
  CHECK(values("kubectl create secret generic app --from-literal=a=one \\\n"
               "  --from-literal 'b=two 2' --from-literal=c=\"3 3\"\n") ==
        Values{"one", "two 2", "3 3"});
  CHECK(
      values("kind: Secret\n"
             "data:\n"
             "  a: {{ \"one\" | b64enc | quote }}\n"
             "  b: {{- b64enc 'two' }}\n"
             "  c: {{ .Values.c | default \"three\" | b64enc }}\n"
             "  d: {{ printf \"%s\" .Values.d | b64enc }}\n") ==
      Values{"one", "two", "three", "{{ printf \"%s\" .Values.d | b64enc }}"});
}

}  // namespace sluice::secret_manifest_test
