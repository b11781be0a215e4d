// Takes what is found in a stretch of a file.
// Thread-safety: one thread at a time.
#pragma once

#include <cstdint>

#include "finding/finding.h"

namespace sluice {

class Collector {
 public:
  virtual ~Collector() = default;
  virtual void add(Finding finding) = 0;
  virtual void add_dropped(Dropped dropped) = 0;

  // Whatever is added from now on was matched at byte `frontier` of the text or
  // behind it. False: there is no room, so the scan of the stretch is to end.
  virtual bool advance(std::uint64_t frontier) = 0;
};

}  // namespace sluice
