// A reader passes a member at the cost of its header, some microseconds. There
// are as many readers as workers at most, and each goes forwards, since steps
// are taken in their order.
//
// A step whose members take more memory to unpack than each thread has, or whose
// reports find no room, is left to the thread that merges: that one may wait for
// the memory, for it holds it only until the step ends.

#include "scan/shared_archive.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "finding/size.h"
#include "scan/pipeline.h"

namespace sluice {
namespace {

constexpr std::uint64_t kMostPerStep = 64;
constexpr std::uint64_t kGoodSteps = 64;

std::uint64_t per_step(std::uint64_t members) {
  return std::clamp<std::uint64_t>(members / kGoodSteps, 1, kMostPerStep);
}

// Keeps the reports as long as there is room for them.
class PartPort final : public ReportPort {
 public:
  PartPort(OrderedReports& reports, ArchivePart& part)
      : reports_(reports), part_(part) {}
  bool put(std::unique_ptr<FileReport> report) override {
    std::optional<Permit> room = reports_.take_room(size_of(*report));
    if (!room) return false;
    part_.room.add(std::move(*room));
    part_.reports.push_back(std::move(report));
    return true;
  }
  bool has_turn() const override { return false; }

 private:
  OrderedReports& reports_;
  ArchivePart& part_;
};

}  // namespace

SharedArchive::SharedArchive(Subject subject,
                             std::unique_ptr<const ByteSource> bytes,
                             Packing packing, std::uint64_t members,
                             ArchiveTools& tools, std::uint64_t list_bytes)
    : SharedFile((members - 1) / per_step(members) + 1),
      subject_(std::move(subject)),
      bytes_(std::move(bytes)),
      packing_(packing),
      per_step_(per_step(members)),
      tools_(tools),
      list_bytes_(list_bytes),
      begun_(std::chrono::steady_clock::now()),
      parts_(steps()) {}

SharedArchive::~SharedArchive() {
  for (std::atomic<ArchivePart*>& part : parts_)
    delete part.load(std::memory_order_acquire);
  tools_.memory.give_back_lists(list_bytes_ * tools_.workers);
}

void SharedArchive::begin_report(const OrderedPort& port) {
  port_.emplace(port);
}

std::unique_ptr<SharedArchive::Reader> SharedArchive::reader_for(
    std::uint64_t member, bool alone) {
  if (!alone) {
    const std::lock_guard lock(mutex_);
    const auto best = std::ranges::max_element(
        readers_, {}, [&](const std::unique_ptr<Reader>& one) {
          return one->next <= member ? one->next + 1 : 0;
        });
    if (best != readers_.end() && (*best)->next <= member) {
      std::unique_ptr<Reader> reader = std::move(*best);
      readers_.erase(best);
      return reader;
    }
  }
  const UnpackedSums sums{unpacked_, tools_.unpacked};
  const std::uint64_t size = bytes_->size();
  std::unique_ptr<Reader> reader(
      alone ? new Reader{{tools_.bounds, tools_.memory, sums, size, begun_}, {}}
            : new Reader{{tools_.bounds, tools_.memory, list_bytes_, sums, size,
                          begun_},
                         {}});
  reader->members = Members::open(*bytes_, {}, packing_, reader->unpacking,
                                  {.account = true});
  return reader;
}

void SharedArchive::give_back(std::unique_ptr<Reader> reader) {
  const std::lock_guard lock(mutex_);
  readers_.push_back(std::move(reader));
}

void SharedArchive::run_step(std::uint64_t step, Pipeline& pipeline,
                             OrderedReports& reports) {
  auto part = std::make_unique<ArchivePart>();
  PartPort port(reports, *part);
  if (pipeline.scan_part(*this, step, false, part.get(), port) ==
      ScanEnd::kNoRoom) {
    *part = {};
    part->skipped = true;
  }
  parts_[step].store(part.release(), std::memory_order_release);
}

bool SharedArchive::is_ready(std::uint64_t step) const {
  return parts_[step].load(std::memory_order_acquire) != nullptr;
}

bool SharedArchive::NamingPort::put(std::unique_ptr<FileReport> report) {
  if (!report->incomplete.empty() && ++unread_ > kMaxInCoverage)
    report->incomplete.clear();
  return port_.put(std::move(report));
}

// `part`: what was put before, or lacks nothing else.
void SharedArchive::add(const ArchivePart& part) {
  unnamed_ += part.unnamed;
  all_members_ = all_members_ && part.all_members;
}

void SharedArchive::take(std::uint64_t step, Pipeline& pipeline) {
  std::unique_ptr<ArchivePart> part(
      parts_[step].exchange(nullptr, std::memory_order_acquire));
  // What cannot be read on is not read by the later steps either.
  if (incomplete_.empty()) {
    if (part->skipped) {
      *part = {};
      (void)pipeline.scan_part(*this, step, true, part.get(), *port_);
    } else {
      for (std::unique_ptr<FileReport>& report : part->reports)
        (void)port_->put(std::move(report));  // it is the file's turn
    }
    add(*part);
    ranges_.insert(ranges_.end(), part->ranges.begin(), part->ranges.end());
    incomplete_ = std::move(part->incomplete);
    met_bound_ = part->met_bound;
  }
  if (step + 1 < steps()) return;
  if (!met_bound_) {
    ArchivePart gaps;
    pipeline.scan_gaps(*this, std::move(ranges_), &gaps, *port_);
    add(gaps);
    Pipeline::add_sentence(std::move(gaps.incomplete), &incomplete_);
  }
  unnamed_ += port_->unnamed();
  if (unnamed_ != 0)
    Pipeline::add_sentence(unread_members(unnamed_), &incomplete_);
  pipeline.end_archive(subject_, all_members_, std::move(incomplete_),
                       port_->whole());
}

}  // namespace sluice
