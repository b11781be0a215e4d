// A descent by precedence that types each node when it is made. This works
// because a node's parts come before it, and a `let` comes before its use.
// Rejected: a tree of pointers and a second pass over it for the types.
// Instead, all nodes lie in one array, children before parents.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "betterleaks/expr/program.h"

namespace sluice {
namespace expr {
namespace {

using Id = std::uint32_t;

struct Binary {
  std::string_view sign;
  int precedence;
  Op op;
};
constexpr Binary kBinary[] = {{"or", 10, Op::kOr},
                              {"||", 10, Op::kOr},
                              {"and", 15, Op::kAnd},
                              {"&&", 15, Op::kAnd},
                              {"==", 20, Op::kEqual},
                              {"!=", 20, Op::kUnequal},
                              {"<", 20, Op::kLess},
                              {"<=", 20, Op::kLessOrEqual},
                              {">", 20, Op::kMore},
                              {">=", 20, Op::kMoreOrEqual},
                              {"in", 20, Op::kIn},
                              {"matches", 20, Op::kMatches},
                              {"contains", 20, Op::kContains},
                              {"startsWith", 20, Op::kStartsWith},
                              {"endsWith", 20, Op::kEndsWith},
                              {"+", 30, Op::kAdd},
                              {"-", 30, Op::kSubtract},
                              {"*", 60, Op::kMultiply},
                              {"/", 60, Op::kDivide},
                              {"%", 60, Op::kModulo},
                              {"??", 500, Op::kCoalesce}};
constexpr int kNotPrecedence = 50;
constexpr int kSignPrecedence = 90;

const Binary* binary_of(const Token& token) {
  if (token.kind != TokenKind::kOperator && token.kind != TokenKind::kName)
    return nullptr;
  const auto* const found =
      std::ranges::find(kBinary, token.text, &Binary::sign);
  return found == std::end(kBinary) ? nullptr : found;
}

bool is_comparison(Op op) { return op >= Op::kLess && op <= Op::kMoreOrEqual; }

bool can_follow_not(Op op) { return op >= Op::kIn && op <= Op::kMatches; }

// The words of the language, which nothing else can be named.
bool is_word(const Token& token) {
  constexpr std::string_view kWords[] = {
      "and",      "or",      "not", "in", "contains", "startsWith",
      "endsWith", "matches", "let", "if", "else"};
  return std::ranges::find(kWords, token.text) != std::end(kWords);
}

bool is_number(Type type) { return type == Type::kInt || type == Type::kFloat; }

// Whether both have one of these types, or one has and the other's is unknown.
bool fit(Type a, Type b, std::initializer_list<Type> types) {
  const auto known = [&](Type type) {
    return std::ranges::find(types, type) != types.end();
  };
  if (a == Type::kAny) return b == Type::kAny || known(b);
  if (b == Type::kAny) return known(a);
  return known(a) && known(b) && (a == b || (is_number(a) && is_number(b)));
}

bool comparable(Type a, Type b) {
  return a == Type::kAny || b == Type::kAny || a == Type::kNil ||
         b == Type::kNil || a == b || (is_number(a) && is_number(b));
}

// Appends a pattern that matches exactly `word`.
void append_escaped(std::string_view word, std::string* regex) {
  for (const char c : word) {
    constexpr std::string_view kSpecial = R"(\.+*?()|[]{}^$)";
    if (kSpecial.find(c) != std::string_view::npos) regex->push_back('\\');
    regex->push_back(c);
  }
}

class Parser {
 public:
  Parser(std::vector<Token> tokens, Use use)
      : tokens_(std::move(tokens)), use_(use) {}

  Result<Program> run() {
    SLUICE_TRY_ASSIGN(const Id root, sequence());
    if (now().kind != TokenKind::kEnd) return unexpected();
    const Type type = node(root).type;
    if (type != Type::kBool && type != Type::kAny) {
      return fail_at(
          node(root).place,
          fmt::format("it is {}, and neither true nor false", name_of(type)));
    }
    made_.root = root;
    return std::move(made_);
  }

 private:
  struct Variable {
    std::string name;
    Id value;
    std::uint32_t slot;
  };

