// The same contacts in the conventions of eight solvers, side by side (docs/how-to/adapters.md).
//
//   adapters           a table
//   adapters --json    all fields, with the bodies, for a program that compares them with a solver's own
#include <cstdio>
#include <cstring>
#include <string>

#include "bullet.h"
#include "chrono.h"
#include "dem_engine.h"
#include "drake.h"
#include "mercurydpm.h"
#include "mujoco.h"
#include "physx.h"
#include "sample_pairs.h"
#include "siconos.h"

namespace {

using namespace adapters;

template <class S>
std::string list(const S* values, int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    char number[40];
    std::snprintf(number, sizeof number, "%s%.17g", i > 0 ? ", " : "", static_cast<double>(values[i]));
    text += number;
  }
  return text + "]";
}

void row(const char* solver, const char* normal_name, const double* n, const char* sign_name, double signed_value) {
  std::printf("  %-12s %-17s (%6.3f, %6.3f, %6.3f)   %-12s %8.4f\n", solver, normal_name, n[0], n[1], n[2], sign_name,
              signed_value);
}
void row(const char* solver, const char* normal_name, const float* n, const char* sign_name, double signed_value) {
  const double wide[3] = {static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])};
  row(solver, normal_name, wide, sign_name, signed_value);
}

void print_table(const SamplePair& pair) {
  const auto c = contact_of<double>(pair);
  const abut::Pair parts{0, 1};
  const abut::Vec3<double> at = pair.a.pose.position;
  std::printf("%s\n", pair.name.c_str());
  const double n[3] = {c.normal.x, c.normal.y, c.normal.z};
  row("Abut", "normal", n, "separation", c.separation);
  const ChronoContact chrono = to_chrono(c, parts, at);
  row("Chrono", "vN", chrono.vN, "distance", chrono.distance);
  const MujocoContact mujoco = to_mujoco(c, parts, at);
  row("MuJoCo", "frame[0..2]", mujoco.frame, "dist", mujoco.dist);
  const PhysxContact physx = to_physx(c, at);
  row("PhysX", "normal", physx.normal, "separation", static_cast<double>(physx.separation));
  const auto bullet = to_bullet<float>(c, at, pair.a.pose, pair.b.pose);
  row("Bullet", "m_normalWorldOnB", bullet.m_normalWorldOnB, "m_distance1", static_cast<double>(bullet.m_distance1));
  if (const auto drake = to_drake(c, parts, at)) row("Drake", "nhat_BA_W", drake->nhat_BA_W, "depth", drake->depth);
  if (const auto mercury = to_mercury(c, parts, at)) {
    row("MercuryDPM", "normal", mercury->normal, "overlap", mercury->overlap);
  }
  const DemEngineContact dem = to_dem_engine(c, parts, at, pair.a.pose, pair.b.pose);
  row("DEM-Engine", "B2A", dem.B2A, "overlapDepth", dem.overlapDepth);
  const SiconosContact siconos = to_siconos(in_world(c, at), c.key, false);
  row("Siconos", "nc", siconos.nc, "distance", siconos.distance);
}

std::string json_of(const SampleBody& body) {
  const double half[3] = {body.half.x, body.half.y, body.half.z};
  const double at[3] = {body.pose.position.x, body.pose.position.y, body.pose.position.z};
  const double radius[1] = {body.radius};
  const std::string shape = body.radius > 0 ? "\"radius\": " + list(radius, 1) : "\"half\": " + list(half, 3);
  return "{" + shape + ", \"position\": " + list(at, 3) + ", \"quaternion\": " + list(body.quaternion.data(), 4) + "}";
}

std::string json_of(const SamplePair& pair) {
  const auto c = contact_of<double>(pair);
  const abut::Vec3<double> at = pair.a.pose.position;
  const MujocoContact m = to_mujoco(c, {0, 1}, at);
  std::string text = "{\"name\": \"" + pair.name + "\", \"a\": " + json_of(pair.a) + ", \"b\": " + json_of(pair.b);
  text += ", \"mujoco\": {\"dist\": " + list(&m.dist, 1) + ", \"pos\": " + list(m.pos, 3);
  text += ", \"frame\": " + list(m.frame, 9) + "}";
  const DrakeSignedDistance s = to_drake_distance(c, {0, 1}, at, pair.a.pose, pair.b.pose);
  text += ", \"drake_distance\": {\"distance\": " + list(&s.distance, 1) + ", \"p_ACa\": " + list(s.p_ACa, 3);
  text += ", \"p_BCb\": " + list(s.p_BCb, 3) + ", \"nhat_BA_W\": " + list(s.nhat_BA_W, 3) + "}";
  if (const auto d = to_drake(c, {0, 1}, at)) {
    text += ", \"drake\": {\"depth\": " + list(&d->depth, 1) + ", \"p_WCa\": " + list(d->p_WCa, 3);
    text += ", \"p_WCb\": " + list(d->p_WCb, 3) + ", \"nhat_BA_W\": " + list(d->nhat_BA_W, 3) + "}";
  }
  return text + "}";
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc == 2 && std::strcmp(argv[1], "--json") == 0;
  if (argc > 1 && !json) {
    std::fprintf(stderr, "adapters: argument is \"%s\", allowed is --json or none\n", argv[1]);
    return 2;
  }
  const auto pairs = sample_pairs();
  if (json) std::printf("[");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (json) {
      std::printf("%s%s", i > 0 ? ",\n" : "", json_of(pairs[i]).c_str());
    } else {
      print_table(pairs[i]);
    }
  }
  if (json) std::printf("]\n");
}
