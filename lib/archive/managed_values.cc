// Both formats number their texts and fields, and the code has the numbers. The
// code is not read method by method. It is searched for the two instructions
// beside each other, whose numbers must be those of a text and of a field.
// Rejected: following the methods, which finds the same places and needs the
// sizes of all instructions.

#include "archive/managed_values.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace sluice {
namespace {

// So many assignments of texts are looked at, more than a program of 32 MiB has.
// A row takes few bytes and may name a long text, which many others name, too.
constexpr std::uint64_t kMostLooks = 1U << 19U;

// The names that compilers make of a property's: <DbPassword>k__BackingField.
std::string_view name_in_source(std::string_view name) {
  const std::size_t end = name.find('>');
  if (!name.starts_with('<') || end == std::string_view::npos) return name;
  return name.substr(1, end - 1);
}

struct CliPlaces {
  std::uint64_t sections = 0;
  std::uint64_t section_count = 0;
  std::uint64_t header = 0;  // an address, not a place in the file; 0: none
};

CliPlaces cli_places(const ValueBytes& bytes) {
  constexpr std::uint64_t kHead = 24;  // "PE", then that of the object file
  constexpr std::uint64_t kWide = 0x20B;
  constexpr std::uint64_t kDirectory = 14;
  if (bytes.text(0, 2) != "MZ") return {};
  const std::uint64_t pe = bytes.number(0x3C, 4);
  if (bytes.text(pe, 4) != std::string_view("PE\0\0", 4)) return {};
  const std::uint64_t optional = pe + kHead;
  const std::uint64_t list =
      optional + (bytes.number(optional, 2) == kWide ? 112 : 96);
  if (bytes.number(list - 4, 4) <= kDirectory) return {};
  return {optional + bytes.number(pe + 20, 2), bytes.number(pe + 6, 2),
          bytes.number(list + 8 * kDirectory, 4)};
}

// A program of .NET. Its metadata are tables of rows, whose columns refer to rows
// of other tables, and to heaps of texts. A column has 2 bytes, or 4 if what it
// refers to has many.
class DotNet {
 public:
  DotNet(std::string_view bytes, FoundValues* values)
      : all_(bytes), bytes_(bytes, false), values_(*values) {}

  void read() {
    if (!find_heaps() || !find_tables()) return;
    read_constants();
    read_code();
  }

 private:
  enum Table : std::uint8_t {
    kModule,
    kTypeRef,
    kTypeDef,
    kFieldPtr,
    kField,
    kMethodPtr,
    kMethod,
    kParamPtr,
    kParam,
    kInterfaceImpl,
    kMemberRef,
    kConstant,
    kProperty = 0x17,
    kModuleRef = 0x1A,
    kTypeSpec = 0x1B,
    kAssemblyRef = 0x23,
    kTables = 0x40,
  };
  struct Heap {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };
  struct Rows {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;  // of one
    std::uint64_t count = 0;
  };
  struct Text {
    std::string_view wide;  // UTF-16
    std::uint64_t at = 0;
  };

  // Returns 0 if no section has the address.
  std::uint64_t place(const CliPlaces& places, std::uint64_t address) const {
    constexpr std::uint64_t kSection = 40;
    for (std::uint64_t i = 0; i < places.section_count; ++i) {
      const std::uint64_t at = places.sections + i * kSection;
      const std::uint64_t begin = bytes_.number(at + 12, 4);
      if (address >= begin && address - begin < bytes_.number(at + 16, 4))
        return bytes_.number(at + 20, 4) + (address - begin);
    }
    return 0;
  }

  bool find_heaps() {
    const CliPlaces places = cli_places(bytes_);
    const std::uint64_t header = place(places, places.header);
    if (header == 0) return false;
    const std::uint64_t root = place(places, bytes_.number(header + 8, 4));
    if (root == 0 || bytes_.text(root, 4) != "BSJB") return false;
    constexpr std::uint64_t kMostName = 32;
    std::uint64_t at = root + 16 + bytes_.number(root + 12, 4);
    std::uint64_t count = bytes_.number(at + 2, 2);
    at += 4;
    for (; count > 0 && at < bytes_.size(); --count) {
      const Heap heap{root + bytes_.number(at, 4), bytes_.number(at + 4, 4)};
      const std::string_view name = bytes_.until_nul(at + 8, kMostName);
      if (name == "#~" || name == "#-") tables_at_ = heap.begin;
      if (name == "#Strings") names_ = heap;
      if (name == "#US") texts_ = heap;
      if (name == "#Blob") blobs_ = heap;
      at += 8 + (name.size() / 4 + 1) * 4;  // the name, with NULs up to a word
    }
    return tables_at_ != 0;
  }

