// The requirements for a task: a small value that can be copied byte by byte.
// The deque copies tasks through arrays of atomic words (deque.h explains why),
// so no constructor or destructor can run there.
//
// A task that owns memory contains a raw pointer, and ownership moves with the
// value. The caller owns it until spawn() accepts it, then the executor. The
// runner owns it from the moment of its call, whether it throws or not. A task
// that never runs goes to the `drop` hook instead. Each accepted task reaches
// exactly one of the two, exactly once.
//
// A job is a task that is run in steps, by many workers at once. Its data must
// outlive its last step, so a job counts its own steps (heavy_board.h).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <tl/expected.hpp>

namespace sluice {

inline constexpr std::size_t kMaxTaskBytes = 32;

template <typename T>
concept ExecutorTask = std::is_trivially_copyable_v<T> &&
                       std::default_initializable<T> &&
                       sizeof(T) <= kMaxTaskBytes;

// One step of a job.
struct JobStep {
  std::uint64_t index = 0;  // from 0
  std::uint64_t count = 0;  // how many steps the job has
};

// The result of a spawn: nothing, or the rejected tasks, which stay the
// caller's.
template <typename Rejected>
using Spawned = tl::expected<void, Rejected>;

}  // namespace sluice
