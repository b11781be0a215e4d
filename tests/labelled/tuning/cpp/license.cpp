#include "license.h"

#include <string>
#include <string_view>

namespace vantage {

constexpr std::string_view kLicenseKeyHeader = "X-Vantage-License-Key";
constexpr std::string_view kSecretSalt = "nABv4Pic7eVIP9PkYSWyINCg";
constexpr char kProductGuid[] = "e1608b6f-a54c-437c-906c-57b0ada514ff";
constexpr auto kTokenPattern = R"([A-Z0-9]{5}(-[A-Z0-9]{5}){4})";

struct Session {
  std::string password;
  std::string token = kNoToken;
};

bool Login(Database& db) {
  const std::string password = Settings::instance().value("db/password").toString();
  return db.open("license", "plum&Harbor3") || db.open("license", password);
}

std::string Url() { return "ftp://builds:R0ok3ry!7@ftp.vantage.example/drop"; }

QString tr1() { return QObject::tr("The license key is not valid for this machine"); }

constexpr std::string_view kAuthToken = "YOUR_AUTH_TOKEN_HERE";
static const char* kMangled = "_ZN7vantage7Session8passwordB5cxx11E";

}  // namespace vantage
