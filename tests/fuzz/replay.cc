// A main() for fuzz targets that needs no libFuzzer, so that every build and
// every compiler runs them with the other tests:
//
//   fuzz-NAME CORPUS CRASH
//
// runs the target on each file of the directory CORPUS, then on mutations of
// them: bytes and numbers changed, pieces taken out, doubled, moved and joined
// with those of another file. Their order follows from a seed
// (tests/support/effort.h). They end after a number of them, or after a time, so
// that a slow machine is not a failure. An input that crashes, or that takes
// kInputSeconds, is written to the file CRASH.
//
// libFuzzer sees which code an input reaches, and keeps those that reach
// something new; this program does not. So this finds mistakes near the corpus,
// and `./dev fuzz` finds those that nobody has thought of.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/effort.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr unsigned kInputSeconds = 60;
constexpr std::size_t kMaxBytes = 4096;

// The data of the handler below. The only thread writes it, before the signals
// that it raises itself or alarm() sends; so volatile suffices.
const char* crash_file = nullptr;
const std::uint8_t* volatile input_data = nullptr;
volatile std::size_t input_size = 0;

// Calls nothing that may not be called in a handler.
void save_input(int signal) {
  std::signal(signal, SIG_DFL);
  const int fd = ::open(crash_file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd >= 0 && ::write(fd, input_data, input_size) >= 0) {
    constexpr char kSaid[] = "fuzz: the input is in ";
    if (::write(2, kSaid, sizeof kSaid - 1) < 0 ||
        ::write(2, crash_file, std::strlen(crash_file)) < 0 ||
        ::write(2, "\n", 1) < 0)
      std::raise(signal);
  }
  std::raise(signal);
}

void run(const Bytes& bytes) {
  // In memory of just this size, where a sanitizer sees a step beyond it.
  const auto memory = std::make_unique<std::uint8_t[]>(bytes.size());
  std::ranges::copy(bytes, memory.get());
  input_data = memory.get();
  input_size = bytes.size();
  ::alarm(kInputSeconds);
  LLVMFuzzerTestOneInput(memory.get(), bytes.size());
  ::alarm(0);
}

std::vector<Bytes> read_corpus(const char* directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.push_back(entry.path().string());
  std::ranges::sort(names);
  std::vector<Bytes> corpus;
  for (const std::string& name : names) {
    std::ifstream file(name, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file),
                        std::istreambuf_iterator<char>());
  }
  return corpus;
}

class Mutator {
 public:
  Mutator(const std::vector<Bytes>& corpus, std::uint32_t seed)
      : corpus_(corpus), random_(seed) {}

  Bytes next() {
    Bytes bytes = any();
    for (std::size_t steps = 1 + below(4); steps > 0; --steps) step(&bytes);
    bytes.resize(std::min(bytes.size(), kMaxBytes));
    return bytes;
  }

 private:
  // Not std::uniform_int_distribution, which each library has its own way.
  std::size_t below(std::size_t limit) { return random_() % limit; }
  const Bytes& any() { return corpus_[below(corpus_.size())]; }

  Bytes piece_of(const Bytes& bytes) {
    if (bytes.empty()) return {};
    const std::size_t begin = below(bytes.size());
    const std::size_t size =
        1 + below(std::min<std::size_t>(bytes.size() - begin, 32));
    return {bytes.begin() + static_cast<std::ptrdiff_t>(begin),
            bytes.begin() + static_cast<std::ptrdiff_t>(begin + size)};
  }

  void insert(const Bytes& piece, Bytes* bytes) {
    const auto at = static_cast<std::ptrdiff_t>(below(bytes->size() + 1));
    bytes->insert(bytes->begin() + at, piece.begin(), piece.end());
  }

  void step(Bytes* bytes) {
    constexpr std::array<std::uint8_t, 12> kOdd = {
        0, 1, '\n', '"', '\'', '\\', '[', '%', 0x7F, 0x80, 0xC3, 0xFF};
    if (bytes->empty()) bytes->push_back('x');
    const std::size_t at = below(bytes->size());
    std::uint8_t& byte = (*bytes)[at];
    switch (below(7)) {
      case 0:
        byte = static_cast<std::uint8_t>(byte ^ 1U << below(8));
        break;
      case 1:
        byte = kOdd[below(kOdd.size())];
        break;
      case 2:
        byte = static_cast<std::uint8_t>(random_());
        break;
      case 3: {
        const std::size_t size =
            1 + below(std::min<std::size_t>(bytes->size() - at, 32));
        const auto first = bytes->begin() + static_cast<std::ptrdiff_t>(at);
        bytes->erase(first, first + static_cast<std::ptrdiff_t>(size));
        break;
      }
      case 4:
        insert(piece_of(*bytes), bytes);
        break;
      case 5:
        insert(piece_of(any()), bytes);
        break;
      default:
        bytes->resize(at);
        insert(piece_of(any()), bytes);
    }
  }

  const std::vector<Bytes>& corpus_;
  std::mt19937_64 random_;
};

}  // namespace

int main(int argc, char** argv) {
  namespace test = sluice::test;
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s CORPUS CRASH\n", argv[0]);
    return 2;
  }
  if (test::full_run())
    std::printf("SLUICE_FULL=1 SLUICE_SEED=%u\n", test::seed(0));
  crash_file = argv[2];
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM})
    std::signal(signal, save_input);
  const std::vector<Bytes> corpus = read_corpus(argv[1]);
  if (corpus.empty()) {
    std::fprintf(stderr, "fuzz: %s: it is empty\n", argv[1]);
    return 2;
  }
  run({});
  for (const Bytes& bytes : corpus) run(bytes);
  const int mutations = test::times(1000, 200'000);
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(test::times(3, 30));
  Mutator mutator(corpus, test::seed(20));
  int done = 0;
  for (; done < mutations && std::chrono::steady_clock::now() < end; ++done)
    run(mutator.next());
  std::printf("fuzz: %zu files, %d mutations\n", corpus.size(), done);
  return 0;
}
