#include "archive/program_values.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "archive/managed_values.h"
#include "archive/value_bytes.h"

namespace sluice {
namespace {

// A class of Java. Its list of constants comes first: numbered texts, and
// references to them.
class JavaClass {
 public:
  JavaClass(std::string_view bytes, FoundValues* values)
      : bytes_(bytes, true), values_(*values) {}

  void read() {
    if (!read_constants()) return;
    read_fields();
    read_code();
  }

 private:
  enum Tag : std::uint8_t {
    kUtf8 = 1,
    kLong = 5,
    kDouble = 6,
    kString = 8,
    kField = 9,
    kNameAndType = 12,
    kMethodHandle = 15,
  };

  bool read_constants() {
    constexpr auto kSizes = std::to_array<std::uint8_t>(
        {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2});
    constexpr std::uint64_t kCount = 8;
    const std::uint64_t count = bytes_.number(kCount, 2);
    places_.resize(count);
    at_ = kCount + 2;
    for (std::uint64_t i = 1; i < count; ++i) {
      if (at_ >= bytes_.size()) return false;
      places_[i] = at_;
      const std::uint64_t tag = bytes_.number(at_, 1);
      if (tag == 0 || tag == 2 || tag >= kSizes.size() || tag == 13 ||
          tag == 14)
        return false;
      at_ += tag == kUtf8 ? 3 + bytes_.number(at_ + 1, 2) : 1 + kSizes[tag];
      if (tag == kLong || tag == kDouble) ++i;
    }
    return true;
  }

  // Returns the number `skip` bytes after the constant's tag.
  std::uint64_t in_constant(std::uint64_t index, Tag tag,
                            std::uint64_t skip = 0) const {
    if (index >= places_.size() || places_[index] == 0 ||
        bytes_.number(places_[index], 1) != tag)
      return 0;
    return bytes_.number(places_[index] + 1 + skip, 2);
  }
  PlacedText utf8(std::uint64_t index) const {
    if (index >= places_.size() || places_[index] == 0 ||
        bytes_.number(places_[index], 1) != kUtf8)
      return {};
    const std::uint64_t begin = places_[index] + 3;
    return {bytes_.text(begin, bytes_.number(begin - 2, 2)), begin};
  }
  PlacedText string(std::uint64_t index) const {
    return utf8(in_constant(index, kString));
  }
  std::string_view field(std::uint64_t index) const {
    return utf8(in_constant(in_constant(index, kField, 2), kNameAndType)).text;
  }

  void read_fields() {
    at_ += 6;  // what it may do, itself, the class above
    at_ += 2 + 2 * bytes_.number(at_, 2);
    std::uint64_t fields = bytes_.number(at_, 2);
    at_ += 2;
    for (; fields > 0 && at_ < bytes_.size(); --fields) {
      const std::string_view name = utf8(bytes_.number(at_ + 2, 2)).text;
      std::uint64_t attributes = bytes_.number(at_ + 6, 2);
      at_ += 8;
      for (; attributes > 0 && at_ < bytes_.size(); --attributes) {
        if (utf8(bytes_.number(at_, 2)).text == "ConstantValue") {
          const PlacedText value = string(bytes_.number(at_ + 6, 2));
          values_.add(name, value.text, value.at);
        }
        at_ += 6 + bytes_.number(at_ + 2, 4);
      }
    }
  }

  // The methods are not read as such: instructions that name constants of the
  // right kinds do not arise by chance.
  void read_code() {
    constexpr unsigned kLoad = 0x12;
    constexpr unsigned kLoadWide = 0x13;
    constexpr unsigned kPutStatic = 0xB3;
    constexpr unsigned kPutField = 0xB5;
    for (; at_ < bytes_.size() && !values_.is_full(); ++at_) {
      const std::uint64_t code = bytes_.number(at_, 1);
      if (code != kLoad && code != kLoadWide) continue;
      const auto loaded = [&](std::uint64_t at) {
        const std::uint64_t wide = bytes_.number(at, 1) - kLoad;
        return wide > 1 ? PlacedText{}
                        : string(bytes_.number(at + 1, 1 + wide));
      };
      const PlacedText first = loaded(at_);
      if (first.text.empty()) continue;
      const std::uint64_t next = at_ + 2 + (code - kLoad);
      const std::uint64_t then = bytes_.number(next, 1);
      if (then == kPutStatic || then == kPutField) {
        values_.add(field(bytes_.number(next + 1, 2)), first.text, first.at);
      } else if (const PlacedText second = loaded(next); !second.text.empty()) {
        values_.add(first.text, second.text, second.at);
      }
    }
  }

