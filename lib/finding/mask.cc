// Masking works on a map of the text, a flag for each byte, and not by
// replacing strings: secrets overlap (a URL with a password, a key inside a PEM
// block), and a replacement made for one would keep another from being
// recognised. The invariant is that a byte is shown only if no secret hides it,
// so the shown prefix of one never uncovers the body of another.
//
// The place of a secret is not enough to find it. The same value may stand a
// second time on the line, where the judge dropped it as a duplicate, and the
// place is counted in bytes of the file, which are not those of the text if the
// file was decoded first. So every secret is also searched for; a text that is
// cut out of the file may begin or end within a secret (the first line of a PEM
// block), so its ends are compared with the secret's parts. A stretch that
// matches by chance is hidden too: that costs a little clarity and no safety.
#include "finding/mask.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kStars = "********";
constexpr std::size_t kLongSecret = 20;
constexpr std::size_t kMiddleSecret = 12;
// Copies of less are not searched for: every text holds them.
constexpr std::size_t kMinCopy = 4;

// A flag for each byte, set in stretches: their ends are counted, and summed up
// once, so that a stretch costs the same however long it is.
class HiddenBytes {
 public:
  explicit HiddenBytes(std::size_t size) : turns_(size + 1) {}

  // Hides [begin, end), as far as it lies in the text.
  void hide(std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t size = turns_.size() - 1;
    end = std::min(end, size);
    if (begin >= end) return;
    ++turns_[static_cast<std::size_t>(begin)];
    --turns_[static_cast<std::size_t>(end)];
  }

  // To be called for 0, 1, 2 ...
  bool next_is_hidden(std::size_t i) { return (depth_ += turns_[i]) > 0; }

 private:
  std::vector<std::int32_t> turns_;
  std::int32_t depth_ = 0;
};

// Follows a text byte by byte and knows how much of the head of `pattern` it
// ends with: Knuth, Morris and Pratt's automaton. Unlike repeated searches it
// takes linear time whatever the texts, two runs of one letter say.
class HeadFollower {
 public:
  explicit HeadFollower(std::string_view pattern)
      : pattern_(pattern), shorter_(pattern.size() + 1) {
    for (std::size_t i = 1, n = 0; i < pattern.size(); ++i) {
      while (n != 0 && pattern[i] != pattern[n]) n = shorter_[n];
      if (pattern[i] == pattern[n]) ++n;
      shorter_[i + 1] = n;
    }
  }

  // How much of the head it is after `c`; all of it at the most.
  std::size_t step(char c) {
    if (size_ == pattern_.size()) size_ = shorter_[size_];
    while (size_ != 0 && pattern_[size_] != c) size_ = shorter_[size_];
    if (!pattern_.empty() && pattern_[size_] == c) ++size_;
    return size_;
  }

 private:
  std::string_view pattern_;
  std::vector<std::size_t> shorter_;  // by size: the next shorter head
  std::size_t size_ = 0;
};

// The most bytes that `text` ends and `pattern` begins with.
std::size_t overlap(std::string_view text, std::string_view pattern) {
  const std::size_t longest = std::min(text.size(), pattern.size());
  text = text.substr(text.size() - longest);
  pattern = pattern.substr(0, longest);
  // Nearly always there is none, and its last bytes tell so at a search's
  // speed. (The first ones do not: many secrets begin alike.)
  if (longest < kMinCopy ||
      pattern.find(text.substr(longest - kMinCopy)) == std::string_view::npos)
    return 0;
  HeadFollower head(pattern);
  std::size_t size = 0;
  for (const char c : text) size = head.step(c);
  return size;
}

void hide_by_place(const SecretSpan& secret, std::uint64_t text_byte,
                   HiddenBytes& hidden) {
  const std::uint64_t begin = secret.begin + secret.shown_bytes();
  if (secret.end <= text_byte || begin >= secret.end) return;
  hidden.hide(begin > text_byte ? begin - text_byte : 0,
              secret.end - text_byte);
}

bool hide_copies(std::string_view text, const SecretSpan& secret,
                 HiddenBytes& hidden) {
  const std::size_t size = secret.text.size();
  if (size < kMinCopy) return false;
  const std::size_t first = text.find(secret.text);
  if (first == std::string_view::npos) return false;
  HeadFollower head(secret.text);
  for (std::size_t i = first; i < text.size(); ++i)
    if (head.step(text[i]) == size)
      hidden.hide(i + 1 - size + secret.shown_bytes(), i + 1);
  return true;
}

// Hides the longest part of the secret that `text` ends or begins with, and all
// of a text that lies within the secret.
void hide_parts(std::string_view text, const SecretSpan& secret,
                HiddenBytes& hidden) {
  const std::size_t shown = secret.shown_bytes();
  if (text.size() >= kMinCopy) {
    const std::size_t within = secret.text.find(text);
    if (within != std::string_view::npos)
      hidden.hide(within < shown ? shown - within : 0, text.size());
  }
  if (const std::size_t n = overlap(text, secret.text); n >= kMinCopy)
    hidden.hide(text.size() - n + std::min(n, shown), text.size());
  if (const std::size_t n = overlap(secret.text, text); n >= kMinCopy) {
    const std::size_t before = secret.text.size() - n;
    hidden.hide(before < shown ? shown - before : 0, n);
  }
}

}  // namespace

