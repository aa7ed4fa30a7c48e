// Real grains, as their convex hulls, fall into a box: Siconos computes the motion, and calls back Abut for its
// contacts or, for comparison, its own narrow phase, which is Bullet. Two runs, a table of both, and surfaces for
// ParaView.
//
//   siconos [--out DIR] [--bodies N] [--seconds S] [--step S]
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "examples/dem/grains.h"
#include "examples/dem/output.h"
#include "examples/siconos/abut_contacts.h"
#include "examples/siconos/run.h"

namespace {

using namespace siconos_run;

struct Flags {
  std::string out = "build/siconos";
  std::uint64_t bodies = 20;
  Law law;
};

template <class N>
N number(const char* name, const char* text, N least, N most) {
  N value{};
  const char* end = text + std::strlen(text);
  const auto result = std::from_chars(text, end, value);
  if (result.ec != std::errc{} || result.ptr != end || !(value >= least && value <= most)) {
    throw abut::InvalidInput(std::string(name) + " is \"" + text + "\", allowed is a number from " +
                             std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

Flags flags_of(int argc, char** argv) {
  Flags flags;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) throw abut::InvalidInput(name + " has no value");
    const char* value = argv[i + 1];
    if (name == "--out") {
      flags.out = value;
    } else if (name == "--bodies") {
      flags.bodies = number<std::uint64_t>("--bodies", value, 1, 200);
    } else if (name == "--seconds") {
      flags.law.seconds = number("--seconds", value, 0.01, 60.0);
    } else if (name == "--step") {
      flags.law.step = number("--step", value, 1e-5, 1e-2);
    } else {
      throw abut::InvalidInput("argument is \"" + name + "\", allowed are --out, --bodies, --seconds and --step");
    }
  }
  return flags;
}

void print(const char* what, const char* unit, double abut, double bullet, const char* format) {
  char left[32], right[32];
  std::snprintf(left, sizeof left, format, abut);
  std::snprintf(right, sizeof right, format, bullet);
  std::printf("  %-46s %14s %14s  %s\n", what, left, right, unit);
}

void print_table(const Summary& a, const Summary& b) {
  std::printf("  %-46s %14s %14s\n", "narrow phase", "Abut", "Bullet");
  print("steps", "", static_cast<double>(a.steps), static_cast<double>(b.steps), "%.0f");
  print("contact points a step, at the end", "", static_cast<double>(a.last.interactions),
        static_cast<double>(b.last.interactions), "%.0f");
  print("pairs of bodies that overlap at the end", "", static_cast<double>(a.overlapping),
        static_cast<double>(b.overlapping), "%.0f");
  print("deepest overlap of the run, over the radius", "%", a.deepest * 100, b.deepest * 100, "%.3f");
  print("deepest overlap at the end, over the radius", "%", a.deepest_at_end * 100, b.deepest_at_end * 100, "%.3f");
  print("energy at the start", "J", a.energy_at_start, b.energy_at_start, "%.5f");
  print("energy at the end", "J", a.potential_at_end + a.kinetic_at_end, b.potential_at_end + b.kinetic_at_end, "%.5f");
  print("kinetic energy at the end", "J", a.kinetic_at_end, b.kinetic_at_end, "%.2e");
  print("largest rise of the energy in a step", "J", a.largest_rise, b.largest_rise, "%.2e");
  print("fastest body at the end", "m/s", a.fastest, b.fastest, "%.2e");
  print("at rest (all slower than 5 mm/s) from", "s", a.rest_from, b.rest_from, "%.3f");
  print("steps whose friction problem stayed unsolved", "", static_cast<double>(a.unsolved),
        static_cast<double>(b.unsolved), "%.0f");
  print("steps with a failed query", "", static_cast<double>(a.failures), 0, "%.0f");
  print("narrow phase, with pairs and bookkeeping", "ms/step", a.detection_seconds / static_cast<double>(a.steps) * 1e3,
        b.detection_seconds / static_cast<double>(b.steps) * 1e3, "%.3f");
  print("whole step", "ms/step", a.seconds / static_cast<double>(a.steps) * 1e3,
        b.seconds / static_cast<double>(b.steps) * 1e3, "%.3f");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Flags flags = flags_of(argc, argv);
    const dem::Scene scene = grains_over_box(flags.bodies);
    std::printf("%u grains (hulls of %s) fall into a box: Siconos, %.3g s in steps of %.3g s, friction %.2f\n",
                scene.size() - scene.walls, "real ones", flags.law.seconds, flags.law.step, flags.law.friction);
    const Summary abut = run(scene, flags.law, true, flags.out + "/abut");
    const Summary bullet = run(scene, flags.law, false, flags.out + "/bullet");
    print_table(abut, bullet);
    std::printf("overlaps of both runs are measured by Abut; surfaces: %s/abut/bodies.vtp.series, and bullet\n",
                flags.out.c_str());
    // What the example promises; a change that breaks the callback ends it with 1.
    const bool good = abut.failures == 0 && abut.deepest < 0.1 && std::isfinite(abut.kinetic_at_end) &&
                      abut.potential_at_end + abut.kinetic_at_end < abut.energy_at_start;
    return good ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "siconos: %s\n", error.what());
    return 2;
  }
}
