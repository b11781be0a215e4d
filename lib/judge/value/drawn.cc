#include "judge/value/drawn.h"

#include <algorithm>
#include <cstddef>

#include "judge/value/look.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kMinSize = 12;
constexpr std::size_t kMinSizeApart = 16;
constexpr std::ptrdiff_t kMinDrawnOfEach = 2;

}  // namespace

bool looks_drawn(std::string_view value, bool apart) {
  if (value.size() < (apart ? kMinSizeApart : kMinSize)) return false;
  if (std::ranges::count_if(value, is_digit) < kMinDrawnOfEach ||
      std::ranges::count_if(value, is_letter) < kMinDrawnOfEach)
    return false;
  return has_uuid_shape(value) || is_drawn(value);
}

}  // namespace sluice
