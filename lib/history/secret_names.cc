#include "history/secret_names.h"

#include <array>
#include <string_view>

namespace sluice {
namespace {

constexpr std::string_view kDomain = "sluice/1 names of secrets";
constexpr std::size_t kDigits = 32;

template <typename T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

SecretNames::SecretNames(std::span<const ObjectId> commits,
                         std::span<const Introductions::One> blobs) {
  // In steps, so that no list of all names is in memory at once.
  key_ = sha256(std::array{kDomain});
  const auto add = [this](const ObjectId& id) {
    key_ = sha256(std::array{
        bytes_of(key_),
        std::string_view(reinterpret_cast<const char*>(id.bytes.data()),
                         id.size)});
  };
  for (const ObjectId& id : commits) add(id);
  for (const Introductions::One& one : blobs) add(one.blob);
}

std::string SecretNames::name_of(const SecretKey& key) const {
  return to_hex(sha256(std::array{bytes_of(key_), bytes_of(key.words)}))
      .substr(0, kDigits);
}

}  // namespace sluice
