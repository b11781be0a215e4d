// Files that exist to hold credentials: a password in one of them is one,
// however weak it is.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// Whether the file at `path` is one that a program or a person keeps its
// credentials in: .netrc, .pgpass, secrets.yml, passwords.txt. A file that
// shows how such a one is written (.netrc.example) is none.
bool holds_credentials(std::string_view path);

// Whether people look for secrets in it first: a file that holds credentials, or
// settings of an environment (.env, .env.production; not .env.example).
bool is_awaited(std::string_view path);

}  // namespace sluice
