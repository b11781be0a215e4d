// The place of a text: a file, or a member of an archive; and its place in the
// order of a scan.
// Thread-safety: plain values. Ownership: they own their text.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// A file by its path in reports. For a member of an archive, also the names
// that lead to it, the outermost first: release.tar, libs/a.jar, app.conf. All
// are bytes, maybe not UTF-8.
struct Location {
  std::string path;
  std::vector<std::string> members;

  Location() = default;
  Location(std::string of_file) : path(std::move(of_file)) {}  // NOLINT
  Location(const char* of_file) : path(of_file) {}             // NOLINT

  // In one text: "release.tar!libs/a.jar!app.conf".
  std::string text() const {
    std::string all = path;
    for (const std::string& member : members) all += "!" + member;
    return all;
  }

  bool operator==(const Location&) const = default;
  auto operator<=>(const Location&) const = default;
};

// The place of a path or a commit in the order of a scan.
struct Sequence {
  std::uint32_t stage = 0;   // of the scan, as the list at hand has them
  std::uint64_t number = 0;  // in the stage: of a path, a commit
  auto operator<=>(const Sequence&) const = default;
};

}  // namespace sluice