  const ValueBytes bytes_;
  FoundValues& values_;
  std::uint64_t at_ = 0;
  std::vector<std::uint64_t> places_;  // of constants, by number
};

// Compiled Python: one object that has others, in the form of marshal.
class Python {
 public:
  Python(std::string_view bytes, FoundValues* values)
      : bytes_(bytes, false), values_(*values) {}

  void read() {
    constexpr std::uint64_t kHead = 16;
    constexpr std::uint64_t kMagic37 = 3390;
    constexpr std::uint64_t kMagic38 = 3400;
    constexpr std::uint64_t kMagic311 = 3450;
    constexpr std::uint64_t kMagic313 = 3550;
    const std::uint64_t magic = bytes_.number(0, 2);
    if (magic < kMagic37 || magic >= kMagic313) return;
    flat_ = magic >= kMagic311;
    numbers_ = flat_ || magic < kMagic38 ? 5 : 6;
    at_ = kHead;
    object(0);
  }

 private:
  // An object: a text, or the number of a list.
  struct Object {
    PlacedText text;
    std::size_t list = 0;  // of lists_; 0 if it is none
  };
  using List = std::vector<Object>;

  std::uint64_t take(std::uint64_t size) {
    const std::uint64_t value = bytes_.number(at_, size);
    if (size > bytes_.size() - std::min(at_, bytes_.size())) is_broken_ = true;
    at_ += size;
    return value;
  }
  PlacedText take_text(std::uint64_t size) {
    const PlacedText text{bytes_.text(at_, size), at_};
    if (text.text.size() != size) is_broken_ = true;
    at_ += std::min(size, bytes_.size());
    return text;
  }

  // NOLINTNEXTLINE(misc-no-recursion): kDeepest
  Object object(unsigned depth) {
    constexpr unsigned kDeepest = 64;
    constexpr std::size_t kMostObjects = 250'000;
    if (depth > kDeepest || ++objects_ > kMostObjects || values_.is_full())
      is_broken_ = true;
    if (is_broken_) return {};
    const std::uint64_t kind = take(1);
    std::size_t kept = 0;
    if ((kind & 0x80U) != 0) {
      kept = seen_.size();
      seen_.emplace_back();
    }
    const Object made = of_kind(static_cast<char>(kind & 0x7FU), depth);
    if ((kind & 0x80U) != 0) seen_[kept] = made;
    return made;
  }

  // NOLINTNEXTLINE(misc-no-recursion): kDeepest
  Object of_kind(char kind, unsigned depth) {
    switch (kind) {
      case '0':
      case 'N':
      case 'F':
      case 'T':
      case 'S':
      case '.':
        return {};
      case 'i':
        take(4);
        return {};
      case 'l': {
        const auto digits = static_cast<std::int32_t>(take(4));
        take_text(2 * static_cast<std::uint64_t>(
                          digits < 0 ? -std::int64_t{digits} : digits));
        return {};
      }
      case 'g':
        take(8);
        return {};
      case 'y':
        take(16);
        return {};
      case 's':
      case 't':
      case 'u':
      case 'a':
      case 'A':
        return {take_text(take(4))};
      case 'z':
      case 'Z':
        return {take_text(take(1))};
      case 'r': {
        const std::uint64_t number = take(4);
        if (number < seen_.size()) return seen_[number];
        break;
      }
      case ')':
        return list(take(1), depth);
      case '(':
      case '[':
      case '<':
      case '>':
        return list(take(4), depth);
      case 'c':
        return code(depth);
      default:
        break;
    }
    is_broken_ = true;
    return {};
  }

  // NOLINTNEXTLINE(misc-no-recursion): kDeepest
  Object list(std::uint64_t count, unsigned depth) {
    List objects;
    for (; count > 0 && !is_broken_; --count)
      objects.push_back(object(depth + 1));
    lists_.push_back(std::move(objects));
    return {.list = lists_.size()};
  }

