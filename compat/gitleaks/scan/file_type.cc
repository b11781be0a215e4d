// The signatures are those of h2non/filetype 1.1.3 (MIT) with a media type of
// "application". Some are short ("MZ", "%!"), and a text that begins so is
// passed over as well.

#include "gitleaks/scan/file_type.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sluice {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::string_view bytes;
  std::size_t at = 0;
  std::size_t least_size = 0;  // of the head
};

constexpr std::array kSignatures = {
    Signature{"MZ"sv},
    Signature{"BZh"sv},
    Signature{"%!"sv},
    Signature{"%PDF"sv},
    Signature{"{\\rtf"sv},
    Signature{"CWS"sv},
    Signature{"FWS"sv},
    Signature{"Cr24"sv},
    Signature{"LZIP"sv},
    Signature{"!<arch>"sv},
    Signature{"MSCF"sv},
    Signature{"ISc("sv},
    Signature{"SQLi"sv},
    Signature{"NES\x1A"sv},
    Signature{"\x1F\x8B\x08"sv},
    Signature{"\x1F\xA0"sv},
    Signature{"\x1F\x9D"sv},
    Signature{"7z\xBC\xAF\x27\x1C"sv},
    Signature{"\xFD"
              "7zXZ\0"sv},
    Signature{"Rar!\x1A\x07\0"sv},
    Signature{"Rar!\x1A\x07\x01"sv},
    Signature{"\0asm\x01\0\0\0"sv},
    Signature{"wOFF\0\x01\0\0"sv},
    Signature{"wOF2\0\x01\0\0"sv},
    Signature{"\0\x01\0\0\0"sv},
    Signature{"OTTO\0"sv},
    Signature{"\xFE\xED\xFA\xCF"sv},
    Signature{"\xFE\xED\xFA\xCE"sv},
    Signature{"\xBE\xBA\xFE\xCA"sv},
    Signature{"\xCF\xFA\xED\xFE"sv},
    Signature{"\xCE\xFA\xED\xFE"sv},
    Signature{"\xCA\xFE\xBA\xBE"sv},
    Signature{"\x7F"
              "ELF"sv,
              0, 53},
    Signature{"\xED\xAB\xEE\xDB"sv, 0, 97},
    Signature{"ustar"sv, 257},
    Signature{"DICM"sv, 128},
    Signature{"CD001"sv, 32769},
};

bool stands_at(std::string_view text, std::size_t at, std::string_view bytes) {
  return text.size() >= at && text.substr(at).starts_with(bytes);
}

bool is_zip(std::string_view head) {
  if (head.size() < 4 || !head.starts_with("PK")) return false;
  const char a = head[2];
  const char b = head[3];
  return (a == 3 || a == 5 || a == 7) && (b == 4 || b == 6 || b == 8);
}

bool is_dalvik(std::string_view head) {
  const auto is_dex = [](std::string_view text) {
    return text.size() > 36 && text.starts_with("dex\n") && text[36] == 0x70;
  };
  if (is_dex(head)) return true;
  return head.size() > 100 && head.starts_with("dey\n") &&
         is_dex(head.substr(40, 60));
}

// An embedded font.
bool is_eot(std::string_view head) {
  if (!stands_at(head, 34, "LP")) return false;
  const std::string_view version = head.substr(8, 3);
  return version == "\x02\0\x01"sv || version == "\x01\0\0"sv ||
         version == "\x02\0\x02"sv;
}

// Office documents before 2007.
bool is_ole(std::string_view head) {
  if (!head.starts_with("\xD0\xCF\x11\xE0"sv)) return false;
  if (head.size() <= 513) return true;
  const std::string_view kind = head.substr(512, 2);
  return kind == "\xEC\xA5"sv || kind == "\x09\x08"sv || kind == "\xA0\x46"sv;
}

// With frames before it that are to be skipped.
bool is_zstd(std::string_view head) {
  for (;;) {
    if (head.starts_with("\x28\xB5\x2F\xFD"sv)) return true;
    if (head.size() < 8) return false;
    const auto number = [&](std::size_t at) {
      std::uint32_t value = 0;
      for (std::size_t i = 4; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(head[at + i]);
      return value;
    };
    const std::size_t size = number(4);
    if ((number(0) & 0xFFFFFFF0U) != 0x184D2A50U || head.size() - 8 < size)
      return false;
    head.remove_prefix(8 + size);
  }
}

}  // namespace

bool is_application_type(std::string_view head) {
  const bool known =
      std::ranges::any_of(kSignatures, [&](const Signature& signature) {
        return head.size() >= signature.least_size &&
               stands_at(head, signature.at, signature.bytes);
      });
  return known || is_zip(head) || is_dalvik(head) || is_eot(head) ||
         is_ole(head) || is_zstd(head);
}

}  // namespace sluice
