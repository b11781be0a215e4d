#include "judge/context/place.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/context/credential_file.h"
#include "judge/context/line_kind.h"
#include "judge/context/path_kind.h"
#include "judge/words/words.h"
#include "text/ascii_set.h"
#include "text/caseless.h"

namespace sluice {

namespace {

constexpr std::size_t kLongestHost = 80;

bool is_part_of_host(char c) { return is_alnum(c) || c == '.' || c == '-'; }

bool is_example_part(std::string_view part) {
  return equals_caseless(part, words::kExampleHosts) ||
         starts_caseless(part, "my") || starts_caseless(part, "your") ||
         starts_caseless(part, "example");
}

// The host behind a name that means one, in a part of a connection string.
std::string_view host_named_in(std::string_view part) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"server=", "data source=", "host=", "address=", "addr=", "hostname="});
  for (std::size_t sign = part.find('='); sign != part.npos;
       sign = part.find('=', sign + 1)) {
    const std::string_view head = part.substr(0, sign + 1);
    const bool means_host = std::ranges::any_of(kNames, [&](auto name) {
      return ends_caseless(head, name) &&
             (head.size() == name.size() ||
              !is_alnum(head[head.size() - name.size() - 1]));
    });
    if (!means_host) continue;
    std::string_view host = part.substr(sign + 1, kLongestHost);
    if (starts_caseless(host, "tcp:")) host.remove_prefix(4);
    return host.substr(0,
                       std::min(host.find_first_of(";,:& \\/"), host.size()));
  }
  return {};
}

}  // namespace

std::string_view host_behind(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '@') return {};
  const std::string_view rest = text.substr(at + 1, kLongestHost);
  constexpr std::string_view kBehind = "/:?,\"'`<>) \t\r\n\\]}";
  return rest.substr(0, std::min(rest.find_first_of(kBehind), rest.size()));
}

std::string_view host_in_parameters(std::string_view before,
                                    std::string_view behind) {
  constexpr std::size_t kFar = 256;
  static constexpr AsciiSet kQuotes(
      [](char c) { return is_quote(c) || c == '<' || c == '>'; });
  const auto is_end = [](char c) { return kQuotes.has(c); };
  if (before.find_last_not_of(' ') == before.npos ||
      before[before.find_last_not_of(' ')] != '=')
    return {};
  before.remove_prefix(before.size() - std::min(before.size(), kFar));
  const auto last = std::find_if(before.rbegin(), before.rend(), is_end);
  before.remove_prefix(static_cast<std::size_t>(before.rend() - last));
  if (const auto host = host_named_in(before); !host.empty()) return host;
  behind = behind.substr(0, kFar);
  behind = behind.substr(
      0, static_cast<std::size_t>(std::ranges::find_if(behind, is_end) -
                                  behind.begin()));
  return host_named_in(behind);
}

bool is_made_up_host(std::string_view host) {
  if (!std::ranges::all_of(host, is_part_of_host)) return true;
  const bool number = std::ranges::none_of(host, is_letter);
  if (number)
    return host.starts_with("127.") || host.starts_with("0.") ||
           std::ranges::count(host, '.') != 3;
  if (host.find('.') == host.npos ||
      ends_caseless(host, words::kExampleHostEnds))
    return true;
  while (!host.empty()) {
    const std::size_t dot = std::min(host.find('.'), host.size());
    if (is_example_part(host.substr(0, dot))) return true;
    host.remove_prefix(std::min(dot + 1, host.size()));
  }
  return false;
}

PathPlace place_of_path(std::string_view path) {
  // docs/passwords.txt is about passwords; tests/.netrc contains them.
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const bool hidden = file.starts_with('.') || file.starts_with('_');
  const bool for_tests = is_for_tests(path);
  PathPlace place;
  if (holds_credentials(path) && (hidden || !for_tests))
    place.always = ValuePlace::kCredentials;
  else if (is_foreign(path))
    place.always = ValuePlace::kForeign;
  else if (is_traffic(path))
    place.always = ValuePlace::kTraffic;
  if (for_tests)
    place.mostly = is_of_ciphers(path) ? ValuePlace::kVectors
                   : is_example(path)  ? ValuePlace::kExample
                                       : ValuePlace::kTest;
  else if (is_settings(path))
    place.mostly = ValuePlace::kSettings;
  return place;
}

ValuePlace place_of(std::string_view path, const PathPlace& of_path,
                    std::string_view before, std::string_view behind,
                    std::string_view host) {
  if (is_to_be_shown(before, behind)) return ValuePlace::kShown;
  if (of_path.always) return *of_path.always;
  if (in_documentation(path, before)) return ValuePlace::kExample;
  if (of_path.mostly) return *of_path.mostly;
  return !host.empty() && !is_made_up_host(host) ? ValuePlace::kSettings
                                                 : ValuePlace::kCode;
}

}  // namespace sluice
