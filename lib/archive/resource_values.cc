#include "archive/resource_values.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "archive/value_bytes.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// So many bytes of names and values may be looked at, and one more for each
// byte of the file. Tables may refer to one text from many places.
constexpr std::uint64_t kFree = 1 << 20;

// Where the bins of a hive begin.
constexpr std::uint64_t kBins = 0x1000;

// Returns a text in UTF-16 with the low byte first, up to its first NUL. It is
// empty if a character is not printable ASCII.
std::string narrow(std::string_view wide) {
  std::string text;
  for (std::size_t at = 0; at + 1 < wide.size(); at += 2) {
    if (wide[at] == '\0' && wide[at + 1] == '\0') break;
    if (wide[at + 1] != '\0' || !is_printable(wide[at])) return {};
    text += wide[at];
  }
  return text;
}

// A registry hive: bins with cells. A value's cell has its name, and the place
// of the cell with its data.
//
// Following the keys from the root would miss deleted values. Their cells are
// free, but keep their bytes. So a value is whatever has its mark where cells
// may begin.
class Hive {
 public:
  Hive(std::string_view bytes, FoundValues* values)
      : bytes_(bytes, false), left_(bytes.size() + kFree), values_(*values) {}

  void read() {
    constexpr std::uint64_t kStep = 8;  // cells have a multiple of it
    for (std::uint64_t at = kBins + kCellSize;
         at + kHead < bytes_.size() && !values_.is_full(); at += kStep)
      if (bytes_.text(at, 2) == "vk") read_value(at);
  }

 private:
  static constexpr std::uint64_t kCellSize = 4;  // the number before a cell
  static constexpr std::uint64_t kHead = 20;     // of a value, before its name

  void read_value(std::uint64_t at) {
    constexpr std::uint64_t kText = 1;
    constexpr std::uint64_t kTextWithVariables = 2;
    constexpr std::uint64_t kTexts = 7;
    // More data is in several cells. 4 bytes and fewer are in the value itself,
    // and the highest bit of their size is set.
    constexpr std::uint64_t kMostData = 16344;
    const std::uint64_t size = bytes_.number(at + 4, 4);
    const std::uint64_t kind = bytes_.number(at + 12, 4);
    if (size < 2 * kLeastNamedValue || size > kMostData ||
        (kind != kText && kind != kTextWithVariables && kind != kTexts))
      return;
    const std::string name = name_of(at);
    if (!is_credential_name(name)) return;
    const std::uint64_t begin = kBins + bytes_.number(at + 8, 4) + kCellSize;
    const std::string_view data = bytes_.text(begin, size);
    if (data.size() > left_) return;
    left_ -= data.size();
    // A list has a NUL after each text. Others end at the first one.
    for (std::size_t from = 0; from + 1 < data.size();) {
      const std::size_t end = end_of(data, from);
      add(name, data.substr(from, end - from), begin + from);
      if (kind != kTexts) return;
      from = end + 2;
    }
  }

  std::string name_of(std::uint64_t at) const {
    constexpr std::uint64_t kIsAscii = 1;
    const bool is_ascii = (bytes_.number(at + 16, 2) & kIsAscii) != 0;
    const std::uint64_t size = bytes_.number(at + 2, 2);
    if (size > (is_ascii ? kMostValueName : 2 * kMostValueName)) return {};
    const std::string_view name = bytes_.text(at + kHead, size);
    return is_ascii ? std::string(name) : narrow(name);
  }

  static std::size_t end_of(std::string_view wide, std::size_t from) {
    std::size_t at = from;
    while (at + 1 < wide.size() && (wide[at] != '\0' || wide[at + 1] != '\0'))
      at += 2;
    return at;
  }

  void add(std::string_view name, std::string_view wide, std::uint64_t at) {
    if (wide.size() <= 2 * kMostNamedValue) values_.add(name, narrow(wide), at);
  }

  const ValueBytes bytes_;
  std::uint64_t left_;  // bytes of data that may be looked at
  FoundValues& values_;
};

