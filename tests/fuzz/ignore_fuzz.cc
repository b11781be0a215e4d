// An ignore file of any bytes, asked about a path of any bytes.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ignore/ignore_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find('\0');
  const sluice::IgnoreFile file =
      sluice::IgnoreFile::parse(std::string(input.substr(0, cut)));
  std::string_view path =
      cut == std::string_view::npos ? "a/b" : input.substr(cut + 1);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return 0;
  for (const bool directory : {false, true})
    file.match(sluice::IgnoreQuery(path, directory));
  return 0;
}
