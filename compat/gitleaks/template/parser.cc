// A descent: a function for each form of the language, over the pieces of the
// text and, in an action, over its tokens. Functions and variables are looked
// up here, so that a template fails before anything is scanned, and the tree
// names only those that exist. Depth is bounded, and so is the descent.
#include "gitleaks/template/parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "gitleaks/template/functions.h"
#include "gitleaks/template/tokens.h"
#include "rules/table_reader.h"

namespace sluice::go_template {
namespace {

using Kind = Token::Kind;

// Deeper ones are nobody's, and each level takes a call.
constexpr std::size_t kDeepest = 100;

constexpr auto kNotThere = std::to_array<std::string_view>(
    {"define", "template", "block", "break", "continue"});

class Parser {
 public:
  explicit Parser(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}

  Result<std::vector<Node>> run() {
    SLUICE_TRY_ASSIGN(std::vector<Node> nodes, nodes_until_end());
    if (at_ != pieces_.size())
      return error(shown(word()) + " without what it ends");
    return nodes;
  }

 private:
  tl::unexpected<Error> error(std::string_view why) const {
    const std::size_t last = std::min(at_, pieces_.size() - 1);
    return fail(ErrorCode::kUsage, "{}: {}",
                pieces_.empty() ? 1 : pieces_[last].line, why);
  }

  // The word that the action at hand begins with, or "".
  std::string_view word() const {
    const Piece& piece = pieces_[at_];
    return !piece.is_text && !piece.tokens.empty() &&
                   piece.tokens.front().kind == Kind::kWord
               ? std::string_view(piece.tokens.front().text)
               : std::string_view();
  }

  // Up to {{else}}, {{end}} or the end of the text.
  Result<std::vector<Node>> nodes_until_end() {
    std::vector<Node> nodes;
    for (; at_ < pieces_.size(); ++at_) {
      Piece& piece = pieces_[at_];
      if (piece.is_text) {
        nodes.push_back({.text = std::move(piece.text)});
        continue;
      }
      if (word() == "else" || word() == "end") break;
      if (std::ranges::count(kNotThere, word()) != 0)
        return error(shown(word()) + " is not supported");
      SLUICE_TRY_ASSIGN(Node node, action());
      nodes.push_back(std::move(node));
    }
    return nodes;
  }

  Result<Node> action() {
    token_ = 0;
    Node node{.kind = word() == "if"      ? Node::Kind::kIf
                      : word() == "range" ? Node::Kind::kRange
                      : word() == "with"  ? Node::Kind::kWith
                                          : Node::Kind::kPipeline};
    if (node.kind == Node::Kind::kPipeline) {
      SLUICE_TRY_ASSIGN(node.pipeline, whole_pipeline(1));
      return node;
    }
    ++token_;
    SLUICE_TRY(block(&node));
    return node;
  }

  // From the pipeline of an action that opens a block up to its {{end}}.
  Result<void> block(Node* node) {
    if (++depth_ > kDeepest) return error("blocks are nested too deep");
    const std::size_t variables = variables_.size();
    const bool is_range = node->kind == Node::Kind::kRange;
    SLUICE_TRY_ASSIGN(node->pipeline, whole_pipeline(is_range ? 2 : 1));
    ++at_;
    SLUICE_TRY_ASSIGN(node->body, nodes_until_end());
    if (at_ < pieces_.size() && word() == "else") SLUICE_TRY(otherwise(node));
    if (at_ == pieces_.size()) return error("a block without its {{end}}");
    variables_.resize(variables);
    --depth_;
    return {};
  }

  Result<void> otherwise(Node* node) {
    const std::vector<Token>& tokens = pieces_[at_].tokens;
    if (tokens.size() > 1 && tokens[1].is_word("if") &&
        node->kind == Node::Kind::kIf) {
      // Its {{end}} ends the outer one as well.
      Node inner{.kind = Node::Kind::kIf};
      token_ = 2;
      SLUICE_TRY(block(&inner));
      node->otherwise.push_back(std::move(inner));
      return {};
    }
    if (tokens.size() > 1) return error("something stands behind `else`");
    ++at_;
    SLUICE_TRY_ASSIGN(node->otherwise, nodes_until_end());
    if (at_ < pieces_.size() && word() == "else")
      return error("`else` stands there twice");
    return {};
  }

  const std::vector<Token>& tokens() const { return pieces_[at_].tokens; }
  bool done() const { return token_ == tokens().size(); }
  bool at_sign(std::string_view sign) const {
    return !done() && tokens()[token_].is_sign(sign);
  }

  // One that reaches to the end of the action; with up to `most` variables.
  Result<Pipeline> whole_pipeline(std::size_t most) {
    SLUICE_TRY_ASSIGN(Pipeline pipeline, this->pipeline(most));
    if (!done()) return error("something stands behind the pipeline");
    return pipeline;
  }

