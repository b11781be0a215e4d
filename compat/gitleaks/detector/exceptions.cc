// gitleaks joins the patterns of a list to one, (?:a|b|c), and so does this. So
// a flag that one of them sets, such as (?i) without a colon, also holds for
// the later ones. With "AND", every kind of exception in the list must match,
// one of each kind. Outside of git there is no commit, so a list that also
// requires one never matches.
//
// Source: gitleaks 8.30.1 (MIT), config/allowlist.go, config/utils.go and
// detect/detect.go.

#include "gitleaks/detector/exceptions.h"

#include <algorithm>
#include <span>

#include "gitleaks/go/lower_case.h"
#include "regex/captures.h"
#include "text/utf8.h"

namespace sluice {
namespace {

std::string join(std::span<const std::string_view> patterns) {
  std::string joined;
  for (const std::string_view pattern : patterns) {
    joined += joined.empty() ? "(?:" : "|";
    joined += pattern;
  }
  return joined.empty() ? joined : joined + ")";
}

// Go's meaning of bytes that are not UTF-8; see subject_of() in engine.cc.
bool found(const Pattern& pattern, std::string_view text) {
  if (text.empty()) return false;
  if (is_utf8(text)) return pattern.found_in(text);
  return pattern.found_in(replace_invalid_utf8(text));
}

}  // namespace

Exceptions::Exceptions(const Allowlist& allowlist)
    : allowlist_(allowlist),
      paths_text_(join(allowlist.paths)),
      regexes_text_(join(allowlist.regexes)) {
  if (!paths_text_.empty()) paths_ = std::make_unique<Pattern>(paths_text_);
  if (!regexes_text_.empty())
    regexes_ = std::make_unique<Pattern>(regexes_text_);
  std::vector<std::string> words;
  for (const std::string_view word : allowlist.stopwords)
    words.push_back(to_lower(word));
  stopwords_ = WordList(std::move(words));
}

Result<std::unique_ptr<Exceptions>> Exceptions::compile(
    const Allowlist& allowlist, std::string_view owner) {
  std::unique_ptr<Exceptions> made(new Exceptions(allowlist));
  // A single pattern was checked when it was loaded.
  const auto check = [&](std::string_view kind, std::size_t count,
                         const std::string& joined) -> Result<void> {
    if (count < 2) return {};
    const std::string why = pattern_error(keep_captures(joined, 1, 0));
    if (why.empty()) return {};
    return fail(ErrorCode::kConfig,
                "{}: the {} of an allowlist cannot be joined to one: {}", owner,
                kind, why);
  };
  SLUICE_TRY(check("paths", allowlist.paths.size(), made->paths_text_));
  SLUICE_TRY(check("regexes", allowlist.regexes.size(), made->regexes_text_));
  return made;
}

bool Exceptions::fits_path(std::string_view file) const {
  return paths_ && found(*paths_, file);
}

bool Exceptions::names_commit(std::string_view commit) const {
  return !commit.empty() && std::ranges::find(allowlist_.commits, commit) !=
                                allowlist_.commits.end();
}

bool Exceptions::allows_file(std::string_view file,
                             std::string_view commit) const {
  if (file.empty() && commit.empty()) return false;
  if (!allowlist_.all) return names_commit(commit) || fits_path(file);
  if (regexes_ || !allowlist_.stopwords.empty()) return false;
  if (!allowlist_.commits.empty() && !names_commit(commit)) return false;
  return !paths_ || fits_path(file);
}

bool Exceptions::allows(const GitleaksTexts& texts) const {
  const auto fits_regex = [&] {
    const std::string_view target =
        allowlist_.target == AllowTarget::kMatch  ? texts.match
        : allowlist_.target == AllowTarget::kLine ? texts.line
                                                  : texts.secret;
    return regexes_ && found(*regexes_, target);
  };
  const auto holds_stopword = [&] {
    return !allowlist_.stopwords.empty() &&
           stopwords_.found_in(to_lower(texts.secret));
  };
  if (!allowlist_.all) return holds_stopword() || fits_regex();
  if (!allowlist_.commits.empty() && !names_commit(texts.commit)) return false;
  if (paths_ && !fits_path(texts.file)) return false;
  if (!allowlist_.stopwords.empty() && !holds_stopword()) return false;
  return !regexes_ || fits_regex();
}

WordList::WordList(std::vector<std::string> words) : words_(std::move(words)) {
  std::erase(words_, "");
  std::sort(words_.begin(), words_.end());
  for (const std::string& word : words_)
    ++first_[static_cast<unsigned char>(word[0]) + 1U];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
}

// Most words share their first byte with many others, few their first two.
bool WordList::found_in(std::string_view text) const {
  const auto second = [](const std::string& word) {
    return static_cast<unsigned char>(word[1]);
  };
  for (; !text.empty(); text.remove_prefix(1)) {
    const std::size_t byte = static_cast<unsigned char>(text[0]);
    auto word = words_.begin() + first_[byte];
    const auto end = words_.begin() + first_[byte + 1];
    if (word == end) continue;
    if (word->size() == 1) return true;  // it comes before the longer ones
    if (text.size() == 1) continue;
    const auto next = static_cast<unsigned char>(text[1]);
    word = std::partition_point(
        word, end, [&](const std::string& w) { return second(w) < next; });
    for (; word != end && second(*word) == next; ++word)
      if (text.starts_with(*word)) return true;
  }
  return false;
}

}  // namespace sluice
