// Fibers: several flows of control on one thread of the operating system, each
// with a stack of its own. They hand the processor to each other by name.
// fiber.cc explains how a switch is made.
//
// Thread-safety: none. Fibers that switch to each other belong to one thread
// and share its thread_local objects. Each has its own list of exceptions being
// handled, because two fibers may be in catch blocks at once.
// Ownership: a fiber owns its stack, which comes from a pool of the thread and
// goes back to it.
#pragma once

#include <cstddef>

namespace sluice {

class Fiber {
 public:
  // Must not return and must not throw: it leaves through end_in.
  using Entry = void (*)(void* argument);

  // The flow of control that is there anyway, on the thread's own stack.
  Fiber();
  // One that begins with entry(argument) when it is first switched to.
  Fiber(Entry entry, void* argument);
  // A fiber that has begun and not ended is abandoned: its stack is given up,
  // not used again, and what lives on it is never destroyed.
  ~Fiber();

  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Goes on with `next`, until something switches back.
  // REQUIRES: this is the fiber that runs, `next` another that has not ended.
  void switch_to(Fiber& next);
  // Switches for the last time.
  [[noreturn]] void end_in(Fiber& next);

 private:
  enum class State { kHost, kFresh, kBegun, kEnded };

  static void begin();
  void leave_for(Fiber& next);
  void arrive();

  // The C++ runtime's state of each thread (Itanium C++ ABI, 2.2.2).
  struct Exceptions {
    void* caught = nullptr;
    unsigned int uncaught = 0;
  };

  State state_;
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
  // The stack, without its guard page. The place of the thread's own stack is
  // known only to AddressSanitizer, which reports it at the first switch.
  void* stack_ = nullptr;
  std::size_t stack_size_ = 0;
  // Where the fiber continues: a stack pointer or a ucontext_t.
  void* resume_ = nullptr;
  Exceptions exceptions_;
  void* asan_fake_stack_ = nullptr;
  void* tsan_fiber_ = nullptr;
};

}  // namespace sluice
