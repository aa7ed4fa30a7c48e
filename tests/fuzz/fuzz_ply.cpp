// The PLY reader, through the detection of the format.
#include "tests/fuzz/read_or_refuse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return abut::fuzz::read_or_refuse_mesh("mesh.ply", data, size);
}
