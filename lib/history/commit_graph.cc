// A walk has two parts. The first reads every commit, the newest first, which
// is nearly the order in which git packs them. The second puts them in order:
// it takes commits without children off a queue, the newest first, and their
// parents become such commits. This is git's own order, with one rule more for
// commits of the same second: whichever came into the queue first is first.
//
// Rejected: the order of dates alone. Clocks differ, and a parent with a later
// date would come after its child.
#include "history/commit_graph.h"

#include <algorithm>
#include <charconv>
#include <queue>
#include <utility>

namespace sluice {
namespace {

constexpr std::string_view kTree = "tree ";
constexpr std::string_view kParent = "parent ";
constexpr std::string_view kAuthor = "author";
constexpr std::string_view kCommitter = "committer";

std::string_view take_head_line(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return line;
}

std::uint64_t seconds_of(std::string_view committer) {
  const std::size_t close = committer.find('>');
  if (close == std::string_view::npos) return 0;
  const std::size_t begin = committer.find_first_not_of(' ', close + 1);
  if (begin == std::string_view::npos) return 0;
  std::uint64_t date = 0;
  std::from_chars(committer.data() + begin, committer.data() + committer.size(),
                  date);
  return date;
}

}  // namespace

std::optional<ObjectId> target_of(std::string_view tag) {
  constexpr std::string_view kObject = "object ";
  const std::string_view line = take_head_line(&tag);
  if (!line.starts_with(kObject)) return std::nullopt;
  return ObjectId::parse(line.substr(kObject.size()));
}

std::optional<CommitHead> read_commit_head(std::string_view text) {
  CommitHead head;
  std::string_view line = take_head_line(&text);
  if (!line.starts_with(kTree)) return std::nullopt;
  const auto tree = ObjectId::parse(line.substr(kTree.size()));
  if (!tree) return std::nullopt;
  head.tree = *tree;
  for (line = take_head_line(&text); line.starts_with(kParent);
       line = take_head_line(&text)) {
    const auto parent = ObjectId::parse(line.substr(kParent.size()));
    if (!parent) return std::nullopt;
    head.parents.push_back(*parent);
  }
  if (!line.starts_with(kAuthor)) return head;
  line = take_head_line(&text);
  if (line.starts_with(kCommitter)) head.date = seconds_of(line);
  return head;
}

// One call of walk(). Its nodes are those from `first_` on.
class CommitGraph::Walk {
 public:
  Walk(CommitGraph* graph, ObjectReader* objects, Unreadable unreadable)
      : graph_(*graph),
        objects_(*objects),
        passes_over_(unreadable == Unreadable::kPassOver),
        first_(static_cast<std::uint32_t>(graph->nodes_.size())) {}

  // Adds what `tip` names. Returns false if it cannot be read.
  bool add_tip(ObjectId tip);
  // Reads all commits that the tips lead to.
  bool read_all(const Interrupt* interrupt);
  // The commits that are read, parents before children unless they are their own
  // ancestors, which only a damaged repository can claim.
  std::vector<ObjectId> in_order() const;

 private:
  // A commit in a queue, which gives the latest date first, and commits of the
  // same date in the order in which they came.
  struct Dated {
    std::uint64_t date;
    std::uint32_t number;  // how many came before
    std::uint32_t node;
    bool operator<(const Dated& other) const {
      return date != other.date ? date < other.date : number > other.number;
    }
  };
  using Queue = std::priority_queue<Dated>;

  std::uint32_t add(const ObjectId& id);
  bool is_read(std::uint32_t node) const {
    return graph_.nodes_[node].tree.size != 0;
  }
  bool take(std::uint32_t node, std::string_view text);
  bool read(std::uint32_t node);

