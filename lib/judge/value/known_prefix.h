// Values that are recognised by their beginning.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// Encrypted, so useful only with another secret: Ansible Vault, Jasypt,
// Jenkins, SOPS, sealed secrets, DPAPI, AWS KMS, Fernet, OpenSSL.
bool is_encrypted(std::string_view value);

// Public: public keys, certificates, hashes that name their kind, publishable
// keys, images; or a value that has a rule of its own (a JWT).
bool is_public(std::string_view value);

// A hash of a password in a form that shows it: crypt(3), Argon2, LDAP.
bool is_password_hash(std::string_view value);

// Returns `value` without a scheme at its beginning that says how it is written
// and hides nothing: "{noop}", "base64:".
std::string_view without_scheme(std::string_view value);

}  // namespace sluice
