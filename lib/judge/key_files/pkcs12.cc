// PKCS#12 (RFC 7292): bags of keys and certificates in one or two contents,
// which may be encrypted, and a MAC by a password over all of them. The keys of
// openssl, keytool and Windows are in a content that is not encrypted, each in
// an encrypted bag, so that they are counted without a password. A store whose
// contents are all encrypted may have certificates alone.
//
// NSS writes lengths that are not given before the values (BER). Such a store
// is recognised, and its password is not tried.

#include <algorithm>
#include <string>
#include <utility>

#include "judge/checks/checks.h"
#include "judge/key_files/readers.h"
#include "judge/keys/der.h"
#include "text/quantity.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kData = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01"sv;
// The kinds of bags; the last number follows.
constexpr std::string_view kBag = "\x2A\x86\x48\x86\xF7\x0D\x01\x0C\x0A\x01"sv;
constexpr char kKeyBag = 1;
constexpr char kShroudedKeyBag = 2;

// More are not tried: a wrong password costs as much as a right one.
constexpr std::uint64_t kMostIterations = 10'000;

struct Bags {
  std::size_t open_keys = 0;
  std::size_t locked_keys = 0;
  bool has_encrypted_content = false;
};

// The content of an [0] that has one value with this tag.
std::optional<std::string_view> inner(DerReader* reader, std::uint8_t tag) {
  const auto outer = reader->take(der::kContext0);
  return outer ? DerReader(*outer).take(tag) : std::nullopt;
}

void count_bags(std::string_view safe, Bags* bags) {
  const auto list = DerReader(safe).take(der::kSequence);
  DerReader each(list.value_or(std::string_view()));
  while (!each.at_end()) {
    const auto bag = each.take(der::kSequence);
    if (!bag) return;
    const auto kind = DerReader(*bag).take(der::kObjectId);
    if (!kind || !kind->starts_with(kBag) || kind->size() != kBag.size() + 1)
      continue;
    if (kind->back() == kKeyBag) ++bags->open_keys;
    if (kind->back() == kShroudedKeyBag) ++bags->locked_keys;
  }
}

Bags read_bags(std::string_view contents) {
  Bags bags;
  const auto list = DerReader(contents).take(der::kSequence);
  DerReader each(list.value_or(std::string_view()));
  while (!each.at_end()) {
    const auto content = each.take(der::kSequence);
    if (!content) break;
    DerReader values(*content);
    const auto kind = values.take(der::kObjectId);
    if (kind != kData) {
      bags.has_encrypted_content = true;
      continue;
    }
    if (const auto safe = inner(&values, der::kOctetString))
      count_bags(*safe, &bags);
  }
  return bags;
}

std::optional<Pkcs12Mac> read_mac(DerReader* values) {
  const auto data = values->take(der::kSequence);
  if (!data) return std::nullopt;
  DerReader parts(*data);
  const auto digest_info = parts.take(der::kSequence);
  const auto salt = parts.take(der::kOctetString);
  if (!digest_info || !salt) return std::nullopt;
  Pkcs12Mac mac{.salt = *salt};
  DerReader info(*digest_info);
  const auto algorithm = info.take(der::kSequence);
  const auto value = info.take(der::kOctetString);
  if (!algorithm || !value) return std::nullopt;
  mac.mac = *value;
  mac.digest =
      DerReader(*algorithm).take(der::kObjectId).value_or(std::string_view());
  if (parts.at_end()) return mac;
  const auto iterations = parts.take_unsigned();
  if (!iterations || iterations->size() > 4) return std::nullopt;
  mac.iterations = ByteReader(*iterations).number(iterations->size());
  return mac;
}

std::optional<std::string_view> opening_password(const Pkcs12Mac& mac,
                                                 std::string_view contents) {
  if (mac.iterations > kMostIterations) return std::nullopt;
  if (opens(mac, contents, {})) return "";
  for (const std::string_view password : kWellKnownPasswords)
    if (opens(mac, contents, in_utf16(password, "\0\0"sv))) return password;
  return std::nullopt;
}

KeyFile described(const Bags& bags, const std::optional<Pkcs12Mac>& mac,
                  std::string_view contents) {
  const std::size_t keys = bags.open_keys + bags.locked_keys;
  std::string what =
      "PKCS#12, " +
      (keys == 0 ? "encrypted" : counted(keys, "private key", "private keys"));
  if (bags.open_keys != 0)
    return {KeyFileKind::kPkcs12, proven(what + ", not encrypted")};
  if (contents.find(in_utf16("androiddebugkey")) != contents.npos && keys == 1)
    return {KeyFileKind::kPkcs12,
            {ChecksumVerdict::kValid, CheckEffect::kRefuted,
             what + ", Android's key for debugging"}};
  const auto password = mac ? opening_password(*mac, contents) : std::nullopt;
  // Without a key that can be seen, it may be a store of certificates.
  if (keys == 0)
    return {KeyFileKind::kPkcs12,
            {ChecksumVerdict::kAbsent, CheckEffect::kRefuted,
             what + ", maybe certificates alone"}};
  return {KeyFileKind::kPkcs12, password ? opened_by(std::move(what), *password)
                                         : locked(std::move(what))};
}

}  // namespace

std::optional<KeyFile> read_pkcs12(std::string_view bytes, bool whole) {
  if (bytes.starts_with("\x30\x80\x02\x01\x03\x30\x80\x06\x09"sv) &&
      bytes.substr(9).starts_with(kData) &&
      bytes.find(std::string(kBag) + kShroudedKeyBag) != bytes.npos)
    return KeyFile{KeyFileKind::kPkcs12,
                   {ChecksumVerdict::kAbsent, CheckEffect::kDoubt,
                    "PKCS#12 in BER, with private keys"}};
  const std::size_t size = der_size(bytes).value_or(0);
  if (size == 0 || (whole && size > bytes.size())) return std::nullopt;
  const auto store = DerReader(bytes).take(der::kSequence);
  if (!store) return std::nullopt;  // larger than what is at hand
  DerReader values(*store);
  if (values.take_unsigned() != "\x03") return std::nullopt;
  const auto outer = values.take(der::kSequence);
  if (!outer) return std::nullopt;
  DerReader content(*outer);
  if (content.take(der::kObjectId) != kData) return std::nullopt;
  const auto contents = inner(&content, der::kOctetString);
  if (!contents) return std::nullopt;
  const Bags bags = read_bags(*contents);
  if (bags.open_keys + bags.locked_keys == 0 && !bags.has_encrypted_content)
    return std::nullopt;
  return described(bags, read_mac(&values), *contents);
}

}  // namespace sluice
