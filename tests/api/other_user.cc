// A library that uses the C++ runtime before libsluice is loaded, as those of
// pandas and pyarrow do: it reaches libstdc++'s variables of a thread by a
// call.
#include <mutex>

extern "C" int use_runtime() {
  static std::once_flag once;
  int calls = 0;
  std::call_once(once, [&calls] { ++calls; });
  return calls;
}
