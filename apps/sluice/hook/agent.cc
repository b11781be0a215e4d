#include "sluice/hook/agent.h"

#include <algorithm>
#include <span>
#include <utility>

#include "text/bounded_json.h"

namespace sluice {
namespace {

using nlohmann::json;
using Kind = AgentMessage::Kind;

// One kind of event: its name, and the member that has the content.
struct EventOf {
  std::string_view name;
  Kind kind;
  const char* member;
};

constexpr auto kClaudeEvents = std::to_array<EventOf>({
    {"UserPromptSubmit", Kind::kPrompt, "prompt"},
    {"PreToolUse", Kind::kInput, "tool_input"},
    {"PostToolUse", Kind::kOutput, "tool_response"},
});
constexpr auto kGeminiEvents = std::to_array<EventOf>({
    {"BeforeAgent", Kind::kPrompt, "prompt"},
    {"BeforeTool", Kind::kInput, "tool_input"},
    {"AfterTool", Kind::kOutput, "tool_response"},
});
constexpr auto kCursorEvents = std::to_array<EventOf>({
    {"beforeSubmitPrompt", Kind::kPrompt, "prompt"},
    {"preToolUse", Kind::kInput, "tool_input"},
    {"beforeShellExecution", Kind::kInput, "command"},
    {"beforeMCPExecution", Kind::kInput, "tool_input"},
    {"beforeReadFile", Kind::kInput, "content"},
    {"postToolUse", Kind::kOutput, "tool_output"},
});
// Copilot names no event in its messages. The members tell them apart, the
// first of these that a message has.
constexpr auto kCopilotEvents = std::to_array<EventOf>({
    {"postToolUse", Kind::kOutput, "toolResult"},
    {"userPromptTransformed", Kind::kOutput, "transformedPrompt"},
    {"preToolUse", Kind::kInput, "toolArgs"},
});

std::span<const EventOf> events_of(Agent agent) {
  switch (agent) {
    case Agent::kClaude:
    case Agent::kCodex:
      return kClaudeEvents;
    case Agent::kGemini:
      return kGeminiEvents;
    case Agent::kCursor:
      return kCursorEvents;
    case Agent::kCopilot:
      break;
  }
  return kCopilotEvents;
}

const EventOf* event_of(Agent agent, const json& message,
                        std::string_view name) {
  for (const EventOf& event : events_of(agent))
    if (agent == Agent::kCopilot ? message.contains(event.member)
                                 : event.name == name)
      return &event;
  return nullptr;
}

// Cursor and older versions of Copilot pass objects as texts.
json unfolded(json value) {
  if (!value.is_string()) return value;
  json inner = parse_json(value.get_ref<const std::string&>());
  return inner.is_object() || inner.is_array() ? inner : value;
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Returns the tool's result as one text for the model.
std::string text_of(const json& content) {
  if (content.is_string()) return content.get<std::string>();
  return dumped(content);
}

bool is_of_mcp(const AgentMessage& message) {
  return message.tool.starts_with("MCP:");
}

}  // namespace

std::optional<Agent> agent_named(std::string_view name) {
  const auto* const at = std::ranges::find(kAgentNames, name);
  if (at == kAgentNames.end()) return std::nullopt;
  return static_cast<Agent>(at - kAgentNames.begin());
}

AgentMessage read_message(Agent agent, const json& message) {
  AgentMessage read;
  if (!message.is_object()) return read;
  read.event = text_field(message, "hook_event_name");
  const EventOf* const event = event_of(agent, message, read.event);
  if (event == nullptr) return read;
  read.event = event->name;
  read.kind = event->kind;
  read.tool =
      text_field(message, agent == Agent::kCopilot ? "toolName" : "tool_name");
  read.content = message.value(event->member, json());
  if (agent == Agent::kCursor || agent == Agent::kCopilot)
    read.content = unfolded(std::move(read.content));
  if (read.event == "beforeReadFile")
    read.content = {{"file_path", text_field(message, "file_path")},
                    {"content", std::move(read.content)}};
  return read;
}

bool can_replace(Agent agent, const AgentMessage& message) {
  if (message.kind != Kind::kOutput) return false;
  return agent != Agent::kCursor ||
         (is_of_mcp(message) && message.content.is_object());
}

std::string answer_let_through(Agent agent, const AgentMessage& message) {
  // Text on standard output would become a part of the prompt.
  if (agent == Agent::kClaude || agent == Agent::kCodex) return "";
  if (message.event == "beforeSubmitPrompt")
    return dumped({{"continue", true}});
  if (message.event == "beforeReadFile")
    return dumped({{"permission", "allow"}});
  // To allow a tool would let it pass without asking the user.
  return "{}";
}

std::string answer_block(Agent agent, const AgentMessage& message,
                         const std::string& reason) {
  const bool is_input = message.kind == Kind::kInput;
  switch (agent) {
    case Agent::kClaude:
    case Agent::kCodex:
      if (!is_input) return dumped({{"decision", "block"}, {"reason", reason}});
      return dumped({{"hookSpecificOutput",
                      {{"hookEventName", message.event},
                       {"permissionDecision", "deny"},
                       {"permissionDecisionReason", reason}}}});
    case Agent::kGemini:
      return dumped({{"decision", "deny"}, {"reason", reason}});
    case Agent::kCursor:
      if (message.kind == Kind::kPrompt)
        return dumped({{"continue", false}, {"user_message", reason}});
      if (!is_input) return dumped({{"additional_context", reason}});
      if (message.event == "beforeReadFile")
        return dumped({{"permission", "deny"}, {"user_message", reason}});
      return dumped({{"permission", "deny"},
                     {"user_message", reason},
                     {"agent_message", reason}});
    case Agent::kCopilot:
      break;
  }
  if (is_input)
    return dumped(
        {{"permissionDecision", "deny"}, {"permissionDecisionReason", reason}});
  if (message.event == "userPromptTransformed")
    return dumped({{"modifiedTransformedPrompt", reason}});
  return dumped({{"modifiedResult",
                  {{"resultType", "success"}, {"textResultForLlm", reason}}}});
}

std::string answer_replace(Agent agent, const AgentMessage& message,
                           const json& content, const std::string& note) {
  switch (agent) {
    case Agent::kClaude:
      return dumped({{"hookSpecificOutput",
                      {{"hookEventName", message.event},
                       {"updatedToolOutput", content},
                       {"additionalContext", note}}}});
    case Agent::kCodex:
      return dumped({{"decision", "block"},
                     {"reason", note + "\n\n" + text_of(content)}});
    case Agent::kGemini: {
      const bool has_text =
          content.is_object() && content.contains("llmContent");
      return dumped({{"decision", "deny"},
                     {"reason", note + "\n\n" +
                                    text_of(has_text ? content["llmContent"]
                                                     : content)}});
    }
    case Agent::kCursor:
      if (!can_replace(agent, message))
        return dumped({{"additional_context", note}});
      return dumped(
          {{"updated_mcp_tool_output", content}, {"additional_context", note}});
    case Agent::kCopilot:
      break;
  }
  if (message.event == "userPromptTransformed")
    return dumped({{"modifiedTransformedPrompt", text_of(content)}});
  return dumped({{"modifiedResult", content}, {"additionalContext", note}});
}

}  // namespace sluice
