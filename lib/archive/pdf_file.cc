#include "archive/pdf_file.h"

#include <algorithm>
#include <utility>

#include "archive/held_bytes.h"

namespace sluice {
Result<void> PdfFile::open() {
  SLUICE_TRY(search({0, source_.size()}));
  for (const Object& object : std::exchange(postponed_, {}))
    SLUICE_TRY(add_object_stream(object));
  if (trailer_.get("Encrypt").kind != PdfKind::kEnd)
    return fail(ErrorCode::kIo, "it is encrypted");
  if (places_.empty()) return fail(ErrorCode::kIo, "it has no objects");
  return {};
}

// Returns how many bytes are between the word "stream" and its data, or nothing
// if no line ends there.
std::optional<std::size_t> PdfFile::line_end(std::string_view text) {
  const std::size_t at = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(at);
  if (text.starts_with("\r\n")) return at + 2;
  if (text.starts_with('\n') || text.starts_with('\r')) return at + 1;
  return std::nullopt;
}

// Returns where the search continues after a value that has `size` bytes of
// `text`. If a stream is within these, the value is wrong, or made to hide it.
std::size_t PdfFile::end_of_value(std::string_view text, std::size_t size) {
  const std::size_t stream = text.substr(0, size).find(kStreamWord);
  if (stream == text.npos) return size;
  const std::size_t object = text.substr(0, stream).rfind(kObjectWord);
  if (object == text.npos) return stream;
  return object - std::min(object, kNumbers);
}

bool PdfFile::count() {
  constexpr std::size_t kOfNumber = 64;
  counted_.set(places_.capacity() * sizeof(Place) +
               by_number_.size() * kOfNumber + held_);
  return !unpacking_.memory()->refused() && unpacking_.add(0);
}

tl::unexpected<Error> PdfFile::fail_bound() {
  if (!unpacking_.over().empty())
    return fail(ErrorCode::kIo, "{}", unpacking_.over());
  return fail(ErrorCode::kIo, "{}", unpacking_.take_refusal());
}

Result<std::string> PdfFile::bytes(std::uint64_t at, std::size_t size) const {
  std::string some(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    SLUICE_TRY_ASSIGN(
        const std::size_t got,
        source_.read_at(some.data() + filled, size - filled, at + filled));
    if (got == 0) break;
    filled += got;
  }
  some.resize(filled);
  return some;
}

Result<void> PdfFile::add_trailer(const PdfValue& value) {
  if (value.kind != PdfKind::kDictionary) return {};
  for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
    const std::string& name = value.items[i].text;
    if (name != "Root" && name != "Info" && name != "Encrypt") continue;
    std::vector<PdfValue>& items = trailer_.items;
    std::size_t where = 0;
    while (where < items.size() && items[where].text != name) where += 2;
    if (where == items.size()) items.resize(where + 2);
    items[where] = value.items[i];
    items[where + 1] = value.items[i + 1];
  }
  return {};
}

// The text begins with the numbers of objects and where they are.
Result<void> PdfFile::add_object_stream(const Object& object) {
  constexpr std::uint32_t kMostObjects = 100'000;
  Unpacked made = unpacked(object);
  std::string text = std::move(made.text);
  const std::uint32_t first = resolved(object.value.get("First")).natural();
  const std::uint32_t count =
      std::min(resolved(object.value.get("N")).natural(), kMostObjects);
  const auto stream = static_cast<std::int32_t>(streams_.size());
  PdfLexer numbers(text);
  for (std::uint32_t i = 0; i < count; ++i) {
    const PdfValue number = numbers.next();
    const PdfValue offset = numbers.next();
    if (number.kind != PdfKind::kNumber || offset.kind != PdfKind::kNumber)
      break;
    by_number_[number.natural()] = places_.size();
    places_.push_back(
        {number.natural(), stream, std::uint64_t{first} + offset.natural()});
  }
  held_ += text.size();
  streams_.push_back({object.number, std::move(text), std::move(made.why)});
  return {};
}

