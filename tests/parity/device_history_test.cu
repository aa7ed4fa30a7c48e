// Contact history on a device: a time step in a graph, whose caches travel with their pairs, against the same on cores.
#include "abut/contacts/history.h"
#include "abut/detect.h"
#include "abut/shapes/cuda_shapes.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::OnDevice;

class DeviceHistory : public test::GpuTest {};

/// What a step leaves for the next: pairs and what is kept of them.
struct Kept {
  OnDevice<Pair> pairs;
  OnDevice<std::uint64_t> count;
  OnDevice<CachedPolytope> caches;
  OnDevice<Feature> feature_a, feature_b;
  OnDevice<std::uint64_t> key;
  OnDevice<std::uint8_t> status;
  OnDevice<float> displacement;  ///< three a contact

  explicit Kept(std::uint64_t capacity)
      : pairs(capacity),
        count(1),
        caches(capacity),
        feature_a(capacity),
        feature_b(capacity),
        key(capacity),
        status(capacity),
        displacement(3 * capacity) {
    EXPECT_EQ(cudaMemset(count.data(), 0, sizeof(std::uint64_t)), cudaSuccess);
  }
  PairList list() const { return {pairs.data(), pairs.size(), count.data()}; }
  ContactIds ids() const {
    return {pairs.data(), feature_a.data(), feature_b.data(), key.data(), status.data(), pairs.size(), count.data()};
  }
};

TEST_F(DeviceHistory, CachesAndContactsTravelAsOnCores) {
  ShapeSet shapes;
  test::Random random(51);
  for (int k = 0; k < 5; ++k) shapes.add_hull(test::ellipsoid_points(random, 30));
  BodySet bodies = test::crowd(shapes, 2000, 52);
  const std::uint64_t capacity = 4 * test::expected_pairs(shapes, bodies).size();
  test::DeviceScene scene(shapes, bodies, capacity);
  const ShapeSetView<float> host = shapes.view<float>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<float> view = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  const Kept even(capacity), odd(capacity);
  const OnDevice<float> separation(capacity);
  const OnDevice<std::uint32_t> of_pairs(capacity), of_contacts(capacity);
  const OnDevice<std::uint64_t> matched(2);
  const OnDevice<unsigned char> query(query_pairs_workspace<float>(Cuda{}, capacity)),
      match(match_contacts_workspace(Cuda{}, capacity));

  const auto step = [&](const Kept& before, const Kept& now) {
    return [&](const Cuda& cuda) {
      scene.build(cuda);
      scene.find(cuda, now.list());
      match_pairs(cuda, before.list(), now.list(), of_pairs.data(), matched.data());
      const Carried pairs_carried{of_pairs.data(), capacity, now.count.data()};
      carry(cuda, pairs_carried, before.caches.data(), now.caches.data(), sizeof(CachedPolytope));
      ContactsView<float> out;
      out.separation = {separation.data(), 1};
      out.feature_a = {now.feature_a.data(), 1};
      out.feature_b = {now.feature_b.data(), 1};
      out.key = {now.key.data(), 1};
      out.status = {now.status.data(), 1};
      query_pair_list<float>(cuda.with({query.data(), query.size()}), view, scene.parts(), now.list(),
                             {test::alert, now.caches.data()}, out);
      match_contacts(cuda.with({match.data(), match.size()}), before.ids(), now.ids(), of_contacts.data(),
                     matched.data() + 1);
      carry(cuda, {of_contacts.data(), capacity, now.count.data()}, before.displacement.data(), now.displacement.data(),
            3 * sizeof(float));
    };
  };
  test::Replay to_even(step(odd, even)), to_odd(step(even, odd));

  std::vector<Pair> before;
  std::vector<CachedPolytope> caches_before;
  Contacts<float> contacts_before;
  for (int k = 0; k < 4; ++k) {
    scene.upload(bodies);
    ASSERT_NO_FATAL_FAILURE((k % 2 == 0 ? to_even : to_odd).run());
    const Kept& now = k % 2 == 0 ? even : odd;
    const std::vector<Pair> pairs = test::expected_pairs(shapes, bodies);
    ASSERT_EQ(now.count.download()[0], pairs.size());
    const std::vector<std::uint32_t> places = match_pairs(Cpu{}, before, pairs);
    std::vector<CachedPolytope> caches(pairs.size());
    carry<CachedPolytope>(Cpu{}, places, caches_before, caches);
    Contacts<float> contacts(pairs.size());
    query_pairs<float>(Cpu{}, host, bodies.parts(), pairs, {test::alert, caches.data()}, contacts.view());
    const auto ids = [](const std::vector<Pair>& of, const Contacts<float>& c) {
      return ContactIds{of.data(), c.feature_a.data(), c.feature_b.data(), c.key.data(), c.status.data(), of.size(),
                        nullptr};
    };
    const std::vector<std::uint32_t> contact_places =
        match_contacts(Cpu{}, ids(before, contacts_before), ids(pairs, contacts));
    const auto shortened = [&](auto array) {
      array.resize(pairs.size());
      return array;
    };
    test::expect_same_bits(places, shortened(of_pairs.download()), "place of a pair");
    test::expect_same_bits(contact_places, shortened(of_contacts.download()), "place of a contact");
    test::expect_same_bits(contacts.separation, shortened(separation.download()), "separation");
    const auto matches = [](const std::vector<std::uint32_t>& of) {
      return of.size() - static_cast<std::uint64_t>(std::count(of.begin(), of.end(), no_match));
    };
    EXPECT_EQ(matched.download(), (std::vector<std::uint64_t>{matches(places), matches(contact_places)}));
    before = pairs;
    caches_before = caches;
    contacts_before = contacts;
    test::move_all(bodies, random, 0.01);
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace abut
