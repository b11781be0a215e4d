// There are five hundred names of providers. A search for each in each line
// would cost more than everything else for a candidate. But a name can begin
// only where a word begins, or after general words that are joined to it
// (mypingdom). At each such place, the first two letters or digits choose one
// of 1,296 slots. Most slots are empty, and few have more than two names, which
// are compared. A line of 80 bytes has about a dozen such places.
//
// Nor are these places looked for in all of a line. A set of the first four
// letters or digits of all names, one in a thousand of those that are possible,
// is asked at each byte that begins such a row. Only where a name is written, the
// words around it are taken apart.
//
// The candidates of a text share lines: FamilyFinder::Seen keeps the names in the
// last lines, and the last answer.
//
// Most candidates need less: their name does not mean a secret, or no form of
// value matches. The lines are read only if the name is general.
//
// The first candidate makes the index, in some ten microseconds for 533
// families. A start without a candidate would pay for it in vain. As constant
// data, it would have to be relocated at every start.
#include "judge/family_finder.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include "base/check.h"
#include "judge/context/assigned_name.h"
#include "judge/context/public_name.h"
#include "judge/value/drawn.h"
#include "rules/family.h"
#include "text/ascii.h"
#include "text/line_cursor.h"

namespace sluice {
namespace {

// By byte: the number of a letter in either case or a digit; kNoCharacter for
// other bytes.
constexpr std::uint8_t kNoCharacter = 36;
constexpr auto kCharacterIndex = [] {
  std::array<std::uint8_t, 256> index{};
  index.fill(kNoCharacter);
  for (std::uint8_t i = 0; i < 10; ++i) index['0' + i] = i;
  for (std::uint8_t i = 0; i < 26; ++i)
    index['a' + i] = index['A' + i] = static_cast<std::uint8_t>(10 + i);
  return index;
}();
constexpr std::size_t index_of(char c) {
  return kCharacterIndex[static_cast<unsigned char>(c)];
}

std::optional<std::size_t> character_index(char c) {
  const std::size_t index = index_of(c);
  return index == kNoCharacter ? std::nullopt : std::optional(index);
}

// Characters that may replace a blank in a provider's name.
constexpr bool is_link(char c) {
  return c == '_' || c == '-' || c == '.' || c == ' ';
}

// Returns the place `count` places before text[at] in the row of letters and
// digits, in which a link behind one has no place.
std::size_t back_in_row(std::string_view text, std::size_t at,
                        std::size_t count) {
  for (; count > 0 && at > 0; --count) {
    --at;
    if (at > 0 && is_link(text[at]) && character_index(text[at - 1])) --at;
  }
  return at;
}

// Returns where `name` ends if it begins at `at` in `text`, otherwise 0.
std::size_t end_of_name(std::string_view text, std::size_t at,
                        std::string_view name) {
  for (const char c : name) {
    if (c == ' ') {
      if (at < text.size() && is_link(text[at])) ++at;
    } else {
      if (at >= text.size() || lower(text[at]) != c) return 0;
      ++at;
    }
  }
  return at;
}

// --- Values -----------------------------------------------------------------

constexpr unsigned bit_of(Alphabet alphabet) {
  return 1U << static_cast<unsigned>(alphabet);
}

// By alphabet: the kinds of characters that it contains.
constexpr auto kKindsOf = [] {
  std::array<std::uint16_t, kAlphabetFacts.size()> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (const char c : kAlphabetFacts[i].characters)
      kinds[i] = static_cast<std::uint16_t>(
          kinds[i] | kKindOfByte[static_cast<unsigned char>(c)]);
  return kinds;
}();

// How many bytes are of the kinds.
constexpr std::size_t bytes_of_kinds(std::uint16_t kinds) {
  std::size_t count = 0;
  for (const std::uint16_t kind : kKindOfByte) count += (kinds & kind) != 0;
  return count;
}

// Only the kinds of a value's bytes are compared. So an alphabet is made of
// whole kinds.
static_assert([] {
  for (std::size_t i = 0; i < kKindsOf.size(); ++i)
    if (bytes_of_kinds(kKindsOf[i]) != kAlphabetFacts[i].characters.size())
      return false;
  return true;
}());

// A sum (SHA-1, SHA-256), as in lists of versions: pingdom: 9f0c...
bool may_be_sum(const ValueTraits& value) {
  return (value.size() == 40 || value.size() == 64) &&
         !value.alphabet.has(static_cast<std::uint16_t>(
             ~(DrawnAlphabet::kDigit | DrawnAlphabet::kLowerHex)));
}

// A value, examined once for all families.
struct Value {
  // `link` is the text between the name and the value.
  Value(const ValueTraits& value, std::string_view link) : traits(value) {
    apart = link.find_first_of("=:,>") == link.npos;
    quoted = !link.empty() && is_quote(link.back());
    for (std::size_t i = 0; i < kKindsOf.size(); ++i) {
      const auto others = static_cast<std::uint16_t>(~kKindsOf[i]);
      if (!value.alphabet.has(others)) alphabets |= 1U << i;
    }
    const unsigned uuid = bit_of(Alphabet::kUuid);
    alphabets =
        has_uuid_shape(value.text) ? alphabets | uuid : alphabets & ~uuid;
  }
  const ValueTraits& traits;
  unsigned alphabets = 0;  // bits: those that hold all its bytes
  bool apart = false;      // only blanks are between it and its name
  bool quoted = false;
};

// The case of letters is ignored: tools change it, and vendors' own documents
// are often wrong about it.
constexpr Alphabet in_any_case(Alphabet alphabet) {
  switch (alphabet) {
    case Alphabet::kLowerHex:
      return Alphabet::kHex;
    case Alphabet::kLower:
    case Alphabet::kUpper:
      return Alphabet::kAlnum;
    default:
      return alphabet;
  }
}

bool fits(const FamilyValue& form, const Value& value) {
  if ((value.alphabets & bit_of(in_any_case(form.alphabet))) == 0) return false;
  if (value.traits.size() < form.min || value.traits.size() > form.max)
    return false;
  return form.lengths.empty() ||
         std::ranges::count(form.lengths, value.traits.size()) != 0;
}

// The freedom of a form: the size of its alphabet, the number of its lengths.
struct Width {
  std::size_t alphabet = std::numeric_limits<std::size_t>::max();
  std::size_t lengths = 0;
  auto operator<=>(const Width&) const = default;
};

// Returns nothing if no form of the family matches.
std::optional<Width> narrowest(const Family& family, const Value& value) {
  std::optional<Width> least;
  for (const FamilyValue& form : family.values) {
    if (!fits(form, value)) continue;
    const Width width{facts_of(form.alphabet).characters.size(),
                      form.lengths.empty()
                          ? std::size_t{form.max - form.min} + 1
                          : form.lengths.size()};
    if (!least || width < *least) least = width;
  }
  return least;
}

// --- Names ------------------------------------------------------------------

// Visits the words of an assigned name, except what `spans` cover, which are
// sorted. Returns true if `visit` returns true for one of them.
template <typename Visit>
bool any_word_outside(std::string_view name, std::span<const TextSpan> spans,
                      Visit visit) {
  for (TextSpan word = next_word(name, 0); word.begin < word.end;
       word = next_word(name, word.end)) {
    std::size_t begin = word.begin;
    for (const TextSpan& span : spans) {
      if (span.begin >= word.end || begin >= span.end) continue;
      if (begin < span.begin && visit(name.substr(begin, span.begin - begin)))
        return true;
      begin = std::max(begin, std::min(span.end, word.end));
    }
    if (begin < word.end && visit(name.substr(begin, word.end - begin)))
      return true;
  }
  return false;
}

// The provider's words are visited, too, if they are whole words of the name
// (circle_token).
template <typename Visit>
bool any_word_of_name(std::string_view name, std::span<const TextSpan> spans,
                      Visit visit) {
  return any_word_outside(name, {}, visit) ||
         (!spans.empty() && any_word_outside(name, spans, visit));
}

// Whether the words of a name exclude that its value is a secret.
bool excludes_a_secret(std::string_view name) {
  if (is_public_name(name)) return true;
  TextSpan last;
  for (TextSpan word = next_word(name, 0); word.begin < word.end;
       word = next_word(name, word.end)) {
    last = word;
    if (is_public_word(name.substr(word.begin, word.end - word.begin)))
      return true;
  }
  return last.begin == last.end ||
         is_tail_word(name.substr(last.begin, last.end - last.begin));
}

}  // namespace

// The best family so far.
class FamilyFinder::Search {
 public:
  Search(const FamilyFinder& finder, std::string_view name, const Value& value)
      : finder_(finder), name_(name), value_(value) {}

