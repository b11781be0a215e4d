// Source: gitleaks 8.30.1 (MIT), sources/git.go (getRemoteUrl) and
// detect/utils.go (createScmLink).

#include "gitleaks/report/web_links.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "gitleaks/go/lower_case.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr auto kPlatforms =
    std::to_array<std::string_view>({"", "unknown", "none", "github", "gitlab",
                                     "azuredevops", "gitea", "bitbucket"});

constexpr auto kHosts =
    std::to_array<std::pair<std::string_view, std::string_view>>({
        {"github.com", "github"},
        {"gitlab.com", "gitlab"},
        {"dev.azure.com", "azuredevops"},
        {"visualstudio.com", "azuredevops"},
        {"gitea.com", "gitea"},
        {"code.forgejo.org", "gitea"},
        {"codeberg.org", "gitea"},
        {"bitbucket.org", "bitbucket"},
    });

// git@HOST:[PORT/]PATH, as a web address.
std::string as_web_address(std::string_view text) {
  constexpr std::string_view kUser = "git@";
  const std::size_t colon = text.find(':');
  const bool is_ssh = text.starts_with(kUser) &&
                      colon != std::string_view::npos && text.find('/') > colon;
  if (text.ends_with(".git")) text.remove_suffix(4);
  if (!is_ssh) return std::string(text);
  std::string_view path = text.substr(colon + 1);
  const std::size_t slash = path.find('/');
  if (slash > 0 && slash <= 5 &&
      std::ranges::all_of(path.substr(0, slash), is_digit))
    path.remove_prefix(slash + 1);
  return fmt::format("https://{}/{}",
                     text.substr(kUser.size(), colon - kUser.size()), path);
}

// Removes the user's part, which may contain a password.
std::string without_user(std::string address) {
  const std::size_t scheme = address.find("://");
  if (scheme == std::string::npos) return address;
  const std::size_t host = scheme + 3;
  const std::size_t end = std::min(address.find('/', host), address.size());
  const std::size_t at = address.rfind('@', end);
  if (at != std::string::npos && at >= host) address.erase(host, at + 1 - host);
  return address;
}

std::string host_of(std::string_view address) {
  const std::size_t scheme = address.find("://");
  if (scheme == std::string_view::npos) return "";
  address.remove_prefix(scheme + 3);
  return to_lower(address.substr(0, address.find_first_of("/:")));
}

std::string escape(std::string_view path) {
  std::string escaped;
  for (const char c : path)
    if (c == ' ')
      escaped += "%20";
    else if (c == '%')
      escaped += "%25";
    else
      escaped += c;
  return escaped;
}

bool is_rendered(std::string_view path) {
  const std::string lower = to_lower(path);
  return lower.ends_with(".md") || lower.ends_with(".ipynb");
}

}  // namespace

Result<void> WebLinks::check_platform(std::string_view name) {
  if (std::ranges::find(kPlatforms, to_lower(name)) != kPlatforms.end())
    return {};
  return fail(ErrorCode::kUsage, "invalid scm platform value: {}", name);
}

WebLinks::WebLinks(const GitWorkdir& place, std::string_view platform)
    : platform_(to_lower(platform)) {
  if (platform_ == "none") return;
  const Result<std::string> said =
      git_output(place, {"ls-remote", "--quiet", "--get-url"});
  if (!said) {
    platform_ = "none";
    return;
  }
  address_ = without_user(as_web_address(
      std::string_view(*said).substr(0, said->find_last_not_of(" \r\n") + 1)));
  if (!platform_.empty() && platform_ != "unknown") return;
  const std::string host = host_of(address_);
  const auto known =
      std::ranges::find(kHosts, std::string_view(host),
                        [](const auto& one) { return one.first; });
  platform_ = known == kHosts.end() ? "none" : known->second;
}

std::string WebLinks::to(const GitleaksFinding& leak) const {
  if (platform_ == "none" || !leak.commit || leak.commit->id.empty()) return "";
  // A leak inside an archive gets the archive's own link, which has no lines.
  const std::size_t inner = leak.file.find('!');
  const bool is_inner = inner != leak.file.npos;
  const std::string path = escape(std::string_view(leak.file).substr(0, inner));
  const auto lines = [&](std::string_view first, std::string_view last) {
    std::string text;
    if (is_inner) return text;
    if (leak.start_line != 0)
      text += fmt::format("{}{}", first, leak.start_line);
    if (leak.end_line != leak.start_line)
      text += fmt::format("{}{}", last, leak.end_line);
    return text;
  };
  const std::string_view id = leak.commit->id;
  if (platform_ == "github")
    return fmt::format("{}/blob/{}/{}{}{}", address_, id, path,
                       !is_inner && is_rendered(path) ? "?plain=1" : "",
                       lines("#L", "-L"));
  if (platform_ == "gitlab")
    return fmt::format("{}/blob/{}/{}{}", address_, id, path, lines("#L", "-"));
  if (platform_ == "gitea")
    return fmt::format("{}/src/commit/{}/{}{}{}", address_, id, path,
                       !is_inner && is_rendered(path) ? "?display=source" : "",
                       lines("#L", "-L"));
  if (platform_ == "bitbucket")
    return fmt::format("{}/src/{}/{}{}", address_, id, path,
                       lines("#lines-", ":"));
  return fmt::format("{}/commit/{}?path=/{}{}{}", address_, id, path,
                     lines("&line=", "&lineEnd="),
                     is_inner
                         ? ""
                         : "&lineStartColumn=1&lineEndColumn=10000000&type=2"
                           "&lineStyle=plain&_a=files");
}

}  // namespace sluice
