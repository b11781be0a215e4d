#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "support/effort.h"

int main(int argc, char** argv) {
  if (sluice::test::full_run())
    std::printf("SLUICE_FULL=1 SLUICE_SEED=%u\n", sluice::test::seed(0));
  return doctest::Context(argc, argv).run();
}
