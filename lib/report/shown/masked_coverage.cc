#include "report/shown/masked_coverage.h"

#include <utility>

namespace sluice {

Location masked_location(Location location, const TokenMask& mask) {
  location.path = mask(location.path);
  for (std::string& member : location.members) member = mask(member);
  return location;
}

Coverage masked_coverage(Coverage coverage, const TokenMask& mask) {
  for (Incomplete& one : coverage.incomplete) {
    one.location = masked_location(std::move(one.location), mask);
    one.root = mask(one.root);
    one.reason = mask(one.reason);
  }
  for (SkippedPath& one : coverage.skipped_paths) {
    one.path = mask(one.path);
    one.root = mask(one.root);
  }
  for (IgnoreFileCounts::One& one : coverage.ignored_by.files)
    one.file = mask(one.file);
  for (std::string& path : coverage.ignored_credentials.first)
    path = mask(path);
  for (MistypedToken& token : coverage.mistyped.first) {
    token.location = masked_location(std::move(token.location), mask);
    token.root = mask(token.root);
  }
  for (Note& note : coverage.notes) {
    note.text = mask(note.text);
    for (std::string& name : note.names) name = mask(name);
  }
  return coverage;
}

}  // namespace sluice
