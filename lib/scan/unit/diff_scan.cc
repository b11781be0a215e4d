#include "scan/unit/diff_scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scan/text/diff_reader.h"
#include "text/quantity.h"

namespace sluice {
namespace {

// The text that the reader is at.
class DiffText final : public ByteSource {
 public:
  DiffText(DiffReader& reader, const ByteSource& diff)
      : ByteSource(0, /*may_seek=*/false), reader_(reader), diff_(diff) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    return reader_.read(buffer, size);
  }
  bool wait(const Interrupt& interrupt) const override {
    return diff_.wait(interrupt);
  }

 private:
  DiffReader& reader_;
  const ByteSource& diff_;
};

// Passes on the reports without the findings in lines that are not added.
class AddedLines final : public ReportPort {
 public:
  AddedLines(ReportPort& port, const DiffReader& reader)
      : port_(port), reader_(reader) {}

  // All of the next text counts as added: it is none of a file.
  void take_all(bool all) { takes_all_ = all; }
  std::uint64_t left_out() const { return left_out_; }

  bool put(std::unique_ptr<FileReport> part) override {
    if (!takes_all_) keep_added(*part);
    return port_.put(std::move(part));
  }
  bool has_turn() const override { return port_.has_turn(); }
  void reached(std::uint64_t byte) override { port_.reached(byte); }

 private:
  // A file that is found by its path has no lines.
  bool is_added(const Finding& finding) const {
    if (!finding.evidence && finding.secret.empty()) return true;
    const auto lines = std::ranges::lower_bound(
        reader_.added(), finding.start.line, {}, &DiffReader::Lines::last);
    return lines != reader_.added().end() &&
           lines->first <= std::max(finding.end.line, finding.start.line);
  }

  void keep_added(FileReport& part) {
    const auto old = std::stable_partition(
        part.findings.begin(), part.findings.end(),
        [this](const Finding& finding) { return is_added(finding); });
    left_out_ += static_cast<std::uint64_t>(part.findings.end() - old);
    part.covered.insert(part.covered.end(), std::make_move_iterator(old),
                        std::make_move_iterator(part.findings.end()));
    part.findings.erase(old, part.findings.end());
    const auto is_old = [this](const auto& one) { return !is_added(one); };
    std::erase_if(part.mistyped, is_old);
    std::erase_if(part.dropped,
                  [&](const Dropped& one) { return is_old(one.finding); });
  }

  ReportPort& port_;
  const DiffReader& reader_;
  bool takes_all_ = false;
  std::uint64_t left_out_ = 0;
};

// Returns what of the diff was left out, as half a sentence; empty if nothing
// was.
std::string left_out_of(const DiffReader& reader, std::uint64_t findings) {
  std::vector<std::string> parts;
  if (reader.removed() != 0)
    parts.push_back(counted(reader.removed(), "removed line", "removed lines"));
  if (reader.binary_files() != 0)
    parts.push_back(
        counted(reader.binary_files(), "binary file", "binary files"));
  if (findings != 0)
    parts.push_back(counted(findings, "finding in unchanged lines",
                            "findings in unchanged lines"));
  if (parts.empty()) return {};
  std::string list = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i)
    list += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return fmt::format(
      "it is a diff; {} {} left out (see --diff)", list,
      parts.size() == 1 && list.starts_with("1 ") ? "was" : "were");
}

// The texts of a diff, one after another.
class DiffScan {
 public:
  DiffScan(TextScan& texts, const ByteSource& bytes, std::string head,
           ReportPort& port)
      : pipeline_(texts.pipeline()),
        diff_(texts.subject()),
        reader_(bytes, std::move(head)),
        text_(reader_, bytes),
        added_(port, reader_),
        texts_(pipeline_, added_) {}

  ScanEnd scan() {
    std::string incomplete;
    while (incomplete.empty()) {
      const Result<std::optional<std::string>> name = reader_.next();
      if (!name) incomplete = name.error().message;
      if (!name || !*name) break;
      if (scan_text(**name, &incomplete) == ScanEnd::kNoRoom)
        return ScanEnd::kNoRoom;
    }
    texts_.begin(diff_, /*by_path=*/false);
    pipeline_.parts.add_doubt(left_out_of(reader_, added_.left_out()));
    // If it has the text of no file, it is one itself.
    const bool whole = incomplete.empty();
    return has_files_ ? texts_.end_unread(std::move(incomplete))
                      : texts_.end_archive(std::move(incomplete), whole,
                                           TextScan::As::kFile);
  }

  const Counts& counts() { return texts_.counts(); }

 private:
  // `*incomplete` becomes why the diff cannot be read on.
  ScanEnd scan_text(const std::string& name, std::string* incomplete) {
    const bool is_file = !name.empty();
    has_files_ = has_files_ || is_file;
    if (is_file && is_left_out(name)) return skip(incomplete);
    added_.take_all(!is_file);
    texts_.begin(is_file ? Subject{{name}, diff_.root, name} : diff_, is_file);
    texts_.read(text_);
    TextEnd read = texts_.find({}, &reader_.places());
    *incomplete = read.incomplete;
    return texts_.end(std::move(read), incomplete->empty(),
                      is_file ? TextScan::As::kFile : TextScan::As::kOutside);
  }

  bool is_left_out(const std::string& name) {
    if (texts_.is_prefiltered(name)) return true;
    const PathFilter* const filter = pipeline_.options.excluded;
    if (filter == nullptr ||
        (filter->includes(name, false) && !filter->excludes_below(name)))
      return false;
    ++texts_.counts().excluded;
    return true;
  }

  ScanEnd skip(std::string* incomplete) {
    std::array<char, 4096> dropped;
    Result<std::size_t> got = 1;
    while (got && *got != 0) got = reader_.read(dropped.data(), dropped.size());
    if (!got) *incomplete = got.error().message;
    return ScanEnd::kDone;
  }

  Pipeline& pipeline_;
  const Subject diff_;
  DiffReader reader_;
  const DiffText text_;
  AddedLines added_;
  TextScan texts_;
  bool has_files_ = false;
};

}  // namespace

ScanEnd scan_diff(TextScan& texts, const ByteSource& bytes, std::string head,
                  ReportPort& port) {
  DiffScan scan(texts, bytes, std::move(head), port);
  const ScanEnd end = scan.scan();
  texts.counts() += scan.counts();
  return end;
}

}  // namespace sluice