// Resources of Android: chunks, each with its kind and sizes at its beginning.
// The table has a pool of strings and packages. A package has a pool of names
// and, for each language and type, a list of entries. An entry has the numbers
// of its name and of its string.
class Resources {
 public:
  Resources(std::string_view bytes, FoundValues* values)
      : bytes_(bytes, false), left_(bytes.size() + kFree), values_(*values) {}

  void read() {
    const Chunk table = chunk(0, bytes_.size());
    each_chunk(table, [&](const Chunk& inner) {
      if (inner.kind == kPool && strings_.count == 0) strings_ = pool(inner);
      if (inner.kind == kPackage) read_package(inner);
    });
  }

 private:
  enum Kind : std::uint16_t {
    kPool = 0x0001,
    kPackage = 0x0200,
    kType = 0x0201,
  };
  struct Chunk {
    std::uint64_t kind = 0, begin = 0, head = 0, end = 0;
  };
  struct Pool {
    std::uint64_t count = 0, offsets = 0, texts = 0, end = 0;
    bool is_utf8 = false;
  };
  struct Word {
    std::string text;
    std::uint64_t at = 0;
  };

  // Returns a chunk that ends at or before `end`, or one that is empty.
  Chunk chunk(std::uint64_t at, std::uint64_t end) const {
    constexpr std::uint64_t kLeast = 8;
    const std::uint64_t head = bytes_.number(at + 2, 2);
    const std::uint64_t size = bytes_.number(at + 4, 4);
    if (at > end || head < kLeast || head > size || size > end - at) return {};
    return {bytes_.number(at, 2), at, head, at + size};
  }

  // Calls `use` for the chunks in a chunk, which do not overlap.
  template <typename Use>
  void each_chunk(const Chunk& outer, const Use& use) const {
    for (std::uint64_t at = outer.begin + outer.head;
         at < outer.end && !values_.is_full();) {
      const Chunk inner = chunk(at, outer.end);
      if (inner.end == 0) return;
      use(inner);
      at = inner.end;
    }
  }

  Pool pool(const Chunk& of) const {
    constexpr std::uint64_t kUtf8 = 1U << 8U;
    if (of.kind != kPool) return {};
    const std::uint64_t offsets = of.begin + of.head;
    return {std::min(bytes_.number(of.begin + 8, 4), (of.end - offsets) / 4),
            offsets, of.begin + bytes_.number(of.begin + 20, 4), of.end,
            (bytes_.number(of.begin + 16, 4) & kUtf8) != 0};
  }

  // Returns a text of a pool, which is empty if it has more than `most`
  // characters.
  Word word(const Pool& of, std::uint64_t index, std::uint64_t most) const {
    if (index >= of.count) return {};
    std::uint64_t at = of.texts + bytes_.number(of.offsets + 4 * index, 4);
    const std::uint64_t unit = of.is_utf8 ? 1 : 2;
    if (of.is_utf8) length(&at, 1);  // in UTF-16; the one in UTF-8 is next
    const std::uint64_t size = length(&at, unit);
    if (size > most || at >= of.end || unit * size > of.end - at) return {};
    const std::string_view text = bytes_.text(at, unit * size);
    return {of.is_utf8 ? std::string(text) : narrow(text), at};
  }
  // Takes a length of one or two units. The highest bit of the first one says
  // whether there is another.
  std::uint64_t length(std::uint64_t* at, std::uint64_t unit) const {
    const std::uint64_t high = std::uint64_t{1} << (8 * unit - 1);
    std::uint64_t size = bytes_.number(*at, unit);
    *at += unit;
    if ((size & high) == 0) return size;
    size = (size & (high - 1)) << (8 * unit) | bytes_.number(*at, unit);
    *at += unit;
    return size;
  }

  void read_package(const Chunk& package) {
    constexpr std::uint64_t kNames = 276;
    const std::uint64_t at =
        package.begin + bytes_.number(package.begin + kNames, 4);
    names_ = pool(chunk(at, package.end));
    // Lists of all languages use the names. Each is looked at once.
    is_wanted_.assign(names_.count, false);
    for (std::uint64_t i = 0; i < names_.count; ++i)
      is_wanted_[i] = is_credential_name(word(names_, i, kMostValueName).text);
    each_chunk(package, [&](const Chunk& inner) {
      if (inner.kind == kType) read_type(inner);
    });
  }

