#include "history/known_texts.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "base/digest.h"

namespace sluice {
namespace {

constexpr std::string_view kFirstLine = "sluice known texts 1";
constexpr std::size_t kSum = std::tuple_size_v<Sha256Digest>;

std::string_view text_of(const auto& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Sha256Digest sum_of(std::string_view text) { return sha256(std::array{text}); }

std::optional<std::string_view> take_whole_line(std::string_view* text) {
  const std::size_t end = text->find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end + 1);
  return line;
}

}  // namespace

KnownTexts::Key KnownTexts::key_of(Kind kind, const ObjectId& id,
                                   std::string_view path) {
  // Names of two lengths begin differently, so no two objects give one text.
  const char head[] = {static_cast<char>(kind), static_cast<char>(id.size)};
  const Sha256Digest sum =
      sha256(std::array{std::string_view(head, sizeof head),
                        text_of(id.bytes).substr(0, id.size), path});
  Key key;
  std::copy_n(sum.begin(), key.size(), key.begin());
  return key;
}

Result<void> KnownTexts::take(std::string_view text) {
  if (text.empty()) return {};
  const std::string_view all = text;
  const auto first = take_whole_line(&text);
  if (!first || *first != kFirstLine)
    return fail(ErrorCode::kUsage, "it is not a file of --known");
  const auto damaged = [] {
    return fail(ErrorCode::kUsage,
                "it is damaged; without it, the next scan reads all again");
  };
  const auto digest = take_whole_line(&text);
  const auto count_text = take_whole_line(&text);
  if (!digest || !count_text || text.size() < kSum) return damaged();
  std::size_t count = 0;
  const char* const end = count_text->data() + count_text->size();
  if (std::from_chars(count_text->data(), end, count).ptr != end ||
      (text.size() - kSum) / sizeof(Key) != count ||
      (text.size() - kSum) % sizeof(Key) != 0)
    return damaged();
  const std::string_view sum = text.substr(text.size() - kSum);
  if (text_of(sum_of(all.substr(0, all.size() - kSum))) != sum)
    return damaged();
  if (*digest != digest_) {
    is_other_ = true;
    return {};
  }
  std::vector<Key> keys(count);
  if (count != 0) std::memcpy(keys.data(), text.data(), count * sizeof(Key));
  add(std::move(keys));
  return {};
}

// Keys are hashes, so the first bytes of one say nearly where it is. From there,
// steps of doubling size find a small range that contains it.
bool KnownTexts::has(const Key& key) const {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 4; ++i) head = head << 8U | key[i];
  std::size_t begin = head * keys_.size() >> 32U;
  std::size_t end = begin;
  for (std::size_t step = 8; begin > 0 && keys_[begin - 1] >= key; step *= 2)
    begin -= std::min(begin, step);
  for (std::size_t step = 8; end < keys_.size() && keys_[end] <= key; step *= 2)
    end += std::min(keys_.size() - end, step);
  return std::binary_search(keys_.begin() + static_cast<std::ptrdiff_t>(begin),
                            keys_.begin() + static_cast<std::ptrdiff_t>(end),
                            key);
}

void KnownTexts::add(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<Key> all;
  all.reserve(keys_.size() + keys.size());
  std::set_union(keys_.begin(), keys_.end(), keys.begin(), keys.end(),
                 std::back_inserter(all));
  all.erase(std::unique(all.begin(), all.end()), all.end());
  keys_ = std::move(all);
}

std::string KnownTexts::as_text() const {
  std::string text(kFirstLine);
  text += "\n" + digest_ + "\n" + std::to_string(keys_.size()) + "\n";
  text.reserve(text.size() + keys_.size() * sizeof(Key) + kSum);
  for (const Key& key : keys_) text += text_of(key);
  text += text_of(sum_of(text));
  return text;
}

}  // namespace sluice
