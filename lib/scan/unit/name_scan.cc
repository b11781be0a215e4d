#include "scan/unit/name_scan.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finding/mask.h"
#include "scan/find/name_finder.h"
#include "scan/unit/file_scan.h"

namespace sluice {
namespace {

class NameScan {
 public:
  NameScan(Pipeline& pipeline, ReportPort& port)
      : pipeline_(pipeline), port_(port) {}

  // Reports what is found in `text` after byte `from`.
  void scan(const Subject& subject, std::string_view text, std::size_t from,
            FoundIn place) {
    if (result.no_room || !may_have_token(text.substr(from))) return;
    std::vector<Finding> findings =
        pipeline_.names.find(text, from, subject.judged);
    for (std::size_t first = 0; first < findings.size();) {
      // Those in one directory's name, or in that of the file.
      const std::size_t end =
          std::min(text.size(), text.find('/', findings[first].end.byte));
      std::size_t next = first;
      Location location = subject.location;
      if (place == FoundIn::kName) location.path.resize(end);
      pipeline_.match.begin(subject.judged, false);
      pipeline_.parts.begin(std::move(location), subject.root, pipeline_.match,
                            port_);
      for (; next < findings.size() && findings[next].end.byte <= end; ++next) {
        findings[next].found_in = place;
        if (pipeline_.options.choices.redact)
          findings[next].shown = shown_prefix(
              findings[next].secret, *pipeline_.options.choices.redact);
        pipeline_.parts.add(std::move(findings[next]));
      }
      result.any = true;
      result.no_room = !pipeline_.parts.end("");
      if (result.no_room) return;
      result.counts += pipeline_.parts.counts();
      first = next;
    }
  }

  NameScanned result;

 private:
  Pipeline& pipeline_;
  ReportPort& port_;
};

}  // namespace

NameScanned scan_name(Pipeline& pipeline, const FileToScan& file,
                      ReportPort& port) {
  NameScan scan(pipeline, port);
  if (file.name_from) {
    const Subject subject = subject_of(file);
    scan.scan(subject, subject.location.path, *file.name_from, FoundIn::kName);
  }
  if (file.source == FileToScan::Source::kLink && pipeline.fs != nullptr)
    if (const auto target =
            pipeline.fs->link_target(file.not_reported + file.path))
      scan.scan(subject_of(file), *target, 0, FoundIn::kLinkTarget);
  return std::move(scan.result);
}

NameScanned scan_name(Pipeline& pipeline, const Subject& subject,
                      std::string_view name, std::size_t from, FoundIn place,
                      ReportPort& port) {
  NameScan scan(pipeline, port);
  scan.scan(subject, name, from, place);
  return std::move(scan.result);
}

}  // namespace sluice
