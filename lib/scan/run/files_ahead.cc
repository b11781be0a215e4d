#include "scan/run/files_ahead.h"

#include <utility>

namespace sluice {

FilesAhead::~FilesAhead() {
  ring_.reset();
  for (const FileTask& task : tasks_) delete task.file;
}

bool FilesAhead::wants(const FileToScan& file) {
  if (mode_ == IoMode::kBlocking || refused_) return false;
  if (mode_ == IoMode::kAuto && spell_ == 0) return false;
  // Others are few, and opened in other ways.
  if (file.root == nullptr || file.root->descriptor() == WalkRoot::kNone)
    return false;
  if (ring_ == nullptr && !make_ring()) return false;
  if (!ring_->works()) {
    refused_ = true;
    tally_->refused = "the kernel no longer answers";
    return false;
  }
  if (spell_ > 0 && --spell_ == 0 && std::exchange(spell_waited_, false))
    spell_ = kSpell;
  return true;
}

bool FilesAhead::make_ring() {
  Result<std::unique_ptr<ReadAhead>> ring = fs_->read_ahead();
  refused_ = !ring;
  if (refused_)
    tally_->refused = ring.error().message;
  else
    ring_ = std::move(*ring);
  return !refused_;
}

void FilesAhead::begin(const FileTask& task) {
  if (free_.empty()) {
    free_.push_back(tasks_.size());
    tasks_.emplace_back();
  }
  const std::uint64_t tag = free_.back();
  free_.pop_back();
  tasks_[tag] = task;
  const FileToScan& file = *task.file;
  ring_->begin(tag, file.root->descriptor(), file.path, file.root->links());
  ++tally_->ahead;
}

FilesAhead::Come FilesAhead::take() {
  Come come;
  come.file = ring_->take();
  come.task = std::exchange(tasks_[come.file.tag], {});
  free_.push_back(come.file.tag);
  if (come.file.waited) {
    ++tally_->waited;
    spell_waited_ = true;
  }
  return come;
}

void FilesAhead::close(const Come& come) {
  if (come.file.opened) fs_->close(come.file.opened->descriptor);
}

void FilesAhead::note_plain(bool waited) {
  ++tally_->plain;
  if (!waited) return;
  ++tally_->waited;
  if (mode_ == IoMode::kAuto && spell_ == 0) spell_ = kSpell;
}

}  // namespace sluice
