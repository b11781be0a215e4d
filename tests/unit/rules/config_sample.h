// Configurations for tests: loaded from texts in memory, with patterns checked
// by RE2, and rules written as text so that two sets compare as strings.
#pragma once

#include <doctest/doctest.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <cerrno>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/config.h"

namespace doctest {
template <>
struct StringMaker<std::vector<std::string>> {
  static String convert(const std::vector<std::string>& lines) {
    return fmt::format("{}", lines).c_str();
  }
};
}  // namespace doctest

namespace sluice::test {

inline std::string re2_error(std::string_view regex, std::uint32_t group) {
  RE2::Options options;
  options.set_log_errors(false);
  const RE2 re(re2::StringPiece(regex.data(), regex.size()), options);
  if (!re.ok()) return re.error();
  if (static_cast<int>(group) > re.NumberOfCapturingGroups()) {
    return "there is no group " + std::to_string(group);
  }
  return "";
}

// Takes every text for an expression, except one that contains "bad". Asks for
// the attribute `odd` if the text names it.
class AnyExpression final : public ExpressionLanguage {
 public:
  Result<ParsedExpression> parse(std::string_view text, ExpressionUse,
                                 const PatternError*) const override {
    if (text.find("bad") != text.npos)
      return fail(ErrorCode::kConfig, "1:1: it is bad");
    ParsedExpression parsed{std::make_unique<Text>(text), {}};
    if (text.find("odd") != text.npos)
      parsed.unknown_attributes.push_back("odd");
    return parsed;
  }
  std::string_view token_efficiency() const override { return "efficient"; }

 private:
  class Text final : public Expression {
   public:
    explicit Text(std::string_view text) : text_(text) {}
    std::string_view source() const override { return text_; }
    std::unique_ptr<const Condition> compile() const override;

   private:
    std::string text_;
  };
};
// The definition of a Condition is above this module.
inline std::unique_ptr<const Condition> AnyExpression::Text::compile() const {
  std::abort();
}

// Texts by path.
using Files = std::map<std::string, std::string>;

inline ConfigSurroundings surroundings(const Files& files,
                                       std::string_view default_rules = "") {
  ConfigSurroundings around;
  around.read = [&files](const std::string& path) -> Result<std::string> {
    const auto found = files.find(path);
    if (found != files.end()) return found->second;
    return tl::unexpected(
        Error{ErrorCode::kNotFound, "No such file or directory", ENOENT});
  };
  static const AnyExpression kLanguage;
  around.pattern_error = re2_error;
  around.expressions = &kLanguage;
  if (!default_rules.empty()) {
    const RuleSource source{"default.toml", std::string(default_rules)};
    auto set = load_rules({&source, 1});
    REQUIRE_MESSAGE(set.has_value(), set.error().message);
    around.default_rules = *std::move(set);
  }
  return around;
}

// Loads the file "c.toml".
inline Result<LoadedConfig> load_from(const Files& files,
                                      std::string_view default_rules = "") {
  return load_config({"c.toml", files.at("c.toml")},
                     surroundings(files, default_rules));
}

inline LoadedConfig config(const std::string& text) {
  const Files files{{"c.toml", text}};
  auto loaded = load_from(files);
  REQUIRE_MESSAGE(loaded.has_value(), loaded.error().message);
  return *std::move(loaded);
}

// The message, or "" if the text loads.
inline std::string refusal(const Files& files,
                           std::string_view default_rules = "") {
  const auto loaded = load_from(files, default_rules);
  if (loaded) return "";
  CHECK(loaded.error().code == ErrorCode::kConfig);
  return loaded.error().message;
}
inline std::string refusal(const std::string& text) {
  return refusal(Files{{"c.toml", text}});
}

inline std::string describe(const Allowlist& list) {
  return fmt::format("{{{} {} {} paths {} regexes {} words {} commits {}}}",
                     list.description, list.all, static_cast<int>(list.target),
                     list.paths, list.regexes, list.stopwords, list.commits);
}

inline std::string describe(std::span<const Allowlist> lists) {
  std::string out;
  for (const Allowlist& list : lists) out += describe(list) + " ";
  return out;
}

// All members except examples and those derived from the pattern.
inline std::string describe(const Rule& rule, const RuleSet& set) {
  std::string out = fmt::format(
      "{}: {} | {} | {} | {} group {} entropy {} digits {} checksum {} "
      "plausible {} silent {} keywords {} tags {} lists {}",
      rule.id, rule.description, rule.provider, rule.regex, rule.path,
      rule.secret_group, rule.entropy, rule.min_digits,
      static_cast<int>(rule.check), rule.plausible, rule.skip_report,
      rule.keywords, rule.tags, describe(rule.allowlists));
  for (const RequiredRule& required : rule.required) {
    out += fmt::format("needs {} {} {} ", set.rules()[required.rule].id,
                       required.within_lines, required.within_columns);
  }
  return out + std::string(name_of(rule.confidence));
}

inline std::string describe(const RuleSet& set) {
  std::string out;
  for (const Rule& rule : set.rules()) out += describe(rule, set) + "\n";
  return out + "global " + describe(set.global_allowlists());
}

}  // namespace sluice::test
