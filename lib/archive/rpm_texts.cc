#include "archive/rpm_texts.h"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t kLead = 96;
constexpr std::size_t kIntro = 16;
constexpr std::size_t kIndexEntry = 16;

struct Tag {
  std::uint32_t tag;
  std::string_view name;
};

constexpr Tag kTags[] = {
    {1005, "%description"},  {1023, "%pre"},
    {1024, "%post"},         {1025, "%preun"},
    {1026, "%postun"},       {1065, "%triggers"},
    {1079, "%verifyscript"}, {1082, "%changelog"},
    {1151, "%pretrans"},     {1152, "%posttrans"},
    {5066, "%filetriggers"}, {5076, "%transfiletriggers"},
    {5104, "%preuntrans"},   {5105, "%postuntrans"},
};

std::uint64_t big(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

std::string_view tag_name(std::uint64_t tag) {
  const Tag* const end = std::end(kTags);
  const Tag* const found =
      std::find_if(kTags, end, [&](const Tag& one) { return one.tag == tag; });
  return found == end ? std::string_view() : found->name;
}

bool is_header(std::string_view bytes) {
  return bytes.substr(0, 4) == "\x8E\xAD\xE8\x01";
}

// Returns all bytes of the entry's strings, with the NULs between them. Empty
// if it has none, or they lie outside of the data.
std::string_view strings_of(std::string_view entry, std::string_view data) {
  constexpr std::uint64_t kString = 6, kArray = 8, kTranslated = 9;
  const std::uint64_t type = big(entry.substr(4, 4));
  std::uint64_t count = big(entry.substr(12, 4));
  if (type != kString && type != kArray && type != kTranslated) return {};
  const std::string_view begin = data.substr(
      std::min<std::uint64_t>(big(entry.substr(8, 4)), data.size()));
  std::size_t end = 0;
  for (; count > 0; --count) {
    const std::size_t nul = begin.find('\0', end);
    if (nul == begin.npos) return begin;
    end = nul + 1;
  }
  return begin.substr(0, end);
}

}  // namespace

// The number of bytes of the current part, as far as it is known.
std::size_t RpmTexts::wanted() const {
  if (part_ == Part::kLead) return kLead;
  if (bytes_.size() < kIntro || !is_header(bytes_)) return kIntro;
  const std::string_view bytes = bytes_;
  const std::uint64_t size =
      kIntro + kIndexEntry * big(bytes.substr(8, 4)) + big(bytes.substr(12, 4));
  return std::min<std::uint64_t>(
      kMostHeader, part_ == Part::kMain ? size : (size + 7) / 8 * 8);
}

std::size_t RpmTexts::memory() const {
  std::size_t bytes = bytes_.capacity();
  for (const NamedText& one : texts_) bytes += one.text.capacity();
  return bytes;
}

void RpmTexts::add(std::string_view bytes, Leftover* rest) {
  while (part_ != Part::kPayload && !bytes.empty()) {
    const std::size_t some =
        std::min(bytes.size(), wanted() - std::min(wanted(), bytes_.size()));
    bytes_ += bytes.substr(0, some);
    bytes.remove_prefix(some);
    if (bytes_.size() < wanted()) continue;
    const bool ends = part_ != Part::kLead && !is_header(bytes_);
    read(rest);
    begin_ += bytes_.size();
    bytes_ = {};
    part_ =
        ends ? Part::kPayload : static_cast<Part>(static_cast<int>(part_) + 1);
  }
}

// Texts with a name are taken out of the part at hand, which is complete.
void RpmTexts::read(Leftover* rest) {
  const std::string_view bytes = bytes_;
  std::vector<std::pair<std::size_t, std::size_t>> named;
  if (part_ != Part::kLead && is_header(bytes)) {
    const std::size_t entries = std::min<std::uint64_t>(
        big(bytes.substr(8, 4)), (bytes.size() - kIntro) / kIndexEntry);
    const std::string_view data = bytes.substr(kIntro + entries * kIndexEntry);
    for (std::size_t i = 0; i < entries; ++i) {
      const std::string_view entry =
          bytes.substr(kIntro + i * kIndexEntry, kIndexEntry);
      const std::string_view name = tag_name(big(entry.substr(0, 4)));
      if (name.empty() || std::ranges::count(texts_, name, &NamedText::name))
        continue;
      const std::string_view strings = strings_of(entry, data);
      if (strings.empty()) continue;
      std::string text(strings);
      std::ranges::replace(text, '\0', '\n');
      texts_.push_back({std::string(name), std::move(text)});
      const auto begin =
          static_cast<std::size_t>(strings.data() - bytes.data());
      named.emplace_back(begin, begin + strings.size());
    }
  }
  std::ranges::sort(named);
  named.emplace_back(bytes.size(), bytes.size());
  std::size_t at = 0;
  for (const auto& [begin, end] : named) {
    if (begin > at) rest->add(begin_ + at, bytes.substr(at, begin - at));
    at = std::max(at, end);
  }
}

}  // namespace sluice
