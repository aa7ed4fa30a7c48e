// Grains that meet facet by facet: against searches from nothing, queries of hulls and closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "examples/dem/facet_machine.h"
#include "examples/dem/grains.h"
#include "tests/dem/facet_solids.h"
#include "tests/dem/grain_folder.h"
#include "tests/support/complaint.h"

namespace dem {
namespace {

using abut::test::complaint;
using test::few_grains;
using test::Fresh;
using test::GrainFolder;

using FacetRun = Simulation<FacetMachine>;

TEST(FacetSettings, AreForGrainsByDepthAndHaveAZone) {
  const auto told = [](const auto& change) {
    Settings s = few_grains(2, 0.1);
    change(s);
    return complaint([&] { make_scene(s); });
  };
  EXPECT_EQ(told([](Settings& s) { s.preset = Settings::pyramids; }),
            "contacts are between facets: the preset has to be grains");
  EXPECT_EQ(told([](Settings& s) { s.preset = Settings::polygons; }),
            "contacts are between facets: the preset has to be grains");
  EXPECT_EQ(told([](Settings& s) { s.material.law = NormalLaw::volume; }),
            "contacts are between facets: the law has to be depth");
  EXPECT_EQ(told([](Settings& s) { s.zone = 0; }), "zone (m) is 0: has to be above 0 and at most 0.05");
  for (const double zone : {-1e-3, 0.0501, HUGE_VAL, std::nan("")}) {
    EXPECT_NE(told([&](Settings& s) { s.zone = zone; }).find("zone (m) is "), std::string::npos) << zone;
  }
}

TEST(FacetScene, HasWholeGrainsWithTheFacetsOfTheirMeshes) {
  const GrainFolder grains;
  const Scene scene = make_scene(few_grains(20, 0.1));
  EXPECT_EQ(scene.parts(), scene.size());
  ASSERT_EQ(scene.facets.size(), 20u);
  std::size_t concave = 0;
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    const abut::Mesh* const mesh = scene.facets_of(i);
    ASSERT_EQ(mesh == nullptr, i < scene.walls);
    if (mesh == nullptr) continue;
    // In the frame of its principal axes, and as heavy as its mesh: not as its hull.
    const BodyConstants& c = scene.constants[i];
    const MassProperties whole = mass_properties(*mesh);
    EXPECT_LT(abut::length(whole.centre), 1e-12 * c.radius);
    EXPECT_LT(std::abs(whole.inertia.m[1]) + std::abs(whole.inertia.m[2]) + std::abs(whole.inertia.m[5]),
              1e-12 * whole.inertia.m[0]);
    EXPECT_NEAR(c.mass, 2500 * whole.volume, 1e-12 * c.mass);
    EXPECT_NEAR(c.inertia.x, 2500 * whole.inertia.m[0], 1e-12 * c.inertia.x);
    EXPECT_NEAR(c.inertia.z, 2500 * whole.inertia.m[8], 1e-12 * c.inertia.z);
    double farthest = 0;
    for (const Vector& v : mesh->vertices) farthest = std::max(farthest, abut::length(v));
    EXPECT_NEAR(farthest, c.radius, 1e-12 * c.radius);
    concave += scene.shapes.vertices(scene.first_part[i]).size() < mesh->vertices.size();
  }
  EXPECT_GT(concave, 3u);
  EXPECT_LT(concave, 17u);
}

// The same hull, volume and moments, with one face cut along its other diagonal.
TEST(FacetScene, AMeshOfOtherTrianglesIsAnotherGrain) {
  const GrainFolder grains;
  const Scene scene = make_scene(few_grains(2, 0.1));
  EXPECT_EQ(complaint([&] { make_scene(scene.settings); }), "");
  abut::Mesh box = abut::test::box_mesh({0, 0, 0}, {1, 2, 3});
  auto& [first, second] = *reinterpret_cast<std::array<std::array<std::uint32_t, 3>, 2>*>(box.triangles.data());
  std::uint32_t lone = 0;
  for (const std::uint32_t v : second) lone = std::find(first.begin(), first.end(), v) == first.end() ? v : lone;
  while (std::find(second.begin(), second.end(), first[0]) != second.end()) {
    std::rotate(first.begin(), first.begin() + 1, first.end());
  }
  const auto [x, y, z] = first;
  first = {x, y, lone}, second = {x, lone, z};
  ASSERT_NEAR(mass_properties(box).volume, 6, 1e-12);
  abut::write_obj({box}, grains.folder / "box.obj");
  EXPECT_EQ(complaint([&] { make_scene(scene.settings); }),
            grains_folder() + ": has other grains than those that the run began with");
}

/// Facets of a pair are nowhere nearer than its nearest contact.
void expect_nearest_contacts(double zone, const Fresh& of) {
  const auto nearest = [zone](const abut::FacetContacts<double>& found, std::size_t i) {
    double least = zone;
    for (std::uint64_t k = found.offsets[i]; k < found.offsets[i + 1]; ++k)
      least = std::min(least, found.separation[k]);
    return least;
  };
  for (std::size_t i = 0; i < of.pairs.size(); ++i) EXPECT_NEAR(nearest(of.found, i), nearest(of.all, i), 1e-13);
}

/// Every contact of the machine is one of these, with its bits; every one of these is the machine's or in the place of
/// one of its.
void expect_same_contacts(FacetMachine& machine, const Fresh& of, double zone) {
  const PairArrays a = machine.pairs();
  std::vector<bool> told(*a.count, false);
  for (std::size_t i = 0; i < of.pairs.size(); ++i) {
    for (std::uint64_t k = of.found.offsets[i]; k < of.found.offsets[i + 1]; ++k) {
      bool there = false;
      for (std::uint64_t c = 0; c < *a.count; ++c) {
        if (!abut::same_pair(a.pairs[c], of.pairs[i])) continue;
        const Vector n{a.normal_x[c], a.normal_y[c], a.normal_z[c]}, p{a.point_x[c], a.point_y[c], a.point_z[c]};
        const double off = abut::max_abs(n - of.found.normal[k]) + abut::max_abs(p - of.found.point[k]) / zone;
        if (off < 4e-5) there = true;
        if (off == 0 && a.separation[c] == of.found.separation[k] - zone) told[c] = true;
      }
      EXPECT_TRUE(there) << of.pairs[i].a << ' ' << of.pairs[i].b;
    }
  }
  for (const bool t : told) EXPECT_TRUE(t);
}

bool same_bits(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(BodyState)) == 0;
}

