// A filesystem in memory, with faults on demand and a record of the calls. The
// current directory is "/cwd", so that paths may go above it.
// Thread-safety: many threads may read (the FileSystem functions) once the tree
// is complete; only one thread builds, removes and sets faults.
#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "fs/file_system.h"
#include "fs/read_ahead.h"

namespace sluice {

class FakeFs final : public FileSystem {
 public:
  struct Node {
    FileKind kind = FileKind::kDirectory;
    std::string content;  // of a file; the target of a symbolic link
    std::map<std::string, Node*> children;
    Node* parent = nullptr;
    unsigned long long inode = 0;
    unsigned long long device = 1;
    // Faults: an errno value, or 0.
    int status_fails = 0;
    int list_fails = 0;
    std::size_t entries_before_failure = 0;
    int open_fails = 0;
    int read_fails = 0;
    std::size_t bytes_before_failure = 0;
    bool cached = true;
    // Appended once the file was opened.
    std::optional<std::string> grows{};
  };

  // The number of calls of each function.
  struct Calls {
    std::atomic<int> status{0};
    std::atomic<int> link_status{0};
    std::atomic<int> list{0};
    std::atomic<int> open_directory{0};
    std::atomic<int> open{0};
    std::atomic<int> read{0};
    std::atomic<int> close{0};
  };

  FakeFs() {
    root_ = new_node(FileKind::kDirectory);
    root_->parent = root_;
    cwd_ = &add("/cwd", FileKind::kDirectory);
  }

  // Each also makes the directories above, and returns the new node.
  Node& dir(std::string_view path) { return add(path, FileKind::kDirectory); }
  Node& special(std::string_view path) { return add(path, FileKind::kSpecial); }
  Node& file(std::string_view path, std::string_view content = "") {
    Node& node = add(path, FileKind::kRegular);
    node.content = content;
    return node;
  }
  Node& link(std::string_view path, std::string_view target) {
    Node& node = add(path, FileKind::kSymlink);
    node.content = target;
    return node;
  }

  // A second name for the file at `old_path`.
  void hard_link(std::string_view path, std::string_view old_path) {
    const Result<Node*> node = find(kWorkingDirectory, old_path, true);
    SLUICE_CHECK(node.has_value());
    const auto [parent, name] = make_parent(path);
    parent->children[name] = *node;
  }

  void remove(std::string_view path) {
    const Result<Node*> node = find(kWorkingDirectory, path, false);
    SLUICE_CHECK(node.has_value());
    auto& siblings = (*node)->parent->children;
    std::erase_if(siblings, [&](const auto& s) { return s.second == *node; });
  }

  // Called before a directory is opened, with its path; may change the tree.
  std::function<void(const std::string&)> before_enter;

  const Calls& calls() const { return calls_; }
  // Directories too.
  int open_files() const {
    return calls_.open + calls_.open_directory - calls_.close;
  }
  // The most that were open at once.
  int most_open() const { return most_open_; }

  using FileSystem::link_status;
  using FileSystem::open;
  using FileSystem::status;

  Result<FileStatus> status(int at, const std::string& path) const override {
    ++calls_.status;
    return status_at(at, path, true);
  }

  Result<FileStatus> link_status(int at,
                                 const std::string& path) const override {
    ++calls_.link_status;
    return status_at(at, path, false);
  }

  Result<std::string> real_path(const std::string& path) const override {
    SLUICE_TRY_ASSIGN(const Node* node, find(kWorkingDirectory, path, true));
    std::string real;
    for (; node != root_; node = node->parent) {
      for (const auto& [name, child] : node->parent->children)
        if (child == node) real = "/" + name + real;
    }
    return real.empty() ? "/" : real;
  }

  Result<int> open_directory(int at, const std::string& path,
                             Links links) const override {
    if (before_enter) before_enter(path);
    SLUICE_TRY_ASSIGN(Node * node, find(at, path, links == Links::kFollow));
    return opened_directory(node);
  }

  Result<int> open_directory_below(int root, const std::string& path,
                                   Links links) const override {
    SLUICE_TRY(refuse_links(root, path, links));
    SLUICE_TRY_ASSIGN(Node * node, find(root, path, links == Links::kFollow));
    return opened_directory(node);
  }

