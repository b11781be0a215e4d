// Counts the secrets of a file that allow comments, or allowlists of a
// configuration, are about.
// Thread-safety: one thread at a time.
// Memory: those that may share bytes with others that are still to come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

// The place of a secret in the text of a file.
struct AllowedSpan {
  enum class By : std::uint8_t { kComment, kAllowlist };
  std::uint64_t begin, end;
  By by = By::kComment;
  bool is_beside = false;  // Finding::is_beside: it is not counted
};

class AllowedSpans {
 public:
  void add(AllowedSpan span) { spans_.push_back(span); }

  // Whether it is time for count_before(), so that they do not pile up.
  bool is_full() const { return spans_.size() >= full_at_; }

  // Counts the spans that begin before `frontier`; all later ones begin there
  // or after it. Spans that share a byte are candidates for one secret; only
  // the first of them counts.
  void count_before(std::uint64_t frontier);

  std::uint64_t by_comments() const { return by_comments_; }
  std::uint64_t by_allowlists() const { return by_allowlists_; }

 private:
  static constexpr std::size_t kFull = 4096;

  std::vector<AllowedSpan> spans_;
  std::size_t full_at_ = kFull;
  std::uint64_t by_comments_ = 0;
  std::uint64_t by_allowlists_ = 0;
  bool is_first_ = true;
  std::uint64_t reached_ = 0;  // the end of all that were counted
};

}  // namespace sluice
