// The pieces in which gitleaks looks at a file: each is matched by itself, so
// where a file is cut decides what is found.
// Thread-safety: plain value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

// How Go reads a stream: a read ends at each multiple of `size` bytes of a
// stream in which the file begins at byte `begin`. With size 0, a read returns
// all that was asked for, as from a file on a disk.
struct ReadSteps {
  std::uint64_t size = 0;
  std::uint64_t begin = 0;
};

// The step for inflated data: the size of the window.
inline constexpr std::uint64_t kInflateStep = 32'768;

class FragmentCutter {
 public:
  // The most bytes that a cut may depend on.
  static constexpr std::size_t kReach = 100'000 + 25'000 + 4'096;

  explicit FragmentCutter(ReadSteps steps = {})
      : step_(steps.size), read_(steps.begin) {}

  // Cuts the next fragment off the head of `rest`, which is the file from where
  // the last one ended to its end, or kReach bytes of it. Not empty unless
  // `rest` is.
  std::size_t next(std::string_view rest);

  // How much of the fragment that next() returned last gitleaks has read when
  // it determines the file's type.
  std::size_t first_read() const { return first_read_; }

 private:
  std::size_t read(std::size_t most);

  std::uint64_t step_;
  std::uint64_t read_;        // of the stream so far
  std::size_t buffered_ = 0;  // bytes of `rest` that were read ahead
  std::size_t first_read_ = 0;
};

}  // namespace sluice
