// The fate of each piece of work that a simulated program offers: the oracles
// of exactly-once, of the jobs' order, and of the permits' return. A piece is a
// task or a job; a task has one step.
// Thread-safety: that of a simulation. A wrong entry fails it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "sim/job_order.h"
#include "sim/sim_policy.h"

namespace sluice {

class Ledger {
 public:
  explicit Ledger(SimBudget& budget) : budget_(budget) {}

  // Adds a new piece, about to be offered. It keeps the permit until its last
  // step has ended, or until it is refused. Returns its number, from 0.
  std::uint32_t offer(bool is_job, std::uint64_t steps, SimPermit permit = {}) {
    pieces_.push_back({.steps = steps,
                       .permit = permit.detach(),
                       .seen = std::vector<bool>(steps)});
    if (is_job) {
      pieces_.back().job = jobs_.size();
      jobs_.push_back({steps, ++now_, kNever});
    }
    return static_cast<std::uint32_t>(pieces_.size() - 1);
  }
  // The answer to the offer.
  void settle(std::uint32_t number, bool accepted) {
    Piece& piece = pieces_[number];
    piece.accepted = accepted;
    if (accepted) {
      if (piece.job != kNoJob) jobs_[piece.job].post_ended = ++now_;
      return;
    }
    Simulation::require(piece.ended == 0, "what is refused is not run");
    piece.refused = true;
    refused_ += piece.steps;
    give_back(piece);
  }

  // A worker begins a step. `idle_since` is when its last one ended. Returns
  // how many have begun by now.
  std::uint64_t begin(std::uint32_t number, std::uint64_t step,
                      std::uint64_t idle_since) {
    meet(number, step);
    ++run_;
    ++running_;
    const Piece& piece = pieces_[number];
    if (piece.job != kNoJob) claims_.push_back({piece.job, idle_since, ++now_});
    return run_;
  }
  // Returns the time.
  std::uint64_t end(std::uint32_t number) {
    --running_;
    end_steps(pieces_[number], 1);
    return ++now_;
  }
  void drop(std::uint32_t number, std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t step = first; step < end; ++step) meet(number, step);
    dropped_ += end - first;
    end_steps(pieces_[number], end - first);
  }

  [[nodiscard]] std::uint64_t run() const { return run_; }
  [[nodiscard]] std::uint64_t running() const { return running_; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }

  // When all is over.
  void judge() const {
    for (const Piece& piece : pieces_) {
      Simulation::require(piece.ended == (piece.accepted ? piece.steps : 0),
                          "what was accepted was run or dropped");
    }
    const std::string wrong = wrong_job_order(jobs_, claims_);
    if (!wrong.empty()) Simulation::fail(wrong);
    Simulation::require(budget_.in_use() == 0, "every permit is back");
  }

 private:
  static constexpr std::size_t kNoJob = ~std::size_t{0};
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  struct Piece {
    std::uint64_t steps = 1;
    std::uint64_t permit = 0;
    std::vector<bool> seen;    // by step
    std::size_t job = kNoJob;  // an index into jobs_
    std::uint64_t ended = 0;   // steps
    bool accepted = false;
    bool refused = false;
  };

  void meet(std::uint32_t number, std::uint64_t step) {
    Piece& piece = pieces_[number];
    Simulation::require(!piece.refused, "what was refused is not met");
    Simulation::require(step < piece.steps, "there is such a step");
    Simulation::require(!piece.seen[step], "no step is met twice");
    piece.seen[step] = true;
  }
  void end_steps(Piece& piece, std::uint64_t steps) {
    piece.ended += steps;
    if (piece.ended == piece.steps) give_back(piece);
  }
  void give_back(Piece& piece) {
    const std::uint64_t cost = std::exchange(piece.permit, 0);
    if (cost > 0) (void)budget_.adopt(cost);
  }

  SimBudget& budget_;
  std::deque<Piece> pieces_;  // references stay while others are added
  std::vector<PostedJob> jobs_;
  std::vector<ClaimedStep> claims_;
  std::uint64_t now_ = 0;
  std::uint64_t run_ = 0;
  std::uint64_t running_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace sluice
