#include "archive/unpacking.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "text/quantity.h"

namespace sluice {

bool Unpacking::end(std::string why) {
  if (over_.empty()) over_ = std::move(why);
  return false;
}

std::string Unpacking::take_refusal() {
  use_.forget_refusal();
  return fmt::format("unpacking it takes more memory than {} (--max-memory)",
                     format_bytes(use_.most()));
}

bool Unpacking::add_member() {
  if (!over_.empty()) return false;
  ++members_;
  const std::uint64_t all =
      sums_.file.members.fetch_add(1, std::memory_order_relaxed) + 1;
  if (all > bounds_.members)
    return end(fmt::format("it has more than {} members (--archive-members)",
                           bounds_.members));
  // A clock costs as much as a small member.
  constexpr std::uint64_t kLook = 64;
  return all % kLook != 0 || add(0);
}

bool Unpacking::add(std::uint64_t bytes) {
  if (!over_.empty()) return false;
  bytes_ += bytes;
  const auto sum = [&](UnpackedCounts& counts) {
    return counts.bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  };
  const std::uint64_t of_file = sum(sums_.file);
  const std::uint64_t of_all = sum(sums_.all);
  if (of_file > bounds_.bytes)
    return end(fmt::format("it unpacks to more than {} (--archive-bytes)",
                           format_bytes(bounds_.bytes)));
  if (of_all > bounds_.total_bytes)
    return end(
        fmt::format("all archives unpack to more than {} "
                    "(--archive-total)",
                    format_bytes(bounds_.total_bytes)));
  const std::uint64_t packed =
      std::max<std::uint64_t>(packed_ != 0 ? packed_ : read_, 1);
  if (of_file > ArchiveBounds::kFreeBytes && of_file / packed >= bounds_.ratio)
    return end(
        fmt::format("it unpacks to more than {} times its size "
                    "(--archive-ratio)",
                    bounds_.ratio));
  if (std::chrono::steady_clock::now() > end_)
    return end(fmt::format("it takes more than {} s (--archive-seconds)",
                           bounds_.time.count()));
  return true;
}

void Unpacking::take_back() {
  for (UnpackedCounts* const counts : {&sums_.file, &sums_.all})
    counts->bytes.fetch_sub(bytes_, std::memory_order_relaxed);
  sums_.file.members.fetch_sub(members_, std::memory_order_relaxed);
}

}  // namespace sluice
