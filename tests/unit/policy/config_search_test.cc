#include "policy/config_search.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <map>
#include <string>

namespace sluice::config_search_test {

struct World {
  std::string option;
  std::string target = ".";
  std::map<std::string, std::string> variables;
  std::map<std::string, std::string> files;
  std::map<std::string, int> broken;  // errno by path
};

Result<std::optional<FoundConfig>> search(const World& world) {
  ConfigSources places;
  places.option = world.option;
  places.target.directory = world.target;
  places.variable = [&](const char* name) -> std::optional<std::string> {
    const auto found = world.variables.find(name);
    if (found == world.variables.end()) return std::nullopt;
    return found->second;
  };
  places.read = [&](const std::string& path) -> Result<std::string> {
    if (const auto bad = world.broken.find(path); bad != world.broken.end()) {
      return tl::unexpected(
          Error{ErrorCode::kIo, errno_text(bad->second), bad->second});
    }
    const auto found = world.files.find(path);
    if (found != world.files.end()) return found->second;
    return tl::unexpected(
        Error{ErrorCode::kNotFound, errno_text(ENOENT), ENOENT});
  };
  places.target.read = [&](const std::string& path, std::size_t) {
    return places.read(places.target.name_of(path));
  };
  return find_config(places);
}

// Returns the name of the configuration that was found, or "-".
std::string found_in(const World& world) {
  const auto found = search(world);
  REQUIRE_MESSAGE(found.has_value(), found.error().message);
  return *found ? (*found)->source.name : "-";
}

TEST_CASE("config search: the first of the places") {
  World world;
  world.target = "dir";
  world.option = "o.toml";
  world.variables = {{"GITLEAKS_CONFIG", "v.toml"},
                     {"GITLEAKS_CONFIG_TOML", "text"}};
  world.files = {{"o.toml", "1"},
                 {"v.toml", "2"},
                 {"dir/.sluice.toml", "3"},
                 {"dir/.gitleaks.toml", "4"},
                 {".gitleaks.toml", "5"}};
  CHECK(found_in(world) == "o.toml");
  world.option.clear();
  world.variables["BETTERLEAKS_CONFIG"] = "o.toml";
  CHECK(found_in(world) == "v.toml");
  CHECK((*search(world))->source.text == "2");
  CHECK((*search(world))->origin == PolicyOrigin::kVariable);
  world.variables["GITLEAKS_CONFIG"] = "";
  CHECK(found_in(world) == "GITLEAKS_CONFIG_TOML");
  CHECK((*search(world))->source.text == "text");
  world.variables["GITLEAKS_CONFIG_TOML"] = "";
  CHECK(found_in(world) == "o.toml");
  world.variables["BETTERLEAKS_CONFIG"] = "";
  world.variables["BETTERLEAKS_CONFIG_TOML"] = "text";
  CHECK(found_in(world) == "BETTERLEAKS_CONFIG_TOML");
  world.variables["BETTERLEAKS_CONFIG_TOML"] = "";
  CHECK(found_in(world) == "dir/.sluice.toml");
  world.files.erase("dir/.sluice.toml");
  CHECK(found_in(world) == "dir/.gitleaks.toml");
  CHECK((*search(world))->origin == PolicyOrigin::kTree);
  world.target = "dir/";
  CHECK(found_in(world) == "dir/.gitleaks.toml");
  world.target = ".";
  CHECK(found_in(world) == ".gitleaks.toml");
  world.target = "elsewhere";
  CHECK(found_in(world) == "-");
}

TEST_CASE("config search: a target that is a file has no configuration") {
  World world;
  world.target = "file";
  world.files = {{".gitleaks.toml", "1"}};
  world.broken = {{"file/.sluice.toml", ENOTDIR},
                  {"file/.gitleaks.toml", ENOTDIR}};
  CHECK(found_in(world) == "-");
}

TEST_CASE("config search: what is named or there must be readable") {
  World world;
  world.option = "o.toml";
  CHECK(search(world).error().message ==
        "cannot read the configuration `o.toml`: No such file or directory");
  world.option.clear();
  world.variables = {{"GITLEAKS_CONFIG", "v.toml"}};
  CHECK(search(world).error().message ==
        "cannot read the configuration `v.toml` (GITLEAKS_CONFIG): No such "
        "file or directory");
  world.variables.clear();
  world.broken = {{".gitleaks.toml", EACCES}};
  CHECK(search(world).error().message ==
        "cannot read the configuration `.gitleaks.toml`: Permission denied "
        "(--no-config scans without it)");
  CHECK(search(world).error().code == ErrorCode::kConfig);
}

}  // namespace sluice::config_search_test
