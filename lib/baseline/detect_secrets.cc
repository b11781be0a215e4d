// detect-secrets writes {"version", "plugins_used", "results": {file: [{"type",
// "filename", "hashed_secret", "line_number", ...}]}}. It identifies a secret
// by file, type and SHA-1. The types are its own, so only file and SHA-1 are
// compared here.
//
// For a private key, it hashes only the words of the BEGIN line. So all keys of
// a kind have the same hash, and such entries are identified by their line.
#include "baseline/json_fields.h"
#include "baseline/read.h"

namespace sluice {

Result<ReadBaseline> read_detect_secrets(std::string_view name,
                                         std::string_view text) {
  using Json = nlohmann::json;
  const Json file = parse_json(text);
  if (file.is_discarded())
    return fail(ErrorCode::kConfig, "{}: it is not JSON", name);
  const auto results = file.find("results");
  if (results == file.end() || !results->is_object())
    return fail(ErrorCode::kConfig,
                "{}: not a baseline of detect-secrets: it has no `results`",
                name);
  ReadBaseline read{.format = BaselineFormat::kDetectSecrets};
  for (const auto& [path, secrets] : results->items()) {
    if (!secrets.is_array())
      return fail(ErrorCode::kConfig, "{}: `results` does not hold lists",
                  name);
    for (const Json& secret : secrets) {
      if (!secret.is_object() || text_field(secret, "hashed_secret").empty())
        return fail(ErrorCode::kConfig,
                    "{}: a secret without a `hashed_secret`", name);
      BaselineEntry entry;
      entry.path = clean_path(path);
      entry.rule = text_field(secret, "type");
      entry.first_line = entry.last_line = count_field(secret, "line_number");
      if (entry.rule == "Private Key") {
        entry.key = BaselineEntry::Key::kPlace;
      } else {
        entry.key = BaselineEntry::Key::kSecretSha1;
        entry.value = text_field(secret, "hashed_secret");
      }
      read.entries.push_back(std::move(entry));
    }
  }
  return read;
}

}  // namespace sluice
