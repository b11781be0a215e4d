#include "archive/value_search.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "archive/held_bytes.h"
#include "archive/program_values.h"
#include "archive/resource_values.h"
#include "archive/unpack_memory.h"

namespace sluice {
namespace {

constexpr std::size_t kValueBlock = 256 * 1024;

// Programs whose names and values are not read. They have thousands of names
// beside texts that are none of their values.
bool is_other_program(std::string_view head) {
  constexpr auto kMagic = std::to_array<std::string_view>(
      {"MZ", "\xCF\xFA\xED\xFE", "\xCA\xFE\xBA\xBE", "dex\n",
       std::string_view("\0asm", 4)});
  return std::ranges::any_of(
      kMagic, [&](std::string_view magic) { return head.starts_with(magic); });
}

// Whether it is worth reading: most programs have no symbols, and a symbol's
// table is named in the list of sections.
Result<bool> is_with_symbols(const ByteSource& source, std::string_view head) {
  const ElfSections sections = elf_sections(head);
  if (sections.size == 0 || sections.begin > source.size()) return false;
  SLUICE_TRY_ASSIGN(const std::string list,
                    bytes_at(source, sections.begin, sections.size));
  return sluice::has_symbols(list, head);
}

void find_whole_values(std::string_view bytes,
                       std::vector<NamedValue>* values) {
  if (may_have_resource_values(bytes))
    find_resource_values(bytes, kMostNamedValues, values);
  else
    find_program_values(bytes, kMostNamedValues, values);
}

// For a file that must be in memory as a whole.
Result<std::vector<NamedValue>> values_of_whole(const ByteSource& source,
                                                std::string_view head,
                                                Unpacking& unpacking) {
  std::vector<NamedValue> values;
  if (source.size() > HeldBytes::kMost) return values;
  if (head.starts_with("\x7F"
                       "ELF")) {
    SLUICE_TRY_ASSIGN(const bool any, is_with_symbols(source, head));
    if (!any) return values;
  }
  if (head.size() >= source.size()) {
    find_whole_values(head, &values);
    return values;
  }
  CountedBytes counted(unpacking.memory());
  counted.set(source.size());
  if (unpacking.memory()->refused())
    return fail(ErrorCode::kIo, "{}", unpacking.take_refusal());
  SLUICE_TRY_ASSIGN(const std::string bytes,
                    bytes_at(source, 0, source.size()));
  find_whole_values(bytes, &values);
  return values;
}

}  // namespace

Result<std::vector<NamedValue>> values_of(const ByteSource& source,
                                          std::string_view head,
                                          Unpacking& unpacking) {
  if (may_have_program_values(head) || may_have_resource_values(head))
    return values_of_whole(source, head, unpacking);
  std::vector<NamedValue> values;
  if (is_other_program(head)) return values;
  find_cbor_values(head, kMostNamedValues, &values);
  if (!values.empty()) return values;
  if (head.size() >= source.size()) {
    find_named_values(head, 0, head.size(), 0, kMostNamedValues, &values);
    return values;
  }
  for (std::uint64_t at = 0; at < source.size(); at += kValueBlock) {
    at = std::max<std::uint64_t>(at, source.next_data(at));
    if (at >= source.size() || values.size() == kMostNamedValues) break;
    const std::uint64_t begin = at - std::min<std::uint64_t>(at, kNamedReach);
    SLUICE_TRY_ASSIGN(
        const std::string bytes,
        bytes_at(source, begin, at - begin + kValueBlock + kNamedReach));
    const std::size_t end =
        std::min<std::size_t>(bytes.size(), at - begin + kValueBlock);
    find_named_values(bytes, at - begin, end, begin, kMostNamedValues, &values);
    if (!unpacking.add(0)) return fail(ErrorCode::kIo, "{}", unpacking.over());
  }
  return values;
}

}  // namespace sluice
