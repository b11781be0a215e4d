// The agents whose hooks sluice speaks, and their messages. docs/AGENTS.md has
// the addresses of the protocols' documentation; tests/cli/agents/ has examples
// of it.
// Thread-safety: plain values and pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

enum class Agent : std::uint8_t { kClaude, kCodex, kCursor, kGemini, kCopilot };
inline constexpr std::array<std::string_view, 5> kAgentNames = {
    "claude", "codex", "cursor", "gemini", "copilot"};
inline constexpr std::array<std::string_view, 5> kAgentTitles = {
    "Claude Code", "Codex", "Cursor", "Gemini CLI", "GitHub Copilot"};

// Returns nothing if there is no agent of that name.
std::optional<Agent> agent_named(std::string_view name);

// A step of an agent: one that it is about to take, or has taken.
struct AgentMessage {
  enum class Kind : std::uint8_t {
    kOther,   // nothing that sluice looks at
    kPrompt,  // the user's text, before the model gets it
    kInput,   // what a tool is called with, or a file that is about to be read
    kOutput,  // a text that the model is about to get
  };
  Kind kind = Kind::kOther;
  std::string event;  // as the agent names it
  std::string tool;   // may be empty
  nlohmann::json content;
};

// Reads a message. Members of the wrong type count as missing.
AgentMessage read_message(Agent agent, const nlohmann::json& json);

// Whether the agent can be given another text in place of the content.
bool can_replace(Agent agent, const AgentMessage& message);

// The answers, as the agent reads them from standard output; they may be empty.
// `reason` and `note` are for people and for the model.
std::string answer_let_through(Agent agent, const AgentMessage& message);
std::string answer_block(Agent agent, const AgentMessage& message,
                         const std::string& reason);
// `content` has the shape of the message's content. For a message of the kind
// kOutput; if the agent cannot replace it, the answer is the note alone.
std::string answer_replace(Agent agent, const AgentMessage& message,
                           const nlohmann::json& content,
                           const std::string& note);

}  // namespace sluice
