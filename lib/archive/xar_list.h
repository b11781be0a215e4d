// The list of members at the head of a xar archive. Only this file uses expat.
// Thread-safety: a pure function of the bytes. Errors: kIo, with only the
// reason.
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
  Stretch packed;  // its place in the source
};

// The memory for unpacking the list counts for the Unpacking. `source` can be
// read from any place.
Result<std::vector<XarMember>> xar_list(const ByteSource& source,
                                        Unpacking& unpacking);

}  // namespace sluice
