#include "archive/pdf_attached.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

// The keys of names and of streams, the best first.
constexpr std::string_view kKeys[] = {"UF", "F", "Unix", "Mac", "DOS"};

std::string file_name(const PdfValue& specification, PdfFile& file) {
  for (const std::string_view key : kKeys) {
    const PdfValue name = file.resolved(specification.get(key));
    if (name.kind == PdfKind::kString && !name.text.empty())
      return pdf_text_string(name.text);
  }
  return {};
}

void add_files(const PdfValue& value, PdfFile& file,
               std::vector<PdfAttached>* files) {
  for (const PdfValue& item : value.items) add_files(item, file, files);
  if (value.get("EF").kind == PdfKind::kEnd) return;
  const PdfValue streams = file.resolved(value.get("EF"));
  const std::string name = file_name(value, file);
  const std::size_t first = files->size();
  for (const std::string_view key : kKeys) {
    const PdfValue& stream = streams.get(key);
    if (stream.kind != PdfKind::kReference) continue;
    const std::uint32_t object = stream.natural();
    if (std::any_of(
            files->begin() + static_cast<std::ptrdiff_t>(first), files->end(),
            [&](const PdfAttached& one) { return one.object == object; }))
      continue;
    files->push_back(
        {name.empty() ? fmt::format("attached {}", object) : name, object});
  }
}

}  // namespace

std::vector<PdfAttached> pdf_attached_files(const PdfValue& value,
                                            PdfFile& file) {
  std::vector<PdfAttached> files;
  add_files(value, file, &files);
  return files;
}

}  // namespace sluice
