// A file may hold any bytes, and this format is for terminals: control
// characters are escaped here, unlike in gitleaks.

#include <fmt/format.h>

#include <algorithm>

#include "gitleaks/report/formats.h"
#include "text/ascii.h"
#include "text/escape.h"

namespace sluice {
namespace {

// gitleaks' limits: bytes of context on either side, and of a long secret.
constexpr std::size_t kContext = 20;
constexpr std::size_t kMaxSecret = 100;
constexpr std::size_t kMaxRequired = 40;

constexpr std::string_view kBlanks = " \t\n\v\f\r";

std::string cut(std::string_view text, std::size_t most, std::size_t kept) {
  if (text.size() <= most) return escape_for_terminal(text);
  return escape_for_terminal(text.substr(0, kept)) + "...";
}

std::string paint(std::string_view sgr, const std::string& text, bool colored) {
  if (!colored || text.empty()) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", sgr, text);
}

struct Painted {
  std::string finding;
  std::string secret;
};

Painted with_context(std::string_view line, std::string_view match,
                     std::string_view secret, bool colored) {
  Painted out;
  out.secret = paint("1;33", cut(secret, kMaxSecret, kMaxSecret), colored);
  const std::size_t at = line.find(match);
  const std::size_t in_match = match.find(secret);
  if (at == std::string_view::npos || in_match == std::string_view::npos) {
    out.finding = escape_for_terminal(match);
    return out;
  }
  std::string before =
      at > kContext
          ? "..." + escape_for_terminal(line.substr(at - kContext, kContext))
          : escape_for_terminal(line.substr(0, at));
  before.erase(0, std::min(before.find_first_not_of(' '), before.size()));
  std::size_t behind = at + match.size();
  if (line.size() <= behind + 1) behind = line.size();
  out.finding =
      before +
      paint("33", escape_for_terminal(match.substr(0, in_match)), colored) +
      out.secret +
      paint("33", escape_for_terminal(match.substr(in_match + secret.size())),
            colored) +
      cut(line.substr(behind), kContext, kContext);
  return out;
}

}  // namespace

Result<void> write_leaks_text(Leaks leaks, const RuleSet& rules,
                              GitleaksColor color, Output& out) {
  for (const GitleaksFinding& leak : leaks) {
    const Rule& rule = rules.rules()[leak.rule];
    const auto field = [&](std::string_view name, std::string_view value) {
      return out.write(fmt::format("{:<12} {}\n", name, value));
    };
    const std::string_view match = trim(leak.match, kBlanks);
    const std::string_view secret = trim(leak.secret, kBlanks);
    Painted painted{escape_for_terminal(match), escape_for_terminal(secret)};
    if (color != GitleaksColor::kMatchAlone && leak.start_line != 0)
      painted = with_context(trim(leak.line, kBlanks), match, secret,
                             color == GitleaksColor::kContextInColor);
    SLUICE_TRY(field("Finding:", painted.finding));
    SLUICE_TRY(field("Secret:", painted.secret));
    SLUICE_TRY(field("RuleID:", rule.id));
    SLUICE_TRY(field("Entropy:", fmt::format("{:.6f}", leak.entropy)));
    if (!leak.file.empty()) {
      const auto tags = tags_of(leak, rule);
      if (!tags.empty())
        SLUICE_TRY(field("Tags:", fmt::format("[{}]", fmt::join(tags, " "))));
      SLUICE_TRY(field("File:", escape_for_terminal(leak.file)));
      SLUICE_TRY(field("Line:", std::to_string(leak.start_line)));
      const bool committed = leak.commit && !leak.commit->id.empty();
      if (committed) {
        const Commit& commit = *leak.commit;
        SLUICE_TRY(field("Commit:", commit.id));
        SLUICE_TRY(field("Author:", escape_for_terminal(commit.author)));
        SLUICE_TRY(field("Email:", escape_for_terminal(commit.email)));
        SLUICE_TRY(field("Date:", commit.date));
      }
      SLUICE_TRY(field("Fingerprint:", escape_for_terminal(leak.fingerprint)));
      if (!leak.link.empty())
        SLUICE_TRY(field("Link:", escape_for_terminal(leak.link)));
    }
    std::string_view head = "Required:";
    for (const RequiredFinding& required : leak.required) {
      SLUICE_TRY(
          field(head, fmt::format("{}:{}:{}", rules.rules()[required.rule].id,
                                  required.start_line,
                                  cut(trim(required.secret, kBlanks),
                                      kMaxRequired, kMaxRequired - 3))));
      head = "";
    }
    SLUICE_TRY(out.write("\n"));
  }
  return {};
}

}  // namespace sluice
