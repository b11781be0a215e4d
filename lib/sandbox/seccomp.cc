// These calls are refused, with EPERM: making and using sockets and rings (no
// filter sees the requests of io_uring; the needed rings are made before,
// fs/uring.h), reaching into other processes, running a program by any call
// except execve(), which Landlock controls, and changing the system or the
// sandbox itself.
//
// The list contains refused calls, not allowed ones. Allocators, the C++
// runtime and each version of git use calls of their own, and one that is
// missing in a list of allowed calls would end a scan on another machine. Calls
// that are not in our list reach no network and no process: the listed calls
// are the only ways to one.
//
// It is a table of our own, and does not use libseccomp: the filter is the same
// for every run, so it can be constant data, and the program needs no further
// library.
#include "sandbox/restrictions.h"

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

// Compilers announce the sanitizer in two ways.
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

constexpr auto kRefusedCalls = std::to_array<std::uint32_t>({
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

// The bit of x86's x32, whose calls have numbers of their own.
constexpr std::uint32_t kX32 = 0x40000000;

// The kernel runs the filter once for each existing system call, to learn which
// are always allowed. This is most of the filter's cost at the start. So the
// filter is a tree. The refused calls are intervals on the line of all numbers;
// each step halves the line that is left, and six steps reach the answer.
//
// The bounds at which the answer changes, in order. At an even place begins a
// refused interval, at an odd place an allowed one.
struct Bounds {
  std::array<std::uint32_t, 2 * kRefusedCalls.size() + 1> at{};
  std::size_t size = 0;
};
constexpr Bounds kBounds = [] {
  auto refused = kRefusedCalls;
  std::ranges::sort(refused);
  Bounds bounds;
  for (const std::uint32_t call : refused) {
    const bool goes_on = bounds.size != 0 && bounds.at[bounds.size - 1] == call;
    if (goes_on)
      --bounds.size;
    else
      bounds.at[bounds.size++] = call;
    bounds.at[bounds.size++] = call + 1;
  }
  bounds.at[bounds.size++] = kX32;
  return bounds;
}();
static_assert(kBounds.size % 2 == 1, "from kX32 on all is refused");

constexpr std::size_t kBefore = 3;
constexpr std::size_t kAllow = kBefore + kBounds.size;
constexpr std::size_t kRefuse = kAllow + 1;
using Filter = std::array<sock_filter, kRefuse + 1>;

// Writes the steps, from `at` on, that distinguish the intervals `first` to
// `last`; interval i begins at bound i - 1. There are last - first of them.
constexpr void add_steps(Filter* filter, std::size_t at, std::size_t first,
                         std::size_t last) {
  const std::size_t middle = (first + last) / 2;  // the last of the lower half
  const std::size_t lower = middle - first;
  const std::size_t upper = last - middle - 1;
  const auto answer = [at](std::size_t interval) {
    return (interval % 2 == 0 ? kAllow : kRefuse) - (at + 1);
  };
  (*filter)[at] =
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kBounds.at[middle],
               static_cast<std::uint8_t>(upper == 0 ? answer(last) : lower),
               static_cast<std::uint8_t>(lower == 0 ? answer(first) : 0));
  if (lower != 0) add_steps(filter, at + 1, first, middle);
  if (upper != 0) add_steps(filter, at + 1 + lower, middle + 1, last);
}

constexpr Filter make_filter() {
  static_assert(kRefuse < 256, "a jump is of one byte");
  Filter filter{};
  filter[0] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  filter[1] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 0,
                       static_cast<std::uint8_t>(kRefuse - 2));
  filter[2] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  add_steps(&filter, kBefore, 0, kBounds.size);
  filter[kAllow] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[kRefuse] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
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
