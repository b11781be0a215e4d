#include "judge/drawn.h"

#include <algorithm>
#include <cstddef>

#include "judge/look.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kLeastSize = 12;
constexpr std::size_t kLeastSizeApart = 16;
constexpr std::ptrdiff_t kLeastOfEach = 2;

}  // namespace

bool looks_drawn(std::string_view value, bool apart) {
  if (value.size() < (apart ? kLeastSizeApart : kLeastSize)) return false;
  if (std::ranges::count_if(value, is_digit) < kLeastOfEach ||
      std::ranges::count_if(value, is_letter) < kLeastOfEach)
    return false;
  return has_uuid_shape(value) || is_drawn(value);
}

}  // namespace sluice