  Result<Pipeline> pipeline(std::size_t most_variables) {
    Pipeline pipeline{.line = pieces_[at_].line};
    SLUICE_TRY(take_variables(&pipeline, most_variables));
    do {
      SLUICE_TRY_ASSIGN(Command command, this->command());
      pipeline.commands.push_back(std::move(command));
    } while (at_sign("|") && ++token_ != 0);
    // They can be used only after the pipeline.
    if (pipeline.declares)
      variables_.insert(variables_.end(), pipeline.variables.begin(),
                        pipeline.variables.end());
    return pipeline;
  }

  // `$x :=`, `$x =`, `$i, $x :=`
  Result<void> take_variables(Pipeline* pipeline, std::size_t most) {
    std::vector<std::string> names;
    std::size_t at = token_;
    const std::vector<Token>& all = tokens();
    while (at < all.size() && all[at].kind == Kind::kVariable) {
      names.push_back(all[at++].text);
      if (at == all.size() || !all[at].is_sign(",")) break;
      ++at;
    }
    if (at == all.size() || names.empty()) return {};
    if (!all[at].is_sign(":=") && !all[at].is_sign("=")) return {};
    pipeline->declares = all[at].text == ":=";
    if (names.size() > most) return error("too many variables");
    for (const std::string& name : names)
      if (!pipeline->declares && std::ranges::count(variables_, name) == 0)
        return error("there is no variable " + shown(name));
    pipeline->variables = std::move(names);
    token_ = at + 1;
    return {};
  }

  Result<Command> command() {
    Command command;
    while (!done() && !at_sign("|") && !at_sign(")")) {
      SLUICE_TRY_ASSIGN(Operand operand, this->operand());
      command.operands.push_back(std::move(operand));
    }
    if (command.operands.empty()) return error("a value is missing");
    if (command.operands.size() > 1 &&
        command.operands.front().kind != Operand::Kind::kFunction)
      return error("arguments stand behind what is no function");
    return command;
  }

  Result<Operand> operand() {
    const Token& token = tokens()[token_++];
    Operand operand;
    switch (token.kind) {
      case Kind::kDot:
        break;
      case Kind::kField:
        operand.fields.push_back(token.text);
        break;
      case Kind::kVariable:
        operand.kind = Operand::Kind::kVariable;
        operand.name = token.text;
        if (token.text != "$" &&
            std::ranges::count(variables_, token.text) == 0)
          return error("there is no variable " + shown(token.text));
        break;
      case Kind::kString:
        operand.kind = Operand::Kind::kLiteral;
        operand.literal = token.text;
        break;
      case Kind::kNumber: {
        operand.kind = Operand::Kind::kLiteral;
        SLUICE_TRY_ASSIGN(operand.literal, number(token.text));
        break;
      }
      case Kind::kWord: {
        SLUICE_TRY(take_word(token.text, &operand));
        break;
      }
      case Kind::kSign: {
        if (token.text != "(")
          return error(shown(token.text) + " is misplaced");
        if (++depth_ > kDeepest)
          return error("parentheses are nested too deep");
        operand.kind = Operand::Kind::kPipeline;
        SLUICE_TRY_ASSIGN(Pipeline inner, pipeline(0));
        if (!at_sign(")")) return error("a parenthesis without its end");
        ++token_;
        --depth_;
        operand.inner = std::make_unique<Pipeline>(std::move(inner));
        break;
      }
    }
    while (!done() && tokens()[token_].kind == Kind::kField &&
           !tokens()[token_].behind_blank)
      operand.fields.push_back(tokens()[token_++].text);
    return operand;
  }

  Result<void> take_word(const std::string& word, Operand* operand) {
    operand->kind = Operand::Kind::kLiteral;
    if (word == "true" || word == "false") {
      operand->literal = word == "true";
      return {};
    }
    if (word == "nil") {
      operand->literal = std::monostate();
      return {};
    }
    if (find_function(word) == nullptr)
      return error(fmt::format("there is no function {}; there are {}",
                               shown(word), function_names()));
    operand->kind = Operand::Kind::kFunction;
    operand->name = word;
    return {};
  }

  Result<Value> number(std::string_view text) const {
    const char* const first = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* const last = text.data() + text.size();
    if (text.find('.') == std::string_view::npos) {
      std::int64_t whole = 0;
      const auto [end, failed] = std::from_chars(first, last, whole);
      if (failed == std::errc() && end == last) return whole;
    } else {
      double fraction = 0;
      const auto [end, failed] = std::from_chars(first, last, fraction);
      if (failed == std::errc() && end == last) return fraction;
    }
    return error(shown(text) + " is no number");
  }

  std::vector<Piece> pieces_;
  std::size_t at_ = 0;     // of pieces_
  std::size_t token_ = 0;  // of the piece's tokens
  std::size_t depth_ = 0;
  std::vector<std::string> variables_;
};

}  // namespace

Result<Template> parse_template(std::string_view name, std::string_view text) {
  const auto named = [&](const Error& error) {
    return fail(error.code, "{}:{}", name, error.message);
  };
  Result<std::vector<Piece>> pieces = pieces_of(text);
  if (!pieces) return named(pieces.error());
  Result<std::vector<Node>> nodes = Parser(*std::move(pieces)).run();
  if (!nodes) return named(nodes.error());
  return Template{std::string(name), *std::move(nodes)};
}

}  // namespace sluice::go_template
