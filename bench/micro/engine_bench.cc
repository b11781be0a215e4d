// The stages of the engine on text that looks like source code: what each adds.
//   build-bench/bench/micro/engine-bench

#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "match/engine.h"
#include "rules/embedded.h"

using namespace sluice;

namespace {

// A megabyte of words as C has them; no secret in it.
std::string source_text() {
  constexpr std::string_view kWords[] = {"static",
                                         "int ",
                                         "return ",
                                         "(struct ",
                                         "*dev",
                                         ", ",
                                         ");\n\t",
                                         "if (",
                                         "err",
                                         " = ",
                                         "->priv",
                                         " {\n",
                                         "}\n\n",
                                         "0x1f",
                                         "/* the key */",
                                         "token",
                                         "https://www.kernel.org/doc",
                                         "\"password\"",
                                         "secret",
                                         "session"};
  std::mt19937 random(1);
  std::string text;
  while (text.size() < 1 << 20) text += kWords[random() % std::size(kWords)];
  return text;
}

std::unique_ptr<Engine> engine() {
  return std::move(*Engine::create(
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256()),
      embedded_literals()));
}

void literals(benchmark::State& state) {
  const LiteralIndex index =
      LiteralIndex::compile(make_plan(embedded_rules()).literals).value();
  LiteralScratch scratch;
  const std::string text = source_text();
  std::vector<LiteralHit> hits;
  for (auto _ : state) {
    hits.clear();
    SLUICE_CHECK(index.find(text, scratch, &hits));
    benchmark::DoNotOptimize(hits.data());
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(text.size()));
  state.counters["hits"] = static_cast<double>(hits.size());
}
BENCHMARK(literals);

void whole_engine(benchmark::State& state) {
  const std::unique_ptr<Engine> made = engine();
  MatchScratch scratch;
  const std::string text = source_text();
  std::vector<Candidate> candidates;
  for (auto _ : state) {
    FileMatch file;
    file.begin("file.c", false);
    candidates.clear();
    made->scan({text, 0, 0, text.size()}, file, scratch, &candidates);
    benchmark::DoNotOptimize(candidates.data());
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(text.size()));
}
BENCHMARK(whole_engine);

void start(benchmark::State& state) {
  for (auto _ : state) {
    const std::unique_ptr<Engine> made = engine();
    benchmark::DoNotOptimize(made.get());
  }
}
BENCHMARK(start);

}  // namespace

BENCHMARK_MAIN();
