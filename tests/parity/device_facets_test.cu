// Contacts of facets on a device: surfaces copied there, pairs searched and answered, against the same on cores.
#include "abut/cuda_facet_contacts.h"
#include "abut/detect.h"
#include "abut/shapes/cuda_shapes.h"
#include "tests/support/complaint.h"
#include "tests/support/device_block.h"
#include "tests/support/device_contacts.h"
#include "tests/support/device_scene.h"
#include "tests/support/facet_answers.h"
#include "tests/support/gpu.h"

namespace abut {
namespace {

using test::FacetAnswer;
using test::FacetQuestions;
using test::OnDevice;

/// The surfaces and parts of a scene in device memory.
class Scene {
 public:
  explicit Scene(const FacetQuestions& q)
      : surface_memory_(device_facets_bytes(q.scene.trees)),
        surfaces_(copy_facets(Cuda{}, q.scene.trees, {surface_memory_.data(), surface_memory_.size()})),
        parts_(q.parts()) {}
  const FacetSurfaces& surfaces() const { return surfaces_; }
  const PartsView& parts() const { return parts_.view(); }

 private:
  OnDevice<unsigned char> surface_memory_;
  FacetSurfaces surfaces_;
  test::PartsOnDevice parts_;
};

template <class T>
using Answers = test::DeviceAnswers<test::facet_arrays_in<T>, test::read_facets<T>>;

/// The answers that a query has left on the device.
template <class T>
ContactsView<T> upload(const Contacts<T>& contacts, OnDevice<unsigned char>& memory) {
  unsigned char* to = memory.data();
  const auto put = [&](const auto& array) {
    auto* const at = reinterpret_cast<std::remove_const_t<std::remove_reference_t<decltype(array[0])>>*>(to);
    EXPECT_EQ(cudaMemcpy(at, array.data(), array.size() * sizeof(*at), cudaMemcpyHostToDevice), cudaSuccess);
    to += (array.size() * sizeof(*at) + 15) / 16 * 16;
    return at;
  };
  ContactsView<T> view;
  view.separation.data = put(contacts.separation);
  view.normal = {put(contacts.normal_x), put(contacts.normal_y), put(contacts.normal_z), 1};
  view.witness_a = {put(contacts.witness_a_x), put(contacts.witness_a_y), put(contacts.witness_a_z), 1};
  view.feature_a.data = put(contacts.feature_a), view.feature_b.data = put(contacts.feature_b);
  view.status.data = put(contacts.status);
  return view;
}

template <class T>
FacetAnswer<T> by_device(const FacetQuestions& q, const Scene& scene, const FacetOptions& options,
                         std::uint64_t capacity, const Contacts<T>* records) {
  const OnDevice<Pair> pairs(q.scene.pairs.data(), q.scene.pairs.size());
  OnDevice<unsigned char> record_memory(q.scene.pairs.size() * (7 * sizeof(T) + 32) + 1024);
  ContactsView<T> view;
  if (records != nullptr) view = upload(*records, record_memory);
  const Answers<T> answers(pairs.size(), capacity);
  const OnDevice<unsigned char> workspace(
      find_facet_contacts_workspace(Cuda{}, pairs.size(), scene.parts().count, options));
  find_facet_contacts<T>(Cuda{}.with({workspace.data(), workspace.size()}), scene.surfaces(), scene.parts(),
                         FacetPairs<T>{{pairs.data(), pairs.size()}, records != nullptr ? &view : nullptr}, options,
                         answers.view());
  return answers.download();
}

template <class T>
class DeviceFacets : public test::GpuTest {
 protected:
  std::uint64_t expect_answers_of_cpu(FacetQuestions q) {
    q.build();
    const Scene scene(q);
    std::uint64_t sum = 0;
    Contacts<T> contacts = q.records<T>();
    for (const bool of_features : {true, false}) {
      for (Contacts<T>* records : {static_cast<Contacts<T>*>(nullptr), &contacts}) {
        SCOPED_TRACE(q.name + (of_features ? ", features" : ", all") + (records ? ", records" : ""));
        FacetOptions options{.alert_distance = q.alert, .contacts = of_features};
        const FacetContacts<T> expected = q.by_cpu<T>(options, records);
        sum += expected.size();
        options.room = {expected.counts.distances + q.scene.pairs.size(), 8 * expected.counts.distances + 64};
        const FacetAnswer<T> got = by_device<T>(q, scene, options, expected.size(), records);
        EXPECT_EQ(got.needed, expected.size());
        test::expect_same_bits(got.contacts, expected);
      }
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    return sum;
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceFacets, Scalars);

TYPED_TEST(DeviceFacets, OfACrowdHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::crowd_of_facets(1, 40, 1.7)), 500u);
}

TYPED_TEST(DeviceFacets, OfOneLargePairAmongSmallOnesHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::large_and_small(24, 30)), 3000u);
}

