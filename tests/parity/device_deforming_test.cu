// Deforming bodies on a device, against those of cores: faults, costs, pairs of facets and contacts of many steps.
#include "abut/deform/cuda_deforming_bodies.h"
#include "tests/deform/deform_film.h"
#include "tests/support/complaint.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"

namespace abut {
namespace {

using test::DeformFilm;
using test::FilmCounts;
using test::Nodes;
using test::OnDevice;

/// Bodies that are moved from host memory and from the device's in turn.
class There {
 public:
  explicit There(DeformingBodies bodies) : bodies_(Cuda{}, std::move(bodies), Cpu{2}) {}
  void move(const Nodes& nodes) {
    if (step_++ % 2 == 0) return bodies_.move(Cuda{}, nodes);
    const OnDevice<Vec3<double>> there(nodes.data(), nodes.size());
    bodies_.move(Cuda{}, DeviceNodes{there.data(), static_cast<std::uint32_t>(nodes.size())});
  }
  const DeformingBodies& bodies() const { return bodies_.bodies(); }
  DeformingPairs find_pairs(double alert) { return find_deforming_pairs(Cuda{}, bodies_, {.alert_distance = alert}); }
  DeformingContacts find_contacts(double alert) {
    return find_deforming_contacts(Cuda{}, bodies_, {.alert_distance = alert});
  }
  CudaDeformingBodies& all() { return bodies_; }

 private:
  CudaDeformingBodies bodies_;
  int step_ = 0;
};

class DeviceDeformingBodies : public test::GpuTest {};

TEST_F(DeviceDeformingBodies, GivePairsContactsFaultsAndCostsOfTheCpuToTheBit) {
  const DeformFilm film(21, 8);
  There there(film.bodies());
  const FilmCounts counts = test::expect_those_of_cpu(film, there, 10);
  EXPECT_GT(counts.contacts, 1000u);
  EXPECT_GT(counts.self_contacts, 100u);
  EXPECT_GT(counts.crossings, 10u);
  EXPECT_GT(counts.faults, 3u);
  EXPECT_GT(counts.builds, 1u);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(DeviceDeformingBodies, HaveTheTreesOfTheCpuAndNeedNoCopyOfNodesThatAreThere) {
  const DeformFilm film(22, 20);
  DeformingBodies here = film.bodies();
  There there(film.bodies());
  const CudaDeformingBodies& all = there.all();
  for (const int step : {0, 2, 8}) {
    const Nodes nodes = film.at(step);
    here.move(Cpu{2}, nodes);
    ASSERT_EQ(cudaMemcpy(all.nodes(), nodes.data(), nodes.size() * sizeof(nodes[0]), cudaMemcpyHostToDevice),
              cudaSuccess);
    there.all().move(Cuda{}, DeviceNodes{all.nodes(), static_cast<std::uint32_t>(nodes.size())});
    test::expect_same_state(all.bodies(), here);
    for (std::uint32_t b = 0; b < here.body_count(); ++b) {
      const DeformTree a = here.tree(b), c = all.tree(b);
      ASSERT_EQ(a.node_count, c.node_count);
      std::vector<DeformNode> copied(c.node_count);
      ASSERT_EQ(cudaMemcpy(copied.data(), c.nodes, copied.size() * sizeof(DeformNode), cudaMemcpyDeviceToHost),
                cudaSuccess);
      EXPECT_EQ(std::memcmp(copied.data(), a.nodes, copied.size() * sizeof(DeformNode)), 0) << "body " << b;
    }
  }
}

TEST_F(DeviceDeformingBodies, OfManyContactsAskAgainWithMoreRoom) {
  DeformingBodies here, bodies;
  Nodes nodes, ignored;
  for (int k = 0; k < 24; ++k) {
    here.add(test::sheet(1, nodes)), bodies.add(test::sheet(1, ignored));
  }
  There there(std::move(bodies));
  here.move(Cpu{}, nodes), there.move(nodes);
  const auto expected = find_deforming_contacts(Cpu{}, here, {.alert_distance = 2});
  EXPECT_GT(expected.contacts.size(), 2 * (48u + 4096)) << "first_room";
  test::expect_same_contacts(there.find_contacts(2), expected);
}

TEST_F(DeviceDeformingBodies, RefuseWhatIsNotAllowedByName) {
  const DeformFilm film(23, 2);
  There there(film.bodies());
  const Nodes nodes = film.at(0);
  const auto count = std::to_string(nodes.size());
  EXPECT_EQ(test::complaint([&] { there.find_pairs(1); }),
            "find_deforming_pairs: no positions were given; allowed is after CudaDeformingBodies::move");
  EXPECT_EQ(test::complaint([&] { there.all().move(Cuda{}, Nodes(2)); }),
            "CudaDeformingBodies::move: nodes has 2 positions; there are " + count + " nodes");
  const auto on_device = [&](std::uintptr_t at, std::size_t n) {
    const DeviceNodes given{reinterpret_cast<const Vec3<double>*>(at), static_cast<std::uint32_t>(n)};
    return test::complaint([&] { there.all().move(Cuda{}, given); });
  };
  EXPECT_EQ(on_device(256, 3), "CudaDeformingBodies::move: nodes has 3 positions; there are " + count + " nodes");
  EXPECT_EQ(on_device(0, nodes.size()), "CudaDeformingBodies::move: nodes is null");
  EXPECT_EQ(on_device(4, nodes.size()), "CudaDeformingBodies::move: nodes is not aligned to 8 bytes");
  there.move(nodes);
  EXPECT_EQ(test::complaint([&] { there.find_contacts(-1); }),
            "find_deforming_contacts: alert_distance is -1; allowed is 0 or more, finite");
  EXPECT_EQ(test::complaint([&] { there.all().tree(6); }), "DeformingBodies: body is 6; allowed is less than 6");
  EXPECT_EQ(test::complaint([&] { find_deforming_pairs(Cpu{}, there.bodies(), {}); }),
            "find_deforming_pairs: no positions were given; allowed is after DeformingBodies::move")
      << "its nodes are on the device";
}

}  // namespace
}  // namespace abut
