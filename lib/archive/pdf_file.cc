#include "archive/pdf_file.h"

#include <algorithm>
#include <utility>

#include "archive/held_bytes.h"
#include "archive/zlib_bytes.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kBlock = 64 * 1024;
constexpr std::size_t kShortValue = 2048;
constexpr std::size_t kLongValue = 256 * 1024;
constexpr std::size_t kMostOfStream = 32 << 20;  // unpacked

// The numbers before "obj" at `at`: "12 0 ". Returns 0 if there are none.
std::uint32_t number_before(std::string_view text, std::size_t at) {
  const auto back = [&](auto is) {
    const std::size_t end = at;
    while (at > 0 && is(text[at - 1])) --at;
    return text.substr(at, end - at);
  };
  const auto is_space = [](char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  };
  constexpr std::size_t kMostDigits = 9;
  back(is_space);
  if (back(is_digit).empty() || back(is_space).empty()) return 0;
  const std::string_view digits = back(is_digit);
  if (digits.empty() || digits.size() > kMostDigits) return 0;
  std::uint32_t number = 0;
  for (const char c : digits)
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  return number;
}

std::string from_hex(std::string_view text) {
  std::string bytes;
  unsigned digits = 0;
  unsigned value = 0;
  for (const char c : text) {
    if (c == '>') break;
    if (!is_hex(c)) continue;
    value = value * 16 + hex_value(c);
    if (++digits % 2 != 0) continue;
    bytes += static_cast<char>(value);
    value = 0;
  }
  return bytes;
}

std::string from_base85(std::string_view text) {
  std::string bytes;
  std::uint32_t value = 0;
  unsigned digits = 0;
  const auto add = [&](unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      bytes += static_cast<char>(value >> (24 - 8 * i) & 0xFF);
    value = digits = 0;
  };
  for (const char c : text) {
    if (c == '~') break;
    if (c == 'z' && digits == 0) bytes.append(4, '\0');
    if (c < '!' || c > 'u') continue;
    value = value * 85 + static_cast<std::uint32_t>(c - '!');
    if (++digits == 5) add(4);
  }
  if (const unsigned left = digits; left > 1) {
    for (; digits < 5; ++digits) value = value * 85 + 84;
    add(left - 1);
  }
  return bytes;
}

}  // namespace