TYPED_TEST(DeviceFacets, OfBodiesInOnePlaneHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::in_one_plane()), 300u);
}

TYPED_TEST(DeviceFacets, OfBodiesOfPartsHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::bodies_of_parts(30)), 100u);
}

TYPED_TEST(DeviceFacets, OfOverlapsHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::overlaps()), 50u);
}

TYPED_TEST(DeviceFacets, OfCrossingWavesHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::crossing_waves()), 1000u);
}

TYPED_TEST(DeviceFacets, OfPosesThatAreNotFiniteAreNone) {
  EXPECT_GT(this->expect_answers_of_cpu(test::not_finite()), 100u);
}

TYPED_TEST(DeviceFacets, OfNoPairsAreNone) { EXPECT_EQ(this->expect_answers_of_cpu(test::no_pairs()), 0u); }

TYPED_TEST(DeviceFacets, WithTooLittleRoomSayWhatIsNeededAndWriteNone) {
  using T = TypeParam;
  FacetQuestions q = test::crowd_of_facets(1, 20, 1.5);
  q.build();
  const Scene scene(q);
  FacetOptions options{.alert_distance = q.alert, .room = {1u << 16, 1u << 16}};
  const FacetAnswer<T> all = by_device<T>(q, scene, options, 1u << 16, nullptr);
  ASSERT_GT(all.needed, 100u);
  const FacetRoom room = all.room_needed;
  for (const FacetRoom less :
       {FacetRoom{room.facet_pairs, room.contacts - 1}, FacetRoom{room.facet_pairs - 1, room.contacts}, FacetRoom{}}) {
    options.room = less;
    const FacetAnswer<T> got = by_device<T>(q, scene, options, all.needed, nullptr);
    EXPECT_EQ(got.needed, ~std::uint64_t{0});
    EXPECT_EQ(got.room_needed.facet_pairs, room.facet_pairs);
    EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>(q.scene.pairs.size() + 1, 0));
  }
  options.room = room;
  const FacetAnswer<T> got = by_device<T>(q, scene, options, all.needed - 1, nullptr);
  EXPECT_EQ(got.needed, all.needed);
  EXPECT_EQ(got.contacts.offsets, all.contacts.offsets);
}

