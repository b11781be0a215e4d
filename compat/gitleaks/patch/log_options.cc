// This lists the options that are allowed, not those that are refused. Git has
// hundreds of options, and some write files (--output), run programs
// (--ext-diff, --textconv, --show-signature) or change the patch so that it
// could not be read (--word-diff, --stat, --format). A value is passed in the
// same word as its option, so that git cannot take it for another option.
//
// The text is split at blanks, as in gitleaks; quotation marks have no meaning.

#include "gitleaks/patch/log_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>

#include "text/ascii.h"

namespace sluice {
namespace {

struct LogOption {
  enum Value { kNone, kMaybe, kText, kNumber };
  std::string_view name;
  Value value;
};

constexpr auto kOptions = std::to_array<LogOption>({
    {"--all", LogOption::kNone},          {"--branches", LogOption::kMaybe},
    {"--tags", LogOption::kMaybe},        {"--remotes", LogOption::kMaybe},
    {"--glob", LogOption::kText},         {"--exclude", LogOption::kText},
    {"--not", LogOption::kNone},          {"--since", LogOption::kText},
    {"--after", LogOption::kText},        {"--until", LogOption::kText},
    {"--before", LogOption::kText},       {"--author", LogOption::kText},
    {"--committer", LogOption::kText},    {"--grep", LogOption::kText},
    {"--max-count", LogOption::kNumber},  {"--skip", LogOption::kNumber},
    {"--merges", LogOption::kNone},       {"--no-merges", LogOption::kNone},
    {"--first-parent", LogOption::kNone}, {"--full-history", LogOption::kNone},
    {"--cherry-pick", LogOption::kNone},  {"--left-only", LogOption::kNone},
    {"--right-only", LogOption::kNone},   {"--reverse", LogOption::kNone},
    {"--diff-filter", LogOption::kText},
});

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

class LogWords {
 public:
  explicit LogWords(std::span<const std::string_view> words) : words_(words) {}

  Result<std::vector<std::string>> read() {
    for (; at_ < words_.size(); ++at_) {
      const std::string_view word = words_[at_];
      if (word == "--") break;
      if (word.find_first_of("'\"") != std::string_view::npos)
        return refuse(word, "quotation marks have no meaning there");
      if (!word.starts_with('-'))
        out_.emplace_back(word);
      else
        SLUICE_TRY(option(word));
    }
    // The paths.
    out_.insert(out_.end(), words_.begin() + static_cast<std::ptrdiff_t>(at_),
                words_.end());
    return std::move(out_);
  }

 private:
  Result<void> option(std::string_view word) {
    if (is_number(word.substr(1))) {
      out_.emplace_back(word);
      return {};
    }
    if (word.starts_with("-n")) {
      std::string_view count = word.substr(2);
      if (count.empty() && at_ + 1 < words_.size()) count = words_[++at_];
      if (!is_number(count)) return refuse(word, "a number is asked for");
      out_.push_back(fmt::format("-n{}", count));
      return {};
    }
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const auto known = std::ranges::find(kOptions, name, &LogOption::name);
    if (known == kOptions.end())
      return refuse(word, "see docs/GIT.md for what can stand there");
    const bool has_value = equals != std::string_view::npos;
    std::string_view value = has_value ? word.substr(equals + 1) : "";
    if (known->value == LogOption::kNone && has_value)
      return refuse(word, "it takes no value");
    if (known->value == LogOption::kNone ||
        (known->value == LogOption::kMaybe && !has_value)) {
      out_.emplace_back(name);
      return {};
    }
    if (!has_value) {
      if (at_ + 1 == words_.size()) return refuse(word, "it needs a value");
      value = words_[++at_];
    }
    if (known->value == LogOption::kNumber && !is_number(value))
      return refuse(word, "a number is asked for");
    out_.push_back(fmt::format("{}={}", name, value));
    return {};
  }

  tl::unexpected<Error> refuse(std::string_view word, std::string_view why) {
    return fail(ErrorCode::kUsage, "--log-opts: {} is not supported: {}", word,
                why);
  }

  std::span<const std::string_view> words_;
  std::size_t at_ = 0;
  std::vector<std::string> out_;
};

}  // namespace

Result<std::vector<std::string>> read_log_options(std::string_view text) {
  const std::vector<std::string_view> words = split(text);
  return LogWords(words).read();
}

}  // namespace sluice
