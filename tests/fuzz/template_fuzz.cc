// A report template of any bytes, run over two leaks: it is refused in one
// line, or prints a text.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "gitleaks/template/parser.h"
#include "gitleaks/template/render.h"

using namespace sluice;
using namespace sluice::go_template;

namespace {

Value two_leaks() {
  List list;
  for (const char* name : {"a.txt", "b \"c\".txt"}) {
    List tags{{std::string("one"), std::string("two")}};
    Record record{{{"File", std::string(name)},
                   {"StartLine", std::int64_t{3}},
                   {"Entropy", 2.5F},
                   {"Tags", std::make_shared<const List>(std::move(tags))}}};
    list.items.emplace_back(std::make_shared<const Record>(std::move(record)));
  }
  return std::make_shared<const List>(std::move(list));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  // Loops within loops take a time that is a power of the template's size.
  if (size > 200) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto is_one_line = [](const Error& error) {
    return error.message.find('\n') == std::string::npos;
  };
  const Result<Template> parsed = parse_template("t", text);
  if (!parsed) {
    SLUICE_CHECK(is_one_line(parsed.error()));
    return 0;
  }
  const Result<std::string> out = render(*parsed, two_leaks());
  if (!out) SLUICE_CHECK(is_one_line(out.error()));
  // A text without an action is printed unchanged.
  if (text.find("{{") == std::string_view::npos)
    SLUICE_CHECK(out && *out == text);
  return 0;
}
