// A name may have the endings of several kinds ("a.xz.gz"). gitleaks takes any
// of them, possibly another one in each run; here the last one counts.
//
// Source: mholt/archives 0.1.2 (MIT), formats.go (Identify) and the Match of
// each kind.

#include "gitleaks/scan/archive_name.h"

#include <array>
#include <string>

#include "gitleaks/go/lower_case.h"

namespace sluice {
namespace {

struct Ending {
  std::string_view text;
  std::optional<Packing> packing;  // empty if sluice cannot read it
  std::string_view name = {};
  bool at_end = false;  // else anywhere
};

constexpr std::array kCompressions = {Ending{".br", {}, "brotli"},
                                      Ending{".bz2", Packing::kBzip2},
                                      Ending{".gz", Packing::kGzip},
                                      Ending{".lz4", Packing::kLz4},
                                      Ending{".lz", Packing::kLzip, {}, true},
                                      Ending{".mz", {}, "MinLZ", true},
                                      Ending{".s2", {}, "Snappy"},
                                      Ending{".sz", {}, "Snappy"},
                                      Ending{".xz", Packing::kXz},
                                      Ending{".zst", Packing::kZstd},
                                      Ending{".zz", {}, "zlib"}};

constexpr std::array kArchives = {
    Ending{".7z", Packing::kSevenZip}, Ending{".rar", Packing::kRar},
    Ending{".tar", Packing::kTar}, Ending{".zip", Packing::kZip}};

// Returns the ending that comes last in `name`, or null if there is none.
template <std::size_t size>
const Ending* last_of(const std::array<Ending, size>& endings,
                      std::string_view name) {
  const Ending* last = nullptr;
  std::size_t last_at = 0;
  for (const Ending& ending : endings) {
    const std::size_t at = name.rfind(ending.text);
    if (at == name.npos ||
        (ending.at_end && at + ending.text.size() != name.size()))
      continue;
    if (last != nullptr && at < last_at) continue;
    last = &ending;
    last_at = at;
  }
  return last;
}

}  // namespace

std::optional<ArchiveName> archive_of_name(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.find('.') == name.npos) return std::nullopt;
  const std::string lower = to_lower(name);
  const Ending* const compression = last_of(kCompressions, lower);
  const Ending* const archive = last_of(kArchives, lower);
  if (compression == nullptr && archive == nullptr) return std::nullopt;
  ArchiveName known;
  if (compression != nullptr) {
    known.compression = compression->packing;
    known.unreadable = compression->name;
    known.is_whole_ending = lower.ends_with(compression->text);
  }
  if (archive != nullptr) known.archive = archive->packing;
  return known;
}

}  // namespace sluice
