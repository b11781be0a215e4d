// How PdfFile finds objects: the words "obj", "trailer" and "stream", and what is
// around them.

#include <algorithm>
#include <array>
#include <utility>

#include "archive/pdf_file.h"
#include "archive/zlib_bytes.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Returns the first number before "obj" at `at`: "12 0 ". Returns nothing if
// there are no two numbers.
std::optional<std::uint32_t> number_before(std::string_view text,
                                           std::size_t at) {
  const auto back = [&](auto is) {
    const std::size_t end = at;
    while (at > 0 && is(text[at - 1])) --at;
    return text.substr(at, end - at);
  };
  back(is_pdf_blank);
  if (back(is_digit).empty() || back(is_pdf_blank).empty()) return std::nullopt;
  const std::string_view digits = back(is_digit);
  if (digits.empty()) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits)
    number = std::min<std::uint64_t>(
        number * 10 + static_cast<std::uint64_t>(c - '0'), PdfFile::kNoNumber);
  return static_cast<std::uint32_t>(number);
}

}  // namespace

// The next of the words in a block. Each word is searched for only once.
class PdfFile::Words {
 public:
  explicit Words(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < kWords.size(); ++i)
      places_[i] = text.find(kWords[i]);
  }

  Hit next(std::size_t from) {
    Hit first{std::string_view::npos, {}};
    for (std::size_t i = 0; i < kWords.size(); ++i) {
      if (places_[i] < from) places_[i] = text_.find(kWords[i], from);
      if (places_[i] < first.at) first = {places_[i], kWords[i]};
    }
    return first;
  }

 private:
  static constexpr std::array kWords{kObjectWord, kTrailerWord, kStreamWord};

  const std::string_view text_;
  std::array<std::size_t, kWords.size()> places_{};
};

// The search passes over streams whose length is known to be right.
Result<void> PdfFile::search(ByteRange range) {
  floor_ = range.begin;
  open_object_.reset();
  std::uint64_t at = range.begin;
  std::uint64_t done = range.begin;  // words before it were seen
  while (at < range.end) {
    SLUICE_TRY_ASSIGN(
        const std::string block,
        bytes(at, std::min<std::uint64_t>(kBlock, range.end - at)));
    if (block.empty()) return {};
    std::uint64_t next = at + std::max(block.size(), kNumbers + 1) - kNumbers;
    if (at + block.size() >= range.end) next = range.end;
    Words words(block);
    for (std::size_t from = 0;;) {
      const Hit hit = words.next(from);
      if (hit.at == std::string_view::npos) break;
      const std::uint64_t end = at + hit.at + hit.word.size();
      if (end > done) {
        if (!count()) return fail_bound();
        SLUICE_TRY_ASSIGN(const std::uint64_t passed, pass(hit, block, at));
        done = std::max(end, passed);
        floor_ = std::max(floor_, end);
      }
      const std::uint64_t go_on = std::max(end, done);
      if (go_on >= at + block.size()) {
        next = std::max(next, go_on);
        break;
      }
      from = go_on - at;
    }
    at = next;
  }
  return {};
}

// Passes a word in a block that begins at byte `begin`. Returns where the search
// continues.
Result<std::uint64_t> PdfFile::pass(const Hit& hit, std::string_view block,
                                    std::uint64_t begin) {
  const std::string_view before = block.substr(0, hit.at);
  const std::uint64_t end = begin + hit.at + hit.word.size();
  if (hit.word == kTrailerWord) {
    SLUICE_TRY_ASSIGN(
        const Object object,
        read_object(kNoNumber, end,
                    may_read_long() ? Size::kLong : Size::kShort));
    SLUICE_TRY(add_trailer(object.value));
    return end;
  }
  const bool is_end = before.ends_with("end");
  if (hit.word == kStreamWord)
    return is_end ? Result<std::uint64_t>(end)
                  : add_stream(end - kStreamWord.size());
  if (is_end) {
    open_object_.reset();
    return end;
  }
  if (const auto number = number_before(block, hit.at))
    return add_object(*number, end);
  // The number cannot be read, or this is the begin of another word.
  const std::size_t after = hit.at + kObjectWord.size();
  if (after < block.size() && is_alnum(block[after])) return end;
  return add_object(kNoNumber, end);
}

// Whether one more value may be read in full. A hostile file has many that do
// not end.
bool PdfFile::may_read_long() {
  constexpr std::uint64_t kSome = 16 << 20;
  return read_long_ < kSome + 4 * source_.size();
}

