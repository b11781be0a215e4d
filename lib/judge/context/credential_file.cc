// The names are those that programs give to such files; a list of them is what
// there is. Some have a name that other files have too, and are told by the
// directory that they stand in.

#include "judge/context/credential_file.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/context/caseless.h"

namespace sluice {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({
    ".authinfo",
    ".boto",
    ".cifs-credentials",
    ".curlrc",
    ".databrickscfg",
    ".dockercfg",
    ".dockerconfigjson",
    ".esmtprc",
    ".fetchmailrc",
    ".ftpconfig",
    ".git-credentials",
    ".hgrc",
    ".htdigest",
    ".htpasswd",
    ".mbsyncrc",
    ".msmtprc",
    ".muttrc",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".offlineimaprc",
    ".passwd-s3fs",
    ".pgpass",
    ".pypirc",
    ".remote-sync.json",
    ".s3cfg",
    ".smbcredentials",
    ".tugboat",
    ".vnc_passwd",
    "_curlrc",
    "_netrc",
    "chap-secrets",
    "confcons.xml",
    "configuration.user.xpl",
    "credentials-config.json",
    "credentials.xml",
    "datasources.local.xml",
    "filezilla.xml",
    "heroku.json",
    "htpasswd",
    "ipsec.secrets",
    "jenkins.plugins.publish_over_ssh.bapsshpublisherplugin.xml",
    "kubeconfig",
    "logins.json",
    "msmtprc",
    "pap-secrets",
    "pgpass.conf",
    "proftpdpasswd",
    "recentservers.xml",
    "remote-sync.json",
    "robomongo.json",
    "rsyncd.secrets",
    "sasl_passwd",
    "secrets.tfvars",
    "sftp-config.json",
    "sftp.json",
    "sitemanager.xml",
    "terraform.tfstate",
    "terraform.tfstate.backup",
    "tomcat-users.xml",
    "userlist.txt",
    "ventrilo_srv.ini",
    "webservers.xml",
    "winscp.ini",
    "wp-config.php",
});

// Names of secrets; what stands behind them is the file's kind.
constexpr auto kStems = std::to_array<std::string_view>({
    "cred",
    "credential",
    "credentials",
    "creds",
    "passwd",
    "password",
    "passwords",
    "secret",
    "secrets",
});
constexpr auto kStemKinds = std::to_array<std::string_view>({
    "",
    ".cfg",
    ".cnf",
    ".conf",
    ".csv",
    ".env",
    ".ini",
    ".json",
    ".properties",
    ".toml",
    ".tsv",
    ".txt",
    ".yaml",
    ".yml",
});

struct InDirectory {
  std::string_view directory;  // the last ones of the path
  std::string_view name;
};
constexpr auto kInDirectories = std::to_array<InDirectory>({
    {".aws", "credentials"},
    {".cargo", "credentials"},
    {".cargo", "credentials.toml"},
    {".composer", "auth.json"},
    {".config", "hub"},
    {".config/gh", "hosts.yml"},
    {".dbeaver", "data-sources.json"},
    {".dbeaver", "data-sources.xml"},
    {".docker", "config.json"},
    {".gem", "credentials"},
    {".idea", "datasources.xml"},
    {".irssi", "config"},
    {".kube", "config"},
    {".m2", "settings.xml"},
    {".mc", "ini"},
    {".mutt", "muttrc"},
    {".mutt", "passwords"},
    {".subversion", "servers"},
    {".vnc", "passwd"},
    {"config", "database.yml"},
    {"config", "master.key"},
    {"davfs2", "secrets"},
    {"etc", "gshadow"},
    {"etc", "shadow"},
    {"express.js", "deployment-config.json"},
    {"gcloud", "credentials.db"},
    {"openvpn", "auth.txt"},
});

constexpr auto kEnds = std::to_array<std::string_view>({
    ".creds",
    ".credentials",
    ".htpasswd",
    ".kubeconfig",
    ".pgpass",
    ".rdp",
    ".remmina",
    "server.cfg",
});

// "secrets.yml", ".credentials", "passwords"
bool is_secrets(std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  const std::string_view stem = name.substr(0, name.find('.'));
  const std::string_view kind = name.substr(stem.size());
  return equals_caseless(stem, kStems) && equals_caseless(kind, kStemKinds);
}

// Rails: config/credentials.yml.enc is read with config/master.key, those of an
// environment with config/credentials/production.key.
bool is_rails_key(std::string_view directory, std::string_view name) {
  return ends_caseless(directory, "config/credentials") &&
         ends_caseless(name, ".key");
}

// Of a shell, of a database: .bash_history, .zsh_history, .mysql_history.
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
  if (name.empty()) return false;
  if (equals_caseless(name, kNames) || is_secrets(name) || is_history(name) ||
      is_rails_key(directory, name))
    return true;
  const auto is_here = [&](const InDirectory& one) {
    if (!equals_caseless(name, one.name) ||
        !ends_caseless(directory, one.directory))
      return false;
    return directory.size() == one.directory.size() ||
           directory[directory.size() - one.directory.size() - 1] == '/';
  };
  if (std::ranges::any_of(kInDirectories, is_here)) return true;
  return ends_caseless(name, kEnds);
}

}  // namespace sluice
