#include "walk/repositories.h"

namespace sluice {

std::shared_ptr<Repository> Repositories::at(int root,
                                             const std::string& name) {
  std::shared_ptr<Repository>* kept = nullptr;
  if (keep_) {
    if (const Result<FileStatus> status = fs_.link_status(root, ".")) {
      kept = &kept_[{status->identity.device, status->identity.inode}];
      if (*kept) return *kept;
    }
  }
  std::erase_if(at_work_, [](const auto& one) { return one.expired(); });
  if (at_work_.size() >= kMaxAtWork) {
    at_work_.front().lock()->settle();
    at_work_.pop_front();
  }
  auto repository = std::make_shared<Repository>(
      git_ == nullptr ? nullptr : git_->ask(root, interrupt_),
      [&sink = sink_, interrupt = interrupt_, name](const Error& why) {
        // A git that an interrupt ended has not failed.
        if (is_raised(interrupt)) return;
        sink.git_failed(name, why.message);
      });
  if (git_ != nullptr) at_work_.push_back(repository);
  if (kept != nullptr) *kept = repository;
  return repository;
}

}  // namespace sluice
