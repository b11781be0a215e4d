#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace sluice {
namespace {

spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> instance = [] {
    auto made = std::make_shared<spdlog::logger>(
        "sluice", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("sluice: %v");
    return made;
  }();
  return *instance;
}

// Written before any other thread begins.
std::string (*masks)(std::string_view) = [](std::string_view message) {
  return std::string(message);
};

}  // namespace

void log_verbosely() { logger().set_level(spdlog::level::debug); }

void log_masked_by(std::string (*mask)(std::string_view)) { masks = mask; }

void log_error(std::string_view message) { logger().error(masks(message)); }

void log_warning(std::string_view message) { logger().warn(masks(message)); }

void log_detail(std::string_view message) {
  if (logger().should_log(spdlog::level::debug)) logger().debug(masks(message));
}

}  // namespace sluice
