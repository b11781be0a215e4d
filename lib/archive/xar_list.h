// The list of members at the head of a xar archive. The only user of expat.
// Thread-safety: a pure function of the bytes. Errors: kIo, with the reason
// alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "archive/unpacking.h"
#include "archive/zlib_bytes.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

enum class XarCoding : std::uint8_t {
  kStored,
  kZlib,  // called application/x-gzip
  kBzip2,
  kXz,
  kLzma,
  kOther
};

struct XarMember {
  std::string name;  // with its directories: "usr/bin/x"
  bool is_file = true;
  XarCoding coding = XarCoding::kStored;
  Stretch packed;  // where it stands in the source
};

// What the list takes to unpack counts for the Unpacking. `source` can be read
// from any place.
Result<std::vector<XarMember>> xar_list(const ByteSource& source,
                                        Unpacking& unpacking);

}  // namespace sluice
