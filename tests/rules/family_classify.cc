// The program's verdicts on values, for family_peer_test.py to compare. With
// the families of the rule files that are named, it reads questions from
// standard input. It answers each with the id of a family, or "-", and whether
// the value looks drawn.
//
// A question is one line with numbers, then the text and a newline. The numbers
// are the text's size in bytes, the beginning and the end of the value, and the
// beginning and the end of its name.

#include <fmt/core.h>

#include <iostream>
#include <string>
#include <vector>

#include "fs/file_system.h"
#include "judge/family_finder.h"
#include "judge/value/drawn.h"
#include "rules/loader.h"

int main(int argc, char** argv) {
  using namespace sluice;
  std::vector<RuleSource> sources;
  for (int i = 1; i < argc; ++i)
    sources.push_back(
        {argv[i], read_whole(posix_file_system(), argv[i]).value()});
  const Result<RuleSet> rules = load_rules(sources);
  if (!rules) {
    fmt::print(stderr, "{}\n", rules.error().message);
    return 2;
  }
  const FamilyFinder finder(*rules);
  std::ios::sync_with_stdio(false);
  std::size_t size = 0;
  TextSpan value, name;
  std::string text;
  while (std::cin >> size >> value.begin >> value.end >> name.begin >>
         name.end) {
    std::cin.get();
    text.resize(size);
    std::cin.read(text.data(), static_cast<std::streamsize>(size));
    const std::string_view all = text;
    const ValueTraits traits(all.substr(value.begin, value.end - value.begin));
    const Rule* rule = finder.find(text, value, name, traits);
    const bool apart =
        all.substr(name.end, value.begin - name.end).find_first_of("=:,>") ==
        all.npos;
    const bool drawn = looks_drawn(traits, apart);
    std::cout << (rule == nullptr ? "-" : rule->id)
              << (drawn ? " drawn\n" : " other\n");
  }
  return std::cin.bad() ? 2 : 0;
}
