// The restart file, byte by byte, and runs that go on from any of their steps.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "examples/dem/cpu_machine.h"
#include "examples/dem/planar_machine.h"
#include "examples/dem/planar_scene.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace dem {
namespace {

using abut::test::complaint;
using abut::test::content;
using abut::test::Random;
using abut::test::TemporaryFolder;

template <class E>
void fill(Random& random, std::vector<E>& list, std::size_t count) {
  list.resize(count);
  auto* bytes = reinterpret_cast<unsigned char*>(list.data());
  for (std::size_t k = 0; k < count * sizeof(E); ++k) bytes[k] = static_cast<unsigned char>(random.below(256));
}

/// Of any bits, with a body that is not born.
Snapshot any_snapshot(std::size_t bodies, std::size_t pairs, std::size_t candidates, bool by_facets = false) {
  Random random(7);
  Snapshot out;
  out.at.steps = 123456789012345, out.at.batches = 77, out.at.random = random.bits(), out.at.born = 5;
  out.at.inserted = -1.25;
  fill(random, out.states, bodies);
  if (bodies > 0) out.states.back().position.x = std::numeric_limits<double>::quiet_NaN();
  fill(random, out.pairs, pairs), fill(random, out.springs, pairs);
  // By facets and surfaces there are keys and no caches, by surfaces what the search keeps, too.
  if (by_facets) {
    fill(random, out.keys, pairs), fill(random, out.search, 13 * pairs);
  } else {
    fill(random, out.caches, pairs);
  }
  fill(random, out.candidates, candidates), fill(random, out.clearances, candidates);
  return out;
}

template <class E>
bool same_bytes(const std::vector<E>& a, const std::vector<E>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(E)) == 0);
}

void expect_same(const Snapshot& a, const Snapshot& b) {
  EXPECT_TRUE(same_bytes(a.states, b.states));
  EXPECT_TRUE(same_bytes(a.pairs, b.pairs) && same_bytes(a.caches, b.caches) && same_bytes(a.springs, b.springs));
  EXPECT_TRUE(same_bytes(a.keys, b.keys) && same_bytes(a.search, b.search));
  EXPECT_TRUE(same_bytes(a.candidates, b.candidates) && same_bytes(a.clearances, b.clearances));
  EXPECT_EQ(std::memcmp(&a.at, &b.at, sizeof a.at), 0);
}

Settings unusual() {
  Settings s;
  s.preset = Settings::polygons;
  s.bodies = 7, s.seed = ~0ull, s.seconds = 0.1, s.step = 3e-5, s.filled = 0.5, s.batch_interval = 0.7;
  s.material = {NormalLaw::volume_at_centroid, 1, 2, 3, 0.4, 0.5, 0.6};
  s.gravity = {1, 2, 3}, s.concavity = 0.01, s.grain_data = 99;
  s.contacts = Settings::facets, s.zone = 0.0025;
  return s;
}

TEST(RestartBytes, EveryBitOfSettingsAndSnapshotComesBack) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.dem";
  const Settings settings = unusual();
  for (const auto& [bodies, pairs, candidates] : {std::array{9, 4, 6}, {1, 0, 0}, {0, 3, 0}, {3, 0, 2}}) {
    for (const bool by_facets : {false, true}) {
      const Snapshot given = any_snapshot(bodies, pairs, candidates, by_facets);
      write_restart(path, settings, given);
      const Restart back = read_restart(path);
      expect_same(back.snapshot, given);
      EXPECT_EQ(std::memcmp(&back.settings, &settings, sizeof settings), 0);
    }
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"run.dem"}) << "no partial file is left";
}

