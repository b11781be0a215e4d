// An atomic of a simulation: the members of std::atomic that the code under
// test uses, each with a point of the schedule before it. Memory orders are
// taken and ignored (simulation.cc). Outside a simulation each operation just
// acts.
// Thread-safety: that of a simulation.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>

#include <fmt/core.h>

#include "sim/harness/simulation.h"
#include "sim/harness/trace.h"

namespace sluice {

template <typename T>
class SimAtomic {
  static_assert(std::is_integral_v<T> || std::is_pointer_v<T> ||
                std::is_enum_v<T>);

  static constexpr bool kIsNumber =
      std::is_integral_v<T> && !std::is_same_v<T, bool>;

 public:
  using value_type = T;

  SimAtomic() : SimAtomic(T{}) {}
  SimAtomic(T value)  // NOLINT(google-explicit-constructor): as std::atomic
      : value_(value), number_(next_number()) {}

  SimAtomic(const SimAtomic&) = delete;
  SimAtomic& operator=(const SimAtomic&) = delete;

  T load(std::memory_order = std::memory_order_seq_cst) const noexcept {
    Simulation* const simulation = begin();
    if (simulation != nullptr && simulation->tracing()) {
      simulation->trace(
          fmt::format("load #{} = {}", number_, show_value(value_)));
    }
    return value_;
  }

  void store(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
    Simulation* const simulation = begin();
    const bool skip = simulation != nullptr && value != value_ &&
                      simulation->commits(Simulation::Fault::kSkipStore);
    change(simulation, "store", value, skip);
  }

  T exchange(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
    return change(begin(), "exchange", value);
  }

  T fetch_add(T value, std::memory_order = std::memory_order_seq_cst) noexcept
      requires(kIsNumber) {
    Simulation* const simulation = begin();
    return change(simulation, "add", wrapped(bits(value_) + bits(value)));
  }

  T fetch_sub(T value, std::memory_order = std::memory_order_seq_cst) noexcept
      requires(kIsNumber) {
    Simulation* const simulation = begin();
    const bool skip = simulation != nullptr && value != T{} &&
                      simulation->commits(Simulation::Fault::kSkipFetchSub);
    return change(simulation, "sub", wrapped(bits(value_) - bits(value)), skip);
  }

  T fetch_and(T value, std::memory_order = std::memory_order_seq_cst) noexcept
      requires(kIsNumber) {
    Simulation* const simulation = begin();
    return change(simulation, "and", wrapped(bits(value_) & bits(value)));
  }

  T fetch_or(T value, std::memory_order = std::memory_order_seq_cst) noexcept
      requires(kIsNumber) {
    Simulation* const simulation = begin();
    return change(simulation, "or", wrapped(bits(value_) | bits(value)));
  }

  bool compare_exchange_strong(T& expected, T value, std::memory_order,
                               std::memory_order) noexcept {
    return compare_exchange_strong(expected, value);
  }
  bool compare_exchange_strong(
      T& expected, T value,
      std::memory_order = std::memory_order_seq_cst) noexcept {
    return compare_exchange(begin(), expected, value);
  }

  bool compare_exchange_weak(T& expected, T value, std::memory_order,
                             std::memory_order) noexcept {
    return compare_exchange_weak(expected, value);
  }
  bool compare_exchange_weak(
      T& expected, T value,
      std::memory_order = std::memory_order_seq_cst) noexcept {
    Simulation* const simulation = begin();
    if (simulation != nullptr && value_ == expected &&
        simulation->cas_fails_spuriously()) {
      if (simulation->tracing()) {
        simulation->trace(fmt::format("cas #{} fails spuriously", number_));
      }
      return false;
    }
    return compare_exchange(simulation, expected, value);
  }

 private:
  // Arithmetic of std::atomic wraps around, for signed numbers too.
  static constexpr std::uint64_t bits(T value) {
    return static_cast<std::uint64_t>(value);
  }
  static constexpr T wrapped(std::uint64_t value) {
    return static_cast<T>(value);
  }

  static std::uint32_t next_number() {
    Simulation* const simulation = Simulation::current();
    return simulation == nullptr ? 0 : simulation->number_object();
  }

  static Simulation* begin() noexcept {
    Simulation* const simulation = Simulation::current();
    if (simulation != nullptr) simulation->before_operation();
    return simulation;
  }

  // Returns the value before.
  T change(Simulation* simulation, const char* verb, T value,
           bool skip = false) noexcept {
    const T before = value_;
    if (!skip) value_ = value;
    if (simulation == nullptr) return before;
    if (simulation->tracing()) {
      simulation->trace(fmt::format("{} #{} {} -> {}", verb, number_,
                                    show_value(before), show_value(value)));
    }
    simulation->after_write();
    return before;
  }

  bool compare_exchange(Simulation* simulation, T& expected, T value) noexcept {
    if (value_ != expected) {
      if (simulation != nullptr && simulation->tracing()) {
        simulation->trace(fmt::format("cas #{} fails: {}, not {}", number_,
                                      show_value(value_),
                                      show_value(expected)));
      }
      expected = value_;
      return false;
    }
    const bool skip = simulation != nullptr &&
                      simulation->commits(Simulation::Fault::kFalseCas);
    change(simulation, "cas", value, skip);
    return true;
  }

  T value_;
  std::uint32_t number_;  // 0 if it was made outside a simulation
};

}  // namespace sluice
