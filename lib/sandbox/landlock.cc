// This uses raw system calls: the C library has none for Landlock, and the
// kernel's header may be older than the kernel. So the additions of versions
// after the first are spelled out here
// (Documentation/userspace-api/landlock.rst).
//
// A program is run with the loader that its file names, so the loader has to be
// allowed as well. A process that can run the loader can have it load any
// program; but that program is then in the same sandbox. Only git's program
// named git is allowed, which git itself runs for submodules.
#include "sandbox/restrictions.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>

#include "base/error.h"

namespace sluice {
namespace {

constexpr std::uint64_t kRefer = 1ULL << 13;     // since version 2
constexpr std::uint64_t kTruncate = 1ULL << 14;  // since 3
constexpr std::uint64_t kIoctlDev = 1ULL << 15;  // since 5
constexpr std::uint64_t kTcp = 3;                // bind and connect, since 4
constexpr std::uint64_t kScopes = 3;  // abstract sockets, signals: since 6

// The rights that are refused unless allowed: all except reading.
constexpr std::uint64_t kRefusedAccess =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;

constexpr std::uint64_t kWriteFile = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr std::uint64_t kWriteBelow =
    kWriteFile | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE;

// The kernel's structure since version 6; earlier versions take a shorter one.
struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scopes;
};

std::size_t size_of_ruleset(long version) {
  return version < 4 ? 8 : version < 6 ? 16 : sizeof(Ruleset);
}

struct OwnedFd {
  int fd;
  ~OwnedFd() {
    if (fd >= 0) ::close(fd);
  }
};

// A path that does not exist needs no rule.
bool allow(int ruleset, const std::string& path, std::uint64_t access) {
  const OwnedFd opened{::open(path.c_str(), O_PATH | O_CLOEXEC)};
  if (opened.fd < 0) return errno == ENOENT;
  struct stat st {};
  if (::fstat(opened.fd, &st) != 0) return false;
  if (!S_ISDIR(st.st_mode)) access &= kWriteFile | LANDLOCK_ACCESS_FS_EXECUTE;
  const landlock_path_beneath_attr rule{access, opened.fd};
  return ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH,
                   &rule, 0) == 0;
}

struct Program {
  bool is_binary = false;  // no script, which needs a program to read it
  std::string loader;      // empty if it needs none
};

Program read_program(const std::string& path) {
  Program program;
  const OwnedFd opened{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  Elf64_Ehdr head{};
  if (::pread(opened.fd, &head, sizeof head, 0) != sizeof head ||
      !std::equal(head.e_ident, head.e_ident + SELFMAG, ELFMAG) ||
      head.e_ident[EI_CLASS] != ELFCLASS64)
    return program;
  program.is_binary = true;
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part{};
    const auto at = static_cast<off_t>(head.e_phoff + i * sizeof part);
    if (::pread(opened.fd, &part, sizeof part, at) != sizeof part) break;
    if (part.p_type != PT_INTERP || part.p_filesz > PATH_MAX) continue;
    program.loader.resize(part.p_filesz);
    if (::pread(opened.fd, program.loader.data(), program.loader.size(),
                static_cast<off_t>(part.p_offset)) < 0)
      program.loader.clear();
    program.loader = program.loader.c_str();  // ends with a NUL
    break;
  }
  return program;
}

std::string real_path(const std::string& path) {
  std::array<char, PATH_MAX> real{};
  return ::realpath(path.c_str(), real.data()) == nullptr
             ? path
             : std::string(real.data());
}

bool allow_program(int ruleset, const std::string& path,
                   const std::string& loader) {
  constexpr std::uint64_t kRun = LANDLOCK_ACCESS_FS_EXECUTE;
  const std::string real = real_path(path);
  const std::string folder = real.substr(0, real.rfind('/'));
  return allow(ruleset, real, kRun) &&
         (loader.empty() || allow(ruleset, loader, kRun)) &&
         allow(ruleset, folder + "/../lib/git-core/git", kRun) &&
         allow(ruleset, folder + "/../libexec/git-core/git", kRun);
}

}  // namespace

std::string restrict_files(const SandboxNeeds& needs, std::string* gap) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0,
                                 LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 0) return errno_text(errno);
  const bool truncation = version >= 3 && !needs.may_truncate;
  const std::uint64_t known = kRefusedAccess | (version >= 2 ? kRefer : 0) |
                              (truncation ? kTruncate : 0) |
                              (version >= 5 ? kIoctlDev : 0);
  Ruleset ruleset{known, kTcp, kScopes};
  Program program;
  if (!needs.program.empty()) {
    program = read_program(needs.program);
    if (!program.is_binary) {
      ruleset.files &= ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE};
      *gap = "any program may be run, since git is a script";
    }
  }
  if (!truncation)
    *gap += fmt::format("{}emptying a file is not refused, writing is ({})",
                        gap->empty() ? "" : "; ",
                        version < 3 ? "this kernel cannot"
                                    : "--sandbox on refuses it, and is slower");
  const OwnedFd made{static_cast<int>(::syscall(
      SYS_landlock_create_ruleset, &ruleset, size_of_ruleset(version), 0))};
  if (made.fd < 0) return errno_text(errno);
  // Git opens it for descriptors that it was not given.
  bool allowed = allow(made.fd, "/dev/null", kWriteFile & ruleset.files);
  for (const std::string& path : needs.writable)
    allowed = allowed && allow(made.fd, path, kWriteBelow & ruleset.files);
  if (program.is_binary)
    allowed = allowed && allow_program(made.fd, needs.program, program.loader);
  if (!allowed || ::syscall(SYS_landlock_restrict_self, made.fd, 0) != 0)
    return errno_text(errno);
  return {};
}

}  // namespace sluice
