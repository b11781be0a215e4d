// Where a text is: a file, or what lies in a file.
// Thread-safety: a plain value. Ownership: its text is its own.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sluice {

// A file by its path, as reports have it; of what lies in an archive also the
// names that lead to it, the outermost first: release.tar, libs/a.jar, app.conf.
// All are bytes, maybe no UTF-8.
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

}  // namespace sluice
