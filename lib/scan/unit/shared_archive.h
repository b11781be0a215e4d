// A large zip archive that all workers scan together (shared_file.h). Each step
// is some members. A zip names its members at its end and can be read from any
// place. So each worker has a reader of its own, which skips the members of
// other steps without unpacking them.
//
// Example: 1,000 members are 63 steps of 16. Worker 1 takes step 0. Worker 2
// takes step 1: its reader skips 16 members. Then worker 1 takes step 2, and
// continues with its reader, which is at the end of step 0.
//
// Thread-safety: each member has a note on which thread may call it. Ownership:
// it owns the open file; refers to the tools.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "archive/members.h"
#include "archive/unpacking.h"
#include "exec/budget.h"
#include "finding/finding.h"
#include "fs/byte_source.h"
#include "scan/unit/archive_scan.h"
#include "scan/unit/archive_tools.h"
#include "scan/unit/shared_file.h"
#include "scan/value/subject.h"

namespace sluice {

// The results of a step.
struct ArchivePart {
  Counts counts;
  // It was not scanned: there was no room, or it takes memory that one archive
  // at a time may have.
  bool skipped = false;
  std::vector<std::unique_ptr<FileReport>> reports;
  std::string incomplete;         // why the archive could not be read on
  bool met_bound = false;         // that is why
  bool all_members = true;        // of the step were scanned
  std::uint64_t unnamed = 0;      // more members that could not be read
  std::vector<ByteRange> ranges;  // that belong to the members
  Permit room;                    // for all this
};

class SharedArchive final : public SharedFile {
 public:
  // `members` is the number of members in its own list, at least 1.
  // `list_bytes` is the memory for a list of them, which is reserved for each
  // worker (UnpackMemory::reserve_lists()).
  SharedArchive(Subject subject, std::unique_ptr<const ByteSource> bytes,
                Packing packing, std::uint64_t members, ArchiveTools& tools,
                std::uint64_t list_bytes);
  ~SharedArchive() override;

  void begin_report(const OrderedPort& port) override;
  void run_step(std::uint64_t step, Pipeline& pipeline,
                OrderedReports& reports) override;

 private:
  // A worker's way through the archive.
  struct Reader {
    Unpacking unpacking;
    std::unique_ptr<Members> members;
    std::uint64_t next = 0;  // the number of the next member
  };

  // The file's own port. It names kMaxInCoverage of the members that were not
  // read, and counts the others, as one worker alone does.
  class NamingPort final : public ReportPort {
   public:
    explicit NamingPort(const OrderedPort& port) : port_(port) {}
    bool put(std::unique_ptr<FileReport> report) override;
    bool has_turn() const override { return port_.has_turn(); }

    // The port without the limit.
    ReportPort& whole() { return port_; }
    std::uint64_t unnamed() const {
      return unread_ - std::min<std::uint64_t>(unread_, kMaxInCoverage);
    }

   private:
    OrderedPort port_;
    std::uint64_t unread_ = 0;  // reports that say what was not read
  };

  // Any thread.
  std::uint64_t begin_of(std::uint64_t step) const { return step * per_step_; }
  // The last step has no end, because the archive may have more members than it
  // says.
  std::uint64_t end_of(std::uint64_t step) const {
    return step + 1 == steps() ? ~std::uint64_t{0} : begin_of(step + 1);
  }
  // Returns a reader that is at `member` or before it. With `alone`, it is a
  // new one that may use as much memory as one archive at a time may have. Only
  // the merging thread needs that, while it takes a step.
  std::unique_ptr<Reader> reader_for(std::uint64_t member, bool alone);
  void give_back(std::unique_ptr<Reader> reader);
  // Scans a step and puts the reports of its members into `port`. kNoRoom: it
  // must be scanned again.
  ScanEnd scan_part(std::uint64_t step, bool alone, Pipeline& pipeline,
                    ReportPort& port, ArchivePart* part);

  bool is_ready(std::uint64_t step) const override;
  Counts take(std::uint64_t step, Pipeline& pipeline) override;
  // Only the merging thread calls these.
  void add(ArchivePart part);
  Counts end_report(Pipeline& pipeline);

  const Subject subject_;
  const std::unique_ptr<const ByteSource> bytes_;
  const Packing packing_;
  const std::uint64_t per_step_;
  ArchiveTools& tools_;
  const std::uint64_t list_bytes_;
  UnpackedCounts unpacked_;
  const Unpacking::Time begun_;

  std::mutex mutex_;                              // guards readers_
  std::vector<std::unique_ptr<Reader>> readers_;  // that nobody uses

  // Each is written once, by run_step(), with release, and read by the merging
  // thread, with acquire. It owns the parts.
  std::vector<std::atomic<ArchivePart*>> parts_;

  // The merging thread's.
  std::optional<NamingPort> port_;
  std::string incomplete_;
  bool all_members_ = true;
  bool met_bound_ = false;
  std::vector<ByteRange> ranges_;  // that belong to members
  std::uint64_t unnamed_ = 0;      // members that were not read and not named
  Counts counts_;
};

}  // namespace sluice
