// Random programs for the real executor. Each function is a scenario for a
// Simulation. Its actions depend only on the seed, and it fails the simulation
// if an oracle is violated. A missed wake-up shows as a deadlock.
// Thread-safety: that of a simulation.
#pragma once

#include <cstdint>

namespace sluice {

// Producers, a budget, tasks that spawn tasks and jobs, up to 8 workers, and
// any end: drained, shut down by any thread, failed, or out of threads. One
// producer is the owner; there are at most `other_producers` others.
void run_random_program(std::uint32_t other_producers);

// Workers that are blocked until others have run what they wait for. Here a
// missed wake-up is a deadlock even while other workers are awake.
void run_blocking_program();

// Two producers that call workers at the same time, while these are started,
// go to sleep, or cannot be started.
void run_starting_program();

// A worker that could run for ever with tasks that spawn tasks, or with jobs
// that spawn jobs, and another task or job that must have its turn.
void run_starving_program();

}  // namespace sluice