  // The size of a reference to a row of one of the tables, of which `bits` say
  // which one.
  std::uint64_t reference(std::initializer_list<unsigned> tables,
                          unsigned bits = 0) const {
    const bool is_wide = std::ranges::any_of(tables, [&](unsigned table) {
      return rows_[table].count >= std::uint64_t{1} << (16U - bits);
    });
    return is_wide ? 4 : 2;
  }

  bool find_tables() {
    constexpr std::uint64_t kHead = 24;
    const std::uint64_t sizes = bytes_.number(tables_at_ + 6, 1);
    const std::uint64_t present = bytes_.number(tables_at_ + 8, 8);
    std::uint64_t at = tables_at_ + kHead;
    for (unsigned table = 0; table < kTables; ++table) {
      if ((present >> table & 1U) == 0) continue;
      rows_[table].count = bytes_.number(at, 4);
      at += 4;
    }
    if ((sizes & 0x40U) != 0) at += 4;
    const std::uint64_t name = (sizes & 1U) != 0 ? 4 : 2;
    const std::uint64_t guid = (sizes & 2U) != 0 ? 4 : 2;
    const std::uint64_t blob = (sizes & 4U) != 0 ? 4 : 2;
    const std::uint64_t field = reference({kField, kFieldPtr});
    const std::uint64_t method = reference({kMethod, kMethodPtr});
    const std::uint64_t param = reference({kParam, kParamPtr});
    const std::uint64_t type = reference({kTypeDef, kTypeRef, kTypeSpec}, 2);
    scope_size_ = reference({kModule, kModuleRef, kAssemblyRef, kTypeRef}, 2);
    owner_size_ =
        reference({kTypeDef, kTypeRef, kModuleRef, kMethod, kTypeSpec}, 3);
    parent_size_ = reference({kField, kParam, kProperty}, 2);
    name_size_ = name;
    blob_size_ = blob;
    rows_[kModule].size = 2 + name + 3 * guid;
    rows_[kTypeRef].size = scope_size_ + 2 * name;
    rows_[kTypeDef].size = 4 + 2 * name + type + field + method;
    rows_[kFieldPtr].size = field;
    rows_[kField].size = 2 + name + blob;
    rows_[kMethodPtr].size = method;
    rows_[kMethod].size = 8 + name + blob + param;
    rows_[kParamPtr].size = param;
    rows_[kParam].size = 4 + name;
    rows_[kInterfaceImpl].size = reference({kTypeDef}) + type;
    rows_[kMemberRef].size = owner_size_ + name + blob;
    rows_[kConstant].size = 2 + parent_size_ + blob;
    for (unsigned table = 0; table <= kConstant; ++table) {
      rows_[table].begin = at;
      at += rows_[table].size * rows_[table].count;
    }
    return rows_[kModule].count == 1;
  }

  // Returns the name in a row, whose first columns have `skip` bytes.
  std::string_view name_of(Table table, std::uint64_t row,
                           std::uint64_t skip) const {
    constexpr std::uint64_t kMadeUp = 32;  // what compilers add to a name
    const Rows& rows = rows_[table];
    if (row == 0 || row > rows.count) return {};
    const std::uint64_t name =
        bytes_.number(rows.begin + (row - 1) * rows.size + skip, name_size_);
    if (name >= names_.size) return {};
    return name_in_source(
        bytes_.until_nul(names_.begin + name, kMostValueName + kMadeUp));
  }
  std::string_view field(std::uint64_t row) const {
    return name_of(kField, row, 2);
  }

  // Returns the text at `from` of a heap: its size, which is written with fewer
  // bytes if it is small, and then its bytes.
  Text text(const Heap& heap, std::uint64_t from) const {
    if (from >= heap.size) return {};
    const std::uint64_t at = heap.begin + from;
    const std::uint64_t first = bytes_.number(at, 1);
    if (first < 0x80) return {bytes_.text(at + 1, first), at + 1};
    // Longer ones are not looked at.
    if (first >= 0xC0) return {};
    const std::uint64_t size = (first & 0x3FU) << 8U | bytes_.number(at + 1, 1);
    return {bytes_.text(at + 2, size), at + 2};
  }