  // NOLINTNEXTLINE(misc-no-recursion): kDeepest
  Object code(unsigned depth) {
    take_text(4 * numbers_);
    const Object instructions = object(depth + 1);
    const Object constants = object(depth + 1);
    const Object names = object(depth + 1);
    const Object locals = object(depth + 1);
    if (!is_broken_)
      read_instructions(instructions.text.text, constants, names, locals);
    // Kinds of the locals or free and cell variables; the file and the name.
    for (unsigned i = 0; i < 4U; ++i) object(depth + 1);
    take(4);
    for (unsigned i = 0; i < (flat_ ? 2U : 1U); ++i) object(depth + 1);
    return {};
  }

  PlacedText in_list(const Object& list, std::size_t index) const {
    if (list.list == 0 || index >= lists_[list.list - 1].size()) return {};
    return lists_[list.list - 1][index].text;
  }

  void read_instructions(std::string_view code, const Object& constants,
                         const Object& names, const Object& locals) {
    constexpr unsigned kLoadConst = 100;
    constexpr unsigned kStoreName = 90;
    constexpr unsigned kStoreAttribute = 95;
    constexpr unsigned kStoreGlobal = 97;
    constexpr unsigned kStoreFast = 125;
    unsigned high = 0;  // what EXTENDED_ARG adds to the next number
    std::optional<PlacedText> loaded;
    for (std::size_t at = 0; at + 1 < code.size(); at += 2) {
      constexpr unsigned kExtended = 144;
      const auto op = static_cast<unsigned char>(code[at]);
      const unsigned number =
          high << 8U | static_cast<unsigned char>(code[at + 1]);
      high = op == kExtended ? number & 0xFFFFU : 0;
      if (op == kExtended) continue;
      const std::optional<PlacedText> value =
          std::exchange(loaded, std::nullopt);
      if (op == kLoadConst) {
        loaded = in_list(constants, number);
        if (value) values_.add(value->text, loaded->text, loaded->at);
      } else if (value && (op == kStoreName || op == kStoreGlobal ||
                           op == kStoreAttribute)) {
        values_.add(in_list(names, number).text, value->text, value->at);
      } else if (value && op == kStoreFast) {
        values_.add(in_list(locals, number).text, value->text, value->at);
      }
    }
  }

  const ValueBytes bytes_;
  FoundValues& values_;
  std::uint64_t at_ = 0;
  bool flat_ = false;     // Python 3.11 and later
  unsigned numbers_ = 0;  // at the beginning of a code
  bool is_broken_ = false;
  std::size_t objects_ = 0;
  std::vector<Object> seen_;
  std::vector<List> lists_;
};

// A binary property list: a table of places of objects. A dictionary has the
// numbers of its names, and then those of its values.
class PropertyList {
 public:
  PropertyList(std::string_view bytes, FoundValues* values)
      : bytes_(bytes, true), values_(*values) {}

  void read() {
    constexpr std::uint64_t kTrailer = 32;
    if (bytes_.size() < kTrailer) return;
    const std::uint64_t end = bytes_.size() - kTrailer;
    place_size_ = bytes_.number(end + 6, 1);
    number_size_ = bytes_.number(end + 7, 1);
    count_ = bytes_.number(end + 8, 8);
    table_ = bytes_.number(end + 24, 8);
    if (place_size_ == 0 || place_size_ > 8 || number_size_ == 0 ||
        number_size_ > 8 || table_ > end ||
        count_ > (end - table_) / place_size_)
      return;
    // Dictionaries may share bytes, so that all together have a bound.
    left_ = bytes_.size();
    for (std::uint64_t i = 0; i < count_ && left_ > 0; ++i) read_entries(i);
  }

 private:
  std::uint64_t place(std::uint64_t number) const {
    return number < count_
               ? bytes_.number(table_ + number * place_size_, place_size_)
               : bytes_.size();
  }
  // Returns the size in the head of the object at `*at`, which then is after
  // the head.
  std::uint64_t head(std::uint64_t* at) const {
    std::uint64_t size = bytes_.number(*at, 1) & 0xFU;
    ++*at;
    if (size != 0xF) return size;
    const std::uint64_t bytes = 1U << (bytes_.number(*at, 1) & 0x3U);
    size = bytes_.number(*at + 1, bytes);
    *at += 1 + bytes;
    return size;
  }
  PlacedText text(std::uint64_t number) const {
    constexpr std::uint64_t kAscii = 5;
    std::uint64_t at = place(number);
    if (bytes_.number(at, 1) >> 4U != kAscii) return {};
    const std::uint64_t size = head(&at);
    return {bytes_.text(at, size), at};
  }
  void read_entries(std::uint64_t number) {
    constexpr std::uint64_t kDictionary = 0xD;
    std::uint64_t at = place(number);
    if (bytes_.number(at, 1) >> 4U != kDictionary) return;
    const std::uint64_t count = head(&at);
    if (count > bytes_.size() / (2 * number_size_)) return;
    for (std::uint64_t i = 0; i < count && left_ > 0; ++i, --left_) {
      const auto reference = [&](std::uint64_t index) {
        return bytes_.number(at + index * number_size_, number_size_);
      };
      const PlacedText name = text(reference(i));
      if (name.text.size() > kMostValueName || !is_credential_name(name.text))
        continue;
      const PlacedText value = text(reference(count + i));
      values_.add(name.text, value.text, value.at);
    }
  }

