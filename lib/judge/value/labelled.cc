// A generator draws no word of five letters. So a word in a value is either
// there by intent, or it is a short one that occurs by chance (`my-` in one of
// 400 values of 64 characters of base64url). In both cases, the value is drawn
// if what remains without the word is drawn and long enough to be a token.
//
// A UUID is recognised by its groups, because each of them is too short to
// spell badly. Groups of other lengths count together.

#include "judge/value/labelled.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/value/drawn.h"
#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

constexpr CaselessWords kLabels{words::kLabelWords};

constexpr std::size_t kLeastPart = 16;  // of a token (judge/value/token.cc)
constexpr std::size_t kUuidSize = 36;

bool is_joint_sign(char c) { return !is_alnum(c); }

std::string_view without_joints(std::string_view part) {
  while (!part.empty() && is_joint_sign(part.front())) part.remove_prefix(1);
  while (!part.empty() && is_joint_sign(part.back())) part.remove_suffix(1);
  return part;
}

// Where a UUID begins in `text`, apart from other letters and digits; npos if
// there is none.
std::size_t find_uuid(std::string_view text) {
  for (std::size_t at = 0; at + kUuidSize <= text.size(); ++at) {
    const std::size_t end = at + kUuidSize;
    if ((at == 0 || is_joint_sign(text[at - 1])) &&
        (end == text.size() || is_joint_sign(text[end])) &&
        ValueTraits(text.substr(at, kUuidSize)).appearance().form ==
            WrittenForm::kUuid)
      return at;
  }
  return text.npos;
}

bool is_drawn_part(std::string_view part) {
  constexpr std::size_t kLeastOfEach = 2;
  part = without_joints(part);
  if (part.size() < kLeastPart) return false;
  const ValueTraits traits(part);
  if (traits.letters() < kLeastOfEach || traits.blanks > 0)
    return find_uuid(part) != part.npos;
  const bool mixed = traits.smalls > 0 && traits.capitals > 0;
  return (traits.digits >= kLeastOfEach && traits.drawn()) ||
         (mixed && traits.appearance().is(ValueLook::kDrawn)) ||
         find_uuid(part) != part.npos;
}

// "a=b&token=c": each of its values is one of its own.
bool holds_parameters(std::string_view text) {
  const std::size_t next = text.find('&');
  return next != text.npos && text.find('=', next) != text.npos;
}

// The size of the longest label at the beginning of `text`; 0 if there is none.
std::size_t label_size(std::string_view text) {
  std::size_t longest = 0;
  for (const std::string_view label : words::kLabelWords)
    if (label.size() > longest && starts_caseless(text, label))
      longest = label.size();
  return longest;
}

// "k7q2m9x-p4v8n1z-...": `text` begins with a group. Whether it has as many as
// are needed, which spell nothing together.
bool begins_with_groups(std::string_view text) {
  constexpr std::size_t kLeastGroups = 3;
  constexpr std::size_t kLeastSize = 5;
  constexpr std::size_t kMostSize = 12;
  std::array<char, 64> joined{};
  std::size_t size = 0;
  std::size_t groups = 0;
  std::size_t of_each = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_alnum(text[end])) ++end;
    if (groups == 0) of_each = end - at;
    if (end - at != of_each || of_each < kLeastSize || of_each > kMostSize ||
        size + of_each > joined.size())
      break;
    std::ranges::copy(text.substr(at, of_each), joined.begin() + size);
    size += of_each;
    ++groups;
    if (end == text.size() || text[end] != '-') break;
    at = end + 1;
  }
  return groups >= kLeastGroups &&
         is_drawn_part(std::string_view(joined.data(), size));
}

}  // namespace

bool has_label(std::string_view text) { return kLabels.found_in(text); }

bool is_labelled(const ValueTraits& value) {
  const std::string_view text = value.text;
  if (!has_label(text) || holds_parameters(text)) return false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t label = label_size(text.substr(at));
    if (label == 0) {
      ++at;
      continue;
    }
    if (is_drawn_part(text.substr(begin, at - begin))) return true;
    at += label;
    begin = at;
  }
  return begin > 0 && is_drawn_part(text.substr(begin));
}

bool has_drawn_groups(const ValueTraits& value) {
  constexpr std::size_t kMostAround = 48;
  const std::string_view text = value.text;
  if (text.find('-') == text.npos || value.blanks > 0 || !value.printable ||
      text.find_first_of("/\\%=&?<>()[],;'\"") != text.npos)
    return false;
  std::size_t drawn = 0;
  for (std::size_t at = find_uuid(text); at != text.npos;) {
    drawn += kUuidSize;
    const std::size_t end = at + kUuidSize;
    const std::size_t next = find_uuid(text.substr(end));
    at = next == text.npos ? next : end + next;
  }
  if (drawn > 0) return value.size() <= drawn + kMostAround;
  for (std::size_t at = 0; at < text.size() && at < kMostAround; ++at)
    if ((at == 0 || is_joint_sign(text[at - 1])) &&
        begins_with_groups(text.substr(at)))
      return true;
  return false;
}

}  // namespace sluice
