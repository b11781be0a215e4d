// Turns the rule files into a C++ source with constant tables, so that the
// scanner starts without parsing TOML or compiling literals:
//
//   rulec OUTPUT.cc RULES.toml...
//
// It is a program of the build, run by rules/meson.build. A wrong rule stops
// the build with its file, line and id. Examples are not in the table, which a
// scan reads. They are in the text of the files, which is stored beside it.

#include <fmt/core.h>
#include <sys/personality.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/error.h"
#include "fs/file_system.h"
#include "match/engine.h"
#include "match/filters/lookahead.h"
#include "match/plan/plan_search.h"
#include "rules/embedded.h"
#include "rules/family.h"
#include "rules/loader.h"
#if SLUICE_COMPAT
#include "gitleaks/match/text_matcher.h"
#endif

namespace sluice {
namespace {

// A C++ string literal for any bytes. Every byte beyond plain text is written
// in octal, three digits, which no following digit can lengthen.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += fmt::format("\\{:03o}", byte);
    }
  }
  return out + "\"";
}

// Writes each list of a rule as an array and names it. Equal lists are one
// array, so the judge compiles the allowlists for all rules once.
class TableWriter {
 public:
  std::string strings(std::span<const std::string_view> texts) {
    if (texts.empty()) return "{}";
    std::string items;
    for (const std::string_view text : texts)
      items += "    " + quoted(text) + "sv,\n";
    return array("std::string_view", items);
  }

  std::string anchors(std::span<const Anchor> anchors) {
    if (anchors.empty()) return "{}";
    std::string items;
    for (const Anchor& anchor : anchors)
      items += fmt::format("    {{{}sv, {}, {}U}},\n", quoted(anchor.text),
                           anchor.caseless, anchor.max_lead);
    return array("Anchor", items);
  }

  std::string allowlists(std::span<const Allowlist> lists) {
    if (lists.empty()) return "{}";
    std::string items;
    for (const Allowlist& list : lists)
      items += fmt::format(
          "    {{{}sv, {}, AllowTarget{{{}}}, {}, {}, {}, {}}},\n",
          quoted(list.description), list.all, static_cast<int>(list.target),
          strings(list.paths), strings(list.regexes), strings(list.stopwords),
          strings(list.commits));
    return array("Allowlist", items);
  }

  std::string lengths(std::span<const std::uint32_t> lengths) {
    if (lengths.empty()) return "{}";
    std::string items;
    for (const std::uint32_t length : lengths)
      items += fmt::format("    {}U,\n", length);
    return array("std::uint32_t", items);
  }

  std::string required(std::span<const RequiredRule> rules) {
    if (rules.empty()) return "{}";
    std::string items;
    for (const RequiredRule& rule : rules)
      items += fmt::format("    {{{}U, {}U, {}U}},\n", rule.rule,
                           rule.within_lines, rule.within_columns);
    return array("RequiredRule", items);
  }

  std::string family(const Family* family) {
    if (family == nullptr) return "nullptr";
    std::string values;
    for (const FamilyValue& value : family->values)
      values += fmt::format("    {{Alphabet{{{}}}, {}U, {}U, {}}},\n",
                            static_cast<int>(value.alphabet), value.min,
                            value.max, lengths(value.lengths));
    const std::string items =
        fmt::format("    {{{}, {}, {}, Near{{{}}}}},\n", strings(family->names),
                    strings(family->words), array("FamilyValue", values),
                    static_cast<int>(family->near));
    return "&" + array("Family", items) + "[0]";
  }

  // Rules of a provider share theirs.
  std::string revocation(const Revocation* facts) {
    if (facts == nullptr) return "nullptr";
    std::string& name = revocations_[facts];
    if (name.empty())
      name =
          array("Revocation",
                fmt::format("    {{{}sv, {}sv, {}sv}},\n", quoted(facts->url),
                            quoted(facts->steps), quoted(facts->source)));
    return "&" + name + "[0]";
  }

