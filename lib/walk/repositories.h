// The repositories of a walk. Each is examined once. Only a limited number of
// them have running git processes.
// Thread-safety: used by one thread.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "fs/file_system.h"
#include "walk/repository.h"
#include "walk/walk_options.h"
#include "walk/walk_sink.h"

namespace sluice {

class Repositories {
 public:
  // Set `keep` if a walk may come back to a repository: with several paths. git
  // is not waited for once `interrupt` is raised; null means never.
  Repositories(const FileSystem& fs, const Git* git, const Interrupt* interrupt,
               WalkSink& sink, bool keep)
      : fs_(fs), git_(git), interrupt_(interrupt), sink_(sink), keep_(keep) {}

  // Returns the repository whose root is the open directory `root`. `name` is
  // its name in messages if git fails.
  std::shared_ptr<Repository> at(int root, const std::string& name);

 private:
  // Each has two processes with two pipes.
  static constexpr std::size_t kMaxAtWork = 8;

  const FileSystem& fs_;
  const Git* git_;
  const Interrupt* interrupt_;
  WalkSink& sink_;
  bool keep_;
  std::map<std::pair<unsigned long long, unsigned long long>,
           std::shared_ptr<Repository>>
      kept_;
  std::deque<std::weak_ptr<Repository>> at_work_;  // the latest last
};

}  // namespace sluice
