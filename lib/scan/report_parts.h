// Makes a file's report of what was found in it, and hands it on in parts while
// the file is being read, so that a file may have any number of findings.
// Thread-safety: one thread at a time.
// Memory: about kPartBytes of findings; all of them where the rules need that
// (report_parts.cc).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "match/engine.h"
#include "scan/collector.h"
#include "scan/report_port.h"

namespace sluice {

// What a report is to hold.
struct ReportChoice {
  // Findings below it are counted and not reported.
  Confidence min_confidence = Confidence::kLow;
  // Whether to fill FileReport::dropped. If not, it costs nothing.
  bool explain_drops = false;
};

// A part is closed when it has come to as many bytes of findings (size_of).
inline constexpr std::uint64_t kPartBytes = 512 * 1024;

class ReportParts final : public Collector {
 public:
  ReportParts(const Engine& engine, const ReportChoice& choice);

  // Begins a file, as reports name it. `match` tells of which rules a keyword
  // was seen; it and `port` must outlive the file.
  void begin(std::string path, std::string root, const FileMatch& match,
             ReportPort& port);

  void add(Finding finding) override;
  void add_dropped(Dropped dropped) override;
  bool advance(std::uint64_t frontier) override;

  // All of the file was read, or not, for the reason that is given. False: as
  // of put().
  bool end(std::string incomplete);

  const std::string& path() const { return path_; }
  const std::string& root() const { return root_; }
  // How many findings were below the confidence asked for.
  std::uint64_t unsure() const { return unsure_; }

 private:
  bool is_decided(const Finding& finding) const;
  std::uint64_t undecided() const;
  void settle_whole();
  bool cut(std::uint64_t frontier);
  FileReport take_before(std::uint64_t end);
  bool close(FileReport part, std::uint64_t end);
  void hide_unsure(FileReport* part);

  const Engine& engine_;
  const ReportChoice choice_;
  const bool needs_whole_;  // some rule asks for others, anywhere in the file
  const FileMatch* match_ = nullptr;
  ReportPort* port_ = nullptr;
  std::string path_;
  std::string root_;
  // What is in no part yet.
  std::vector<Finding> findings_;
  std::vector<Dropped> dropped_;
  std::uint64_t held_ = 0;       // their size
  std::uint64_t cut_from_ = 0;   // what they must come to before cut() is tried
  std::vector<Finding> before_;  // those of the last part that are masked on
  std::uint64_t unsure_ = 0;
};

}  // namespace sluice
