#include "judge/context/name.h"

#include <doctest/doctest.h>

#include <cctype>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/effort.h"

namespace sluice::name_test {

void check_all(NameSays says, std::initializer_list<std::string> names) {
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(static_cast<int>(name_says(name)) == static_cast<int>(says));
  }
}

TEST_CASE("name: passwords") {
  check_all(NameSays::kPassword, {"confirmPassword",
                                  "password_confirmation",
                                  "passwordConfirm",
                                  "expectedPassword",
                                  "repeat_password",
                                  "password",
                                  "db_password",
                                  "dbPassword",
                                  "DB_PASSWD",
                                  "userPass",
                                  "smtp.password",
                                  "spring.datasource.password",
                                  "passphrase",
                                  "pass-phrase",
                                  "PassPhrase",
                                  "mysqlpwd",
                                  "adminPw",
                                  "WIFI_PSK",
                                  "requirepass",
                                  "kennwort",
                                  "password_2",
                                  "default_password",
                                  "passwordValue",
                                  "DB_PASSWORD_PROD",
                                  "$password",
                                  "contrase\xC3\xB1"
                                  "a",
                                  "admin_has\xC5\x82o",
                                  "parola_db",
                                  "senha.padrao",
                                  "motDePasseAdmin",
                                  "mot_de_passe",
                                  "txtPassword.Text",
                                  "passwordController.text",
                                  "passwordInput.value",
                                  "passwordAdmin",
                                  "remotepass"});
}

TEST_CASE("name: secrets, tokens, salts, keys") {
  check_all(NameSays::kSecret,
            {"secret", "client_secret", "clientSecret", "APPSECRET",
             "secret_key_base", "SECRET_KEY", "csrf_secret_key",
             "wpa2-pre-shared-key", "presharedKey", "CLEF_SECRETE"});
  check_all(NameSays::kToken,
            {"authCode", "oauth_verifier", "jsapi_ticket", "token",
             "accessToken", "api_key", "APIKey", "apikey", "kParseClientKey",
             "vapidPrivateKey", "AUTH-KEY", "private_key", "signing.key",
             "EVENT_HUB_KEY", "secrets", "jwt", "Authorization"});
  check_all(NameSays::kSalt, {"salt", "passwordSalt", "PEPPER", "AUTH_SALT"});
  check_all(NameSays::kKey,
            {"key", "keys", "mapTilerKey", "OTA_KEY", "mask_key"});
}

TEST_CASE("name: keys that their vendors call public") {
  check_all(NameSays::kNothing,
            {"ALGOLIA_SEARCH_KEY", "algoliaSearchApiKey", "searchOnlyApiKey",
             "searchKey", "facebook_client_token", "FacebookClientToken",
             "MIXPANEL_TOKEN", "PUSHER_APP_KEY", "csrftoken", "supabaseAnonKey",
             "SHOPIFY_STOREFRONT_ACCESS_TOKEN"});
  check_all(NameSays::kToken,
            {"ALGOLIA_API_KEY", "azureSearchApiKey", "client_token",
             "SHOPIFY_STOREFRONT_PRIVATE_TOKEN"});
  check_all(NameSays::kSecret, {"MIXPANEL_SECRET", "PUSHER_SECRET"});
}

TEST_CASE("name: what goes into a hash, and what keeps people signed in") {
  check_all(NameSays::kSalt, {"hash_salt", "digestPepper", "cache_salt"});
  check_all(NameSays::kSecret, {"hash_secret", "cache_secret", "rememberMe.key",
                                "REMEMBER_ME_KEY", "security.remember-me.key"});
  check_all(NameSays::kNothing,
            {"hash_token", "cache_key", "remember_me", "rememberMe"});
  check_all(NameSays::kKey, {"help.me.key"});
}

