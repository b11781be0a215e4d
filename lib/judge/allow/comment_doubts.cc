#include "judge/allow/comment_doubts.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "rules/table_reader.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Words and few digits, as in the ids of rules: this is text of a file, which
// might contain anything.
bool looks_like_id(std::string_view text) {
  constexpr std::size_t kLongest = 48;
  constexpr std::ptrdiff_t kMostDigits = 2;
  return text.size() <= kLongest &&
         std::ranges::count_if(text, is_digit) <= kMostDigits &&
         std::ranges::all_of(text, [](char c) {
           return is_lower(c) || is_digit(c) || c == '-' || c == '_' ||
                  c == '.';
         });
}

std::string sentence_about(std::string_view unknown,
                           std::span<const RuleEntry> rules) {
  std::string text = "an allow comment names a rule that there is not";
  if (looks_like_id(unknown)) text += fmt::format(", {}", shown(unknown));
  const std::vector<std::string_view> near = near_ids(rules, unknown, 1);
  if (!near.empty()) text += fmt::format("; did you mean {}?", near.front());
  return text;
}

}  // namespace

void CommentDoubts::add(const AllowDoubts& doubts,
                        const std::unordered_set<std::string_view>& known) {
  if (doubts.named.empty()) misspelt_ |= doubts.misspelt;
  for (const std::string_view name : doubts.named)
    if (!known.contains(name)) add_unknown(name);
}

void CommentDoubts::append(const CommentDoubts& more) {
  misspelt_ |= more.misspelt_;
  for (const std::string& name : more.unknown_) add_unknown(name);
}

void CommentDoubts::add_unknown(std::string_view name) {
  const bool is_full = unknown_.size() > kNamed;
  if (is_full && name >= *unknown_.rbegin()) return;
  if (!unknown_.emplace(name).second) return;
  if (is_full) unknown_.erase(std::prev(unknown_.end()));
}

std::vector<std::string> CommentDoubts::sentences(
    std::span<const RuleEntry> rules) const {
  std::vector<std::string> sentences;
  const auto add = [&](std::string sentence) {
    if (std::ranges::count(sentences, sentence) == 0)
      sentences.push_back(std::move(sentence));
  };
  if (misspelt_)
    add("a comment beside a secret is nearly, but not quite, `sluice:allow`, "
        "and allows nothing");
  std::size_t told = 0;
  for (const std::string& name : unknown_)
    if (++told <= kNamed)
      add(sentence_about(name, rules));
    else
      add("more allow comments name rules that there are not");
  return sentences;
}

}  // namespace sluice
