// Random patterns in RE2's syntax, and strings that are likely to match them.
// Thread-safety: a generator belongs to one thread. Ownership: the strings of a
// Piece grow from the generator that made it, which must outlive it.
#pragma once

#include <re2/re2.h>

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

inline constexpr std::string_view kKelvin = "\xe2\x84\xaa";
inline constexpr std::string_view kLongS = "\xc5\xbf";

class PatternGenerator {
 public:
  explicit PatternGenerator(std::uint32_t seed) : random_(seed) {}

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
  std::string fold(std::string_view text) {
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
    std::string text = pick(kWords);
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
    // Flags in the middle are valid to the end of the group.
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

// Whether a letter in it folds to an ASCII letter, a form that anchors ignore.
inline bool has_foreign_fold(std::string_view text) {
  return text.find(kKelvin) != std::string_view::npos ||
         text.find(kLongS) != std::string_view::npos;
}

}  // namespace sluice