  // Names in the assigned name itself: `seen`, at most kMaxSightings.
  void look_at_name(std::span<const Sighting> seen) {
    const std::size_t count = seen.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Name& name = *seen[i].name;
      for (std::uint32_t k = 0; k < name.users; ++k) {
        const std::uint32_t user = finder_.users_[name.first_user + k];
        std::array<TextSpan, kMaxSightings> spans;
        std::size_t used = 0;
        for (std::size_t j = 0; j < count; ++j)
          if (belongs(*seen[j].name, user)) spans[used++] = seen[j].span;
        std::sort(spans.begin(), spans.begin() + used,
                  [](const TextSpan& a, const TextSpan& b) {
                    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
                  });
        offer(user, 0, name.size, std::span(spans).first(used));
      }
    }
  }

  // Names in `place`, for families for which `near` is enough. With `by_place`,
  // the name that ends last wins.
  void look_at(std::string_view place, Near near, bool by_place) {
    finder_.for_each_name(place, [&](const Sighting& sighting) {
      look_at(sighting, near, by_place);
    });
  }

  void look_at(const Sighting& sighting, Near near, bool by_place) {
    const Name& name = *sighting.name;
    for (std::uint32_t k = 0; k < name.users; ++k) {
      const std::uint32_t user = finder_.users_[name.first_user + k];
      if (finder_.families_[user].family->near >= near)
        offer(user, by_place ? sighting.span.end : 0, name.size, {});
    }
  }

