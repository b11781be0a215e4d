// The thing that is scanned: a file, or a member of an archive.
// Thread-safety: a plain value.
#pragma once

#include <string>

#include "finding/location.h"

namespace sluice {

struct Subject {
  Location location;
  std::string root;    // FileReport::root
  std::string judged;  // WalkRoot::judged()
};

}  // namespace sluice
