// One pass over the objects classifies the streams. The pages are found from
// the catalog, and a page that it does not lead to comes after the others. The
// text of each member is made when it is asked for.

#include "archive/pdf_members.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/pdf_file.h"
#include "archive/pdf_text.h"

namespace sluice {
namespace {

constexpr std::size_t kMostFonts = 64;  // that are kept

class PdfMembers final : public ListedMembers {
 public:
  PdfMembers(const ByteSource& source, Unpacking& unpacking)
      : ListedMembers(source, Packing::kPdf, unpacking) {}

  Result<std::optional<Member>> next() override;
  Result<std::size_t> read(char* buffer, std::size_t size) override;

 private:
  enum class Part : std::uint8_t {
    kMetadata,
    kPage,
    kForm,
    kFile,  // attached
    kObjects,
    kStream,
  };
  struct Planned {
    Part part = Part::kMetadata;
    std::string name;
    std::uint32_t object = 0;
    std::size_t index = 0;  // of PdfFile::at(), or of an object stream
  };

  void plan();
  void plan_pages(std::vector<std::uint32_t> pages);
  void plan_object(const PdfFile::Object& object, std::size_t index);
  std::string text_of(const Planned& one);
  std::string metadata();
  std::string page_text(std::uint32_t page);
  std::string form_text(const PdfFile::Object& object);
  std::string stream_text(const PdfFile::Object& object);
  std::string shown(const std::string& content, const PdfValue& resources);
  const PdfFont* font(const PdfValue& value);

