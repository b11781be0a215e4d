// A git whose answers the test chooses.
// Thread-safety: one thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "git/git.h"

namespace sluice {

class FakeGit final : public Git {
 public:
  std::unique_ptr<AskedRepository> ask(int, const Interrupt*) const override {
    ++asked;
    ++at_work;
    most_at_work = std::max(most_at_work, at_work);
    return std::make_unique<Asked>(*this);
  }
  std::string default_excludes_file() const override { return excludes_file; }

  GitSettings settings;
  std::vector<std::string> tracked;  // sorted
  std::string failure;
  std::string excludes_file;
  mutable int asked = 0;
  mutable int tracked_asked = 0;
  mutable int at_work = 0;
  mutable int most_at_work = 0;

 private:
  class Asked final : public AskedRepository {
   public:
    explicit Asked(const FakeGit& git) : git_(git) {}
    ~Asked() override {
      if (!settled_) --git_.at_work;
    }
    Result<GitSettings> settings() override {
      if (!git_.failure.empty())
        return fail(ErrorCode::kIo, "{}", git_.failure);
      return git_.settings;
    }
    Result<TrackedFiles> tracked() override {
      ++git_.tracked_asked;
      if (!settled_) --git_.at_work;
      settled_ = true;
      if (!git_.failure.empty())
        return fail(ErrorCode::kIo, "{}", git_.failure);
      std::string listed;
      for (const std::string& name : git_.tracked) listed += name + '\0';
      return TrackedFiles(listed);
    }

   private:
    const FakeGit& git_;
    bool settled_ = false;
  };
};

}  // namespace sluice