  // The list of entries' places has numbers of 2 or 4 bytes. A sparse one has a
  // number of an entry and a place.
  void read_type(const Chunk& type) {
    constexpr std::uint64_t kSparse = 1;
    constexpr std::uint64_t kShort = 2;
    const std::uint64_t flags = bytes_.number(type.begin + 9, 1);
    const bool is_sparse = (flags & kSparse) != 0;
    const bool is_short = !is_sparse && (flags & kShort) != 0;
    const std::uint64_t width = is_short ? 2 : 4;
    const std::uint64_t list = type.begin + type.head;
    const std::uint64_t count =
        std::min(bytes_.number(type.begin + 12, 4), (type.end - list) / width);
    const std::uint64_t entries =
        type.begin + bytes_.number(type.begin + 16, 4);
    for (std::uint64_t i = 0; i < count && !values_.is_full(); ++i) {
      std::uint64_t place = bytes_.number(list + width * i, width);
      if (place == (is_short ? 0xFFFFU : 0xFFFFFFFFU)) continue;  // has none
      if (is_sparse) place >>= 16U;
      if (is_sparse || is_short) place *= 4;
      read_entry(entries + place, type.end);
    }
  }

  // An entry has its name's number, and a value of its own. A compact one has
  // both in 8 bytes. A complex one is a list, which is not read.
  void read_entry(std::uint64_t at, std::uint64_t end) {
    constexpr std::uint64_t kComplex = 1;
    constexpr std::uint64_t kCompact = 8;
    constexpr std::uint64_t kString = 3;
    if (at > end || end - at < 8) return;
    const std::uint64_t flags = bytes_.number(at + 2, 2);
    if ((flags & kCompact) != 0) {
      if (flags >> 8U == kString)
        add(bytes_.number(at, 2), bytes_.number(at + 4, 4));
      return;
    }
    const std::uint64_t size = bytes_.number(at, 2);
    if ((flags & kComplex) != 0 || size < 8 || size > end - at ||
        end - at - size < 8)
      return;
    if (bytes_.number(at + size + 3, 1) == kString)
      add(bytes_.number(at + 4, 4), bytes_.number(at + size + 4, 4));
  }

  void add(std::uint64_t name, std::uint64_t string) {
    constexpr std::uint64_t kMostLooked = kMostValueName + kMostNamedValue;
    if (name >= is_wanted_.size() || !is_wanted_[name] || left_ < kMostLooked)
      return;
    left_ -= kMostLooked;
    const Word value = word(strings_, string, kMostNamedValue);
    const Word key = word(names_, name, kMostValueName);
    values_.add(key.text, value.text, value.at);
  }

  const ValueBytes bytes_;
  std::uint64_t left_;  // bytes of names and values that may be looked at
  FoundValues& values_;
  Pool strings_;
  Pool names_;                   // of the package
  std::vector<bool> is_wanted_;  // by the number of the name
};

// A hive has a bin after its head. Its log of changes begins in the same way,
// but the places in it are those of the hive.
bool is_hive(std::string_view head) {
  return head.starts_with("regf") && head.size() > kBins &&
         head.substr(kBins).starts_with("hbin");
}

// The table's chunk begins, and its pool of strings follows.
bool is_resources(std::string_view head) {
  constexpr std::string_view kTable("\2\0\x0C\0", 4);
  constexpr std::string_view kPool("\1\0\x1C\0", 4);
  return head.size() > 16 && head.starts_with(kTable) &&
         head.substr(12).starts_with(kPool);
}

}  // namespace

bool may_have_resource_values(std::string_view head) {
  return is_hive(head) || is_resources(head);
}

void find_resource_values(std::string_view bytes, std::size_t most,
                          std::vector<NamedValue>* values) {
  FoundValues found(most, values);
  if (is_hive(bytes))
    Hive(bytes, &found).read();
  else if (is_resources(bytes))
    Resources(bytes, &found).read();
}

}  // namespace sluice
