// The report formats, a function for each. Each returns a sink that writes its
// report to `output`, which must outlive it. The first comment of a source says
// what its format is. apps/sluice/report/formats.h has the table of their names.
#pragma once

#include <memory>
#include <vector>

#include "finding/sink.h"
#include "report/output/output.h"
#include "report/shown/options.h"

namespace sluice {

using MakeReport = std::unique_ptr<FindingSink>(Output& output,
                                                const ReportOptions& options);

MakeReport betterleaks_report;
MakeReport codequality_report;
MakeReport csv_report;
MakeReport defectdojo_report;
MakeReport github_report;
MakeReport gitlab_report;
MakeReport html_report;
MakeReport json_report;
MakeReport jsonl_report;
MakeReport junit_report;
MakeReport markdown_report;
MakeReport pretty_report;  // the report for people
MakeReport sarif_report;
MakeReport trufflehog_report;

// Several reports of one scan. Errors: the first of any of them, which ends all.
std::unique_ptr<FindingSink> tee_report(
    std::vector<std::unique_ptr<FindingSink>> reports);

}  // namespace sluice
