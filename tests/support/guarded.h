// Memory with a guard behind its end: what writes there fails the test.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <new>

namespace abut::test {

/// Memory with a guard behind its end, which nothing may touch.
class Guarded {
 public:
  explicit Guarded(std::size_t bytes) : bytes_(bytes), memory_(new (std::align_val_t{256}) unsigned char[bytes + 64]) {
    std::memset(memory_, 0xcd, bytes + 64);
  }
  ~Guarded() {
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(memory_[bytes_ + i], 0xcd) << "written behind the end, byte " << i;
    operator delete[](memory_, std::align_val_t{256});
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  unsigned char* data() { return memory_; }

 private:
  std::size_t bytes_;
  unsigned char* memory_;
};

}  // namespace abut::test
