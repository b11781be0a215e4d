// The place of a value, as far as it shows the purpose of the value.
// Thread-safety: pure functions. Cost: no allocation; some microseconds.
#pragma once

#include <optional>
#include <string_view>

#include "finding/evidence.h"

namespace sluice {

// The place of all values in a file, as far as its path decides it.
struct PathPlace {
  // Whatever is around a value, unless it is shown.
  std::optional<ValuePlace> always;
  // Unless documentation is around it.
  std::optional<ValuePlace> mostly;
};
PathPlace place_of_path(std::string_view path);

// `of_path` is place_of_path(). `before` is the text before the value on its line
// (judge/context/line_kind.h). `behind` is the beginning of the text after it.
// `host` is the host of the URL or the connection string in which the value is
// the password, or empty.
ValuePlace place_of(std::string_view path, const PathPlace& of_path,
                    std::string_view before, std::string_view behind,
                    std::string_view host);
inline ValuePlace place_of(std::string_view path, std::string_view before,
                           std::string_view behind, std::string_view host) {
  return place_of(path, place_of_path(path), before, behind, host);
}

// Returns the host after the user's part of a URL that ends at text[at]: the
// text after an '@' there. Empty if there is none within 80 bytes.
std::string_view host_behind(std::string_view text, std::size_t at);

// Returns the host in a connection string in which the value is a parameter:
// "Server=db.acme.io;User Id=app;Password=". `before` and `behind` are the text
// around the value on its line. Empty if there is none within 256 bytes.
std::string_view host_in_parameters(std::string_view before,
                                    std::string_view behind);

// Whether a host is not a machine on the internet: an example (example.com),
// the machine itself or its neighbours (localhost, db), a template.
bool is_made_up_host(std::string_view host);

}  // namespace sluice
