// Literals and a text from the input. The pre-filter finds what comparing at
// each place does, except for hits that no rule needs, and is the same after a
// round trip through bytes.
//
// The input is the number of literals; for each literal a byte for its size and
// case, its bytes, and a byte that chooses what must follow; the rest is the
// text. In the text, a byte from 0xE0 on is replaced by one of the literals,
// from 0xF0 on in the other case.

#include "match/prefilter/prefilter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "text/ascii.h"

using namespace sluice;

namespace {

class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}

  std::size_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct Sought {
  std::vector<Literal> literals;
  std::vector<Follow> follow;
};

// A run of bytes near `seed` must follow, and after it anything.
Follow follow_of(std::size_t seed) {
  Follow follow;
  const std::size_t known = seed % (Follow::kReach + 1);
  for (std::size_t k = 0; k < Follow::kReach; ++k)
    follow.bytes[k] =
        k < known ? std::uint64_t{0xFFFF} << (seed / 16 * 3) : Follow::kAny;
  return follow;
}

Sought read_sought(Input* input) {
  Sought sought;
  for (std::size_t count = 1 + input->byte() % 24; count > 0; --count) {
    const std::size_t head = input->byte();
    Literal literal{std::string(input->take(2 + head / 2 % 40)), head % 2 != 0};
    const Follow follow = follow_of(input->byte());
    if (literal.text.size() < 2 ||
        std::ranges::find(sought.literals, literal) != sought.literals.end())
      continue;
    sought.literals.push_back(std::move(literal));
    sought.follow.push_back(follow);
  }
  return sought;
}

std::string text_of(std::string_view input,
                    const std::vector<Literal>& literals) {
  std::string text;
  for (const char c : input) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0xE0 || text.size() > 100'000) {
      text += c;
      continue;
    }
    std::string piece = literals[(byte & 0xFU) % literals.size()].text;
    if (byte >= 0xF0)
      for (char& letter : piece)
        if (is_letter(letter)) letter = static_cast<char>(letter ^ 0x20);
    text += piece;
  }
  return text;
}

bool is_at(const Literal& literal, std::string_view text, std::size_t end) {
  const std::size_t size = literal.text.size();
  if (size > end) return false;
  const std::string_view here = text.substr(end - size, size);
  return literal.caseless
             ? std::ranges::equal(literal.text, here, {}, lower, lower)
             : literal.text == here;
}

bool is_cared_for(const Follow& follow, std::string_view text,
                  std::size_t end) {
  for (std::size_t k = 0; k < Follow::kReach; ++k) {
    const std::uint64_t bytes = follow.bytes[k];
    if (bytes == Follow::kAny) return true;
    if (end + k == text.size()) return false;
    const auto byte = static_cast<unsigned char>(text[end + k]);
    if (byte > 127) return true;
    if ((bytes & bit_of(text[end + k])) == 0) return false;
  }
  return true;
}

void check_found(const Prefilter& filter, const Sought& sought,
                 std::string_view text, bool follows) {
  std::vector<LiteralHit> hits;
  const std::size_t to = filter.find(text, 0, &hits);
  SLUICE_CHECK(to <= text.size());
  std::ranges::sort(hits);
  SLUICE_CHECK(std::ranges::adjacent_find(hits) == hits.end());
  std::size_t seen = 0;
  for (std::uint32_t id = 0; id < sought.literals.size(); ++id) {
    for (std::uint32_t end = 1; end <= text.size(); ++end) {
      const LiteralHit hit{id, end};
      const bool found = seen < hits.size() && hits[seen] == hit;
      if (found) ++seen;
      const bool there = is_at(sought.literals[id], text, end);
      SLUICE_CHECK(there || !found);
      if (!there || found || filter.qgram_of(hit) >= to) continue;
      SLUICE_CHECK(follows && !is_cared_for(sought.follow[id], text, end));
    }
  }
  SLUICE_CHECK(seen == hits.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  Input input({reinterpret_cast<const char*>(data), size});
  const Sought sought = read_sought(&input);
  if (sought.literals.empty()) return 0;
  const std::string whole = text_of(input.rest(), sought.literals);
  // No byte beside this memory is readable.
  const auto memory = std::make_unique<char[]>(whole.size());
  std::ranges::copy(whole, memory.get());
  const std::string_view text(memory.get(), whole.size());
  using enum Prefilter::Front;
  for (const Prefilter::Front front : {kPortable, kVector}) {
    if (front == kVector && !QgramMask::supported()) continue;
    for (const bool follows : {false, true}) {
      const std::span<const Follow> follow =
          follows ? std::span<const Follow>(sought.follow)
                  : std::span<const Follow>();
      const auto filter = Prefilter::make(sought.literals, follow, front);
      if (filter == nullptr) continue;
      check_found(*filter, sought, text, follows);
      const auto copy = Prefilter::deserialize(filter->serialize());
      SLUICE_CHECK(copy != nullptr);
      check_found(*copy, sought, text, follows);
    }
  }
  return 0;
}