  const Rule* best() const { return best_; }

  bool drawn() const {
    if (!drawn_) drawn_ = looks_drawn(value_.traits, value_.apart);
    return *drawn_;
  }

 private:
  // Whether the assigned name is only the provider's, with at most words of
  // secrecy, and the value itself shows that it is a secret: pingdom = "v",
  // pingdomPRIVATE=v.
  bool is_bare(std::span<const TextSpan> spans) const {
    if (!drawn()) return false;
    bool any = false;
    const bool other = any_word_outside(name_, spans, [&](std::string_view w) {
      any = true;
      return !is_secrecy_word(w);
    });
    if (other) return false;
    return any || !may_be_sum(value_.traits) ||
           (value_.quoted && !value_.apart);
  }

  bool belongs(const Name& name, std::uint32_t user) const {
    const auto begin = finder_.users_.begin() + name.first_user;
    return std::find(begin, begin + name.users, user) != begin + name.users;
  }

  void offer(std::uint32_t user, std::size_t place, std::uint32_t size,
             std::span<const TextSpan> spans) {
    const Rule& rule = finder_.families_[user];
    const Family& family = *rule.family;
    const std::optional<Width> width = narrowest(family, value_);
    if (!width) return;
    const Key key{place, size, *width, !family.words.empty(), user};
    if (best_ != nullptr && !key.better_than(key_)) return;
    if (any_word_of_name(name_, spans, is_secret_word)) {
      if (value_.apart && !drawn()) return;
    } else if (spans.empty() || !is_bare(spans)) {
      return;
    }
    const auto holds = [&](std::string_view own) {
      return any_word_of_name(name_, spans, [&](std::string_view word) {
        return holds_glued(word, own);
      });
    };
    if (!family.words.empty() && !std::ranges::any_of(family.words, holds))
      return;
    best_ = &rule;
    key_ = key;
  }

  // To compare families of one rank.
  struct Key {
    std::size_t place;
    std::uint32_t size;
    Width width;
    bool has_words;
    std::uint32_t user;

