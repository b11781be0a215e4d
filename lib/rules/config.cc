// The files are read from the outermost inwards and merged from the innermost
// outwards. A cycle is detected by the text: a file whose text was read before
// extends the same file again, however its name is spelt.
#include "rules/config.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include "base/digest.h"
#include "rules/mandatory_rules.h"
#include "rules/revocation.h"
#include "rules/rule_assembly.h"
#include "rules/rule_file.h"
#include "rules/rule_storage.h"
#include "rules/toml_read.h"

namespace sluice {
namespace {

// The most files below the first.
constexpr std::size_t kMaxDepth = 2;

class ConfigLoader {
 public:
  explicit ConfigLoader(const ConfigSurroundings& surroundings)
      : surroundings_(surroundings) {}

  Result<LoadedConfig> load(const RuleSource& source) {
    sources_.push_back(source);
    SLUICE_TRY_ASSIGN(RuleFile file, surroundings_.toml != nullptr
                                         ? read(source, *surroundings_.toml)
                                         : read(source));
    SLUICE_TRY(assign_revocations(file, *storage_, kept_rules()));
    if (surroundings_.foreign && file.rules.size() > kMaxForeignRules)
      return fail(ErrorCode::kConfig,
                  "{}: {} rules; the file belongs to what is scanned and may "
                  "have {}, with those that it extends",
                  source.name, file.rules.size(), kMaxForeignRules);
    if (file.rules.empty()) {
      return fail(ErrorCode::kConfig, "{}: no rules", source.name);
    }
    std::vector<std::string_view> texts;
    for (const RuleSource& one : sources_) texts.emplace_back(one.text);
    if (defaults_extended_) {
      texts.push_back(surroundings_.default_rules.sha256());
      storage_->base = surroundings_.default_rules.storage();
    }
    std::vector<std::string> refused;
    const bool mandatory = !surroundings_.mandatory.empty();
    if (mandatory) {
      refused = keep_mandatory(&file, file_of(surroundings_.default_rules),
                               surroundings_.mandatory);
      storage_->base = surroundings_.default_rules.storage();
      if (!defaults_extended_)
        texts.push_back(surroundings_.default_rules.sha256());
    }
    // gitleaks' order, wherever the rules came from.
    if (sources_.size() > 1 || defaults_extended_ || mandatory) {
      std::ranges::sort(file.rules, {},
                        [](const RuleDraft& draft) { return draft.rule.id; });
    }
    SLUICE_TRY(assemble(std::move(file), reading(nullptr), defaults_extended_));
    if (storage_->rules.empty()) {
      return fail(ErrorCode::kConfig, "{}: no rules", source.name);
    }
    storage_->foreign = surroundings_.foreign;
    storage_->sha256 = to_hex(sha256(texts));
    return LoadedConfig{RuleSet(std::move(storage_)), std::move(warnings_),
                        std::move(refused)};
  }

 private:
  // The rules whose revocation a file of the scanned tree may not set.
  const RuleSet* kept_rules() const {
    return surroundings_.foreign ? &surroundings_.default_rules : nullptr;
  }

  RuleReading reading(const ReadContext* context) {
    return {
        storage_->source_names.size() - 1, context, storage_.get(),
        surroundings_.pattern_error ? &surroundings_.pattern_error : nullptr,
        surroundings_.expressions};
  }

  // `source` is the last of sources_; `toml` is its parsed text.
  Result<RuleFile> read(const RuleSource& source);
  Result<RuleFile> read(const RuleSource& source, const TomlValue& toml);
  Result<RuleFile> read_base(const RuleSource& source,
                             const Extension& extension);

  const ConfigSurroundings& surroundings_;
  std::shared_ptr<RuleStorage> storage_ = std::make_shared<RuleStorage>();
  std::deque<RuleSource> sources_;  // from the outermost inwards
  std::vector<std::string> warnings_;
  bool defaults_extended_ = false;
};

Result<RuleFile> ConfigLoader::read(const RuleSource& source) {
  SLUICE_TRY_ASSIGN(const TomlValue toml, read_toml(source.name, source.text));
  return read(source, toml);
}

Result<RuleFile> ConfigLoader::read(const RuleSource& source,
                                    const TomlValue& toml) {
  const std::size_t depth = sources_.size() - 1;
  storage_->source_names.push_back(source.name);
  const ReadContext context{source.name, Reading::kWeak, &warnings_};
  SLUICE_TRY_ASSIGN(RuleFile file, read_rule_file(toml, reading(&context)));
  if (!file.extension) return file;

  const Extension& extension = *file.extension;
  if (extension.use_default && depth < kMaxDepth) {
    defaults_extended_ = true;
    extend(file, file_of(surroundings_.default_rules));
    return file;
  }
  if (extension.use_default) {
    warnings_.push_back(fmt::format(
        "{}:{}: [extend]: ignored: {} files are extended already, no more "
        "than gitleaks does",
        source.name, extension.line, kMaxDepth));
    return file;
  }
  SLUICE_TRY_ASSIGN(const RuleFile base, read_base(source, extension));
  if (!base.context.file.empty()) extend(file, base);
  return file;
}

// Returns no name if the file is too deep.
Result<RuleFile> ConfigLoader::read_base(const RuleSource& source,
                                         const Extension& extension) {
  const auto refuse = [&](std::string_view why) {
    return fail(ErrorCode::kConfig, "{}:{}: [extend]: {} {}", source.name,
                extension.line, shown(extension.path), why);
  };
  Result<std::string> text = surroundings_.read(extension.path);
  const auto seen = text ? std::ranges::find(sources_, *text, &RuleSource::text)
                         : sources_.end();
  if (seen != sources_.end()) {
    return refuse(
        fmt::format("leads back to {}: files extend each other in a "
                    "circle",
                    shown(seen->name)));
  }
  if (sources_.size() > kMaxDepth) {
    warnings_.push_back(fmt::format(
        "{}:{}: [extend]: {} is ignored: {} files are extended already, no "
        "more than gitleaks does",
        source.name, extension.line, shown(extension.path), kMaxDepth));
    return RuleFile();
  }
  if (!text) return refuse("cannot be read: " + text.error().message);
  sources_.push_back({extension.path, *std::move(text)});
  SLUICE_TRY_ASSIGN(RuleFile base, read(sources_.back()));
  SLUICE_TRY(assign_revocations(base, *storage_, kept_rules()));
  return base;
}

}  // namespace

Result<LoadedConfig> load_config(const RuleSource& source,
                                 const ConfigSurroundings& surroundings) {
  return ConfigLoader(surroundings).load(source);
}

}  // namespace sluice
