#include "pack/object_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "fs/file_system.h"
#include "fs/foreign_file.h"
#include "pack/packed_entry.h"

namespace sluice {
namespace {

// An index of 500 million objects, which no machine holds at once.
constexpr std::size_t kMostIndex = std::size_t{16} << 30;

}  // namespace

ObjectStore ObjectStore::open(int at, std::span<const std::string> directories,
                              std::size_t id_size) {
  const FileSystem& fs = posix_file_system();
  ObjectStore store;
  for (const std::string& objects : directories) {
    store.loose_.add(at, objects);
    const Result<int> directory =
        fs.open_directory(at, objects + "/pack", Links::kFollow);
    if (!directory) continue;
    std::vector<DirEntry> entries;
    static_cast<void>(fs.list(*directory, &entries));
    std::ranges::sort(entries, {}, &DirEntry::name);
    for (const DirEntry& entry : entries) {
      constexpr std::string_view kIndex = ".idx";
      if (!entry.name.ends_with(kIndex)) continue;
      auto index = read_listed_file(fs, *directory, entry.name, kMostIndex);
      if (!index) continue;
      const std::string name =
          entry.name.substr(0, entry.name.size() - kIndex.size()) + ".pack";
      const Result<OpenedFile> opened =
          fs.open(*directory, name, OpenMode::kNoWait);
      if (!opened) continue;
      auto pack =
          PackFile::open(opened->descriptor, *std::move(index), id_size);
      if (pack) store.packs_.push_back(*std::move(pack));
    }
    fs.close(*directory);
  }
  return store;
}

std::optional<ObjectStore::Place> ObjectStore::find(const ObjectId& id) const {
  for (std::uint32_t i = 0; i < packs_.size(); ++i)
    if (const auto offset = packs_[i].find(id)) return Place{i, *offset};
  return std::nullopt;
}

// Goes depth first through the forest of bases, which is built from the heads
// of all objects in the chains of `ids`. A head has 64 bytes at most, so one
// read gets those of many neighbours.
std::vector<std::size_t> ObjectStore::reading_order(
    std::span<const ObjectId> ids) const {
  struct Node {
    std::vector<Place> children;
    std::vector<std::size_t> asked;  // which of `ids` it is
  };
  std::map<Place, Node> nodes;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (const auto place = find(ids[i])) nodes[*place].asked.push_back(i);
  std::vector<Place> open;
  for (const auto& [place, node] : nodes) open.push_back(place);
  std::vector<Place> roots;
  constexpr std::size_t kWindow = 64 * 1024;
  std::vector<char> window(kWindow);
  Place window_at;
  std::size_t window_size = 0;
  const auto head_at = [&](const Place& place) -> std::string_view {
    if (place.pack != window_at.pack || place.offset < window_at.offset ||
        place.offset + kMostEntryHead > window_at.offset + window_size) {
      window_at = place;
      window_size =
          packs_[place.pack].read(place.offset, window.data(), window.size());
    }
    const auto skipped =
        static_cast<std::size_t>(place.offset - window_at.offset);
    return {window.data() + skipped,
            std::min(kMostEntryHead, window_size - skipped)};
  };
  // Bases are added at the end, so `open` grows during the loop.
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Place place = open[i];
    const auto entry =
        read_packed_entry(head_at(place), packs_[place.pack].id_size());
    std::optional<Place> base;
    if (entry && entry->kind == PackedKind::kOffsetDelta &&
        entry->back < place.offset)
      base = Place{place.pack, place.offset - entry->back};
    else if (entry && entry->kind == PackedKind::kNamedDelta)
      base = find(entry->base);
    if (!base) {
      roots.push_back(place);
      continue;
    }
    const auto [found, is_new] = nodes.try_emplace(*base);
    found->second.children.push_back(place);
    if (is_new) open.push_back(*base);
  }
  std::ranges::sort(roots);
  std::vector<std::size_t> order;
  order.reserve(ids.size());
  std::vector<Place> path;
  for (const Place& root : roots) {
    path.push_back(root);
    while (!path.empty()) {
      const Node& node = nodes[path.back()];
      path.pop_back();
      order.insert(order.end(), node.asked.begin(), node.asked.end());
      path.insert(path.end(), node.children.rbegin(), node.children.rend());
    }
  }
  // Bases in a circle have no root. Their objects come last; reading them
  // fails, and git says what is wrong.
  if (order.size() < ids.size()) {
    std::vector<bool> is_there(ids.size());
    for (const std::size_t i : order) is_there[i] = true;
    for (const auto& [place, node] : nodes)
      for (const std::size_t i : node.asked)
        if (!is_there[i]) order.push_back(i);
  }
  return order;
}

}  // namespace sluice
