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

#include "archive/pdf_attached.h"
#include "archive/pdf_file.h"
#include "archive/pdf_fonts.h"
#include "archive/pdf_images.h"
#include "archive/pdf_pages.h"
#include "archive/pdf_rest.h"
#include "archive/pdf_text.h"

namespace sluice {
namespace {

constexpr std::uint64_t kLeastRest = 16;
constexpr std::uint64_t kMostInfo = 256 * 1024;

// Whether bytes that should be operators or XML begin as another kind of file.
bool is_foreign(std::string_view text) {
  constexpr std::size_t kLook = 8;
  if (text.starts_with("\xEF\xBB\xBF")) return false;  // a mark of UTF-8
  return packing_of(text) ||
         std::ranges::any_of(text.substr(0, kLook), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte >= 0x7F || (byte < ' ' && !is_pdf_blank(c));
         });
}

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
    kOther,
  };
  struct Planned {
    Part part = Part::kMetadata;
    std::string name;
    std::uint32_t object = 0;
    std::size_t index = 0;  // of PdfFile::at(), or of an object stream
  };

  std::size_t planned_bytes() const {
    return (planned_.size() + later_.size()) * sizeof(Planned) * 2 +
           rest_.memory();
  }
  Result<std::optional<Member>> next_of_rest();
  void plan();
  void plan_pages(std::vector<std::uint32_t> pages);
  void plan_object_streams();
  void plan_object(const PdfFile::Object& object, std::size_t index);
  std::string text_of(const Planned& one);
  std::string content_text(const PdfFile::Object& object);
  void search_rest(ByteRange rest);
  PdfFile::Object info();
  std::string metadata();
  std::set<std::string> known_strings();
  std::string page_text(std::uint32_t page);
  std::string form_text(const PdfFile::Object& object);
  std::string stream_text(const PdfFile::Object& object);
  std::string shown(const std::string& content, const PdfValue& resources);

  PdfFile file_{source_, unpacking_};
  bool opened_ = false;
  std::vector<Planned> planned_;
  std::vector<Planned> later_;        // forms, attached files, streams
  std::vector<std::uint32_t> pages_;  // in the order of the file
  std::vector<std::size_t> xmp_;      // indices of PdfFile::at()
  // Objects whose last streams are those of pages or attached files.
  std::set<std::uint32_t> taken_;
  std::set<std::pair<std::uint32_t, std::string>> attached_;
  std::set<std::uint64_t> foreign_;   // begins of streams
  std::set<std::uint64_t> searched_;  // where search_rest() began
  PdfRest rest_{source_, unpacking_};
  bool had_strings_ = false;
  bool ended_ = false;
  PackedStream* packed_ = nullptr;  // the member at hand, if not null
  PdfFonts fonts_{file_};
  std::size_t object_streams_ = 0;  // that are planned
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
  if (next_ < planned_.size())
    return Member{.name = planned_[next_++].name, .is_file = true};
  return next_of_rest();
}

// Strings and streams that belong to no member before.
Result<std::optional<Member>> PdfMembers::next_of_rest() {
  why_not_.clear();
  given_ = 0;
  is_made_ = true;
  text_.clear();
  if (!std::exchange(had_strings_, true)) {
    Result<std::string> text = rest_.strings(file_, known_strings());
    if (!text)
      why_not_ = text.error().message;
    else if (text_ = *std::move(text); !unpacking_.add(text_.size()))
      why_not_ = unpacking_.over();
    if (!text_.empty() || !why_not_.empty())
      return Member{.name = "strings", .is_file = true};
  }
  SLUICE_TRY_ASSIGN(packed_, rest_.next_packed());
  if (packed_ != nullptr)
    return Member{.name = fmt::format("{}@{:#x}", name_of(packed_->kind()),
                                      rest_.packed_begin()),
                  .is_file = true};
  if (std::exchange(ended_, true) || !rest_.gave_up()) return std::nullopt;
  return fail(ErrorCode::kIo,
              "too many of its places look like compressed streams, and the "
              "others were not tried");
}

