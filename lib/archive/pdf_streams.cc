// How PdfFile unpacks a stream: its filters one after another, and the
// predictors that they have.

#include <algorithm>
#include <utility>

#include "archive/held_bytes.h"
#include "archive/pdf_file.h"
#include "archive/pdf_filters.h"
#include "archive/zlib_bytes.h"

namespace sluice {
namespace {

bool is_flate(std::string_view filter) {
  return filter == "FlateDecode" || filter == "Fl";
}

PdfPredictor predictor_of(const PdfValue& parameters) {
  PdfPredictor predictor;
  const auto read = [&](std::string_view name, std::uint32_t* to) {
    const PdfValue& value = parameters.get(name);
    if (value.kind == PdfKind::kNumber) *to = value.natural();
  };
  read("Predictor", &predictor.kind);
  read("Colors", &predictor.colors);
  read("BitsPerComponent", &predictor.bits);
  read("Columns", &predictor.columns);
  return predictor;
}

}  // namespace

std::vector<std::string> PdfFile::filters(const Object& object) {
  const PdfValue value = resolved(object.value.get("Filter"));
  std::vector<std::string> names;
  if (value.kind == PdfKind::kName) names.push_back(value.text);
  for (const PdfValue& item : value.items) names.push_back(resolved(item).text);
  return names;
}

// Returns the parameters of one of the filters, with all of its values.
PdfValue PdfFile::parameters(const Object& object, std::size_t filter,
                             std::size_t filters) {
  const PdfValue& named = object.value.get("DecodeParms");
  PdfValue value =
      resolved(named.kind == PdfKind::kEnd ? object.value.get("DP") : named);
  if (value.kind == PdfKind::kArray) {
    if (filter >= value.items.size()) return {};
    PdfValue item = resolved(value.items[filter]);
    value = std::move(item);
  } else if (filter + 1 != filters) {
    // One dictionary belongs to the last of several filters.
    return {};
  }
  for (PdfValue& item : value.items)
    if (item.kind == PdfKind::kReference) item = resolved(item);
  return value;
}

PdfFile::Unpacked PdfFile::unpacked(const Object& object, std::size_t most) {
  constexpr std::size_t kMostFilters = 4;
  constexpr std::size_t kPackedHead = 64 * 1024;
  // Bytes after the end of what an inner filter read, which no file has.
  constexpr std::size_t kLeastAfter = 8;
  const std::vector<std::string> names = filters(object);
  Unpacked made{.used = {object.stream.begin,
                         std::max(object.stream.begin, object.stream.end)}};
  if (names.size() > kMostFilters) {
    made.why = "it has too many filters";
    return made;
  }
  const bool flate_first = !names.empty() && is_flate(names.front());
  if (!flate_first) {
    const std::uint64_t size = made.used.end - made.used.begin;
    Result<std::string> packed = bytes(
        made.used.begin, std::min<std::uint64_t>(
                             size, most < kMostOfStream ? kPackedHead : most));
    if (!packed)
      made.why = packed.error().message;
    else if (size > kMostOfStream)
      made.why = "it has more than 32 MiB";
    made.text = std::move(packed).value_or("");
    if (!unpacking_.add(made.text.size())) made.why = unpacking_.over();
  }
  std::string rests;
  for (std::size_t i = 0; i < names.size() && made.why.empty(); ++i) {
    const PdfValue values = parameters(object, i, names.size());
    if (i == 0 && flate_first) {
      made.used.end -= inflate(source_, made.used, most, &made);
    } else {
      std::string rest = decode(names[i], values, most, &made);
      if (i == 0) made.used.end -= rest.size();
      if (i != 0) rests += rest;
    }
    CountedBytes counted(unpacking_.memory());
    counted.set(2 * made.text.capacity());
    if (unpacking_.memory()->refused()) made.why = unpacking_.take_refusal();
    Result<std::string> undone =
        pdf_without_predictor(predictor_of(values), std::move(made.text));
    if (!undone) made.why = undone.error().message;
    made.text = std::move(undone).value_or("");
  }
  if (rests.size() >= kLeastAfter) (made.text += '\n') += rests;
  return made;
}

// Adds what a zlib stream unpacks to. Returns how many bytes follow it.
std::uint64_t PdfFile::inflate(const ByteSource& packed, ByteRange range,
                               std::size_t most, Unpacked* made) {
  ZlibBytes inflated(packed, {range.begin, range.end - range.begin},
                     unpacking_);
  CountedBytes counted(unpacking_.memory());
  char block[16 * 1024];
  while (most == kMostOfStream || made->text.size() < most) {
    const Result<std::size_t> got = inflated.read(block, sizeof block);
    if (!got) made->why = got.error().message;
    if (got.value_or(0) == 0) break;
    made->text.append(block, *got);
    counted.set(made->text.capacity());
    if (unpacking_.memory()->refused()) made->why = unpacking_.take_refusal();
    if (made->text.size() > kMostOfStream)
      made->why = "it unpacks to more than 32 MiB";
    if (!made->why.empty()) break;
  }
  return inflated.left();
}

// Replaces the text by that without a filter. Returns the bytes that follow the
// end of its data.
std::string PdfFile::decode(const std::string& filter,
                            const PdfValue& parameters, std::size_t most,
                            Unpacked* made) {
  std::string packed = std::exchange(made->text, {});
  CountedBytes counted(unpacking_.memory());
  counted.set(packed.capacity());
  if (is_flate(filter)) {
    const TextBytes source(packed);
    const std::uint64_t left = inflate(source, {0, packed.size()}, most, made);
    return packed.substr(packed.size() - left);
  }
  // Only an encrypted file has others of its kind.
  if (filter == "Crypt" && (parameters.get("Name").kind == PdfKind::kEnd ||
                            parameters.get("Name").is_name("Identity"))) {
    made->text = std::move(packed);
    return {};
  }
  const PdfValue& early = parameters.get("EarlyChange");
  std::optional<PdfDecoded> decoded = pdf_without_filter(
      filter, packed, early.kind != PdfKind::kNumber || early.number != 0,
      kMostOfStream);
  if (!decoded) {
    made->why = "its filter is not read";
    return {};
  }
  made->text = std::move(decoded->bytes);
  made->why = std::move(decoded->why);
  counted.set(packed.capacity() + made->text.capacity());
  if (!unpacking_.add(made->text.size())) made->why = unpacking_.over();
  if (unpacking_.memory()->refused()) made->why = unpacking_.take_refusal();
  return packed.substr(decoded->used);
}

}  // namespace sluice