  void add(const Rule& one) { rule(one, &rules_); }
  void add_family(const Rule& one) { rule(one, &families_); }

  void rule(const Rule& rule, std::string* out) {
    std::string& rules = *out;
    rules += fmt::format(
        "    {{.id = {}sv,\n     .description = {}sv,\n"
        "     .provider = {}sv,\n     .confidence = Confidence{{{}}},\n"
        "     .regex = {}sv,\n     .assignment = Assignment{{{}}},\n"
        "     .file = KeyFileKind{{{}}},\n     .path = {}sv,\n"
        "     .secret_group = {},\n     .entropy = {},\n"
        "     .min_digits = {},\n     .check = CheckKind{{{}}},\n"
        "     .value = ValueKind{{{}}},\n",
        quoted(rule.id), quoted(rule.description), quoted(rule.provider),
        static_cast<int>(rule.confidence), quoted(rule.regex),
        static_cast<int>(rule.assignment), static_cast<int>(rule.file),
        quoted(rule.path), rule.secret_group, rule.entropy, rule.min_digits,
        static_cast<int>(rule.check), static_cast<int>(rule.value));
    rules += fmt::format(
        "     .plausible = {},\n     .skip_report = {},\n"
        "     .families = {},\n     .prose = {},\n     .family = {},\n     "
        ".required = {},\n",
        rule.plausible, rule.skip_report, rule.families, rule.prose,
        family(rule.family), required(rule.required));
    rules += fmt::format("     .keywords = {},\n", strings(rule.keywords));
    rules += fmt::format("     .tags = {},\n", strings(rule.tags));
    rules += fmt::format("     .references = {},\n", strings(rule.references));
    rules +=
        fmt::format("     .revocation = {},\n", revocation(rule.revocation));
    rules +=
        fmt::format("     .allowlists = {},\n", allowlists(rule.allowlists));
    rules += fmt::format(
        "     .examples = {{}},\n"
        "     .negative_examples = {{}},\n     .example_path = {{}},\n"
        "     .max_width = {}U,\n     .anchors = {},\n     .lookahead = "
        "{}sv}},\n",
        rule.max_width, anchors(rule.anchors),
        quoted(rule.regex.empty() ? ""
                                  : Lookahead::make_table(
                                        rule.regex, Lookahead::States::kMany)));
  }

  std::string finish(std::size_t rules, std::size_t families,
                     std::string_view sha256, std::string_view literals,
                     std::string_view text_literals) const {
    return fmt::format(
        "// Written by apps/rulec from the rule files. Do not edit.\n"
        "#include \"rules/embedded.h\"\n\n"
        "#include <array>\n"
        "#include <string_view>\n\n"
        "#include \"rules/family.h\"\n\n"
        "namespace sluice {{\nnamespace {{\n\n"
        "using namespace std::string_view_literals;\n\n{}"
        "constexpr std::array<Rule, {}> kRules = {{{{\n{}}}}};\n\n"
        "constexpr std::array<Rule, {}> kFamilies = {{{{\n{}}}}};\n\n"
        "}}  // namespace\n\n"
        "std::span<const Rule> embedded_rules() {{ return kRules; }}\n\n"
        "std::span<const Rule> embedded_families() {{ return kFamilies; }}"
        "\n\n"
        "std::string_view embedded_rules_sha256() {{ return {}sv; }}\n\n"
        "std::string_view embedded_literals() {{\n  return {}sv;\n}}\n\n"
        "std::string_view embedded_text_literals() {{\n  return {}sv;\n}}\n\n"
        "}}  // namespace sluice\n",
        arrays_, rules, rules_, families, families_, quoted(sha256),
        quoted(literals), quoted(text_literals));
  }