    bool better_than(const Key& other) const {
      if (place != other.place) return place > other.place;
      if (size != other.size) return size > other.size;
      if (width != other.width) return width < other.width;
      if (has_words != other.has_words) return has_words;
      return user < other.user;
    }
  };

  const FamilyFinder& finder_;
  std::string_view name_;
  const Value& value_;
  mutable std::optional<bool> drawn_;  // computed when needed
  const Rule* best_ = nullptr;
  Key key_{};
};

void FamilyFinder::make_index() const {
  struct Use {
    std::size_t slot;
    std::string_view name;
    std::uint32_t user;
  };
  std::vector<Use> uses;
  for (std::uint32_t user = 0; user < families_.size(); ++user) {
    for (const std::string_view name : families_[user].family->names) {
      const auto first = character_index(name[0]);
      const auto second = character_index(name[name[1] == ' ' ? 2 : 1]);
      SLUICE_CHECK(first && second);
      uses.push_back({*first * kCharacters + *second, name, user});
    }
  }
  for (const Use& use : uses) add_head(use.name);
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return std::tie(a.slot, a.name, a.user) < std::tie(b.slot, b.name, b.user);
  });
  SLUICE_CHECK(uses.size() <= std::numeric_limits<std::uint16_t>::max());
  std::size_t slot = 0;
  for (const Use& use : uses) {
    if (names_.empty() || names_.back().text != use.name) {
      const auto blanks = std::ranges::count(use.name, ' ');
      for (; slot <= use.slot; ++slot)
        first_[slot] = static_cast<std::uint16_t>(names_.size());
      names_.push_back({use.name,
                        static_cast<std::uint32_t>(use.name.size()) -
                            static_cast<std::uint32_t>(blanks),
                        static_cast<std::uint32_t>(users_.size()), 0});
    }
    if (names_.back().users > 0 && users_.back() == use.user) continue;
    users_.push_back(use.user);
    ++names_.back().users;
  }
  for (; slot <= kSlots; ++slot)
    first_[slot] = static_cast<std::uint16_t>(names_.size());
}

// Adds the first letters or digits of a name to heads_. Behind a name of three,
// anything may be.
void FamilyFinder::add_head(std::string_view name) const {
  std::size_t count = 0;
  std::uint32_t head = 0;
  for (const char c : name)
    if (c != ' ' && count < kHeadSize) {
      head = head_with(head, index_of(c));
      ++count;
    }
  if (count == kHeadSize) {
    set_head(head);
    return;
  }
  SLUICE_CHECK(count + 1 == kHeadSize);
  for (std::size_t last = 0; last <= kNoCharacter; ++last)
    set_head(head_with(head, last));
}

// Returns the first place from `from` on where a name is written, or the size
// of the text. The letters and digits are read as a row, without a link between
// two of them. Any other byte has a place in the row, so no head goes over it.
std::size_t FamilyFinder::next_head(std::string_view text,
                                    std::size_t from) const {
  std::uint32_t head = 0;
  for (std::size_t i = 0; i < kHeadSize; ++i)
    head = head_with(head, kNoCharacter);
  const auto ends_head = [&](std::size_t index) {
    head = head_with(head, index);
    return has_head(head);
  };
  // The slots of a head may be those of others.
  const auto is_name = [&](std::size_t at) {
    return at >= from &&
           any_name_at(text, at, [](const Name&, std::size_t) { return true; });
  };
  bool may_link = false;  // the byte before is a letter or digit
  for (std::size_t at = from; at < text.size(); ++at) {
    const std::size_t index = index_of(text[at]);
    const bool links = may_link && is_link(text[at]);
    may_link = index != kNoCharacter;
    if (links || !ends_head(index)) continue;
    if (const std::size_t begin = back_in_row(text, at, kHeadSize - 1);
        is_name(begin))
      return begin;
  }
  for (std::size_t i = 1; i < kHeadSize; ++i)
    if (ends_head(kNoCharacter))
      if (const std::size_t begin =
              back_in_row(text, text.size(), kHeadSize - i);
          is_name(begin))
        return begin;
  return text.size();
}

