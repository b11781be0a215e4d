// The rarity of a q-gram is estimated by the product of the frequencies of its
// bytes. They come from a table of common knowledge: the frequencies of letters
// in English, and round figures for what programs and configuration files add.
// A byte that repeats its neighbour is assumed to follow it often, because real
// files contain rows of dashes, blanks and zeros, and independent bytes would
// not. A q-gram within a word that is common in programs counts as frequent,
// however rare its letters are.
//
// Measured with the default rules on Linux 6.1: the q-grams occur 1,200 times
// per megabyte. Without the words, it is 2,400 times. It would be 390 times if
// they were chosen by counting in that very corpus, which would help no other
// text.
//
// Every distinct q-gram costs, because it fills the pre-filter's tables. A
// q-gram that many literals share costs only once (`_key` and `oken` are in
// hundreds of names). To cover all literals with the fewest q-grams is the
// set-cover problem. The classic approximation (Johnson, 1974) always takes the
// q-gram that covers most of the uncovered literals, and on a tie the rarer
// one. Q-grams that are too frequent are not candidates, unless a literal has
// no other. With the 998 literals of a thousand rules, this makes 551 q-grams
// instead of 804.

#include "match/prefilter/qgram_choice.h"

#include <algorithm>
#include <queue>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "match/words/words.h"

namespace sluice {
namespace {

// By folded byte: occurrences among 100,000 bytes.
constexpr std::array<float, 128> byte_rates() {
  std::array<float, 128> rates{};
  const auto add = [&](std::string_view bytes, float rate) {
    for (const char c : bytes)
      rates[static_cast<std::uint8_t>(c) & kFoldMask] += rate;
  };
  for (float& rate : rates) rate = 30;
  add("e", 8100);
  add("t", 6000);
  add("ao", 5100);
  add("insr", 4700);
  add("hldcu", 2900);
  add("mfpg", 1600);
  add("wybv", 1000);
  add("k", 330);
  add("xjqz", 90);
  add(" ", 12000);
  add("\n\t", 4000);
  add("_0", 3000);
  add("123456789(),;*=->./\"", 1200);
  add(":{}<+[]&'!|", 400);
  return rates;
}
constexpr std::array<float, 128> kByteRates = byte_rates();

// The rate of a byte that is not tested.
constexpr float kAllBytes = 100000;

// The least share of bytes that are followed by the same byte.
constexpr float kRepeatRate = 25000;

// The rate of a q-gram within one of these words: one in 20,000, by the same
// scale.
constexpr float kWordRate = 5e15F;

// One in 25,000. A q-gram that occurs more often costs more in later stages
// than another q-gram in the tables.
constexpr float kRareEnough = 4e15F;

LiteralQgram qgram_at(std::string_view text, std::size_t offset,
                      std::size_t size) {
  LiteralQgram qgram{static_cast<std::ptrdiff_t>(offset), size, {}};
  for (std::size_t i = 0; i < size; ++i)
    qgram.folded[i] = static_cast<std::uint8_t>(text[offset + i]) & kFoldMask;
  return qgram;
}

// The q-gram that begins with any byte, followed by the literal.
LiteralQgram qgram_before(std::string_view text) {
  LiteralQgram qgram = qgram_at(text, 0, kShortQgram);
  std::rotate(qgram.folded.begin(), qgram.folded.end() - 1, qgram.folded.end());
  qgram.offset = -1;
  qgram.size = kQgram;
  return qgram;
}

// Sorted.
std::vector<std::array<std::uint8_t, kQgram>> qgrams_of_words() {
  std::vector<std::array<std::uint8_t, kQgram>> qgrams;
  for (const std::string_view word : words::kFrequentWords)
    for (std::size_t at = 0; at + kQgram <= word.size(); ++at)
      qgrams.push_back(qgram_at(word, at, kQgram).folded);
  std::ranges::sort(qgrams);
  return qgrams;
}

// A q-gram that a literal could have.
struct Option {
  LiteralQgram qgram;
  std::uint32_t literal;
};

// The options with the same q-gram.
struct Group {
  std::span<const Option> options;
  std::size_t uncovered;  // of their literals; maybe no longer as many
  float rate;

