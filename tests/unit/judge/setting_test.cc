#include "judge/value/setting.h"

#include <doctest/doctest.h>

#include <string_view>

namespace sluice::setting_test {

TEST_CASE("setting: by its name") {
  for (const std::string_view name :
       {"region", "AWS_REGION", "s3Bucket", "client-id", "clientId",
        "tenant_id", "topic.arn", "db-user", "USERNAME", "port", "tls.crt",
        "BUCKET_2"}) {
    CAPTURE(name);
    CHECK(is_setting(name, "Granary-Owl7x"));
  }
  for (const std::string_view name :
       {"password", "alpha", "db-main", "token", "regional", "x1", ""}) {
    CAPTURE(name);
    CHECK_FALSE(is_setting(name, "Granary-Owl7x"));
  }
}

TEST_CASE("setting: by its form, in base64 too") {
  for (const std::string_view value :
       {"ops@acme.io", "db-0.internal.acme.io", "db.acme.com:5432",
        "arn:aws:iam::210987654321:role/backup", "eu-central-1", "europe-west4",
        "us-gov-west-1", "app@sha256:2b1e",
        "requests==2.31.0 --hash=sha256:2b1e"}) {
    CAPTURE(value);
    CHECK(is_setting("alpha", value));
  }
  CHECK(is_setting("alpha", "ZXUtY2VudHJhbC0x"));
  CHECK(is_setting("alpha", "b3BzQGFjbWUuaW8="));
  for (const std::string_view value :
       {"granary.owl", "correct-horse-1", "west-1x9z", "Ops@Acme.io7",
        "a.b.C7dkq2", "R3I0bmFyeS1Pd2w3eA=="}) {
    CAPTURE(value);
    CHECK_FALSE(is_setting("alpha", value));
  }
}

TEST_CASE("setting: a document in base64") {
  CHECK(is_setting("alpha", "bGV2ZWw6IGRlYnVnCndvcmtlcnM6IDQK"));
  CHECK(is_setting("alpha", "eyJsZXZlbCI6ICJkZWJ1ZyJ9"));
  // One line with its end, and two lines of bytes that are no text.
  CHECK_FALSE(is_setting("alpha", "R3JhbmFyeS1Pd2w3eAo="));
  CHECK_FALSE(is_setting("alpha", "/wr+CoHQCpmZ"));
}

TEST_CASE("setting: the name above a value") {
  const auto above = [](std::string_view text) {
    return name_above(text, text.find("value"));
  };
  CHECK(above("  alpha: |-\n    value") == "alpha");
  CHECK(above("  - \"be.ta\": >\n    value") == "be.ta");
  CHECK(above("  alpha: {{ \"value\"") == "alpha");
  CHECK(above("  alpha:\n    content: value") == "alpha");
  CHECK(above("  beta: 1 2=3\n    content: value") == "beta");
  CHECK(above("  a b = c:\n    value").empty());
  CHECK(above("value").empty());
}

}  // namespace sluice::setting_test
