#include "archive/pdf_pages.h"

#include <set>

namespace sluice {

std::vector<std::uint32_t> pdf_pages(PdfFile& file, Unpacking& unpacking,
                                     const std::vector<std::uint32_t>& others) {
  std::vector<std::uint32_t> pages;
  std::set<std::uint32_t> seen;
  // Children are put on the stack in reverse, so that they come in order.
  std::vector<std::uint32_t> waiting;
  const PdfValue root = file.resolved(file.trailer().get("Root"));
  if (root.get("Pages").kind == PdfKind::kReference)
    waiting.push_back(root.get("Pages").natural());
  while (!waiting.empty() && unpacking.add(0)) {
    const std::uint32_t number = waiting.back();
    waiting.pop_back();
    if (!seen.insert(number).second) continue;
    const PdfValue node = file.object(number).value;
    const PdfValue kids = file.resolved(node.get("Kids"));
    if (kids.kind != PdfKind::kArray) {
      if (node.kind == PdfKind::kDictionary) pages.push_back(number);
      continue;
    }
    for (std::size_t i = kids.items.size(); i-- > 0;)
      waiting.push_back(kids.items[i].natural());
  }
  for (const std::uint32_t page : others)
    if (seen.insert(page).second) pages.push_back(page);
  return pages;
}

std::vector<std::uint32_t> pdf_page_contents(PdfFile& file,
                                             std::uint32_t page) {
  std::vector<std::uint32_t> streams;
  const PdfValue contents = file.object(page).value.get("Contents");
  const PdfValue several = file.resolved(contents);
  if (several.kind == PdfKind::kArray) {
    for (const PdfValue& stream : several.items)
      if (stream.kind == PdfKind::kReference)
        streams.push_back(stream.natural());
  } else if (contents.kind == PdfKind::kReference) {
    streams.push_back(contents.natural());
  }
  return streams;
}

PdfValue pdf_page_resources(PdfFile& file, std::uint32_t page) {
  constexpr int kHighest = 32;
  PdfValue node = file.object(page).value;
  PdfValue resources = file.resolved(node.get("Resources"));
  for (int i = 0; i < kHighest && resources.kind != PdfKind::kDictionary; ++i) {
    node = file.resolved(node.get("Parent"));
    if (node.kind != PdfKind::kDictionary) break;
    resources = file.resolved(node.get("Resources"));
  }
  return resources;
}

}  // namespace sluice
