#include "report_words.h"

namespace sluice {
namespace {

// In the form that CLI::IsMember gives its choices, for the completions. It is
// not IsMember that refuses others: our own message can say more.
std::string choices() {
  std::string names;
  for (const ReportFormat& format : report_formats())
    names += (names.empty() ? ":{" : ",") + std::string(format.name);
  return names + "}";
}

}  // namespace

ReportWords::ReportWords(CLI::App* app) : app_(app) {
  format_ = app->add_option("-f,--format", formats_,
                            "How to report: see `sluice help scan`. [pretty]")
                ->option_text("FORMAT")
                ->type_name(choices())
                ->allow_extra_args(false);
  path_ = app->add_option("-o,--output", paths_,
                          "Write that report to FILE. Both may be repeated.")
              ->option_text("FILE")
              ->allow_extra_args(false);
}

std::vector<ReportWord> ReportWords::in_order() const {
  std::vector<ReportWord> words;
  auto format = formats_.begin();
  auto path = paths_.begin();
  // Each option stands there once for each time it was given.
  for (const CLI::Option* option : app_->parse_order()) {
    if (option == format_ && format != formats_.end())
      words.push_back({false, *format++});
    if (option == path_ && path != paths_.end())
      words.push_back({true, *path++});
  }
  // One of a configuration or a variable stands in no order.
  if (words.empty())
    for (; format != formats_.end(); ++format)
      words.push_back({false, *format});
  return words;
}

}  // namespace sluice
