// Files that are credentials as a whole: key stores, keyrings, wallets. Each
// kind is recognised by its content, whatever the file's name. A file of such a
// kind without a secret in it, such as a store of certificates, is none.
// Thread-safety: pure functions.
// Cost: a few comparisons for any other file. Trying the well-known passwords
// of a key store costs one digest of the file each, or up to 20 ms for PKCS#12.
#pragma once

#include <optional>
#include <string_view>

#include "judge/checks/check.h"
#include "rules/rule.h"

namespace sluice {

struct KeyFile {
  KeyFileKind kind = KeyFileKind::kNone;
  // kProof: it is open, or a well-known password opens it. kDoubt: it is of use
  // only with a password, or with another secret. kRefuted: it may have no
  // secret, or one that everybody has.
  CheckResult result;
};

// `bytes` is the beginning of a file, or with `whole` all of it. Few kinds can
// be told from less than all of a small file.
std::optional<KeyFile> read_key_file(std::string_view bytes, bool whole);

}  // namespace sluice