 private:
  std::string array(std::string_view type, std::string_view items) {
    std::string text = fmt::format("[] = {{\n{}}};\n", items);
    const auto [known, fresh] = names_.try_emplace(
        fmt::format("{}{}", type, text), fmt::format("k{}", names_.size()));
    if (fresh)
      arrays_ += fmt::format("constexpr {} {}{}", type, known->second, text);
    return known->second;
  }

  std::map<const Revocation*, std::string> revocations_;  // their names
  std::map<std::string, std::string> names_;  // of arrays, by what they are
  std::string arrays_;
  std::string rules_;
  std::string families_;
};

// The files' text, under names that are the same wherever the program is built.
std::string files_table(std::span<const RuleSource> sources) {
  std::string files;
  for (const RuleSource& source : sources) {
    const std::string_view name = source.name;
    files += fmt::format(
        "    {{{}sv,\n     {}sv}},\n",
        quoted("rules/" + std::string(name.substr(name.rfind('/') + 1))),
        quoted(embed_text(source.text)));
  }
  return fmt::format(
      "\nnamespace sluice {{\nnamespace {{\n\n"
      "constexpr std::array<EmbeddedFile, {}> kFiles = {{{{\n{}}}}};\n\n"
      "}}  // namespace\n\n"
      "std::span<const EmbeddedFile> embedded_rule_files() "
      "{{ return kFiles; }}\n\n"
      "}}  // namespace sluice\n",
      sources.size(), files);
}

Result<std::string> generate(std::span<const std::string> files) {
  std::vector<RuleSource> sources;
  for (const std::string& file : files) {
    Result<std::string> text = read_whole(posix_file_system(), file);
    if (!text)
      return fail(ErrorCode::kIo, "{}: {}", file, text.error().message);
    sources.push_back({file, std::move(*text)});
  }
  SLUICE_TRY_ASSIGN(const RuleSet rules, load_rules(sources));
  SLUICE_TRY(check_patterns(rules));
  SLUICE_TRY_ASSIGN(const std::string literals, serialize_literals(rules));
  std::string text_literals;
#if SLUICE_COMPAT
  SLUICE_TRY_ASSIGN(text_literals, serialize_text_literals(rules));
#endif
  TableWriter writer;
  for (const Rule& rule : rules.rules()) writer.add(rule);
  for (const Rule& family : rules.families()) writer.add_family(family);
  return writer.finish(rules.rules().size(), rules.families().size(),
                       rules.sha256(), literals, text_literals) +
         files_table(sources);
}

int run(std::span<const std::string> arguments) {
  if (arguments.size() < 2) {
    fmt::print(stderr, "usage: rulec OUTPUT.cc RULES.toml...\n");
    return 2;
  }
  const Result<std::string> source = generate(arguments.subspan(1));
  if (!source) {
    fmt::print(stderr, "rulec: {}\n", source.error().message);
    return 2;
  }
  std::FILE* output = std::fopen(arguments[0].c_str(), "w");
  const bool written =
      output != nullptr &&
      std::fwrite(source->data(), 1, source->size(), output) == source->size();
  if (output == nullptr || std::fclose(output) != 0 || !written) {
    fmt::print(stderr, "rulec: cannot write {}\n", arguments[0]);
    return 2;
  }
  return 0;
}

// Starts this program anew with addresses that are the same at each run, where
// the kernel lets it: Hyperscan puts parts of a database in the order of their
// addresses, and two builds are to have the same bytes.
void fix_addresses(char** argv) {
  constexpr unsigned long kAsk = 0xFFFFFFFF;
  const int now = personality(kAsk);
  if (now == -1 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1)
    return;
  execv("/proc/self/exe", argv);
}

}  // namespace
}  // namespace sluice

// The rules are compiled on a thread, whose stack has the same address at each
// run. The address of main()'s stack depends on the size of the environment.
int main(int argc, char** argv) {
  sluice::fix_addresses(argv);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  int status = 0;
  std::thread([&] { status = sluice::run(arguments); }).join();
  return status;
}
