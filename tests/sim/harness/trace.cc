#include "sim/harness/trace.h"

#include <fmt/core.h>

namespace sluice {

void TraceLog::add(std::uint64_t step, std::string_view strand,
                   std::string_view what) {
  if (limit_ == 0) return;
  if (lines_.size() == limit_) {
    lines_.pop_front();
    ++dropped_;
  }
  lines_.push_back(fmt::format("{:5} {:<10} {}\n", step, strand, what));
}

std::string TraceLog::text() const {
  std::string out;
  if (dropped_ > 0) out = fmt::format("({} lines before these)\n", dropped_);
  for (const std::string& line : lines_) out += line;
  return out;
}

namespace trace_detail {

std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }
std::string decimal(std::int64_t value) { return fmt::format("{}", value); }

}  // namespace trace_detail
}  // namespace sluice