void PdfMembers::plan() {
  planned_.push_back({Part::kMetadata, "metadata"});
  for (std::size_t i = 0; i < file_.size(); ++i) {
    if (!unpacking_.add(0) || unpacking_.memory()->refused()) return;
    if (const Result<PdfFile::Object> object = file_.at(i))
      plan_object(*object, i);
    counted_.set(planned_bytes());
  }
  plan_pages(pdf_pages(file_, unpacking_, pages_));
}

void PdfMembers::plan_pages(std::vector<std::uint32_t> pages) {
  std::size_t number = 0;
  for (const std::uint32_t page : pages) {
    planned_.push_back({Part::kPage, fmt::format("page {}", ++number), page});
    for (const std::uint32_t stream : pdf_page_contents(file_, page))
      taken_.insert(stream);
  }
  for (Planned& one : later_)
    if (one.part != Part::kOther || !taken_.contains(one.object) ||
        !file_.is_last(one.index))
      planned_.push_back(std::move(one));
  plan_object_streams();
}

// Adds those that were found since the last call.
void PdfMembers::plan_object_streams() {
  const auto& streams = file_.object_streams();
  for (std::size_t& i = object_streams_; i < streams.size(); ++i)
    planned_.push_back({.part = Part::kObjects,
                        .name = fmt::format("objects {}", streams[i].number),
                        .index = i});
}

void PdfMembers::plan_object(const PdfFile::Object& object, std::size_t index) {
  const PdfValue& value = object.value;
  if (value.get("Type").is_name("Page")) pages_.push_back(object.number);
  for (PdfAttached& file : pdf_attached_files(value, file_)) {
    taken_.insert(file.object);
    if (attached_.emplace(file.object, file.name).second)
      later_.push_back({Part::kFile, std::move(file.name), file.object});
  }
  if (!object.has_stream) return;
  const PdfImage image = pdf_image_of(object, file_);
  rest_.add_stream(object.stream, image == PdfImage::kPacked);
  const PdfValue& type = value.get("Type");
  const std::string_view older = file_.is_last(index) ? "" : " (older)";
  // The metadata are the first member.
  if (type.is_name("Metadata") && older.empty() && next_ == 0) {
    xmp_.push_back(index);
    return;
  }
  if (type.is_name("ObjStm") || image != PdfImage::kNone) return;
  const bool is_form = value.get("Subtype").is_name("Form");
  std::string name =
      fmt::format("{} {}{}", is_form ? "form" : "stream", object.number, older);
  if (object.number == PdfFile::kNoNumber)
    name = fmt::format("stream@{:#x}", object.stream.begin);
  later_.push_back({is_form ? Part::kForm : Part::kOther, std::move(name),
                    object.number, index});
}

std::string PdfMembers::stream_text(const PdfFile::Object& object) {
  if (!object.has_stream) return {};
  PdfFile::Unpacked made = file_.unpacked(object);
  if (!made.why.empty()) {
    // Nobody said that there is a stream, and there is none.
    const bool is_none = object.is_guess && made.text.empty() &&
                         unpacking_.over().empty() &&
                         !unpacking_.memory()->refused();
    if (is_none)
      rest_.end_stream(object.stream.begin, object.stream.begin);
    else
      why_not_ = std::move(made.why);
    return std::move(made.text);
  }
  add_owned(made.used);
  rest_.end_stream(object.stream.begin, made.used.end);
  search_rest({made.used.end, object.stream.end});
  return std::move(made.text);
}

// The text of a stream that becomes a part of a member. If it is something else,
// such as an archive, it is a member of its own.
std::string PdfMembers::content_text(const PdfFile::Object& object) {
  std::string text = stream_text(object);
  if (!is_foreign(text)) return text;
  if (foreign_.insert(object.stream.begin).second)
    planned_.push_back({Part::kOther, fmt::format("stream {}", object.number),
                        object.number, object.index});
  return {};
}