Result<void> PdfFile::open() {
  SLUICE_TRY(search());
  if (trailer_.get("Encrypt").kind != PdfKind::kEnd)
    return fail(ErrorCode::kIo, "it is encrypted");
  if (places_.empty()) return fail(ErrorCode::kIo, "it has no objects");
  return {};
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

// The search passes over streams whose length is known to be right.
Result<void> PdfFile::search() {
  constexpr std::size_t kNumbers = 32;  // before "obj"
  std::uint64_t at = 0;
  std::uint64_t done = 0;  // hits before it were seen
  while (at < source_.size()) {
    SLUICE_TRY_ASSIGN(const std::string block, bytes(at, kBlock));
    if (block.empty()) return {};
    std::uint64_t next = at + std::max(block.size(), kNumbers + 1) - kNumbers;
    if (at + block.size() >= source_.size()) next = source_.size();
    const std::string_view text = block;
    for (std::size_t found = 0;;) {
      const std::size_t object = text.find("obj", found);
      const std::size_t trailer = text.find("trailer", found);
      const std::size_t hit = std::min(object, trailer);
      if (hit == text.npos) break;
      std::uint64_t end = at + hit + 3;
      if (end <= done) {
        found = hit + 3;
        continue;
      }
      if (!count()) return fail_bound();
      if (hit == trailer) {
        SLUICE_TRY_ASSIGN(const std::string value, bytes(end + 4, kLongValue));
        SLUICE_TRY(add_trailer(PdfLexer(value).next()));
      } else if (const std::uint32_t number = number_before(text, hit)) {
        SLUICE_TRY_ASSIGN(end, add_object(number, end));
      }
      done = std::max(end, at + hit + 3);
      if (end >= at + block.size()) {
        next = std::max(next, end);
        break;
      }
      found = end - at;
    }
    at = next;
  }
  return {};
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

// Adds the object whose value begins at byte `at`. Returns where the search
// continues.
Result<std::uint64_t> PdfFile::add_object(std::uint32_t number,
                                          std::uint64_t at) {
  SLUICE_TRY_ASSIGN(const Object object, read_object(number, at));
  by_number_[number] = places_.size();
  places_.push_back({.number = number, .begin = at});
  if (!object.has_stream) return object.range.end;
  if (object.value.get("Type").is_name("XRef"))
    SLUICE_TRY(add_trailer(object.value));
  if (object.value.get("Type").is_name("ObjStm"))
    SLUICE_TRY(add_object_stream(object));
  return std::max(object.stream.end, at);
}

// The text begins with the numbers of objects and where they are.
Result<void> PdfFile::add_object_stream(const Object& object) {
  constexpr std::uint32_t kMostObjects = 100'000;
  std::string why;
  std::string text = unpacked(object, &why);
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
  streams_.push_back({object.number, std::move(text)});
  return {};
}

Result<PdfFile::Object> PdfFile::read_object(std::uint32_t number,
                                             std::uint64_t at) {
  Object object{.number = number};
  for (const std::size_t size : {kShortValue, kLongValue}) {
    SLUICE_TRY_ASSIGN(const std::string text, bytes(at, size));
    PdfLexer lexer(text);
    object.value = lexer.next();
    const std::size_t end = lexer.at();
    lexer.skip_blanks();
    object.range = {at, at + end};
    if (lexer.at() + 16 > text.size() && text.size() == size) continue;
    std::string_view rest = std::string_view(text).substr(lexer.at());
    if (object.value.kind != PdfKind::kDictionary ||
        !rest.starts_with("stream"))
      return object;
    constexpr std::size_t kStream = 6;
    rest.remove_prefix(kStream);
    const std::size_t line = rest.starts_with("\r\n") ? 2
                             : rest.starts_with('\n') || rest.starts_with('\r')
                                 ? 1
                                 : 0;
    object.has_stream = true;
    object.stream.begin = at + lexer.at() + kStream + line;
    SLUICE_TRY(find_end(&object));
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
  for (std::uint64_t at = begin; at < source_.size();) {
    SLUICE_TRY_ASSIGN(const std::string block, bytes(at, kBlock));
    if (const std::size_t found = block.find(kEnd); found != block.npos) {
      object->stream.end = at + found;
      return {};
    }
    if (block.size() < kBlock || !unpacking_.add(0)) break;
    at += block.size() - kEnd.size();
  }
  object->stream.end = source_.size();
  return {};
}

Result<PdfFile::Object> PdfFile::at(std::size_t index) {
  const Place place = places_[index];
  if (place.stream < 0) return read_object(place.number, place.begin);
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

std::string PdfFile::unpacked(const Object& object, std::string* why) {
  constexpr std::size_t kMostFilters = 4;
  PdfValue filters = resolved(object.value.get("Filter"));
  if (filters.kind == PdfKind::kName) {
    PdfValue one = std::move(filters);
    filters = {.kind = PdfKind::kArray};
    filters.items.push_back(std::move(one));
  }
  const std::uint64_t size =
      object.stream.end - std::min(object.stream.begin, object.stream.end);
  Result<std::string> packed =
      bytes(object.stream.begin, std::min<std::uint64_t>(size, kMostOfStream));
  if (!packed || size > kMostOfStream)
    *why = packed ? "it has more than 32 MiB" : packed.error().message;
  std::string text = std::move(packed).value_or("");
  if (filters.items.size() > kMostFilters) *why = "it has too many filters";
  for (const PdfValue& filter : filters.items) {
    if (!why->empty()) break;
    text = without_filter(resolved(filter).text, std::move(text), why);
  }
  if (filters.items.empty() && !unpacking_.add(text.size()))
    *why = unpacking_.over();
  return text;
}

std::string PdfFile::without_filter(std::string_view filter, std::string packed,
                                    std::string* why) {
  if (filter == "ASCIIHexDecode" || filter == "AHx") return from_hex(packed);
  if (filter == "ASCII85Decode" || filter == "A85") return from_base85(packed);
  if (filter != "FlateDecode" && filter != "Fl") {
    *why = "its filter is not read";
    return {};
  }
  const TextBytes source(packed);
  ZlibBytes inflated(source, {0, packed.size()}, unpacking_);
  CountedBytes counted(unpacking_.memory());
  std::string text;
  char block[16 * 1024];
  for (;;) {
    const Result<std::size_t> got = inflated.read(block, sizeof block);
    if (!got) *why = got.error().message;
    if (got.value_or(0) == 0) return text;
    text.append(block, *got);
    counted.set(packed.size() + text.capacity());
    if (unpacking_.memory()->refused()) *why = unpacking_.take_refusal();
    if (text.size() > kMostOfStream) *why = "it unpacks to more than 32 MiB";
    if (!why->empty()) return text;
  }
}

}  // namespace sluice
