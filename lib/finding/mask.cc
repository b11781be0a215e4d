// Masking works on a map of the text, the stretches of bytes to hide, and not by
// replacing strings. Secrets overlap (a URL with a password, a key inside a PEM
// block), and a replacement for one would keep another from being recognized.
// The invariant is that a byte is shown only if no secret hides it, so the
// shown prefix of one never uncovers the body of another.
//
// The place of a secret is not enough to find it. The same value may be on the
// line twice, where the judge dropped it as a duplicate. And the place is
// counted in bytes of the file, which are not those of the text if the file was
// decoded first. So every secret is also searched for. A text that is cut out
// of the file may begin or end within a secret (the first line of a PEM block),
// so its ends are compared with the secret's parts. A stretch that matches by
// chance is hidden too: that costs a little clarity and no safety.
//
// A copy in base64 or hexadecimal digits is as good as the secret itself, so
// the run of digits that contains one is hidden (finding/encoded_copies.h).
#include "finding/mask.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <compare>
#include <cstring>
#include <tuple>
#include <utility>

#include "finding/encoded_copies.h"
#include "finding/head_follower.h"
#include "finding/word_copies.h"

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kStars = "********";
constexpr std::size_t kLongSecret = 20;
constexpr std::size_t kMiddleSecret = 12;
constexpr std::size_t kMinCopy = WordCopies::kMin;

// The bytes of a text that are hidden, as stretches. Those that are told one
// after another and overlap become one at once, so that there are never more
// than bytes, however many copies a text has.
class HiddenBytes {
 public:
  // Begins a text; memory is used again.
  void begin(std::size_t size) {
    size_ = size;
    stretches_.clear();
  }

  // Hides the part of [begin, end) that is in the text.
  void hide(std::uint64_t begin, std::uint64_t end) {
    end = std::min<std::uint64_t>(end, size_);
    if (begin >= end) return;
    if (!stretches_.empty()) {
      Stretch& last = stretches_.back();
      if (begin <= last.end && last.begin <= end) {
        last.begin = std::min<std::size_t>(last.begin, begin);
        last.end = std::max<std::size_t>(last.end, end);
        return;
      }
    }
    stretches_.push_back(
        {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)});
  }

  struct Stretch {
    std::size_t begin, end;
    auto operator<=>(const Stretch&) const = default;
  };
  // In order, with bytes between them.
  std::span<const Stretch> joined() {
    if (stretches_.size() < 2) return stretches_;
    std::ranges::sort(stretches_);
    std::size_t kept = 0;
    for (const Stretch& one : stretches_) {
      if (kept != 0 && one.begin <= stretches_[kept - 1].end)
        stretches_[kept - 1].end = std::max(stretches_[kept - 1].end, one.end);
      else
        stretches_[kept++] = one;
    }
    return std::span(stretches_).first(kept);
  }

 private:
  std::size_t size_ = 0;
  std::vector<Stretch> stretches_;
};

// The most bytes that `text` ends and `pattern` begins with; 0 if these are
// fewer than kMinCopy. Tokens of one kind begin alike, so a few places are tried
// before HeadFollower, whose making costs more.
std::size_t overlap(std::string_view text, std::string_view pattern) {
  const std::size_t longest = std::min(text.size(), pattern.size());
  text.remove_prefix(text.size() - longest);
  pattern = pattern.substr(0, longest);
  constexpr int kTries = 8;
  std::size_t at = 0;
  for (int tries = 0; tries < kTries; ++tries, ++at) {
    at = text.find(pattern.substr(0, kMinCopy), at);
    if (at == std::string_view::npos) return 0;
    if (pattern.starts_with(text.substr(at))) return longest - at;
  }
  HeadFollower head(pattern);
  std::size_t size = 0;
  for (const char c : text) size = head.step(c);
  return size;
}

void hide_by_place(const SecretSpan& secret, std::size_t shown,
                   std::uint64_t text_byte, HiddenBytes& hidden) {
  const std::uint64_t begin = secret.begin + shown;
  if (secret.end <= text_byte || begin >= secret.end) return;
  hidden.hide(begin > text_byte ? begin - text_byte : 0,
              secret.end - text_byte);
}

