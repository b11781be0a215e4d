// A text as an editor has it: places as lines and characters, and changes.
//
// The protocol counts characters in UTF-16 code units, or in bytes if the
// client agrees. A line ends with \n, \r\n or \r.
//
// Thread-safety: one thread. Memory: the text, and 8 bytes for each line.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

enum class LspUnits : bool { kUtf16, kUtf8 };

class LspText {
 public:
  LspText(LspUnits units, std::string text);

  const std::string& text() const { return text_; }

  // Applies an item of `contentChanges`. Exceptions: nlohmann's, if a member is
  // missing or has the wrong type; the text is then as before.
  void change(const nlohmann::json& change);

  // Places outside of the text mean its nearest place.
  std::size_t offset(const nlohmann::json& position) const;
  nlohmann::json position(std::size_t offset) const;
  nlohmann::json range(std::size_t begin, std::size_t end) const;

  // The bytes of the line of that byte, without its end.
  std::size_t line_begin(std::size_t offset) const;
  std::size_t line_end(std::size_t offset) const;

 private:
  void find_lines();
  std::size_t line_of(std::size_t offset) const;
  std::size_t end_of_line(std::size_t line) const;

  LspUnits units_;
  std::string text_;
  std::vector<std::size_t> lines_;  // where each begins; the first is 0
};

}  // namespace sluice
