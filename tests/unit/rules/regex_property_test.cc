// Two oracles for regex_shape: RE2 itself on random patterns and on strings
// grown from them, and Hyperscan's own idea of a pattern's widths.
#include <doctest/doctest.h>
#include <hs/hs.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "rules/regex_shape.h"
#include "rules/rule.h"

namespace sluice {
namespace {

constexpr std::string_view kKelvin = "\xe2\x84\xaa";
constexpr std::string_view kLongS = "\xc5\xbf";

// A random pattern, and strings that are likely to match it.
class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  struct Piece {
    std::string regex;
    std::function<std::string()> grow;
    bool atomic = false;  // may be repeated without a group
  };

  Piece pattern() { return alternation(3); }

  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(random_() % limit);
  }

  // `text` with some letters in another case, a foreign one included.
  std::string fold(std::string text) {
    std::string out;
    for (const char c : text) {
      const std::uint32_t dice = below(16);
      if ((c == 'k' || c == 'K') && dice == 0) {
        out += kKelvin;
      } else if ((c == 's' || c == 'S') && dice == 0) {
        out += kLongS;
      } else if (dice < 6 && std::isalpha(static_cast<unsigned char>(c))) {
        out += static_cast<char>(c ^ 0x20);
      } else {
        out += c;
      }
    }
    return out;
  }

 private:
  template <std::size_t N>
  std::string pick(const std::string_view (&choices)[N]) {
    return std::string(choices[below(N)]);
  }

  Piece literal() {
    static constexpr std::string_view kWords[] = {
        "a", "k", "s",    "key", "sk_", "Ab3",      "xox",          "-",
        "_", "0", "test", "QW",  "=",   "\xc3\xa9", "\xe2\x82\xac", "token"};
    const std::string text = pick(kWords);
    return {RE2::QuoteMeta(text), [text] { return text; }, text.size() == 1};
  }

  Piece char_class() {
    struct Class {
      std::string_view regex;
      std::string_view members;  // of one byte each
    };
    static constexpr Class kClasses[] = {{"[abc]", "abc"},
                                         {"[a-z]", "aksz"},
                                         {"[^a-z]", "A0_\xc3"},
                                         {R"(\d)", "059"},
                                         {R"(\w)", "aZ_k9"},
                                         {R"(\W)", "- \xe2"},
                                         {".", "a0-\xc3"},
                                         {"[Kk]", "Kk"},
                                         {R"([\d-])", "0-"},
                                         {"[[:upper:]]", "AKZ"},
                                         {R"([\x00-\x{7ff}])", "a\xc3"},
                                         {R"(\s)", " \t"},
                                         {R"(\pL)", "a\xc3"},
                                         {"[Ss_]", "sS_"},
                                         {R"([^\x00-\x7f])", "\xc3\xe2"}};
    const Class& one = kClasses[below(std::size(kClasses))];
    return {std::string(one.regex),
            [this, one] {
              const char c = one.members[below(
                  static_cast<std::uint32_t>(one.members.size()))];
              if (c == '\xc3') return std::string("\xc3\xa9");
              if (c == '\xe2') return std::string("\xe2\x82\xac");
              return std::string(1, c);
            },
            true};
  }

  Piece atom(int depth) {
    const std::uint32_t dice = below(depth > 0 ? 12 : 8);
    if (dice < 4) return literal();
    if (dice < 7) return char_class();
    if (dice == 7) {
      static constexpr std::string_view kAssertions[] = {"^", "$", R"(\b)",
                                                         R"(\B)", ""};
      const std::string text = pick(kAssertions);
      return {text, [] { return std::string(); }, false};
    }
    Piece inner = alternation(depth - 1);
    if (dice == 8) {
      return {"(?i:" + inner.regex + ")",
              [this, grow = inner.grow] { return fold(grow()); }, true};
    }
    if (dice == 9) {
      return {"(?-i:" + inner.regex + ")", inner.grow, true};
    }
    return {(dice == 10 ? "(" : "(?:") + inner.regex + ")", inner.grow, true};
  }

