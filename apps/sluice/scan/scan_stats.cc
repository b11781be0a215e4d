#include "sluice/scan/scan_setup.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/scan/memory_promise.h"
#include "text/escape.h"
#include "text/quantity.h"

namespace sluice {
namespace {

constexpr std::size_t kDearest = 10;  // rules

double milliseconds(std::uint64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e6;
}

double mebibytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / (1024.0 * 1024.0);
}

double peak_mebibytes() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

std::string_view name_of(IoMode mode) {
  switch (mode) {
    case IoMode::kAuto:
      return "auto";
    case IoMode::kBlocking:
      return "blocking";
    case IoMode::kUring:
      return "uring";
  }
  return "";
}

std::string time_text(const ScanStats& stats) {
  const StageTimes& times = stats.times;
  return fmt::format(
      "time     walk {:.1f} ms, including waits; report {:.1f} ms\n"
      "         all threads: open {:.1f} ms, read {:.1f} ms, match {:.1f} "
      "ms,\n         decode {:.1f} ms, judge {:.1f} ms\n",
      milliseconds(stats.walk_time), milliseconds(stats.sink_time),
      milliseconds(times.open), milliseconds(times.read),
      milliseconds(times.match), milliseconds(times.decode),
      milliseconds(times.judge));
}

double microseconds_each(std::uint64_t nanoseconds, std::uint64_t number) {
  return static_cast<double>(nanoseconds) / 1e3 / static_cast<double>(number);
}

// The costs of one candidate and of one finding. Findings that another covers
// are not reported, but they are counted, because it costs as much to settle
// them.
std::string cost_text(const ScanStats& stats) {
  const StageTimes& times = stats.times;
  if (times.candidates == 0) return {};
  std::string text =
      fmt::format("         {}: each {:.1f} us to find, {:.1f} us to judge",
                  counted(times.candidates, "candidate", "candidates"),
                  microseconds_each(times.match, times.candidates),
                  microseconds_each(times.judge, times.candidates));
  if (times.findings != 0)
    text += fmt::format(",\n         {}: each {:.1f} us to report",
                        counted(times.findings, "finding", "findings"),
                        microseconds_each(stats.sink_time, times.findings));
  return text + '\n';
}

// What was looked into in binary files, if anything.
std::string lens_text(const StageTimes& times) {
  if (times.streams == 0 && times.wide_blocks == 0) return {};
  return fmt::format(
      "binary   {}, {} with UTF-16 or UTF-32\n",
      counted(times.streams, "compressed stream", "compressed streams"),
      counted(times.wide_blocks, "block", "blocks"));
}

// Why files were read as they were.
std::string io_text(const ScanStats& stats, IoMode mode) {
  const IoTally& io = stats.io;
  std::string why;
  if (!io.refused.empty())
    why = fmt::format("the system refuses io_uring: {}", io.refused);
  else if (mode == IoMode::kBlocking)
    why = "as requested";
  else if (io.ahead == 0)
    why = "all files were in memory already";
  else if (mode == IoMode::kAuto)
    why = "io_uring while reads had to wait for the disk";
  else
    why = "as requested";
  return fmt::format(
      "io       {}: {} files by plain reads, {} ahead through io_uring;\n"
      "         {} had to be waited for ({})\n",
      name_of(mode), io.plain, io.ahead, io.waited, why);
}

std::string queue_text(const ScanStats& stats) {
  const WorkerMetrics& total = stats.executor.total;
  return fmt::format(
      "workers  {} started; {} tasks and {} chunks of large files run, {} "
      "stolen;\n         {} parks, {} wakes; the walk waited {} times, {} "
      "files "
      "for their turn\n",
      stats.executor.workers_started, total.tasks_run - total.claims,
      total.claims, total.steals, total.parks, stats.executor.wakes,
      stats.walker_waits, stats.deferred);
}

std::string rules_text(const ScanStats& stats, const RuleSet& rules) {
  const std::vector<RuleTime>& costs = stats.times.rules;
  std::vector<std::size_t> order;
  for (std::size_t rule = 0; rule < costs.size(); ++rule)
    if (costs[rule].time != 0) order.push_back(rule);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return costs[a].time > costs[b].time;
  });
  order.resize(std::min(order.size(), kDearest));
  std::string text;
  for (const std::size_t rule : order)
    text += fmt::format("{} {:>9.1f} ms {:>6} searches {:>6} candidates {}\n",
                        text.empty() ? "rules   " : "        ",
                        milliseconds(costs[rule].time), costs[rule].searches,
                        costs[rule].candidates,
                        escape_for_terminal(rules.rules()[rule].id));
  return text;
}

}  // namespace

void print_stats(const ScanStats& stats, const ScanOptions& options,
                 const RuleSet& rules) {
  const std::string text =
      time_text(stats) + cost_text(stats) + lens_text(stats.times) +
      io_text(stats, options.io) + queue_text(stats) +
      fmt::format(
          "memory   {:.1f} MiB at most, {:.0f} promised; {:.1f} of it "
          "reports that waited\n",
          peak_mebibytes(), mebibytes(memory_promise(options)),
          mebibytes(stats.most_waiting)) +
      rules_text(stats, rules);
  std::fputs(text.c_str(), stderr);
}

}  // namespace sluice
