// What bad input is told, and pointers that nothing reads: checks are tested where no device is.
#pragma once

#include <cstddef>
#include <string>

#include "abut/bodies/parts_view.h"
#include "abut/core/error.h"

namespace abut::test {

alignas(256) inline unsigned char unread_memory[512];

/// The address `offset` bytes into memory that nothing reads, aligned to 256 bytes; the same for every type.
template <class E>
E* somewhere(std::size_t offset = 0) {
  return reinterpret_cast<E*>(unread_memory + offset);
}

/// All arrays of parts that a search has to have.
inline PartsView parts_somewhere() {
  PartsView parts;
  const double* const x = somewhere<double>();
  parts.shape = parts.body = somewhere<std::uint32_t>();
  parts.px = parts.py = parts.pz = parts.body_x = parts.body_y = parts.body_z = x;
  for (const double*& r : parts.r) r = x;
  return parts;
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