// Adds the object whose value begins at byte `at`. Returns where the search
// continues.
Result<std::uint64_t> PdfFile::add_object(std::uint32_t number,
                                          std::uint64_t at) {
  const Size size = may_read_long() ? Size::kLong : Size::kShort;
  SLUICE_TRY_ASSIGN(const Object object, read_object(number, at, size));
  const bool is_dictionary = object.value.kind == PdfKind::kDictionary;
  if (number == kNoNumber && !is_dictionary) return at;
  if (number != kNoNumber) by_number_[number] = places_.size();
  if (object.has_stream)
    open_object_.reset();
  else
    open_object_ = places_.size();
  floor_ = at;
  const bool is_long =
      size == Size::kLong && object.range.end - at + kNumbers > kShortValue;
  places_.push_back({.number = number, .begin = at, .is_long = is_long});
  if (object.has_stream) SLUICE_TRY(note(object));
  return std::max(object.next, at);
}

// Adds the stream of the word at byte `word`, which belongs to the object at
// hand or to none. Returns where the search continues.
Result<std::uint64_t> PdfFile::add_stream(std::uint64_t word) {
  Place place{.number = kNoNumber, .begin = floor_, .word = word};
  if (open_object_) {
    place = places_[*open_object_];
    place.word = word;
  }
  SLUICE_TRY_ASSIGN(const Object object, read_stream(place));
  if (!object.has_stream) return word + kStreamWord.size();
  if (open_object_)
    places_[*open_object_] = place;
  else
    places_.push_back(place);
  open_object_.reset();
  floor_ = word + kStreamWord.size();
  SLUICE_TRY(note(object));
  return object.next;
}

// Notes what a stream says about the file.
Result<void> PdfFile::note(const Object& object) {
  const PdfValue& value = object.value;
  if (value.get("Type").is_name("XRef")) SLUICE_TRY(add_trailer(value));
  if (!value.get("Type").is_name("ObjStm")) return {};
  for (const std::string_view name : {"Filter", "DecodeParms", "First", "N"})
    if (value.get(name).kind == PdfKind::kReference &&
        resolved(value.get(name)).kind == PdfKind::kEnd) {
      postponed_.push_back(object);
      return {};
    }
  return add_object_stream(object);
}

// Reads an object whose value does not say that it has a stream. It has none if
// nothing around the word says so either.
Result<PdfFile::Object> PdfFile::read_stream(const Place& place) {
  constexpr std::size_t kBehind = 64;
  Object object{.number = place.number};
  const std::uint64_t after = place.word + kStreamWord.size();
  SLUICE_TRY_ASSIGN(const std::string behind, bytes(after, kBehind));
  const std::optional<std::size_t> line = line_end(behind);
  if (!line) return object;
  const bool is_flate = begins_as_zlib(std::string_view(behind).substr(*line));
  SLUICE_TRY_ASSIGN(Object read,
                    read_object(place.number, place.begin,
                                place.is_long ? Size::kLong : Size::kShort));
  object.is_cut = read.is_cut;
  object.value = std::move(read.value);
  if (object.value.kind != PdfKind::kDictionary)
    object.value = {.kind = PdfKind::kDictionary};
  SLUICE_TRY_ASSIGN(const bool is_stream,
                    add_dictionary(place.begin, place.word, &object));
  if (!is_stream && !is_flate) return object;
  object.has_stream = true;
  object.stream.begin = after + *line;
  if (object.value.get("Filter").kind == PdfKind::kEnd && is_flate) {
    object.is_guess = true;
    object.value.items.push_back({.kind = PdfKind::kName, .text = "Filter"});
    object.value.items.push_back(
        {.kind = PdfKind::kName, .text = "FlateDecode"});
  }
  SLUICE_TRY(find_end(&object));
  // The end of such data is known, so that others may be searched after it.
  const std::vector<std::string> names = filters(object);
  const bool has_end = !names.empty() && names.front().starts_with("Fl");
  object.next = has_end ? after : object.stream.end;
  return object;
}

// Adds those entries of the dictionary before a stream that say what it is.
// Returns whether there seems to be one.
Result<bool> PdfFile::add_dictionary(std::uint64_t floor, std::uint64_t word,
                                     Object* object) const {
  constexpr std::size_t kLookBack = 4096;
  const std::uint64_t begin =
      std::max(floor, word - std::min<std::uint64_t>(word, kLookBack));
  SLUICE_TRY_ASSIGN(const std::string text, bytes(begin, word - begin));
  for (const std::string_view name :
       {"/Filter", "/DecodeParms", "/Type", "/Subtype"}) {
    const std::size_t at = text.rfind(name);
    const std::size_t end = at + name.size();
    if (at == text.npos || (end < text.size() && is_alnum(text[end])) ||
        object->value.get(name.substr(1)).kind != PdfKind::kEnd)
      continue;
    PdfValue value = PdfLexer(text, end).next();
    object->value.items.push_back(
        {.kind = PdfKind::kName, .text = std::string(name.substr(1))});
    object->value.items.push_back(std::move(value));
  }
  const std::size_t last = text.find_last_not_of(" \r\n\t");
  const bool has_end = last != text.npos && last > 0 &&
                       std::string_view(text).substr(last - 1, 2) == ">>";
  return has_end || object->value.get("Filter").kind != PdfKind::kEnd;
}

}  // namespace sluice
