#include "sluice/git/known_file.h"

#include <elf.h>
#include <link.h>

#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/log.h"
#include "fs/file_system.h"
#include "fs/foreign_file.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 30;

// Returns the linker's digest of this program (its build-id), or nothing. A
// version would not do: whoever builds the newest sources has judges that the
// same version lacked yesterday.
std::string build_of_program() {
  std::string id;
  ::dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* out) {
        for (int i = 0; i < program->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = program->dlpi_phdr[i];
          if (part.p_type != PT_NOTE) continue;
          std::string_view notes(
              reinterpret_cast<const char*>(program->dlpi_addr + part.p_vaddr),
              part.p_memsz);
          ElfW(Nhdr) head;
          while (notes.size() >= sizeof head) {
            notes.copy(reinterpret_cast<char*>(&head), sizeof head);
            notes.remove_prefix(sizeof head);
            const std::size_t name = (head.n_namesz + 3U) & ~3U;
            const std::size_t text = (head.n_descsz + 3U) & ~3U;
            if (name + text > notes.size()) break;
            if (head.n_type == NT_GNU_BUILD_ID)
              *static_cast<std::string*>(out) =
                  notes.substr(name, head.n_descsz);
            notes.remove_prefix(name + text);
          }
        }
        return 1;  // the first is the program itself
      },
      &id);
  return id;
}

// Returns the digest of all that decides what is found in a text.
std::string digest_of(const GitOptions& options, const ScanSetup& setup) {
  std::vector<std::string> parts = {
      SLUICE_VERSION, build_of_program(), std::string(setup.tool.rules_sha256),
      options.deciding_settings,
      options.scan.ignore_allow ? "ignore-allow" : ""};
  for (const auto& required : options.scan.organisation.required_rules)
    parts.push_back(required.text);
  std::string all;
  for (const std::string& part : parts)
    all += std::to_string(part.size()) + ":" + part;
  return to_hex(sha256(std::vector<std::string_view>{all}));
}

}  // namespace

Result<KnownFile> KnownFile::open(const GitOptions& options,
                                  const ScanSetup& setup,
                                  const Interrupt& interrupt) {
  const std::string& path = options.known;
  KnownFile known(digest_of(options, setup));
  const Result<std::string> text = read_linked_file(
      posix_file_system(), kWorkingDirectory, path, kMostBytes);
  if (!text && !is_absent(text.error()))
    return fail(text.error().code, "cannot read {} (--known): {}", path,
                text.error().message);
  if (text) {
    if (const auto taken = known.texts_.take(*text); !taken)
      return fail(ErrorCode::kUsage, "cannot use {} (--known): {}", path,
                  taken.error().message);
  }
  if (known.texts_.is_other())
    log_warning(escape_for_terminal(
        path +
        " was written with other rules, other options or another build of "
        "sluice: everything is read again"));
  SLUICE_TRY_ASSIGN(
      known.file_,
      ReportFile::create(path, Unfinished::kNamelessIfPossible,
                         "the file of --known", Readers::kByUmask, &interrupt));
  return known;
}

Result<void> KnownFile::publish() {
  SLUICE_TRY(file_->output().write(texts_.as_text()));
  return file_->publish();
}

}  // namespace sluice