// Reads the value of an object, which begins at byte `at`. Only the first bytes
// are read if the size is kShort.
Result<PdfFile::Object> PdfFile::read_object(std::uint32_t number,
                                             std::uint64_t at, Size most) {
  Object object{.number = number};
  for (const std::size_t size : {kShortValue, kLongValue}) {
    if (size == kLongValue && most == Size::kShort) break;
    if (size == kLongValue) read_long_ += size;
    SLUICE_TRY_ASSIGN(const std::string text, bytes(at, size));
    PdfLexer lexer(text);
    object.value = lexer.next();
    const std::size_t end = lexer.at();
    lexer.skip_blanks();
    object.range = {at, at + end};
    object.next = at + end_of_value(text, end);
    object.is_cut = lexer.is_cut() ||
                    (lexer.at() + 16 > text.size() && text.size() == size);
    if (object.is_cut) continue;
    std::string_view rest = std::string_view(text).substr(lexer.at());
    if (object.value.kind != PdfKind::kDictionary ||
        !rest.starts_with(kStreamWord))
      return object;
    rest.remove_prefix(kStreamWord.size());
    object.has_stream = true;
    object.stream.begin =
        at + lexer.at() + kStreamWord.size() + line_end(rest).value_or(0);
    SLUICE_TRY(find_end(&object));
    if (object.next == object.range.end)
      object.next = std::max(object.stream.end, at);
    return object;
  }
  return object;
}

// The end of the stream is searched if its length is not right.
Result<void> PdfFile::find_end(Object* object) {
  constexpr std::string_view kEnd = "endstream";
  const std::uint64_t begin = object->stream.begin;
  const PdfValue& length = object->value.get("Length");
  const std::uint64_t said =
      length.kind == PdfKind::kNumber ? length.natural() : 0;
  object->stream.end = std::min<std::uint64_t>(begin + said, source_.size());
  if (said != 0) {
    SLUICE_TRY_ASSIGN(const std::string after,
                      bytes(begin + said, kEnd.size() + 2));
    const std::size_t found = after.find(kEnd);
    if (found != after.npos) return {};
  }
  if (begin < stream_end_.begin || begin > stream_end_.end) {
    stream_end_ = {begin, source_.size()};
    for (std::uint64_t at = begin; at < source_.size();) {
      SLUICE_TRY_ASSIGN(const std::string block, bytes(at, kBlock));
      if (const std::size_t found = block.find(kEnd); found != block.npos) {
        stream_end_.end = at + found;
        break;
      }
      if (block.size() < kBlock || !unpacking_.add(0)) break;
      at += block.size() - kEnd.size();
    }
  }
  object->stream.end = stream_end_.end;
  return {};
}

Result<PdfFile::Object> PdfFile::at(std::size_t index) {
  SLUICE_TRY_ASSIGN(Object object, read_place(places_[index]));
  object.index = index;
  return object;
}

Result<PdfFile::Object> PdfFile::read_place(const Place& place) {
  if (place.word != 0) return read_stream(place);
  if (place.stream < 0)
    return read_object(place.number, place.begin,
                       place.is_long ? Size::kLong : Size::kShort);
  const std::string_view text =
      streams_[static_cast<std::size_t>(place.stream)].text;
  Object object{.number = place.number};
  if (place.begin < text.size())
    object.value = PdfLexer(text.substr(place.begin, kLongValue)).next();
  return object;
}

PdfFile::Object PdfFile::object(std::uint32_t number) {
  const auto found = by_number_.find(number);
  if (found == by_number_.end() || !unpacking_.add(0)) return {};
  return at(found->second).value_or(Object{});
}

PdfValue PdfFile::resolved(const PdfValue& value) {
  constexpr int kMostSteps = 8;
  PdfValue result = value;
  for (int i = 0; i < kMostSteps && result.kind == PdfKind::kReference; ++i)
    result = object(result.natural()).value;
  return result.kind == PdfKind::kReference ? PdfValue{} : result;
}

}  // namespace sluice
