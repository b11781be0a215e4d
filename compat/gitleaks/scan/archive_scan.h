// Scans the archives of a gitleaks-compatible scan, which are recognized by
// their names. Their members are scanned like files; their names begin with the
// names of the archives around them ("a.zip!b.tar!c.txt"). A compressed file
// that is no archive keeps its name.
//
// The bounds on unpacking are those of sluice's own scan (archive/bounds.h). A
// member that is skipped because of a bound, is encrypted or is damaged is
// reported as a problem.
//
// Thread-safety: a GitleaksArchives is shared; a GitleaksArchiveScan belongs to
// one worker and uses its ContentScan and its results.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/bounds.h"
#include "archive/members.h"
#include "archive/unpack_memory.h"
#include "archive/unpacking.h"
#include "fs/byte_source.h"
#include "gitleaks/scan/archive_name.h"
#include "gitleaks/scan/content_scan.h"

namespace sluice {

// The state that all archives of a scan share.
struct GitleaksArchives {
  // Deeper ones are skipped, even if the user allows them: each takes some of
  // the worker's stack.
  static constexpr unsigned kMaxDepth = 100;
  // The bytes that archives may use beyond their own share.
  static constexpr std::uint64_t kUnpackRoom = std::uint64_t{192} << 20;

  explicit GitleaksArchives(unsigned depth)
      : bounds{.depth = depth < kMaxDepth ? depth : kMaxDepth},
        memory(kUnpackRoom, 0) {}

  const ArchiveBounds bounds;
  UnpackMemory memory;
  UnpackedCounts unpacked;
};

class GitleaksArchiveScan {
 public:
  GitleaksArchiveScan(const GitleaksRules& rules, GitleaksArchives& shared,
                      ContentScan& content, GitleaksResults* results)
      : rules_(rules), shared_(shared), content_(content), results_(results) {}
  GitleaksArchiveScan(const GitleaksArchiveScan&) = delete;
  GitleaksArchiveScan& operator=(const GitleaksArchiveScan&) = delete;

  // Scans `file`, an archive by its name. Appends the findings; `sequence` and
  // `called` are the number and the name that problems get.
  void scan(const ByteSource& bytes, const GitleaksContent& file,
            std::uint64_t sequence, std::string_view called,
            std::vector<GitleaksFinding>* leaks);

 private:
  // The file at hand.
  struct Job {
    GitleaksContent file;
    std::uint64_t sequence;
    std::string_view called;
    std::vector<GitleaksFinding>* leaks;
    Unpacking unpacking;
    std::uint64_t problems = 0;
  };

  // Bytes with a name, maybe a member's.
  struct Item {
    const ByteSource& bytes;
    const std::string& path;  // the path in reports
    unsigned depth;           // archives around it
    ReadSteps steps;          // of the bytes, in Go
  };

  void scan_named(const Item& item, std::string_view name, Job& job);
  void scan_compressed(const Item& item, const ArchiveName& kind, Job& job);
  void scan_archive(const Item& item, Packing packing, Job& job);
  void scan_members(Members& members, std::string_view head, Packing packing,
                    const Item& archive, Job& job);
  void scan_member(const Member& member, Members& members, ReadSteps steps,
                   const Item& archive, Job& job);
  void scan_content(const Item& item, Job& job);
  void note_unopened(std::string_view head, Packing packing,
                     const std::string& path, const Error& error, Job& job);
  void note_problem(const std::string& path, std::string_view reason, Job& job);

  const GitleaksRules& rules_;
  GitleaksArchives& shared_;
  ContentScan& content_;
  GitleaksResults* const results_;
};

}  // namespace sluice