/// From poses to contacts of facets in one graph, bodies moving from step to step.
TYPED_TEST(DeviceFacets, OfAListAreThoseOfTheCpuStepAfterStep) {
  using T = TypeParam;
  FacetQuestions q = test::crowd_of_facets(3, 30, 1.7);
  std::vector<Pair> every;  // whatever meets in later steps
  for (std::uint32_t k = 1; k < 30; ++k) every.push_back({0, k});
  q.scene.trees.build(Cpu{}, q.scene.shapes, q.parts(), every);
  const Scene surfaces(q);
  const std::uint64_t capacity = 4 * q.scene.pairs.size();
  test::DeviceScene scene(q.scene.shapes, q.scene.bodies, capacity);
  const ShapeSetView<T> host = q.scene.shapes.template view<T>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<T> view = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  const OnDevice<Pair> pairs(capacity);
  const OnDevice<std::uint64_t> count(1);
  const test::DeviceContacts<T> contacts(capacity);
  const FacetOptions options{.alert_distance = test::alert, .room = {1u << 15, 1u << 15}};
  const Answers<T> answers(capacity, 1u << 14);
  const OnDevice<unsigned char> query(query_pairs_workspace<T>(Cuda{}, capacity)),
      facets(find_facet_contacts_workspace(Cuda{}, capacity, scene.parts().count, options));
  const PairList list{pairs.data(), capacity, count.data()};
  const ContactsView<T> records = contacts.view();
  test::Replay step([&](const Cuda& cuda) {
    scene.build(cuda);
    scene.find(cuda, list);
    query_pair_list<T>(cuda.with({query.data(), query.size()}), view, scene.parts(), list, {}, records);
    find_facet_contacts<T>(cuda.with({facets.data(), facets.size()}), surfaces.surfaces(), scene.parts(),
                           FacetPairList<T>{list, &records}, options, answers.view());
  });
  test::Random random(4);
  std::uint64_t sum = 0;
  for (int k = 0; k < 3; ++k) {
    scene.upload(q.scene.bodies);
    ASSERT_NO_FATAL_FAILURE(step.run());
    q.scene.pairs = test::expected_pairs(q.scene.shapes, q.scene.bodies);
    ASSERT_EQ(count.download()[0], q.scene.pairs.size());
    Contacts<T> asked = q.records<T>();
    const FacetContacts<T> expected = q.by_cpu<T>(options, &asked);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const FacetContactsView<T> out = answers.view();
    std::vector<std::uint64_t> offsets(q.scene.pairs.size() + 1), key(expected.size());
    std::uint64_t needed = 0;
    const auto down = [](auto* to, const auto* from, std::size_t size) {
      EXPECT_EQ(cudaMemcpy(to, from, size * sizeof(*to), cudaMemcpyDeviceToHost), cudaSuccess);
    };
    down(&needed, out.needed, 1), down(offsets.data(), out.offsets, offsets.size());
    ASSERT_EQ(needed, expected.size());
    EXPECT_EQ(offsets, expected.offsets);
    std::vector<T> point(3 * expected.size()), expected_point;
    down(key.data(), out.key.data, key.size()), down(point.data(), out.point.x, point.size());
    for (const Vec3<T>& p : expected.point) expected_point.insert(expected_point.end(), {p.x, p.y, p.z});
    test::expect_same_bits(key, expected.key, "key");
    test::expect_same_bits(point, expected_point, "point");
    sum += needed;
    test::move_all(q.scene.bodies, random, 0.05);
  }
  EXPECT_GT(sum, 300u);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

template <class T>
void expect_same_detection(const Detection<T>& got, const Detection<T>& expected) {
  EXPECT_EQ(got.candidate_pairs, expected.candidate_pairs);
  EXPECT_EQ(got.status, expected.status);
  test::expect_same_bits(got.pairs, expected.pairs, "pair");
  test::expect_same_bits(got.contacts, expected.contacts);
  ASSERT_TRUE(got.facets && expected.facets);
  test::expect_same_bits(got.facets->facet_a, expected.facets->facet_a, "facet a");
  test::expect_same_bits(got.facets->facet_b, expected.facets->facet_b, "facet b");
  test::expect_same_bits(got.facets->kind, expected.facets->kind, "kind");
}

/// Meshes among convex shapes, which meet as ever; and sheets with so many contacts that a second search is needed.
TYPED_TEST(DeviceFacets, DetectionHasTheBitsOfTheCpu) {
  using T = TypeParam;
  std::uint64_t of_facets = 0, others = 0;
  for (const bool crowd : {true, false}) {
    FacetQuestions q = crowd ? test::crowd_of_facets(5, 40, 1.7) : test::large_and_small(24, 30);
    const DetectOptions options{q.alert, &q.scene.trees};
    const ShapeSet& shapes = q.scene.shapes;
    const BodySet& bodies = q.scene.bodies;
    const Detection<T> found = detect<T>(Cuda{}, shapes, bodies, options);
    const Detection<T> expected = detect<T>(Cpu{}, shapes, bodies, options);
    ASSERT_NO_FATAL_FAILURE(expect_same_detection(found, expected));
    for (const std::uint32_t facet : expected.facets->facet_a) ++(facet == ContactFacets::none ? others : of_facets);
    const std::span<const Pair> half(q.scene.pairs.data(), q.scene.pairs.size() / 2);
    ASSERT_NO_FATAL_FAILURE(expect_same_detection(detect<T>(Cuda{}, shapes, bodies, half, options),
                                                  detect<T>(Cpu{}, shapes, bodies, half, options)));
  }
  EXPECT_GT(of_facets, 1500u);
  EXPECT_GT(others, 10u);
}

TYPED_TEST(DeviceFacets, InDebugModeBadPairsAreNamed) {
  using T = TypeParam;
  FacetQuestions q = test::crowd_of_facets(1, 12, 1.5);
  q.scene.pairs = {{0, 1}};
  q.build();
  const Scene scene(q);
  const FacetOptions options{.alert_distance = q.alert, .room = {1024, 1024}};
  const Answers<T> answers(2, 64);
  const OnDevice<unsigned char> workspace(find_facet_contacts_workspace(Cuda{}, 2, scene.parts().count, options));
  const auto said = [&](Pair second) {
    const Pair both[2] = {{0, 1}, second};
    const OnDevice<Pair> pairs(both, 2);
    return test::complaint([&] {
      find_facet_contacts<T>(Cuda{nullptr, true, {workspace.data(), workspace.size()}}, scene.surfaces(), scene.parts(),
                             FacetPairs<T>{{pairs.data(), 2}}, options, answers.view());
    });
  };
  EXPECT_EQ(said({1, 0}), "");
  EXPECT_EQ(said({0, 99}), "find_facet_contacts: pair 1 names 99; allowed is less than 12");
  const std::string begin = "find_facet_contacts: pair 1 has shape 2, which has no facets yet";
  EXPECT_EQ(said({0, 2}).substr(0, begin.size()), begin);
}

}  // namespace
}  // namespace abut
