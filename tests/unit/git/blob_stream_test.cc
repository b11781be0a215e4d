#include "git/blob_stream.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temp_repository.h"

namespace sluice::blob_stream_test {

using Kind = BlobStream::Kind;

std::string read_all(BlobStream& stream, std::uint64_t size) {
  std::string text(size + 10, '\0');
  const auto got = stream.read(text.data(), text.size());
  REQUIRE(got.has_value());
  text.resize(*got);
  return text;
}

TEST_CASE("blob stream: what git writes before an object") {
  const std::string id(40, 'a');
  auto head = BlobStream::read_head(id + " blob 12");
  REQUIRE(head.has_value());
  CHECK(head->kind == Kind::kBlob);
  CHECK(head->size == 12);
  CHECK(BlobStream::read_head(id + " tree 3")->kind == Kind::kOther);
  CHECK(BlobStream::read_head(id + " missing")->kind == Kind::kMissing);
  for (const std::string& line :
       {std::string(), id, id + " blob", id + " blob x", id + " blob -1",
        id + " blob 99999999999999999999999"}) {
    CAPTURE(line);
    CHECK_FALSE(BlobStream::read_head(line).has_value());
  }
}

TEST_CASE("blob stream: objects in the order asked for") {
  const TempRepository made;
  const std::string large(300'000, 'x');
  made.file("empty", "");
  made.file("large", large);
  made.commit("small", "a\nb\n");
  const auto id = [&](const std::string& name) {
    return ObjectId::parse(made.git("rev-parse HEAD:" + name)).value();
  };
  const ObjectId none = ObjectId::parse(std::string(40, '1')).value();
  const ObjectId commit = ObjectId::parse(made.git("rev-parse HEAD")).value();
  const GitRepository repository = made.open();
  const std::vector<ObjectId> asked = {id("large"), none,        id("empty"),
                                       commit,      id("small"), id("large")};
  auto stream = BlobStream::start(repository.place(), asked);
  REQUIRE(stream.has_value());

  // The unread rest of an object is skipped.
  auto head = stream->next();
  REQUIRE(head.has_value());
  CHECK(head->kind == Kind::kBlob);
  CHECK(head->size == large.size());
  CHECK(stream->next()->kind == Kind::kMissing);
  head = stream->next();
  CHECK(head->kind == Kind::kBlob);
  CHECK(read_all(*stream, head->size).empty());
  CHECK(stream->next()->kind == Kind::kOther);
  head = stream->next();
  CHECK(read_all(*stream, head->size) == "a\nb\n");
  head = stream->next();
  CHECK(read_all(*stream, head->size) == large);
  CHECK(stream->next()->kind == Kind::kEnd);
  CHECK(stream->complaint().empty());
}

}  // namespace sluice::blob_stream_test
