#include "executor_bench_report.h"

#include <cstdio>
#include <memory>

namespace sluice {
namespace {

constexpr const char* kBase = "sluice";

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), value < 100 ? "%.1f" : "%.0f", value);
  return text;
}

std::string with_quartiles(const Quartiles& ratio) {
  char text[48];
  std::snprintf(text, sizeof(text), "%.2f [%.2f-%.2f]", ratio.median, ratio.low,
                ratio.high);
  return text;
}

// Returns the letter of the way in which oneTBB was used.
char way_of(const BenchEntry& entry) {
  if (entry.contender == "tbb-execute") return 'x';
  const std::size_t dash = entry.contender.find('-');
  return dash == std::string::npos ? ' ' : entry.contender[dash + 1];
}

void print_versus_case(const BenchCase& one) {
  const BenchEntry* ours = best_of(one, kBase);
  const BenchEntry* tbb = best_of(one, "tbb");
  const BenchEntry* mutex = best_of(one, "mutex");
  const auto median = [](const BenchEntry* entry) {
    return entry != nullptr ? number(quantile(entry->samples, 0.5))
                            : std::string("-");
  };
  const auto ratio = [ours](const BenchEntry* entry) {
    return entry != nullptr && ours != nullptr
               ? with_quartiles(ratio_in_rounds(*entry, *ours))
               : std::string("-");
  };
  std::printf("%-20s %7s %7s%c %7s %16s %16s\n", one.name.c_str(),
              median(ours).c_str(), median(tbb).c_str(),
              tbb != nullptr ? way_of(*tbb) : ' ', median(mutex).c_str(),
              ratio(tbb).c_str(), ratio(mutex).c_str());
}

}  // namespace

void print_table(std::span<const BenchCase> cases,
                 const BenchMachine& machine) {
  std::printf(
      "Medians over rounds: ns per task or operation, %% of a core for idle.\n"
      "Last two columns: the other over sluice within each round, median and\n"
      "middle half; above 1, sluice is faster. oneTBB: its fastest way in the\n"
      "case: e(nqueue), x (execute), b(atch), f(or).\n\n"
      "%-20s %7s %8s %7s %16s %16s\n",
      "case", "sluice", "tbb", "mutex", "tbb/sluice", "mutex/sluice");
  for (const BenchCase& one : cases) print_versus_case(one);
  bool title = false;
  for (const BenchCase& one : cases) {
    if (!one.name.starts_with("wake/")) continue;
    if (!title) std::puts("\nWake latency, ns: median, 99 of 100 below");
    title = true;
    for (const BenchEntry& entry : one.entries) {
      std::printf("%-20s %-12s %10.0f %10.0f\n", one.name.c_str(),
                  entry.contender.c_str(), quantile(entry.samples, 0.5),
                  quantile(entry.samples, 0.99));
    }
  }
  std::printf(
      "\n%u processors; load at the start %.2f; others used %.1f %% of the "
      "machine\n",
      machine.processors, machine.load_before, 100 * machine.used_by_others);
}

bool write_json(const std::string& path, std::span<const BenchCase> cases,
                const BenchMachine& machine) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(path.c_str(), "w"), &std::fclose);
  if (!file) {
    std::perror(path.c_str());
    return false;
  }
  std::FILE* const out = file.get();
  // Names are ours and need no escaping.
  std::fprintf(
      out,
      "{\"schema\": \"sluice-executor-bench/1\",\n\"compiler\": \"%s\","
      "\n\"processors\": %u, \"load_before\": %.2f, "
      "\"used_by_others\": %.4f,\n\"cases\": [",
      __VERSION__, machine.processors, machine.load_before,
      machine.used_by_others);
  const char* comma = "\n";
  for (const BenchCase& one : cases) {
    std::fprintf(out, "%s{\"name\": \"%s\", \"unit\": \"%s\", \"samples\": {",
                 comma, one.name.c_str(), one.unit.c_str());
    comma = ",\n";
    const char* inner = "\n";
    for (const BenchEntry& entry : one.entries) {
      std::fprintf(out, "%s  \"%s\": [", inner, entry.contender.c_str());
      inner = ",\n";
      for (std::size_t i = 0; i < entry.samples.size(); ++i) {
        std::fprintf(out, "%s%.6g", i == 0 ? "" : ", ", entry.samples[i]);
      }
      std::fputs("]", out);
    }
    std::fputs("}}", out);
  }
  std::fputs("]}\n", out);
  if (std::fflush(out) != 0 || std::ferror(out) != 0) {
    std::perror(path.c_str());
    return false;
  }
  return true;
}

}  // namespace sluice