  const Option& sample() const { return options.front(); }
  // The queue gives the greatest first.
  bool operator<(const Group& other) const {
    if (uncovered != other.uncovered) return uncovered < other.uncovered;
    if (rate != other.rate) return rate > other.rate;
    return sample().qgram.folded > other.sample().qgram.folded;
  }
};

std::vector<LiteralQgram> qgrams_of(std::string_view text) {
  SLUICE_CHECK(text.size() >= kMinQgram);
  const std::size_t size = std::min(text.size(), kQgram);
  std::vector<LiteralQgram> qgrams;
  for (std::size_t offset = 0; offset + size <= text.size(); ++offset)
    qgrams.push_back(qgram_at(text, offset, size));
  return qgrams;
}

// The q-grams at even places, if the literal begins at a place of this parity.
// Five bytes contain a whole one. With fewer bytes, the text beside them is
// part of it.
std::vector<LiteralQgram> qgrams_of(std::string_view text, std::size_t parity) {
  SLUICE_CHECK(text.size() >= kShortQgram);
  std::vector<LiteralQgram> qgrams;
  for (std::size_t offset = parity; offset + kQgram <= text.size(); offset += 2)
    qgrams.push_back(qgram_at(text, offset, kQgram));
  if (!qgrams.empty()) return qgrams;
  if (parity + kShortQgram <= text.size())
    qgrams.push_back(qgram_at(text, parity, kShortQgram));
  if (parity == 1) qgrams.push_back(qgram_before(text));
  return qgrams;
}

// The q-grams that may represent a literal: the rarest, and every one that is
// rare enough.
void add_options(std::span<const LiteralQgram> qgrams, std::uint32_t literal,
                 std::vector<Option>* options) {
  LiteralQgram rarest = qgrams.front();
  float least = qgram_rate(rarest);
  for (const LiteralQgram& qgram : qgrams) {
    const float rate = qgram_rate(qgram);
    if (rate <= kRareEnough) options->push_back({qgram, literal});
    if (rate >= least) continue;
    rarest = qgram;
    least = rate;
  }
  if (least > kRareEnough) options->push_back({rarest, literal});
}

// Chooses one of its options for each of `literals`.
std::vector<LiteralQgram> choose(std::vector<Option> options,
                                 std::size_t literals) {
  const auto key = [](const Option& option) {
    return std::tuple(option.qgram.folded, option.qgram.size,
                      option.qgram.offset < 0);
  };
  std::ranges::stable_sort(options, {}, key);

  std::priority_queue<Group> groups;
  for (std::span<const Option> rest = options; !rest.empty();) {
    const auto end = std::ranges::find_if(rest, [&](const Option& option) {
      return key(option) != key(rest.front());
    });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    groups.push({rest.first(count), count, qgram_rate(rest.front().qgram)});
    rest = rest.subspan(count);
  }

  std::vector<LiteralQgram> chosen(literals);
  const auto is_covered = [&](const Option& option) {
    return chosen[option.literal].size != 0;
  };
  // The counts in the queue only decrease. So the first one whose count is
  // still true is the greatest.
  while (!groups.empty()) {
    Group group = groups.top();
    groups.pop();
    const auto covered = static_cast<std::size_t>(
        std::ranges::count_if(group.options, is_covered));
    if (group.options.size() - covered != group.uncovered) {
      group.uncovered = group.options.size() - covered;
      if (group.uncovered != 0) groups.push(group);
      continue;
    }
    for (const Option& option : group.options)
      if (!is_covered(option)) chosen[option.literal] = option.qgram;
  }
  return chosen;
}

}  // namespace

float byte_rate(std::uint8_t folded) { return kByteRates[folded & kFoldMask]; }

float qgram_rate(const LiteralQgram& qgram) {
  float rate = 1;
  for (std::size_t i = 0; i < kQgram; ++i) {
    const bool is_any = i >= qgram.size || (i == 0 && qgram.offset < 0);
    const float own = is_any ? kAllBytes : kByteRates[qgram.folded[i]];
    const bool repeats =
        !is_any && i > 0 && qgram.folded[i] == qgram.folded[i - 1];
    rate *= repeats ? std::max(own, kRepeatRate) : own;
  }
  static const auto kWithinWords = qgrams_of_words();
  if (std::ranges::binary_search(kWithinWords, qgram.folded)) rate += kWordRate;
  return rate;
}

std::vector<LiteralQgram> choose_qgrams(std::span<const Literal> literals) {
  std::vector<Option> options;
  for (std::uint32_t i = 0; i < literals.size(); ++i)
    add_options(qgrams_of(literals[i].text), i, &options);
  return choose(std::move(options), literals.size());
}

std::vector<LiteralQgram> choose_qgrams(std::span<const Literal> literals,
                                        std::size_t parity) {
  std::vector<Option> options;
  for (std::uint32_t i = 0; i < literals.size(); ++i)
    add_options(qgrams_of(literals[i].text, parity), i, &options);
  return choose(std::move(options), literals.size());
}

}  // namespace sluice
