// Repositories of random texts, whose versions git packs as deltas.
// Thread-safety: none.
#pragma once

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "support/temp_repository.h"

namespace sluice {

inline std::string random_import(unsigned seed, unsigned commits) {
  std::minstd_rand random(seed);
  std::vector<std::string> files(4);
  std::string text;
  for (unsigned i = 1; i <= commits; ++i) {
    text += "commit refs/heads/main\ncommitter A <a@x> " +
            std::to_string(1700000000 + i) + " +0000\ndata 1\nx\n";
    std::string& file = files[random() % files.size()];
    const std::size_t at = file.empty() ? 0 : random() % file.size();
    std::string piece;
    for (auto size = random() % 400; size != 0; --size)
      piece += static_cast<char>(random());
    if (random() % 3 == 0) file.erase(at, random() % 300);
    file.insert(std::min(at, file.size()), piece);
    text += "M 100644 inline f" + std::to_string(&file - files.data()) +
            "\ndata " + std::to_string(file.size()) + "\n" + file + "\n";
  }
  return text;
}

// A history of one pack, with chains of at most `depth` deltas.
inline void fill(const TempRepository& made, unsigned seed, unsigned commits,
                 unsigned depth) {
  made.tree().file("import", random_import(seed, commits));
  made.git("fast-import --quiet < ../import");
  made.git("repack -q -a -d -f --window=20 --depth=" + std::to_string(depth));
}

// Every object's name.
inline std::vector<ObjectId> all_objects(const TempRepository& made) {
  return ids_in(
      made.git("cat-file --batch-all-objects --batch-check='%(objectname)'"));
}

}  // namespace sluice
