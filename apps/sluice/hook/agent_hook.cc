// The content of a message is JSON: a text, or an object with texts in it. Two
// passes see two things. The first takes each text by itself, with its lines,
// and under the name of the file that the object names. The second takes the
// JSON as a text, a member a line, so that the name of a member counts like a
// name in a file: {"password": "..."}. It has no long texts and none of several
// lines: they say by themselves what is a secret, and the first pass knows
// their file.
//
// A prompt and a tool's input are blocked. The result of a tool is replaced by
// the result without its secrets, because the tool has already run.
//
// Rejected: to replace a tool's input. A tool would then write labels into
// files, and most agents allow a changed input without asking the user.
#include "sluice/hook/agent_hook.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "finding/mask.h"
#include "sluice/command_line/option_values.h"
#include "sluice/command_line/shared_options.h"
#include "sluice/scan/sandboxing.h"
#include "sluice/scan/text_scanner.h"
#include "text/bounded_json.h"
#include "text/escape.h"

namespace sluice {
namespace {

using nlohmann::json;

// Agents cut what they pass at less than this.
constexpr std::size_t kMaxMessage = std::size_t{16} << 20;
// A longer list would hide the rest of the message.
constexpr std::size_t kMostNamed = 10;
// No rule finds a shorter text that has no name.
constexpr std::size_t kMinText = 8;

constexpr const char* kAgentHookUsage =
    "Usage: sluice hook agent --agent AGENT [OPTIONS]\n\n"
    "Answers one message of a coding agent's hook: reads it from standard "
    "input and\n"
    "writes the answer to standard output. `sluice hook install --agent AGENT` "
    "makes\n"
    "the agent call it. A prompt or a tool's input with a secret is blocked, "
    "and the\n"
    "secrets in a tool's output are replaced, where the agent allows it.\n";

constexpr const char* kAgentHookFooter = R"(
Exit codes:
  0  answered
  1  sluice could not check the message, and the agent goes on (for copilot, 0)
  2  the same with --fail-closed: the agent stops

Example:
  echo '{"hook_event_name": "UserPromptSubmit", "prompt": "Hello"}' |
    sluice hook agent --agent claude

A message has at most 16 MiB. docs/AGENTS.md says what each agent can do.)";

Result<std::string> read_message_text() {
  std::string text;
  char buffer[64 * 1024];
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno(errno, "standard input");
    if (got == 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
    if (text.size() > kMaxMessage)
      return fail(ErrorCode::kUsage, "the message has more than {} MiB",
                  kMaxMessage >> 20);
  }
}

// The file that an object is about: the name by which its texts are judged.
std::string file_named_in(const json& object) {
  for (const char* key : {"file_path", "filePath", "path", "filename"}) {
    std::string path = text_field(object, key);
    if (!path.empty() && path.find('\0') == std::string::npos) return path;
  }
  return "-";
}

using Visit = std::function<Result<void>(const std::string& path, json& text)>;

// Calls `visit` for each text in the value.
Result<void> for_each_text(json& value, const std::string& path,
                           const Visit& visit) {
  if (value.is_string()) return visit(path, value);
  if (!value.is_structured()) return {};
  const std::string here = value.is_object() ? file_named_in(value) : path;
  for (json& item : value)
    SLUICE_TRY(for_each_text(item, here == "-" ? path : here, visit));
  return {};
}

// The longest text that is a value and not a file.
constexpr std::size_t kMostOfValue = 512;

// The value without the texts that are no values of a name.
json with_short_texts(json value) {
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    const bool is_short =
        text.size() <= kMostOfValue && text.find('\n') == std::string::npos;
    return is_short ? std::move(value) : json("");
  }
  if (value.is_structured())
    for (json& item : value) item = with_short_texts(std::move(item));
  return value;
}

std::string as_text(const json& value) {
  return value.dump(2, ' ', false, json::error_handler_t::replace);
}

// Makes the changes from `before` to `after` in `value`, which has the shape of
// `before`.
void take_changes(const json& before, const json& after, json* value) {
  if (before == after) return;
  if (!before.is_structured() || before.type() != after.type() ||
      before.size() != after.size()) {
    *value = after;
    return;
  }
  auto of_before = before.begin();
  auto of_after = after.begin();
  for (json& item : *value) take_changes(*of_before++, *of_after++, &item);
}

// --- blocking ---

