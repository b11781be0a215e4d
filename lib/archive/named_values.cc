// Blocks of the bytes are searched for three letters that every name of a
// credential has, in a loop that compilers turn into vector instructions. Only
// around such a place are the ways tried in which a file may write a name and a
// value. A way counts if the lengths of both agree with it, and both are
// printable.

#include "archive/named_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "archive/value_bytes.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kNameBlock = 64;
constexpr std::size_t kPart = 3;  // of a name

constexpr auto kSecretParts = std::to_array<std::string_view>(
    {"passw", "passphrase", "pwd", "secret", "token", "apikey", "api_key",
     "api-key", "accesskey", "access_key", "private_key", "privatekey",
     "auth_key", "authkey", "encryption_key", "credential"});

// The parts of names: "ass" (password), "pwd", "cre" (secret, credential), "oke"
// (token), "key".
inline unsigned part_at(const char* at) {
  const auto low = [&](std::size_t i) {
    return static_cast<std::uint8_t>(static_cast<std::uint8_t>(at[i]) | 0x20U);
  };
  const std::uint8_t a = low(0);
  const std::uint8_t b = low(1);
  const std::uint8_t c = low(2);
  return static_cast<unsigned>((a == 'a') & (b == 's') & (c == 's')) |
         static_cast<unsigned>((a == 'p') & (b == 'w') & (c == 'd')) |
         static_cast<unsigned>((a == 'c') & (b == 'r') & (c == 'e')) |
         static_cast<unsigned>((a == 'o') & (b == 'k') & (c == 'e')) |
         static_cast<unsigned>((a == 'k') & (b == 'e') & (c == 'y'));
}

// Whether a part of a name begins in the kNameBlock bytes at `at`.
bool has_part(const char* at) {
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < kNameBlock; ++i)
    any |= static_cast<std::uint8_t>(part_at(at + i));
  return any != 0;
}

bool is_name_char(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' ||
         c == '$' || c == ':';
}

// A number of `size` bytes, the smallest or the largest first. Returns 0 outside
// of the text.
std::uint64_t low_first(std::string_view text, std::size_t at,
                        std::size_t size) {
  return ValueBytes(text, false).number(at, size);
}
std::uint64_t high_first(std::string_view text, std::size_t at,
                         std::size_t size) {
  return ValueBytes(text, true).number(at, size);
}

// The ways to write the length of a text in the bytes directly before it.
enum class Way : std::uint8_t {
  kByte,
  kMessagePack,
  kZigzag,  // Avro
  kLittle32,
  kBig32,
  kBig16,
};
constexpr auto kWays =
    std::to_array({Way::kLittle32, Way::kBig32, Way::kBig16, Way::kByte,
                   Way::kMessagePack, Way::kZigzag});

// Returns the length that the bytes before `at` give, or 0.
std::size_t length_before(std::string_view text, std::size_t at, Way way) {
  if (at == 0) return 0;
  const auto last = static_cast<unsigned char>(text[at - 1]);
  const unsigned before = at < 2 ? 0 : static_cast<unsigned char>(text[at - 2]);
  switch (way) {
    case Way::kByte:
      return last;
    case Way::kMessagePack:
      if (before == 0xD9) return last;
      return last > 0xA0 && last < 0xC0 ? last - 0xA0U : 0;
    case Way::kZigzag:
      if (before >= 0x80 && last < 0x80 && last > 0)
        return ((before & 0x7FU) | static_cast<unsigned>(last) << 7U) / 2;
      return last % 2 == 0 && last < 0x80 ? last / 2U : 0;
    case Way::kLittle32:
      return at < 4 ? 0 : low_first(text, at - 4, 4);
    case Way::kBig32:
      return at < 4 ? 0 : high_first(text, at - 4, 4);
    case Way::kBig16:
      return at < 2 ? 0 : high_first(text, at - 2, 2);
  }
  return 0;
}

// How far after a name its value may begin: the length, and bytes that say what
// kind the value is, or that the name is kept for later (pickle).
constexpr std::size_t reach_of(Way way) {
  switch (way) {
    case Way::kMessagePack:
    case Way::kZigzag:
      return 2;
    case Way::kByte:
      return 4;
    case Way::kBig16:
      return 3;
    case Way::kLittle32:
    case Way::kBig32:
      return 9;
  }
  return 0;
}

struct Place {
  std::size_t begin = 0;
  std::size_t size = 0;
};

class Analysis {
 public:
  // `hit` is where a part of the name is.
  Analysis(std::string_view text, std::size_t hit) : text_(text), hit_(hit) {}

  std::optional<NamedValue> value() {
    begin_ = hit_;
    const std::size_t floor = hit_ - std::min(hit_, kMostValueName);
    while (begin_ > floor && is_name_char(text_[begin_ - 1])) --begin_;
    end_ = hit_;
    const std::size_t most = std::min(text_.size(), hit_ + kMostValueName);
    while (end_ < most && is_name_char(text_[end_])) ++end_;
    if (const auto row = in_row()) return row;
    // No way ends with a letter before the name. Otherwise, letters before a
    // name would be lengths.
    if (begin_ == 0 || begin_ == floor || is_printable(text_[begin_ - 1]))
      return std::nullopt;
    for (const Way way : kWays)
      if (const auto found = counted(begin_, way)) return found;
    if (const auto found = in_node(begin_)) return found;
    if (const auto found = in_table(begin_)) return found;
    if (const auto found = after_item(begin_)) return found;
    return in_document();
  }