  Result<OpenedFile> open_below(int root, const std::string& path,
                                Links links) const override {
    SLUICE_TRY(refuse_links(root, path, links));
    SLUICE_TRY_ASSIGN(Node * node, find(root, path, links == Links::kFollow));
    return opened_file(node, OpenMode::kNoWait);
  }

  Result<void> list(int directory,
                    std::vector<DirEntry>* entries) const override {
    ++calls_.list;
    const Node* node = node_at(directory);
    std::size_t given = 0;
    // Backwards, since a directory promises no order.
    for (auto it = node->children.rbegin(); it != node->children.rend(); ++it) {
      if (node->list_fails != 0 && given++ == node->entries_before_failure)
        return refused(node->list_fails);
      entries->push_back({it->first, it->second->kind});
    }
    if (node->list_fails != 0) return refused(node->list_fails);
    return {};
  }

  Result<OpenedFile> open(int at, const std::string& path,
                          OpenMode mode) const override {
    SLUICE_TRY_ASSIGN(Node * node, find(at, path, mode == OpenMode::kWait));
    return opened_file(node, mode);
  }

  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override {
    const std::lock_guard lock(mutex_);
    Open& open = open_.at(static_cast<std::size_t>(descriptor));
    SLUICE_TRY_ASSIGN(const std::size_t n,
                      read_node(*open.node, buffer, size, open.at));
    open.at += n;
    return n;
  }

  Result<std::size_t> read_at(int descriptor, char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    const std::lock_guard lock(mutex_);
    return read_node(*open_.at(static_cast<std::size_t>(descriptor)).node,
                     buffer, size, static_cast<std::size_t>(offset));
  }

  Result<unsigned long long> size(int descriptor) const override {
    const std::lock_guard lock(mutex_);
    const Node& node = *open_.at(static_cast<std::size_t>(descriptor)).node;
    return node.content.size();
  }

  // Whether it is, by the node's flag.
  std::optional<std::size_t> read_cached(
      int descriptor, char* buffer, std::size_t size,
      unsigned long long offset) const override {
    const std::lock_guard lock(mutex_);
    const Node& node = *open_.at(static_cast<std::size_t>(descriptor)).node;
    if (!node.cached) return std::nullopt;
    const auto n =
        read_node(node, buffer, size, static_cast<std::size_t>(offset));
    return n ? std::optional(*n) : std::nullopt;
  }

  void close(int) const override { ++calls_.close; }

  // The result of read_ahead(). If it is empty, read_ahead() fails.
  std::function<std::unique_ptr<ReadAhead>(const FakeFs&)> ahead;
  Result<std::unique_ptr<ReadAhead>> read_ahead() const override {
    if (ahead == nullptr) return refused(ENOSYS);
    return ahead(*this);
  }

 private:
  struct Open {
    Node* node;
    std::size_t at;
  };

  int opened(Node* node) const {
    const std::lock_guard lock(mutex_);
    open_.push_back({node, 0});
    most_open_ = std::max(most_open_, open_files());
    return static_cast<int>(open_.size()) - 1;
  }

  Result<std::size_t> read_node(const Node& node, char* buffer,
                                std::size_t size, std::size_t at) const {
    ++calls_.read;
    if (node.kind == FileKind::kDirectory) return refused(EISDIR);
    std::size_t end = node.content.size();
    if (node.read_fails != 0) {
      end = std::min(end, node.bytes_before_failure);
      if (at >= end) return refused(node.read_fails);
    }
    if (at >= end) return 0;
    const std::size_t n = std::min(size, end - at);
    std::memcpy(buffer, node.content.data() + at, n);
    return n;
  }

  Result<int> opened_directory(Node* node) const {
    if (node->kind != FileKind::kDirectory) return refused(ENOTDIR);
    if (node->open_fails != 0) return refused(node->open_fails);
    ++calls_.open_directory;
    return opened(node);
  }

  Result<OpenedFile> opened_file(Node* node, OpenMode mode) const {
    if (node->open_fails != 0) return refused(node->open_fails);
    if (node->kind == FileKind::kSymlink) return refused(ELOOP);
    if (mode == OpenMode::kNoWait && node->kind != FileKind::kRegular)
      return refused(EINVAL);
    ++calls_.open;
    const OpenedFile file{opened(node), node->content.size(), true};
    if (node->grows) node->content += *std::exchange(node->grows, {});
    return file;
  }

