// What is refused, with EPERM: making and using sockets, rings (io_uring, whose
// requests no filter sees; those that are needed are made before, fs/uring.h),
// reaching into other processes, running a program but by execve(), which
// Landlock watches over, and what changes the system or the walls themselves.
//
// A list of what is refused, and not of what is allowed: allocators, the C++
// runtime and each version of git use calls of their own, and one that is
// missing in such a list ends a scan on another machine. What is not in ours
// finds no network and no process: these calls are the only ways to one.
//
// Written as a table, and not by libseccomp: the filter is the same for every
// run, so that it can be constant data, and the program needs no library more.
#include "sandbox/seccomp.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "base/error.h"

// Compilers say in two ways that it is there.
#if defined(__SANITIZE_ADDRESS__)
#define SLUICE_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLUICE_ADDRESS_SANITIZER
#endif
#endif

namespace sluice {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

// Newer than some headers, and the same on every architecture.
constexpr std::uint32_t kPidfdGetfd = 438;
constexpr std::uint32_t kProcessMadvise = 440;
constexpr std::uint32_t kProcessMrelease = 448;

constexpr auto kRefused = std::to_array<std::uint32_t>({
    // A network.
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_sendmmsg,
    // Rings.
    SYS_io_uring_setup,
    SYS_io_uring_register,
// Other processes.
#ifndef SLUICE_ADDRESS_SANITIZER  // whose search for leaks looks at itself
    SYS_ptrace,
#endif

    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    kPidfdGetfd,
    kProcessMadvise,
    kProcessMrelease,
    SYS_kcmp,
    SYS_execveat,
    SYS_shmget,
    SYS_shmat,
    SYS_msgget,
    SYS_semget,
    SYS_mq_open,
    SYS_perf_event_open,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    // The system.
    SYS_bpf,
    SYS_userfaultfd,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_open_by_handle_at,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
});

// Of x86's x32, whose calls have numbers of their own.
constexpr std::uint32_t kX32 = 0x40000000;

constexpr sock_filter refuse() {
  return BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
}

// The kernel runs the filter once for each call that there is, to know those
// that are always allowed: so it is in groups, of which those that lie below
// the call's number are passed over at once. 49 us instead of 68.
constexpr std::size_t kGroup = 8;
constexpr std::size_t kGroups = (kRefused.size() + kGroup - 1) / kGroup;
constexpr std::size_t kBefore = 5;
constexpr std::size_t kSize = kBefore + kRefused.size() + 2 * kGroups + 1;

constexpr auto make_filter() {
  auto refused = kRefused;
  std::ranges::sort(refused);
  std::array<sock_filter, kSize> filter{};
  std::size_t at = 0;
  const auto to_the_end = [&] {
    return static_cast<std::uint8_t>(kSize - 1 - (at + 1));
  };
  filter[at++] =
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  filter[at++] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  filter[at++] = refuse();
  filter[at++] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  filter[at] = BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32, to_the_end(), 0);
  ++at;
  for (std::size_t begin = 0; begin < refused.size(); begin += kGroup) {
    const std::size_t end = std::min(begin + kGroup, refused.size());
    const std::uint32_t next = end == refused.size() ? kX32 : refused[end];
    filter[at++] = BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, next,
                            static_cast<std::uint8_t>(end - begin + 1), 0);
    for (std::size_t i = begin; i < end; ++i) {
      filter[at] =
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[i], to_the_end(), 0);
      ++at;
    }
    filter[at++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  filter[at] = refuse();
  return filter;
}

constexpr auto kFilter = make_filter();

}  // namespace

std::span<const sock_filter> call_filter() { return kFilter; }

std::string restrict_calls() {
  if constexpr (kArchitecture == 0) return "not for this processor";
  // The kernel only reads it.
  const sock_fprog program{static_cast<unsigned short>(kFilter.size()),
                           const_cast<sock_filter*>(kFilter.data())};
  // Earlier kernels would slow down every process with a filter, for fear of
  // code in it that spies on the rest; we run none but our own.
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) != 0)
    return errno_text(errno);
  return {};
}

}  // namespace sluice
