// The texts in the head of an rpm package: its scripts, description and
// changelog by name, and all other bytes as leftover.
//
//   96 bytes: lead. Then two headers, signature and main, each of: 8E AD E8 01,
//   4 bytes reserved, 4: count of entries, 4: size of the data; entries of 16
//   bytes (tag, type, offset in the data, count); the data. The signature is
//   padded to 8 bytes. Behind them is the payload.
//
// Thread-safety: one thread at a time. Source: rpm.org, "RPM V4 Package
// format".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/leftover.h"

namespace sluice {

// A text that has a name of its own in an archive and is no member.
struct NamedText {
  std::string name;  // "%post"
  std::string text;
};

class RpmTexts {
 public:
  // Headers that are larger are leftover from this size on. Packages of 100,000
  // files have about 20 MiB.
  static constexpr std::size_t kMostHeader = std::size_t{32} << 20;

  // Adds the next bytes of the package. Bytes without a name of their own go
  // into `*rest`.
  void add(std::string_view bytes, Leftover* rest);

  // Returns the complete texts.
  std::vector<NamedText> take() { return std::exchange(texts_, {}); }

  // Returns the bytes that it holds.
  std::size_t memory() const;

 private:
  std::size_t wanted() const;
  void read(Leftover* rest);

  enum class Part : std::uint8_t { kLead, kSignature, kMain, kPayload };
  Part part_ = Part::kLead;
  std::string bytes_;        // of the part at hand
  std::uint64_t begin_ = 0;  // its place in the package
  std::vector<NamedText> texts_;
};

}  // namespace sluice