// Calls `visit` with each name that is written from text[at] on, and its end,
// until one call returns true. Returns whether one did.
template <typename Visit>
bool FamilyFinder::any_name_at(std::string_view text, std::size_t at,
                               Visit visit) const {
  std::size_t next = at + 1;
  if (next < text.size() && is_link(text[next])) ++next;
  if (next >= text.size()) return false;
  const std::size_t first = index_of(text[at]);
  const std::size_t second = index_of(text[next]);
  if (first == kNoCharacter || second == kNoCharacter) return false;
  const std::size_t slot = first * kCharacters + second;
  for (std::size_t i = first_[slot]; i < first_[slot + 1]; ++i)
    if (const std::size_t end = end_of_name(text, at, names_[i].text);
        end != 0 && visit(names_[i], end))
      return true;
  return false;
}

// Visits each name in `text`. A name is after a joint, or after general words
// there. It is before a joint, or before general and secret words and digits up
// to a joint.
template <typename Visit>
void FamilyFinder::for_each_name(std::string_view text, Visit visit) const {
  const auto look_at = [&](std::size_t at) {
    any_name_at(text, at, [&](const Name& name, std::size_t end) {
      std::size_t right = end;
      while (!is_joint(text, right)) ++right;
      if (right == end || may_follow_provider(text.substr(end, right - end)))
        visit(Sighting{&name, {at, end}});
      return false;
    });
  };
  for (std::size_t at = next_head(text, 0); at < text.size();
       at = next_head(text, at)) {
    // All words of the run of letters and digits around it.
    while (at > 0 && is_alnum(text[at - 1])) --at;
    while (at < text.size() && is_alnum(text[at])) {
      const TextSpan word = next_word(text, at);
      const std::size_t size = word.end - word.begin;
      const std::uint64_t starts =
          after_general_words(text.substr(word.begin, size));
      for (std::size_t i = 0; i < std::min(size, kLongestWord); ++i)
        if ((starts >> i & 1U) != 0) look_at(word.begin + i);
      at = word.end;
    }
  }
}

namespace {

// Returns the line of text[at], of which `before` is the part up to there, if a
// search for names in all of it finds those in `before`: a byte that no name has
// is between it and the rest. The line is then read once, for the lines below
// it as well.
std::optional<std::string_view> whole_line(std::string_view text,
                                           std::size_t at,
                                           std::string_view before) {
  if (before.empty()) return std::nullopt;
  const char last = before.back();
  const std::size_t begin = at - before.size();
  if (is_ascii_word(last) || is_link(last) ||
      (begin != 0 && text[begin - 1] != '\n'))
    return std::nullopt;
  std::string_view line = text.substr(begin, kLineReach + 1);
  line = line.substr(0, line.find('\n'));
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > kLineReach || line.size() < before.size())
    return std::nullopt;
  return line;
}

// Where the word that ends one blank before `at` begins; `at` if there is none.
std::size_t begin_of_word_before(std::string_view text, std::size_t at) {
  if (at < 2 || text[at - 1] != ' ') return at;
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < kLongestName &&
         (character_index(text[begin - 1]) || text[begin - 1] == '_' ||
          text[begin - 1] == '-' || text[begin - 1] == '.'))
    --begin;
  return begin == at - 1 ? at : begin;
}

}  // namespace

const Rule* FamilyFinder::find(std::string_view text, TextSpan value,
                               TextSpan name, const ValueTraits& traits,
                               Seen* seen) const {
  if (families_.empty()) return nullptr;
  if (seen == nullptr) return look_for(text, value, name, traits, nullptr);
  const std::pair<TextSpan, TextSpan> question{value, name};
  if (seen->last_ != question) {
    seen->family_ = look_for(text, value, name, traits, seen);
    seen->last_ = question;
  }
  return seen->family_;
}

