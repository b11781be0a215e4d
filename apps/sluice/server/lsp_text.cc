#include "sluice/server/lsp_text.h"

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace sluice {
namespace {

// The code units of the character at the beginning of `text`, and its bytes.
struct Units {
  std::size_t bytes = 1;
  std::size_t units = 1;
};

Units first_character(std::string_view text, LspUnits units) {
  const Utf8Char c = decode_utf8(text);
  const std::size_t bytes = std::max<std::size_t>(c.size, 1);
  if (units == LspUnits::kUtf8) return {bytes, bytes};
  return {bytes, c.size == 4 ? 2U : 1U};
}

}  // namespace

LspText::LspText(LspUnits units, std::string text)
    : units_(units), text_(std::move(text)) {
  find_lines();
}

void LspText::find_lines() {
  lines_ = {0};
  for (std::size_t at = text_.find_first_of("\r\n"); at != std::string::npos;
       at = text_.find_first_of("\r\n", at)) {
    const bool is_pair =
        text_[at] == '\r' && at + 1 < text_.size() && text_[at + 1] == '\n';
    at += is_pair ? 2U : 1U;
    lines_.push_back(at);
  }
}

void LspText::change(const nlohmann::json& change) {
  const auto& text = change.at("text").get_ref<const std::string&>();
  if (const auto range = change.find("range"); range != change.end()) {
    const std::size_t begin = offset(range->at("start"));
    const std::size_t end = std::max(begin, offset(range->at("end")));
    text_.replace(begin, end - begin, text);
  } else {
    text_ = text;
  }
  find_lines();
}

std::size_t LspText::line_of(std::size_t offset) const {
  const auto next = std::ranges::upper_bound(lines_, offset);
  return static_cast<std::size_t>(next - lines_.begin()) - 1;
}

std::size_t LspText::end_of_line(std::size_t line) const {
  std::size_t end = line + 1 < lines_.size() ? lines_[line + 1] : text_.size();
  if (line + 1 == lines_.size()) return end;
  if (text_[end - 1] == '\n') --end;
  if (end > lines_[line] && text_[end - 1] == '\r') --end;
  return end;
}

std::size_t LspText::line_begin(std::size_t offset) const {
  return lines_[line_of(offset)];
}

std::size_t LspText::line_end(std::size_t offset) const {
  return end_of_line(line_of(offset));
}

std::size_t LspText::offset(const nlohmann::json& position) const {
  const auto line = position.at("line").get<std::size_t>();
  auto left = position.at("character").get<std::size_t>();
  if (line >= lines_.size()) return text_.size();
  std::size_t at = lines_[line];
  const std::size_t end = end_of_line(line);
  if (units_ == LspUnits::kUtf8) {
    at += std::min(left, end - at);
    // Not into a character.
    while (at < end && (text_[at] & 0xC0) == 0x80) --at;
    return at;
  }
  while (at < end && left != 0) {
    const Units c = first_character(std::string_view(text_).substr(at), units_);
    if (c.units > left) break;
    left -= c.units;
    at += c.bytes;
  }
  return std::min(at, end);
}

nlohmann::json LspText::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const std::size_t line = line_of(offset);
  std::size_t units = offset - lines_[line];
  if (units_ == LspUnits::kUtf16) {
    units = 0;
    for (std::size_t at = lines_[line]; at < offset;) {
      const Units c =
          first_character(std::string_view(text_).substr(at), units_);
      units += c.units;
      at += c.bytes;
    }
  }
  return {{"line", line}, {"character", units}};
}

nlohmann::json LspText::range(std::size_t begin, std::size_t end) const {
  return {{"start", position(begin)}, {"end", position(end)}};
}

}  // namespace sluice
