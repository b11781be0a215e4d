// A colon for each parent, their modes and the new mode, their blobs and the
// new blob, the status, then NUL and the path; of a rename two paths:
//   :100644 100644 OLD NEW M\0path\0
//   :100644 100644 OLD NEW R087\0old path\0path\0
//   ::100644 100644 100644 OLD OLD NEW MM\0path\0
#include "git/raw_changes.h"

#include <algorithm>

namespace sluice {
namespace {

// Takes a path that ends with a NUL. Returns nothing if it is cut off.
std::optional<std::string_view> take_path(std::string_view* text) {
  const std::size_t at = text->find('\0');
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view path = text->substr(0, at);
  text->remove_prefix(at + 1);
  return path;
}

std::string_view take_word(std::string_view* text, char end) {
  const std::size_t at = std::min(text->find(end), text->size());
  const std::string_view word = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return word;
}

unsigned octal(std::string_view digits) {
  unsigned value = 0;
  for (const char c : digits)
    value = value * 8 + static_cast<unsigned>(c - '0');
  return value;
}

}  // namespace

std::optional<RawChange> take_raw_change(std::string_view* text) {
  std::string_view rest = *text;
  const std::size_t parents =
      std::min(rest.find_first_not_of(':'), rest.size());
  if (parents == 0) return std::nullopt;
  rest.remove_prefix(parents);
  RawChange change;
  for (std::size_t i = 0; i < parents; ++i) take_word(&rest, ' ');
  change.mode = octal(take_word(&rest, ' '));
  change.old.reserve(parents);
  for (std::size_t i = 0; i <= parents; ++i) {
    const std::optional<ObjectId> id = ObjectId::parse(take_word(&rest, ' '));
    if (!id) return std::nullopt;
    if (i < parents)
      change.old.push_back(*id);
    else
      change.blob = *id;
  }
  const std::string_view status = take_word(&rest, '\0');
  if (status.empty()) return std::nullopt;
  change.status = status.front();
  std::optional<std::string_view> path = take_path(&rest);
  const bool has_two_paths =
      parents == 1 && (change.status == 'R' || change.status == 'C');
  if (path && has_two_paths) path = take_path(&rest);
  if (!path) return std::nullopt;
  change.path = *path;
  *text = rest;
  return change;
}

}  // namespace sluice
