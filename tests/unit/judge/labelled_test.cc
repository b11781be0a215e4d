#include "judge/value/labelled.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "judge/value/assigned.h"
#include "support/effort.h"
#include "support/share.h"

namespace sluice::labelled_test {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kAlnum =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kSmall = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kUrl =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

class Draw {
 public:
  std::string of(std::string_view from, std::size_t length) {
    std::string s;
    for (std::size_t i = 0; i < length; ++i) s += from[random_() % from.size()];
    return s;
  }
  std::string alnum(std::size_t length) { return of(kAlnum, length); }
  std::string hex(std::size_t length) { return of(kHex, length); }
  std::string uuid() {
    return hex(8) + '-' + hex(4) + '-' + hex(4) + '-' + hex(4) + '-' + hex(12);
  }
  std::uint32_t seed() const { return seed_; }

 private:
  std::uint32_t seed_ = test::seed(11);
  std::mt19937 random_{seed_};
};

using Kind = std::function<std::string(Draw&)>;

bool is_made_as(std::string_view name, std::string_view value) {
  return assigned(ValueKind::kNamed, {"src/a.py", name, ""}, ValueTraits(value))
      .is_made();
}

// At least 99 of 100 values of the kind may be secrets, as a token and as what
// may be either.
void check_found(std::string_view what, const Kind& kind) {
  Draw draw;
  const int rounds = test::times(400, 20'000);
  for (const char* name : {"api_token", "client_secret"}) {
    int found = 0;
    std::string missed;
    for (int i = 0; i < rounds; ++i) {
      const std::string value = kind(draw);
      if (is_made_as(name, value))
        ++found;
      else
        missed = value;
    }
    CAPTURE(what);
    CAPTURE(name);
    CAPTURE(missed);
    test::check_share(test::at_least(found, rounds, 0.993, draw.seed()));
  }
}

TEST_CASE("labelled: words beside a drawn part say only what it is") {
  check_found("token", [](Draw& d) {
    return "token-" + d.alnum(5) + ":" + d.alnum(54);
  });
  check_found("test", [](Draw& d) { return "test_" + d.alnum(30); });
  check_found("live_apikey", [](Draw& d) {
    return "pdl_live_apikey_" + d.of(kSmall, 26) + "_" + d.alnum(22) + "_" +
           d.alnum(3);
  });
  check_found("secret, padded",
              [](Draw& d) { return "secret-live-" + d.alnum(35) + "="; });
  check_found("access_token", [](Draw& d) {
    return "access_token$production$" + d.of(kSmall, 16) + "$" + d.hex(32);
  });
  check_found("apikey", [](Draw& d) { return "apikey-" + d.hex(32); });
  check_found("acme", [](Draw& d) { return "acme_test_" + d.alnum(32); });
  check_found("secret, UUID", [](Draw& d) { return "secret-" + d.uuid(); });
  check_found("Password", [](Draw& d) { return "Password-" + d.alnum(16); });
  check_found("by chance", [](Draw& d) {
    std::string value = d.of(kUrl, 64);
    value.replace(20, 3, "my_");
    return value;
  });
}

TEST_CASE("labelled: UUIDs and groups as parts") {
  check_found("UUID:fx", [](Draw& d) { return d.uuid() + ":fx"; });
  check_found("UUID:hex",
              [](Draw& d) { return d.uuid() + ":" + d.of(kHex, 32); });
  check_found("two UUIDs",
              [](Draw& d) { return "luma-" + d.uuid() + "-" + d.uuid(); });
  check_found("live UUID", [](Draw& d) { return "acme-live-" + d.uuid(); });
  check_found("groups of seven", [](Draw& d) {
    std::string value = "sk-larch";
    for (int i = 0; i < 4; ++i) value += "-" + d.of(kSmall, 7);
    return value;
  });
  check_found("braces", [](Draw& d) { return "{" + d.uuid() + "}"; });
}

TEST_CASE("labelled: words that stand for a value still do") {
  for (const char* value :
       {"test-token-for-the-pipeline", "my-api-key-goes-here",
        "secret-name-of-the-cluster-2024", "acme_test_token_name_0001",
        "password-reset-template-v2-2024", "token-endpoint-url-path-2",
        "test_abcdefghijklmnopqrstuvwxyz", "apikey-00000000000000000000000000",
        "larch-tree-leafy-green-plant"}) {
    CAPTURE(value);
    CHECK_FALSE(is_made_as("api_token", value));
  }
  Draw draw;
  for (int i = 0; i < test::times(400, 20'000); ++i) {
    // Others' words beside a drawn part, paths and addresses.
    for (const std::string& value :
         {"example-" + draw.alnum(32), "your_token_" + draw.alnum(32),
          "sha256:" + draw.hex(64), "/v1/items/" + draw.uuid()}) {
      CAPTURE(value);
      CHECK_FALSE(is_made_as("api_token", value));
    }
    const std::string id = "item-" + draw.uuid();
    CAPTURE(id);
    CHECK_FALSE(is_made_as("cache_key", id));
  }
}

}  // namespace sluice::labelled_test