  PdfFile file_{source_, unpacking_};
  bool opened_ = false;
  std::vector<Planned> planned_;
  std::vector<Planned> later_;        // forms, attached files, streams
  std::vector<std::uint32_t> pages_;  // in the order of the file
  std::vector<std::uint32_t> xmp_;
  std::set<std::uint32_t> contents_;  // streams of pages
  std::map<std::uint32_t, PdfFont> fonts_;
  std::size_t next_ = 0;
  bool is_made_ = false;
  std::string text_;  // of the member at hand, from given_ on
  std::size_t given_ = 0;
  std::string why_not_;
  CountedBytes counted_{unpacking_.memory()};
};

Result<std::optional<Member>> PdfMembers::next() {
  if (!source_.may_seek())
    return fail(ErrorCode::kIo, "it is too large to be read in order");
  if (!std::exchange(opened_, true)) {
    SLUICE_TRY(file_.open());
    plan();
  }
  if (unpacking_.memory()->refused())
    return fail(ErrorCode::kIo, "{}", unpacking_.take_refusal());
  is_made_ = false;
  if (next_ == planned_.size()) return std::nullopt;
  return Member{.name = planned_[next_++].name, .is_file = true};
}

void PdfMembers::plan() {
  planned_.push_back({Part::kMetadata, "metadata"});
  for (std::size_t i = 0; i < file_.size(); ++i) {
    if (!unpacking_.add(0) || unpacking_.memory()->refused()) return;
    if (const Result<PdfFile::Object> object = file_.at(i))
      plan_object(*object, i);
    counted_.set((planned_.size() + later_.size()) * sizeof(Planned) * 2);
  }
  std::vector<std::uint32_t> pages;
  std::set<std::uint32_t> seen;
  // Children are put on the stack in reverse, so that they come in order.
  std::vector<std::uint32_t> waiting;
  const PdfValue root = file_.resolved(file_.trailer().get("Root"));
  if (root.get("Pages").kind == PdfKind::kReference)
    waiting.push_back(root.get("Pages").natural());
  while (!waiting.empty() && unpacking_.add(0)) {
    const std::uint32_t number = waiting.back();
    waiting.pop_back();
    if (!seen.insert(number).second) continue;
    const PdfValue node = file_.object(number).value;
    const PdfValue kids = file_.resolved(node.get("Kids"));
    if (kids.kind != PdfKind::kArray) {
      if (node.kind == PdfKind::kDictionary) pages.push_back(number);
      continue;
    }
    for (std::size_t i = kids.items.size(); i-- > 0;)
      waiting.push_back(kids.items[i].natural());
  }
  for (const std::uint32_t page : pages_)
    if (seen.insert(page).second) pages.push_back(page);
  plan_pages(std::move(pages));
}

void PdfMembers::plan_pages(std::vector<std::uint32_t> pages) {
  std::size_t number = 0;
  for (const std::uint32_t page : pages) {
    planned_.push_back({Part::kPage, fmt::format("page {}", ++number), page});
    const PdfValue contents = file_.object(page).value.get("Contents");
    if (contents.kind == PdfKind::kReference)
      contents_.insert(contents.natural());
    for (const PdfValue& item : file_.resolved(contents).items)
      contents_.insert(item.natural());
  }
  for (Planned& one : later_)
    if (one.part != Part::kStream || !contents_.contains(one.object) ||
        !file_.is_last(one.index))
      planned_.push_back(std::move(one));
  const auto& streams = file_.object_streams();
  for (std::size_t i = 0; i < streams.size(); ++i)
    planned_.push_back({.part = Part::kObjects,
                        .name = fmt::format("objects {}", streams[i].number),
                        .index = i});
}

void PdfMembers::plan_object(const PdfFile::Object& object, std::size_t index) {
  const PdfValue& value = object.value;
  if (value.get("Type").is_name("Page")) pages_.push_back(object.number);
  if (const PdfValue file = file_.resolved(value.get("EF"));
      file.kind == PdfKind::kDictionary) {
    const PdfValue& name =
        value.get(value.get("UF").kind == PdfKind::kEnd ? "F" : "UF");
    later_.push_back({Part::kFile, pdf_text_string(file_.resolved(name).text),
                      file.get("F").natural()});
  }
  if (!object.has_stream) return;
  const std::string_view older = file_.is_last(index) ? "" : " (older)";
  const PdfValue& type = value.get("Type");
  const PdfValue& subtype = value.get("Subtype");
  const auto has = [&](std::string_view name) {
    return value.get(name).kind != PdfKind::kEnd;
  };
  if (type.is_name("Metadata")) {
    xmp_.push_back(object.number);
  } else if (subtype.is_name("Form")) {
    later_.push_back(
        {Part::kForm, fmt::format("form {}", object.number), object.number});
  } else if (!type.is_name("ObjStm") && !type.is_name("XRef") &&
             !type.is_name("EmbeddedFile") && !subtype.is_name("Image") &&
             !subtype.is_name("Type1C") && !subtype.is_name("OpenType") &&
             !subtype.is_name("CIDFontType0C") && !has("Length1") &&
             !has("Alternate") && !has("FunctionType") && !has("CMapName")) {
    later_.push_back({Part::kStream,
                      fmt::format("stream {}{}", object.number, older),
                      object.number, index});
  }
}

std::string PdfMembers::stream_text(const PdfFile::Object& object) {
  if (!object.has_stream) return {};
  std::string text = file_.unpacked(object, &why_not_);
  if (why_not_.empty()) add_owned(object.stream);
  return text;
}

std::string PdfMembers::metadata() {
  const PdfValue& reference = file_.trailer().get("Info");
  PdfFile::Object info;
  if (reference.kind == PdfKind::kReference)
    info = file_.object(reference.natural());
  std::string text;
  for (std::size_t i = 0; i + 1 < info.value.items.size(); i += 2) {
    const PdfValue value = file_.resolved(info.value.items[i + 1]);
    if (value.kind == PdfKind::kString)
      text +=
          info.value.items[i].text + ": " + pdf_text_string(value.text) + '\n';
  }
  if (info.range.end != 0) add_owned(info.range);
  for (const std::uint32_t xmp : xmp_)
    text += stream_text(file_.object(xmp)) + '\n';
  return text;
}

// The resources may be those of a node above the page.
std::string PdfMembers::page_text(std::uint32_t page) {
  constexpr int kHighest = 32;
  PdfValue node = file_.object(page).value;
  const PdfValue contents = node.get("Contents");
  PdfValue resources = file_.resolved(node.get("Resources"));
  for (int i = 0; i < kHighest && resources.kind != PdfKind::kDictionary; ++i) {
    node = file_.resolved(node.get("Parent"));
    if (node.kind != PdfKind::kDictionary) break;
    resources = file_.resolved(node.get("Resources"));
  }
  std::string content;
  const auto add = [&](const PdfValue& stream) {
    if (stream.kind == PdfKind::kReference)
      content += stream_text(file_.object(stream.natural())) + '\n';
  };
  const PdfValue streams = file_.resolved(contents);
  if (streams.kind == PdfKind::kArray)
    for (const PdfValue& stream : streams.items) add(stream);
  else
    add(contents);
  return shown(content, resources);
}

std::string PdfMembers::form_text(const PdfFile::Object& object) {
  return shown(stream_text(object),
               file_.resolved(object.value.get("Resources")));
}

std::string PdfMembers::shown(const std::string& content,
                              const PdfValue& resources) {
  std::map<std::string, const PdfFont*> fonts;
  if (fonts_.size() > kMostFonts) fonts_.clear();
  const PdfValue of_page = file_.resolved(resources.get("Font"));
  for (std::size_t i = 0;
       i + 1 < of_page.items.size() && fonts.size() < kMostFonts; i += 2)
    fonts[of_page.items[i].text] = font(of_page.items[i + 1]);
  std::string text = pdf_page_text(content, fonts);
  if (!unpacking_.add(text.size())) why_not_ = unpacking_.over();
  return text;
}

const PdfFont* PdfMembers::font(const PdfValue& value) {
  if (value.kind != PdfKind::kReference) return nullptr;
  const auto [found, is_new] = fonts_.try_emplace(value.natural());
  PdfFont& font = found->second;
  if (!is_new) return &font;
  const PdfValue dictionary = file_.resolved(value);
  const bool is_wide = dictionary.get("Subtype").is_name("Type0");
  const PdfValue encoding = file_.resolved(dictionary.get("Encoding"));
  read_differences(file_.resolved(encoding.get("Differences")), &font);
  read_widths(file_.resolved(dictionary.get("FirstChar")).natural(),
              file_.resolved(dictionary.get("Widths")), &font);
  // The widths of a Type3 font are in units of its own.
  const PdfValue matrix = file_.resolved(dictionary.get("FontMatrix"));
  if (!matrix.items.empty())
    for (auto& [code, width] : font.widths)
      width *= matrix.items.front().number * 1000;
  const PdfValue below = file_.resolved(dictionary.get("DescendantFonts"));
  if (!below.items.empty()) {
    const PdfValue wide = file_.resolved(below.items.front());
    const PdfValue width = file_.resolved(wide.get("DW"));
    font.width = width.kind == PdfKind::kNumber ? width.number : 1000;
    read_wide_widths(file_.resolved(wide.get("W")), &font);
  }
  font.code_size = is_wide ? 2 : 1;
  const PdfValue& unicode = dictionary.get("ToUnicode");
  if (unicode.kind != PdfKind::kReference) return &font;
  const PdfFile::Object cmap = file_.object(unicode.natural());
  std::string why;
  if (cmap.has_stream) read_to_unicode(file_.unpacked(cmap, &why), &font);
  // Some programs write a map of longer codes for such a font.
  if (!is_wide) font.code_size = 1;
  return &font;
}

std::string PdfMembers::text_of(const Planned& one) {
  switch (one.part) {
    case Part::kMetadata:
      return metadata();
    case Part::kPage:
      return page_text(one.object);
    case Part::kForm:
      return form_text(file_.at(one.index).value_or(PdfFile::Object{}));
    case Part::kObjects:
      return file_.object_streams()[one.index].text;
    case Part::kFile:
      return stream_text(file_.object(one.object));
    case Part::kStream:
      break;
  }
  std::string text =
      stream_text(file_.at(one.index).value_or(PdfFile::Object{}));
  // The map of a font's characters.
  if (text.starts_with("/CIDInit")) text.clear();
  return text;
}

Result<std::size_t> PdfMembers::read(char* buffer, std::size_t size) {
  if (!std::exchange(is_made_, true)) {
    why_not_.clear();
    given_ = 0;
    text_ = text_of(planned_[next_ - 1]);
    counted_.set((planned_.size() + later_.size()) * sizeof(Planned) * 2 +
                 text_.capacity());
  }
  const std::size_t some = text_.copy(buffer, size, given_);
  given_ += some;
  if (some == 0 && !why_not_.empty())
    return fail(ErrorCode::kIo, "{}", why_not_);
  return some;
}

}  // namespace

std::unique_ptr<Members> open_pdf(const ByteSource& source,
                                  Unpacking& unpacking) {
  return std::make_unique<PdfMembers>(source, unpacking);
}

}  // namespace sluice
