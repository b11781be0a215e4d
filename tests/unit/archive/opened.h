// Helpers for the tests of archives: an Unpacking, and the text of a member.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "archive/members.h"

namespace sluice {

struct Opened {
  const ArchiveBounds bounds{};
  UnpackMemory memory{64 << 20, 0};
  UnpackedCounts file, all;
  Unpacking unpacking{
      bounds, memory, {file, all}, 0, std::chrono::steady_clock::now()};
  UnpackUse use{memory};
};

// The text of the current member, then "!" and the reason if it has no end.
inline std::string text_of(Members& members) {
  std::string text;
  char buffer[7];
  for (;;) {
    const Result<std::size_t> got = members.read(buffer, sizeof buffer);
    if (!got) return text + "!" + got.error().message;
    if (*got == 0) return text;
    text.append(buffer, *got);
  }
}

}  // namespace sluice
