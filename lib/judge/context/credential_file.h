// Files that exist to contain credentials. A password in one of them is a
// secret, however weak it is.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// Whether a program or a person keeps credentials in the file at `path`:
// .netrc, .pgpass, secrets.yml, passwords.txt. A file that shows how to write
// one (.netrc.example) does not count.
bool holds_credentials(std::string_view path);

// Whether people look for secrets in the file first: a file that contains
// credentials, or settings of an environment (.env, .env.production; not
// .env.example).
bool is_awaited(std::string_view path);

}  // namespace sluice
