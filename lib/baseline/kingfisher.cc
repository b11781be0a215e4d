// kingfisher's YAML, of version 2,
//
//   version: 2
//   fingerprint_algorithm: kingfisher-v1
//   repositories:
//   - id: local:///where/it/was
//     findings:
//     - {path, fingerprint, rule_id, line, first_seen_at, last_updated_at}
//
// and the older one, where paths begin with the name of the scanned directory:
//
//   ExactFindings:
//     matches:
//     - {filepath, fingerprint, linenum, lastupdated}
//
// Its fingerprint is a hash that also covers offsets in the file, by rules of
// its own. It cannot be computed from a finding of ours. So an entry is matched
// by path and line, and by the rule if that is one of ours
// ("betterleaks.github-pat").
#include <yaml.h>

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "baseline/read.h"

namespace sluice {
namespace {

// libyaml's document, and the few questions that are put to it. Node 0 is
// none.
class Yaml {
 public:
  explicit Yaml(std::string_view text) {
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) return;
    yaml_parser_set_input_string(
        &parser, reinterpret_cast<const unsigned char*>(text.data()),
        text.size());
    loaded_ = yaml_parser_load(&parser, &document_) != 0;
    if (!loaded_) error_line_ = parser.problem_mark.line + 1;
    yaml_parser_delete(&parser);
  }
  ~Yaml() {
    if (loaded_) yaml_document_delete(&document_);
  }
  Yaml(const Yaml&) = delete;
  Yaml& operator=(const Yaml&) = delete;

  bool loaded() const { return loaded_; }
  std::size_t error_line() const { return error_line_; }

  const yaml_node_t* root() {
    return loaded_ ? yaml_document_get_root_node(&document_) : nullptr;
  }

  // Null unless `node` is a mapping with the key.
  const yaml_node_t* at(const yaml_node_t* node, std::string_view key) {
    if (node == nullptr || node->type != YAML_MAPPING_NODE) return nullptr;
    for (auto* pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; ++pair)
      if (text(yaml_document_get_node(&document_, pair->key)) == key)
        return yaml_document_get_node(&document_, pair->value);
    return nullptr;
  }

  std::vector<const yaml_node_t*> items(const yaml_node_t* node) {
    std::vector<const yaml_node_t*> all;
    if (node == nullptr || node->type != YAML_SEQUENCE_NODE) return all;
    for (auto* item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; ++item)
      all.push_back(yaml_document_get_node(&document_, *item));
    return all;
  }

  static std::string_view text(const yaml_node_t* node) {
    if (node == nullptr || node->type != YAML_SCALAR_NODE) return {};
    return {reinterpret_cast<const char*>(node->data.scalar.value),
            node->data.scalar.length};
  }

 private:
  yaml_document_t document_{};
  bool loaded_ = false;
  std::size_t error_line_ = 0;
};

// Behind the name of the set of rules that it is from.
std::string_view own_part(std::string_view rule) {
  const std::size_t mark = rule.find_last_of("./");
  return mark == std::string_view::npos ? rule : rule.substr(mark + 1);
}

class Reader {
 public:
  Reader(std::string_view name, std::string_view text)
      : name_(name), yaml_(text) {}

  Result<ReadBaseline> read() {
    if (!yaml_.loaded())
      return fail(ErrorCode::kConfig, "{}:{}: it is not YAML", name_,
                  yaml_.error_line());
    const yaml_node_t* root = yaml_.root();
    for (const yaml_node_t* repository :
         yaml_.items(yaml_.at(root, "repositories")))
      for (const yaml_node_t* finding :
           yaml_.items(yaml_.at(repository, "findings")))
        SLUICE_TRY(add(finding, "path", "line"));
    for (const yaml_node_t* match :
         yaml_.items(yaml_.at(yaml_.at(root, "ExactFindings"), "matches")))
      SLUICE_TRY(add(match, "filepath", "linenum"));
    return std::move(read_);
  }

 private:
  Result<void> add(const yaml_node_t* finding, std::string_view path_key,
                   std::string_view line_key) {
    const std::string_view number = Yaml::text(yaml_.at(finding, line_key));
    BaselineEntry entry;
    entry.key = BaselineEntry::Key::kPlace;
    entry.path =
        clean_path(std::string(Yaml::text(yaml_.at(finding, path_key))));
    if (path_key == "filepath") {
      if (entry.path.ends_with('/')) entry.path.pop_back();
      const std::size_t slash = entry.path.find('/');
      if (slash != std::string::npos) entry.path.erase(0, slash + 1);
    }
    const auto [end, error] = std::from_chars(
        number.data(), number.data() + number.size(), entry.first_line);
    if (finding != nullptr)
      entry.line = static_cast<std::uint32_t>(finding->start_mark.line + 1);
    if (entry.path.empty() || error != std::errc())
      return fail(ErrorCode::kConfig, "{}:{}: a finding without `{}` or `{}`",
                  name_, entry.line, path_key, line_key);
    entry.last_line = entry.first_line;
    entry.rule = own_part(Yaml::text(yaml_.at(finding, "rule_id")));
    read_.entries.push_back(std::move(entry));
    return {};
  }

  std::string_view name_;
  Yaml yaml_;
  ReadBaseline read_{.format = BaselineFormat::kKingfisher};
};

}  // namespace

Result<ReadBaseline> read_kingfisher(std::string_view name,
                                     std::string_view text) {
  return Reader(name, text).read();
}

}  // namespace sluice
