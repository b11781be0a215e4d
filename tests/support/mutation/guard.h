// The switches of the mutants that are compiled into one build (mutants.py).
// Each mutated place compares its number with the environment variable
// SLUICE_MUTANT, and behaves as it was written if they differ.
//
// The variable SLUICE_MUTANTS_SEEN names a file with two bytes a mutant: the
// first becomes 1 when its place is reached, the second when the mutant would
// have made a difference there. A test that sees no difference cannot kill the
// mutant. The file is mapped when the program starts, since the sandbox refuses
// to write to it later.
//
// A comparison a < b becomes a < Compare<...>{} < b. Its precedence is the
// same, so nothing has to find out where the operands begin and end, and each
// is computed once.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <type_traits>

namespace mutants {

inline int chosen = -1;
inline volatile unsigned char* seen = nullptr;
inline std::size_t seen_size = 0;

// Before the constructors of the program, in each program and shared library.
[[gnu::constructor(101)]] static void start() {
  if (chosen >= 0) return;
  const char* const number = std::getenv("SLUICE_MUTANT");
  chosen = number == nullptr ? 0 : std::atoi(number);
  const char* const path = std::getenv("SLUICE_MUTANTS_SEEN");
  if (path == nullptr) return;
  const int file = ::open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  struct stat st {};
  if (::fstat(file, &st) == 0) {
    void* const mapped = ::mmap(nullptr, static_cast<std::size_t>(st.st_size),
                                PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) {
      seen_size = static_cast<std::size_t>(st.st_size);
      seen = static_cast<unsigned char*>(mapped);
    }
  }
  ::close(file);
}

template <int number>
void note(bool differs) {
  if (seen == nullptr || 2 * number + 1 >= static_cast<int>(seen_size)) return;
  seen[2 * number] = 1;
  if (differs) seen[2 * number + 1] = 1;
}

// Returns `before` as the program was written and `after` in the mutant. What is
// computed while compiling is never mutated.
template <int number, typename T>
constexpr T choose(T before, T after) {
  if (std::is_constant_evaluated()) return before;
  if (seen != nullptr) note<number>(before != after);
  return chosen == number ? after : before;
}

template <int number, typename T>
constexpr T constant(T before, std::type_identity_t<T> after) {
  return choose<number, T>(before, after);
}

template <int number>
constexpr bool negate(bool condition) {
  return choose<number>(condition, !condition);
}

template <typename T>
constexpr T no_case() {
  if constexpr (std::is_enum_v<T>)
    return static_cast<T>(
        std::numeric_limits<std::underlying_type_t<T>>::max());
  else
    return std::numeric_limits<T>::max();
}

// The value of a switch; one that has no case if it is `removed`.
template <int number, typename T>
constexpr T without(T value, std::type_identity_t<T> removed) {
  if (value != removed) return value;
  return choose<number, T>(value, no_case<T>());
}

enum Operator { kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kNotEqual };

template <Operator which, typename A, typename B>
constexpr bool apply(const A& a, const B& b) {
  if constexpr (which == kLess) return static_cast<bool>(a < b);
  if constexpr (which == kLessEqual) return static_cast<bool>(a <= b);
  if constexpr (which == kGreater) return static_cast<bool>(a > b);
  if constexpr (which == kGreaterEqual) return static_cast<bool>(a >= b);
  if constexpr (which == kEqual) return static_cast<bool>(a == b);
  if constexpr (which == kNotEqual) return static_cast<bool>(a != b);
}

template <int number, Operator before, Operator after>
struct Compare {};

template <int number, Operator before, Operator after, typename A>
struct Left {
  const A& value;
};

template <int number, Operator before, Operator after, typename A, typename B>
constexpr bool decide(const Left<number, before, after, A>& a, const B& b) {
  if (std::is_constant_evaluated()) return apply<before>(a.value, b);
  if (seen != nullptr)
    note<number>(apply<before>(a.value, b) != apply<after>(a.value, b));
  return chosen == number ? apply<after>(a.value, b)
                          : apply<before>(a.value, b);
}

#define MUTANTS_OPERATOR(op)                                               \
  template <int number, Operator before, Operator after, typename A>       \
  constexpr auto operator op(const A& a, Compare<number, before, after>) { \
    return Left<number, before, after, A>{a};                              \
  }                                                                        \
  template <int number, Operator before, Operator after, typename A,       \
            typename B>                                                    \
  constexpr bool operator op(const Left<number, before, after, A>& a,      \
                             const B& b) {                                 \
    return decide(a, b);                                                   \
  }
MUTANTS_OPERATOR(<)
MUTANTS_OPERATOR(<=)
MUTANTS_OPERATOR(>)
MUTANTS_OPERATOR(>=)
MUTANTS_OPERATOR(==)
MUTANTS_OPERATOR(!=)
#undef MUTANTS_OPERATOR

}  // namespace mutants
