// Contact pipelines on cores: their steps are those of a solver that calls the functions one by one.
#include "abut/pipeline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/complaint.h"
#include "tests/support/flock.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::complaint;
using test::expect_same_bits;
using test::Flock;
using test::SingleFunctions;
using test::Stepped;

template <class E>
std::vector<E> taken(const E* from, std::size_t count) {
  return {from, from + count};
}

template <class T>
class ContactPipelineTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ContactPipelineTest, Scalars);

/// The records of a step.
template <class T>
Contacts<T> records_of(const ContactPipeline<T>& pipeline) {
  const PipelineContacts<T>& c = pipeline.contacts();
  Contacts<T> out(*c.count);
  ContactsView<T> to = out.view(), from = c.records;
  const std::size_t n = *c.count;
  const auto copy = [n](auto* into, const auto* array) { std::copy_n(array, n, into); };
  copy(to.separation.data, from.separation.data);
  for (auto vectors :
       {&ContactsView<T>::normal, &ContactsView<T>::witness_a, &ContactsView<T>::witness_b, &ContactsView<T>::point}) {
    copy((to.*vectors).x, (from.*vectors).x), copy((to.*vectors).y, (from.*vectors).y);
    copy((to.*vectors).z, (from.*vectors).z);
  }
  copy(to.feature_a.data, from.feature_a.data), copy(to.feature_b.data, from.feature_b.data);
  copy(to.lower_bound.data, from.lower_bound.data), copy(to.bound_gap.data, from.bound_gap.data);
  copy(to.status.data, from.status.data), copy(to.key.data, from.key.data);
  copy(to.gjk_iterations.data, from.gjk_iterations.data), copy(to.epa_iterations.data, from.epa_iterations.data);
  return out;
}

/// Each pair is a step older.
template <class T>
void grow_older(const PipelineContacts<T>& contacts) {
  for (std::uint64_t i = 0; i < *contacts.count; ++i) ++contacts.template kept_as<std::uint32_t>()[i];
}

template <class T>
void expect_same_step(ContactPipeline<T>& pipeline, const Stepped<T>& expected) {
  const PipelineContacts<T>& c = pipeline.contacts();
  const PipelineCounts counts = pipeline.counts();
  ASSERT_EQ(*c.count, expected.pairs.size());
  EXPECT_EQ(counts.pairs, expected.pairs.size());
  EXPECT_EQ(counts.candidates, expected.candidates);
  expect_same_bits(taken(c.pairs, *c.count), expected.pairs, "pair");
  expect_same_bits(taken(c.previous, *c.count), expected.previous, "place");
  expect_same_bits(taken(c.template kept_as<std::uint32_t>(), *c.count), expected.kept, "what is kept");
  expect_same_bits(records_of(pipeline), expected.records);
}

PipelineOptions options_of(bool filter) {
  PipelineOptions options;
  options.alert_distance = 0.02;
  options.filter = filter;
  options.kept_bytes = sizeof(std::uint32_t);
  return options;
}

TYPED_TEST(ContactPipelineTest, StepsAreThoseOfTheSingleFunctions) {
  using T = TypeParam;
  for (const bool filter : {true, false}) {
    for (const std::uint32_t worlds : {1u, 3u}) {
      Flock flock(300, false, worlds);
      const PipelineOptions options = options_of(filter);
      ContactPipeline<T> pipeline(Cpu{2}, flock.shapes, flock.bodies, options);
      SingleFunctions<T> single(options);
      std::uint64_t kept = 0, left_out = 0;
      for (int k = 0; k < 8; ++k) {
        pipeline.step(flock.poses());
        const Stepped<T> expected = single.step(flock);
        ASSERT_NO_FATAL_FAILURE(expect_same_step(pipeline, expected)) << "step " << k;
        for (const std::uint32_t age : expected.kept) kept += age;
        left_out += expected.candidates - expected.pairs.size();
        grow_older(pipeline.contacts());
        flock.move();
      }
      EXPECT_GT(kept, 500u);
      EXPECT_EQ(left_out > 0, filter);
      EXPECT_EQ(pipeline.counts().steps, 8u);
      EXPECT_GT(pipeline.memory(), 0u);
    }
  }
}

