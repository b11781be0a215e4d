// Tokens that contain a JSON object in base64, after a prefix and before a
// signature or nothing: those of Grafana, Sentry, Mapbox, 1Password, and
// Cloudflare's tunnels. A text that does not decode to an object is not such a
// token.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "judge/checks/checks.h"
#include "judge/checks/json_object.h"
#include "text/base64.h"

namespace sluice {
namespace {

// Members that name the owner, and never contain the secret.
struct Owner {
  std::string_view member, shown;
};
constexpr auto kOwners = std::to_array<Owner>({
    {"org", "organization"},    // Sentry
    {"o", "organization"},      // Grafana Cloud
    {"u", "user"},              // Mapbox
    {"a", "account"},           // Cloudflare tunnels
    {"signInAddress", "from"},  // 1Password
});
constexpr std::size_t kMaxOwner = 40;

// Returns the object at the beginning of `text` in base64. It ends where its
// digits end. A signature may follow after a sign that only the base64 of URLs
// has.
std::optional<std::string> object_bytes(std::string_view text) {
  for (const Base64 alphabet : {Base64::kStandard, Base64::kUrl}) {
    const auto* const end = std::ranges::find_if_not(
        text, [&](char c) { return is_base64_digit(c, alphabet); });
    const auto bytes = base64_decode(
        text.substr(0, static_cast<std::size_t>(end - text.begin())), alphabet);
    if (bytes && JsonObject::parse(*bytes)) return bytes;
  }
  return std::nullopt;
}

}  // namespace

CheckResult check_json(std::string_view secret) {
  const std::size_t begin = secret.find("eyJ");  // of {"
  if (begin == std::string_view::npos) return impossible();
  const auto bytes = object_bytes(secret.substr(begin));
  if (!bytes) return impossible();
  const auto object = JsonObject::parse(*bytes);
  if (object->size() == 0) return impossible();
  for (const Owner& owner : kOwners) {
    const auto name = object->string(owner.member);
    if (name && !name->empty() && name->size() <= kMaxOwner)
      return proven(fmt::format("{} {}", owner.shown, *name));
  }
  return proven();
}

}  // namespace sluice
