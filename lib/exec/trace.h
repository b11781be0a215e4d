// Trace hooks: the events in an executor, for tests.
//
// A trace is a value with operator()(const TraceEvent&) const, called from many
// threads. NoTrace has an empty one, so that production code contains no trace,
// not even a test for one. tests/sim records events.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sluice {

enum class TraceKind : std::uint8_t {
  kSpawned,    // from outside: a = tasks, or the steps of a job
  kRefused,    // from outside: a = tasks or steps given back
  kCalled,     // workers were woken or started: a = how many
  kRan,        // a = TaskSource, b = the victim of a steal or a job's step
  kFailed,     // the same, for a task that threw
  kIdle,       // a = IdleAction
  kParked,     // the worker is about to sleep
  kRetracted,  // it found work between announcing itself and sleeping
  kWoken,      // it has slept
  kDropped,    // after the end: a = tasks or steps that will never run
};

struct TraceEvent {
  static constexpr std::size_t kOutside = ~std::size_t{0};

  TraceKind kind;
  std::size_t worker = kOutside;  // that did it
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

struct NoTrace {
  constexpr void operator()(const TraceEvent&) const noexcept {}
};

}  // namespace sluice
