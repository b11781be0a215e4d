// A filesystem in memory, with faults on demand and a record of what was asked
// of it. The current directory is "/cwd", so that paths may go above it.
// Thread-safety: reading (the FileSystem functions) from many threads once the
// tree stands; building, removing and the faults from one thread alone.
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

namespace sluice {

class FakeFs final : public FileSystem {
 public:
  struct Node {
    FileKind kind = FileKind::kDirectory;
    std::string content;  // of a file; the target of a symbolic link
    std::map<std::string, Node*> children;
    Node* parent = nullptr;
    unsigned long long inode = 0;
    // Faults: an errno value, or 0.
    int status_fails = 0;
    int list_fails = 0;
    std::size_t entries_before_failure = 0;
    int open_fails = 0;
    int read_fails = 0;
    std::size_t bytes_before_failure = 0;
    // Appended once the file was opened.
    std::optional<std::string> grows{};
  };

  // How often each function was called.
  struct Calls {
    std::atomic<int> status{0};
    std::atomic<int> link_status{0};
    std::atomic<int> list{0};
    std::atomic<int> open{0};
    std::atomic<int> read{0};
    std::atomic<int> close{0};
  };

  FakeFs() {
    root_ = new_node(FileKind::kDirectory);
    root_->parent = root_;
    cwd_ = &add("/cwd", FileKind::kDirectory);
  }

  // Each makes the directories above as well and gives the new node.
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
    const Result<Node*> node = find(old_path, true);
    SLUICE_CHECK(node.has_value());
    const auto [parent, name] = make_parent(path);
    parent->children[name] = *node;
  }

  void remove(std::string_view path) {
    const Result<Node*> node = find(path, false);
    SLUICE_CHECK(node.has_value());
    auto& siblings = (*node)->parent->children;
    std::erase_if(siblings, [&](const auto& s) { return s.second == *node; });
  }

  // Called before each list() with its path; may change the tree.
  std::function<void(const std::string&)> before_list;

  const Calls& calls() const { return calls_; }
  int open_files() const { return calls_.open - calls_.close; }

  Result<FileStatus> status(const std::string& path) const override {
    ++calls_.status;
    return status_at(path, true);
  }

  Result<FileStatus> link_status(const std::string& path) const override {
    ++calls_.link_status;
    return status_at(path, false);
  }

  Result<void> list(const std::string& path,
                    std::vector<DirEntry>* entries) const override {
    ++calls_.list;
    if (before_list) before_list(path);
    SLUICE_TRY_ASSIGN(const Node* node, find(path, true));
    if (node->kind != FileKind::kDirectory) return refused(ENOTDIR);
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

  Result<OpenedFile> open(const std::string& path,
                          OpenMode mode) const override {
    SLUICE_TRY_ASSIGN(Node * node, find(path, mode == OpenMode::kWait));
    if (node->open_fails != 0) return refused(node->open_fails);
    if (node->kind == FileKind::kSymlink) return refused(ELOOP);
    if (mode == OpenMode::kNoWait && node->kind != FileKind::kRegular)
      return refused(EINVAL);
    ++calls_.open;
    const std::lock_guard lock(mutex_);
    open_.push_back({node, 0});
    const OpenedFile opened{
        static_cast<int>(open_.size()) - 1,
        mode == OpenMode::kNoWait ? node->content.size() : 0};
    if (node->grows) node->content += *std::exchange(node->grows, {});
    return opened;
  }

  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override {
    const std::lock_guard lock(mutex_);
    ++calls_.read;
    Open& open = open_.at(static_cast<std::size_t>(descriptor));
    const Node& node = *open.node;
    if (node.kind == FileKind::kDirectory) return refused(EISDIR);
    std::size_t end = node.content.size();
    if (node.read_fails != 0) {
      end = std::min(end, node.bytes_before_failure);
      if (open.at == end) return refused(node.read_fails);
    }
    const std::size_t n = std::min(size, end - open.at);
    std::memcpy(buffer, node.content.data() + open.at, n);
    open.at += n;
    return n;
  }

  void close(int) const override { ++calls_.close; }

 private:
  struct Open {
    Node* node;
    std::size_t at;
  };

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

  Result<FileStatus> status_at(const std::string& path,
                               bool follow_last) const {
    SLUICE_TRY_ASSIGN(const Node* node, find(path, follow_last));
    if (node->status_fails != 0) return refused(node->status_fails);
    return FileStatus{node->kind, {1, node->inode}};
  }

  Result<Node*> find(std::string_view whole, bool follow_last) const {
    if (whole.empty()) return refused(ENOENT);
    Node* at = whole.starts_with('/') ? root_ : cwd_;
    std::string rest(whole);
    std::size_t from = 0;
    int links = 0;
    for (;;) {
      from = rest.find_first_not_of('/', from);
      if (from == std::string::npos) {
        // A slash at the end asks for a directory.
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
};

}  // namespace sluice
