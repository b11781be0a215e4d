#include "judge/context/credential_file.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::credential_file_test {

TEST_CASE("credential file: what programs keep their passwords in") {
  for (const std::string path : {".netrc",
                                 "home/ann/_netrc",
                                 ".pgpass",
                                 ".git-credentials",
                                 "ftp/sitemanager.xml",
                                 "ftp/RecentServers.xml",
                                 "sftp-config.json",
                                 ".ftpconfig",
                                 ".vscode/sftp.json",
                                 "www/.htpasswd",
                                 "intern.htpasswd",
                                 ".esmtprc",
                                 ".msmtprc",
                                 ".mutt/muttrc",
                                 ".muttrc",
                                 ".dbeaver/credentials-config.json",
                                 ".dbeaver/data-sources.xml",
                                 ".idea/dataSources.xml",
                                 ".idea/dataSources.local.xml",
                                 ".idea/WebServers.xml",
                                 "firefox/logins.json",
                                 "config/master.key",
                                 "shop/config/credentials/production.key",
                                 "www/wp-config.php",
                                 "etc/shadow",
                                 ".dockercfg",
                                 ".docker/config.json",
                                 ".npmrc",
                                 ".pypirc",
                                 ".s3cfg",
                                 ".boto",
                                 ".aws/credentials",
                                 ".remote-sync.json",
                                 "ventrilo_srv.ini",
                                 ".my.cnf",
                                 "robomongo.json",
                                 "configuration.user.xpl",
                                 "heroku.json",
                                 ".tugboat",
                                 "server.cfg",
                                 "csgo/cfg/arena_server.cfg",
                                 "config/secrets.yml",
                                 "passwords.txt",
                                 "Passwords",
                                 ".bash_history",
                                 "root/.mysql_history",
                                 "proftpdpasswd",
                                 "terraform.tfstate",
                                 ".kube/config",
                                 "kubeconfig",
                                 "prod.kubeconfig",
                                 "user.creds",
                                 "config/database.yml"}) {
    CAPTURE(path);
    CHECK(holds_credentials(path));
  }
}

TEST_CASE("credential file: what only looks like one") {
  for (const std::string path : {"",
                                 "/",
                                 "netrc.c",
                                 ".netrc.example",
                                 "docs/netrc.md",
                                 "config.json",
                                 "src/config",
                                 "config/puma.yml",
                                 "mykube/config",
                                 "my.kube/config",
                                 "master.key",
                                 "credentials/ca.key",
                                 "passwords.go",
                                 "secrets.html",
                                 "shadow",
                                 "shadow.cc",
                                 "lib/history",
                                 "edit_history.rb",
                                 "servers.cfg",
                                 "terraform.tfvars",
                                 "password.c"}) {
    CAPTURE(path);
    CHECK_FALSE(holds_credentials(path));
  }
}

}  // namespace sluice::credential_file_test
