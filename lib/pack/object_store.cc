#include "pack/object_store.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "fs/file_system.h"
#include "fs/foreign_file.h"
#include "pack/packed_entry.h"

namespace sluice {
namespace {

// An index of 500 million objects, which no machine holds at once.
constexpr std::size_t kMostIndex = std::size_t{16} << 30;

// Reads the heads of objects in packs.
class HeadReader {
 public:
  using Place = ObjectStore::Place;

  explicit HeadReader(const ObjectStore& store)
      : store_(store), window_(std::size_t{64} * 1024) {}

  // Returns where the base of the object is; nothing if it has none, or none
  // that is in a pack.
  std::optional<Place> base_of(const Place& place) {
    const auto entry =
        read_packed_entry(at(place), store_.pack(place.pack).id_size());
    if (entry && entry->kind == PackedKind::kOffsetDelta &&
        entry->back < place.offset)
      return Place{place.pack, place.offset - entry->back};
    if (entry && entry->kind == PackedKind::kNamedDelta)
      return store_.find(entry->base);
    return std::nullopt;
  }

 private:
  std::string_view at(const Place& place) {
    if (place.pack != window_at_.pack || place.offset < window_at_.offset ||
        place.offset + kMostEntryHead > window_at_.offset + window_size_) {
      window_at_ = place;
      window_size_ = store_.pack(place.pack)
                         .read(place.offset, window_.data(), window_.size());
    }
    const auto skipped =
        static_cast<std::size_t>(place.offset - window_at_.offset);
    return {window_.data() + skipped,
            std::min(kMostEntryHead, window_size_ - skipped)};
  }

  const ObjectStore& store_;
  std::vector<char> window_;
  Place window_at_;
  std::size_t window_size_ = 0;
};

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
    Place place;
    Place base;  // its own place: it has none that is in a pack
  };
  std::vector<std::pair<Place, std::size_t>> asked;  // and which of `ids` it is
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (const auto place = find(ids[i])) asked.emplace_back(*place, i);
  std::ranges::sort(asked);
  std::vector<Node> nodes;
  nodes.reserve(asked.size());
  HeadReader heads(*this);
  // Each round has the bases of the one before that are not among the nodes.
  std::vector<Place> open;
  for (const auto& [place, which] : asked)
    if (open.empty() || open.back() != place) open.push_back(place);
  while (!open.empty()) {
    std::vector<Place> bases;
    const auto old_size = static_cast<std::ptrdiff_t>(nodes.size());
    for (const Place& place : open) {
      nodes.push_back({place, heads.base_of(place).value_or(place)});
      if (nodes.back().base != place) bases.push_back(nodes.back().base);
    }
    std::ranges::inplace_merge(nodes, nodes.begin() + old_size, {},
                               &Node::place);
    std::ranges::sort(bases);
    open.clear();
    for (const Place& base : bases) {
      if (!open.empty() && open.back() == base) continue;
      const auto at = std::ranges::lower_bound(nodes, base, {}, &Node::place);
      if (at == nodes.end() || at->place != base) open.push_back(base);
    }
  }
  // Sorted by their bases, the children of one are next to each other.
  std::vector<Node> children;
  for (const Node& node : nodes)
    if (node.base != node.place) children.push_back(node);
  std::ranges::stable_sort(children, {}, &Node::base);
  std::vector<std::size_t> order;
  order.reserve(asked.size());
  std::vector<Place> path;
  const auto go_down = [&](const Place& root) {
    path.push_back(root);
    while (!path.empty()) {
      const Place place = path.back();
      path.pop_back();
      auto one = std::ranges::lower_bound(
          asked, place, {}, &std::pair<Place, std::size_t>::first);
      for (; one != asked.end() && one->first == place; ++one)
        order.push_back(one->second);
      const auto begin =
          std::ranges::lower_bound(children, place, {}, &Node::base);
      auto end = begin;
      while (end != children.end() && end->base == place) ++end;
      while (end != begin) path.push_back((--end)->place);
    }
  };
  for (const Node& node : nodes)
    if (node.base == node.place) go_down(node.place);
  // Bases in a circle have no root. Their objects come last; reading them
  // fails, and git says what is wrong.
  if (order.size() < asked.size()) {
    std::vector<bool> is_there(ids.size());
    for (const std::size_t i : order) is_there[i] = true;
    for (const auto& [place, which] : asked)
      if (!is_there[which]) order.push_back(which);
  }
  return order;
}

}  // namespace sluice
