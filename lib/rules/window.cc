#include "rules/window.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"

namespace sluice {
namespace {

// One distance, and whether it applies before and after the match.
struct Distance {
  std::uint32_t amount = 0;
  bool before = true;
  bool after = true;
  bool lines = false;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

Result<Distance> parse_distance(std::string_view text) {
  Distance distance;
  const auto bad = [&] {
    return fail(ErrorCode::kConfig,
                "it is no distance (\"5L\", \"100C\", \"-2L,+4L\")");
  };
  if (text.starts_with('-') || text.starts_with('+')) {
    distance.before = text.front() == '-';
    distance.after = !distance.before;
    text.remove_prefix(1);
  }
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, distance.amount);
  if (error != std::errc()) return bad();
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  if (unit.size() > 1) return bad();
  if (!unit.empty() && lower(unit[0]) != 'l' && lower(unit[0]) != 'c')
    return bad();
  distance.lines = !unit.empty() && lower(unit[0]) == 'l';
  return distance;
}

}  // namespace

Result<Window> parse_window(std::string_view text) {
  Window window;
  window.shape = Window::Shape::kFile;
  text = trimmed(text);
  if (text.empty() || text == "0") return window;
  window.shape = Window::Shape::kColumns;
  while (true) {
    const std::size_t comma = text.find(',');
    SLUICE_TRY_ASSIGN(const Distance one,
                      parse_distance(trimmed(text.substr(0, comma))));
    std::uint32_t& before =
        one.lines ? window.lines_before : window.columns_before;
    std::uint32_t& after =
        one.lines ? window.lines_after : window.columns_after;
    const std::uint32_t amount =
        one.lines ? one.amount - std::min(one.amount, 1U) : one.amount;
    if (one.lines) window.shape = Window::Shape::kLines;
    if (one.before) before = std::max(before, amount);
    if (one.after) after = std::max(after, amount);
    if (comma == std::string_view::npos) return window;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace sluice
