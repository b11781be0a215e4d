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

namespace sluice {
namespace {

constexpr std::string_view kStars = "********";
constexpr std::size_t kLongSecret = 20;
constexpr std::size_t kMiddleSecret = 12;
// Copies of less are not searched for: every text holds them.
constexpr std::size_t kLeastCopy = 4;

class HiddenBytes {
 public:
  explicit HiddenBytes(std::size_t size) : hidden_(size, false) {}

  // Hides [begin, end), as far as it lies in the text.
  void hide(std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t size = hidden_.size();
    for (std::uint64_t i = begin; i < std::min(end, size); ++i)
      hidden_[static_cast<std::size_t>(i)] = true;
  }

  bool operator[](std::size_t i) const { return hidden_[i]; }

 private:
  std::vector<bool> hidden_;
};

void hide_by_place(const SecretSpan& secret, std::uint64_t text_byte,
                   HiddenBytes& hidden) {
  const std::uint64_t begin = secret.begin + shown_prefix(secret.text);
  if (secret.end <= text_byte || begin >= secret.end) return;
  hidden.hide(begin > text_byte ? begin - text_byte : 0,
              secret.end - text_byte);
}

bool hide_copies(std::string_view text, std::string_view secret,
                 HiddenBytes& hidden) {
  if (secret.size() < kLeastCopy) return false;
  const std::size_t shown = shown_prefix(secret);
  bool found = false;
  for (std::size_t at = text.find(secret); at != std::string_view::npos;
       at = text.find(secret, at + 1)) {
    hidden.hide(at + shown, at + secret.size());
    found = true;
  }
  return found;
}

// Hides the longest part of `secret` that `text` ends or begins with, and all
// of a text that lies within the secret.
void hide_parts(std::string_view text, std::string_view secret,
                HiddenBytes& hidden) {
  if (text.size() >= kLeastCopy) {
    const std::size_t within = secret.find(text);
    if (within != std::string_view::npos) {
      const std::size_t shown = shown_prefix(secret);
      hidden.hide(within < shown ? shown - within : 0, text.size());
    }
  }
  const std::size_t longest = std::min(text.size(), secret.size());
  for (std::size_t n = longest; n >= kLeastCopy; --n) {
    if (!text.ends_with(secret.substr(0, n))) continue;
    hidden.hide(text.size() - n + std::min(n, shown_prefix(secret)),
                text.size());
    break;
  }
  for (std::size_t n = longest; n >= kLeastCopy; --n) {
    if (!text.starts_with(secret.substr(secret.size() - n))) continue;
    const std::size_t before = secret.size() - n;
    const std::size_t shown = shown_prefix(secret);
    hidden.hide(before < shown ? shown - before : 0, n);
    break;
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
  const bool printable =
      std::ranges::all_of(secret.substr(0, shown), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 &&
               static_cast<unsigned char>(c) < 0x7F;
      });
  return printable ? shown : 0;
}

std::string mask(std::string_view secret) {
  std::string out(secret.substr(0, shown_prefix(secret)));
  out += kStars;
  return out;
}

std::string mask_spans(std::string_view text, std::uint64_t text_byte,
                       std::span<const SecretSpan> secrets, MaskStyle style) {
  HiddenBytes hidden(text.size());
  for (const SecretSpan& secret : secrets) {
    const bool found = hide_copies(text, secret.text, hidden);
    hide_parts(text, secret.text, hidden);
    // A secret that is not as long as its place was decoded. Where it was found
    // in the text, the text was decoded with it, and its bytes are not the
    // file's.
    const bool decoded = secret.end - secret.begin != secret.text.size();
    if (!(decoded && found)) hide_by_place(secret, text_byte, hidden);
  }
  std::string out;
  out.reserve(text.size() + kStars.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!hidden[i]) {
      out += text[i];
    } else if (style == MaskStyle::kSameLength) {
      out += '*';
    } else if (i == 0 || !hidden[i - 1]) {
      out += kStars;
    }
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
  return {begin, begin + size, finding.secret};
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
