// Contacts of CAD models by the stages of a device, run on cores, against those of the Cpu.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "abut/brep/cad_file.h"
#include "host/brep/brep_layout.h"
#include "host/brep/leaf_batch.h"
#include "kernels/brep/find_brep_leaves.h"
#include "tests/brep/brep_contact_bits.h"
#include "tests/brep/brep_crowd.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"

namespace abut::test {
namespace {

/// What a copy holds, in memory of this process.
struct CopiedBreps {
  std::vector<unsigned char> block;
  std::vector<BrepView<double>> table;
  BrepViews views;

  explicit CopiedBreps(const ContactBreps& breps) {
    const auto copy = [](auto* to, const auto* from, std::size_t count) {
      if (to != nullptr && count > 0) std::memcpy(static_cast<void*>(to), from, count * sizeof(*from));
    };
    Workspace counting;
    host::lay_out_breps(breps, counting, [](auto*, const auto*, std::size_t) {});
    block.resize(counting.bytes() + Workspace::alignment);
    const auto at = reinterpret_cast<std::uintptr_t>(block.data());
    Workspace arrays(block.data() + (Workspace::alignment - at % Workspace::alignment) % Workspace::alignment);
    table = host::lay_out_breps(breps, arrays, copy);
    views = host::brep_views(breps, table.data());
  }
};

template <class E>
std::vector<E> some_of(const E* from, std::uint64_t count) {
  return std::vector<E>(from, from + count);
}

/// One search by the stages: what is needed, and the arrays where that was there.
struct Asked {
  BrepLeafCounts counts;
  host::LeafArrays arrays;

  Asked(const BrepViews& views, const host::LeafQuestions& questions, const BrepLeafRoom& room) {
    const auto search = host::leaf_search(views, questions, questions.models.data(), room);
    HostQueue queue;
    Guarded memory(bytes_of<device::LeafScratch>(queue, search));
    Workspace w(memory.data());
    const BrepLeaves found = device::find_brep_leaves(queue, search, device::LeafScratch(w, queue, search));
    counts = *found.counts;
    if (!host::fits(counts.needed, room)) return;
    arrays = {some_of(found.near, counts.leaves), some_of(found.touching, counts.needed.touching),
              some_of(found.verdicts, counts.leaves), some_of(found.solved, counts.needed.solved)};
  }
};

/// A batch, as a device answers it.
class Batch {
 public:
  Batch(const BrepScene& scene, const BrepContactOptions& options)
      : scene_(scene), options_(options), copy_(scene.breps) {
    for (const Pair pair : scene.pairs)
      placed_.push_back(host::placed_breps(scene.breps, scene.parts(), pair, options));
    questions_ = host::leaf_questions(placed_, scene.parts(), scene.pairs, options, copy_.views);
  }
  std::size_t questions() const { return questions_.models.size(); }
  Asked ask(const BrepLeafRoom& room) const { return {copy_.views, questions_, room}; }
  /// With more room until it is enough; `tries`: how often it was asked.
  Asked ask_until_it_fits(BrepLeafRoom room, int& tries) const {
    for (tries = 1;; ++tries) {
      Asked asked = ask(room);
      if (host::fits(asked.counts.needed, room)) return asked;
      room = host::grown(room, asked.counts.needed);
    }
  }
  template <class T>
  BrepContacts<T> contacts(const host::LeafArrays& arrays) const {
    std::vector<host::BrepPairContacts> found(placed_.size());
    host::find_contacts(placed_, questions_, host::LeafBatch(arrays, questions_), options_, found);
    return host::stored<T>(scene_.breps, scene_.parts(), scene_.pairs, found);
  }

