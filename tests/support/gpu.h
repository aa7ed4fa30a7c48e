// What every test that needs a GPU does first.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "abut/detect.h"

namespace abut::test {

/// Skips without a device; fails instead when ABUT_REQUIRE_GPU is set.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* reason = cuda_unavailable_reason();
    if (reason == nullptr) return;
    const char* required = std::getenv("ABUT_REQUIRE_GPU");
    if (required != nullptr && *required != '\0' && std::strcmp(required, "0") != 0) {
      FAIL() << "ABUT_REQUIRE_GPU is set: " << reason;
    }
    GTEST_SKIP() << reason;
  }
};

}  // namespace abut::test
