#include "report/shown/progress_line.h"

#include <fmt/core.h>

#include "text/quantity.h"

namespace sluice {

std::string progress_line(const ProgressFigures& figures,
                          std::uint64_t bytes_per_second, std::size_t columns) {
  const std::string files = counted(figures.files, "file", "files");
  const std::string bytes = format_bytes(figures.bytes);
  const std::string secrets =
      figures.secrets ? ", " + counted(*figures.secrets, "secret", "secrets")
                      : std::string();
  const std::string rate = format_bytes(bytes_per_second);
  // All of it is ASCII: a byte is a column.
  for (std::string line :
       {fmt::format("{}, {}, {}/s{}", files, bytes, rate, secrets),
        fmt::format("{}, {}{}", files, bytes, secrets)})
    if (line.size() <= columns) return line;
  return (files + secrets).substr(0, columns);
}

std::uint64_t ScanRate::add(Clock::time_point now, std::uint64_t bytes) {
  constexpr std::chrono::seconds kSpan(2);
  samples_.push_back({now, bytes});
  while (samples_.size() > 2 && now - samples_[1].time >= kSpan)
    samples_.pop_front();
  const Sample& oldest = samples_.front();
  const std::chrono::duration<double> time = now - oldest.time;
  if (time.count() <= 0) return 0;
  return static_cast<std::uint64_t>(static_cast<double>(bytes - oldest.bytes) /
                                    time.count());
}

}  // namespace sluice
