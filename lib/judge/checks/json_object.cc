// A recursive descent without a tree: values are skipped, and only the places
// of the outermost members are kept. The grammar is RFC 8259's, to the letter,
// since a string that was put together by chance, or cut, must fail.
//
// nlohmann's library would do as well; it is kept out of the judge because it
// builds a tree, and allocates, for text that is hostile.

#include "judge/checks/json_object.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr int kMaxDepth = 32;

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool object(std::vector<JsonMember>* members) {
    skip_blanks();
    if (!members_of('}', 0, members)) return false;
    skip_blanks();
    return rest_.empty();
  }

 private:
  void skip_blanks() {
    const std::size_t end = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(std::min(end, rest_.size()));
  }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  // An object or an array, up to and with `close`.
  bool members_of(char close, int depth, std::vector<JsonMember>* members) {
    const bool named = close == '}';
    if (depth == kMaxDepth || !take(named ? '{' : '[')) return false;
    skip_blanks();
    if (take(close)) return true;
    for (;;) {
      JsonMember member;
      skip_blanks();
      if (named) {
        const std::string_view before = rest_;
        if (!string()) return false;
        member.name = before.substr(1, before.size() - rest_.size() - 2);
        skip_blanks();
        if (!take(':')) return false;
        skip_blanks();
      }
      const std::string_view before = rest_;
      if (!value(depth + 1)) return false;
      member.value = before.substr(0, before.size() - rest_.size());
      if (members != nullptr) members->push_back(member);
      skip_blanks();
      if (take(close)) return true;
      if (!take(',')) return false;
    }
  }

  bool value(int depth) {
    if (rest_.empty()) return false;
    switch (rest_.front()) {
      case '{':
        return members_of('}', depth, nullptr);
      case '[':
        return members_of(']', depth, nullptr);
      case '"':
        return string();
      case 't':
        return take("true");
      case 'f':
        return take("false");
      case 'n':
        return take("null");
      default:
        return number();
    }
  }

  bool string() {
    if (!take('"')) return false;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c == '"') {
        rest_.remove_prefix(i + 1);
        return true;
      }
      if (c != '\\') continue;
      ++i;
      if (i == rest_.size()) return false;
      if (rest_[i] == 'u') {
        const std::string_view digits = rest_.substr(i + 1, 4);
        if (digits.size() != 4 || !std::ranges::all_of(digits, is_hex))
          return false;
      } else if (std::string_view("\"\\/bfnrt").find(rest_[i]) ==
                 std::string_view::npos) {
        return false;
      }
    }
    return false;
  }

  bool digits() {
    const std::size_t size =
        std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(size);
    return size != 0;
  }

  bool number() {
    take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      return digits();
    }
    return true;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<JsonObject> JsonObject::parse(std::string_view text) {
  JsonObject object;
  if (!Reader(text).object(&object.members_)) return std::nullopt;
  return object;
}

const JsonMember* JsonObject::find(std::string_view name) const {
  const auto found = std::ranges::find(members_, name, &JsonMember::name);
  return found == members_.end() ? nullptr : &*found;
}

bool JsonObject::has(std::string_view name) const {
  return find(name) != nullptr;
}

std::optional<std::string> JsonObject::string(std::string_view name) const {
  const JsonMember* const member = find(name);
  if (member == nullptr || !member->value.starts_with('"')) return std::nullopt;
  const std::string_view text =
      member->value.substr(1, member->value.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out.push_back(text[i]);
      continue;
    }
    switch (text[++i]) {
      case 'u':
        out.push_back('?');
        i += 4;
        break;
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
        out.push_back(' ');
        break;
      default:
        out.push_back(text[i]);
    }
  }
  return out;
}

std::optional<std::uint64_t> JsonObject::number(std::string_view name) const {
  const JsonMember* const member = find(name);
  if (member == nullptr) return std::nullopt;
  std::uint64_t number = 0;
  const char* const end = member->value.data() + member->value.size();
  const auto [stop, error] = std::from_chars(member->value.data(), end, number);
  if (error != std::errc() || (stop != end && *stop != '.'))
    return std::nullopt;
  return number;
}

}  // namespace sluice