std::size_t shown_prefix(std::string_view secret) {
  std::size_t shown = 0;
  if (secret.size() >= kLongSecret) {
    shown = 4;
  } else if (secret.size() >= kMiddleSecret) {
    shown = 2;
  }
  return std::ranges::all_of(secret.substr(0, shown), is_printable) ? shown : 0;
}

std::size_t shown_prefix(std::string_view secret, unsigned percent) {
  const std::size_t most = secret.size() / 100 * (100 - percent) +
                           secret.size() % 100 * (100 - percent) / 100;
  const auto end =
      std::ranges::find_if_not(secret.substr(0, most), is_printable);
  return static_cast<std::size_t>(end - secret.begin());
}

std::size_t SecretSpan::shown_bytes() const {
  return shown.value_or(shown_prefix(text));
}

std::string mask(std::string_view secret) {
  std::string out(secret.substr(0, shown_prefix(secret)));
  out += kStars;
  return out;
}

std::string mask(const Finding& finding) {
  if (!finding.shown) return mask(finding.secret);
  std::string out = finding.secret.substr(0, *finding.shown);
  if (*finding.shown < finding.secret.size()) out += kStars;
  return out;
}

std::string mask_spans(std::string_view text, std::uint64_t text_byte,
                       std::span<const SecretSpan> secrets, MaskStyle style) {
  HiddenBytes hidden(text.size());
  for (const SecretSpan& secret : secrets) {
    const bool found = hide_copies(text, secret, hidden);
    hide_parts(text, secret, hidden);
    // A secret that is not as long as its place was decoded. Where it was found
    // in the text, the text was decoded with it, and its bytes are not the
    // file's.
    const bool decoded = secret.end - secret.begin != secret.text.size();
    if (!(decoded && found)) hide_by_place(secret, text_byte, hidden);
  }
  std::string out;
  out.reserve(text.size() + kStars.size());
  bool was_hidden = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_hidden = hidden.next_is_hidden(i);
    if (!is_hidden) {
      out += text[i];
    } else if (style == MaskStyle::kSameLength) {
      out += '*';
    } else if (!was_hidden) {
      out += kStars;
    }
    was_hidden = is_hidden;
  }
  return out;
}

SecretSpans::SecretSpans(const FileReport& report) {
  spans_.reserve(report.findings.size() + report.covered.size());
  add(report.findings);
  add(report.covered);
  settle();
}

SecretSpans SecretSpans::with_dropped(const FileReport& report) {
  SecretSpans all;
  all.add(report.findings);
  all.add(report.covered);
  for (const Dropped& dropped : report.dropped)
    all.spans_.push_back(span_of(dropped.finding));
  all.settle();
  return all;
}

void SecretSpans::add(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) spans_.push_back(span_of(finding));
}

void SecretSpans::settle() {
  std::ranges::stable_sort(spans_, {}, &SecretSpan::begin);
  reaches_.reserve(spans_.size());
  for (const SecretSpan& span : spans_) {
    const std::uint64_t before = reaches_.empty() ? 0 : reaches_.back();
    reaches_.push_back(std::max(before, span.end));
  }
}

SecretSpan SecretSpans::span_of(const Finding& finding) {
  const std::uint64_t begin = finding.text_byte();
  const std::uint64_t size = finding.decoded_byte
                                 ? finding.secret.size()
                                 : finding.end.byte - finding.start.byte;
  return {begin, begin + size, finding.secret, finding.shown};
}

std::vector<SecretSpan> SecretSpans::near(const Finding& own,
                                          std::uint64_t text_byte,
                                          std::size_t size) const {
  if (spans_.size() <= kSearchAll) return spans_;
  std::vector<SecretSpan> found = {span_of(own)};
  // In a file that was decoded, a byte of the text stands for up to four.
  const std::uint64_t text_end = text_byte + 4 * std::uint64_t{size};
  // No span before the first one whose reach passes `text_byte` can.
  const auto first =
      std::ranges::upper_bound(reaches_, text_byte) - reaches_.begin();
  for (auto span = spans_.begin() + first;
       span != spans_.end() && span->begin < text_end; ++span) {
    if (span->end > text_byte) found.push_back(*span);
  }
  return found;
}

std::string shown_secret(const Dropped& dropped, const SecretSpans& all,
                         bool show_secrets) {
  const Finding& finding = dropped.finding;
  if (show_secrets) return finding.secret;
  return mask_spans(
      finding.secret, finding.text_byte(),
      all.near(finding, finding.text_byte(), finding.secret.size()),
      MaskStyle::kShort);
}

}  // namespace sluice