TEST(RestartBytes, EveryFileThatIsCutOrChangedByABitIsRefusedByName) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.dem";
  Snapshot all = any_snapshot(1, 1, 1);
  all.keys = {7};
  write_restart(path, unusual(), all);
  const std::string good = content(path);
  const auto told = [&](const std::string& bytes) {
    folder.write("run.dem", bytes);
    return complaint([&] { read_restart(path); });
  };
  const auto names_file = [&](const std::string& message) {
    return message.rfind(path + ": ", 0) == 0 && message.find('\n') == std::string::npos;
  };
  for (std::size_t size = 0; size < good.size(); ++size) {
    ASSERT_TRUE(names_file(told(good.substr(0, size)))) << size << " bytes";
  }
  EXPECT_EQ(told(good + '\0'), path + ": is cut off, or longer than it says");
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    ASSERT_TRUE(names_file(told(changed))) << "byte " << at;
  }
  EXPECT_EQ(told(good), "");
}

// Sizes whose bytes wrap round 2^64 to those that are there.
TEST(RestartBytes, SizesThatNoFileHasAreRefusedBeforeMemoryIsTaken) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.dem";
  write_restart(path, unusual(), any_snapshot(2, 1, 1));
  const std::string good = content(path);
  for (const std::size_t field : {2u, 3u, 4u, 5u, 6u, 7u}) {
    std::uint64_t there;
    std::memcpy(&there, good.data() + 8 + 8 * field, sizeof there);
    for (const std::uint64_t size : {~std::uint64_t{0}, there + (std::uint64_t{1} << 61), there + 1}) {
      std::string changed = good;
      std::memcpy(changed.data() + 8 + 8 * field, &size, sizeof size);
      folder.write("run.dem", changed);
      EXPECT_EQ(complaint([&] { read_restart(path); }), path + ": is cut off, or longer than it says");
    }
  }
}

TEST(RestartBytes, APlaceThatCannotBeWrittenOrReadIsNamedWithTheReason) {
  const TemporaryFolder folder;
  const std::string path = folder / "none/run.dem";
  const auto file_error = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const abut::FileError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(file_error([&] { write_restart(path, unusual(), any_snapshot(1, 0, 0)); }),
            path + ": cannot be written: No such file or directory");
  EXPECT_EQ(file_error([&] { read_restart(path); }), path + ": cannot be read: No such file or directory");
}

/// Of a collision, which is taken up anew from each of its steps.
template <class Machine, class Law>
void expect_any_step_goes_on(const Settings& settings, const Law& law) {
  const Scene scene = make_scene(settings);
  Machine machine(1);
  Simulation<Machine, Law> run(machine, scene, law);
  std::vector<Snapshot> steps;
  std::size_t touching = 0;
  constexpr std::size_t ahead = 15;
  while (run.totals().contacts == 0 && run.time() < 0.1) run.step();
  // From the contact's first step to some steps after its last.
  for (std::size_t apart = 0; apart < 2 * ahead; run.step()) {
    steps.push_back(run.snapshot());
    ++(run.totals().contacts > 0 ? touching : apart);
  }
  EXPECT_GT(touching, 20u);
  for (std::size_t k = 0; k + ahead < steps.size(); k += 7) {
    Machine other(2);
    Simulation<Machine, Law> rest(other, scene, law, steps[k]);
    for (std::size_t i = 0; i < ahead; ++i) rest.step();
    SCOPED_TRACE(k);
    expect_same(rest.snapshot(), steps[k + ahead]);
  }
}

TEST(Restarts, FromAnyStepOfACollisionHaveTheBitsOfTheRun) {
  for (const NormalLaw by : {NormalLaw::depth, NormalLaw::volume, NormalLaw::volume_at_centroid}) {
    Settings s;
    s.preset = Settings::collision;
    s.gravity = {0, 0, 0}, s.step = by == NormalLaw::depth ? 1e-4 : 3e-4, s.seconds = 1;
    s.material.law = by;
    with_law(s.material, [&](const auto& law) {
      expect_any_step_goes_on<CpuMachine>(s, law);
      Settings plane = s;
      set_plane_defaults(plane);
      plane.preset = Settings::polygon_collision;
      plane.material.volume_stiffness = 1e9, plane.step = 1e-4;
      with_law(plane.material, [&](const auto& flat) { expect_any_step_goes_on<PlanarMachine>(plane, flat); });
    });
  }
}

}  // namespace
}  // namespace dem