  const ValueBytes bytes_;
  FoundValues& values_;
  std::uint64_t place_size_ = 0;
  std::uint64_t number_size_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t table_ = 0;
  std::uint64_t left_ = 0;  // entries that may be looked at
};

// A program of Linux. Its symbols are variables: a text, the place of one, or
// (Go) the place and the length of one.
class Elf {
 public:
  Elf(std::string_view bytes, FoundValues* values)
      : bytes_(bytes, bytes.size() > 5 && bytes[5] == 2),
        is_64_(bytes.size() > 5 && bytes[4] == 2),
        word_(is_64_ ? 8 : 4),
        values_(*values) {}

  void read() {
    constexpr std::uint64_t kSymbols = 2;
    const std::uint64_t table = bytes_.number(is_64_ ? 0x28 : 0x20, word_);
    const std::uint64_t size = bytes_.number(is_64_ ? 0x3A : 0x2E, 2);
    const std::uint64_t count = bytes_.number(is_64_ ? 0x3C : 0x30, 2);
    if (table == 0 || table > bytes_.size() || size < 40) return;
    for (std::uint64_t i = 0; i < count; ++i)
      sections_.push_back(section(table + i * size));
    for (const Section& each : sections_)
      if (each.kind == kSymbols) read_symbols(each);
  }

 private:
  // So many may be looked at, and one more for each byte of the file.
  static constexpr std::uint64_t kFree = 1 << 20;

  struct Section {
    std::uint64_t kind, address, begin, size, link;
  };
  struct Symbol {
    std::string_view name;
    std::uint64_t address, size;
  };

  Section section(std::uint64_t at) const {
    const std::uint64_t first = is_64_ ? 0x10 : 0x0C;  // after the flags
    return {bytes_.number(at + 4, 4), bytes_.number(at + first, word_),
            bytes_.number(at + first + word_, word_),
            bytes_.number(at + first + 2 * word_, word_),
            bytes_.number(at + first + 3 * word_, 4)};
  }

  // Returns the place in the file of an address; nothing if it has none.
  std::optional<std::uint64_t> place(std::uint64_t address) {
    constexpr std::uint64_t kNoBits = 8;
    if ((looked_ += sections_.size()) > kFree + bytes_.size())
      return std::nullopt;
    for (const Section& each : sections_)
      if (each.address != 0 && each.kind != kNoBits &&
          address >= each.address && address - each.address < each.size)
        return each.begin + (address - each.address);
    return std::nullopt;
  }

  std::string_view until_nul(std::uint64_t at) const {
    return bytes_.until_nul(at, kMostNamedValue + 1);
  }

  void read_symbols(const Section& symbols) {
    constexpr std::uint64_t kObject = 1;
    if (symbols.link >= sections_.size()) return;
    const Section& names = sections_[symbols.link];
    const std::uint64_t size = is_64_ ? 24 : 16;
    const std::uint64_t end = std::min(
        bytes_.size(), symbols.begin + std::min(symbols.size, bytes_.size()));
    for (std::uint64_t at = symbols.begin; at < end && !values_.is_full();
         at += size) {
      const std::uint64_t info = bytes_.number(at + (is_64_ ? 4 : 12), 1);
      if ((info & 0xFU) != kObject) continue;
      std::string_view name = until_nul(names.begin + bytes_.number(at, 4));
      name.remove_prefix(name.rfind('.') + 1);  // of Go: the package
      if (!is_credential_name(name)) continue;
      read_variable({name, bytes_.number(at + (is_64_ ? 8 : 4), word_),
                     bytes_.number(at + (is_64_ ? 16 : 8), word_)});
    }
  }

