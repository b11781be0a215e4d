#include "sluice/rules/rule_files.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "fs/file_system.h"
#include "match/engine.h"
#include "match/pattern.h"
#include "rules/config.h"
#include "rules/embedded.h"
#include "rules/loader.h"
#include "sluice/settings/configuration.h"

namespace sluice {
namespace {

Result<std::vector<std::string>> files_of(const std::string& path) {
  const FileSystem& fs = posix_file_system();
  const auto refuse = [&](const Error& error) {
    return tl::unexpected<Error>(
        {error.code, path + ": " + error.message, error.sys_errno});
  };
  const Result<FileStatus> status = fs.status(path);
  if (!status) return refuse(status.error());
  std::vector<std::string> files;
  if (status->kind != FileKind::kDirectory) {
    files.push_back(path);
    return files;
  }
  std::vector<DirEntry> entries;
  if (const Result<void> listed = list_at(fs, path, &entries); !listed)
    return refuse(listed.error());
  const std::string base = path.ends_with('/') ? path : path + '/';
  for (const DirEntry& entry : entries)
    if (entry.name.ends_with(".toml") && entry.kind != FileKind::kDirectory)
      files.push_back(base + entry.name);
  if (files.empty())
    return fail(ErrorCode::kUsage, "{}: this directory contains no *.toml file",
                path);
  std::ranges::sort(files);
  return files;
}

Result<std::vector<RuleSource>> sources_of(
    const std::vector<std::string>& paths) {
  std::vector<RuleSource> sources;
  for (const std::string& path : paths) {
    SLUICE_TRY_ASSIGN(const std::vector<std::string> files, files_of(path));
    for (const std::string& file : files) {
      Result<std::string> text = read_whole(posix_file_system(), file);
      if (!text)
        return tl::unexpected<Error>({text.error().code,
                                      file + ": " + text.error().message,
                                      text.error().sys_errno});
      sources.push_back({file, *std::move(text)});
    }
  }
  return sources;
}

RuleFileSet read_strictly(const std::vector<RuleSource>& sources) {
  RuleFileSet set;
  Result<RuleSet> rules = load_rules(sources);
  if (rules) {
    if (const Result<void> patterns = check_patterns(*rules); !patterns)
      rules = tl::unexpected<Error>(patterns.error());
  }
  if (rules) {
    set.rules = *std::move(rules);
  } else {
    set.error = rules.error().message;
  }
  return set;
}

RuleFileSet read_as_config(const RuleSource& source) {
  RuleFileSet set;
  set.name = source.name;
  Result<LoadedConfig> loaded = load_config(
      source,
      {.read =
           [](const std::string& path) {
             return read_whole(posix_file_system(), path);
           },
       .pattern_error = pattern_error,
       .default_rules = RuleSet::from_static(
           embedded_rules(), embedded_rules_sha256(), embedded_families()),
       .expressions = expression_language()});
  if (loaded) {
    set.rules = std::move(loaded->rules);
    set.warnings = std::move(loaded->warnings);
  } else {
    set.error = loaded.error().message;
  }
  return set;
}

}  // namespace

RuleSet default_rules_with_examples() {
  std::vector<RuleSource> sources;
  for (const EmbeddedFile& file : embedded_rule_files()) {
    std::optional<std::string> text = embedded_text(file.packed);
    SLUICE_CHECK(text.has_value());  // rulec has packed it
    sources.push_back({std::string(file.name), *std::move(text)});
  }
  Result<RuleSet> rules = load_rules(sources);
  SLUICE_CHECK(rules.has_value());  // rulec has read them
  return *std::move(rules);
}

Result<std::vector<RuleFileSet>> read_rule_files(
    const std::vector<std::string>& paths, bool strict) {
  std::vector<RuleFileSet> sets;
  if (paths.empty()) {
    RuleFileSet& set = sets.emplace_back();
    set.name = "the default rules";
    set.rules = default_rules_with_examples();
    set.is_default = true;
    return sets;
  }
  SLUICE_TRY_ASSIGN(const std::vector<RuleSource> sources, sources_of(paths));
  if (strict) {
    sets.push_back(read_strictly(sources));
    return sets;
  }
  for (const RuleSource& source : sources)
    sets.push_back(read_as_config(source));
  return sets;
}

}  // namespace sluice
