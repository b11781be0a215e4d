// The traits of a value: what it is made of and how it looks. They are computed
// once a value. Every question of judge/value/ is asked of them.
//
// One pass over the bytes counts when the traits are made. The look and what
// follows from it cost more, so they are computed when they are first asked.
//
// Thread-safety: none. A const member may store its answer, so the traits
// belong to one call of the judge.
// Ownership: refers to the text, which must outlive the traits.
// Cost: no allocation. 5 ns per byte, and one to two microseconds for the look
// of 40 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "finding/evidence.h"
#include "judge/value/randomness.h"

namespace sluice {

// The form of a value that is not a text.
enum class WrittenForm : std::uint8_t {
  kNone,
  kUuid,     // 8-4-4-4-12 hexadecimal digits, in braces or not
  kDate,     // a day, with the time of day or without
  kVersion,  // v1, 1.2.3, 1.2.3-rc1
  kNumber,   // with a sign, fraction, exponent or short unit
};

// The look of a value by its characters alone, whatever the place.
struct Appearance {
  // kDrawn: spells nothing. kTyped: words that a person dressed with digits and
  // signs. kWords: an identifier, a path, a sentence; also a value that has a
  // form. kCommon: an order, such as a sequence, a row of the keyboard, a
  // repetition. Never kComposed.
  ValueLook look = ValueLook::kWords;
  // If a value has a form, its look means nothing.
  WrittenForm form = WrittenForm::kNone;
  // The certainty. For kDrawn, kWords and kCommon: bits of evidence beyond the
  // required ones. For kTyped: the number of signs that a person chose it. For
  // a form: 0, because a string has the form or not.
  double score = 0;

  bool is(ValueLook one) const {
    return form == WrittenForm::kNone && look == one;
  }
};

class ValueTraits {
 public:
  explicit ValueTraits(std::string_view value);

  // Each byte counts once: as a letter, a digit, a blank, a mark (. _ - / :),
  // another sign of ASCII, or a byte that is none of these.
  std::string_view text;
  std::size_t smalls = 0, capitals = 0, digits = 0, blanks = 0, marks = 0,
              signs = 0;
  std::size_t foreign = 0;          // letters beyond ASCII, of two bytes each
  std::size_t different = 0;        // different bytes
  std::size_t different_signs = 0;  // those that are no letters and digits
  std::size_t longest_small = 0;    // small letters in a row
  bool printable = true;            // only printable characters of ASCII
  bool readable = true;             // only these and foreign letters
  DrawnAlphabet alphabet;

  std::size_t size() const { return text.size(); }
  std::size_t letters() const { return smalls + capitals; }
  std::size_t no_alnum() const { return size() - letters() - digits; }

  // These traits for `equal`, which has the same bytes at another place.
  ValueTraits at(std::string_view equal) const {
    ValueTraits there = *this;
    there.text = equal;
    return there;
  }

  // shannon_entropy() of the text (text/entropy.h).
  double entropy() const;

  // surprise() of the text (judge/value/randomness.h).
  double surprise() const;
  // By how many bits it is above the bound for random strings of its kind.
  double bits_above() const;

  // The look of an empty string is kWords with score 0. Strings below 8 bytes
  // give too little evidence to distinguish kDrawn from kWords, and their score
  // shows it.
  const Appearance& appearance() const;

  // Whether a generator drew the value from any characters: letters and digits
  // that spell nothing, or signs among them as in no program and no text
  // ("kx#9)Zp!q[Lm"). Ask it before the value is taken for code or prose: a
  // bracket, a per cent sign or a first character proves nothing in a value
  // that was drawn from all signs.
  bool drawn() const;

  // tells_of_nobody(), is_placeholder() and is_reference() of the text
  // (judge/value/common.h, placeholder.h, reference.h).
  bool tells_of_nobody() const;
  bool placeholder() const;
  bool reference() const;

 private:
  mutable std::optional<double> entropy_, surprise_;
  mutable std::optional<Appearance> appearance_;
  mutable std::optional<bool> drawn_, tells_of_nobody_, placeholder_,
      reference_;
};

}  // namespace sluice
