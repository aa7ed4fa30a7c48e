// How long does the least distance of two CAD parts take, beside OpenCASCADE's in the same run, and is it the same?
//
//   bench_brep_clearances [--poses N] [--repeat N]
//
// Parts of tests/data/cad, in random poses from overlapping to half their sizes apart; each first as they are for a
// search of the nearest minimum, then all minima. Ends with 1 where a distance that is told as complete differs from
// OpenCASCADE's by more than 1e-6 of the sizes, or parts are said to meet where it has them farther apart than that.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "abut/brep/brep_lmds.h"
#include "abut/brep/cad_file.h"
#include "bench/options.h"
#include "tests/support/random.h"
#ifdef ABUT_HAVE_OPENCASCADE
#include "bench/brep/opencascade_extrema.h"
#endif

namespace abut::bench {
namespace {

struct Asked {
  int poses = 40, repeat = 5;
};

#ifdef ABUT_HAVE_OPENCASCADE

using Clock = std::chrono::steady_clock;

/// The least of some runs, in us.
template <class Work>
double us_of(int repeat, const Work& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repeat; ++k) {
    const Clock::time_point begin = Clock::now();
    work();
    least = std::min(least, std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  return least;
}

struct Sum {
  double nearest = 0, all = 0, other = 0, worst = 0;
  int complete = 0, incomplete = 0, crossing = 0, wrong = 0;
};

void compare(const ContactBrep& a, const ContactBrep& b, const OpenCascadePair& other, const RelativePose<double>& pose,
             const Asked& asked, Sum& sum) {
  BrepLmds found;
  sum.nearest += us_of(asked.repeat, [&] { found = find_brep_lmds(a, b, pose, {.nearest_only = true}); });
  sum.all += us_of(asked.repeat, [&] { find_brep_lmds(a, b, pose); });
  double distance = 0;
  sum.other += us_of(1, [&] { distance = other.distance(pose); });
  const double slack = 1e-6 * (a.size() + b.size());
  if (found.status == BrepLmdStatus::incomplete) {
    ++sum.incomplete;
  } else if (found.status == BrepLmdStatus::crossing) {
    ++sum.crossing;
    sum.wrong += distance > slack ? 1 : 0;
  } else {
    ++sum.complete;
    const double off =
        found.minima.empty() ? std::numeric_limits<double>::infinity() : std::abs(found.minima[0].distance - distance);
    sum.worst = std::max(sum.worst, off);
    sum.wrong += off > slack ? 1 : 0;
  }
}

int run(const Asked& asked) {
  const std::string folder = "tests/data/cad/";
  const std::pair<const char*, const char*> pairs[] = {
      {"siconos_shaft_tube/shaft.stp", "siconos_shaft_tube/tube.stp"},
      {"siconos_slider_crank/Part1.step", "siconos_slider_crank/Part2.step"},
      {"caxif/io1-cm-214.stp", "caxif/io1-cm-214.stp"},
      {"parts/odri_lower_leg_structure_fork.STEP", "parts/odri_motor_antigravity_4004_custom_shaft.STEP"},
      {"nist/NIST_MBE_PMI_1.stp", "nist/NIST_MBE_PMI_3.stp"}};
  std::printf("%d random poses a pair; us a query, one core\n\n", asked.poses);
  std::printf("%-22s %-22s %9s %9s %12s %7s  %8s %5s %10s %9s\n", "part", "part", "nearest", "all", "OpenCASCADE",
              "ratio", "complete", "meet", "incomplete", "worst");
  int wrong = 0;
  for (const auto& [first, second] : pairs) {
    const ContactBrep a(read_cad(folder + first).parts.at(0)), b(read_cad(folder + second).parts.at(0));
    const OpenCascadePair other(folder + first, folder + second);
    test::Random random(7);
    Sum sum;
    for (int k = 0; k < asked.poses; ++k) {
      const double far = (a.size() + b.size()) * random.uniform(0.2, 0.8);
      compare(a, b, other, {random.rotation(), random.direction() * far}, asked, sum);
    }
    const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1).substr(0, 22); };
    std::printf("%-22s %-22s %9.1f %9.1f %12.1f %7.1f  %8d %5d %10d %9.1e\n", name(first).c_str(), name(second).c_str(),
                sum.nearest / asked.poses, sum.all / asked.poses, sum.other / asked.poses, sum.other / sum.nearest,
                sum.complete, sum.crossing, sum.incomplete, sum.worst);
    wrong += sum.wrong;
  }
  if (wrong > 0) std::printf("\n%d answers are not OpenCASCADE's\n", wrong);
  return wrong > 0 ? 1 : 0;
}

#else

int run(const Asked&) {
  std::printf(
      "this build has no OpenCASCADE (on Debian: libocct-data-exchange-dev): nothing to read or to compare with\n");
  return 0;
}

#endif

}  // namespace
}  // namespace abut::bench

int main(int argc, char** argv) {
  abut::bench::Asked asked;
  abut::bench::Options options("bench_brep_clearances", "Least distances of CAD parts, beside OpenCASCADE's.");
  options.number("--poses", asked.poses, 1, 100000).number("--repeat", asked.repeat, 1, 1000);
  options.read_or_exit(argc, argv);
  return abut::bench::run(asked);
}