  CommitGraph& graph_;
  ObjectReader& objects_;
  const bool passes_over_;
  const std::uint32_t first_;
  std::vector<std::uint64_t> dates_;  // by node
  std::vector<std::uint32_t> tips_;
  Queue open_;  // their parents may be unread
};

std::uint32_t CommitGraph::Walk::add(const ObjectId& id) {
  bool is_new = false;
  const std::uint32_t node = graph_.add(id, &is_new);
  if (is_new) dates_.push_back(0);
  return node;
}

bool CommitGraph::Walk::take(std::uint32_t node, std::string_view text) {
  std::optional<CommitHead> head = read_commit_head(text);
  if (!head) return false;
  if (graph_.shallow_.contains(graph_.nodes_[node].id)) head->parents.clear();
  const auto first_parent = static_cast<std::uint32_t>(graph_.parents_.size());
  for (const ObjectId& parent : head->parents)
    graph_.parents_.push_back(add(parent));
  Node& taken = graph_.nodes_[node];
  taken.tree = head->tree;
  taken.first_parent = first_parent;
  taken.parents = static_cast<std::uint32_t>(head->parents.size());
  dates_[node - first_] = head->date;
  open_.push({head->date, node, node});
  return true;
}

bool CommitGraph::Walk::read(std::uint32_t node) {
  const auto object = objects_.read(graph_.nodes_[node].id);
  return object && object->kind == PackedKind::kCommit &&
         take(node, object->bytes->view());
}

bool CommitGraph::Walk::add_tip(ObjectId tip) {
  // No chain of tags is so long.
  for (int i = 0; i < 1000; ++i) {
    if (graph_.has(tip)) return true;
    const auto object = objects_.read(tip);
    if (!object) return false;
    if (object->kind == PackedKind::kCommit) {
      tips_.push_back(add(tip));
      return take(tips_.back(), object->bytes->view());
    }
    if (object->kind != PackedKind::kTag) return true;
    const auto target = target_of(object->bytes->view());
    if (!target) return false;
    tip = *target;
  }
  return false;
}

bool CommitGraph::Walk::read_all(const Interrupt* interrupt) {
  while (!open_.empty()) {
    if (is_raised(interrupt)) return false;
    const std::uint32_t node = open_.top().node;
    open_.pop();
    // Reading one adds to the list of parents.
    for (std::uint32_t i = 0; i < graph_.nodes_[node].parents; ++i) {
      const std::uint32_t parent = graph_.parents_of(node)[i];
      if (!is_read(parent) && !read(parent) && !passes_over_) return false;
    }
  }
  return true;
}

std::vector<ObjectId> CommitGraph::Walk::in_order() const {
  std::vector<std::uint32_t> children(dates_.size());
  for (std::uint32_t i = 0; i < dates_.size(); ++i)
    for (const std::uint32_t parent : graph_.parents_of(first_ + i))
      if (parent >= first_) ++children[parent - first_];
  Queue queue;
  std::uint32_t queued = 0;
  for (const std::uint32_t tip : tips_)
    if (children[tip - first_] == 0)
      queue.push({dates_[tip - first_], queued++, tip});
  std::vector<ObjectId> order;
  order.reserve(dates_.size());
  std::vector<bool> is_taken(dates_.size());
  const auto take_queued = [&] {
    while (!queue.empty()) {
      const std::uint32_t node = queue.top().node;
      queue.pop();
      if (is_taken[node - first_]) continue;
      is_taken[node - first_] = true;
      if (is_read(node)) order.push_back(graph_.nodes_[node].id);
      for (const std::uint32_t parent : graph_.parents_of(node))
        if (parent >= first_ && --children[parent - first_] == 0)
          queue.push({dates_[parent - first_], queued++, parent});
    }
  };
  take_queued();
  // A damaged index gives a commit the text of another one, so that commits may
  // be ancestors of themselves. They come in the order in which they were met.
  for (std::uint32_t i = 0; i < dates_.size(); ++i)
    if (!is_taken[i]) {
      queue.push({dates_[i], queued++, first_ + i});
      take_queued();
    }
  std::ranges::reverse(order);
  return order;
}

std::optional<std::vector<ObjectId>> CommitGraph::walk(
    ObjectReader& objects, std::span<const ObjectId> tips,
    const Interrupt* interrupt, Unreadable unreadable) {
  Walk walk(this, &objects, unreadable);
  std::optional<std::vector<ObjectId>> order;
  if (std::ranges::all_of(tips,
                          [&](const ObjectId& tip) {
                            return walk.add_tip(tip) ||
                                   unreadable == Unreadable::kPassOver;
                          }) &&
      walk.read_all(interrupt))
    order = walk.in_order();
  if (!order) *this = CommitGraph();
  nodes_.shrink_to_fit();
  parents_.shrink_to_fit();
  return order;
}

std::vector<ObjectId> CommitGraph::with_ancestors(
    std::span<const ObjectId> ids) const {
  std::vector<bool> is_met(nodes_.size());
  std::vector<std::uint32_t> open;
  std::vector<ObjectId> found;
  const auto meet = [&](std::uint32_t node) {
    if (is_met[node]) return;
    is_met[node] = true;
    open.push_back(node);
    found.push_back(nodes_[node].id);
  };
  for (const ObjectId& id : ids) meet(find(id));
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (const std::uint32_t parent : parents_of(node)) meet(parent);
  }
  return found;
}

CommitGraph::Trees CommitGraph::trees_of(const ObjectId& id) const {
  const std::uint32_t node = find(id);
  Trees trees{nodes_[node].tree, {}};
  for (const std::uint32_t parent : parents_of(node))
    if (nodes_[parent].tree.size != 0)
      trees.of_parents.push_back(nodes_[parent].tree);
  return trees;
}

// Returns the slot of the id, or a free one for it.
std::size_t CommitGraph::slot_of(const ObjectId& id) const {
  std::size_t at = std::hash<ObjectId>()(id) & (slots_.size() - 1);
  while (slots_[at] != kNone && nodes_[slots_[at]].id != id)
    at = (at + 1) & (slots_.size() - 1);
  return at;
}

std::uint32_t CommitGraph::find(const ObjectId& id) const {
  return slots_.empty() ? kNone : slots_[slot_of(id)];
}

std::uint32_t CommitGraph::add(const ObjectId& id, bool* is_new) {
  if (2 * (nodes_.size() + 1) > slots_.size()) {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), kNone);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      slots_[slot_of(nodes_[i].id)] = i;
  }
  std::uint32_t& slot = slots_[slot_of(id)];
  *is_new = slot == kNone;
  if (*is_new) {
    slot = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.id = id});
  }
  return slot;
}

}  // namespace sluice