  bool is_done() const { return looks_ == kMostLooks || values_.is_full(); }

  void add(std::string_view name, const Text& value) {
    if (value.wide.size() > 2 * kMostNamedValue + 1) return;
    std::string text;
    for (std::size_t i = 0; i + 1 < value.wide.size(); i += 2) {
      if (value.wide[i + 1] != '\0') return;
      text += value.wide[i];
    }
    values_.add(name, text, value.at);
  }

  void read_constants() {
    constexpr std::uint64_t kString = 0x0E;
    const Rows& rows = rows_[kConstant];
    for (std::uint64_t i = 0; i < rows.count && !is_done(); ++i) {
      const std::uint64_t at = rows.begin + i * rows.size;
      if (at >= bytes_.size()) return;
      const std::uint64_t parent = bytes_.number(at + 2, parent_size_);
      if (bytes_.number(at, 1) != kString || (parent & 3U) != 0) continue;
      const std::string_view name = field(parent >> 2U);
      ++looks_;
      if (is_credential_name(name))
        add(name,
            text(blobs_, bytes_.number(at + 2 + parent_size_, blob_size_)));
    }
  }

  // Returns the name of what the instruction at `at` stores a text in.
  std::string_view stored_in(std::uint64_t at) const {
    constexpr std::uint64_t kCall = 0x28;
    constexpr std::uint64_t kCallVirtual = 0x6F;
    constexpr std::uint64_t kStoreField = 0x7D;
    constexpr std::uint64_t kStoreStatic = 0x80;
    constexpr std::string_view kSetter = "set_";
    const std::uint64_t code = bytes_.number(at, 1);
    const std::uint64_t row = bytes_.number(at + 1, 3);
    const std::uint64_t table = bytes_.number(at + 4, 1);
    if (code == kStoreField || code == kStoreStatic)
      return table == kField       ? field(row)
             : table == kMemberRef ? name_of(kMemberRef, row, owner_size_)
                                   : std::string_view();
    if (code != kCall && code != kCallVirtual) return {};
    std::string_view name;
    if (table == kMethod) name = name_of(kMethod, row, 8);
    if (table == kMemberRef) name = name_of(kMemberRef, row, owner_size_);
    return name.starts_with(kSetter) ? name.substr(kSetter.size())
                                     : std::string_view();
  }

  void read_code() {
    constexpr char kLoad = 0x72;
    constexpr char kText = 0x70;
    constexpr std::size_t kSize = 5;
    for (std::size_t at = all_.find(kLoad);
         at != std::string_view::npos && all_.size() - at > 2 * kSize - 1 &&
         !is_done();
         at = all_.find(kLoad, at + 1)) {
      if (all_[at + 4] != kText) continue;
      const std::string_view name = stored_in(at + kSize);
      if (name.empty()) continue;
      ++looks_;
      if (is_credential_name(name))
        add(name, text(texts_, bytes_.number(at + 1, 3)));
    }
  }

  const std::string_view all_;
  const ValueBytes bytes_;
  FoundValues& values_;
  std::uint64_t looks_ = 0;
  std::uint64_t tables_at_ = 0;
  Heap names_;
  Heap texts_;
  Heap blobs_;
  std::array<Rows, kTables> rows_ = {};
  // Sizes of columns: the scope of a type, the type of a member, what a constant
  // is of.
  std::uint64_t scope_size_ = 0;
  std::uint64_t owner_size_ = 0;
  std::uint64_t parent_size_ = 0;
  std::uint64_t name_size_ = 0;
  std::uint64_t blob_size_ = 0;
};

// A program of Android. Its head has lists: places of texts, and fields with the
// numbers of their names.
class Dex {
 public:
  Dex(std::string_view bytes, FoundValues* values)
      : bytes_(bytes, false), values_(*values), left_(bytes.size()) {}

  void read() {
    read_classes();
    read_code();
  }

