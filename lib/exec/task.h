// What the executor asks of a task: a small value that can be copied byte by
// byte. The deque copies tasks through arrays of atomic words (deque.h says
// why), so no constructor or destructor can run there.
//
// A task that owns memory holds a raw pointer, and ownership goes with the
// value: the caller owns it until spawn() accepts it, then the executor, then
// the runner, from the moment it is called, whether it throws or not. A task
// that is never run goes to the `drop` hook instead. Each task accepted meets
// exactly one of the two, exactly once.
//
// A job is a task that is run in steps, by many workers at once; what it owns
// must outlive its last step, so a job counts its own steps (heavy_board.h).
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

// What a spawn answers: nothing, or the rejected tasks, which stay the
// caller's.
template <typename Rejected>
using Spawned = tl::expected<void, Rejected>;

}  // namespace sluice