/// How many contacts lie where another one of their pair does.
std::size_t in_one_place(FacetMachine& machine) {
  const PairArrays a = machine.pairs();
  std::size_t count = 0;
  for (std::uint64_t c = 1; c < *a.count; ++c) {
    for (std::uint64_t d = 0; d < c; ++d) {
      const double off = std::max({std::abs(a.point_x[c] - a.point_x[d]), std::abs(a.point_y[c] - a.point_y[d]),
                                   std::abs(a.point_z[c] - a.point_z[d]), std::abs(a.normal_x[c] - a.normal_x[d]),
                                   std::abs(a.normal_y[c] - a.normal_y[d]), std::abs(a.normal_z[c] - a.normal_z[d])});
      count += abut::same_pair(a.pairs[c], a.pairs[d]) && off < 1e-9;
    }
  }
  return count;
}

/// By pairs, then keys: the order in which springs are looked for.
void expect_in_order(const Snapshot& of) {
  for (std::size_t k = 1; k < of.keys.size(); ++k) {
    if (abut::same_pair(of.pairs[k - 1], of.pairs[k])) {
      EXPECT_LT(of.keys[k - 1], of.keys[k]);
    } else {
      EXPECT_TRUE(abut::comes_before(of.pairs[k - 1], of.pairs[k]));
    }
  }
}

TEST(FacetGrains, NeverTouchAndHaveTheContactsOfASearchFromNothing) {
  const GrainFolder grains;
  const Scene scene = make_scene(few_grains(10, 0.5));
  FacetMachine machine(1);
  FacetRun run(machine, scene, {scene.settings.material.stiffness});
  std::uint64_t most = 0, several = 0;
  double deepest = 0;
  while (run.time() < 0.5) {
    run.step();
    const PairTotals totals = run.totals();
    most = std::max(most, totals.contacts), deepest = std::max(deepest, totals.deepest);
    ASSERT_EQ(totals.failures, 0u) << "facets have gone through each other";
    EXPECT_LE(totals.pairs, totals.candidates);
    if (totals.contacts > totals.pairs) ++several, expect_in_order(run.snapshot());
    if (run.steps() % 2500 != 0) continue;
    const std::vector<BodyState> states = run.states();
    const Fresh anew = test::fresh(scene, states, run.born());
    expect_same_contacts(machine, anew, scene.settings.zone);
    expect_nearest_contacts(scene.settings.zone, anew);
    EXPECT_EQ(in_one_place(machine), 0u);
  }
  EXPECT_EQ(run.born(), scene.size());
  EXPECT_GT(most, 5u);
  EXPECT_GT(several, 50u);
  EXPECT_GT(deepest, 0.1 * scene.settings.zone);
  EXPECT_LT(deepest, scene.settings.zone);
  const Energies e = run.energies();
  EXPECT_GT(e.damping, 0);
  EXPECT_LT(std::abs(e.balance()), 2e-2 * (e.damping + e.friction));
}

TEST(FacetGrains, HaveTheSameBitsWithAnyThreadsAndFromARestart) {
  const GrainFolder grains;
  Settings s = few_grains(20, 0.3);
  s.step = 2.5e-6, s.material.restitution = 0.2;
  const Scene scene = make_scene(s);
  const std::string path = grains.folder / "restart.dem";
  const DepthLaw law{{s.material.stiffness}};
  std::vector<BodyState> first;
  for (const int threads : {1, 3}) {
    FacetMachine machine(threads);
    FacetRun run(machine, scene, law);
    bool written = threads != 1;
    while (run.time() < 0.3) {
      run.step();
      if (written || run.time() < 0.1 || run.totals().contacts < 5) continue;
      write_restart(path, scene.settings, run.snapshot());
      written = true;
    }
    EXPECT_TRUE(written);
    if (threads == 1) first = run.states();
    EXPECT_TRUE(same_bits(run.states(), first));
  }
  const Restart from = read_restart(path);
  EXPECT_GE(from.snapshot.keys.size(), 5u);
  EXPECT_TRUE(from.snapshot.caches.empty());
  std::size_t springs = 0;
  for (const Spring& k : from.snapshot.springs) springs += abut::max_abs(k.stretch) > 0;
  EXPECT_GT(springs, 2u);
  const auto rest = [&](const Snapshot& snapshot) {
    const Scene again = make_scene(from.settings);
    FacetMachine machine(2);
    FacetRun run(machine, again, law, snapshot);
    while (run.time() < 0.3) run.step();
    return run.states();
  };
  EXPECT_TRUE(same_bits(rest(from.snapshot), first));
  // Springs are found by their keys: with others they are lost, and that shows.
  Snapshot other = from.snapshot;
  for (std::uint64_t& key : other.keys) ++key;
  EXPECT_FALSE(same_bits(rest(other), first));
  other.keys.pop_back();
  EXPECT_EQ(complaint([&] { rest(other); }), "the restart file has contacts without keys");
}

}  // namespace
}  // namespace dem
