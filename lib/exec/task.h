// What the executor asks of a task: a small value that can be copied byte by
// byte. The deque copies tasks through arrays of atomic words (deque.h says
// why), so no constructor or destructor can run there.
//
// A task that owns memory holds a raw pointer, and ownership goes with the
// value: the caller owns it until spawn() returned true, then the executor,
// then the runner, from the moment it is called, whether it throws or not. A
// task that is never run goes to the `drop` hook instead. Each task accepted
// meets exactly one of the two, exactly once.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace sluice {

inline constexpr std::size_t kMaxTaskBytes = 32;

template <typename T>
concept ExecutorTask = std::is_trivially_copyable_v<T> &&
                       std::default_initializable<T> &&
                       sizeof(T) <= kMaxTaskBytes;

}  // namespace sluice
