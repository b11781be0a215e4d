// A pipeline's reports of one file, one for the file itself and one for each of
// its members, for texts whose reports are all kept in memory anyway.
// Thread-safety: one thread.
#pragma once

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "finding/mistyped.h"
#include "scan/unit/file_scan.h"

namespace sluice {

// Joins the parts, of which there may be any number, of each report.
class JoiningPort final : public ReportPort {
 public:
  bool put(std::unique_ptr<FileReport> part) override {
    if (reports.empty() || reports.back()->location != part->location) {
      reports.push_back(std::move(part));
      return true;
    }
    FileReport& report = *reports.back();
    move_all(&part->findings, &report.findings);
    move_all(&part->dropped, &report.dropped);
    move_all(&part->covered, &report.covered);
    move_all(&part->notes, &report.notes);
    report.more_mistyped += part->more_mistyped;
    for (const Finding& finding : part->mistyped)
      keep_mistyped(finding, &report);
    report.incomplete = std::move(part->incomplete);
    return true;
  }
  bool has_turn() const override { return true; }

  std::vector<std::unique_ptr<FileReport>> reports;  // that have something

 private:
  template <typename T>
  static void move_all(std::vector<T>* from, std::vector<T>* to) {
    to->insert(to->end(), std::move_iterator(from->begin()),
               std::move_iterator(from->end()));
  }
};

struct WholeReports {
  std::vector<std::unique_ptr<FileReport>> reports;
  Scanned scanned;
};

// `bytes` are those of the file, if the caller has them.
inline WholeReports whole_reports(
    Pipeline& pipeline, const FileToScan& file,
    std::unique_ptr<const ByteSource> bytes = nullptr) {
  JoiningPort port;
  const Scanned scanned = scan(pipeline, {file, std::move(bytes)}, port);
  return {std::move(port.reports), scanned};
}

}  // namespace sluice
