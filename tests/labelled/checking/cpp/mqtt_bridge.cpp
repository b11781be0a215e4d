#include <mqtt/async_client.h>

namespace {
const std::string kBroker{"ssl://broker.silo.example:8883"};
const std::string kPassword{"gr4inElevator"};
const char kClientKeyPath[] = "certs/bridge-client.key";
const std::string kTopicToken = "silo/+/token/refresh";
constexpr char kInfluxToken[] = "0j4aFMqZaNOem9R6p5lACeXR9_19kzja_8P5SHf0CzdyAFXc8D1BV6cOU_jEe3VuNoI_HHLawlPOVfJD9_VYSw==";
constexpr uint64_t kMagicKey = 0x9E3779B97F4A7C15ull;
}  // namespace

void Bridge::connect() {
  mqtt::connect_options opt;
  opt.set_user_name("bridge");
  opt.set_password(kPassword);
  client_.connect(opt);
  http_.SetBasicAuth("telemetry", "Hopper&Chute4");
  http_.SetBearer("0EVOgXb7vNgQ2jeWHCjegcXfGfTRvUxIbwcQhwbf");
  db_.SetPassword(config.Get<std::string>("db.password", ""));
  ui_.label("password", "Bridge password (leave empty to keep)");
}

std::string Bridge::password() const { return password_; }

TEST(Bridge, Sha) {
  EXPECT_EQ(Sha1("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(Token("x"), "dummy_token_value_1");
}