 private:
  // Takes a number of 7 bits a byte, of which the last has no eighth bit.
  std::uint64_t take(std::uint64_t* at) const {
    constexpr unsigned kMostBytes = 5;
    std::uint64_t value = 0;
    for (unsigned i = 0; i < kMostBytes; ++i) {
      const std::uint64_t byte = bytes_.number((*at)++, 1);
      value |= (byte & 0x7FU) << (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  }

  PlacedText text(std::uint64_t number) const {
    if (number >= bytes_.number(0x38, 4)) return {};
    std::uint64_t at = bytes_.number(bytes_.number(0x3C, 4) + 4 * number, 4);
    if (at == 0) return {};
    take(&at);  // the size, in characters
    return {bytes_.until_nul(at, kMostNamedValue + 1), at};
  }

  std::string_view field(std::uint64_t number) const {
    constexpr std::uint64_t kField = 8;
    if (number >= bytes_.number(0x50, 4)) return {};
    return text(bytes_.number(bytes_.number(0x54, 4) + kField * number + 4, 4))
        .text;
  }

  bool is_done() const { return looks_ == kMostLooks || values_.is_full(); }

  void add(std::string_view name, std::uint64_t number) {
    ++looks_;
    if (name.size() > kMostValueName || !is_credential_name(name)) return;
    const PlacedText value = text(number);
    values_.add(name, value.text, value.at);
  }

  void read_classes() {
    constexpr std::uint64_t kClass = 32;
    const std::uint64_t count = bytes_.number(0x60, 4);
    const std::uint64_t list = bytes_.number(0x64, 4);
    for (std::uint64_t i = 0; i < count && left_ > 0; ++i, --left_) {
      const std::uint64_t at = list + kClass * i;
      if (at >= bytes_.size() || is_done()) return;
      const std::uint64_t fields = bytes_.number(at + 24, 4);
      const std::uint64_t values = bytes_.number(at + 28, 4);
      if (fields != 0 && values != 0) read_static(fields, values);
    }
  }

  // The values are those of the first static fields, in the order of these.
  // Classes may share bytes, so that all together have a bound.
  void read_static(std::uint64_t fields, std::uint64_t values) {
    constexpr std::uint64_t kString = 0x17;
    constexpr std::uint64_t kArray = 0x1C;
    constexpr std::uint64_t kAnnotation = 0x1D;
    constexpr std::uint64_t kNull = 0x1E;
    const std::uint64_t count = std::min(take(&fields), take(&values));
    for (unsigned i = 0; i < 3; ++i) take(&fields);  // counts of others
    std::uint64_t number = 0;
    for (std::uint64_t i = 0; i < count && left_ > 0 && !is_done();
         ++i, --left_) {
      if (fields >= bytes_.size() || values >= bytes_.size()) return;
      number += take(&fields);
      take(&fields);  // what may be done with it
      const std::uint64_t head = bytes_.number(values++, 1);
      const std::uint64_t kind = head & 0x1FU;
      if (kind == kArray || kind == kAnnotation) return;
      const std::uint64_t size = kind >= kNull ? 0 : (head >> 5U) + 1;
      if (kind == kString && size <= 4)
        add(field(number), bytes_.number(values, size));
      values += size;
    }
  }

  // The instructions have places that are even.
  void read_code() {
    constexpr std::uint64_t kText = 0x1A;
    constexpr std::uint64_t kFarText = 0x1B;
    constexpr std::uint64_t kStoreField = 0x5B;
    constexpr std::uint64_t kStoreStatic = 0x69;
    for (std::uint64_t at = 0; at < bytes_.size() && !is_done(); at += 2) {
      const std::uint64_t code = bytes_.number(at, 1);
      if (code != kText && code != kFarText) continue;
      const std::uint64_t size = code == kText ? 2 : 4;
      const std::uint64_t next = at + 2 + size;
      const std::uint64_t then = bytes_.number(next, 1);
      const std::uint64_t from = bytes_.number(next + 1, 1);
      const std::uint64_t loaded = bytes_.number(at + 1, 1);
      if ((then == kStoreStatic && from == loaded) ||
          (then == kStoreField && (from & 0xFU) == loaded))
        add(field(bytes_.number(next + 2, 2)), bytes_.number(at + 2, size));
    }
  }

  const ValueBytes bytes_;
  FoundValues& values_;
  std::uint64_t looks_ = 0;
  std::uint64_t left_;  // classes and fields that may be looked at
};

bool is_dex(std::string_view head) { return head.starts_with("dex\n03"); }

}  // namespace

bool has_managed_values(std::string_view head) {
  return is_dex(head) || cli_places(ValueBytes(head, false)).header != 0;
}

void find_managed_values(std::string_view bytes, FoundValues* values) {
  if (is_dex(bytes))
    Dex(bytes, values).read();
  else
    DotNet(bytes, values).read();
}

}  // namespace sluice
