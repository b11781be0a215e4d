#include "history/name_reports.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "scan/find/name_finder.h"
#include "scan/unit/name_scan.h"
#include "scan/unit/whole_report.h"

namespace sluice {
namespace {

constexpr std::size_t kMostPath = 4096;

}  // namespace

NameReports::Found NameReports::of_path(
    std::string_view path, std::size_t from,
    const std::function<bool()>& is_left_out) {
  Found found;
  if (path.size() > kMostPath) return found;
  while (from < path.size()) {
    const std::size_t end = std::min(path.find('/', from), path.size());
    const std::size_t begin = std::exchange(from, end + 1);
    if (!may_have_token(path.substr(begin, end - begin))) continue;
    const std::string name(path.substr(0, end));
    const KnownTexts::Key key =
        KnownTexts::key_of(KnownTexts::Kind::kFile, {}, name);
    if (const auto known = scanned_.find(key); known != scanned_.end()) {
      found.any = found.any || known->second;
      continue;
    }
    if (is_left_out()) return found;
    Found one = scan(name, begin, FoundIn::kName);
    scanned_.emplace(key, one.any);
    found.any = found.any || one.any;
    std::ranges::move(one.reports, std::back_inserter(found.reports));
  }
  return found;
}

NameReports::Found NameReports::scan(const std::string& path, std::size_t from,
                                     FoundIn place) {
  if (pipeline_ == nullptr)
    pipeline_ = std::make_unique<Pipeline>(nullptr, tools_.engine, tools_.judge,
                                           tools_.options);
  JoiningPort port;
  const NameScanned scanned =
      scan_name(*pipeline_, {path, "", path}, path, from, place, port);
  if (!scanned.any || !holds(tools_.shard, path)) return {scanned.any, {}};
  tools_.tallies.of(0).add(scanned.counts);
  return {true, std::move(port.reports)};
}

}  // namespace sluice