 private:
  const BrepScene& scene_;
  BrepContactOptions options_;
  CopiedBreps copy_;
  std::vector<host::PlacedBreps> placed_;
  host::LeafQuestions questions_;
};

constexpr BrepLeafRoom enough{1u << 16, 1u << 15, 1u << 15, 1u << 15};

/// Returns how many contacts there are.
template <class T>
std::size_t expect_those_of_cpu(const BrepScene& scene, const BrepContactOptions& options) {
  const Batch batch(scene, options);
  int tries = 0;
  const BrepContacts<T> found = batch.contacts<T>(batch.ask_until_it_fits(enough, tries).arrays);
  expect_same_bits(found, scene.find<T>(options, 1));
  expect_same_bits(found, scene.find<T>(options, 2));
  return found.size();
}

template <class T>
class BrepLeavesOfAQueue : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(BrepLeavesOfAQueue, Scalars);

TYPED_TEST(BrepLeavesOfAQueue, GiveTheContactsOfTheCpuToTheBitForSolidsOfEveryKind) {
  std::size_t contacts = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const BrepScene scene = crowd_of_all_kinds(seed);
    for (const double alert : {0.0, 0.5, 4.0}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", alert distance " + std::to_string(alert));
      for (const double theta : {0.0, 0.05}) {
        contacts += expect_those_of_cpu<TypeParam>(scene, {.alert_distance = alert, .theta = theta});
      }
    }
  }
  EXPECT_GT(contacts, 250u);
}

TYPED_TEST(BrepLeavesOfAQueue, OfPartsOfAHoleAndOfFreeFormOnesAreThoseOfTheCpu) {
  const BrepScene scene = fitted_parts();
  std::size_t contacts = 0;
  for (const double theta : {0.0, 0.02}) {
    contacts += expect_those_of_cpu<TypeParam>(scene, {.alert_distance = 0.3, .theta = theta});
  }
  EXPECT_GT(contacts, 20u);
}

/// A part twice, so far apart as is told, where poses of its own do not meet.
BrepScene two_of(const Brep& part, double apart, Random& random) {
  BrepScene out;
  const ContactBrep model(part);
  const double size = model.size();
  for (int k = 0; k < 4; ++k) {
    RelativePose<double> pose{random.rotation(), random.direction() * (size * random.uniform(0.6, 1.2))};
    const BrepLmds nearest = find_brep_lmds(model, model, pose, {.nearest_only = true});
    if (!nearest.minima.empty()) {
      const BrepLmd& m = nearest.minima[0];
      pose.translation = pose.translation - m.normal * (m.distance - apart * size);
    }
    out.add(part, {.dilation = 1e-4 * size}),
        out.add(part, {.dilation = 1e-4 * size}, {pose.translation, pose.rotation});
    out.pairs.push_back({out.bodies.size() - 2, out.bodies.size() - 1});
  }
  return out;
}

TYPED_TEST(BrepLeavesOfAQueue, OfPartsFromFilesAreThoseOfTheCpu) {
  if (!cad_available()) GTEST_SKIP() << "this build has no OpenCASCADE";
  Random random(32);
  for (const char* file : {"siconos_shaft_tube/shaft.stp", "siconos_shaft_tube/tube.stp",
                           "siconos_slider_crank/Part1.step", "caxif/io1-cm-214.stp", "nist/NIST_MBE_PMI_1.stp"}) {
    SCOPED_TRACE(file);
    const Brep part = read_cad(std::string(ABUT_TEST_DATA "/data/cad/") + file).parts.at(0);
    const double size = ContactBrep(part).size();
    std::size_t contacts = 0;
    for (const double apart : {1e-3, 0.03}) {
      const BrepScene scene = two_of(part, apart, random);
      for (const double theta : {0.0, 0.02}) {
        contacts += expect_those_of_cpu<TypeParam>(scene, {.alert_distance = 0.05 * size, .theta = theta});
      }
    }
    EXPECT_GE(contacts, 4u);
  }
}

