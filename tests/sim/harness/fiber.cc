// Idea: on x86-64 a switch is a call of a few instructions. The caller's
// compiler has saved every register but the callee-saved ones; these six go
// onto the old stack, the stack pointer is exchanged, and the return address
// that is found on the new stack does the rest. A new stack is laid out as if
// its fiber had made such a call from the first instruction of begin().
//
// Elsewhere, and where shadow stacks are compiled in, POSIX's swapcontext
// does it (getcontext(3), makecontext(3)). It also saves the signal mask,
// with a system call each time: measured on a virtual machine, 200 ns a
// switch against 10 ns, and 20,000 simulations of ten threads make some 20
// million of them. Rejected: boost.context, a dependency for twenty lines;
// threads that pass a baton, where the kernel's scheduler makes each switch.
//
// Signal masks and the floating-point control words are not switched: nothing
// here changes them.
//
// The C++ runtime keeps a list of the exceptions that are being handled per
// thread of the operating system. Each switch exchanges it, or one fiber's
// end of a catch block would destroy the other's exception.
//
// AddressSanitizer and ThreadSanitizer need to be informed of every switch
// (sanitizer/common_interface_defs.h, sanitizer/tsan_interface.h).
#include "sim/harness/fiber.h"

#include <cxxabi.h>

#include <cstdint>
#include <cstring>
#include <exception>

#include "base/check.h"
#include "sim/harness/fiber_stack.h"
#include "sim/harness/sanitizer.h"

#if defined(SLUICE_SIM_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(SLUICE_SIM_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

// Bit 1 of __CET__ means that code is compiled for shadow stacks, which an
// exchange of only the stack pointer would break.
#if !defined(__x86_64__) || (defined(__CET__) && (__CET__ & 2) != 0)
#define SLUICE_FIBER_UCONTEXT 1
#endif

#if defined(SLUICE_FIBER_UCONTEXT)
#include <ucontext.h>
#else
// Saves the stack pointer to *save and continues at `resume`.
extern "C" void sluice_fiber_exchange(void** save, void* resume) noexcept;
asm(R"(
.text
.p2align 4
.type sluice_fiber_exchange, @function
sluice_fiber_exchange:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size sluice_fiber_exchange, . - sluice_fiber_exchange
)");
#endif

namespace sluice {
namespace {

// The last fiber that switched, and its target. The two sides of a switch
// recognize each other by these words. Read on arrival, before anything else
// can switch.
thread_local Fiber* left = nullptr;
thread_local Fiber* entered = nullptr;

#if defined(SLUICE_FIBER_UCONTEXT)

void* make_resume(void* stack, std::size_t size, void (*begin)()) {
  auto* context = new ucontext_t;
  SLUICE_CHECK(::getcontext(context) == 0);
  context->uc_stack.ss_sp = stack;
  context->uc_stack.ss_size = size;
  context->uc_link = nullptr;
  ::makecontext(context, begin, 0);
  return context;
}
void* make_host_resume() { return new ucontext_t; }
void free_resume(void* resume) { delete static_cast<ucontext_t*>(resume); }
void exchange(void** from, void* to) {
  SLUICE_CHECK(::swapcontext(static_cast<ucontext_t*>(*from),
                             static_cast<ucontext_t*>(to)) == 0);
}

#else

void* make_resume(void* stack, std::size_t size, void (*begin)()) {
  // From the top: the place of a return address, zero, where those who walk
  // up the stack stop; begin(), which the exchange returns to; six registers.
  // The stack is aligned to 16 bytes before a call, so begin() finds it as
  // if it had been called.
  auto* const top = reinterpret_cast<void**>(static_cast<char*>(stack) + size);
  std::memset(top - 8, 0, 8 * sizeof(void*));
  top[-2] = reinterpret_cast<void*>(begin);
  return top - 8;
}
void* make_host_resume() { return nullptr; }
void free_resume(void*) {}
void exchange(void** from, void* to) { sluice_fiber_exchange(from, to); }

#endif

}  // namespace

Fiber::Fiber() : state_(State::kHost), resume_(make_host_resume()) {
#if defined(SLUICE_SIM_TSAN)
  tsan_fiber_ = __tsan_get_current_fiber();
#endif
}

Fiber::Fiber(Entry entry, void* argument)
    : state_(State::kFresh),
      entry_(entry),
      argument_(argument),
      stack_(fiber_stack::take()),
      stack_size_(fiber_stack::kSize),
      resume_(make_resume(stack_, stack_size_, &Fiber::begin)) {
#if defined(SLUICE_SIM_TSAN)
  tsan_fiber_ = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
  free_resume(resume_);
  if (state_ == State::kHost) return;
#if defined(SLUICE_SIM_TSAN)
  __tsan_destroy_fiber(tsan_fiber_);
#endif
  if (state_ == State::kBegun) {
    fiber_stack::abandon(stack_);
  } else {
    fiber_stack::give_back(stack_);
  }
}

void Fiber::begin() {
  Fiber& self = *entered;
  self.arrive();
  self.state_ = State::kBegun;
  self.entry_(self.argument_);
  SLUICE_CHECK(false);  // the entry returned
}

void Fiber::switch_to(Fiber& next) {
  leave_for(next);
  arrive();
}

void Fiber::end_in(Fiber& next) {
  state_ = State::kEnded;
  leave_for(next);
  std::terminate();  // somebody switched to a fiber that has ended
}

void Fiber::leave_for(Fiber& next) {
  std::memcpy(static_cast<void*>(&exceptions_), abi::__cxa_get_globals(),
              sizeof(exceptions_));
  left = this;
  entered = &next;
#if defined(SLUICE_SIM_ASAN)
  // No place to keep the fake stack: it is destroyed.
  __sanitizer_start_switch_fiber(
      state_ == State::kEnded ? nullptr : &asan_fake_stack_, next.stack_,
      next.stack_size_);
#endif
#if defined(SLUICE_SIM_TSAN)
  __tsan_switch_to_fiber(next.tsan_fiber_, 0);
#endif
  exchange(&resume_, next.resume_);
}

void Fiber::arrive() {
#if defined(SLUICE_SIM_ASAN)
  const void* stack = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(asan_fake_stack_, &stack, &size);
  if (left->state_ == State::kHost) {
    left->stack_ = const_cast<void*>(stack);
    left->stack_size_ = size;
  }
#endif
  std::memcpy(static_cast<void*>(abi::__cxa_get_globals()), &exceptions_,
              sizeof(exceptions_));
}

}  // namespace sluice
