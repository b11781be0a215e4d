// A reader skips a member at the cost of its header, some microseconds. There
// are at most as many readers as workers, and each moves forwards, because
// steps are taken in their order.
//
// If the members of a step take more memory to unpack than each thread has, or
// its reports find no room, the step is left to the thread that merges. This
// thread may wait for the memory, because it holds it only until the step ends.

#include "scan/unit/shared_archive.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "finding/size.h"
#include "scan/unit/text_scan.h"

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
  if (scan_part(step, false, pipeline, port, part.get()) == ScanEnd::kNoRoom) {
    *part = {};
    part->skipped = true;
  }
  parts_[step].store(part.release(), std::memory_order_release);
}

bool SharedArchive::is_ready(std::uint64_t step) const {
  return parts_[step].load(std::memory_order_acquire) != nullptr;
}

ScanEnd SharedArchive::scan_part(std::uint64_t step, bool alone,
                                 Pipeline& pipeline, ReportPort& port,
                                 ArchivePart* part) {
  const std::uint64_t begin = begin_of(step);
  const std::uint64_t end = end_of(step);
  std::unique_ptr<Reader> reader = reader_for(begin, alone);
  for (; reader->next < begin && reader->members->pass(); ++reader->next)
    if (is_raised(pipeline.options.interrupt)) break;
  Result<std::optional<Member>> member = reader->members->next();
  reader->unpacking.mark();
  TextScan texts(pipeline, port);
  ArchiveScan scan(texts, reader->unpacking);
  const ScanEnd ended = scan.scan_each(
      {subject_, *bytes_, packing_, {.depth = 1}, &part->incomplete},
      *reader->members, std::move(member), end - begin);
  reader->next = end;
  part->counts = texts.counts();
  part->unnamed = scan.unnamed_members();
  part->ranges = reader->members->accounting()->take_ranges();
  part->met_bound = !reader->unpacking.over().empty();
  part->all_members = scan.all_members();
  const bool more_memory = !alone && reader->unpacking.memory()->ever_refused();
  if (ended == ScanEnd::kNoRoom || more_memory) {
    reader->unpacking.take_back();
    return ScanEnd::kNoRoom;
  }
  if (!alone) give_back(std::move(reader));
  return ScanEnd::kDone;
}

bool SharedArchive::NamingPort::put(std::unique_ptr<FileReport> report) {
  if (!report->incomplete.empty() && ++unread_ > kMaxInCoverage)
    report->incomplete.clear();
  return port_.put(std::move(report));
}

Counts SharedArchive::take(std::uint64_t step, Pipeline& pipeline) {
  std::unique_ptr<ArchivePart> part(
      parts_[step].exchange(nullptr, std::memory_order_acquire));
  // If a step could not be read on, the later ones do not count.
  if (incomplete_.empty()) {
    if (part->skipped) {
      *part = {};
      (void)scan_part(step, true, pipeline, *port_, part.get());
    }
    add(std::move(*part));
  }
  return step + 1 < steps() ? Counts{} : end_report(pipeline);
}

void SharedArchive::add(ArchivePart part) {
  for (std::unique_ptr<FileReport>& report : part.reports)
    (void)port_->put(std::move(report));  // it is the file's turn
  counts_ += part.counts;
  unnamed_ += part.unnamed;
  all_members_ = all_members_ && part.all_members;
  ranges_.insert(ranges_.end(), part.ranges.begin(), part.ranges.end());
  incomplete_ = std::move(part.incomplete);
  met_bound_ = part.met_bound;
}

// Scans what belongs to no member, and puts the report of the archive itself.
// There is room, because it is the file's turn.
Counts SharedArchive::end_report(Pipeline& pipeline) {
  if (!met_bound_) {
    TextScan texts(pipeline, *port_);
    const std::unique_ptr<Reader> reader = reader_for(0, /*alone=*/true);
    ArchiveScan scan(texts, reader->unpacking);
    ArchiveScan::Inner inner;
    std::string unread;
    (void)scan.scan_gaps(
        {subject_, *bytes_, packing_, {.depth = 1, .inner = &inner}, &unread},
        std::move(ranges_));
    add_sentence(std::move(inner.incomplete), &unread);
    add_sentence(std::move(unread), &incomplete_);
    counts_ += texts.counts();
    unnamed_ += scan.unnamed_members();
    all_members_ = all_members_ && scan.all_members();
  }
  unnamed_ += port_->unnamed();
  if (unnamed_ != 0) add_sentence(unread_members(unnamed_), &incomplete_);
  TextScan archive(pipeline, port_->whole());
  archive.begin(subject_);
  const bool whole = incomplete_.empty();
  if (all_members_ && whole) note_members_read(pipeline, subject_);
  (void)archive.end_archive(std::move(incomplete_), whole, TextScan::As::kFile);
  counts_ += archive.counts();
  return counts_;
}

}  // namespace sluice