// The lines of a reason, without equal ones.
class FoundLines {
 public:
  // `line` is 0 if it means nothing to a reader.
  void add(const Finding& finding, std::uint64_t line) {
    if (!secrets_.insert(finding.secret).second) return;
    if (secrets_.size() > kMostNamed) return;
    lines_ += fmt::format(
        "\n  {}{} ({}): {}", line == 0 ? "" : fmt::format("line {}: ", line),
        finding.rule->id, finding.rule->description,
        escape_for_terminal(escape_invalid_utf8(mask(finding))));
  }
  void add_all(const WholeReports& found, bool with_lines) {
    for (const auto& report : found.reports)
      for (const Finding& finding : report->findings)
        add(finding, with_lines ? finding.start.line : 0);
  }
  bool empty() const { return secrets_.empty(); }
  std::string text() const {
    if (secrets_.size() <= kMostNamed) return lines_;
    return lines_ +
           fmt::format("\n  and {} more", secrets_.size() - kMostNamed);
  }

 private:
  std::set<std::string> secrets_;
  std::string lines_;
};

Result<void> check_whole(const WholeReports& found) {
  for (const auto& report : found.reports)
    if (!report->incomplete.empty())
      return fail(ErrorCode::kIo, "not read to its end: {}",
                  report->incomplete);
  return {};
}

std::string reason_to_block(const AgentMessage& message,
                            const FoundLines& found) {
  if (message.kind == AgentMessage::Kind::kPrompt)
    return fmt::format(
        "sluice stopped this prompt because it contains a secret:{}\nSend it "
        "again without the secret.",
        found.text());
  return fmt::format(
      "sluice stopped this call{} because it contains a secret:{}\nUse a "
      "variable of the environment, or a file that the program reads by "
      "itself, instead of the secret.",
      message.tool.empty()
          ? ""
          : fmt::format(" of {}", escape_for_terminal(message.tool)),
      found.text());
}

Result<std::string> answer_to_input(TextScanner& scanner, Agent agent,
                                    AgentMessage& message) {
  FoundLines lines;
  const auto check = [&](const std::string& path, json& value) -> Result<void> {
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() < kMinText) return {};
    const WholeReports found = scanner.scan(path, text);
    SLUICE_TRY(check_whole(found));
    lines.add_all(found, true);
    return {};
  };
  SLUICE_TRY(for_each_text(message.content, "-", check));
  if (message.content.is_structured()) {
    const WholeReports found =
        scanner.scan("-", as_text(with_short_texts(message.content)));
    SLUICE_TRY(check_whole(found));
    lines.add_all(found, false);
  }
  return lines.empty()
             ? answer_let_through(agent, message)
             : answer_block(agent, message, reason_to_block(message, lines));
}

// --- replacing ---

std::string note_of(Agent agent, const AgentMessage& message,
                    const SecretNumbers& numbers) {
  std::string rules;
  for (const auto& [rule, count] : numbers.by_rule())
    rules += fmt::format("{}{} {}", rules.empty() ? "" : ", ", count, rule);
  if (can_replace(agent, message))
    return fmt::format(
        "sluice replaced {} secret{} in this text by labels ({}).",
        numbers.places(), numbers.places() == 1 ? "" : "s", rules);
  return fmt::format(
      "sluice found {} secret{} in this text ({}), and cannot replace what "
      "this tool returns. Do not repeat the secret.",
      numbers.places(), numbers.places() == 1 ? "" : "s", rules);
}

Result<std::string> answer_to_output(TextScanner& scanner, Agent agent,
                                     AgentMessage& message) {
  SecretNumbers numbers;
  json content = message.content;
  const auto redact = [&](const std::string& path,
                          json& value) -> Result<void> {
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() < kMinText) return {};
    Result<RedactedText> redacted = scanner.redact(path, text, {}, &numbers);
    // An archive is no text.
    if (!redacted && redacted.error().code == ErrorCode::kUsage) return {};
    if (!redacted) return tl::unexpected<Error>(std::move(redacted).error());
    if (redacted->places != 0) value = std::move(redacted->text);
    return {};
  };
  SLUICE_TRY(for_each_text(content, "-", redact));
  if (content.is_structured()) {
    const json values = with_short_texts(content);
    SLUICE_TRY_ASSIGN(const RedactedText redacted,
                      scanner.redact("-", as_text(values), {}, &numbers));
    const json changed = parse_json(redacted.text);
    if (changed.is_discarded())
      return fail(ErrorCode::kIo, "the redacted text is no JSON");
    take_changes(values, changed, &content);
  }
  if (numbers.places() == 0) return answer_let_through(agent, message);
  return answer_replace(agent, message, content,
                        note_of(agent, message, numbers));
}

// --- the command ---

