#include "gitleaks/report/template.h"

#include <memory>
#include <string>
#include <utility>

#include "gitleaks/template/render.h"

namespace sluice {
namespace {

using go_template::InJson;
using go_template::List;
using go_template::Record;
using go_template::Value;

Value tag_values(const GitleaksFinding& leak, const Rule& rule) {
  List list;
  for (const std::string_view tag : tags_of(leak, rule))
    list.items.emplace_back(std::string(tag));
  return std::make_shared<const List>(std::move(list));
}

// In the order of gitleaks' JSON.
Value record_of(const GitleaksFinding& leak, const Rule& rule) {
  const Commit commit = leak.commit ? *leak.commit : Commit();
  Record record{{{"RuleID", std::string(rule.id)},
                 {"Description", std::string(rule.description)},
                 {"StartLine", leak.start_line},
                 {"EndLine", leak.end_line},
                 {"StartColumn", leak.start_column},
                 {"EndColumn", leak.end_column},
                 {"Line", leak.line, InJson::kNever},
                 {"Match", leak.match},
                 {"Secret", leak.secret},
                 {"File", leak.file},
                 {"SymlinkFile", leak.symlink},
                 {"Commit", commit.id},
                 {"Link", leak.link, InJson::kIfNotEmpty},
                 {"Entropy", leak.entropy},
                 {"Author", commit.author},
                 {"Email", commit.email},
                 {"Date", commit.date},
                 {"Message", commit.message},
                 {"Tags", tag_values(leak, rule)},
                 {"Fingerprint", leak.fingerprint}}};
  return std::make_shared<const Record>(std::move(record));
}

}  // namespace

Result<void> write_leaks_by_template(const go_template::Template& parsed,
                                     Leaks leaks, const RuleSet& rules,
                                     Output& out) {
  List list;
  for (const GitleaksFinding& leak : leaks)
    list.items.push_back(record_of(leak, rules.rules()[leak.rule]));
  SLUICE_TRY_ASSIGN(const std::string text,
                    go_template::render(
                        parsed, std::make_shared<const List>(std::move(list))));
  return out.write(text);
}

}  // namespace sluice
