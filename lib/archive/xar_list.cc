// xar (eXtensible ARchiver, and Apple's flat packages): a header of numbers,
// the high byte first; the list, which is XML in a zlib stream; and the heap.
// The list has the places in the heap.
//
//   "xar!"  2 bytes: size of the header  2: version  8: bytes of the packed
//   list  8: of the list  4: kind of checksum
//
//   <xar><toc>
//     <file><name>usr</name><type>directory</type>
//       <file><name>x</name><type>file</type>
//         <data><offset>20</offset><length>6470</length>
//               <encoding style="application/x-gzip"/></data>
//       </file></file></toc></xar>
//
// Source: the xar project's wiki, "xarformat". libarchive could read it with
// libxml2, which would bring 32 MB of tables into the program.
//
// The sizes in the list are not trusted: its unpacked bytes are fed to the
// parser as they come, and bounded like those of a member. A list with a DTD is
// refused, so that no entity makes it larger.

#include "archive/xar_list.h"

#include <expat.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "text/base64.h"

namespace sluice {
namespace {

constexpr std::size_t kHeader = 28;
constexpr std::size_t kMostDepth = 1024;  // of elements

std::uint64_t big(const char* bytes, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

XarCoding coding_of(std::string_view style) {
  if (style.ends_with("/octet-stream")) return XarCoding::kStored;
  if (style.ends_with("/x-gzip")) return XarCoding::kZlib;
  if (style.ends_with("/x-bzip2")) return XarCoding::kBzip2;
  if (style.ends_with("/x-xz")) return XarCoding::kXz;
  if (style.ends_with("/x-lzma")) return XarCoding::kLzma;
  return XarCoding::kOther;
}

std::string_view attribute(const XML_Char** attributes, std::string_view name) {
  for (; *attributes != nullptr; attributes += 2)
    if (attributes[0] == name) return attributes[1];
  return {};
}

// The meaning of an element, by its place.
enum class Element : std::uint8_t {
  kOther,
  kList,
  kFile,
  kData,
  kName,
  kNameInBase64,
  kType,
  kOffset,
  kLength,
};

Element element_of(std::string_view name, Element parent,
                   const XML_Char** attributes) {
  if (name == "toc") return Element::kList;
  if (name == "file" && (parent == Element::kList || parent == Element::kFile))
    return Element::kFile;
  if (parent == Element::kFile) {
    if (name == "data") return Element::kData;
    if (name == "type") return Element::kType;
    if (name == "name")
      return attribute(attributes, "enctype") == "base64"
                 ? Element::kNameInBase64
                 : Element::kName;
  }
  if (parent == Element::kData) {
    if (name == "offset") return Element::kOffset;
    if (name == "length") return Element::kLength;
  }
  return Element::kOther;
}

// No exception leaves a function that expat calls: it stops the parser instead.
class ListParser {
 public:
  explicit ListParser(std::uint64_t heap)
      : heap_(heap), parser_(XML_ParserCreate(nullptr), &XML_ParserFree) {
    if (!parser_) return;
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &begin, &end);
    XML_SetCharacterDataHandler(parser_.get(), &text);
    XML_SetStartDoctypeDeclHandler(parser_.get(), &doctype);
  }

  // An empty `bytes` ends the list. Returns false if it is no list.
  bool add(std::string_view bytes) {
    return parser_ && XML_Parse(parser_.get(), bytes.data(),
                                static_cast<int>(bytes.size()),
                                bytes.empty() ? 1 : 0) == XML_STATUS_OK;
  }

  std::vector<XarMember> take() { return std::move(members_); }

 private:
  static ListParser& of(void* self) { return *static_cast<ListParser*>(self); }

  template <typename Act>
  static void guarded(void* self, Act act) {
    try {
      if (act(of(self))) return;
    } catch (const std::bad_alloc&) {
    }
    XML_StopParser(of(self).parser_.get(), XML_FALSE);
  }
  static void begin(void* self, const XML_Char* name,
                    const XML_Char** attributes) {
    guarded(self,
            [&](ListParser& list) { return list.begin(name, attributes); });
  }
  static void end(void* self, const XML_Char*) {
    guarded(self, [](ListParser& list) { return list.end(); });
  }
  static void text(void* self, const XML_Char* text, int size) {
    guarded(self, [&](ListParser& list) {
      return list.text({text, static_cast<std::size_t>(size)});
    });
  }
  static void doctype(void* self, const XML_Char*, const XML_Char*,
                      const XML_Char*, int) {
    XML_StopParser(of(self).parser_.get(), XML_FALSE);
  }

  Element parent() const {
    return elements_.empty() ? Element::kOther : elements_.back();
  }

  bool begin(std::string_view name, const XML_Char** attributes) {
    if (elements_.size() == kMostDepth) return false;
    text_.clear();
    if (parent() == Element::kData && name == "encoding")
      members_[files_.back()].coding =
          coding_of(attribute(attributes, "style"));
    elements_.push_back(element_of(name, parent(), attributes));
    if (elements_.back() == Element::kFile) {
      files_.push_back(members_.size());
      members_.emplace_back();
    }
    return true;
  }

  bool text(std::string_view some) {
    if (parent() >= Element::kName) text_ += some;
    return true;
  }

  bool end() {
    const Element ended = parent();
    elements_.pop_back();
    if (ended == Element::kFile) {
      files_.pop_back();
      return true;
    }
    if (ended < Element::kName) return true;
    XarMember& member = members_[files_.back()];
    if (ended == Element::kName || ended == Element::kNameInBase64)
      return name(&member, ended == Element::kNameInBase64);
    if (ended == Element::kType) {
      member.is_file = text_ == "file";
      return true;
    }
    std::uint64_t value = 0;
    const char* const last = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data(), last, value);
    if (error != std::errc() || stop != last) return false;
    if (ended == Element::kLength)
      member.packed.size = value;
    else
      return !__builtin_add_overflow(heap_, value, &member.packed.begin);
    return true;
  }

