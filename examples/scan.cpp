// Does what scan.c does, in C++, with secrets in the clear and rules of its own:
//
//   c++ -std=c++17 scan.cpp $(pkg-config --cflags --libs sluice) -o scan
#include <sluice.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

void check(sluice_error* error) {
  if (error == nullptr) return;
  const std::unique_ptr<sluice_error, decltype(&sluice_error_free)> owned(
      error, sluice_error_free);
  throw std::runtime_error(sluice_error_message(error));
}

int print(void*, const sluice_finding* finding) {
  std::cout << finding->name << ":" << finding->start.line << ":"
            << finding->start.column << ": " << finding->rule << " "
            << finding->secret << "\n";
  return 0;
}

constexpr std::string_view kRules = R"(
[extend]
useDefault = true

[[rules]]
id = "ticket"
description = "Ticket of our own"
regex = "tick-[0-9a-f]{16}"
keywords = ["tick-"]
)";

}  // namespace

int main(int argc, char** argv) try {
  sluice_options options = SLUICE_OPTIONS_INIT;
  options.config = kRules.data();
  options.config_size = kRules.size();
  options.show_secrets = 1;
  sluice_engine* made = nullptr;
  check(sluice_engine_create(&options, &made));
  const std::unique_ptr<sluice_engine, decltype(&sluice_engine_free)> engine(
      made, sluice_engine_free);
  const sluice_visitor visitor = {sizeof visitor, print, nullptr, nullptr,
                                  nullptr};
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    std::ostringstream read;
    if (!file || !(read << file.rdbuf())) {
      throw std::runtime_error(std::string(argv[i]) + " cannot be read");
    }
    const std::string bytes = read.str();
    check(sluice_scan(engine.get(), argv[i], bytes.data(), bytes.size(),
                      &visitor, nullptr));
  }
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
