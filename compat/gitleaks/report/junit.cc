#include <fmt/core.h>

#include "gitleaks/go/text.h"
#include "gitleaks/report/formats.h"

namespace sluice {

Result<void> write_leaks_junit(Leaks leaks, const RuleSet& rules, Output& out) {
  SLUICE_TRY(out.write(fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "\t<testsuite failures=\"{0}\" name=\"gitleaks\" tests=\"{0}\" "
      "time=\"\">",
      leaks.size())));
  for (const GitleaksFinding& leak : leaks) {
    const Rule& rule = rules.rules()[leak.rule];
    const std::string message = go_xml_text(
        fmt::format("{} has detected a secret in file {}, line {}{}.", rule.id,
                    leak.file, leak.start_line, at_commit(leak, ", ")));
    const std::string description = go_xml_text(rule.description);
    SLUICE_TRY(out.write(fmt::format(
        "\n\t\t<testcase classname=\"{}\" file=\"{}\" name=\"{}\" time=\"\">"
        "\n\t\t\t<failure message=\"{}\" type=\"{}\">{}</failure>"
        "\n\t\t</testcase>",
        description, go_xml_text(leak.file), message, message, description,
        go_xml_text(leak_json(leak, rule, "", "\t")))));
  }
  return out.write(leaks.empty() ? "</testsuite>\n</testsuites>"
                                 : "\n\t</testsuite>\n</testsuites>");
}

}  // namespace sluice
