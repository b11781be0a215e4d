#include <doctest/doctest.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "archive/held_bytes.h"
#include "archive/members.h"
#include "archive/xar_list.h"
#include "opened.h"

namespace sluice::xar_test {

using namespace std::string_literals;

std::string zlib_of(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string packed(size, '\0');
  REQUIRE(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                   reinterpret_cast<const Bytef*>(text.data()),
                   text.size()) == Z_OK);
  packed.resize(size);
  return packed;
}

std::string big(std::uint64_t value, int size) {
  std::string bytes;
  while (size-- > 0) bytes += static_cast<char>(value >> (8 * size));
  return bytes;
}

// An archive with the list `list`, followed by `heap`.
std::string xar(const std::string& list, const std::string& heap) {
  const std::string packed = zlib_of(list);
  return "xar!" + big(28, 2) + big(1, 2) + big(packed.size(), 8) +
         big(list.size(), 8) + big(0, 4) + packed + heap;
}

std::string toc(const std::string& files) {
  return "<?xml version='1.0'?><xar><toc>" + files + "</toc></xar>";
}

std::string file(const std::string& name, const std::string& data) {
  return "<file><name>" + name + "</name><type>file</type><data>" + data +
         "</data></file>";
}

std::string error_of(const std::string& bytes) {
  Opened of;
  const auto list = xar_list(HeldBytes(bytes, &of.use), of.unpacking);
  return list ? "" : list.error().message;
}

// Each member: its name, "=", and its text or "!" and why it has none.
std::vector<std::string> all_of(const std::string& bytes) {
  Opened of;
  const HeldBytes source(bytes, &of.use);
  const auto members = Members::open(source, {}, Packing::kXar, of.unpacking);
  std::vector<std::string> all;
  for (;;) {
    const Result<std::optional<Member>> member = members->next();
    REQUIRE(member.has_value());
    if (!*member) return all;
    all.push_back((*member)->name + ((*member)->is_file ? "=" : "/"));
    all.back() += text_of(*members);
  }
}

const std::string kStored =
    "<encoding style='application/octet-stream'/><offset>0</offset>"
    "<length>5</length>";

TEST_CASE("xar: members with their directories, stored and packed") {
  const std::string packed = zlib_of("packed text");
  const std::string list = toc(
      "<file><name>usr</name><type>directory</type>" + file("a", kStored) +
      file("b", "<offset>5</offset><length>" + std::to_string(packed.size()) +
                    "</length><encoding style='application/x-gzip'/>") +
      "</file>" +
      "<file><name enctype='base64'>w6Q=</name><type>symlink</type></file>");
  CHECK(all_of(xar(list, "hello" + packed)) ==
        std::vector<std::string>{"usr/", "usr/a=hello", "usr/b=packed text",
                                 "\xC3\xA4/"});
}

TEST_CASE("xar: what is wrong with one member leaves the others") {
  const std::string list = toc(
      file("beyond", "<offset>4</offset><length>100</length>") +
      file("damaged",
           "<offset>0</offset><length>5</length>"
           "<encoding style='application/x-gzip'/>") +
      file("unknown",
           "<offset>0</offset><length>5</length>"
           "<encoding style='application/x-made-up'/>") +
      file("far", "<offset>18446744073709551000</offset><length>9</length>") +
      file("a", kStored));
  CHECK(all_of(xar(list, "hello")) ==
        std::vector<std::string>{"beyond=o!it is cut off",
                                 "damaged=!it is damaged",
                                 "unknown=!its compression is unknown",
                                 "far=!it is cut off", "a=hello"});
}

TEST_CASE("xar: a list that is none, or asks for too much, is an error") {
  const std::string damaged = "its list of members is damaged";
  CHECK(error_of(xar(toc(""), "")) == "");
  CHECK(error_of(xar("<xar><toc>", "")) == damaged);
  CHECK(error_of(xar(toc(file("a", "<offset>-1</offset>")), "")) == damaged);
  CHECK(error_of(xar(toc(file("a", "<length>9x</length>")), "")) == damaged);
  CHECK(error_of(xar(toc(file("a", "<offset>18446744073709551615</offset>")),
                     "")) == damaged);
  CHECK(error_of(xar("<!DOCTYPE xar [<!ENTITY a 'aaaa'>]>" + toc("&a;"), "")) ==
        damaged);
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "<file><name>d</name>";
  CHECK(error_of(xar(toc(deep), "")) == damaged);
  CHECK(error_of("xar!\0\x1c"s) == "it is cut off");
  CHECK(error_of(xar(toc(""), "").substr(0, 40)) == "its header is damaged");
  std::string spoilt = xar(toc(""), "");
  spoilt[35] ^= 0x55;
  CHECK(error_of(spoilt) != "");
}

TEST_CASE("xar: a list that unpacks to more than there may be ends") {
  Opened of;
  const std::string bytes =
      xar(toc(std::string(200 << 20, ' ')), "");  // a thousand to one
  ArchiveBounds bounds;
  bounds.bytes = 1 << 20;
  Unpacking unpacking{bounds,
                      of.memory,
                      {of.file, of.all},
                      0,
                      std::chrono::steady_clock::now()};
  const auto list = xar_list(HeldBytes(bytes, &of.use), unpacking);
  REQUIRE_FALSE(list.has_value());
  CHECK(list.error().message.find("--archive-bytes") != std::string::npos);
}

}  // namespace sluice::xar_test