TYPED_TEST(ContactPipelineTest, PosesOfASetAndOfArraysAreTheSame) {
  using T = TypeParam;
  Flock flock(100);
  ContactPipeline<T> of_arrays(Cpu{2}, flock.shapes, flock.bodies, options_of(true)),
      of_set(Cpu{1}, flock.shapes, flock.bodies, options_of(true));
  for (int k = 0; k < 3; ++k) {
    of_arrays.step(flock.poses());
    of_set.step(flock.bodies);
    ASSERT_GT(*of_set.contacts().count, 20u);
    expect_same_bits(records_of(of_arrays), records_of(of_set));
    flock.move();
  }
  const std::vector<float> narrow(flock.quaternion.begin(), flock.quaternion.end());
  const double* const p = flock.position.data();
  const float* const q = narrow.data();
  const BodyPosesView<float> poses{100, {p, p + 1, p + 2, 3}, q, q + 1, q + 2, q + 3, 4};
  of_arrays.step(poses);
  flock.quaternion.assign(narrow.begin(), narrow.end());
  of_set.step(flock.poses());
  expect_same_bits(records_of(of_arrays), records_of(of_set));
}

TYPED_TEST(ContactPipelineTest, PatchesAreThoseOfFindPatches) {
  using T = TypeParam;
  Flock flock(120, true);
  PipelineOptions options = options_of(true);
  options.patches = options.volumes = true;
  options.patch.margin = 0.01;
  ContactPipeline<T> pipeline(Cpu{2}, flock.shapes, flock.bodies, options);
  SingleFunctions<T> single(options);
  for (int k = 0; k < 3; ++k) {
    pipeline.step(flock.poses());
    const Stepped<T> expected = single.step(flock);
    const PatchesView<T>& got = pipeline.contacts().patches;
    const std::size_t n = *pipeline.contacts().count, points = expected.patches.gap.size();
    expect_same_bits(taken(got.area.data, n), expected.patches.area, "area");
    expect_same_bits(taken(got.centre.y, n), expected.patches.centre_y, "centre");
    expect_same_bits(taken(got.volume.data, n), expected.patches.volume, "volume");
    expect_same_bits(taken(got.volume_moment.z, n), expected.patches.volume_moment_z, "moment");
    expect_same_bits(taken(got.offsets, n + 1), expected.patches.offsets, "offset");
    expect_same_bits(taken(got.points.x, points), expected.patches.point_x, "point");
    expect_same_bits(taken(got.gaps.data, points), expected.patches.gap, "gap");
    EXPECT_EQ(pipeline.counts().points, points);
    flock.move();
  }
}

