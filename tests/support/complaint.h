// What bad input is told, and pointers that nothing reads: checks are tested where no device is.
#pragma once

#include <cstddef>
#include <string>

#include "abut/core/error.h"

namespace abut::test {

alignas(256) inline unsigned char unread_memory[512];

/// The address `offset` bytes into memory that nothing reads, aligned to 256 bytes; the same for every type.
template <class E>
E* somewhere(std::size_t offset = 0) {
  return reinterpret_cast<E*>(unread_memory + offset);
}

/// The message of `InvalidInput`; "CudaError" where the input is good and a device is missing; empty where all is well.
template <class Call>
std::string complaint(const Call& call) {
  try {
    call();
  } catch (const InvalidInput& e) {
    return e.what();
  } catch (const CudaError&) {
    return "CudaError";
  }
  return "";
}

}  // namespace abut::test
