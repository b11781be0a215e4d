#include "sluice/report/report_words.h"

#include "sluice/command_line/option_values.h"

namespace sluice {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const ReportFormat& format : report_formats())
    names.emplace_back(format.name);
  return names;
}

}  // namespace

ReportWords::ReportWords(CLI::App* app) : app_(app) {
  format_ = app->add_option("-f,--format", formats_,
                            "Write the report in FORMAT (see Formats below). "
                            "[pretty]")
                ->option_text("FORMAT")
                ->transform(one_of(names()))
                ->allow_extra_args(false)
                ->default_str(std::string(report_formats().front().name));
  path_ = app->add_option("-o,--output", paths_,
                          "Write the report to FILE. Without -f, the file "
                          "name's ending chooses the format. Repeat -f and -o "
                          "for several reports.")
              ->option_text("FILE")
              ->allow_extra_args(false);
}

std::vector<ReportWord> ReportWords::in_order() const {
  std::vector<ReportWord> words;
  auto format = formats_.begin();
  auto path = paths_.begin();
  // The list contains an option once for each time it was given.
  for (const CLI::Option* option : app_->parse_order()) {
    if (option == format_ && format != formats_.end())
      words.push_back({false, *format++});
    if (option == path_ && path != paths_.end())
      words.push_back({true, *path++});
  }
  // A value from a configuration or a variable is not in the list.
  if (words.empty())
    for (; format != formats_.end(); ++format)
      words.push_back({false, *format});
  return words;
}

}  // namespace sluice