TEST_CASE("name: what is about a secret is none") {
  check_all(NameSays::kNothing, {"",
                                 "_",
                                 "42",
                                 "password_hint",
                                 "passwordLabel",
                                 "password_file",
                                 "password_hash",
                                 "passwordLength",
                                 "token_url",
                                 "tokenType",
                                 "secret_name",
                                 "key_id",
                                 "publicKey",
                                 "public_key",
                                 "cacheKey",
                                 "primary_key",
                                 "foreign_key",
                                 "AVATAR_KEY",
                                 "csrf_token",
                                 "csrf-key",
                                 "vapid_key",
                                 "parse_key",
                                 "passwordText",
                                 "contrase\xC3\xB1"
                                 "a_hint",
                                 "motDePasseLabel",
                                 "next_page_token",
                                 "reset_password",
                                 "passwords_show",
                                 "is_password",
                                 "hashedPassword",
                                 "monkey",
                                 "username",
                                 "OLDPWD",
                                 "user.key.name"});
}

TEST_CASE("name: the way of writing does not matter") {
  const std::vector<std::string> words = {
      "my",    "db",     "api",    "client", "public",   "cache",
      "reset", "access", "secret", "auth",   "password", "token",
      "key",   "hint",   "salt",   "file",   "name",     "value"};
  std::mt19937 random(test::seed(5));
  for (int round = 0; round < test::times(3000, 30'000); ++round) {
    std::vector<std::string> own(1 + random() % 4);
    for (std::string& word : own) word = words[random() % words.size()];
    std::string snake, kebab, dotted, camel, loud;
    for (const std::string& word : own) {
      const char* const joint = snake.empty() ? "" : "_";
      snake += joint + word;
      kebab += (kebab.empty() ? "" : "-") + word;
      dotted += (dotted.empty() ? "" : ".") + word;
      std::string capital = word;
      capital[0] = static_cast<char>(std::toupper(capital[0]));
      camel += camel.empty() ? word : capital;
      loud += joint;
      for (const char c : word) loud += static_cast<char>(std::toupper(c));
    }
    const int says = static_cast<int>(name_says(snake));
    CAPTURE(snake);
    CHECK(static_cast<int>(name_says(kebab)) == says);
    CHECK(static_cast<int>(name_says(dotted)) == says);
    CHECK(static_cast<int>(name_says(camel)) == says);
    CHECK(static_cast<int>(name_says(loud)) == says);
    CHECK(static_cast<int>(name_says("m_" + snake + "_7")) == says);
    CHECK(static_cast<int>(name_says("x." + snake)) == says);
  }
}

TEST_CASE("name: any bytes are answered") {
  std::mt19937 random(test::seed(6));
  for (int round = 0; round < test::times(20000, 200'000); ++round) {
    std::string name(random() % 200, '\0');
    for (char& c : name) c = static_cast<char>(random() % 256);
    static_cast<void>(name_says(name));
    if (name.empty()) continue;
    const std::size_t at = random() % name.size();
    const std::string_view around = name_around(name, at);
    CHECK(around.size() <= 2 * kNameAround + 4);
    CHECK(around.data() >= name.data());
    CHECK(around.data() + around.size() <= name.data() + name.size());
  }
}

TEST_CASE("name: around a place in a text") {
  const auto around = [](std::string_view text, std::string_view word) {
    return std::string(name_around(text, text.find(word)));
  };
  CHECK(around("x = db.password_2: y", "pass") == "db.password_2");
  CHECK(around("\"v1/secrets\": ", "secrets") == "v1/secrets");
  CHECK(around("--api-key=7", "-key") == "--api-key");
  CHECK(around("  \"my_token\"", "\"my") == "my_token");
  CHECK(around("'db_contrase\xC3\xB1"
               "a' => 7",
               "contra") ==
        "db_contrase\xC3\xB1"
        "a");
  CHECK(around("\xE2\x80\x9Ctoken\xE2\x80\x9D", "tok") == "token");
  CHECK(around("getPassword() {", "Pass") == "Password");
  CHECK(around("get_token()", "tok") == "_token");
  CHECK(around("getPassword(7)", "Pass") == "getPassword");
  CHECK(around("getter_token()", "tok") == "getter_token");
  const std::string far(kNameAround + 9, 'x');
  CHECK(around(far + "pass" + far, "pass").size() == 2 * kNameAround);
}

}  // namespace sluice::name_test
