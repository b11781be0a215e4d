#include "archive/unpacking.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>

#include "archive/held_bytes.h"
#include "archive/unpack_memory.h"

namespace sluice::unpacking_test {

constexpr std::uint64_t kMebibyte = 1 << 20;

struct Of {
  explicit Of(const ArchiveBounds& of, std::uint64_t packed = 100)
      : bounds(of),
        unpacking(bounds, memory, {file, all}, packed,
                  std::chrono::steady_clock::now()) {}
  const ArchiveBounds bounds;
  UnpackMemory memory{16 * kMebibyte, 0};
  UnpackedCounts file;
  UnpackedCounts all;
  Unpacking unpacking;
};

// Through a pointer that no compiler sees through.
void* allocate(std::size_t bytes) {
  void* (*volatile how)(std::size_t) = std::malloc;
  return how(bytes);
}

TEST_CASE("unpacking: each bound ends it and is named") {
  Of by_bytes({.bytes = 1000});
  CHECK(by_bytes.unpacking.add(1000));
  CHECK_FALSE(by_bytes.unpacking.add(1));
  CHECK(by_bytes.unpacking.over().find("--archive-bytes") != std::string::npos);
  CHECK_FALSE(by_bytes.unpacking.add_member());

  Of by_total({.total_bytes = 500});
  by_total.all.bytes = 400;  // another archive's
  CHECK(by_total.unpacking.add(100));
  CHECK_FALSE(by_total.unpacking.add(1));
  CHECK(by_total.unpacking.over().find("--archive-total") != std::string::npos);

  Of by_members({.members = 2});
  CHECK(by_members.unpacking.add_member());
  CHECK(by_members.unpacking.add_member());
  CHECK_FALSE(by_members.unpacking.add_member());
  CHECK(by_members.unpacking.over().find("--archive-members") !=
        std::string::npos);

  Of by_time({.time = std::chrono::seconds(-1)});
  CHECK_FALSE(by_time.unpacking.add(1));
  CHECK(by_time.unpacking.over().find("--archive-seconds") !=
        std::string::npos);
}

TEST_CASE("unpacking: what is read within bounds ends with them") {
  const std::string text = "text";
  const TextBytes source(text);
  char buffer[4];
  Of free({});
  const BoundedBytes bytes(source, &free.unpacking);
  CHECK(bytes.read_at(buffer, 4, 0).value_or(0) == 4);
  Of by_time({.time = std::chrono::seconds(-1)});
  const BoundedBytes late(source, &by_time.unpacking);
  const Result<std::size_t> got = late.read_at(buffer, 4, 0);
  REQUIRE_FALSE(got);
  CHECK(got.error().message.find("--archive-seconds") != std::string::npos);
}

TEST_CASE("unpacking: a ratio counts where much was unpacked alone") {
  const std::uint64_t packed = ArchiveBounds::kFreeBytes / 100;
  Of small({.ratio = 10}, 1);
  CHECK(small.unpacking.add(ArchiveBounds::kFreeBytes));
  Of large({.ratio = 200}, packed);
  CHECK(large.unpacking.add(packed * 199));
  CHECK_FALSE(large.unpacking.add(packed * 2));
  CHECK(large.unpacking.over().find("--archive-ratio") != std::string::npos);
}

TEST_CASE("unpacking: what is unpacked again counts once") {
  Of of({.bytes = 1000});
  CHECK(of.unpacking.add(300));
  of.unpacking.mark();
  CHECK(of.unpacking.add(600));
  of.unpacking.take_back();
  CHECK(of.file.bytes == 300);
  CHECK(of.all.bytes == 300);
}

TEST_CASE("memory: what a thread may not have is refused, what is small not") {
  UnpackMemory memory(16 * kMebibyte, 0);
  UnpackUse use(memory);
  const UnpackScope scope(&use);
  void* const fits = allocate(10 * kMebibyte);
  REQUIRE(fits != nullptr);
  CHECK(allocate(11 * kMebibyte) == nullptr);
  CHECK(use.refused());
  void* const small = allocate(1000);
  CHECK(small != nullptr);
  std::free(fits);
  void* const later = allocate(11 * kMebibyte);
  CHECK(later != nullptr);
  std::free(later);
  std::free(small);
}

TEST_CASE("memory: outside of a scope all is as ever") {
  UnpackMemory memory(0, 0);
  UnpackUse use(memory);
  {
    const UnpackScope scope(&use);
    CHECK(allocate(64 * kMebibyte) == nullptr);
    const UnpackScope pause(nullptr);
    void* const free = allocate(64 * kMebibyte);
    CHECK(free != nullptr);
    std::free(free);
  }
  void* const free = allocate(64 * kMebibyte);
  CHECK(free != nullptr);
  std::free(free);
}

TEST_CASE("memory: one at a time has the shared bytes, the others wait") {
  UnpackMemory memory(16 * kMebibyte, 0);
  std::atomic<int> at_a_time{0};
  std::atomic<int> most{0};
  const auto unpack = [&] {
    for (int i = 0; i < 200; ++i) {
      UnpackUse use(memory);
      const UnpackScope scope(&use);
      void* const large = allocate(8 * kMebibyte);
      const int now = ++at_a_time;
      if (now > most) most = now;
      CHECK(large != nullptr);
      --at_a_time;
      std::free(large);
    }
  };
  std::thread one(unpack);
  std::thread two(unpack);
  one.join();
  two.join();
  CHECK(most == 1);
}

TEST_CASE("memory: lists are reserved and given back") {
  UnpackMemory memory(0, 100);
  CHECK(memory.reserve_lists(60));
  CHECK_FALSE(memory.reserve_lists(41));
  CHECK(memory.reserve_lists(40));
  memory.give_back_lists(60);
  CHECK(memory.reserve_lists(60));
}

TEST_CASE("unpacking: no time zone is looked up for a member's time") {
  Of of({});
  std::tm summer{};
  summer.tm_year = 126;
  summer.tm_mon = 6;
  summer.tm_mday = 1;
  const auto made = [&] {
    std::tm time = summer;
    return std::mktime(&time);
  };
  CHECK(made() > 0);
  const UnpackScope scope(of.unpacking.memory());
  CHECK(made() == 0);
}

}  // namespace sluice::unpacking_test
