// A named directory, from which the walk and the workers open everything below.
// Thread-safety: immutable; any thread may open files.
// Ownership: shared by the walk and the files in flight; the last one closes
// the descriptor.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fs/file_system.h"

namespace sluice {

class WalkRoot {
 public:
  static constexpr int kNone = -1;

  // `name` opens it and ends in a slash, unless it is empty (the working
  // directory). `descriptor` is owned from now on. kNone means that too many
  // roots are open, so it is opened again for each file. `place` is the path of
  // the directory in its repository (EnclosingRepository::inside), if any.
  WalkRoot(const FileSystem& fs, std::string name,
           std::optional<std::string> place, bool in_reports, Links links,
           FileIdentity identity, int descriptor)
      : fs_(fs),
        name_(std::move(name)),
        place_(std::move(place)),
        in_reports_(in_reports),
        links_(links),
        identity_(identity),
        descriptor_(descriptor) {}
  ~WalkRoot() {
    if (descriptor_ != kNone) fs_.close(descriptor_);
  }
  WalkRoot(const WalkRoot&) = delete;
  WalkRoot& operator=(const WalkRoot&) = delete;

  int descriptor() const { return descriptor_; }
  Links links() const { return links_; }
  const std::string& name() const { return name_; }
  // Whether its name is part of the paths in reports.
  bool in_reports() const { return in_reports_; }

  // Opens a regular file below it.
  Result<OpenedFile> open(const std::string& below) const;

  // reported() returns `below` as reports show it. not_reported() returns the
  // part before it that is needed to open it.
  std::string reported(std::string_view below) const;

  // Returns the path that rules, allowlists and the judge see for the file at
  // `below`: the path from the root of its repository. So the file is judged
  // alike wherever a scan begins. Outside of repositories, the path is as in
  // reports.
  std::string judged(std::string_view below) const {
    return place_ ? *place_ + std::string(below) : reported(below);
  }

  std::string_view not_reported() const {
    return in_reports_ ? std::string_view() : name_;
  }

 private:
  const FileSystem& fs_;
  std::string name_;
  std::optional<std::string> place_;
  bool in_reports_;
  Links links_;
  FileIdentity identity_;
  int descriptor_;
};

}  // namespace sluice
