// Takes the report of one file, part by part.
// Thread-safety: the implementation's; one thread at a time puts parts of a
// file.
#pragma once

#include <cstdint>
#include <memory>

#include "finding/finding.h"

namespace sluice {

class ReportPort {
 public:
  virtual ~ReportPort() = default;

  // Takes the next part. Returns false if there is no room for it until the
  // file's turn comes. Earlier parts are then dropped, and must be put again.
  virtual bool put(std::unique_ptr<FileReport> part) = 0;

  // Whether the file is the next in the order, so that every put() succeeds.
  virtual bool has_turn() const = 0;

  // All later findings are at byte `byte` of the text or after it, with the
  // encoded text around them. Called only with ReportChoice::at_once.
  virtual void reached(std::uint64_t /*byte*/) {}
};

}  // namespace sluice
