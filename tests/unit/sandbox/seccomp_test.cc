#include "sandbox/restrictions.h"

#include <doctest/doctest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace sluice::seccomp_test {

#if defined(__x86_64__)
constexpr std::uint32_t kOurs = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t kOurs = AUDIT_ARCH_AARCH64;
#endif

// Runs the filter as the kernel does, of which it uses four instructions.
bool allows(std::uint32_t architecture, std::uint32_t call,
            std::size_t* steps = nullptr) {
  const auto filter = call_filter();
  std::uint32_t loaded = 0;
  for (std::size_t at = 0;; ++at) {
    REQUIRE(at < filter.size());
    if (steps != nullptr) ++*steps;
    const sock_filter& one = filter[at];
    switch (one.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        loaded = one.k == offsetof(seccomp_data, nr) ? call : architecture;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += loaded == one.k ? one.jt : one.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += loaded >= one.k ? one.jt : one.jf;
        break;
      default:
        REQUIRE(one.code == (BPF_RET | BPF_K));
        return one.k == SECCOMP_RET_ALLOW;
    }
  }
}

TEST_CASE("seccomp: no network, no process, no ring") {
  for (const long call : {SYS_socket,
                          SYS_socketpair,
                          SYS_connect,
                          SYS_bind,
                          SYS_listen,
                          SYS_accept,
                          SYS_accept4,
                          SYS_sendto,
                          SYS_sendmsg,
                          SYS_sendmmsg,
                          SYS_io_uring_setup,
                          SYS_io_uring_register,
                          SYS_process_vm_readv,
                          SYS_process_vm_writev,
                          SYS_execveat,
                          SYS_unshare,
                          SYS_setns,
                          SYS_mount,
                          SYS_bpf,
                          SYS_perf_event_open,
                          SYS_keyctl,
                          SYS_shmget}) {
    CAPTURE(call);
    CHECK(!allows(kOurs, static_cast<std::uint32_t>(call)));
  }
}

TEST_CASE("seccomp: what a scan and git need is allowed") {
  for (const long call :
       {SYS_read,           SYS_write,    SYS_openat,       SYS_openat2,
        SYS_close,          SYS_mmap,     SYS_munmap,       SYS_brk,
        SYS_futex,          SYS_clone,    SYS_execve,       SYS_wait4,
        SYS_kill,           SYS_pipe2,    SYS_memfd_create, SYS_eventfd2,
        SYS_io_uring_enter, SYS_renameat, SYS_linkat,       SYS_fsync,
        SYS_exit_group}) {
    CAPTURE(call);
    CHECK(allows(kOurs, static_cast<std::uint32_t>(call)));
  }
}

TEST_CASE("seccomp: calls of other architectures are refused, all of them") {
  constexpr std::uint32_t kX32 = 0x40000000;
  for (std::uint32_t call = 0; call < 1000; ++call) {
    CHECK(!allows(AUDIT_ARCH_I386, call));
    CHECK(!allows(kOurs, kX32 + call));
  }
  CHECK(!allows(kOurs, 0xFFFFFFFF));
}

// The kernel runs it for each call when it is set up.
TEST_CASE("seccomp: an answer takes ten steps") {
  for (std::uint32_t call = 0; call < 1000; ++call) {
    std::size_t steps = 0;
    (void)allows(kOurs, call, &steps);
    CHECK(steps <= 10);
  }
}

}  // namespace sluice::seccomp_test
