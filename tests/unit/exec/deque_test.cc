#include "exec/deque.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "exec/rng.h"
#include "support/effort.h"

namespace sluice::deque_test {

struct Task {
  std::uint64_t number;
  const void* pointer;
  std::array<std::uint8_t, 11> odd;  // 27 bytes and padding
};

Task make_task(std::uint64_t number) {
  Task task{number, nullptr, {}};
  task.pointer = reinterpret_cast<const void*>(number * 3);
  for (std::size_t i = 0; i < task.odd.size(); ++i) {
    task.odd[i] = static_cast<std::uint8_t>(number + i);
  }
  return task;
}

bool same(const Task& task, std::uint64_t number) {
  const Task expected = make_task(number);
  return task.number == expected.number && task.pointer == expected.pointer &&
         task.odd == expected.odd;
}

TEST_CASE("the owner sees a stack, a thief a queue") {
  WorkDeque<Task> deque;
  Task task;
  CHECK(deque.empty());
  CHECK_FALSE(deque.pop(task));
  CHECK(deque.steal(task) == StealResult::kEmpty);
  for (std::uint64_t i = 0; i < 4; ++i) deque.push(make_task(i));
  CHECK_FALSE(deque.empty());
  REQUIRE(deque.steal(task) == StealResult::kTaken);
  CHECK(same(task, 0));
  REQUIRE(deque.pop(task));
  CHECK(same(task, 3));
  REQUIRE(deque.steal(task) == StealResult::kTaken);
  CHECK(same(task, 1));
  REQUIRE(deque.pop(task));
  CHECK(same(task, 2));
  CHECK(deque.empty());
  CHECK_FALSE(deque.pop(task));
}

TEST_CASE("without races the deque agrees with std::deque") {
  for (const std::uint32_t seed : test::seeds(300, 3000)) {
    Rng rng(seed);
    WorkDeque<Task> deque(1 + rng.below(8));
    std::deque<std::uint64_t> model;
    std::uint64_t next = 0;
    // Phases that mostly fill and phases that mostly empty, so that the
    // buffer both wraps and grows.
    for (int phase = 0; phase < 8; ++phase) {
      const std::uint32_t pushes = phase % 2 == 0 ? 6 : 2;
      for (int i = 0; i < 60; ++i) {
        const std::uint32_t choice = rng.below(8);
        Task task;
        if (choice == 0) {
          std::vector<Task> batch(rng.below(12));
          for (Task& one : batch) one = make_task(next++);
          deque.push_all(batch);
          for (std::uint64_t n = 0; n < batch.size(); ++n) {
            model.push_back(next - 1 - n);
          }
        } else if (choice < pushes) {
          deque.push(make_task(next));
          model.push_back(next++);
        } else if (choice % 2 == 0) {
          REQUIRE(deque.pop(task) == !model.empty());
          if (model.empty()) continue;
          REQUIRE(same(task, model.back()));
          model.pop_back();
        } else {
          REQUIRE((deque.steal(task) == StealResult::kTaken) == !model.empty());
          if (model.empty()) continue;
          REQUIRE(same(task, model.front()));
          model.pop_front();
        }
        REQUIRE(deque.empty() == model.empty());
      }
    }
  }
}

TEST_CASE("a deque of one slot grows and keeps everything") {
  WorkDeque<std::uint32_t> deque(1);
  constexpr std::uint32_t kTasks = 5000;
  for (std::uint32_t i = 0; i < kTasks; ++i) deque.push(i);
  std::uint32_t task = 0;
  for (std::uint32_t i = kTasks; i-- > 0;) {
    REQUIRE(deque.pop(task));
    REQUIRE(task == i);
  }
  CHECK_FALSE(deque.pop(task));
}

}  // namespace sluice::deque_test
