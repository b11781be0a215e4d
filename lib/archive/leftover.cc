#include "archive/leftover.h"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

enum class Kind : std::uint8_t { kNone, kHigh, kPrintable };

// High bytes may belong to UTF-8 or Latin-1; in packed data they mean nothing.
constexpr std::array<Kind, 256> kKinds = [] {
  std::array<Kind, 256> kinds{};
  for (std::size_t byte = 0; byte < kinds.size(); ++byte)
    kinds[byte] = byte >= 0x80 ? Kind::kHigh
                  : (byte >= 0x20 && byte != 0x7F) || byte == '\t' ||
                          byte == '\n' || byte == '\r'
                      ? Kind::kPrintable
                      : Kind::kNone;
  return kinds;
}();

}  // namespace

void Leftover::add(std::uint64_t offset, std::string_view bytes) {
  if (offset != next_) end_run();
  next_ = offset + bytes.size();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Kind kind = kKinds[static_cast<unsigned char>(bytes[i])];
    const bool begins = run_ == text_.size();
    if (kind == Kind::kNone || (begins && kind == Kind::kHigh)) {
      end_run();
      continue;
    }
    if (text_.size() >= kMost) {
      overflowed_ = true;
      end_run();
      break;
    }
    if (begins) places_.push_back({run_, offset + i});
    text_ += bytes[i];
    row_ = kind == Kind::kPrintable ? row_ + 1 : 0;
    is_long_ |= row_ == kShortest;
  }
  count();
}

void Leftover::add_wide(std::uint64_t offset, std::string_view text) {
  end_run();
  const std::size_t some = std::min(text.size(), kMost - std::min(kMost, run_));
  overflowed_ |= some < text.size();
  if (some == 0) return;
  places_.push_back({.text = run_, .source = offset, .width = 2});
  text_.append(text.substr(0, some)) += '\n';
  run_ = text_.size();
  count();
}

void Leftover::end_run() {
  if (run_ == text_.size()) return;
  if (is_long_) {
    text_ += '\n';
  } else {
    text_.resize(run_);
    places_.pop_back();
  }
  run_ = text_.size();
  row_ = 0;
  is_long_ = false;
}

void Leftover::clear() {
  const std::size_t run = text_.size() - run_;
  text_.erase(0, run_);
  if (run == 0)
    places_.clear();
  else
    places_ = {{0, places_.back().source}};
  run_ = 0;
  overflowed_ = false;
}

}  // namespace sluice