  const Token& now() const { return tokens_[at_]; }
  const Token& ahead() const {
    return tokens_[std::min(at_ + 1, tokens_.size() - 1)];
  }
  Token take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool accept(std::string_view sign) {
    if (!now().is(sign)) return false;
    take();
    return true;
  }
  Result<void> expect(std::string_view sign) {
    if (accept(sign)) return {};
    return fail_at(now().place, fmt::format("`{}` is expected", sign));
  }
  tl::unexpected<Error> unexpected() const {
    if (now().kind == TokenKind::kEnd)
      return fail_at(now().place, "it ends too early");
    if (now().kind == TokenKind::kString)
      return fail_at(now().place, "a text is not expected here");
    return fail_at(now().place,
                   fmt::format("`{}` is not expected here", now().text));
  }
  const Node& node(Id id) const { return made_.nodes[id]; }

  Result<Id> add(Op op, Type type, Place place,
                 std::initializer_list<Id> children = {}) {
    return add(op, type, place, std::vector<Id>(children));
  }
  Result<Id> add(Op op, Type type, Place place,
                 const std::vector<Id>& children) {
    if (made_.nodes.size() == kMaxNodes)
      return fail_at(place, fmt::format("more than {} parts", kMaxNodes));
    Node made;
    made.op = op;
    made.type = type;
    made.place = place;
    made.first = static_cast<std::uint32_t>(made_.children.size());
    made.count = static_cast<std::uint32_t>(children.size());
    made_.children.insert(made_.children.end(), children.begin(),
                          children.end());
    made_.nodes.push_back(made);
    return static_cast<Id>(made_.nodes.size() - 1);
  }
  Result<Id> add_constant(const Value& value, Place place) {
    SLUICE_TRY_ASSIGN(const Id id, add(Op::kConstant, value.type, place));
    made_.nodes[id].constant = value;
    return id;
  }
  Value keep(std::string text) {
    return Value::of(
        std::string_view(made_.texts.emplace_back(std::move(text))));
  }

  // The constant that `id` is, or that the `let` has that it names.
  const Value* constant(Id id) const {
    const Node* one = &node(id);
    while (one->op == Op::kVariable) {
      const std::uint32_t slot = one->index;
      const auto variable =
          std::ranges::find(variables_, slot, &Variable::slot);
      if (variable == variables_.end()) return nullptr;
      one = &node(variable->value);
    }
    return one->op == Op::kConstant ? &one->constant : nullptr;
  }

