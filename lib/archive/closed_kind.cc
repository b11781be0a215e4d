// Signatures: QEMU's docs/interop/qcow2.txt, VMware's and Microsoft's documents
// of VMDK, VHD and VHDX, [MS-PST], [MS-OFFCRYPTO], [MS-WIM], the on-disk formats
// of LUKS, file(1) for VDI, `openssl enc`.

#include "archive/closed_kind.h"

#include <array>

namespace sluice {
namespace {

using namespace std::string_view_literals;

struct ClosedKind {
  std::size_t at;
  std::string_view signature;
  std::string_view kind;
};
constexpr auto kClosedKinds = std::to_array<ClosedKind>({
    {0, "!BDN"sv, "mailbox of Outlook (PST)"},
    {0, "QFI\xFB"sv, "disc image of QEMU (qcow2)"},
    {0, "KDMV"sv, "disc image of VMware (VMDK)"},
    {0, "COWD"sv, "disc image of VMware (VMDK)"},
    {0x40, "\x7F\x10\xDA\xBE"sv, "disc image of VirtualBox (VDI)"},
    {0, "vhdxfile"sv, "disc image of Hyper-V (VHDX)"},
    {0, "conectix"sv, "disc image of Hyper-V (VHD)"},
    {0, "MSWIM\0\0\0"sv, "image of Windows (WIM)"},
    {0, "LUKS\xBA\xBE"sv, "encrypted disc (LUKS)"},
    {0, "Salted__"sv, "file that openssl encrypted"},
});

// Documents of Office that have a password are a file in a file, whose name is
// UTF-16.
constexpr std::string_view kCompound = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv;
constexpr std::string_view kEncryptedPackage =
    "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"sv;

}  // namespace

std::string_view closed_kind(std::string_view head) {
  for (const ClosedKind& one : kClosedKinds)
    if (head.size() > one.at && head.substr(one.at).starts_with(one.signature))
      return one.kind;
  if (head.starts_with(kCompound) && head.find(kEncryptedPackage) != head.npos)
    return "encrypted document of Office";
  return {};
}

}  // namespace sluice
