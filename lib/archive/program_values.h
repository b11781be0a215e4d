// Values that programs and property lists assign to names of credentials, in
// formats where the two are not beside each other:
//
// - a class of Java: fields with a constant, and instructions that load a
//   constant and store it, or load a name and a constant
// - compiled Python (3.7 to 3.12): the same instructions
// - a binary property list: entries of dictionaries
// - a program of Linux (ELF) with symbols: variables of C and Go that are texts
//   or lead to one
// - a program of .NET or Android: see managed_values.h
//
// Thread-safety: pure functions. The bytes are foreign: each function looks at
// no more than a fixed multiple of them, and stops where they make no sense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/named_values.h"

namespace sluice {

// Whether the file that begins with `head` is of one of these kinds. It is a
// program even if it has no NUL.
bool may_have_program_values(std::string_view head);

// The list of sections of a program of Linux, by its first bytes. Its size is 0
// if it has none.
struct ElfSections {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};
ElfSections elf_sections(std::string_view head);

// Whether one of the sections in the list has symbols.
bool has_symbols(std::string_view list, std::string_view head);

// Appends the values of a file that is in memory as a whole, at most `most`.
// Their places are those of the values; 0 if one has none of its own.
void find_program_values(std::string_view bytes, std::size_t most,
                         std::vector<NamedValue>* values);

}  // namespace sluice
