// The values that a manifest puts into a secret of Kubernetes, whatever their
// names: those of `data` and `stringData` beside `kind: Secret`, of Terraform's
// kubernetes_secret, of the literals of kustomize's secretGenerator and of
// kubectl, and the contents of compose's secrets.
// Thread-safety: each belongs to one text, which one thread reads at a time.
// Ownership: values point into the given text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

class SecretManifest {
 public:
  // Reads the next line of the text, without its end, and returns its values.
  // `rest` is text after the line, as far as it may be read: from it come the
  // `kind` below a `data`, and a value that has a line of its own below its
  // name. Every line must come, in order.
  void read(std::string_view line, std::string_view rest,
            std::vector<std::string_view>* values);

  bool is_outside() const { return !owner_ && to_skip_ == 0; }

 private:
  // The thing in the manifest that has the values.
  enum class Kind : std::uint8_t {
    kObject,     // the mapping that has `kind: Secret`
    kTerraform,  // resource "kubernetes_secret"
    kKustomize,  // secretGenerator
    kCompose,    // secrets
  };
  // Columns are numbers of bytes from the beginning of the line.
  struct Owner {
    Kind kind;
    std::size_t column;  // of the keys of the object; of the others' first line
  };
  struct Members {
    std::size_t column;  // of the key that names them: `data`
    bool literals;       // alpha=v, as kustomize has them
    std::size_t first = std::string_view::npos;  // column of the first member
  };
  // The next bytes were looked at and have no `kind: Secret` in this column.
  struct Ahead {
    std::size_t column;
    std::size_t bytes;
    bool ends;  // the mapping ends there
  };
  struct Line;

  void leave(const Line& line);
  void read_member(const Line& line, std::string_view rest,
                   std::vector<std::string_view>* values);
  void read_key(const Line& line, std::string_view rest,
                std::vector<std::string_view>* values);
  bool owns(const Line& line, std::string_view rest);
  bool looks_ahead(std::size_t column, std::string_view rest);

  std::optional<Owner> owner_;
  std::optional<Members> members_;  // of the owner
  std::size_t to_skip_ = 0;         // next lines, which were read with this one
  std::vector<Ahead> ahead_;        // at most one of a column
};

}  // namespace sluice
