// A walk over the tree. The dot is a parameter. Variables are a stack, which is
// cut back at the end of a block. The last value of a command becomes the last
// argument of the next command in its pipeline.
#include "gitleaks/template/render.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gitleaks/template/functions.h"
#include "rules/table_reader.h"

namespace sluice::go_template {
namespace {

using Lists = std::shared_ptr<const List>;
using Records = std::shared_ptr<const Record>;

class Renderer {
 public:
  explicit Renderer(const Value& data) : data_(data) {}

  Result<void> run(const std::vector<Node>& nodes, const Value& dot) {
    for (const Node& node : nodes) SLUICE_TRY(run(node, dot));
    return {};
  }

  std::string take() { return std::move(out_); }

  // The line of the pipeline at hand.
  std::uint32_t line() const { return line_; }

 private:
  using Variables = std::vector<std::pair<std::string, Value>>;

  Result<void> run(const Node& node, const Value& dot) {
    if (node.kind == Node::Kind::kText) {
      out_ += node.text;
      return {};
    }
    const std::size_t before = variables_.size();
    SLUICE_TRY_ASSIGN(Value value, evaluate(node.pipeline, dot));
    if (node.kind == Node::Kind::kPipeline) {
      if (!node.pipeline.variables.empty()) {
        assign(node.pipeline, {std::move(value)});
        return {};
      }
      SLUICE_TRY_ASSIGN(const std::string text, printed(value));
      out_ += text;
      return {};
    }
    SLUICE_TRY(run_block(node, value, dot));
    variables_.resize(before);
    return {};
  }

  Result<void> run_block(const Node& node, const Value& value,
                         const Value& dot) {
    if (node.kind == Node::Kind::kRange) return run_range(node, value, dot);
    if (!node.pipeline.variables.empty()) assign(node.pipeline, {value});
    if (!is_true(value)) return run(node.otherwise, dot);
    return run(node.body, node.kind == Node::Kind::kWith ? value : dot);
  }

  Result<void> run_range(const Node& node, const Value& value,
                         const Value& dot) {
    const auto* list = std::get_if<Lists>(&value);
    if (list == nullptr)
      return fail(ErrorCode::kUsage, "range goes over a list, not over {}",
                  kind_of(value));
    if ((*list)->items.empty()) return run(node.otherwise, dot);
    const std::size_t before = variables_.size();
    for (std::size_t i = 0; i < (*list)->items.size(); ++i) {
      const Value& item = (*list)->items[i];
      if (node.pipeline.variables.size() == 2)
        assign(node.pipeline, {static_cast<std::int64_t>(i), item});
      else if (!node.pipeline.variables.empty())
        assign(node.pipeline, {item});
      SLUICE_TRY(run(node.body, item));
      variables_.resize(before);
    }
    return {};
  }

  void assign(const Pipeline& pipeline, std::vector<Value> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string& name = pipeline.variables[i];
      if (pipeline.declares)
        variables_.emplace_back(name, std::move(values[i]));
      else if (Value* known = variable(name); known != nullptr)
        *known = std::move(values[i]);
    }
  }

  // The one that was declared last.
  Value* variable(std::string_view name) {
    const auto found =
        std::find_if(variables_.rbegin(), variables_.rend(),
                     [&](const auto& one) { return one.first == name; });
    return found == variables_.rend() ? nullptr : &found->second;
  }

  Result<Value> evaluate(const Pipeline& pipeline, const Value& dot) {
    line_ = pipeline.line;
    std::vector<Value> last;  // of the command before; at most one
    for (const Command& command : pipeline.commands) {
      SLUICE_TRY_ASSIGN(Value value, evaluate(command, dot, last));
      last.clear();
      last.push_back(std::move(value));
    }
    return std::move(last.front());
  }

  Result<Value> evaluate(const Command& command, const Value& dot,
                         const std::vector<Value>& last) {
    const Operand& first = command.operands.front();
    if (first.kind == Operand::Kind::kFunction && first.fields.empty())
      return call(first.name, std::span(command.operands).subspan(1), dot,
                  last);
    if (!last.empty())
      return fail(ErrorCode::kUsage, "behind a | stands a function");
    if (std::holds_alternative<std::monostate>(first.literal) &&
        first.kind == Operand::Kind::kLiteral)
      return fail(ErrorCode::kUsage, "nil alone is no value");
    return evaluate(first, dot);
  }

  Result<Value> call(const std::string& name, std::span<const Operand> operands,
                     const Value& dot, const std::vector<Value>& last) {
    const Function& function = *find_function(name);
    const std::size_t count = operands.size() + last.size();
    if (count < function.least || count > function.most)
      return fail(ErrorCode::kUsage, "{} does not take {} arguments", name,
                  count);
    std::vector<Value> arguments;
    for (const Operand& operand : operands) {
      SLUICE_TRY_ASSIGN(Value value, evaluate(operand, dot));
      arguments.push_back(std::move(value));
      // `and` ends at the first value that is false, `or` at the first that is
      // true.
      if (function.call == nullptr &&
          is_true(arguments.back()) == (name == "or"))
        return std::move(arguments.back());
    }
    arguments.insert(arguments.end(), last.begin(), last.end());
    if (function.call == nullptr) return std::move(arguments.back());
    Result<Value> value = function.call(arguments);
    if (!value)
      return fail(value.error().code, "{}: {}", name, value.error().message);
    return value;
  }

  Result<Value> evaluate(const Operand& operand, const Value& dot) {
    SLUICE_TRY_ASSIGN(Value value, start_of(operand, dot));
    for (const std::string& name : operand.fields) {
      const auto* record = std::get_if<Records>(&value);
      if (record == nullptr)
        return fail(ErrorCode::kUsage, "{} has no field {}", kind_of(value),
                    shown(name));
      const Value* field = (*record)->find(name);
      if (field == nullptr)
        return fail(ErrorCode::kUsage, "a finding has no field {}; it has {}",
                    shown(name), field_names(**record));
      value = Value(*field);
    }
    return value;
  }

  Result<Value> start_of(const Operand& operand, const Value& dot) {
    switch (operand.kind) {
      case Operand::Kind::kDot:
        return dot;
      case Operand::Kind::kVariable: {
        if (operand.name == "$") return data_;
        const Value* known = variable(operand.name);
        return known == nullptr ? Value() : *known;
      }
      case Operand::Kind::kLiteral:
        return operand.literal;
      case Operand::Kind::kFunction:
        return call(operand.name, {}, dot, {});
      case Operand::Kind::kPipeline:
        break;
    }
    return evaluate(*operand.inner, dot);
  }

  static std::string field_names(const Record& record) {
    std::string names;
    for (const Field& field : record.fields)
      names += (names.empty() ? "" : ", ") + std::string(field.name);
    return names;
  }

  const Value& data_;
  Variables variables_;
  std::uint32_t line_ = 1;
  std::string out_;
};

}  // namespace

Result<std::string> render(const Template& parsed, const Value& data) {
  Renderer renderer(data);
  const Result<void> done = renderer.run(parsed.nodes, data);
  if (!done)
    return fail(done.error().code, "{}:{}: {}", parsed.name, renderer.line(),
                done.error().message);
  return renderer.take();
}

}  // namespace sluice::go_template
