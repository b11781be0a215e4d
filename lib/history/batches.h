// Runs a list in batches on the executor, for work that is known from the
// start, so that it needs no budget.
// Thread-safety: several workers call `run` at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <new>

#include "base/error.h"
#include "exec/executor.h"

namespace sluice {

struct ItemRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns how many of `count` items a batch has, from `least` to `most`: eight
// batches for each worker, so that all workers end at nearly the same time.
constexpr std::size_t items_in_batch(std::size_t count, unsigned workers,
                                     std::size_t least, std::size_t most) {
  return std::clamp(count / (std::size_t{8} * workers) + 1, least, most);
}

// Runs every batch of `count` items, `size` in each but the last, by a worker
// that `make` made on its own thread. Error: the exception of a worker.
template <typename Worker>
Result<void> run_batches(std::size_t count, std::size_t size, unsigned workers,
                         std::function<Worker(std::size_t)> make,
                         std::function<void(ItemRange, Worker&)> run) {
  using Batches = Executor<ItemRange, Worker>;
  Batches executor(
      {.workers = workers},
      {.make_scratch = std::move(make),
       .run = [&run](ItemRange& batch, typename Batches::Context& worker) {
         run(batch, worker.scratch());
       }});
  for (std::size_t begin = 0; begin < count; begin += size) {
    if (!executor.spawn({begin, std::min(begin + size, count)})) break;
  }
  try {
    executor.join();
  } catch (...) {
    return tl::unexpected<Error>(caught_error());
  }
  return {};
}

}  // namespace sluice
