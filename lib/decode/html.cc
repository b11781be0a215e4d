#include <array>
#include <cstdint>
#include <string>

#include "decode/decoders.h"
#include "decode/text_builder.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

struct Named {
  std::string_view name, text;
};
constexpr std::array<Named, 14> kNamed = {{{"quot;", "\""},
                                           {"apos;", "'"},
                                           {"amp;", "&"},
                                           {"lt;", "<"},
                                           {"gt;", ">"},
                                           {"nbsp;", " "},
                                           {"plus;", "+"},
                                           {"equals;", "="},
                                           {"sol;", "/"},
                                           {"colon;", ":"},
                                           {"lowbar;", "_"},
                                           {"NewLine;", "\n"},
                                           {"Tab;", "\t"},
                                           {"num;", "#"}}};

// Returns the size of the reference at the start of `text`, after its &; 0 if
// there is none.
std::size_t reference_at(std::string_view text, std::string* out) {
  if (!text.starts_with('#')) {
    for (const Named& named : kNamed)
      if (text.starts_with(named.name)) {
        *out = named.text;
        return named.name.size();
      }
    return 0;
  }
  const bool hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  constexpr std::size_t kMostDigits = 8;
  const std::size_t first = hex ? 2 : 1;
  std::size_t at = first;
  std::uint64_t code = 0;
  for (; at < text.size() && at < first + kMostDigits; ++at) {
    if (hex ? !is_hex(text[at]) : !is_digit(text[at])) break;
    code = code * (hex ? 16 : 10) + hex_value(text[at]);
  }
  if (at == first || at == text.size() || text[at] != ';') return 0;
  const bool is_character =
      code != 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  append_utf8(is_character ? static_cast<char32_t>(code) : 0xFFFD, out);
  return at + 1;
}

}  // namespace

Decoded decode_html(std::string_view encoded) {
  TextBuilder out(encoded);
  std::string text;
  for (std::size_t at = encoded.find('&'); at < encoded.size();
       at = encoded.find('&', at)) {
    text.clear();
    const std::size_t size = reference_at(encoded.substr(at + 1), &text);
    if (size == 0) {
      ++at;
      continue;
    }
    out.keep_to(at);
    out.replace(size + 1, text);
    at += size + 1;
  }
  return out.finish();
}

}  // namespace sluice
