// The reader of spherical harmonics; what it accepts passes `check`.
#include "abut/surface/spherical_harmonics.h"
#include "tests/fuzz/read_or_refuse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace abut;
  static const fuzz::MemoryFile file;
  file.write({reinterpret_cast<const char*>(data), size});
  SphericalHarmonics harmonics;
  if (!fuzz::read_or_refuse(file.path(), [&] { harmonics = read_spherical_harmonics(file.path()); })) return 0;
  check(harmonics);
  radius(harmonics, Vec3<double>{1, 2, 3});
  return 0;
}