  Node* node_at(int directory) const {
    if (directory == kWorkingDirectory) return cwd_;
    const std::lock_guard lock(mutex_);
    return open_.at(static_cast<std::size_t>(directory)).node;
  }

  // Refuses a link in any component, like open_below().
  Result<void> refuse_links(int root, const std::string& path,
                            Links links) const {
    for (std::size_t end = 0;
         links == Links::kRefuse && end != std::string::npos;) {
      end = path.find('/', end + 1);
      SLUICE_TRY_ASSIGN(const Node* node,
                        find(root, path.substr(0, end), false));
      if (node->kind == FileKind::kSymlink) return refused(ELOOP);
    }
    return {};
  }

  static tl::unexpected<Error> refused(int sys_errno) {
    return tl::unexpected<Error>(
        Error{ErrorCode::kIo, errno_text(sys_errno), sys_errno});
  }

  // Nodes live as long as the filesystem: a removed one may still be open.
  Node* new_node(FileKind kind) {
    Node& node = nodes_.emplace_back();
    node.kind = kind;
    node.inode = nodes_.size();
    return &node;
  }

  std::pair<Node*, std::string> make_parent(std::string_view path) {
    Node* at = path.starts_with('/') ? root_ : cwd_;
    for (;;) {
      while (path.starts_with('/')) path.remove_prefix(1);
      const std::size_t slash = path.find('/');
      if (slash == std::string_view::npos) return {at, std::string(path)};
      at = child(at, path.substr(0, slash), FileKind::kDirectory);
      path.remove_prefix(slash);
    }
  }

  Node* child(Node* parent, std::string_view name, FileKind kind) {
    Node*& node = parent->children[std::string(name)];
    if (node == nullptr) {
      node = new_node(kind);
      node->parent = parent;
    }
    return node;
  }

  Node& add(std::string_view path, FileKind kind) {
    const auto [parent, name] = make_parent(path);
    Node* node = child(parent, name, kind);
    node->kind = kind;
    return *node;
  }

  Result<FileStatus> status_at(int at, const std::string& path,
                               bool follow_last) const {
    SLUICE_TRY_ASSIGN(const Node* node, find(at, path, follow_last));
    if (node->status_fails != 0) return refused(node->status_fails);
    return FileStatus{
        node->kind, {node->device, node->inode}, node->content.size()};
  }

  Result<Node*> find(int from_directory, std::string_view whole,
                     bool follow_last) const {
    if (whole.empty()) return refused(ENOENT);
    Node* at = whole.starts_with('/') ? root_ : node_at(from_directory);
    std::string rest(whole);
    std::size_t from = 0;
    int links = 0;
    for (;;) {
      from = rest.find_first_not_of('/', from);
      if (from == std::string::npos) {
        // A slash at the end means a directory.
        if (rest.ends_with('/') && at->kind != FileKind::kDirectory)
          return refused(ENOTDIR);
        return at;
      }
      if (at->kind != FileKind::kDirectory) return refused(ENOTDIR);
      const std::size_t end = std::min(rest.find('/', from), rest.size());
      const std::string name = rest.substr(from, end - from);
      const Node* directory = at;
      from = end;
      if (name == ".") continue;
      if (name == "..") {
        at = at->parent;
        continue;
      }
      const auto found = directory->children.find(name);
      if (found == directory->children.end()) return refused(ENOENT);
      Node* next = found->second;
      const bool last = end == rest.size();
      if (next->kind != FileKind::kSymlink || (last && !follow_last)) {
        at = next;
        continue;
      }
      if (++links > 40) return refused(ELOOP);
      rest = next->content + rest.substr(end);
      from = 0;
      if (rest.starts_with('/')) at = root_;
    }
  }

  std::deque<Node> nodes_;
  Node* root_ = nullptr;
  Node* cwd_ = nullptr;
  mutable Calls calls_;
  mutable std::mutex mutex_;  // guards open_
  mutable std::deque<Open> open_;
  mutable int most_open_ = 0;
};

}  // namespace sluice