Result<std::string> answer_to(const AgentHookOptions& options,
                              AgentMessage& message) {
  if (message.kind == AgentMessage::Kind::kOther)
    return answer_let_through(options.agent, message);
  SLUICE_TRY_ASSIGN(const std::unique_ptr<TextScanner> scanner,
                    TextScanner::create(options.scan));
  return message.kind == AgentMessage::Kind::kOutput
             ? answer_to_output(*scanner, options.agent, message)
             : answer_to_input(*scanner, options.agent, message);
}

Result<std::string> answer(const AgentHookOptions& options,
                           AgentMessage* message) {
  SLUICE_TRY_ASSIGN(const std::string text, read_message_text());
  SLUICE_TRY(close_in(sandbox_by_variable(), {}));
  const json read = parse_json(text);
  if (!read.is_object())
    return fail(ErrorCode::kUsage,
                "the message is no JSON object, or nests too deep");
  *message = read_message(options.agent, read);
  try {
    return answer_to(options, *message);
  } catch (const std::exception& error) {
    return fail(ErrorCode::kIo, "{}", error.what());
  }
}

constexpr int kNoDecision = 1;
constexpr int kStops = 2;

int report_unchecked(const Error& error, bool fail_closed) {
  log_error(escape_for_terminal(
      fmt::format("not checked for secrets: {}", error.message)));
  return fail_closed ? kStops : kNoDecision;
}

bool print_answer(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return std::fflush(stdout) == 0;
}

int run_hook_of_agent(const AgentHookOptions& options) {
  AgentMessage message;
  const Result<std::string> answered = answer(options, &message);
  if (answered) {
    if (print_answer(*answered)) return 0;
    return report_unchecked({ErrorCode::kIo, "cannot write the answer", errno},
                            options.fail_closed);
  }
  const int code = report_unchecked(answered.error(), options.fail_closed);
  const bool is_known = message.kind != AgentMessage::Kind::kOther;
  if (!options.fail_closed) {
    print_answer(answer_let_through(options.agent, message));
    // Copilot takes every other code for a refusal.
    return options.agent == Agent::kCopilot ? 0 : code;
  }
  if (!is_known) return code;
  return print_answer(answer_block(
             options.agent, message,
             "sluice could not check this for secrets, so it was stopped: " +
                 escape_for_terminal(answered.error().message)))
             ? 0
             : code;
}

}  // namespace

Result<std::variant<AgentHookOptions, PrintAndExit>> parse_agent_hook_options(
    std::vector<std::string> arguments) {
  arguments.erase(arguments.begin(), arguments.begin() + 2);
  AgentHookOptions options;
  RawOptions raw;
  std::string agent;
  CLI::App app("", "sluice hook agent");
  prepare(app, kAgentHookUsage, kAgentHookFooter);
  app.option_defaults()->always_capture_default();
  begin_group(app, "Agent");
  app.add_option("--agent", agent,
                 "Speak the protocol of: claude, codex, cursor, gemini or "
                 "copilot.")
      ->option_text("AGENT")
      ->transform(one_of({"claude", "codex", "cursor", "gemini", "copilot"}));
  app.add_flag("--fail-closed", options.fail_closed,
               "Stop the agent if the message cannot be checked.");
  describe_text_search(&app, &options.scan, &raw);
  Settings settings(app);
  SLUICE_TRY_ASSIGN(auto parsed, parse_words(app, std::move(arguments),
                                             "sluice help hook agent"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  if (agent.empty())
    return fail(ErrorCode::kUsage,
                "name the agent: --agent claude, codex, cursor, gemini or "
                "copilot");
  if (!std::get<Words>(parsed).all().empty())
    return fail(ErrorCode::kUsage,
                "`sluice hook agent` reads standard input "
                "and takes no file");
  options.agent = *agent_named(agent);
  SLUICE_TRY(settle_text_search(settings, raw, &options.scan));
  return options;
}

int run_agent_hook(const std::vector<std::string>& arguments) {
  // A closed pipe is then an error of write().
  std::signal(SIGPIPE, SIG_IGN);
  auto options = parse_agent_hook_options(arguments);
  if (!options) {
    const auto has = [&](const char* word) {
      return std::ranges::count(arguments, word) != 0;
    };
    const int code = report_unchecked(options.error(), has("--fail-closed"));
    return code == kNoDecision && has("copilot") ? 0 : code;
  }
  if (const auto* text = std::get_if<PrintAndExit>(&*options))
    return print_answer(text->text) ? 0 : kStops;
  return run_hook_of_agent(std::get<AgentHookOptions>(*options));
}

}  // namespace sluice