TYPED_TEST(ContactPipelineTest, BodiesThatAreNotThereYetPairWithNothing) {
  using T = TypeParam;
  Flock flock(60), unborn(60);
  unborn.position[3 * 7] = std::numeric_limits<double>::quiet_NaN();
  ContactPipeline<T> pipeline(Cpu{2}, flock.shapes, flock.bodies, options_of(true));
  pipeline.step(unborn.poses());
  const PipelineContacts<T>& c = pipeline.contacts();
  const auto touches_seven = [&] {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < *c.count; ++i) {
      count += c.parts.body[c.pairs[i].a] == 7 || c.parts.body[c.pairs[i].b] == 7 ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(touches_seven(), 0u);
  pipeline.step(flock.poses());
  EXPECT_GT(touches_seven(), 0u);
}

TYPED_TEST(ContactPipelineTest, AnotherRunGoesOnFromItsStateWithTheSameBits) {
  using T = TypeParam;
  for (const bool filter : {true, false}) {
    Flock flock(150);
    const PipelineOptions options = options_of(filter);
    ContactPipeline<T> whole(Cpu{2}, flock.shapes, flock.bodies, options);
    for (int k = 0; k < 4; ++k) {
      whole.step(flock.poses());
      grow_older(whole.contacts());
      if (k < 3) flock.move();
    }
    ContactPipeline<T> second(Cpu{2}, flock.shapes, flock.bodies, options);
    second.restore(flock.poses(), whole.state());
    for (int k = 0; k < 3; ++k) {
      flock.move();
      whole.step(flock.poses());
      second.step(flock.poses());
      ASSERT_EQ(*whole.contacts().count, *second.contacts().count);
      ASSERT_EQ(whole.counts().candidates, second.counts().candidates);
      expect_same_bits(records_of(whole), records_of(second));
      const std::size_t n = *whole.contacts().count;
      expect_same_bits(taken(whole.contacts().template kept_as<std::uint32_t>(), n),
                       taken(second.contacts().template kept_as<std::uint32_t>(), n), "what is kept");
      grow_older(whole.contacts()), grow_older(second.contacts());
    }
  }
}

TYPED_TEST(ContactPipelineTest, QueriesMayBeTheCallersOwn) {
  using T = TypeParam;
  Flock flock(80);
  ContactPipeline<T> own(Cpu{2}, flock.shapes, flock.bodies, options_of(true)),
      theirs(Cpu{2}, flock.shapes, flock.bodies, options_of(true));
  const ShapeSetView<T> shapes = flock.shapes.template view<T>();
  for (int k = 0; k < 3; ++k) {
    own.step(flock.poses());
    theirs.step(flock.poses(), [&](const PairList& pairs, CachedPolytope* caches, const ContactsView<T>& records) {
      query_pairs<T>(Cpu{1}, shapes, flock.bodies.parts(), {pairs.pairs, *pairs.count},
                     {std::numeric_limits<double>::infinity(), caches}, records);
    });
    ASSERT_GT(*own.contacts().count, 10u);
    expect_same_bits(records_of(own), records_of(theirs));
    flock.move();
  }
}

// Capacities are told by `counts`: a step that had too little room has no contacts, and the next one is right again.
TYPED_TEST(ContactPipelineTest, TooLittleRoomIsToldInOneLine) {
  using T = TypeParam;
  Flock flock(200, true);
  ContactPipeline<T> enough(Cpu{2}, flock.shapes, flock.bodies, options_of(true));
  enough.step(flock.poses());
  const PipelineCounts needed = enough.counts();
  const auto told = [&](const PipelineOptions& options) {
    ContactPipeline<T> pipeline(Cpu{2}, flock.shapes, flock.bodies, options);
    pipeline.step(flock.poses());
    EXPECT_EQ(*pipeline.contacts().count, options.points == 5 ? needed.pairs : 0u);
    const std::string line = complaint([&] { (void)pipeline.counts(); });
    pipeline.step(flock.poses());
    EXPECT_EQ(complaint([&] { (void)pipeline.counts(); }), line);
    return line;
  };
  PipelineOptions options = options_of(true);
  options.candidates = needed.candidates - 1, options.pairs = needed.candidates;
  EXPECT_EQ(told(options), "ContactPipeline: a step has found " + std::to_string(needed.candidates) +
                               " candidate pairs; there is room for " + std::to_string(needed.candidates - 1) +
                               " (options.candidates)");
  options.candidates = needed.candidates, options.pairs = needed.pairs - 1;
  EXPECT_EQ(told(options), "ContactPipeline: a step has found " + std::to_string(needed.pairs) +
                               " pairs to query; there is room for " + std::to_string(needed.pairs - 1) +
                               " (options.pairs)");
  options.pairs = needed.pairs, options.patches = true, options.points = 5;
  EXPECT_NE(told(options).find("points of patches; there is room for 5 (options.points)"), std::string::npos);
  options.points = 0;
  EXPECT_EQ(complaint([&] {
              ContactPipeline<T> pipeline(Cpu{2}, flock.shapes, flock.bodies, options);
              pipeline.step(flock.poses());
              (void)pipeline.counts();
            }),
            "");
}

TYPED_TEST(ContactPipelineTest, OfNoBodiesHasNoContacts) {
  ContactPipeline<TypeParam> pipeline(Cpu{2}, ShapeSet{}, BodySet{});
  pipeline.step(BodyPosesView<double>{});
  pipeline.step(BodySet{});
  EXPECT_EQ(*pipeline.contacts().count, 0u);
  EXPECT_EQ(pipeline.counts().pairs, 0u);
}

TEST(ContactPipelineInput, OptionsThatAreNotAllowed) {
  const Flock flock(10);
  const auto error = [&](const PipelineOptions& options) {
    return complaint([&] { ContactPipeline<float>(Cpu{}, flock.shapes, flock.bodies, options); });
  };
  PipelineOptions options;
  options.alert_distance = -1;
  EXPECT_EQ(error(options), "ContactPipeline: options.alert_distance is -1; allowed are finite numbers from 0");
  options.alert_distance = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(options), "ContactPipeline: options.alert_distance is inf; allowed are finite numbers from 0");
  options = {};
  options.kept_bytes = 6;
  EXPECT_EQ(error(options), "ContactPipeline: options.kept_bytes is 6; allowed are multiples of 4");
  options = {};
  options.pairs = 1ull << 32;
  EXPECT_EQ(error(options), "ContactPipeline: options.pairs is 4294967296; allowed are 4294967295");
  options = {};
  options.patches = true, options.patch.margin = -0.5;
  EXPECT_EQ(error(options), "ContactPipeline: margin is -0.5; allowed is 0 or more, finite");
  options = {};
  options.volumes = true;
  EXPECT_EQ(error(options),
            "ContactPipeline: part 4 has shape 3, which is no polyhedron; volumes are those of polyhedra alone");
  BodySet bodies;
  bodies.add({}, 9);
  EXPECT_EQ(complaint([&] { ContactPipeline<float>(Cpu{}, flock.shapes, bodies); }),
            "ContactPipeline: part 0 has shape 9; there are 5 shapes");
  EXPECT_EQ(complaint([&] { ContactPipeline<float>(Cpu{-1}, flock.shapes, flock.bodies); }),
            "cpu.threads is -1; allowed are 0 (all cores) and more");
}

