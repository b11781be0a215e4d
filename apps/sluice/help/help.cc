#include "sluice/help/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "sluice/terminal.h"
#include "text/wrap.h"

namespace sluice {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kTextColumn = 30;
constexpr std::string_view kGap = "  ";

std::string names_of(const OptionInfo& option) {
  const bool has_letter =
      !option.names.empty() && !option.names.front().starts_with("--");
  return fmt::format("{}{}{}{}{}", kGap, has_letter ? "" : "    ",
                     fmt::join(option.names, ", "),
                     option.value.empty() ? "" : " ", option.value);
}

std::string rows_of(const OptionInfo& option) {
  std::string row = names_of(option);
  if (row.size() + kGap.size() > kTextColumn) row += '\n';
  std::size_t column = row.ends_with('\n') ? 0 : row.size();
  for (const std::string& line : wrapped(option.help, kColumns - kTextColumn)) {
    row += fmt::format("{:{}}{}\n", "", kTextColumn - column, line);
    column = 0;
  }
  return row;
}

std::vector<std::string> groups_of(const std::vector<OptionInfo>& options) {
  std::vector<std::string> groups;
  for (const OptionInfo& option : options)
    if (!option.group.empty() && std::ranges::count(groups, option.group) == 0)
      groups.push_back(option.group);
  groups.emplace_back();
  return groups;
}

}  // namespace

std::string help_page(const Help& help) {
  std::string page = help.usage;
  const std::vector<std::string> groups = groups_of(help.options);
  for (const std::string& group : groups) {
    std::string rows;
    for (const OptionInfo& option : help.options)
      if (option.group == group) rows += rows_of(option);
    if (rows.empty()) continue;
    std::string_view heading = group;
    if (group.empty())
      heading = groups.size() > 1 ? "Other options" : "Options";
    page += fmt::format("\n{}:\n{}", heading, rows);
  }
  if (!help.footer.empty()) page += fmt::format("\n{}\n", help.footer);
  return page;
}

}  // namespace sluice
