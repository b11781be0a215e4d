// Whether a counted share agrees with a promised one: "98 of 100 are found" fails
// only if a share as promised brings the count about less than once in a
// thousand times. share.py has the reasons and an example; both files give the
// same answers.
// Thread-safety: one thread at a time, because std::lgamma sets a global sign.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>
#include <string>

namespace sluice::test {

inline constexpr double kAlarm = 0.001;

// Whether the share holds, and a sentence with the seed, n and the bound.
struct Verdict {
  bool holds;
  std::string text;
};

// P(X = k) for X of the binomial distribution.
inline double chance(int k, int n, double share) {
  if (share <= 0.0) return k == 0 ? 1.0 : 0.0;
  if (share >= 1.0) return k == n ? 1.0 : 0.0;
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) -
                  std::lgamma(n - k + 1.0) + k * std::log(share) +
                  (n - k) * std::log1p(-share));
}

// The lowest count that holds: P(X <= lowest) >= kAlarm.
inline int lowest(int n, double share) {
  double below = 0.0;
  for (int count = 0; count < n; ++count) {
    below += chance(count, n, share);
    if (below >= kAlarm) return count;
  }
  return n;
}

// The highest count that holds: P(X >= highest) >= kAlarm.
inline int highest(int n, double share) { return n - lowest(n, 1.0 - share); }

inline std::string share_text(unsigned seed, int count, int n,
                              const char* promise, double promised, int bound) {
  std::ostringstream text;
  text << "seed " << seed << ": " << count << " of " << n << "; " << promise
       << ' ' << promised << " are promised, and the bound is " << bound;
  return text.str();
}

inline Verdict at_least(int count, int n, double promised, unsigned seed) {
  const int bound = lowest(n, promised);
  return {n > 0 && count >= bound,
          share_text(seed, count, n, "at least", promised, bound)};
}

inline Verdict at_most(int count, int n, double promised, unsigned seed) {
  const int bound = highest(n, promised);
  return {n > 0 && count <= bound,
          share_text(seed, count, n, "at most", promised, bound)};
}

// Fails the test case with the sentence if the share does not hold.
inline void check_share(const Verdict& verdict) {
  CHECK_MESSAGE(verdict.holds, verdict.text);
}

}  // namespace sluice::test
