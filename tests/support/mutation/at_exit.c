// Linked to every program of the build that mutants.py makes, with the
// linker's --wrap, so that the counters of gcov are written although a program
// has closed itself in: the sandbox may write to the build folder as well.
// A mutant counts nothing; to write the counters takes longer than most runs.
#include <linux/landlock.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Weak: meson tries the linker on programs that count nothing.
__attribute__((weak)) void __real___gcov_exit(void);
long __real_syscall(long number, ...);

void __wrap___gcov_exit(void) {
  if (getenv("SLUICE_MUTANT") != NULL) return;
  // Tests run the program as several users, and all count in the same files.
  umask(0);
  __real___gcov_exit();
}

static void allow_build_folder(int ruleset) {
  const int folder = open(BUILD_FOLDER, O_RDONLY | O_CLOEXEC);
  if (folder < 0) return;
  // One right at a time: the kernel refuses a rule with a right that the
  // ruleset does not handle.
  for (int bit = 0; bit < 16; ++bit) {
    struct landlock_path_beneath_attr rule = {1ULL << bit, folder};
    __real_syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH,
                   &rule, 0);
  }
  close(folder);
}

long __wrap_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  const long a = va_arg(list, long), b = va_arg(list, long),
             c = va_arg(list, long), d = va_arg(list, long),
             e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_landlock_restrict_self) allow_build_folder((int)a);
  return __real_syscall(number, a, b, c, d, e, f);
}
