// The reader of particle lists; the first byte chooses the options.
#include <cmath>

#include "abut/particles.h"
#include "tests/fuzz/read_or_refuse.h"

namespace {

void check(const abut::Particle& p) {
  const auto& q = p.quaternion;
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const bool finite = std::isfinite(p.position.x) && std::isfinite(p.position.y) && std::isfinite(p.position.z);
  if (!finite || !(p.radius >= 0) || !std::isfinite(p.radius)) abut::fuzz::finding("a length is not finite", p.shape);
  if (!(std::abs(norm - 1) < 2e-3)) abut::fuzz::finding("a quaternion has not length 1", p.shape);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const abut::fuzz::MemoryFile file;
  if (size == 0) return 0;
  file.write({reinterpret_cast<const char*>(data + 1), size - 1});
  abut::ParticleListOptions options;
  options.quaternion = static_cast<abut::QuaternionOrder>(data[0] % 3);
  if ((data[0] & 0x10) != 0) options.frame = data[0] >> 5;
  if ((data[0] & 0x08) != 0) options.quaternion_columns = {"c_q[1]", "c_q[2]", "c_q[3]", "c_q[4]"};
  abut::fuzz::read_or_refuse(file.path(), [&] {
    std::uint64_t count = 0;
    const auto report = abut::read_particles(file.path(), options, [&](const abut::Particle& p) {
      check(p);
      ++count;
    });
    if (report.particles != count) abut::fuzz::finding("particles are counted wrong", std::to_string(count));
  });
  return 0;
}