  Result<Id> sequence();
  Result<Id> expression(int precedence);
  Result<Id> expression_within(int precedence);
  Result<Id> conditional(Id id);
  Result<Id> let();
  Result<Id> primary();
  Result<Id> secondary();
  Result<Id> postfix(Id id);
  Result<Id> member_of(Id id);
  Result<Id> bracket_of(Id id, Place place);
  Result<Id> number(const Token& token);
  Result<Id> list(Place place);
  Result<Id> name(const Token& token);
  Result<Id> field(const Token& object);
  Result<Id> unary(const Token& sign, Id of);
  Result<Id> binary(Op op, const Token& sign, Id left, Id right);
  Result<Id> matches(const Token& sign, Id left, Id right);
  Result<Id> coalesce(const Token& sign, Id left, Id right);
  Result<Id> call(const Token& callee, std::vector<Id> arguments);
  Result<void> check_arguments(const Token& callee, const Signature& known,
                               const std::vector<Id>& arguments) const;
  Result<std::uint32_t> pattern_of(Function function, Id list);
  Result<Id> get(const std::vector<Id>& arguments, Place place);

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  Use use_;
  Program made_;
  std::vector<Variable> variables_;
};

Result<Id> Parser::sequence() {
  const Place place = now().place;
  std::vector<Id> parts;
  SLUICE_TRY_ASSIGN(const Id first, expression(0));
  parts.push_back(first);
  while (accept(";")) {
    if (now().kind == TokenKind::kEnd) break;
    SLUICE_TRY_ASSIGN(const Id next, expression(0));
    parts.push_back(next);
  }
  if (parts.size() == 1) return first;
  const Node last = node(parts.back());
  SLUICE_TRY_ASSIGN(const Id id, add(Op::kSequence, last.type, place, parts));
  made_.nodes[id].element = last.element;
  return id;
}

Result<Id> Parser::expression(int precedence) {
  if (++depth_ > kMaxDepth)
    return fail_at(now().place, fmt::format("more than {} deep", kMaxDepth));
  Result<Id> id = expression_within(precedence);
  --depth_;
  return id;
}

Result<Id> Parser::expression_within(int precedence) {
  if (precedence == 0 && now().is("let")) return let();
  SLUICE_TRY_ASSIGN(Id left, primary());
  bool after_coalesce = false;
  while (true) {
    if (precedence == 0 && now().is("|")) {
      take();
      const Token callee = take();
      if (callee.kind != TokenKind::kName) return unexpected();
      SLUICE_TRY_ASSIGN(left, call(callee, {left}));
      SLUICE_TRY_ASSIGN(left, postfix(left));
      continue;
    }
    const bool negated = now().is("not");
    const Binary* const known = binary_of(negated ? ahead() : now());
    if (known == nullptr || (negated && !can_follow_not(known->op))) {
      if (negated) return unexpected();
      break;
    }
    if (known->precedence < precedence) break;
    if (negated) take();
    const Token sign = take();
    if (after_coalesce && known->op != Op::kCoalesce) {
      return fail_at(sign.place,
                     fmt::format("`{}` and `??` need parentheses", sign.text));
    }
    after_coalesce = known->op == Op::kCoalesce;
    SLUICE_TRY_ASSIGN(const Id right, expression(known->precedence + 1));
    Id compared = right;
    SLUICE_TRY_ASSIGN(left, binary(known->op, sign, left, right));
    // a < b < c: both.
    while (is_comparison(known->op)) {
      const Binary* const next = binary_of(now());
      if (next == nullptr || !is_comparison(next->op)) break;
      const Token other = take();
      SLUICE_TRY_ASSIGN(const Id third, expression(next->precedence + 1));
      SLUICE_TRY_ASSIGN(const Id and_also,
                        binary(next->op, other, compared, third));
      SLUICE_TRY_ASSIGN(left, binary(Op::kAnd, other, left, and_also));
      compared = third;
    }
    if (negated) {
      SLUICE_TRY_ASSIGN(left, add(Op::kNot, Type::kBool, sign.place, {left}));
    }
  }
  return precedence == 0 ? conditional(left) : Result<Id>(left);
}

Result<Id> Parser::conditional(Id id) {
  while (now().is("?")) {
    const Place place = take().place;
    const Type asked = node(id).type;
    if (asked != Type::kBool && asked != Type::kAny) {
      return fail_at(place, fmt::format("`?` asks for true or false, not {}",
                                        name_of(asked)));
    }
    Id yes = id;
    if (!now().is(":")) {
      SLUICE_TRY_ASSIGN(yes, expression(0));
    }
    SLUICE_TRY(expect(":"));
    SLUICE_TRY_ASSIGN(const Id no, expression(0));
    const Node a = node(yes);
    const Node b = node(no);
    Type type = Type::kAny;
    if (a.type == Type::kNil) type = b.type;
    if (b.type == Type::kNil) type = a.type;
    if (a.type == b.type) type = a.type;
    SLUICE_TRY_ASSIGN(id, add(Op::kConditional, type, place, {id, yes, no}));
    if (a.element == b.element) made_.nodes[id].element = a.element;
  }
  return id;
}

Result<Id> Parser::let() {
  const Place place = take().place;
  const Token name = take();
  if (name.kind != TokenKind::kName || is_word(name))
    return fail_at(name.place, "a name is expected");
  const bool taken = name.text == "finding" || name.text == "attributes" ||
                     std::ranges::find(kFunctions, name.text,
                                       &Signature::name) != kFunctions.end() ||
                     std::ranges::find(variables_, name.text,
                                       &Variable::name) != variables_.end();
  if (taken)
    return fail_at(name.place, fmt::format("`{}` is taken already", name.text));
  SLUICE_TRY(expect("="));
  SLUICE_TRY_ASSIGN(const Id value, expression(0));
  SLUICE_TRY(expect(";"));
  const std::uint32_t slot = made_.variables++;
  variables_.push_back({name.text, value, slot});
  // Each `let` of a row is one level deeper in the tree, though not in the
  // text.
  SLUICE_TRY_ASSIGN(const Id rest, sequence());
  variables_.pop_back();
  const Node last = node(rest);
  SLUICE_TRY_ASSIGN(const Id id,
                    add(Op::kLet, last.type, place, {value, rest}));
  made_.nodes[id].index = slot;
  made_.nodes[id].element = last.element;
  return id;
}

Result<Id> Parser::primary() {
  if (now().is("!") || now().is("not") || now().is("-") || now().is("+")) {
    const Token sign = take();
    const bool negates = sign.text == "!" || sign.text == "not";
    SLUICE_TRY_ASSIGN(const Id of,
                      expression(negates ? kNotPrecedence : kSignPrecedence));
    SLUICE_TRY_ASSIGN(const Id id, unary(sign, of));
    return postfix(id);
  }
  if (accept("(")) {
    SLUICE_TRY_ASSIGN(const Id id, sequence());
    SLUICE_TRY(expect(")"));
    return postfix(id);
  }
  SLUICE_TRY_ASSIGN(const Id id, secondary());
  return postfix(id);
}

Result<Id> Parser::secondary() {
  const Token token = now();
  switch (token.kind) {
    case TokenKind::kNumber:
      take();
      return number(token);
    case TokenKind::kString:
      take();
      return add_constant(keep(token.text), token.place);
    case TokenKind::kName:
      if (is_word(token)) return unexpected();
      take();
      return name(token);
    case TokenKind::kOperator:
      if (token.text == "[") {
        take();
        return list(token.place);
      }
      return unexpected();
    case TokenKind::kEnd:
      break;
  }
  return unexpected();
}

Result<Id> Parser::number(const Token& token) {
  const std::string& text = token.text;
  const char* const end = text.data() + text.size();
  const bool hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  if (!hex && text.find_first_of(".eE") != std::string::npos) {
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end)
      return fail_at(token.place, "not a number");
    return add_constant(Value::of(number), token.place);
  }
  std::int64_t integer = 0;
  const auto [stop, error] =
      std::from_chars(text.data() + (hex ? 2 : 0), end, integer, hex ? 16 : 10);
  if (error != std::errc() || stop != end)
    return fail_at(token.place, "not a number");
  return add_constant(Value::of(integer), token.place);
}

// A list of constants is a constant.
Result<Id> Parser::list(Place place) {
  std::vector<Id> members;
  while (!now().is("]")) {
    if (!members.empty()) {
      SLUICE_TRY(expect(","));
      if (now().is("]")) break;
    }
    SLUICE_TRY_ASSIGN(const Id member, expression(0));
    members.push_back(member);
  }
  SLUICE_TRY(expect("]"));
  const bool constant = std::ranges::all_of(
      members, [&](Id id) { return node(id).op == Op::kConstant; });
  Type element = members.empty() ? Type::kNil : node(members.front()).type;
  for (const Id id : members)
    if (node(id).type != element) element = Type::kAny;
  if (element == Type::kNil) element = Type::kAny;
  Id id = 0;
  if (constant) {
    std::vector<Value>& values = made_.lists.emplace_back();
    values.reserve(members.size());
    for (const Id member : members) values.push_back(node(member).constant);
    SLUICE_TRY_ASSIGN(
        id, add_constant(Value::of(std::span<const Value>(values)), place));
  } else {
    SLUICE_TRY_ASSIGN(id, add(Op::kList, Type::kList, place, members));
  }
  made_.nodes[id].element = element;
  return id;
}

Result<Id> Parser::name(const Token& token) {
  if (token.text == "true" || token.text == "false")
    return add_constant(Value::of(token.text == "true"), token.place);
  if (token.text == "nil") return add_constant(Value(), token.place);
  if (token.text == "finding" || token.text == "attributes")
    return field(token);
  // The older spelling: filter.entropy(...).
  if (token.text == "filter" && now().is(".")) {
    take();
    const Token function = take();
    if (function.kind != TokenKind::kName || !now().is("("))
      return unexpected();
    return call(function, {});
  }
  if (now().is("(")) return call(token, {});
  const auto variable =
      std::ranges::find(variables_, token.text, &Variable::name);
  if (variable != variables_.end()) {
    const Node value = node(variable->value);
    SLUICE_TRY_ASSIGN(const Id id, add(Op::kVariable, value.type, token.place));
    made_.nodes[id].index = variable->slot;
    made_.nodes[id].element = value.element;
    return id;
  }
  return fail_at(token.place, fmt::format("`{}` is not known", token.text));
}

// finding["x"], finding.x, and the same of attributes, whose names may be made.
Result<Id> Parser::field(const Token& object) {
  const bool of_finding = object.text == "finding";
  if (of_finding && use_ == Use::kFile)
    return fail_at(object.place, "a prefilter knows no `finding`");
  Id key = 0;
  const bool bracket = now().is("[") || (now().is("?.") && ahead().is("["));
  if (bracket) {
    accept("?.");
    take();
    SLUICE_TRY_ASSIGN(key, expression(0));
    SLUICE_TRY(expect("]"));
  } else if (now().is(".") || now().is("?.")) {
    take();
    const Token member = take();
    if (member.kind != TokenKind::kName)
      return fail_at(member.place, "a name is expected");
    SLUICE_TRY_ASSIGN(key, add_constant(keep(member.text), member.place));
  } else {
    return fail_at(
        object.place,
        fmt::format("`{}` can only be asked for a member", object.text));
  }
  const Node asked = node(key);
  if (asked.type != Type::kString && asked.type != Type::kAny) {
    return fail_at(asked.place, fmt::format("a name is a text, not {}",
                                            name_of(asked.type)));
  }
  const Value* const name = constant(key);
  if (!of_finding) {
    if (name != nullptr) made_.attributes.emplace_back(name->text);
    return add(Op::kAttribute, Type::kString, object.place, {key});
  }
  if (name == nullptr) {
    return fail_at(asked.place,
                   "what `finding` is asked for must be written out");
  }
  const auto* const known = std::ranges::find(kFieldNames, name->text);
  if (known == kFieldNames.end()) {
    return fail_at(asked.place,
                   fmt::format("`finding` has no `{}`", name->text));
  }
  const auto which = static_cast<Field>(known - kFieldNames.begin());
  SLUICE_TRY_ASSIGN(const Id id, add(Op::kField, type_of(which), object.place));
  made_.nodes[id].index = static_cast<std::uint32_t>(which);
  return id;
}

Result<Id> Parser::postfix(Id id) {
  while (now().is("[")) {
    const Place place = take().place;
    SLUICE_TRY_ASSIGN(id, bracket_of(id, place));
  }
  if (now().is(".") || now().is("?.")) {
    return fail_at(now().place, "only `finding` and `attributes` have members");
  }
  return id;
}

// Behind `[`: an index or a slice.
Result<Id> Parser::bracket_of(Id id, Place place) {
  const auto integer = [&](Id of) -> Result<void> {
    const Node& index = node(of);
    if (index.type == Type::kInt || index.type == Type::kAny) return {};
    return fail_at(index.place, fmt::format("an index is an integer, not {}",
                                            name_of(index.type)));
  };
  std::optional<Id> from;
  if (!now().is(":")) {
    SLUICE_TRY_ASSIGN(from, expression(0));
    SLUICE_TRY(integer(*from));
  }
  const Node object = node(id);
  if (!now().is(":")) {
    SLUICE_TRY(expect("]"));
    if (object.type != Type::kList && object.type != Type::kAny) {
      return fail_at(place,
                     fmt::format("{} has no members", name_of(object.type)));
    }
    return add(Op::kIndex, object.element, place, {id, *from});
  }
  take();
  std::optional<Id> to;
  if (!now().is("]")) {
    SLUICE_TRY_ASSIGN(to, expression(0));
    SLUICE_TRY(integer(*to));
  }
  SLUICE_TRY(expect("]"));
  if (object.type != Type::kList && object.type != Type::kString &&
      object.type != Type::kAny) {
    return fail_at(place,
                   fmt::format("{} cannot be sliced", name_of(object.type)));
  }
  for (std::optional<Id>* end : {&from, &to}) {
    if (*end) continue;
    SLUICE_TRY_ASSIGN(*end, add_constant(Value(), place));
  }
  SLUICE_TRY_ASSIGN(const Id slice,
                    add(Op::kSlice, object.type, place, {id, *from, *to}));
  made_.nodes[slice].element = object.element;
  return slice;
}

Result<Id> Parser::unary(const Token& sign, Id of) {
  const Type type = node(of).type;
  const bool negates = sign.text == "!" || sign.text == "not";
  if (type != Type::kAny &&
      (negates ? type != Type::kBool : !is_number(type))) {
    return fail_at(sign.place,
                   fmt::format("`{}` of {}", sign.text, name_of(type)));
  }
  if (negates) return add(Op::kNot, Type::kBool, sign.place, {of});
  const Op op = sign.text == "-" ? Op::kNegate : Op::kPlus;
  if (node(of).op != Op::kConstant) return add(op, type, sign.place, {of});
  // A number with its sign is a constant.
  Value value = node(of).constant;
  if (op == Op::kNegate && value.type == Type::kInt)
    value = Value::of(-value.integer);
  else if (op == Op::kNegate)
    value = Value::of(-value.number);
  return add_constant(value, sign.place);
}

Result<Id> Parser::binary(Op op, const Token& sign, Id left, Id right) {
  const Node l = node(left);
  const Node r = node(right);
  const auto mismatch = [&] {
    return fail_at(sign.place, fmt::format("`{}` of {} and {}", sign.text,
                                           name_of(l.type), name_of(r.type)));
  };
  const auto made = [&](bool fits, Type type) -> Result<Id> {
    if (!fits) return mismatch();
    return add(op, type, sign.place, {left, right});
  };
  const bool any = l.type == Type::kAny || r.type == Type::kAny;
  switch (op) {
    case Op::kEqual:
    case Op::kUnequal:
      return made(comparable(l.type, r.type), Type::kBool);
    case Op::kAnd:
    case Op::kOr:
      return made(fit(l.type, r.type, {Type::kBool}), Type::kBool);
    case Op::kLess:
    case Op::kLessOrEqual:
    case Op::kMore:
    case Op::kMoreOrEqual:
      return made(
          fit(l.type, r.type, {Type::kInt, Type::kFloat, Type::kString}),
          Type::kBool);
    case Op::kAdd: {
      const bool fits =
          fit(l.type, r.type, {Type::kInt, Type::kFloat, Type::kString});
      if (l.type == Type::kString && !any) return made(fits, Type::kString);
      const bool whole = l.type == Type::kInt && r.type == Type::kInt;
      return made(fits, any ? Type::kAny : whole ? Type::kInt : Type::kFloat);
    }
    case Op::kSubtract:
    case Op::kMultiply: {
      const bool whole = l.type == Type::kInt && r.type == Type::kInt;
      return made(fit(l.type, r.type, {Type::kInt, Type::kFloat}),
                  any     ? Type::kAny
                  : whole ? Type::kInt
                          : Type::kFloat);
    }
    case Op::kDivide:
      return made(fit(l.type, r.type, {Type::kInt, Type::kFloat}),
                  Type::kFloat);
    case Op::kModulo: {
      const Value* const by = constant(right);
      if (l.op == Op::kConstant && by != nullptr && by->type == Type::kInt &&
          by->integer == 0)
        return fail_at(sign.place, "a division by zero");
      return made(fit(l.type, r.type, {Type::kInt}), Type::kInt);
    }
    case Op::kIn:
      if (r.type == Type::kAny) return made(true, Type::kBool);
      if (r.type != Type::kList) return mismatch();
      return made(comparable(l.type, r.element), Type::kBool);
    case Op::kContains:
    case Op::kStartsWith:
    case Op::kEndsWith:
      return made(fit(l.type, r.type, {Type::kString}), Type::kBool);
    case Op::kMatches:
      if (!fit(l.type, r.type, {Type::kString})) return mismatch();
      return matches(sign, left, right);
    case Op::kCoalesce:
      return coalesce(sign, left, right);
    default:
      return mismatch();
  }
}

Result<Id> Parser::matches(const Token& sign, Id left, Id right) {
  const Place place = node(right).place;
  const Value* const regex = constant(right);
  if (regex == nullptr) return fail_at(place, "a pattern must be written out");
  made_.patterns.push_back({std::string(regex->text), place});
  SLUICE_TRY_ASSIGN(const Id id,
                    add(Op::kMatches, Type::kBool, sign.place, {left, right}));
  made_.nodes[id].index = static_cast<std::uint32_t>(made_.patterns.size() - 1);
  return id;
}

Result<Id> Parser::coalesce(const Token& sign, Id left, Id right) {
  const Node l = node(left);
  const Node r = node(right);
  Type type = Type::kAny;
  if (l.type == Type::kNil) type = r.type;
  if (r.type == Type::kNil || r.type == l.type) type = l.type;
  SLUICE_TRY_ASSIGN(const Id id,
                    add(Op::kCoalesce, type, sign.place, {left, right}));
  if (l.element == r.element) made_.nodes[id].element = l.element;
  return id;
}

// The patterns or the words of a list, as one pattern.
Result<std::uint32_t> Parser::pattern_of(Function function, Id list) {
  const Place place = node(list).place;
  const Value* const value = constant(list);
  const auto bad = [&]() -> Result<std::uint32_t> {
    return fail_at(place, function == Function::kContainsAny
                              ? "words must be written out, in a list"
                              : "patterns must be written out, in a list");
  };
  if (value == nullptr) return bad();
  std::string regex;
  if (function == Function::kFindMatch) {
    regex = value->text;
  } else {
    if (value->type != Type::kList) return bad();
    for (const Value& one : value->list) {
      if (one.type != Type::kString) return bad();
      if (function == Function::kContainsAny && one.text.empty()) continue;
      if (!regex.empty()) regex += '|';
      regex += "(?:";
      if (function == Function::kContainsAny)
        append_escaped(one.text, &regex);
      else
        regex += one.text;
      regex += ')';
    }
    if (function == Function::kContainsAny && !regex.empty())
      regex = "(?i:" + regex + ")";
  }
  made_.patterns.push_back({std::move(regex), place});
  return static_cast<std::uint32_t>(made_.patterns.size() - 1);
}

// The older get(finding, "x", fallback).
Result<Id> Parser::get(const std::vector<Id>& arguments, Place place) {
  if (arguments.size() != 2) return fail_at(place, "`get` takes 3 arguments");
  const Id id = arguments[0];
  SLUICE_TRY_ASSIGN(const Id nil, add_constant(Value(), place));
  SLUICE_TRY_ASSIGN(const Id empty, add_constant(keep(""), place));
  SLUICE_TRY_ASSIGN(const Id absent,
                    add(Op::kEqual, Type::kBool, place,
                        {id, node(id).op == Op::kAttribute ? empty : nil}));
  const Type type =
      node(id).type == node(arguments[1]).type ? node(id).type : Type::kAny;
  return add(Op::kConditional, type, place, {absent, arguments[1], id});
}

Result<Id> Parser::call(const Token& callee, std::vector<Id> arguments) {
  SLUICE_TRY(expect("("));
  const bool gets = callee.text == "get" || callee.text == "getPath";
  if (gets && (now().is("finding") || now().is("attributes"))) {
    // get(finding, "x", y) is finding["x"] with a value for a missing field.
    const Token object = take();
    SLUICE_TRY(expect(","));
    tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                   Token{TokenKind::kOperator, "[", object.place});
    const Token key = tokens_[at_ + 1];
    if (key.kind != TokenKind::kString)
      return fail_at(key.place, "a name must be written out");
    tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(at_ + 2),
                   Token{TokenKind::kOperator, "]", object.place});
    SLUICE_TRY_ASSIGN(const Id id, field(object));
    arguments.push_back(id);
  }
  const std::size_t given = arguments.size();
  bool first = !gets || given == 0;
  while (!now().is(")")) {
    if (!first) {
      SLUICE_TRY(expect(","));
      if (now().is(")")) break;
    }
    first = false;
    SLUICE_TRY_ASSIGN(const Id argument, expression(0));
    arguments.push_back(argument);
  }
  SLUICE_TRY(expect(")"));
  if (gets && given == 1) return get(arguments, callee.place);
  const auto* const known =
      std::ranges::find(kFunctions, callee.text, &Signature::name);
  if (known == kFunctions.end()) {
    return fail_at(
        callee.place,
        fmt::format("`{}` is no function that is known here", callee.text));
  }
  SLUICE_TRY(check_arguments(callee, *known, arguments));
  const auto function = static_cast<Function>(known - kFunctions.begin());
  Type type = known->result;
  Type element = Type::kAny;
  if (function == Function::kSplit) element = Type::kString;
  if (function == Function::kMin || function == Function::kMax ||
      function == Function::kAbs) {
    type = node(arguments.front()).type;
    for (const Id id : arguments)
      if (node(id).type != type) type = Type::kAny;
    if (!is_number(type)) type = Type::kAny;
  }
  if (function == Function::kFirst || function == Function::kLast)
    type = node(arguments.front()).element;
  std::uint32_t pattern = 0;
  if (function == Function::kMatchesAny || function == Function::kContainsAny ||
      function == Function::kFindMatch) {
    SLUICE_TRY_ASSIGN(pattern, pattern_of(function, arguments[1]));
    // An empty list finds nothing.
    if (made_.patterns[pattern].regex.empty() &&
        function != Function::kFindMatch)
      return add_constant(Value::of(false), callee.place);
    arguments.pop_back();
  }
  SLUICE_TRY_ASSIGN(const Id id, add(Op::kCall, type, callee.place, arguments));
  Node& made = made_.nodes[id];
  made.function = function;
  made.index = pattern;
  made.element = element;
  return id;
}