TEST(BrepLeafBatch, WithTooLittleRoomSayWhatIsNeededUntilAllIsThere) {
  const BrepScene scene = crowd_of_all_kinds(7);
  const BrepContactOptions options{.alert_distance = 1, .theta = 0.05};
  const Batch batch(scene, options);
  const BrepLeafRoom needed = batch.ask(enough).counts.needed;
  ASSERT_GT(needed.node_pairs, 100u);
  ASSERT_GT(needed.near, 100u);
  ASSERT_GT(needed.touching, 10u);
  ASSERT_GT(needed.solved, 10u);
  EXPECT_TRUE(host::fits(batch.ask(needed).counts.needed, needed));
  const BrepContacts<double> expected = scene.find(options);
  const auto expect_told = [&](std::uint64_t BrepLeafRoom::*which) {
    BrepLeafRoom less = needed;
    --(less.*which);
    const Asked asked = batch.ask(less);
    EXPECT_EQ(asked.counts.needed.*which, needed.*which);
    int tries = 0;
    expect_same_bits(batch.contacts<double>(batch.ask_until_it_fits(less, tries).arrays), expected);
    EXPECT_EQ(tries, 2);
  };
  expect_told(&BrepLeafRoom::node_pairs), expect_told(&BrepLeafRoom::near);
  expect_told(&BrepLeafRoom::touching), expect_told(&BrepLeafRoom::solved);
  int tries = 0;
  expect_same_bits(batch.contacts<double>(batch.ask_until_it_fits({0, 0, 0, 0}, tries).arrays), expected);
  EXPECT_GT(tries, 3);
}

TEST(BrepLeafBatch, DoNotDependOnTheOrderInWhichTheyAreFound) {
  const BrepScene scene = crowd_of_all_kinds(8);
  const BrepContactOptions options{.alert_distance = 1, .theta = 0.05};
  const Batch batch(scene, options);
  host::LeafArrays arrays = batch.ask(enough).arrays;
  ASSERT_GT(arrays.solved.size(), 10u);
  Random random(8);
  for (std::size_t k = arrays.solved.size(); k > 1; --k) {
    std::swap(arrays.solved[k - 1], arrays.solved[random.below(static_cast<std::uint32_t>(k))]);
  }
  std::reverse(arrays.touching.begin(), arrays.touching.end());
  expect_same_bits(batch.contacts<double>(arrays), scene.find(options));
}

TEST(BrepLeafBatch, LeaveOutPairsThatAreFarApartOrHaveNoUsablePose) {
  BrepScene scene = crowd_of_all_kinds(9);
  scene.bodies.set_pose(0, {{1000, 0, 0}});
  scene.spoil(1, std::nan(""), 1);
  const BrepContactOptions options{.alert_distance = 0.5, .theta = 0.05};
  const Batch batch(scene, options);
  EXPECT_LT(batch.questions(), scene.pairs.size());
  int tries = 0;
  const auto found = batch.contacts<double>(batch.ask_until_it_fits(enough, tries).arrays);
  expect_same_bits(found, scene.find(options));
}

TEST(BrepLeafBatch, HaveKeysThatTellPairsAndFeaturesApart) {
  for (const std::uint32_t bits : {2u, 3u, 20u, 31u, 32u}) {
    const auto last = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 2);
    const std::uint32_t pair = bits == 32 ? 0 : bits == 31 ? 3 : 13;
    const NumberedLeaf leaf{pair, {last, last - 1}};
    const std::uint64_t key = key_of(leaf, bits);
    const NumberedLeaf again = leaf_of(key, bits);
    EXPECT_EQ(again.pair, leaf.pair) << bits;
    EXPECT_EQ(again.of.a, leaf.of.a) << bits;
    EXPECT_EQ(again.of.b, leaf.of.b) << bits;
    EXPECT_NE(key, ~std::uint64_t{0}) << bits;
    EXPECT_LT(key_of({pair, {last - 1, last}}, bits), key) << bits;
  }
}

}  // namespace
}  // namespace abut::test