  Piece repeated(int depth) {
    Piece inner = atom(depth);
    if (below(3) != 0 || inner.regex.empty()) return inner;
    struct Count {
      std::string_view regex;
      std::uint32_t least;
      std::uint32_t most;
    };
    static constexpr Count kCounts[] = {
        {"*", 0, 3},    {"+", 1, 3},     {"?", 0, 1},
        {"{2}", 2, 2},  {"{0,3}", 0, 3}, {"{1,2}?", 1, 2},
        {"{2,}", 2, 4}, {"??", 0, 1},    {"{5}", 5, 5}};
    const Count& count = kCounts[below(std::size(kCounts))];
    const std::string regex =
        inner.atomic ? inner.regex : "(?:" + inner.regex + ")";
    return {regex + std::string(count.regex),
            [this, count, grow = inner.grow] {
              std::string text;
              const auto copies =
                  count.least + below(count.most - count.least + 1);
              for (std::uint32_t i = 0; i < copies; ++i) text += grow();
              return text;
            },
            false};
  }

  Piece concatenation(int depth) {
    std::vector<Piece> pieces;
    std::string regex;
    // Flags in the middle hold to the end of the group.
    const bool folds = below(8) == 0;
    const std::uint32_t count = 1 + below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (folds && i == count / 2) regex += "(?i)";
      pieces.push_back(repeated(depth));
      regex += pieces.back().regex;
    }
    return {regex,
            [this, pieces, folds] {
              std::string text;
              for (std::size_t i = 0; i < pieces.size(); ++i) {
                const bool folded = folds && i >= pieces.size() / 2;
                text += folded ? fold(pieces[i].grow()) : pieces[i].grow();
              }
              return text;
            },
            false};
  }

  Piece alternation(int depth) {
    std::vector<Piece> branches;
    std::string regex;
    const std::uint32_t count = below(3) == 0 ? 2 + below(2) : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      branches.push_back(concatenation(depth));
      regex += (i == 0 ? "" : "|") + branches.back().regex;
    }
    return {
        regex,
        [this, branches] {
          return branches[below(static_cast<std::uint32_t>(branches.size()))]
              .grow();
        },
        false};
  }

  std::mt19937 random_;
};

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

// The deviation that regex_shape.h admits.
bool has_foreign_fold(std::string_view text) {
  return text.find(kKelvin) != std::string_view::npos ||
         text.find(kLongS) != std::string_view::npos;
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
  // SLUICE_TEST_SEED and SLUICE_TEST_PATTERNS widen a run by hand.
  const char* seed_text = std::getenv("SLUICE_TEST_SEED");
  const char* patterns_text = std::getenv("SLUICE_TEST_PATTERNS");
  const auto seed = static_cast<std::uint32_t>(
      seed_text == nullptr ? 7 : std::atoi(seed_text));
  const int patterns =
      patterns_text == nullptr ? 2000 : std::atoi(patterns_text);
  Generator generator(seed);
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
  Generator generator(11);
  for (int i = 0; i < 1000; ++i) {
    const std::string pattern = generator.pattern().regex;
    RE2::Options options;
    options.set_log_errors(false);
    // Refused patterns have no least width: a copy that needs three bytes
    // more tells them from patterns that match the empty string.
    const std::string longer = "(?:" + pattern + ")QQQ";
    const bool analysed = regex_shape(longer).min_width >= 3;
    CAPTURE(pattern);
    CHECK(analysed == RE2(pattern, options).ok());
  }
}

TEST_CASE("regex_shape: widths contain Hyperscan's") {
  Generator generator(13);
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
    // Hyperscan reads "$" as "or before a last newline", gives a pattern that
    // cannot match no bounds, and one that can match nothing at all wide ones.
    const bool comparable = pattern.find('$') == std::string::npos &&
                            info->min_width != UINT_MAX && info->min_width > 0;
    if (comparable) {
      ++compared;
      CHECK(shape.min_width <= info->min_width);
      CHECK(shape.max_width >= info->max_width);
    }
    std::free(info);
  }
  CHECK(compared > 500);
}

}  // namespace
}  // namespace sluice
