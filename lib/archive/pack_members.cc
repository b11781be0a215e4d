// A bundle is a text, and a pack:
//   # v3 git bundle
//   @object-format=sha256      capabilities, only in v3
//   -NAME COMMENT              commits that the reader must have
//   NAME REF
//                              (an empty line)
// The text belongs to no member, so it is scanned as such a text.
#include "archive/pack_members.h"

#include <new>
#include <utility>

#include "pack/pack_contents.h"

namespace sluice {
namespace {

// The refs of a repository.
constexpr std::size_t kMostHead = std::size_t{16} << 20;

struct PackPlace {
  std::uint64_t begin = 0;
  std::size_t id_size = 0;
};

Result<PackPlace> pack_in_bundle(const ByteSource& source) {
  std::string head;
  for (;;) {
    const std::size_t before = head.size();
    head.resize(before + 64 * 1024);
    SLUICE_TRY_ASSIGN(
        const std::size_t got,
        source.read_at(head.data() + before, head.size() - before, before));
    head.resize(before + got);
    if (const std::size_t end = head.find("\n\n"); end != head.npos)
      return PackPlace{end + 2, head.substr(0, end).find(
                                    "\n@object-format=sha256") == head.npos
                                    ? std::size_t{20}
                                    : std::size_t{32}};
    if (got == 0 || head.size() > kMostHead)
      return fail(ErrorCode::kIo, "no pack follows its list of refs");
  }
}

// "MODE NAME", a NUL and the bytes of an object's name, again and again.
std::string names_in_tree(std::string_view tree, std::size_t id_size) {
  std::string names;
  while (!tree.empty()) {
    const std::size_t blank = std::min(tree.find(' '), tree.size() - 1);
    const std::size_t nul = std::min(tree.find('\0', blank), tree.size());
    names.append(tree.substr(blank + 1, nul - blank - 1)).push_back('\n');
    tree.remove_prefix(std::min(nul + 1 + id_size, tree.size()));
  }
  return names;
}

class PackMembers final : public ListedMembers {
 public:
  PackMembers(const ByteSource& source, Packing packing, Unpacking& unpacking)
      : ListedMembers(source, packing, unpacking), packing_(packing) {}
  ~PackMembers() override {
    const UnpackScope scope(unpacking_.memory());
    contents_.reset();
    object_ = {};
    names_ = {};
  }

  Result<std::optional<Member>> next() override {
    if (!source_.may_seek())
      return fail(ErrorCode::kIo, "it is too large to be read in order");
    if (!contents_) SLUICE_TRY(begin());
    if (!pass()) {
      if (contents_->damage().empty()) return std::nullopt;
      return fail(ErrorCode::kIo, "{}", contents_->damage());
    }
    return Member{.name = object_.name, .is_file = true};
  }

  bool pass() override {
    const UnpackScope scope(unpacking_.memory());
    object_ = {};
    names_ = {};
    read_ = 0;
    try {
      std::optional<PackContents::Object> object = contents_->next();
      if (!object) return false;
      object_ = *std::move(object);
      if (object_.bytes && object_.kind == PackedKind::kTree)
        names_ = names_in_tree(object_.bytes->view(), object_.name.size() / 2);
    } catch (const std::bad_alloc&) {
      object_.name = "an object";
      object_.bytes = nullptr;
      object_.why = "there is no memory for it";
    }
    return true;
  }

  Result<std::size_t> read(char* buffer, std::size_t size) override {
    if (!object_.bytes) return fail(ErrorCode::kIo, "{}", object_.why);
    const std::string_view text = object_.kind == PackedKind::kTree
                                      ? std::string_view(names_)
                                      : object_.bytes->view();
    const std::size_t got = text.copy(buffer, size, read_);
    read_ += got;
    if (!unpacking_.add(got))
      return fail(ErrorCode::kIo, "{}", unpacking_.over());
    return got;
  }

 private:
  Result<void> begin() {
    PackPlace place;
    if (packing_ == Packing::kBundle) {
      SLUICE_TRY_ASSIGN(place, pack_in_bundle(source_));
    }
    const UnpackScope scope(unpacking_.memory());
    try {
      contents_ = std::make_unique<PackContents>(
          source_, place.begin, place.id_size,
          [&](std::uint64_t bytes) { return unpacking_.add(bytes); });
      const Result<void> listed = contents_->list();
      if (!unpacking_.over().empty())
        return fail(ErrorCode::kIo, "{}", unpacking_.over());
      SLUICE_TRY(listed);
    } catch (const std::bad_alloc&) {
      return fail(ErrorCode::kIo, "there is no memory for the list of objects");
    }
    add_owned({contents_->objects_begin(), contents_->objects_end()});
    return {};
  }

  const Packing packing_;
  std::unique_ptr<PackContents> contents_;
  PackContents::Object object_;  // the member at hand
  std::string names_;            // in it, if it is a tree
  std::size_t read_ = 0;
};

}  // namespace

std::unique_ptr<Members> open_pack(const ByteSource& source, Packing packing,
                                   Unpacking& unpacking) {
  return std::make_unique<PackMembers>(source, packing, unpacking);
}

}  // namespace sluice
