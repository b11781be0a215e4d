// Only sluice has families, so they need not be read like another program's.
// Even in a configuration each key must be known and each value of its type.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "rules/family.h"
#include "rules/rule_file.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kFamilyKeys[] = {
    "id",         "description", "provider", "names",
    "words",      "values",      "near",     "confidence",
    "references", "examples",    "tags",     "negative_examples"};
constexpr std::string_view kValueKeys[] = {"alphabet", "lengths", "min", "max"};

// Shorter names occur in too many other words.
constexpr std::size_t kShortestName = 3;
constexpr std::uint32_t kUuidSize = 36;

// Words of letters and digits, one blank between two.
bool is_provider_name(std::string_view name) {
  std::size_t size = 0;
  char last = ' ';
  for (const char c : name) {
    if (c == ' ' ? last == ' ' : !(is_lower(c) || is_digit(c))) return false;
    size += c == ' ' ? 0 : 1;
    last = c;
  }
  return last != ' ' && size >= kShortestName;
}

bool is_plain_word(std::string_view word) {
  return std::ranges::all_of(word, is_lower);
}

template <typename Names>
std::optional<std::size_t> index_of(const Names& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

class FamilyReader {
 public:
  FamilyReader(const RuleReading& reading, const TomlValue& value,
               const std::string& id)
      : storage_(*reading.storage),
        context_{reading.context->file, Reading::kStrict, nullptr},
        table_(context_, id.empty() ? "a family" : "family " + shown(id),
               value) {}

  Result<RuleDraft> read(std::size_t source) {
    SLUICE_TRY(table_.check_keys(kFamilyKeys));
    for (const std::string_view key :
         {"id", "description", "provider", "names", "values"}) {
      if (table_.find(key) != nullptr) continue;
      return table_.fail_at(table_.line(), "`{}` is missing", key);
    }
    RuleDraft draft;
    draft.origin = {source, table_.line()};
    SLUICE_TRY(read_texts(draft.rule));
    SLUICE_TRY(read_confidence(draft.rule));
    Family family;
    SLUICE_TRY_ASSIGN(family.names,
                      checked("names", is_provider_name,
                              "is no name: lower-case words, one blank between "
                              "two, of three letters or digits at least"));
    SLUICE_TRY_ASSIGN(
        family.words,
        checked("words", is_plain_word, "is no word of lower-case letters"));
    SLUICE_TRY_ASSIGN(family.values, values());
    SLUICE_TRY_ASSIGN(family.near, near());
    draft.rule.family =
        storage_.keep(std::span<const Family>(&family, 1)).data();
    return draft;
  }

 private:
  Result<void> read_texts(Rule& rule) {
    const std::pair<std::string_view, std::string_view*> texts[] = {
        {"id", &rule.id},
        {"description", &rule.description},
        {"provider", &rule.provider}};
    for (const auto& [key, field] : texts) {
      SLUICE_TRY_ASSIGN(const std::string text, table_.string(key));
      const bool plain = std::ranges::all_of(text, [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
      });
      if (text.empty() || !plain) {
        return table_.fail_at(table_.find(key)->line,
                              "`{}` is empty or holds a control character",
                              key);
      }
      *field = storage_.keep(text);
    }
    const std::pair<std::string_view, std::span<const std::string_view>*>
        lists[] = {{"references", &rule.references},
                   {"tags", &rule.tags},
                   {"examples", &rule.examples},
                   {"negative_examples", &rule.negative_examples}};
    for (const auto& [key, field] : lists) {
      SLUICE_TRY_ASSIGN(const auto found,
                        table_.strings(key, EmptyStrings::kRefuse));
      *field = kept(found);
    }
    return {};
  }

  Result<void> read_confidence(Rule& rule) {
    SLUICE_TRY_ASSIGN(const std::string text, table_.string("confidence"));
    const TomlEntry* entry = table_.find("confidence");
    if (entry == nullptr) return {};
    const auto known = index_of(kConfidenceNames, text);
    if (!known) {
      return table_.fail_at(entry->line,
                            "unknown confidence {} (low, medium or high)",
                            shown(text));
    }
    rule.confidence = static_cast<Confidence>(*known);
    return {};
  }

  Result<Near> near() const {
    SLUICE_TRY_ASSIGN(const std::string text, table_.string("near"));
    const TomlEntry* entry = table_.find("near");
    if (entry == nullptr) return Near::kLines;
    const auto known = index_of(kNearNames, text);
    if (known) return static_cast<Near>(*known);
    return table_.fail_at(
        entry->line, "unknown `near` {} (name, line or lines)", shown(text));
  }

  Result<std::span<const std::string_view>> checked(
      std::string_view key, bool (*is_good)(std::string_view),
      std::string_view why) {
    SLUICE_TRY_ASSIGN(const auto found,
                      table_.strings(key, EmptyStrings::kRefuse));
    for (const TableReader::Text& text : found) {
      if (is_good(text.text)) continue;
      return table_.fail_at(text.line, "{} {}", shown(text.text), why);
    }
    if (found.empty() && table_.find(key) != nullptr) {
      return table_.fail_at(table_.find(key)->line, "`{}` is empty", key);
    }
    return kept(found);
  }

  Result<std::span<const FamilyValue>> values() {
    SLUICE_TRY_ASSIGN(const auto tables, table_.tables("values"));
    if (tables.empty()) {
      return table_.fail_at(table_.find("values")->line, "`values` is empty");
    }
    std::vector<FamilyValue> values;
    for (const TomlValue* table : tables) {
      SLUICE_TRY_ASSIGN(values.emplace_back(), read_value(*table));
    }
    return storage_.keep(values);
  }

  Result<FamilyValue> read_value(const TomlValue& value) {
    const TableReader table(context_, "a value of " + owner(), value);
    SLUICE_TRY(table.check_keys(kValueKeys));
    SLUICE_TRY_ASSIGN(const std::string text, table.string("alphabet"));
    const auto facts =
        std::ranges::find(kAlphabetFacts, text, &AlphabetFacts::name);
    if (facts == kAlphabetFacts.end()) {
      return table.fail_at(table.line(), "unknown alphabet {}", shown(text));
    }
    FamilyValue read;
    read.alphabet = static_cast<Alphabet>(facts - kAlphabetFacts.begin());
    const bool listed = table.find("lengths") != nullptr;
    const bool bounded =
        table.find("min") != nullptr && table.find("max") != nullptr;
    const bool half =
        (table.find("min") != nullptr) != (table.find("max") != nullptr);
    if (read.alphabet == Alphabet::kUuid) {
      if (listed || bounded || half) {
        return table.fail_at(table.line(), "a uuid has no length of its own");
      }
      read.min = read.max = kUuidSize;
      return read;
    }
    if (half || listed == bounded) {
      return table.fail_at(table.line(),
                           "either `lengths`, or `min` and `max`, are wanted");
    }
    if (listed) {
      SLUICE_TRY_ASSIGN(const auto found, lengths(table));
      read.min = found.front();
      read.max = found.back();
      // If there are no gaps, the bounds suffice.
      if (read.max - read.min + 1 != found.size()) read.lengths = found;
      return read;
    }
    SLUICE_TRY_ASSIGN(read.min, table.count("min"));
    SLUICE_TRY_ASSIGN(read.max, table.count("max"));
    if (read.min == 0 || read.min > read.max) {
      return table.fail_at(table.line(), "`min` must be 1 to `max`");
    }
    return read;
  }

  Result<std::span<const std::uint32_t>> lengths(const TableReader& table) {
    const TomlEntry& entry = *table.find("lengths");
    std::vector<std::uint32_t> found;
    for (const TomlValue& item : entry.value.items) {
      const std::int64_t least =
          found.empty() ? 1 : std::int64_t{found.back()} + 1;
      if (item.kind != TomlValue::Kind::kInteger || item.integer < least ||
          item.integer > std::numeric_limits<std::uint32_t>::max()) {
        return table.fail_at(item.line,
                             "`lengths` must be integers from 1 on that rise");
      }
      found.push_back(static_cast<std::uint32_t>(item.integer));
    }
    if (found.empty()) {
      return table.fail_at(entry.line, "`lengths` must be a list of integers");
    }
    return storage_.keep(found);
  }

  std::string owner() const {
    const TomlEntry* id = table_.find("id");
    return "family " + shown(id->value.text);
  }

  std::span<const std::string_view> kept(
      const std::vector<TableReader::Text>& texts) {
    std::vector<std::string_view> views;
    for (const TableReader::Text& text : texts)
      views.push_back(storage_.keep(text.text));
    return storage_.keep(views);
  }

  RuleStorage& storage_;
  ReadContext context_;
  TableReader table_;
};

}  // namespace

Result<RuleDraft> read_family(const RuleReading& reading,
                              const TomlValue& value) {
  const ReadContext strict{reading.context->file, Reading::kStrict, nullptr};
  const TableReader nameless(strict, "a family", value);
  SLUICE_TRY_ASSIGN(const std::string id, nameless.string("id"));
  return FamilyReader(reading, value, id).read(reading.source);
}

}  // namespace sluice
