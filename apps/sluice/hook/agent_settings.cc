#include "sluice/hook/agent_settings.h"

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "fs/file_system.h"
#include "fs/foreign_file.h"
#include "report/output/report_file.h"
#include "sluice/hook/json_edit.h"
#include "sluice/hook/shell_quoted.h"
#include "sluice/report/report_place.h"
#include "text/bounded_json.h"
#include "text/escape.h"

namespace sluice {
namespace {

namespace stdfs = std::filesystem;
using nlohmann::json;

// How an agent's settings name a hook.
enum class HookForm : std::uint8_t {
  kGroups,  // {"hooks": [{"type": "command", "command": ...}]}
  kPlain,   // {"command": ...}
  kBash,    // {"type": "command", "bash": ...}
};

struct SettingsOf {
  const char* project_file;
  const char* user_file;
  const char* empty;  // the text of a file without hooks
  HookForm form;
  std::vector<const char*> events;
};

const SettingsOf& settings_of(Agent agent) {
  static const std::array<SettingsOf, 5> kSettings = {
      SettingsOf{".claude/settings.json",
                 ".claude/settings.json",
                 "{}\n",
                 HookForm::kGroups,
                 {"UserPromptSubmit", "PreToolUse", "PostToolUse"}},
      SettingsOf{".codex/hooks.json",
                 ".codex/hooks.json",
                 "{}\n",
                 HookForm::kGroups,
                 {"UserPromptSubmit", "PreToolUse", "PostToolUse"}},
      SettingsOf{".cursor/hooks.json",
                 ".cursor/hooks.json",
                 "{\n  \"version\": 1\n}\n",
                 HookForm::kPlain,
                 {"beforeSubmitPrompt", "preToolUse", "beforeReadFile",
                  "postToolUse"}},
      SettingsOf{".gemini/settings.json",
                 ".gemini/settings.json",
                 "{}\n",
                 HookForm::kGroups,
                 {"BeforeAgent", "BeforeTool", "AfterTool"}},
      SettingsOf{".github/hooks/sluice.json",
                 ".copilot/hooks/sluice.json",
                 "{\n  \"version\": 1\n}\n",
                 HookForm::kBash,
                 {"userPromptTransformed", "preToolUse", "postToolUse"}},
  };
  return kSettings.at(static_cast<std::size_t>(agent));
}

std::string json_quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string item_for(HookForm form, const std::string& command,
                     bool fail_closed) {
  const std::string text = json_quoted(command);
  switch (form) {
    case HookForm::kGroups:
      return fmt::format(
          R"({{"hooks": [{{"type": "command", "command": {}}}]}})", text);
    case HookForm::kPlain:
      return fmt::format(R"({{"command": {}{}}})", text,
                         fail_closed ? R"(, "failClosed": true)" : "");
    case HookForm::kBash:
      break;
  }
  return fmt::format(R"({{"type": "command", "bash": {}}})", text);
}

// The end of every command that install_agent_hooks() writes.
std::string mark_of(Agent agent) {
  return fmt::format(" hook agent --agent {}",
                     kAgentNames.at(static_cast<std::size_t>(agent)));
}

bool is_our_command(Agent agent, std::string command) {
  constexpr std::string_view kClosed = " --fail-closed";
  if (command.ends_with(kClosed))
    command.resize(command.size() - kClosed.size());
  return command.ends_with(mark_of(agent));
}

bool is_our_hook(Agent agent, const json& hook) {
  return hook.is_object() &&
         (is_our_command(agent, text_field(hook, "command")) ||
          is_our_command(agent, text_field(hook, "bash")));
}

tl::unexpected<Error> wrong(std::string_view why) {
  return fail(ErrorCode::kConfig, "{}", why);
}

// Errors as those of with_hooks().
Result<void> check_form(const std::string& text) {
  const json read = parse_json(text);
  if (read.is_discarded()) {
    const bool has_comments = json::accept(text, /*ignore_comments=*/true);
    return wrong(has_comments ? "it has comments, which are no JSON: take them "
                                "out, or add the hook by hand"
                              : "it is not JSON");
  }
  if (!read.is_object()) return wrong("it is no JSON object");
  const auto hooks = read.find("hooks");
  if (hooks == read.end()) return {};
  if (!hooks->is_object()) return wrong("`hooks` in it is no object");
  for (const auto& [event, list] : hooks->items())
    if (!list.is_array())
      return wrong(fmt::format("`hooks.{}` in it is no array", event));
  return {};
}

// Removes our hooks from one list. Returns whether there were any.
bool remove_from_list(Agent agent, std::string_view event, std::string* text) {
  bool removed = false;
  const auto find_list = [&] {
    const auto hooks = member_of(*text, whole_json(*text), "hooks");
    return member_of(*text, *hooks, event);
  };
  for (std::size_t i = items_of(*text, *find_list()).size(); i-- > 0;) {
    const JsonSpan list = *find_list();
    const JsonSpan item = items_of(*text, list)[i];
    const json value = parse_json(item.of(*text));
    if (is_our_hook(agent, value)) {
      *text = without_item(*text, list, i);
      removed = true;
      continue;
    }
    if (!value.is_object() || !value.contains("hooks") ||
        !value["hooks"].is_array())
      continue;
    const json& group = value["hooks"];
    for (std::size_t k = group.size(); k-- > 0;) {
      if (!is_our_hook(agent, group[k])) continue;
      removed = true;
      const JsonSpan outer = items_of(*text, *find_list())[i];
      if (group.size() == 1) {
        *text = without_item(*text, *find_list(), i);
        break;
      }
      *text = without_item(*text, *member_of(*text, outer, "hooks"), k);
    }
  }
  return removed;
}

// Removes a member of the object at the end of `path` if it is empty.
void remove_if_empty(std::string* text, std::string_view event) {
  const JsonSpan root = whole_json(*text);
  const JsonSpan parent =
      event.empty() ? root : *member_of(*text, root, "hooks");
  const std::string_view key = event.empty() ? "hooks" : event;
  const auto value = member_of(*text, parent, key);
  if (!value || !items_of(*text, *value).empty()) return;
  const std::vector<JsonSpan> members = items_of(*text, parent);
  for (std::size_t i = 0; i < members.size(); ++i)
    if (members[i].end == value->end) *text = without_item(*text, parent, i);
}

bool has_item(const std::string& text, JsonSpan list, const std::string& item) {
  for (const JsonSpan& one : items_of(text, list))
    if (parse_json(one.of(text)) == parse_json(item)) return true;
  return false;
}

// Adds a list for the event if there is none.
JsonSpan list_for(const char* event, std::string* text) {
  if (!member_of(*text, whole_json(*text), "hooks"))
    *text = with_item(*text, whole_json(*text), R"("hooks": {})");
  JsonSpan hooks = *member_of(*text, whole_json(*text), "hooks");
  if (!member_of(*text, hooks, event)) {
    *text = with_item(*text, hooks, json_quoted(event) + ": []");
    hooks = *member_of(*text, whole_json(*text), "hooks");
  }
  return *member_of(*text, hooks, event);
}

}  // namespace

Result<std::string> with_hooks(Agent agent, const std::string& text,
                               const std::string& command, bool fail_closed) {
  const SettingsOf& settings = settings_of(agent);
  std::string out = text.find_first_not_of(" \t\r\n") == std::string::npos
                        ? settings.empty
                        : text;
  SLUICE_TRY(check_form(out));
  const std::string item =
      item_for(settings.form,
               command + mark_of(agent) + (fail_closed ? " --fail-closed" : ""),
               fail_closed);
  for (const char* event : settings.events) {
    if (has_item(out, list_for(event, &out), item)) continue;
    remove_from_list(agent, event, &out);
    out = with_item(out, list_for(event, &out), item);
  }
  return out;
}

Result<std::string> without_hooks(Agent agent, const std::string& text) {
  SLUICE_TRY(check_form(text));
  std::string out = text;
  const json read = parse_json(text);
  if (!read.contains("hooks")) return out;
  bool removed = false;
  for (const auto& [event, list] : read["hooks"].items()) {
    if (!remove_from_list(agent, event, &out)) continue;
    removed = true;
    remove_if_empty(&out, event);
  }
  if (removed) remove_if_empty(&out, "");
  return out;
}

namespace {

struct SettingsFile {
  std::string path;
  std::string text;  // empty if there is none
};

// The directory that the file may not leave, with a slash at its end.
Result<std::string> settings_base(const AgentPlace& place) {
  if (!place.of_user) {
    const std::string directory = place.project.empty() ? "." : place.project;
    const RepositoryBase repository = repository_place({directory});
    if (!repository.root.empty()) return repository.root;
    SLUICE_TRY_ASSIGN(const std::string real,
                      posix_file_system().real_path(directory));
    return real + "/";
  }
  const char* const home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/')
    return fail(ErrorCode::kUsage, "HOME names no directory");
  return std::string(home) + "/";
}

// Where the user's settings are: an agent may have a variable for that.
std::string file_below(const AgentPlace& place, std::string* base) {
  const SettingsOf& settings = settings_of(place.agent);
  if (!place.of_user) return settings.project_file;
  const char* const copilot = std::getenv("COPILOT_HOME");
  if (place.agent == Agent::kCopilot && copilot != nullptr &&
      copilot[0] == '/') {
    *base = std::string(copilot) + "/";
    return "hooks/sluice.json";
  }
  return settings.user_file;
}

// Refuses a file to which a link leads out of `base`, and a link to nothing.
Result<void> check_links(const std::string& base, const std::string& path) {
  std::error_code error;
  const stdfs::path root = stdfs::weakly_canonical(base, error);
  if (error) return fail_errno(error.value(), base);
  const stdfs::path real = stdfs::weakly_canonical(path, error);
  if (error) return fail_errno(error.value(), path);
  const bool is_link = stdfs::is_symlink(stdfs::symlink_status(path, error));
  const std::string inside =
      root.string().ends_with('/') ? root.string() : root.string() + "/";
  if (!real.string().starts_with(inside) ||
      (is_link && !stdfs::exists(path, error)))
    return fail(ErrorCode::kUsage,
                "nothing was written: a symbolic link leads from {} out of {}",
                path, base);
  return {};
}

Result<SettingsFile> read_settings(const AgentPlace& place) {
  SLUICE_TRY_ASSIGN(std::string base, settings_base(place));
  const std::string below = file_below(place, &base);
  SettingsFile file{base + below, ""};
  SLUICE_TRY(check_links(base, file.path));
  Result<std::string> text = read_whole(posix_file_system(), file.path);
  if (!text && !is_absent(text.error()))
    return fail(ErrorCode::kIo, "cannot read {}: {}", file.path,
                text.error().message);
  if (text) file.text = std::move(*text);
  return file;
}

Result<void> write_settings(const SettingsFile& file, const std::string& text) {
  std::error_code error;
  const stdfs::path folder = stdfs::path(file.path).parent_path();
  stdfs::create_directories(folder, error);
  if (error) return fail_errno(error.value(), folder.string());
  SLUICE_TRY_ASSIGN(
      const std::unique_ptr<ReportFile> written,
      ReportFile::create(file.path, Unfinished::kNamelessIfPossible,
                         "the settings"));
  SLUICE_TRY(written->output().write(text));
  return written->publish();
}

void tell_settings(std::string_view what, const std::string& path) {
  fmt::print("{}: {}\n", what, escape_for_terminal(path));
}

tl::unexpected<Error> refused(const Error& error, const std::string& path) {
  return fail(error.code, "nothing was written: {}: {}", path, error.message);
}

}  // namespace

Result<void> install_agent_hooks(const AgentPlace& place, bool fail_closed) {
  SLUICE_TRY_ASSIGN(const SettingsFile file, read_settings(place));
  // The settings of a project may be committed, and then name no path of this
  // machine.
  std::error_code error;
  const std::string self = stdfs::read_symlink("/proc/self/exe", error);
  const std::string program =
      place.of_user && !error ? shell_quoted(self) : "sluice";
  const Result<std::string> text =
      with_hooks(place.agent, file.text, program, fail_closed);
  if (!text) return refused(text.error(), file.path);
  if (*text == file.text) {
    tell_settings("already there", file.path);
    return {};
  }
  SLUICE_TRY(write_settings(file, *text));
  tell_settings("installed", file.path);
  return {};
}

Result<void> uninstall_agent_hooks(const AgentPlace& place) {
  SLUICE_TRY_ASSIGN(const SettingsFile file, read_settings(place));
  if (file.text.empty()) {
    tell_settings("not installed", file.path);
    return {};
  }
  const Result<std::string> text = without_hooks(place.agent, file.text);
  if (!text) return refused(text.error(), file.path);
  if (*text == file.text) {
    tell_settings("not installed", file.path);
    return {};
  }
  // Only an installation leaves such a file.
  if (*text == settings_of(place.agent).empty) {
    std::error_code error;
    stdfs::remove(file.path, error);
    if (error) return fail_errno(error.value(), file.path);
    tell_settings("removed", file.path);
    return {};
  }
  SLUICE_TRY(write_settings(file, *text));
  tell_settings("removed from", file.path);
  return {};
}

}  // namespace sluice
