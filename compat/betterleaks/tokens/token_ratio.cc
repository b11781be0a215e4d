#include "betterleaks/tokens/token_ratio.h"

#include <algorithm>
#include <string>

#include "betterleaks/tokens/vocabulary.h"

namespace sluice {
namespace {

// Below it, line ends are taken out first.
constexpr std::size_t kShort = 20;

struct Measured {
  std::string without_ends;  // of a short text
  std::string_view text;
  double ratio = 0;  // 0 if it is no token
};

void measure(std::string_view text, Measured* measured) {
  measured->text = text;
  if (text.size() < kShort &&
      text.find_first_of("\r\n") != std::string_view::npos) {
    measured->without_ends = text;
    std::erase_if(measured->without_ends,
                  [](char c) { return c == '\r' || c == '\n'; });
    measured->text = measured->without_ends;
  }
  const std::size_t tokens = token_count(measured->text);
  if (tokens != 0)
    measured->ratio = static_cast<double>(measured->text.size()) /
                      static_cast<double>(tokens);
}

}  // namespace

std::size_t token_count(std::string_view text) {
  const Vocabulary& vocabulary = Vocabulary::shared();
  std::size_t count = 0;
  for_each_piece(
      text, [&](std::string_view piece) { count += vocabulary.count(piece); });
  return count;
}

double token_ratio(std::string_view text) {
  Measured measured;
  measure(text, &measured);
  return measured.ratio;
}

bool fails_token_efficiency(std::string_view text) {
  constexpr double kWords = 2.5;       // bytes a token
  constexpr double kShortWords = 2.1;  // the same, if a short word is there
  constexpr std::size_t kBrief = 12;
  Measured measured;
  measure(text, &measured);
  if (measured.ratio == 0) return false;
  if (holds_word(measured.text, 5)) return true;
  const bool lenient =
      measured.text.size() < kBrief && holds_word(measured.text, 4);
  return measured.ratio >= (lenient ? kShortWords : kWords);
}

}  // namespace sluice