 private:
  bool is_name(Place name) const {
    return name.size >= kPart && name.size <= kMostValueName &&
           name.begin + name.size <= end_ &&
           name.begin + name.size >= hit_ + kPart &&
           is_credential_name(text_.substr(name.begin, name.size));
  }

  // Words beside names are mostly names themselves, so a value has a digit.
  std::optional<NamedValue> found(Place name, Place value) const {
    if (value.begin > text_.size() || value.size > text_.size() - value.begin ||
        !is_named_value(text_.substr(value.begin, value.size)) ||
        std::ranges::none_of(text_.substr(value.begin, value.size), is_digit))
      return std::nullopt;
    return NamedValue{value.begin,
                      std::string(text_.substr(name.begin, name.size)),
                      std::string(text_.substr(value.begin, value.size))};
  }

  // Both texts have their lengths before them.
  std::optional<NamedValue> counted(std::size_t at, Way way) const {
    const Place name{at, length_before(text_, at, way)};
    if (!is_name(name)) return std::nullopt;
    const std::size_t end = name.begin + name.size;
    // Constants of a class of Java are beside each other by chance.
    if (text_.substr(end).starts_with(std::string_view("\x01\0", 2)))
      return std::nullopt;
    // A byte that says what kind the value is may look like its length. So one
    // that ends where a word does is taken first.
    std::optional<NamedValue> other;
    for (std::size_t begin = end + 1;
         begin <= end + reach_of(way) && begin < text_.size(); ++begin) {
      auto value = found(name, {begin, length_before(text_, begin, way)});
      if (!value) continue;
      const std::size_t behind = begin + value->value.size();
      if (behind >= text_.size() || !is_alnum(text_[behind])) return value;
      if (!other) other = std::move(value);
    }
    return other;
  }

  // BSON: a name that ends with a NUL, and the length of a text with its NUL.
  std::optional<NamedValue> in_document() const {
    const Place name{begin_, end_ - begin_};
    constexpr std::size_t kHead = 5;  // the NUL, the length
    if (end_ >= text_.size() || text_[end_] != '\0' || !is_name(name))
      return std::nullopt;
    const std::uint64_t size = low_first(text_, end_ + 1, 4);
    if (size < kLeastNamedValue || size > kMostNamedValue ||
        end_ + kHead + size > text_.size() ||
        text_[end_ + kHead + size - 1] != '\0')
      return std::nullopt;
    return found(name, {end_ + kHead, size - 1});
  }

  // LMDB: the sizes of the value and of the name, and both without a separator.
  std::optional<NamedValue> in_node(std::size_t at) const {
    constexpr std::size_t kHead = 8;
    if (at < kHead) return std::nullopt;
    const Place name{at, low_first(text_, at - 2, 2)};
    if (!is_name(name)) return std::nullopt;
    return found(name, {at + name.size, low_first(text_, at - kHead, 4)});
  }

  // LevelDB: bytes in common with the last name, others, and of the value. A
  // number of eight bytes ends the name; its first byte is the kind.
  std::optional<NamedValue> in_table(std::size_t at) const {
    constexpr std::size_t kNumber = 8;
    if (at < 3) return std::nullopt;
    const std::uint64_t own = low_first(text_, at - 2, 1);
    const std::uint64_t size = low_first(text_, at - 1, 1);
    if (own <= kNumber) return std::nullopt;
    const Place name{at, own - kNumber};
    if (!is_name(name) || low_first(text_, at + name.size, 1) > 1)
      return std::nullopt;
    return found(name, {at + own, size});
  }

  // Berkeley DB: the items of a page are put from its end, so the value is
  // before the name. Each is a length, its kind, and its bytes, up to a
  // multiple of four.
  std::optional<NamedValue> after_item(std::size_t at) const {
    constexpr std::size_t kHead = 3;
    const auto is_item = [&](std::size_t begin, std::size_t size) {
      return low_first(text_, begin, 2) == size &&
             low_first(text_, begin + 2, 1) == 1;
    };
    if (at < kHead) return std::nullopt;
    const std::size_t item = at - kHead;
    const Place name{at, low_first(text_, item, 2)};
    if (!is_item(item, name.size) || !is_name(name)) return std::nullopt;
    for (std::size_t size = kLeastNamedValue; size <= kMostNamedValue; ++size) {
      const std::size_t whole = (kHead + size + 3) / 4 * 4;
      if (whole > item) break;
      if (!is_item(item - whole, size)) continue;
      if (const auto value = found(name, {item - whole + kHead, size}))
        return value;
    }
    return std::nullopt;
  }

