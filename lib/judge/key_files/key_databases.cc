// Kinds that are databases of SQLite or of Berkeley DB, told by their tables and
// entries. A database is not read here: the statement that made a table and the
// number of its root are beside each other in the first page, and the root says
// whether the table has rows. Sources: SQLite's file format; NSS' softoken
// (sdb.c, sftkpwd.c); Bitcoin Core's wallet/walletdb.cpp.

#include <utility>

#include "judge/checks/checks.h"
#include "judge/key_files/readers.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

bool mentions(std::string_view bytes, std::string_view text) {
  return bytes.find(text) != bytes.npos;
}

// Whether the table has rows. Returns nothing if there is no such table; true if
// its root is not at hand.
std::optional<bool> has_rows(std::string_view bytes, std::string_view table) {
  constexpr std::size_t kLeastPage = 512;
  ByteReader head(bytes);
  head.take(16);
  std::size_t page = head.number(2);
  if (page == 1) page = 65536;
  if (head.failed() || page < kLeastPage) return std::nullopt;
  // The record of a table: "table", its name twice, the number of its root, the
  // statement. The name may be in quotes in the statement.
  const std::string twice = "table" + std::string(table) + std::string(table);
  const std::size_t at = bytes.find(twice);
  if (at == bytes.npos) return std::nullopt;
  const std::string_view after = bytes.substr(at + twice.size());
  const std::size_t root_size = after.substr(0, 16).find("CREATE TABLE");
  if (root_size == after.npos || root_size == 0 || root_size > 4) return true;
  const std::uint64_t root = ByteReader(after).number(root_size);
  if (root == 0 || root > bytes.size() / page) return true;
  ByteReader tree(bytes.substr((root - 1) * page + (root == 1 ? 100 : 0)));
  constexpr std::uint64_t kLeaf = 0x0D;
  const std::uint64_t kind = tree.number(1);
  tree.take(2);
  return kind != kLeaf || tree.number(2) != 0;
}

// NSS makes the key of an empty password in one iteration of PBKDF2, and any
// other in many. Its parameters are a salt and that number.
bool has_empty_password(std::string_view bytes) {
  constexpr std::string_view kPbkdf2 =
      "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x05\x0C"sv;
  const std::size_t at = bytes.find(kPbkdf2);
  if (at == bytes.npos) return false;
  ByteReader reader(bytes.substr(at + kPbkdf2.size()));
  if (reader.number(1) != 0x30) return false;
  reader.take(1);
  if (reader.number(1) != 0x04) return false;
  reader.take(reader.number(1));
  return reader.number(1) == 0x02 && reader.number(1) == 1 &&
         reader.number(1) == 1;
}

KeyFile browser_logins() {
  return {KeyFileKind::kBrowserLogins,
          {ChecksumVerdict::kAbsent, CheckEffect::kDoubt,
           "Chromium, encrypted by a key of the user's system"}};
}

std::optional<KeyFile> sqlite_wallet(std::string_view bytes) {
  if (!mentions(bytes, "walletdescriptor")) return std::nullopt;
  if (mentions(bytes, "walletdescriptorckey"))
    return KeyFile{KeyFileKind::kWallet, locked("Bitcoin, descriptors")};
  if (!mentions(bytes, "walletdescriptorkey")) return std::nullopt;
  return KeyFile{KeyFileKind::kWallet,
                 proven("Bitcoin, descriptors, not encrypted")};
}

}  // namespace

std::optional<KeyFile> read_sqlite_keys(std::string_view bytes,
                                        bool /*whole*/) {
  if (!bytes.starts_with("SQLite format 3\0"sv)) return std::nullopt;
  if (has_rows(bytes, "nssPrivate").value_or(false))
    return KeyFile{KeyFileKind::kNssKeys, has_empty_password(bytes)
                                              ? opened_by("NSS, key4.db", "")
                                              : locked("NSS, key4.db")};
  if (mentions(bytes, "password_value") &&
      has_rows(bytes, "logins").value_or(false))
    return browser_logins();
  // Its tables hold keys and values.
  if (mentions(bytes, "CREATE TABLE main(key BLOB"))
    return sqlite_wallet(bytes);
  return std::nullopt;
}

std::optional<KeyFile> read_berkeley_keys(std::string_view bytes,
                                          bool /*whole*/) {
  // An entry's name has its length before it.
  if (mentions(bytes, "global-salt") && mentions(bytes, "Version"))
    return KeyFile{KeyFileKind::kNssKeys,
                   {ChecksumVerdict::kAbsent, CheckEffect::kDoubt,
                    "NSS, key3.db, perhaps locked by a password"}};
  if (!mentions(bytes, "\x07keymeta"sv) &&
      !mentions(bytes, "\x0Aminversion"sv) && !mentions(bytes, "\x04pool"sv))
    return std::nullopt;
  if (mentions(bytes, "\x04mkey"sv) || mentions(bytes,
                                                "\x04"
                                                "ckey"sv))
    return KeyFile{KeyFileKind::kWallet, locked("Bitcoin")};
  if (!mentions(bytes, "\x03key"sv) && !mentions(bytes, "\x04wkey"sv))
    return std::nullopt;
  return KeyFile{KeyFileKind::kWallet, proven("Bitcoin, not encrypted")};
}

}  // namespace sluice