// Returns the names in a line of the text.
std::span<const FamilyFinder::Sighting> FamilyFinder::names_in(
    std::string_view line, Seen* seen) const {
  const auto is_line = [&](const Seen::Line& one) {
    return one.text.data() == line.data() && one.text.size() == line.size();
  };
  const auto found = std::ranges::find_if(seen->lines_, is_line);
  if (found != seen->lines_.end()) return found->names;
  Seen::Line& next = seen->lines_[seen->oldest_];
  seen->oldest_ = (seen->oldest_ + 1) % seen->lines_.size();
  next.text = line;
  next.names.clear();
  for_each_name(line, [&](const Sighting& one) { next.names.push_back(one); });
  return next.names;
}

bool FamilyFinder::may_find(std::string_view name, Seen* seen) const {
  if (families_.empty()) return false;
  return seen == nullptr ? assigned(name).may_have_family()
                         : assigned(name, seen).may_have_family();
}

std::vector<FamilyFinder::Sighting> FamilyFinder::first_names(
    std::string_view name) const {
  std::vector<Sighting> found;
  for_each_name(name, [&](const Sighting& one) {
    if (found.size() < kMaxSightings) found.push_back(one);
  });
  return found;
}

FamilyFinder::Assigned FamilyFinder::assigned(std::string_view name) const {
  Assigned facts{.text = name};
  facts.may_be_secret =
      !excludes_a_secret(name) &&
      any_word_of_name(name, {}, [](std::string_view) { return true; });
  if (!facts.may_be_secret) return facts;
  std::call_once(once_, [this] { make_index(); });
  facts.is_general = is_general_name(name);
  facts.names = first_names(name);
  return facts;
}

const FamilyFinder::Assigned& FamilyFinder::assigned(std::string_view name,
                                                     Seen* seen) const {
  const auto known = std::ranges::find_if(
      seen->assigned_, [&](const Assigned& one) { return one.text == name; });
  // An empty name is never kept.
  if (known != seen->assigned_.end() && !name.empty()) return *known;
  seen->next_ = (seen->next_ + 1) % seen->assigned_.size();
  return seen->assigned_[seen->next_] = assigned(name);
}

const Rule* FamilyFinder::look_for(std::string_view text, TextSpan value,
                                   TextSpan name, const ValueTraits& traits,
                                   Seen* seen) const {
  SLUICE_CHECK(name.begin <= name.end && name.end <= text.size());
  const std::string_view own = text.substr(name.begin, name.end - name.begin);
  Assigned made;
  if (seen == nullptr) made = assigned(own);
  const Assigned& facts = seen == nullptr ? made : assigned(own, seen);
  if (!facts.may_have_family()) return nullptr;

  const Value about(traits, text.substr(name.end, value.begin - name.end));
  Search search(*this, own, about);
  search.look_at_name(facts.names);
  if (search.best() != nullptr || !facts.is_general) return search.best();

  // If the value looks drawn, one blank apart is as good as in the name
  // (pingdom token = "v").
  if (const std::size_t begin = begin_of_word_before(text, name.begin);
      begin < name.begin) {
    const std::string_view both = text.substr(begin, name.end - begin);
    Search apart(*this, both, about);
    if (apart.drawn()) apart.look_at_name(first_names(both));
    if (apart.best() != nullptr) return apart.best();
  }

  const std::size_t floor = name.begin - std::min(name.begin, kLineReach);
  std::string_view before = text.substr(floor, name.begin - floor);
  const std::size_t newline = last_place(before, '\n');
  if (newline != before.npos) before.remove_prefix(newline + 1);
  if (const auto line = whole_line(text, name.begin, before);
      seen != nullptr && line) {
    for (const Sighting& one : names_in(*line, seen))
      if (one.span.end <= before.size()) search.look_at(one, Near::kLine, true);
  } else {
    search.look_at(before, Near::kLine, true);
  }
  if (search.best() != nullptr) return search.best();

  const LinesAbove above = lines_above(text, name.begin);
  for (std::size_t i = 0; i < above.count; ++i) {
    if (seen == nullptr)
      search.look_at(above.lines[i], Near::kLines, false);
    else
      for (const Sighting& one : names_in(above.lines[i], seen))
        search.look_at(one, Near::kLines, false);
    if (search.best() != nullptr) return search.best();
  }
  return nullptr;
}

}  // namespace sluice
