// Two oracles for regex_shape: RE2 itself on random patterns and on strings
// grown from them, and Hyperscan's own idea of a pattern's widths.
#include <doctest/doctest.h>
#include <hs/hs.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <climits>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "regex/shape.h"
#include "rules/rule.h"
#include "support/effort.h"
#include "support/pattern_generator.h"

namespace sluice::property_test {

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return out;
}

bool holds_anchor(const RegexShape& shape, std::string_view match) {
  const std::string lower = lower_ascii(match);
  return std::any_of(shape.anchors.begin(), shape.anchors.end(),
                     [&](const ShapeAnchor& anchor) {
                       const std::size_t at = anchor.caseless
                                                  ? lower.find(anchor.text)
                                                  : match.find(anchor.text);
                       return at != std::string::npos && at <= anchor.max_lead;
                     });
}

std::string failure(const RegexShape& shape, std::string_view match) {
  if (match.size() < shape.min_width) return "shorter than min_width";
  if (shape.max_width != kUnboundedWidth && match.size() > shape.max_width) {
    return "longer than max_width";
  }
  if (!shape.anchors.empty() && !has_foreign_fold(match) &&
      !holds_anchor(shape, match)) {
    return "no anchor";
  }
  return "";
}

TEST_CASE("regex_shape: true of every match that RE2 finds") {
  PatternGenerator generator(test::seed(7));
  const int patterns = test::times(300, 40'000);
  int matches = 0;
  int anchored = 0;
  int bounded = 0;
  for (int i = 0; i < patterns; ++i) {
    const auto pattern = generator.pattern();
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 regex(pattern.regex, options);
    const RegexShape shape = regex_shape(pattern.regex);
    if (!regex.ok()) continue;
    options.set_longest_match(true);
    const RE2 longest(pattern.regex, options);
    anchored += shape.anchors.empty() ? 0 : 1;
    bounded += shape.max_width == kUnboundedWidth ? 0 : 1;
    for (int n = 0; n < 12; ++n) {
      std::string text = pattern.grow();
      if (n % 3 == 1) text = "x=" + text + "; " + generator.fold(text);
      if (n % 3 == 2) text = generator.fold(text);
      for (const RE2* engine : {&regex, &longest}) {
        re2::StringPiece match;
        std::size_t from = 0;
        while (from <= text.size() &&
               engine->Match(text, from, text.size(), RE2::UNANCHORED, &match,
                             1)) {
          ++matches;
          const std::string_view found(match.data(), match.size());
          const std::string why = failure(shape, found);
          if (!why.empty()) {
            CAPTURE(pattern.regex);
            CAPTURE(text);
            CAPTURE(found);
            FAIL_CHECK(why);
            break;
          }
          from = static_cast<std::size_t>(match.data() - text.data()) +
                 std::max<std::size_t>(1, match.size());
        }
      }
    }
  }
  // The test would be empty otherwise.
  CHECK(matches > patterns * 5);
  CHECK(anchored > patterns / 10);
  CHECK(bounded > patterns / 4);
}

TEST_CASE("regex_shape: what RE2 takes, it analyses") {
  PatternGenerator generator(test::seed(11));
  for (int i = 0; i < 1000; ++i) {
    const std::string pattern = generator.pattern().regex;
    RE2::Options options;
    options.set_log_errors(false);
    // Refused patterns have no least width. A copy that needs three more bytes
    // distinguishes them from patterns that match the empty string.
    const std::string longer = "(?:" + pattern + ")QQQ";
    const bool analysed = regex_shape(longer).min_width >= 3;
    CAPTURE(pattern);
    CHECK(analysed == RE2(pattern, options).ok());
  }
}

TEST_CASE("regex_shape: widths contain Hyperscan's") {
  PatternGenerator generator(test::seed(13));
  int compared = 0;
  for (int i = 0; i < 1500; ++i) {
    const std::string pattern = generator.pattern().regex;
    hs_expr_info_t* info = nullptr;
    hs_compile_error_t* error = nullptr;
    if (hs_expression_info(pattern.c_str(),
                           HS_FLAG_UTF8 | HS_FLAG_ALLOWEMPTY | HS_FLAG_DOTALL,
                           &info, &error) != HS_SUCCESS) {
      hs_free_compile_error(error);
      continue;
    }
    const RegexShape shape = regex_shape(pattern);
    CAPTURE(pattern);
    // Hyperscan reads "$" as "or before a last newline". It has no bounds for a
    // pattern that cannot match, and wide ones for one that can match nothing.
    const bool comparable = pattern.find('$') == std::string::npos &&
                            info->min_width != UINT_MAX && info->min_width > 0;
    if (comparable) {
      ++compared;
      CHECK(shape.min_width <= info->min_width);
      CHECK(least_width(pattern) == shape.min_width);
      CHECK(shape.max_width >= info->max_width);
    }
    std::free(info);
  }
  CHECK(compared > 500);
}

}  // namespace sluice::property_test
