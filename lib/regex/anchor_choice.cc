// The cost model. Scanning stops at every occurrence of an anchor, so the cost
// of a set is how often its members are expected. A member's rarity is the sum
// of its characters' (from their frequency in source code), with two
// exceptions. A letter after a letter adds less than its frequency. And words
// that are very common in source code count as one unit, however long, and the
// separator beside them adds almost nothing. The figures are rounded; only
// their order matters, and the tests hold the choices that they lead to.
//
// An anchor far from the start of its match opens a wide context, and one
// without a bound a whole file: both count as more hits.
#include "regex/anchor_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "regex/width.h"
#include "text/ascii.h"
#include "text/caseless.h"

namespace sluice {
namespace {

// Bits of a, b, c ... z without a letter beside them.
constexpr std::array<double, 26> kLetterBits = {
    4.3, 6.0, 5.1, 5.0, 3.8, 5.6, 6.0, 5.8, 4.3, 9.0, 7.2, 5.0, 5.7,
    4.3, 4.4, 5.3, 9.5, 4.4, 4.3, 4.0, 5.4, 6.6, 7.0, 7.0, 6.3, 8.5};

double character_bits(char c) {
  if (is_lower(c)) return kLetterBits[static_cast<std::size_t>(c - 'a')];
  if (is_upper(c)) return 2 + kLetterBits[static_cast<std::size_t>(c - 'A')];
  if (c >= '0' && c <= '9') return 6.5;
  switch (c) {
    case ' ':
      return 3;
    case '\n':
    case '\t':
      return 5;
    case '_':
      return 5.7;
    case '-':
    case '/':
    case '.':
    case ',':
    case '"':
    case '=':
    case '*':
      return 5.5;
    default:
      return 7;
  }
}

// The separators between the words of a name.
bool is_separator(char c) {
  return c == '_' || c == '-' || c == '.' || c == '/' || c == ' ';
}

struct Word {
  std::string_view text;
  double bits;
};

// Sorted by the first letter.
constexpr Word kCommonWords[] = {
    {"access", 12},    {"account", 12}, {"admin", 13},      {"api", 11},
    {"app", 9.5},      {"auth", 12},    {"base", 11},       {"begin", 12},
    {"cert", 13},      {"client", 12},  {"cloud", 14},      {"com", 8.5},
    {"config", 11},    {"connect", 12}, {"credential", 14}, {"data", 10},
    {"database", 13},  {"env", 12},     {"file", 10},       {"get", 9},
    {"google", 14},    {"hook", 12},    {"host", 12},       {"http", 11.5},
    {"https", 12},     {"id", 7.5},     {"int", 8},         {"key", 10.5},
    {"live", 12},      {"login", 13},   {"mail", 12},       {"name", 9.5},
    {"net", 10},       {"pass", 12},    {"password", 13},   {"port", 10.5},
    {"private", 12.5}, {"prod", 13},    {"public", 12},     {"rest", 11},
    {"secret", 13},    {"server", 12},  {"service", 12},    {"set", 9},
    {"test", 10},      {"token", 12},   {"type", 9.5},      {"url", 11.5},
    {"user", 11},      {"value", 10.5}, {"version", 12},    {"web", 12},
    {"www", 13},
};

// The beginnings of each letter's words, and the end.
constexpr std::array<std::size_t, 27> kWordsOfLetter = [] {
  std::array<std::size_t, 27> first{};
  std::size_t word = 0;
  for (std::size_t letter = 0; letter < 26; ++letter) {
    first[letter] = word;
    while (word < std::size(kCommonWords) &&
           kCommonWords[word].text.front() == static_cast<char>('a' + letter)) {
      ++word;
    }
  }
  first[26] = word;
  return first;
}();
static_assert(kWordsOfLetter[26] == std::size(kCommonWords));

// The longest common word that `text` starts with; null if none.
const Word* common_word(std::string_view text) {
  const char initial = lower(text.front());
  if (!is_lower(initial)) return nullptr;
  const auto letter = static_cast<std::size_t>(initial - 'a');
  const Word* longest = nullptr;
  for (std::size_t i = kWordsOfLetter[letter]; i < kWordsOfLetter[letter + 1];
       ++i) {
    const Word& word = kCommonWords[i];
    if (word.text.size() > text.size()) continue;
    if (longest != nullptr && word.text.size() < longest->text.size()) continue;
    const bool same =
        std::equal(word.text.begin(), word.text.end(), text.begin(),
                   [](char a, char b) { return a == lower(b); });
    if (same) longest = &word;
  }
  return longest;
}

// The best anchor that is a part of `literal`.
class LiteralAnchor {
 public:
  LiteralAnchor(const RegexLiteral& literal, std::uint32_t lead,
                const AnchorEnd& behind)
      : literal_(literal), lead_(lead), behind_(behind) {}

  std::optional<ShapeAnchor> choose() {
    const auto has_case = [this](std::size_t i) { return literal_.folds(i); };
    const auto is_ascii = [this](std::size_t i) {
      return static_cast<unsigned char>(literal_.bytes[i]) < 0x80;
    };
    // First parts whose case is fixed. Then parts whose case is ignored, in
    // which letters of fixed case lose it, because the index has no mixed
    // literals.
    offer_runs([&](std::size_t i) { return !has_case(i); }, false);
    if (literal_.fold != 0) offer_runs(is_ascii, true);
    return std::move(best_);
  }

 private:
  template <typename Belongs>
  void offer_runs(const Belongs& belongs, bool caseless) {
    std::size_t start = 0;
    for (std::size_t i = 0; i <= literal_.bytes.size(); ++i) {
      if (i < literal_.bytes.size() && belongs(i)) continue;
      offer(start, i, caseless);
      start = i + 1;
    }
  }

