// A template that was parsed.
// Thread-safety: plain values. Ownership: a tree owns all of its parts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gitleaks/template/value.h"

namespace sluice::go_template {

struct Pipeline;

// A term that yields one value, and the fields that are read from it.
struct Operand {
  enum class Kind : std::uint8_t {
    kDot,       // .
    kVariable,  // $x; `name` has the dollar
    kLiteral,
    kFunction,  // `name`
    kPipeline,  // in parentheses
  };
  Kind kind = Kind::kDot;
  std::string name;
  Value literal;
  std::unique_ptr<Pipeline> inner;
  std::vector<std::string> fields;
};

// A function and its arguments, or a single operand. Never empty.
struct Command {
  std::vector<Operand> operands;
};

// `$i, $x := a | b c`
struct Pipeline {
  std::uint32_t line = 0;
  std::vector<std::string> variables;
  bool declares = false;          // or else assigns, if there are variables
  std::vector<Command> commands;  // never empty
};

struct Node {
  enum class Kind : std::uint8_t { kText, kPipeline, kIf, kRange, kWith };
  Kind kind = Kind::kText;
  std::string text;
  Pipeline pipeline;
  std::vector<Node> body;
  std::vector<Node> otherwise;  // after {{else}}
};

struct Template {
  std::string name;  // of its file, for messages
  std::vector<Node> nodes;
};

}  // namespace sluice::go_template
