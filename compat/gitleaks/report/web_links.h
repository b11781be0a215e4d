// The addresses of findings on the web.
// Thread-safety: a plain value; one call of find() at a time.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "git/run_git.h"
#include "gitleaks/detector/finding.h"

namespace sluice {

class WebLinks {
 public:
  // A value of --platform: github, gitlab, azuredevops, gitea, bitbucket, none,
  // or unknown, which the address of the remote repository decides. Error:
  // kUsage.
  static Result<void> check_platform(std::string_view name);

  // No links.
  WebLinks() = default;
  // Uses no network: the address comes from git's own settings, if they have
  // it.
  WebLinks(const GitWorkdir& place, std::string_view platform);

  // Returns an empty text if there is no link.
  std::string to(const GitleaksFinding& leak) const;

 private:
  std::string platform_ = "none";
  std::string address_;
};

}  // namespace sluice
