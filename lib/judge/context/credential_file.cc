// The names are those that programs give to such files, in a list. Some of them
// are also names of other files. Their directory distinguishes these.

#include "judge/context/credential_file.h"

#include <algorithm>
#include <cstddef>

#include "judge/context/path_kind.h"
#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

// "secrets.yml", ".credentials", "passwords"
bool is_secrets(std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  const std::string_view stem = name.substr(0, name.find('.'));
  const std::string_view kind = name.substr(stem.size());
  return equals_caseless(stem, words::kCredentialStems) &&
         equals_caseless(kind, words::kCredentialKinds);
}

// Rails: config/credentials.yml.enc is read with config/master.key, those of an
// environment with config/credentials/production.key.
bool is_rails_key(std::string_view directory, std::string_view name) {
  return ends_caseless(directory, "config/credentials") &&
         ends_caseless(name, ".key");
}

// A chart's templates/secrets.yaml takes its values from elsewhere.
bool is_template(std::string_view directory, std::string_view name) {
  return (ends_caseless(name, ".yaml") || ends_caseless(name, ".yml") ||
          ends_caseless(name, ".tpl")) &&
         (directory == "templates" || directory.ends_with("/templates") ||
          directory.find("templates/") != directory.npos);
}

// The history files of a shell or a database: .bash_history, .zsh_history,
// .mysql_history.
bool is_history(std::string_view name) {
  return name.starts_with('.') && ends_caseless(name, "_history");
}

}  // namespace

bool holds_credentials(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view directory =
      slash == path.npos ? std::string_view() : path.substr(0, slash);
  const std::string_view name =
      slash == path.npos ? path : path.substr(slash + 1);
  if (name.empty() || is_template(directory, name)) return false;
  if (equals_caseless(name, words::kCredentialFiles) || is_secrets(name) ||
      is_history(name) || is_rails_key(directory, name))
    return true;
  const auto is_here = [&](std::string_view end) {
    return ends_caseless(path, end) &&
           (path.size() == end.size() ||
            path[path.size() - end.size() - 1] == '/');
  };
  return std::ranges::any_of(words::kCredentialPaths, is_here) ||
         ends_caseless(name, words::kCredentialEnds);
}

bool is_awaited(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const bool is_environment = name == ".env" || name.starts_with(".env.");
  return (is_environment && !is_example(name)) || holds_credentials(path);
}

}  // namespace sluice
