// Source: gitleaks 8.30.1 (MIT), detect/baseline.go. Keys count in any case,
// unknown ones are ignored, and missing ones are empty or 0, as in Go's
// decoder.

#include "gitleaks/report/baseline.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gitleaks/go/lower_case.h"

namespace sluice {
namespace {

using Json = nlohmann::json;

// Null unless `object` has the key; `name` is in lower case.
const Json* find(const Json& object, std::string_view name) {
  const Json* found = nullptr;
  for (auto it = object.begin(); it != object.end(); ++it)
    if (to_lower(it.key()) == name && !it->is_null()) found = &*it;
  return found;
}

struct BadType {
  std::string_view name;
};

std::string text_of(const Json& object, std::string_view name) {
  const Json* value = find(object, name);
  if (value == nullptr) return "";
  if (!value->is_string()) throw BadType{name};
  return value->get<std::string>();
}

// Go's decoder refuses a whole report for a field of another type, also one
// that is not compared.
void check_others(const Json& object) {
  text_of(object, "fingerprint");
  text_of(object, "symlinkfile");
  text_of(object, "link");
  const Json* tags = find(object, "tags");
  if (tags == nullptr) return;
  const auto is_text = [](const Json& tag) {
    return tag.is_string() || tag.is_null();
  };
  if (!tags->is_array() || !std::ranges::all_of(*tags, is_text))
    throw BadType{"tags"};
}

bool is_same(const Commit& a, const Commit& b) {
  return a.id == b.id && a.author == b.author && a.email == b.email &&
         a.date == b.date && a.message == b.message;
}

template <typename T>
T number_of(const Json& object, std::string_view name) {
  const Json* value = find(object, name);
  if (value == nullptr) return T{};
  if (std::is_integral_v<T> ? !value->is_number_integer() : !value->is_number())
    throw BadType{name};
  return value->get<T>();
}

}  // namespace

Result<GitleaksBaseline> GitleaksBaseline::read(std::string_view json) {
  // Go's decoder refuses a byte-order mark; this library would skip it.
  if (json.starts_with("\xEF\xBB\xBF"))
    return fail(ErrorCode::kConfig, "it begins with a byte-order mark");
  try {
    const Json report = Json::parse(json);
    if (!report.is_array() && !report.is_null())
      return fail(ErrorCode::kConfig, "it is not a list of findings");
    GitleaksBaseline baseline;
    for (const Json& object : report) {
      if (object.is_null()) continue;
      if (!object.is_object())
        return fail(ErrorCode::kConfig, "it is not a list of findings");
      check_others(object);
      Entry entry;
      entry.rule = text_of(object, "ruleid");
      entry.description = text_of(object, "description");
      entry.match = text_of(object, "match");
      entry.secret = text_of(object, "secret");
      entry.start_line = number_of<std::int64_t>(object, "startline");
      entry.end_line = number_of<std::int64_t>(object, "endline");
      entry.start_column = number_of<std::int64_t>(object, "startcolumn");
      entry.end_column = number_of<std::int64_t>(object, "endcolumn");
      entry.entropy = number_of<float>(object, "entropy");
      entry.commit = {text_of(object, "commit"), text_of(object, "author"),
                      text_of(object, "email"), text_of(object, "date"),
                      text_of(object, "message")};
      baseline.entries_[text_of(object, "file")].push_back(std::move(entry));
    }
    return baseline;
  } catch (const BadType& bad) {
    return fail(ErrorCode::kConfig, "`{}` is of another type", bad.name);
  } catch (const Json::exception&) {
    // The library's message quotes the text, which contains secrets.
    return fail(ErrorCode::kConfig, "it is not JSON");
  }
}

bool GitleaksBaseline::knows(const GitleaksFinding& leak, const Rule& rule,
                             bool redacted) const {
  const auto of_file = entries_.find(leak.file);
  if (of_file == entries_.end()) return false;
  const Commit commit = leak.commit ? *leak.commit : Commit();
  return std::ranges::any_of(of_file->second, [&](const Entry& entry) {
    return entry.rule == rule.id && entry.description == rule.description &&
           entry.start_line == leak.start_line &&
           entry.end_line == leak.end_line &&
           entry.start_column == leak.start_column &&
           entry.end_column == leak.end_column &&
           entry.entropy == leak.entropy && is_same(entry.commit, commit) &&
           (redacted ||
            (entry.match == leak.match && entry.secret == leak.secret));
  });
}

}  // namespace sluice