TEST(ContactPipelineInput, PosesAndBodiesThatAreNotItsOwn) {
  Flock flock(12);
  ContactPipeline<double> pipeline(Cpu{2}, flock.shapes, flock.bodies);
  BodyPosesView<double> poses = flock.poses();
  poses.count = 11;
  EXPECT_EQ(complaint([&] { pipeline.step(poses); }), "ContactPipeline: poses.count is 11; it was made with 12 bodies");
  poses = flock.poses();
  poses.qy = nullptr;
  EXPECT_EQ(complaint([&] { pipeline.step(poses); }), "ContactPipeline: an array of poses is null");
  EXPECT_EQ(complaint([&] { pipeline.step(flock.poses(), {}); }), "ContactPipeline: query is empty");
  flock.bodies.add({}, 0);
  EXPECT_EQ(complaint([&] { pipeline.step(flock.bodies); }),
            "ContactPipeline: there are 13 bodies of 16 parts; it was made with 12 of 15");
  const Flock others(12, false, 2);
  EXPECT_EQ(complaint([&] { pipeline.step(others.bodies); }),
            "ContactPipeline: shapes, places or masks of the parts are not those that it was made with");
  EXPECT_EQ(complaint([&] { pipeline.step(Flock(12).bodies); }), "");
}

TEST(ContactPipelineInput, StatesThatAreNotItsOwn) {
  Flock flock(60);
  PipelineOptions options;
  options.kept_bytes = 8;
  ContactPipeline<double> pipeline(Cpu{2}, flock.shapes, flock.bodies, options);
  pipeline.step(flock.poses());
  const PipelineState good = pipeline.state();
  const auto error = [&](const auto& spoil) {
    PipelineState state = good;
    spoil(state);
    return complaint([&] { pipeline.restore(flock.poses(), state); });
  };
  const std::string pairs = std::to_string(good.pairs.size());
  EXPECT_EQ(
      error([](PipelineState& s) { s.caches.pop_back(); }),
      "ContactPipeline: state.caches has " + std::to_string(good.pairs.size() - 1) + " elements; needed are " + pairs);
  EXPECT_EQ(error([](PipelineState& s) { s.kept.clear(); }),
            "ContactPipeline: state.kept has 0 elements; needed are " + std::to_string(8 * good.pairs.size()));
  EXPECT_EQ(error([](PipelineState& s) { s.pairs[1] = s.pairs[0]; }),
            "ContactPipeline: state.pairs[1] is out of order, or names a part that is not there");
  EXPECT_EQ(error([](PipelineState& s) { s.candidates[0].b = 5000; }),
            "ContactPipeline: state.candidates[0] is out of order, or names a part that is not there");
  EXPECT_EQ(error([](PipelineState& s) { s.clearances.clear(); }),
            "ContactPipeline: state.clearances has 0 elements; needed are " + std::to_string(good.candidates.size()));
  EXPECT_NE(error([](PipelineState& s) { s.pairs.resize(5000); }).find("state.pairs has 5000 pairs; there is room for"),
            std::string::npos);
  EXPECT_EQ(error([](PipelineState&) {}), "");
}

TEST(ContactPipelineInput, WithoutADeviceSaysSo) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: a pipeline can be made";
  const Flock flock(5);
  EXPECT_THROW(ContactPipeline<float>(Cuda{}, flock.shapes, flock.bodies), CudaError);
}

}  // namespace
}  // namespace abut
