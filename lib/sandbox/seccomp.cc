// What is refused, with EPERM: making and using sockets, rings (io_uring, whose
// requests no filter sees; those that are needed are made before, fs/uring.h),
// reaching into other processes, running a program but by execve(), which
// Landlock watches over, and what changes the system or the walls themselves.
//
// A list of what is refused, and not of what is allowed: allocators, the C++
// runtime and each version of git use calls of their own, and one that is
// missing in such a list ends a scan on somebody else's machine. What is not in
// ours finds no network and no process: these calls are the only ways to one.
//
// Written as a table, and not by libseccomp: the filter is the same for every
// run, so that it can be constant data, and the program needs no library more.
#include "sandbox/seccomp.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "base/error.h"

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
#ifndef __SANITIZE_ADDRESS__  // whose search for leaks looks at itself by it
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

constexpr std::size_t kBefore = 5;

constexpr sock_filter refuse() {
  return BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
}

constexpr auto make_filter() {
  std::array<sock_filter, kBefore + kRefused.size() + 2> filter{};
  constexpr auto kEnd = static_cast<std::uint8_t>(kRefused.size());
  filter[0] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  filter[1] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  filter[2] = refuse();
  filter[3] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  filter[4] = BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32, kEnd + 1, 0);
  for (std::size_t i = 0; i < kRefused.size(); ++i)
    filter[kBefore + i] =
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kRefused[i],
                 static_cast<std::uint8_t>(kRefused.size() - i), 0);
  filter[kBefore + kRefused.size()] =
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[kBefore + kRefused.size() + 1] = refuse();
  return filter;
}

constexpr auto kFilter = make_filter();

}  // namespace

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