std::uint32_t four_bytes(const char* at) {
  static_assert(kMinCopy == sizeof(std::uint32_t));
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

// Whether a secret contains the first and the last four bytes of a text.
struct Ends {
  bool first = false;
  bool last = false;
};

Ends groups_from(std::size_t begin, std::string_view secret,
                 std::uint32_t first, std::uint32_t last) {
  Ends held;
  for (std::size_t i = begin; i + kMinCopy <= secret.size(); ++i) {
    const std::uint32_t bytes = four_bytes(secret.data() + i);
    held.first |= bytes == first;
    held.last |= bytes == last;
  }
  return held;
}

#if defined(__SSE2__)
// Four groups at once, from each of four places. The last ones of the secret may
// be looked at twice.
Ends groups_in(std::string_view secret, std::uint32_t first,
               std::uint32_t last) {
  constexpr std::size_t kAtOnce = 16;
  constexpr std::size_t kBytes = kAtOnce + kMinCopy - 1;
  if (secret.size() < kBytes) return groups_from(0, secret, first, last);
  const __m128i firsts = _mm_set1_epi32(static_cast<int>(first));
  const __m128i lasts = _mm_set1_epi32(static_cast<int>(last));
  __m128i any_first = _mm_setzero_si128();
  __m128i any_last = any_first;
  const auto look = [&](const char* at) {
    for (std::size_t i = 0; i < kMinCopy; ++i) {
      const __m128i groups =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
      any_first = _mm_or_si128(any_first, _mm_cmpeq_epi32(groups, firsts));
      any_last = _mm_or_si128(any_last, _mm_cmpeq_epi32(groups, lasts));
    }
  };
  for (std::size_t i = 0; i + kBytes < secret.size(); i += kAtOnce)
    look(secret.data() + i);
  look(secret.data() + secret.size() - kBytes);
  return {_mm_movemask_epi8(any_first) != 0, _mm_movemask_epi8(any_last) != 0};
}
#else
Ends groups_in(std::string_view secret, std::uint32_t first,
               std::uint32_t last) {
  return groups_from(0, secret, first, last);
}
#endif

// Hides the parts of secrets that a text ends or begins with, and the whole of
// a text that is within one.
class PartsHider {
 public:
  PartsHider(std::string_view text, HiddenBytes& hidden)
      : text_(text), hidden_(hidden) {
    if (text.size() < kMinCopy) return;
    first_ = four_bytes(text.data());
    last_ = four_bytes(text.data() + text.size() - kMinCopy);
  }

  void hide(std::string_view secret, std::size_t shown) {
    // Nearly always there is none, and one pass over the text's ends shows
    // this.
    const Ends held = ends_in(secret);
    if (held.first && held.last)
      if (const std::size_t within = secret.find(text_);
          within != std::string_view::npos)
        hidden_.hide(within < shown ? shown - within : 0, text_.size());
    if (held.last)
      if (const std::size_t n =
              text_.ends_with(secret) ? secret.size() : overlap(text_, secret);
          n >= kMinCopy)
        hidden_.hide(text_.size() - n + std::min(n, shown), text_.size());
    if (!held.first) return;
    if (const std::size_t n =
            text_.starts_with(secret) ? secret.size() : overlap(secret, text_);
        n >= kMinCopy) {
      const std::size_t before = secret.size() - n;
      hidden_.hide(before < shown ? shown - before : 0, n);
    }
  }

 private:
  Ends ends_in(std::string_view secret) const {
    if (text_.size() < kMinCopy) return {};
    return groups_in(secret, first_, last_);
  }

  std::string_view text_;
  HiddenBytes& hidden_;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

// Facts about one value, however many of the secrets have it.
struct Value {
  // the least of these secrets'; if one hides a byte, it is hidden
  std::size_t shown;
};

// The search for many secrets, prepared for one text or several.
class Masker {
 public:
  // Takes the secrets; memory is used again.
  void begin(std::span<const SecretSpan> secrets) {
    constexpr std::size_t kNoValue = ~std::size_t{0};
    words_.reset(secrets.size());
    values_.clear();
    placed_.clear();
    parts_.clear();
    any_decoded_ = false;
    for (const SecretSpan& secret : secrets) {
      const std::size_t shown = secret.shown_bytes();
      std::size_t number = kNoValue;
      if (secret.text.size() >= kMinCopy) {
        number = words_.add(secret.text);
        if (number == values_.size()) values_.push_back({shown});
        values_[number].shown = std::min(values_[number].shown, shown);
      }
      // A secret that is not as long as its place was decoded. Where it was
      // found in the text, the text was decoded with it, and its bytes are not
      // the file's.
      const bool decoded = secret.end - secret.begin != secret.text.size();
      any_decoded_ |= decoded;
      if (secret.begin + shown < secret.end)
        placed_.push_back({secret, shown, decoded ? number : kNoValue});
    }
    if (values_.size() > kMostParts) note_parts();
  }

  // Sets `*masked`. `hidden` is a place to work in.
  void mask(std::string_view text, std::uint64_t text_byte, MaskStyle style,
            HiddenBytes& hidden, std::string* masked) const {
    hidden.begin(text.size());
    std::vector<bool> is_there;  // by value: the text contains all of it
    if (any_decoded_) is_there.resize(values_.size());
    words_.find(text, [&](std::size_t number, std::size_t end) {
      if (any_decoded_) is_there[number] = true;
      hidden.hide(end - words_[number].size() + values_[number].shown, end);
    });
    for (const EncodedCopy& copy : encoded_copies(text, words_))
      hidden.hide(copy.begin, copy.end);
    hide_parts(text, hidden);
    for (const Placed& one : placed_)
      if (one.value >= values_.size() || !is_there[one.value])
        hide_by_place(one.secret, one.shown, text_byte, hidden);
    show(text, hidden, style, masked);
  }

 private:
  // More secrets are not compared one by one with the ends of each text.
  static constexpr std::size_t kMostParts = 256;

  struct Placed {
    SecretSpan secret;
    std::size_t shown;
    std::size_t value;  // its number, if finding it means that it was decoded
  };
  // Four bytes of a value.
  struct Part {
    std::uint32_t bytes;
    std::uint32_t value;
    auto operator<=>(const Part&) const = default;
  };

  void note_parts() {
    for (std::size_t value = 0; value < values_.size(); ++value) {
      const std::string_view word = words_[value];
      for (std::size_t i = 0; i + kMinCopy <= word.size(); ++i)
        parts_.push_back(
            {four_bytes(word.data() + i), static_cast<std::uint32_t>(value)});
    }
    std::ranges::sort(parts_);
    parts_.erase(std::unique(parts_.begin(), parts_.end()), parts_.end());
  }

  void hide_parts(std::string_view text, HiddenBytes& hidden) const {
    PartsHider parts(text, hidden);
    if (values_.size() <= kMostParts) {
      for (std::size_t i = 0; i < values_.size(); ++i)
        parts.hide(words_[i], values_[i].shown);
      return;
    }
    if (text.size() < kMinCopy) return;
    for (const std::uint32_t bytes :
         {four_bytes(text.data()),
          four_bytes(text.data() + text.size() - kMinCopy)}) {
      // Not std::ranges::equal_range(), as in settle().
      const std::span<const Part> with(
          std::ranges::lower_bound(parts_, bytes, {}, &Part::bytes),
          std::ranges::upper_bound(parts_, bytes, {}, &Part::bytes));
      // With so many parts, the whole text is hidden without a closer look.
      if (with.size() > kMostParts) return hidden.hide(0, text.size());
      for (const Part& part : with)
        parts.hide(words_[part.value], values_[part.value].shown);
    }
  }

  static void show(std::string_view text, HiddenBytes& hidden, MaskStyle style,
                   std::string* out) {
    out->clear();
    out->reserve(text.size() + kStars.size());
    std::size_t at = 0;
    for (const HiddenBytes::Stretch& one : hidden.joined()) {
      out->append(text, at, one.begin - at);
      if (style == MaskStyle::kSameLength)
        out->append(one.end - one.begin, '*');
      else
        *out += kStars;
      at = one.end;
    }
    out->append(text, at);
  }

  WordCopies words_{0};
  std::vector<Value> values_;
  std::vector<Placed> placed_;  // those that are hidden by their place
  bool any_decoded_ = false;    // whether one of them may have a `value`
  std::vector<Part> parts_;     // in order; only of many values
};

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
  return shown ? *shown : shown_prefix(text);
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

std::string masked_name(std::string_view name, std::string_view secret) {
  std::string masked(name);
  if (secret.size() < kMinInName) return masked;
  std::size_t at = masked.find(secret);
  if (at == std::string::npos) return masked;
  const std::string hidden = mask(secret);
  for (; at != std::string::npos; at = masked.find(secret, at + hidden.size()))
    masked.replace(at, secret.size(), hidden);
  return masked;
}

std::string mask_spans(std::string_view text, std::uint64_t text_byte,
                       std::span<const SecretSpan> secrets, MaskStyle style) {
  Masker masker;
  HiddenBytes hidden;
  std::string masked;
  masker.begin(secrets);
  masker.mask(text, text_byte, style, hidden, &masked);
  return masked;
}

struct SecretSpans::Work {
  // The text for which `masker` has the secrets, if they are many.
  struct Many {
    Range range;
    std::uint64_t text_byte;
    std::size_t size;
    bool operator==(const Many&) const = default;
  };
  std::vector<SecretSpan> near;
  Masker masker;
  Masker of_many;
  std::optional<Many> many;
  HiddenBytes hidden;
};

SecretSpans::SecretSpans(const FileReport& report)
    : near_only_(report.of_large_file) {
  spans_.reserve(report.findings.size() + report.covered.size());
  add(report.findings);
  add(report.covered);
  settle();
}

SecretSpans SecretSpans::with_dropped(const FileReport& report) {
  SecretSpans all;
  all.near_only_ = report.of_large_file;
  all.add(report.findings);
  all.add(report.covered);
  for (const Dropped& dropped : report.dropped) all.add(dropped.finding);
  all.settle();
  return all;
}

void SecretSpans::add(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) add(finding);
}

// Encoded bytes of a secret are hidden completely, without a visible head,
// because anybody can decode them. The whole decoded text is hidden by its
// place.
void SecretSpans::add(const Finding& finding) {
  spans_.push_back(span_of(finding));
  ++added_;
  if (!finding.encoded) return;
  const EncodedPlace& place = *finding.encoded;
  const std::uint64_t begin = finding.text_byte();
  const std::string_view text = place.in_clear();
  spans_.push_back({begin, begin + text.size(), text, 0});
  ++added_;
  if (place.begin < begin || place.end > begin + text.size()) {
    places_.push_back({place.begin, place.end, {}, 0});
    ++added_;
  }
}

// All that was found in one packed text has one place and shares its text, and
// several rules find one secret: one span is enough.
void SecretSpans::settle() {
  std::ranges::stable_sort(spans_, {}, [](const SecretSpan& span) {
    return std::tuple(span.begin, span.end, span.text.data());
  });
  // Not std::ranges::unique(), which clang 14 cannot read in libstdc++ 12.
  const auto same = [](const SecretSpan& a, const SecretSpan& b) {
    return a.begin == b.begin && a.end == b.end &&
           (a.text.data() == b.text.data() || a.text == b.text) &&
           a.shown == b.shown;
  };
  spans_.erase(std::unique(spans_.begin(), spans_.end(), same), spans_.end());
  reaches_.reserve(spans_.size());
  for (const SecretSpan& span : spans_) {
    const std::uint64_t before = reaches_.empty() ? 0 : reaches_.back();
    reaches_.push_back(std::max(before, span.end));
  }
  join_places();
}

void SecretSpans::join_places() {
  std::ranges::sort(places_, {}, &SecretSpan::begin);
  std::size_t kept = 0;
  for (const SecretSpan& place : places_) {
    if (kept != 0 && place.begin <= places_[kept - 1].end)
      places_[kept - 1].end = std::max(places_[kept - 1].end, place.end);
    else
      places_[kept++] = place;
  }
  places_.resize(kept);
}

SecretSpan SecretSpans::span_of(const Finding& finding) {
  const std::uint64_t begin = finding.text_byte();
  const std::size_t shown =
      SecretSpan{begin, begin, finding.secret, finding.shown}.shown_bytes();
  // Its text is not that of its place, which add() hides.
  if (finding.encoded) return {begin, begin, finding.secret, shown};
  const std::uint64_t size = finding.decoded_byte
                                 ? finding.secret.size()
                                 : finding.end.byte - finding.start.byte;
  return {begin, begin + size, finding.secret, shown};
}

// Returns the spans that can overlap the text. They begin with the first one
// whose reach passes `text_byte`. Spans after the text follow, because copies
// of their secrets may be in it; near() drops those that are too short for
// that. The range ends where a part of a report may know no later findings
// (scan/report/report_parts.cc).
SecretSpans::Range SecretSpans::range_of(std::uint64_t text_byte,
                                         std::size_t size) const {
  const std::uint64_t far_end =
      std::min(text_byte + size + 4 * kExcerptBytes, text_byte + 4 * size);
  const auto first =
      spans_.begin() +
      (std::ranges::upper_bound(reaches_, text_byte) - reaches_.begin());
  const auto last = std::ranges::lower_bound(first, spans_.end(), far_end, {},
                                             &SecretSpan::begin);
  return {static_cast<std::size_t>(first - spans_.begin()),
          static_cast<std::size_t>(last - spans_.begin())};
}

void SecretSpans::add_places(std::uint64_t text_byte, std::uint64_t text_end,
                             std::vector<SecretSpan>* found) const {
  auto place =
      std::ranges::upper_bound(places_, text_byte, {}, &SecretSpan::end);
  for (; place != places_.end() && place->begin < text_end; ++place)
    found->push_back(*place);
}

std::vector<SecretSpan> SecretSpans::near(const Finding& own,
                                          std::uint64_t text_byte,
                                          std::size_t size) const {
  std::vector<SecretSpan> found;
  add_near(own, text_byte, size, range_of(text_byte, size), &found);
  return found;
}

void SecretSpans::add_near(const Finding& own, std::uint64_t text_byte,
                           std::size_t size, const Range& range,
                           std::vector<SecretSpan>* found) const {
  if (has_all()) {
    found->reserve(spans_.size() + places_.size());
    found->insert(found->end(), spans_.begin(), spans_.end());
    found->insert(found->end(), places_.begin(), places_.end());
    return;
  }
  const std::uint64_t text_end = text_byte + size;
  found->reserve(2 + range.last - range.first);
  found->push_back(span_of(own));
  for (std::size_t i = range.first; i < range.last; ++i) {
    const SecretSpan& span = spans_[i];
    if (span.end > text_byte &&
        (span.begin < text_end || span.text.size() >= kMinCopy))
      found->push_back(span);
  }
  add_places(text_byte, text_end, found);
}

void SecretSpans::mask(const Finding& own, std::string_view text,
                       std::uint64_t text_byte, MaskStyle style,
                       std::string* masked) const {
  if (!work_) work_ = std::make_shared<Work>();
  const Range range = range_of(text_byte, text.size());
  // `own` is one of the spans in the range if its place is in the text.
  const bool is_in_range =
      own.text_byte() > text_byte && own.text_byte() < text_byte + text.size();
  // Matches hardly share a place.
  const bool is_many = style == MaskStyle::kSameLength && !has_all() &&
                       range.last - range.first > kSearchAll && is_in_range;
  Masker& masker = is_many ? work_->of_many : work_->masker;
  const Work::Many many{range, text_byte, text.size()};
  if (!is_many || work_->many != many) {
    work_->near.clear();
    add_near(own, text_byte, text.size(), range, &work_->near);
    masker.begin(work_->near);
    if (is_many) work_->many = many;
  }
  masker.mask(text, text_byte, style, work_->hidden, masked);
}

std::vector<SecretSpan> without_places(std::vector<SecretSpan> spans,
                                       const Finding& own) {
  for (SecretSpan& span : spans) span.begin = span.end = 0;
  const std::size_t lead = own.match.find(own.secret);
  if (lead != std::string::npos)
    spans.push_back({own.match_byte + lead,
                     own.match_byte + lead + own.secret.size(), own.secret,
                     own.shown});
  return spans;
}

std::string shown_secret(const Dropped& dropped, const SecretSpans& all,
                         bool show_secrets) {
  const Finding& finding = dropped.finding;
  if (show_secrets) return finding.secret;
  auto near = all.near(finding, finding.text_byte(), finding.secret.size());
  if (finding.encoded) near = without_places(std::move(near), finding);
  return mask_spans(finding.secret, finding.text_byte(), near,
                    MaskStyle::kShort);
}

}  // namespace sluice