Result<void> Parser::check_arguments(const Token& callee,
                                     const Signature& known,
                                     const std::vector<Id>& arguments) const {
  if (arguments.size() < known.least || arguments.size() > known.most) {
    return fail_at(callee.place, fmt::format("`{}` takes no {} arguments",
                                             callee.text, arguments.size()));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Node& argument = node(arguments[i]);
    const Type wanted =
        known.most == kAnyNumber ? Type::kAny : known.arguments[i];
    if (wanted == Type::kAny || argument.type == Type::kAny ||
        argument.type == wanted)
      continue;
    return fail_at(argument.place,
                   fmt::format("`{}` takes {}, not {}", callee.text,
                               name_of(wanted), name_of(argument.type)));
  }
  if (known.name == "len") {
    const Type type = node(arguments[0]).type;
    if (type != Type::kString && type != Type::kList && type != Type::kAny)
      return fail_at(callee.place, fmt::format("`len` of {}", name_of(type)));
  }
  if (known.name == "setConfidence") {
    const Value* const level = constant(arguments[0]);
    if (level != nullptr && level->text != "low" && level->text != "medium" &&
        level->text != "high")
      return fail_at(node(arguments[0]).place,
                     "a confidence is low, medium or high");
  }
  if (known.most == kAnyNumber || known.name == "abs") {
    for (const Id id : arguments) {
      const Type type = node(id).type;
      const bool list = type == Type::kList && known.name != "abs";
      if (!is_number(type) && type != Type::kAny && !list)
        return fail_at(node(id).place,
                       fmt::format("`{}` of {}", callee.text, name_of(type)));
    }
  }
  return {};
}

}  // namespace

Result<Program> parse(std::string_view text, Use use) {
  if (text.size() > kMaxText)
    return fail_at({}, fmt::format("more than {} bytes", kMaxText));
  SLUICE_TRY_ASSIGN(std::vector<Token> tokens, split(text));
  SLUICE_TRY_ASSIGN(Program program, Parser(std::move(tokens), use).run());
  program.source = text;
  return program;
}

}  // namespace expr
}  // namespace sluice
