// Removes secrets from text that is to be shown.
// Thread-safety: pure functions and plain values.
//
// A mask leaves the first 4 bytes of a secret if it has 20 or more, the first 2
// if it has 12 or more, and nothing of a shorter one. It leaves nothing if
// those bytes are not printable ASCII. They show the kind of a token ("ghp_",
// "AKIA") and too little of its random part to matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "finding/finding.h"

namespace sluice {

//
// Or as many of its first bytes as leave `percent` of it masked (--redact),
// those before the first that is not printable ASCII.

// A shorter secret is not masked in the name of a file: it may well be a word,
// and names consist of words. In bytes.
inline constexpr std::size_t kMinInName = 12;

// The number of bytes of `secret` that may be shown.
std::size_t shown_prefix(std::string_view secret);
std::size_t shown_prefix(std::string_view secret, unsigned percent);

// The bytes that may be shown and then eight stars, whatever the length.
std::string mask(std::string_view secret);

// Masks a finding's secret. Finding::shown is the number of bytes that stay
// visible.
std::string mask(const Finding& finding);

// The name of a file with `secret` masked, if that is long enough (kMinInName).
std::string masked_name(std::string_view name, std::string_view secret);

// A secret and its place in the file: bytes [begin, end). `text` is the decoded
// secret; in a UTF-16 file, for example, the bytes of the file differ from it.
// Ownership: `text` belongs to the Finding.
struct SecretSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string_view text;
  std::optional<std::size_t> shown{};  // Finding::shown

  std::size_t shown_bytes() const;
};

enum class MaskStyle : std::uint8_t {
  kSameLength,  // a star for each hidden byte: columns stay
  kShort,       // eight stars for each run of hidden bytes: as mask()
};

// Returns `text`, which begins at byte `text_byte` of the file, with `secrets`
// masked. A byte is hidden if it is in the place of a secret or in a copy of
// one. At both ends of `text`, copies of parts of a secret are hidden too.
std::string mask_spans(std::string_view text, std::uint64_t text_byte,
                       std::span<const SecretSpan> secrets, MaskStyle style);

// The secrets of one file. near() returns those that a part of the text may
// contain.
// Ownership: points into the report, which must stay unchanged.
class SecretSpans {
 public:
  explicit SecretSpans(const FileReport& report);

  // Includes the dropped candidates, for the texts that are shown of them: one
  // may begin in the middle of another one, or of a secret.
  static SecretSpans with_dropped(const FileReport& report);

  // Returns the secrets that a text of `own` may contain, of `size` bytes from
  // `text_byte` on; the secret of `own` is always among them. In a file with
  // few secrets (up to kSearchAll) these are all, so that a copy which no rule
  // reported is hidden as well. In others, and in large files, secrets up to 2
  // KiB after the text are included for the same reason.
  std::vector<SecretSpan> near(const Finding& own, std::uint64_t text_byte,
                               std::size_t size) const;

  // Sets `*masked` to mask_spans() with near(). The list of many secrets is kept
  // for the next text of the same length and place. The excerpts of the findings
  // in one packed text share it. Only one thread at a time may call this.
  void mask(const Finding& own, std::string_view text, std::uint64_t text_byte,
            MaskStyle style, std::string* masked) const;

  static constexpr std::size_t kSearchAll = 64;

 private:
  // Which of spans_ near() looks at.
  struct Range {
    std::size_t first, last;
    bool operator==(const Range&) const = default;
  };
  struct Work;  // memory of mask()

  SecretSpans() = default;
  static SecretSpan span_of(const Finding& finding);
  void add(const Finding& finding);
  void add(const std::vector<Finding>& findings);
  void settle();
  void join_places();
  bool has_all() const { return !near_only_ && added_ <= kSearchAll; }
  Range range_of(std::uint64_t text_byte, std::size_t size) const;
  void add_near(const Finding& own, std::uint64_t text_byte, std::size_t size,
                const Range& range, std::vector<SecretSpan>* found) const;
  void add_places(std::uint64_t text_byte, std::uint64_t text_end,
                  std::vector<SecretSpan>* found) const;

  bool near_only_ = false;
  std::size_t added_ = 0;               // spans, before the same were joined
  std::vector<SecretSpan> spans_;       // by `begin`
  std::vector<std::uint64_t> reaches_;  // the greatest `end` of spans_[0..i]
  // Ranges that are hidden only by their place: in order, without overlaps.
  std::vector<SecretSpan> places_;
  mutable std::shared_ptr<Work> work_;
};

// `spans` for decoded text: the secrets are searched for. None is hidden by its
// place, except the secret of `own` in its match.
std::vector<SecretSpan> without_places(std::vector<SecretSpan> spans,
                                       const Finding& own);

// Returns the masked secret of a dropped candidate. `all` is with_dropped() of
// its file.
std::string shown_secret(const Dropped& dropped, const SecretSpans& all,
                         bool show_secrets);

}  // namespace sluice