  void offer(std::size_t start, std::size_t end, bool caseless) {
    if (end < start + kMinAnchor) return;
    ShapeAnchor anchor;
    anchor.text = literal_.bytes.substr(start, end - start);
    anchor.caseless = caseless;
    if (caseless) anchor.text = lower_case(anchor.text);
    const double bits = rarity_bits(anchor.text, caseless);
    if (best_ && bits <= best_bits_) return;
    anchor.max_lead = lead_;
    for (std::size_t i = 0; i < start; ++i) {
      const std::uint32_t width =
          literal_.folds(i) ? folded_width(literal_.bytes[i]) : 1;
      anchor.max_lead = add_widths(anchor.max_lead, width);
    }
    anchor.places.push_back(behind_);
    anchor.places.back().tail.insert(0, literal_.bytes, end);
    best_bits_ = bits;
    best_ = std::move(anchor);
  }

  const RegexLiteral& literal_;
  std::uint32_t lead_;
  const AnchorEnd& behind_;
  std::optional<ShapeAnchor> best_;
  double best_bits_ = 0;
};

// The first place of `inner` in every occurrence of `outer`; npos if there is
// none.
std::size_t find_implied(const ShapeAnchor& outer, const ShapeAnchor& inner) {
  if (outer.caseless && !inner.caseless) {
    // Only if no letter of it could be in the other case.
    if (std::any_of(inner.text.begin(), inner.text.end(), is_letter)) {
      return std::string::npos;
    }
  }
  if (!outer.caseless && inner.caseless)
    return lower_case(outer.text).find(inner.text);
  return outer.text.find(inner.text);
}

}  // namespace

double rarity_bits(std::string_view text, bool caseless) {
  // Files have long runs of one character ("====", base64 of zeros), and in a
  // run each place is a hit.
  constexpr double kBitsOfRepetition = 0.1;
  double bits = 0;
  bool after_letter = false;
  bool after_word = false;
  for (std::size_t i = 0; i < text.size();) {
    const Word* word = common_word(text.substr(i));
    if (word != nullptr) {
      bits += word->bits;
      i += word->text.size();
      after_letter = after_word = true;
      continue;
    }
    const char c = text[i++];
    if (i >= 3 && c == text[i - 2] && c == text[i - 3]) {
      bits += kBitsOfRepetition;
      continue;
    }
    double alone = character_bits(c) - (caseless && is_lower(c) ? 0.2 : 0);
    if (is_letter(c)) {
      if (after_letter) alone *= 0.7;
    } else if (is_separator(c) &&
               (after_word ||
                (i < text.size() && common_word(text.substr(i)) != nullptr))) {
      alone = 1.5;
    }
    bits += alone;
    after_letter = is_letter(c);
    after_word = false;
  }
  return bits;
}

double anchor_cost(const std::vector<ShapeAnchor>& anchors) {
  constexpr double kCostOfMember = 0x1p-18;
  double cost = 0;
  for (const ShapeAnchor& anchor : anchors) {
    const double dearer = anchor.max_lead == kUnboundedWidth ? 64
                          : anchor.max_lead > 4096           ? 8
                          : anchor.max_lead > 256            ? 2
                                                             : 1;
    cost += kCostOfMember +
            dearer * std::exp2(-rarity_bits(anchor.text, anchor.caseless));
  }
  return cost;
}

void drop_implied(std::vector<ShapeAnchor>& anchors) {
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    for (std::size_t j = 0; j < anchors.size();) {
      const std::size_t at =
          i == j ? std::string::npos : find_implied(anchors[j], anchors[i]);
      if (at == std::string::npos) {
        ++j;
        continue;
      }
      // Folded letters before it can be up to three bytes wide.
      const auto before =
          static_cast<std::uint32_t>(anchors[j].caseless ? 3 * at : at);
      anchors[i].max_lead = std::max(anchors[i].max_lead,
                                     add_widths(anchors[j].max_lead, before));
      for (AnchorEnd& place : anchors[j].places) {
        place.tail.insert(0, anchors[j].text, at + anchors[i].text.size());
        anchors[i].places.push_back(std::move(place));
      }
      anchors.erase(anchors.begin() + static_cast<std::ptrdiff_t>(j));
      if (j < i) --i;
    }
  }
}

bool shorten_to_fit(std::vector<ShapeAnchor>& anchors,
                    std::size_t max_anchors) {
  constexpr std::size_t kLongest = 8;
  for (std::size_t length = kLongest; length >= kMinAnchor; --length) {
    for (ShapeAnchor& anchor : anchors) {
      if (anchor.text.size() <= length) continue;
      for (AnchorEnd& place : anchor.places)
        place.tail.insert(0, anchor.text, length);
      anchor.text.resize(length);
    }
    drop_implied(anchors);
    if (anchors.size() <= max_anchors) return true;
  }
  return false;
}

std::optional<std::vector<ShapeAnchor>> choose_anchors(
    const std::vector<RegexLiteral>& strings, std::uint32_t lead,
    const AnchorEnd& behind) {
  const auto is_short = [](const RegexLiteral& string) {
    return string.bytes.size() < kMinAnchor;
  };
  if (std::any_of(strings.begin(), strings.end(), is_short)) {
    return std::nullopt;
  }
  std::vector<ShapeAnchor> anchors;
  anchors.reserve(strings.size());
  for (const RegexLiteral& string : strings) {
    auto anchor = LiteralAnchor(string, lead, behind).choose();
    if (!anchor) return std::nullopt;
    anchors.push_back(*std::move(anchor));
  }
  drop_implied(anchors);
  return anchors;
}

}  // namespace sluice
