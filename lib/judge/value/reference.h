// Distinguishes references, which say where a value comes from, from values.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// A variable, a call, a path, an address, a template.
bool is_reference(std::string_view value);

// A piece of a program: brackets of which one is missing, or the beginning or
// end of a string that was cut at the wrong place; a pattern.
bool is_code(std::string_view value);

bool is_file_name(std::string_view value);

// "!MD5:!EXP:!PSK": a list of ciphers, as OpenSSL reads it.
bool is_cipher_list(std::string_view value);

// Whether `value` names an object that contains a secret, such as a Secret of
// Kubernetes, beside a name that says "secret": "tlsSecret: shop.local-tls",
// "secret: acme-db-creds".
bool is_name_of_object(std::string_view name, std::string_view value);

}  // namespace sluice