  // SQLite: the kinds and lengths of the columns, then the columns. The name is
  // one of them, and the value is the next text.
  std::optional<NamedValue> in_row() const {
    constexpr std::size_t kMostHead = 16;
    constexpr std::size_t kBefore = 96;
    const std::size_t floor = hit_ - std::min(hit_, kBefore);
    for (std::size_t head = hit_; head-- > floor;) {
      const std::size_t size = static_cast<unsigned char>(text_[head]);
      if (size < 3 || size > kMostHead || head + size > hit_) continue;
      if (const auto value = row_at(head, size)) return value;
    }
    return std::nullopt;
  }

  std::optional<NamedValue> row_at(std::size_t head, std::size_t size) const {
    constexpr auto kSizes =
        std::to_array<std::size_t>({0, 1, 2, 3, 4, 6, 8, 8, 0, 0});
    std::size_t body = head + size;
    std::optional<Place> name;
    for (std::size_t at = head + 1; at < head + size;) {
      std::uint64_t kind = low_first(text_, at++, 1);
      if (kind >= 0x80) kind = (kind & 0x7FU) << 7U | low_first(text_, at++, 1);
      if (at > head + size || kind == 10 || kind == 11) return std::nullopt;
      const bool is_text = kind >= 13 && kind % 2 == 1;
      const std::size_t bytes =
          kind < kSizes.size() ? kSizes[kind] : (kind - 12) / 2;
      if (is_text && name) return found(*name, {body, bytes});
      if (is_text && body <= hit_ && hit_ + kPart <= body + bytes) {
        name = Place{body, bytes};
        if (body < begin_ || !is_name(*name)) return std::nullopt;
      }
      body += bytes;
    }
    return std::nullopt;
  }

  const std::string_view text_;
  const std::size_t hit_;
  std::size_t begin_ = 0;  // of the characters that a name may have
  std::size_t end_ = 0;
};

}  // namespace

bool is_credential_name(std::string_view name) {
  bool any = false;  // the quick answer for most symbols of a program
  for (std::size_t at = 0; at + kPart <= name.size() && !any; ++at)
    any = part_at(name.data() + at) != 0;
  if (!any) return false;
  return std::ranges::any_of(kSecretParts, [&](std::string_view part) {
    return std::search(name.begin(), name.end(), part.begin(), part.end(),
                       [](char a, char b) { return lower(a) == b; }) !=
           name.end();
  });
}

bool is_named_value(std::string_view value) {
  return value.size() >= kLeastNamedValue && value.size() <= kMostNamedValue &&
         std::ranges::all_of(value, is_printable);
}

void find_named_values(std::string_view text, std::size_t begin,
                       std::size_t end, std::uint64_t origin, std::size_t most,
                       std::vector<NamedValue>* values) {
  if (text.size() < kPart) return;
  for (std::size_t block = begin; block < end; block += kNameBlock) {
    if (block + kNameBlock + kPart <= text.size() &&
        !has_part(text.data() + block))
      continue;
    const std::size_t last =
        std::min({block + kNameBlock, end, text.size() - kPart + 1});
    for (std::size_t at = block; at < last; ++at) {
      if (part_at(text.data() + at) == 0) continue;
      auto value = Analysis(text, at).value();
      if (!value) continue;
      value->at += origin;
      // A name may have several parts.
      if (!values->empty() && values->back().at == value->at) continue;
      if (values->size() == most) return;
      values->push_back(std::move(*value));
    }
  }
}

void find_cbor_values(std::string_view text, std::size_t most,
                      std::vector<NamedValue>* values) {
  constexpr unsigned kBytes = 2;
  constexpr unsigned kText = 3;
  constexpr unsigned kMap = 5;
  constexpr unsigned kTag = 6;
  std::string_view last;  // the text before the item
  for (std::size_t at = 0; at < text.size() && values->size() < most;) {
    const auto head = static_cast<unsigned char>(text[at]);
    const unsigned kind = head >> 5U;
    std::uint64_t size = head & 0x1FU;
    constexpr unsigned kShort = 24;  // lengths from here on follow
    constexpr unsigned kOpen = 31;
    if (at == 0 && kind != kMap && kind != kTag) return;
    ++at;
    if (size >= kShort && size < kShort + 4) {
      const std::size_t width = std::size_t{1} << (size - kShort);
      size = high_first(text, at, width);
      at += width;
    } else if (size >= kShort && size != kOpen) {
      return;
    }
    const std::string_view name = std::exchange(last, {});
    if ((kind != kText && kind != kBytes) || size == kOpen) continue;
    if (at > text.size() || size > text.size() - at) return;
    last = text.substr(at, size);
    if (name.size() <= kMostValueName && is_credential_name(name) &&
        is_named_value(last) && std::ranges::all_of(name, is_printable)) {
      values->push_back({at, std::string(name), std::string(last)});
      last = {};
    }
    at += size;
  }
}

std::string as_assignment(const NamedValue& value) {
  std::string line = value.name + " = \"";
  for (const char c : value.value) {
    if (c == '"' || c == '\\') line += '\\';
    line += c;
  }
  return line + "\"\n";
}

}  // namespace sluice