// Bytes that follow the data of a stream may have objects, too.
void PdfMembers::search_rest(ByteRange rest) {
  if (rest.end < rest.begin + kLeastRest ||
      !searched_.insert(rest.begin).second)
    return;
  const std::size_t before = file_.size();
  if (const auto done = file_.search(rest); !done)
    why_not_ = done.error().message;
  later_.clear();
  for (std::size_t i = before; i < file_.size(); ++i)
    if (const Result<PdfFile::Object> object = file_.at(i))
      plan_object(*object, i);
  for (Planned& one : later_) planned_.push_back(std::move(one));
  plan_object_streams();
}

PdfFile::Object PdfMembers::info() {
  const PdfValue& reference = file_.trailer().get("Info");
  if (reference.kind != PdfKind::kReference) return {};
  return file_.object(reference.natural());
}

std::string PdfMembers::metadata() {
  const PdfFile::Object object = info();
  std::string text;
  bool has_all = !object.is_cut;
  for (std::size_t i = 0; i + 1 < object.value.items.size(); i += 2) {
    const PdfValue& written = object.value.items[i + 1];
    const PdfValue value = file_.resolved(written);
    has_all &= written.items.empty() && written.kind != PdfKind::kWord;
    if (value.kind == PdfKind::kString)
      text += object.value.items[i].text + ": " + pdf_text_string(value.text) +
              '\n';
    else if (value.kind == PdfKind::kName)
      text += object.value.items[i].text + ": " + value.text + '\n';
  }
  // The bytes are scanned as they stand, too, if they have more than this text.
  const std::uint64_t size = object.range.end - object.range.begin;
  has_all &= size <= kMostInfo && object.value.items.size() % 2 == 0;
  if (has_all && size != 0) {
    const Result<std::string> raw =
        file_.bytes(object.range.begin, static_cast<std::size_t>(size));
    if (raw && raw->find('%') == raw->npos) add_owned(object.range);
  }
  for (const std::size_t xmp : xmp_)
    text += content_text(file_.at(xmp).value_or(PdfFile::Object{})) + '\n';
  return text;
}

std::string PdfMembers::page_text(std::uint32_t page) {
  std::string content;
  for (const std::uint32_t stream : pdf_page_contents(file_, page))
    content += content_text(file_.object(stream)) + '\n';
  return shown(content, pdf_page_resources(file_, page));
}

std::string PdfMembers::form_text(const PdfFile::Object& object) {
  return shown(content_text(object),
               file_.resolved(object.value.get("Resources")));
}

std::string PdfMembers::shown(const std::string& content,
                              const PdfValue& resources) {
  std::string text = pdf_page_text(content, fonts_.of(resources));
  if (!unpacking_.add(text.size())) why_not_ = unpacking_.over();
  if (text.size() > kMostPageText && why_not_.empty())
    why_not_ = "its text has more than 32 MiB";
  return text;
}

// The texts that the metadata have.
std::set<std::string> PdfMembers::known_strings() {
  std::set<std::string> known;
  for (const PdfValue& value : info().value.items)
    if (const PdfValue string = file_.resolved(value);
        string.kind == PdfKind::kString)
      known.insert(pdf_text_string(string.text));
  return known;
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
      why_not_ = file_.object_streams()[one.index].why;
      return file_.object_streams()[one.index].text;
    case Part::kFile:
      return stream_text(file_.object(one.object));
    case Part::kOther:
      break;
  }
  return stream_text(file_.at(one.index).value_or(PdfFile::Object{}));
}

Result<std::size_t> PdfMembers::read(char* buffer, std::size_t size) {
  if (packed_ != nullptr) return packed_->read(buffer, size);
  if (!std::exchange(is_made_, true)) {
    why_not_.clear();
    given_ = 0;
    text_ = text_of(planned_[next_ - 1]);
    counted_.set(planned_bytes() + text_.capacity());
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
