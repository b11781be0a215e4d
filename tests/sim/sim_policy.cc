#include "sim/sim_policy.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {
namespace {

// In the order of TraceKind.
constexpr std::array<std::string_view, 10> kNames = {
    "spawned", "refused", "called",    "ran",   "failed",
    "idle",    "parked",  "retracted", "woken", "dropped"};
static_assert(static_cast<std::size_t>(TraceKind::kDropped) + 1 ==
              kNames.size());

}  // namespace

void SimTrace::operator()(const TraceEvent& event) const {
  const Simulation* simulation = Simulation::current();
  if (simulation == nullptr || !simulation->tracing()) return;
  std::string line(kNames[static_cast<std::size_t>(event.kind)]);
  if (event.worker != TraceEvent::kOutside) {
    line = "worker " + std::to_string(event.worker) + " " + line;
  }
  line += " " + std::to_string(event.a) + " " + std::to_string(event.b);
  Simulation::note(line);
}

}  // namespace sluice
