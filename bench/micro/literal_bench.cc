// The literal stage, with the pre-filter and only with Hyperscan, on real
// files.
//   build-bench/bench/micro/literal-bench FILE...
// Prints a line for each of the groups of arguments that "--" separates, and
// for some made-up texts, some of which are made to be slow. The two ways take
// turns on each file. The times are the least of 25, so that other work of the
// machine has no influence. Only the first 256 KiB of a file are used.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "match/literals/literal_index.h"
#include "match/plan/plan_search.h"
#include "rules/embedded.h"

using namespace sluice;

namespace {

constexpr std::size_t kSize = 256 * 1024;
constexpr int kTurns = 25;

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kSize, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::string repeated(std::string_view piece) {
  std::string text;
  while (text.size() < kSize) text += piece;
  return text;
}

class Comparison {
 public:
  Comparison()
      : with_(LiteralIndex::deserialize(literals()).value()),
        without_(LiteralIndex::deserialize(literals(), std::nullopt).value()) {
    fmt::print("{:24} {:>9} {:>9} {:>11} {:>11} {:>6}\n", "", "MB", "hits/MB",
               "Hyperscan", "pre-filter", "gain");
  }

  void show(std::string_view name, std::span<const std::string> texts) {
    double bytes = 0;
    double hits = 0;
    double with = 0;
    double without = 0;
    for (const std::string& text : texts) {
      double least_with = seconds(with_, text);
      double least_without = seconds(without_, text);
      for (int turn = 1; turn < kTurns; ++turn) {
        least_with = std::min(least_with, seconds(with_, text));
        least_without = std::min(least_without, seconds(without_, text));
      }
      bytes += static_cast<double>(text.size());
      hits += static_cast<double>(hits_.size());
      with += least_with;
      without += least_without;
    }
    if (bytes == 0) return;
    fmt::print("{:24} {:9.2f} {:9.0f} {:6.2f} GB/s {:6.2f} GB/s {:6.2f}\n",
               name, bytes / 1e6, hits / (bytes / 1e6), bytes / without / 1e9,
               bytes / with / 1e9, without / with);
  }

 private:
  static std::string_view literals() {
    return split_parts(embedded_literals()).value().all;
  }

  double seconds(const LiteralIndex& index, std::string_view text) {
    hits_.clear();
    const auto start = std::chrono::steady_clock::now();
    SLUICE_CHECK(index.find(text, scratch_, &hits_));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }

  LiteralIndex with_;
  LiteralIndex without_;
  LiteralScratch scratch_;
  std::vector<LiteralHit> hits_;
};

}  // namespace

int main(int argc, char** argv) {
  Comparison comparison;
  std::vector<std::string> texts;
  int group = 1;
  const auto finish = [&] {
    if (!texts.empty())
      comparison.show(fmt::format("files, group {}", group), texts);
    texts.clear();
    ++group;
  };
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--")
      finish();
    else
      texts.push_back(read(argv[i]));
  }
  finish();
  for (const std::string_view piece :
       {"=", "mission ", "secret", "://x", "aws_key = foo(token);\n",
        "password = changeme\n"})
    comparison.show(piece.substr(0, piece.find('\n')),
                    std::vector{repeated(piece)});
}
