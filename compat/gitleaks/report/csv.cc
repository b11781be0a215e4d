#include <fmt/format.h>

#include "gitleaks/go/text.h"
#include "gitleaks/report/formats.h"

namespace sluice {

Result<void> write_leaks_csv(Leaks leaks, const RuleSet& rules, Output& out) {
  if (leaks.empty()) return {};
  SLUICE_TRY(out.write(
      "RuleID,Commit,File,SymlinkFile,Secret,Match,StartLine,EndLine,"
      "StartColumn,EndColumn,Author,Message,Date,Email,Fingerprint,Tags"));
  // The first finding decides for all, as in gitleaks.
  const bool linked = !leaks.front().link.empty();
  SLUICE_TRY(out.write(linked ? ",Link\n" : "\n"));
  for (const GitleaksFinding& leak : leaks) {
    const Rule& rule = rules.rules()[leak.rule];
    const Commit commit = leak.commit ? *leak.commit : Commit();
    SLUICE_TRY(out.write(fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}{}\n",
        go_csv_field(rule.id), commit.id, go_csv_field(leak.file),
        go_csv_field(leak.symlink), go_csv_field(leak.secret),
        go_csv_field(leak.match), leak.start_line, leak.end_line,
        leak.start_column, leak.end_column, go_csv_field(commit.author),
        go_csv_field(commit.message), commit.date, go_csv_field(commit.email),
        go_csv_field(leak.fingerprint),
        go_csv_field(fmt::format("{}", fmt::join(tags_of(leak, rule), " "))),
        linked ? "," : "", linked ? go_csv_field(leak.link) : "")));
  }
  return {};
}

}  // namespace sluice