  void read_variable(const Symbol& symbol) {
    const auto at = place(symbol.address);
    if (!at) return;
    if (symbol.size == word_) {
      if (const auto text = place(pointer(symbol.address, *at)))
        values_.add(symbol.name, until_nul(*text), *text);
    } else if (symbol.size == 2 * word_) {
      const std::uint64_t size = bytes_.number(*at + word_, word_);
      const auto text = place(pointer(symbol.address, *at));
      if (text && size <= kMostNamedValue)
        values_.add(symbol.name, bytes_.text(*text, size), *text);
    }
    if (symbol.size > kLeastNamedValue && symbol.size <= kMostNamedValue + 1) {
      const std::string_view text = until_nul(*at);
      if (text.size() < symbol.size) values_.add(symbol.name, text, *at);
    }
  }

  // Returns the address in the variable. In a program that may lie anywhere, a
  // relocation has it.
  std::uint64_t pointer(std::uint64_t address, std::uint64_t at) {
    constexpr std::uint64_t kRelocations = 4;
    constexpr std::uint64_t kEntry = 24;
    const std::uint64_t value = bytes_.number(at, word_);
    if (value != 0 || !is_64_) return value;
    for (const Section& each : sections_) {
      if (each.kind != kRelocations) continue;
      const std::uint64_t end = std::min(
          bytes_.size(), each.begin + std::min(each.size, bytes_.size()));
      for (std::uint64_t entry = each.begin; entry < end; entry += kEntry) {
        if (++looked_ > kFree + bytes_.size()) return 0;
        if (bytes_.number(entry, word_) == address)
          return bytes_.number(entry + 2 * word_, word_);
      }
    }
    return 0;
  }

  const ValueBytes bytes_;
  const bool is_64_;
  const std::uint64_t word_;
  FoundValues& values_;
  std::vector<Section> sections_;
  // Sections and relocations, for all variables together.
  std::uint64_t looked_ = 0;
};

bool is_java(std::string_view head) {
  // A program of macOS for several processors begins with the same four bytes.
  constexpr std::uint64_t kOldest = 45;
  return head.starts_with("\xCA\xFE\xBA\xBE") &&
         ValueBytes(head, true).number(6, 2) >= kOldest;
}

bool is_python(std::string_view head) {
  return head.size() >= 16 && head.substr(2, 2) == "\r\n" &&
         static_cast<unsigned char>(head[1]) >= 0x0B &&
         static_cast<unsigned char>(head[1]) <= 0x0F;
}

bool is_elf_64(std::string_view head) {
  return head.size() > 5 && head[4] == 2;
}
bool is_elf_big(std::string_view head) {
  return head.size() > 5 && head[5] == 2;
}

}  // namespace

bool may_have_program_values(std::string_view head) {
  return head.starts_with(
             "\x7F"
             "ELF") ||
         head.starts_with("bplist00") || is_java(head) || is_python(head) ||
         has_managed_values(head);
}

ElfSections elf_sections(std::string_view head) {
  const ValueBytes bytes(head, is_elf_big(head));
  const bool is_64 = is_elf_64(head);
  return {bytes.number(is_64 ? 0x28 : 0x20, is_64 ? 8 : 4),
          bytes.number(is_64 ? 0x3A : 0x2E, 2) *
              bytes.number(is_64 ? 0x3C : 0x30, 2)};
}

bool has_symbols(std::string_view list, std::string_view head) {
  constexpr std::uint64_t kSymbols = 2;
  const ValueBytes bytes(list, is_elf_big(head));
  const std::uint64_t size = is_elf_64(head) ? 64 : 40;
  for (std::uint64_t at = 0; at + size <= list.size(); at += size)
    if (bytes.number(at + 4, 4) == kSymbols) return true;
  return false;
}

void find_program_values(std::string_view bytes, std::size_t most,
                         std::vector<NamedValue>* values) {
  FoundValues found(most, values);
  if (bytes.starts_with("\x7F"
                        "ELF"))
    Elf(bytes, &found).read();
  else if (bytes.starts_with("bplist00"))
    PropertyList(bytes, &found).read();
  else if (is_java(bytes))
    JavaClass(bytes, &found).read();
  else if (is_python(bytes))
    Python(bytes, &found).read();
  else if (has_managed_values(bytes))
    find_managed_values(bytes, &found);
}

}  // namespace sluice