  bool name(XarMember* member, bool in_base64) {
    if (in_base64) {
      std::optional<std::string> bytes =
          base64_decode(text_, Base64::kStandard);
      if (!bytes) return false;
      text_ = std::move(*bytes);
    }
    // The names of directories come before those of their content.
    member->name = files_.size() < 2
                       ? text_
                       : members_[files_[files_.size() - 2]].name + "/" + text_;
    return true;
  }

  const std::uint64_t heap_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::vector<XarMember> members_;
  std::vector<std::size_t> files_;  // that are open, as places in members_
  std::vector<Element> elements_;   // that are open
  std::string text_;
};

}  // namespace

Result<std::vector<XarMember>> xar_list(const ByteSource& source,
                                        Unpacking& unpacking) {
  constexpr std::size_t kReadAtOnce = 16 * 1024;
  char block[kReadAtOnce];
  SLUICE_TRY_ASSIGN(const std::size_t got, source.read_at(block, kHeader, 0));
  if (got != kHeader) return fail(ErrorCode::kIo, "it is cut off");
  const std::uint64_t header = big(block + 4, 2);
  const std::uint64_t packed = big(block + 8, 8);
  if (header < kHeader || packed > source.size())
    return fail(ErrorCode::kIo, "its header is damaged");
  ZlibBytes bytes(source, {header, packed}, unpacking);
  // expat and the list count as what unpacks them does.
  std::optional<ListParser> parser;
  for (;;) {
    SLUICE_TRY_ASSIGN(const std::size_t some, bytes.read(block, kReadAtOnce));
    const UnpackScope scope(unpacking.memory());
    if (!parser) parser.emplace(header + packed);
    if (!parser->add({block, some})) {
      if (unpacking.memory()->refused())
        return fail(ErrorCode::kIo, "{}", unpacking.take_refusal());
      return fail(ErrorCode::kIo, "its list of members is damaged");
    }
    if (some == 0) return parser->take();
  }
}

}  // namespace sluice
