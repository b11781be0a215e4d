// Builds the result of an escape decoder: unchanged text, and decoded escapes.
// Thread-safety: none; one for each call.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "decode/decoders.h"

namespace sluice {

class TextBuilder {
 public:
  explicit TextBuilder(std::string_view encoded) : encoded_(encoded) {
    decoded_.text.reserve(encoded.size());
  }

  // Copies the bytes before `at` that were not added yet.
  void keep_to(std::size_t at) {
    if (at == done_) return;
    decoded_.map.add(decoded_.text.size(), {done_, at}, 1, 1);
    decoded_.text += encoded_.substr(done_, at - done_);
    done_ = at;
  }

  // Replaces the next `size` bytes by `text`, which may be empty.
  void replace(std::size_t size, std::string_view text) {
    if (!text.empty()) {
      decoded_.map.add(decoded_.text.size(), {done_, done_ + size}, text.size(),
                       size);
      decoded_.text += text;
    }
    done_ += size;
  }

  Decoded finish() {
    keep_to(encoded_.size());
    return std::move(decoded_);
  }

 private:
  std::string_view encoded_;
  std::size_t done_ = 0;
  Decoded decoded_;
};

}  // namespace sluice
