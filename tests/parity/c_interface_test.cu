// The C interface on a device: copies, a tree, a list of pairs, queries of it, contacts of facets and detection give
// what the Cpu gives.
#include <gtest/gtest.h>

#include <memory>

#include "tests/capi/both.h"
#include "tests/capi/facet_bodies.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

class DeviceC : public GpuTest {};

/// Where the records of a query lie on the device: separation, status and key.
struct Records {
  OnDevice<float> separation;
  OnDevice<std::uint8_t> status;
  OnDevice<std::uint64_t> key;
  explicit Records(std::size_t n) : separation(n), status(n), key(n) {}
  abut_contacts_f32 view() const {
    abut_contacts_f32 c{};
    c.size = sizeof c;
    c.separation.data = separation.data(), c.status.data = status.data(), c.key.data = key.data();
    return c;
  }
};

/// The default stream, with a workspace.
abut_cuda with(const OnDevice<unsigned char>& workspace, std::size_t bytes) {
  return {sizeof(abut_cuda), nullptr, 0, 0, workspace.data(), bytes};
}

TEST_F(DeviceC, FromShapesToRecordsOfAListOfPairs) {
  const Both both(41, 500, 5);
  const std::vector<Pair> pairs = both.pairs(0.02);
  std::size_t bytes = 0;
  ASSERT_OK(abut_device_shapes_bytes_f32(both.c_shapes, &bytes));
  const OnDevice<unsigned char> shape_memory(bytes);
  abut_device_shapes* shapes = nullptr;
  ASSERT_OK(abut_cuda_copy_shapes_f32(nullptr, both.c_shapes, shape_memory.data(), bytes, &shapes));
  const abut_parts host = both.parts();
  ASSERT_OK(abut_device_parts_bytes(&host, &bytes));
  const OnDevice<unsigned char> part_memory(bytes);
  abut_parts parts{};
  parts.size = sizeof parts;
  ASSERT_OK(abut_cuda_copy_parts(nullptr, &host, part_memory.data(), bytes, &parts));

  ASSERT_OK(abut_part_tree_bytes(parts.count, &bytes));
  const OnDevice<unsigned char> tree_memory(bytes);
  abut_part_tree tree{};
  tree.size = sizeof tree;
  ASSERT_OK(abut_part_tree_in(tree_memory.data(), parts.count, &tree));
  const abut_device_boxed_parts boxed{sizeof boxed, shapes, &parts, 0.02};
  ASSERT_OK(abut_cuda_build_tree_workspace(parts.count, &bytes));
  const OnDevice<unsigned char> build_workspace(bytes);
  const abut_cuda with_build = with(build_workspace, bytes);
  ASSERT_OK(abut_cuda_build_tree(&with_build, &boxed, &tree));

  const std::size_t capacity = pairs.size() + 100;
  const OnDevice<abut_pair> list_pairs(capacity);
  const OnDevice<std::uint64_t> count(1);
  const abut_pair_list list{sizeof list, list_pairs.data(), capacity, count.data(), nullptr};
  ASSERT_OK(abut_cuda_find_pairs_workspace(capacity, &bytes));
  const OnDevice<unsigned char> find_workspace(bytes);
  const abut_cuda with_find = with(find_workspace, bytes);
  ASSERT_OK(abut_cuda_find_pairs(&with_find, &tree, &parts, ABUT_HALF_LIST, &list));

  ASSERT_OK(abut_cuda_query_pairs_workspace_f32(capacity, parts.count, &bytes));
  const OnDevice<unsigned char> query_workspace(bytes);
  const Records records(capacity);
  const abut_contacts_f32 out = records.view();
  abut_cuda with_query = with(query_workspace, bytes);
  ASSERT_OK(abut_cuda_query_pair_list_f32(&with_query, shapes, &parts, &list, nullptr, &out));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  ASSERT_EQ(count.download()[0], pairs.size());
  expect_same_pairs(pairs, list_pairs.download(), pairs.size());

  Contacts<float> cpp(pairs.size());
  const auto c = c_contacts<float>(cpp);
  ASSERT_OK(abut_query_pairs_f32(0, both.c_shapes, &host, c_pairs(pairs), nullptr, &c));
  const auto separation = records.separation.download();
  const auto status = records.status.download();
  const auto key = records.key.download();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (status_of(status[i]) == Status::iteration_limit) continue;  // a device has less room
    ASSERT_TRUE(separation[i] == cpp.separation[i] && status[i] == cpp.status[i] && key[i] == cpp.key[i]) << i;
  }
  // What only the checked flag sees.
  const abut_pair bad{0, 1000000};
  const OnDevice<abut_pair> bad_pairs(&bad, 1);
  with_query.flags = ABUT_CUDA_CHECKED;
  EXPECT_EQ(abut_cuda_query_pairs_f32(&with_query, shapes, &parts, c_pairs(bad_pairs.data(), 1), nullptr, &out),
            ABUT_INVALID_INPUT);
  EXPECT_NE(std::string(abut_last_message()).find("1000000"), std::string::npos) << abut_last_message();
  EXPECT_OK(abut_device_shapes_free(shapes));
  with_query.flags = 0;
  EXPECT_EQ(abut_cuda_query_pairs_f32(&with_query, shapes, &parts, c_pairs(bad_pairs.data(), 1), nullptr, &out),
            ABUT_INVALID_HANDLE);
}

TEST_F(DeviceC, DetectionHasTheContactsOfTheCpu) {
  const Both both(42, 300, 4);
  abut_detection *cpu = nullptr, *cuda = nullptr;
  ASSERT_OK(abut_detect_f64(0, both.c_shapes, both.c_bodies, nullptr, &cpu));
  ASSERT_OK(abut_cuda_detect_f64(nullptr, both.c_shapes, both.c_bodies, nullptr, &cuda));
  std::uint64_t n = 0, m = 0;
  ASSERT_OK(abut_detection_pairs(cpu, c_list(nullptr, 0, &n)));
  ASSERT_OK(abut_detection_pairs(cuda, c_list(nullptr, 0, &m)));
  ASSERT_EQ(n, m);
  Contacts<double> one(n), other(n);
  const auto a = c_contacts<double>(one), b = c_contacts<double>(other);
  std::size_t count = 0;
  ASSERT_OK(abut_detection_contacts_f64(cpu, &a, n, &count));
  ASSERT_OK(abut_detection_contacts_f64(cuda, &b, n, &count));
  expect_same_bits(one, other);
  ASSERT_OK(abut_detection_free(cpu));
  ASSERT_OK(abut_detection_free(cuda));
}

/// Bodies whose trees are built in both interfaces, with their surfaces and parts in device memory.
struct FacetsCopied : FacetBodies {
  OnDevice<unsigned char> surface_memory, part_memory;
  OnDevice<Pair> device_pairs;
  abut_device_facets* facets = nullptr;
  abut_parts device_parts{};

  FacetsCopied() : surface_memory(built()), part_memory(part_bytes()), device_pairs(pairs.data(), pairs.size()) {
    device_parts.size = sizeof device_parts;
    EXPECT_OK(abut_cuda_copy_facets(nullptr, c_trees, surface_memory.data(), surface_memory.size(), &facets));
    EXPECT_OK(abut_cuda_copy_parts(nullptr, &parts, part_memory.data(), part_memory.size(), &device_parts));
  }
  ~FacetsCopied() { EXPECT_OK(abut_device_facets_free(facets)); }
  FacetsCopied(const FacetsCopied&) = delete;
  FacetsCopied& operator=(const FacetsCopied&) = delete;

  const abut_pair* first_pair() const { return reinterpret_cast<const abut_pair*>(device_pairs.data()); }

 private:
  /// What the surfaces take.
  std::size_t built() {
    std::size_t bytes = 0;
    trees.build(Cpu{1}, shapes, bodies.parts(), pairs);
    EXPECT_OK(abut_facet_trees_build(1, c_trees, c_shapes, &parts, c_pairs(pairs), nullptr));
    EXPECT_OK(abut_device_facets_bytes(c_trees, &bytes));
    return bytes;
  }
  std::size_t part_bytes() const {
    std::size_t bytes = 0;
    EXPECT_OK(abut_device_parts_bytes(&parts, &bytes));
    return bytes;
  }
};

/// `FacetRoom` in device memory.
template <class T>
struct FacetsOnDevice {
  OnDevice<std::uint64_t> offsets, needed;
  OnDevice<abut_facet_room> room_needed;
  OnDevice<std::uint32_t> facet_a, facet_b;
  OnDevice<T> separation;
  OnDevice<Vec3<T>> normal, witness_a, witness_b, point;
  OnDevice<std::uint64_t> feature_a, feature_b, key;
  OnDevice<std::uint8_t> kind;

  FacetsOnDevice(std::size_t pairs, std::size_t n)
      : offsets(pairs + 1),
        needed(1),
        room_needed(1),
        facet_a(n),
        facet_b(n),
        separation(n),
        normal(n),
        witness_a(n),
        witness_b(n),
        point(n),
        feature_a(n),
        feature_b(n),
        key(n),
        kind(n) {}
  typename FacetsOf<T>::Contacts out() const {
    typename FacetsOf<T>::Contacts o{};
    const auto rows = [](const OnDevice<Vec3<T>>& v) {
      T* const first = &v.data()->x;
      return decltype(o.normal){first, first + 1, first + 2, 3};
    };
    o.size = sizeof o;
    o.offsets = offsets.data(), o.capacity = separation.size(), o.needed = needed.data();
    o.facet_a.data = facet_a.data(), o.facet_b.data = facet_b.data();
    o.separation.data = separation.data();
    o.normal = rows(normal), o.witness_a = rows(witness_a), o.witness_b = rows(witness_b), o.point = rows(point);
    o.feature_a.data = feature_a.data(), o.feature_b.data = feature_b.data();
    o.kind.data = kind.data(), o.key.data = key.data();
    o.room_needed = room_needed.data();
    return o;
  }
  /// The contacts of the first `pairs`.
  FacetRoom<T> download(std::size_t pairs) const {
    FacetRoom<T> host(0, 0);
    host.offsets = offsets.download(), host.offsets.resize(pairs + 1);
    host.needed = needed.download()[0];
    host.facet_a = facet_a.download(), host.facet_b = facet_b.download();
    host.separation = separation.download();
    host.normal = normal.download(), host.point = point.download();
    host.witness_a = witness_a.download(), host.witness_b = witness_b.download();
    host.feature_a = feature_a.download(), host.feature_b = feature_b.download();
    host.key = key.download(), host.kind = kind.download();
    return host;
  }
};

/// What a query has left of pairs, as far as contacts of facets want it.
template <class T>
struct RecordsForFacets {
  OnDevice<T> separation, normal_x, normal_y, normal_z, witness_x, witness_y, witness_z;
  OnDevice<Feature> feature_a, feature_b;
  OnDevice<std::uint8_t> status;

  explicit RecordsForFacets(const Contacts<T>& c)
      : separation(c.separation.data(), c.size()),
        normal_x(c.normal_x.data(), c.size()),
        normal_y(c.normal_y.data(), c.size()),
        normal_z(c.normal_z.data(), c.size()),
        witness_x(c.witness_a_x.data(), c.size()),
        witness_y(c.witness_a_y.data(), c.size()),
        witness_z(c.witness_a_z.data(), c.size()),
        feature_a(c.feature_a.data(), c.size()),
        feature_b(c.feature_b.data(), c.size()),
        status(c.status.data(), c.size()) {}
  CContacts<T> view() const {
    CContacts<T> o{};
    o.size = sizeof o;
    o.separation.data = separation.data(), o.status.data = status.data();
    o.normal = {normal_x.data(), normal_y.data(), normal_z.data(), 1};
    o.witness_a = {witness_x.data(), witness_y.data(), witness_z.data(), 1};
    o.feature_a.data = reinterpret_cast<std::uint64_t*>(feature_a.data());
    o.feature_b.data = reinterpret_cast<std::uint64_t*>(feature_b.data());
    return o;
  }
};

template <class T>
class DeviceCFacets : public GpuTest {
 protected:
  /// Searches with no room, with room for pairs of facets, and with all that is told: the last one has `expected`.
  template <class Find, class Of>
  static void expect_found(Find find, const FacetsCopied& in, const Of& of, abut_facet_options options,
                           const FacetContacts<T>& expected) {
    const std::uint64_t room_for_pairs = in.pairs.size() + 50;
    const FacetsOnDevice<T> out(room_for_pairs, expected.size());
    const auto c_out = out.out();
    const auto run = [&] {
      std::size_t bytes = 0;
      EXPECT_OK(abut_cuda_find_facet_contacts_workspace(room_for_pairs, in.parts.count, &options, &bytes));
      const OnDevice<unsigned char> workspace(bytes);
      const abut_cuda cuda = with(workspace, bytes);
      EXPECT_OK(find(&cuda, in.facets, &in.device_parts, &of, &options, &c_out));
      EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      return out.room_needed.download()[0];
    };
    const std::vector<std::uint64_t> none(in.pairs.size() + 1, 0);
    for (const bool of_pairs : {true, false}) {
      const abut_facet_room told = run();
      EXPECT_EQ(out.needed.download()[0], ~std::uint64_t{0});
      EXPECT_EQ(out.download(in.pairs.size()).offsets, none);
      ASSERT_GT(of_pairs ? told.facet_pairs : told.contacts, 0u);
      options.room = told;
      if (of_pairs) options.room.contacts = 0;
    }
    const abut_facet_room told = run();
    EXPECT_EQ(told.facet_pairs, options.room.facet_pairs);
    EXPECT_EQ(told.contacts, options.room.contacts);
    out.download(in.pairs.size()).expect_same(expected);
  }
};
using FacetScalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceCFacets, FacetScalars);

TYPED_TEST(DeviceCFacets, OfPairsAndOfAListHaveTheBitsOfTheCppLibrary) {
  using T = TypeParam;
  using Of = FacetsOf<T>;
  const FacetsCopied in;
  Contacts<T> asked(in.pairs.size());
  query_pairs<T>(Cpu{1}, in.shapes.view<T>(), in.bodies.parts(), in.pairs, {}, asked.view());
  const ContactsView<T> view = asked.view();
  const RecordsForFacets<T> on_device(asked);
  const auto records = on_device.view();
  const auto pairs = c_pairs(in.first_pair(), in.pairs.size());
  const std::uint64_t many = in.pairs.size();
  const OnDevice<std::uint64_t> count(&many, 1);
  const OnDevice<abut_pair> longer(many + 50);
  ASSERT_EQ(cudaMemcpy(longer.data(), in.pairs.data(), many * sizeof(abut_pair), cudaMemcpyHostToDevice), cudaSuccess);
  const auto list = c_list(longer.data(), many + 50, count.data());
  abut_facet_options options = in.options();
  for (const bool contacts : {true, false}) {
    for (const bool with_records : {false, true}) {
      SCOPED_TRACE(std::string(contacts ? "features" : "all") + (with_records ? ", records" : ""));
      options.contacts = contacts ? 1 : 0;
      const FacetContacts<T> expected = find_facet_contacts<T>(
          Cpu{1}, in.trees, in.bodies.parts(), {in.pairs, with_records ? &view : nullptr}, {in.alert, contacts});
      ASSERT_GT(expected.size(), 50u);
      const typename Of::Pairs of{sizeof of, pairs, with_records ? &records : nullptr};
      ASSERT_NO_FATAL_FAILURE(this->expect_found(Of::on_device, in, of, options, expected));
      const typename Of::ListPairs of_list{sizeof of_list, list, with_records ? &records : nullptr};
      ASSERT_NO_FATAL_FAILURE(this->expect_found(Of::of_list, in, of_list, options, expected));
    }
  }
}

int failed(int code) {
  if (code != ABUT_OK) ADD_FAILURE() << abut_last_message();
  return code != ABUT_OK;
}

TEST_F(DeviceC, ContactsOfFacetsAreFoundAsTheGuideShows) {
  const FacetsCopied in;
  const FacetContacts<double> expected =
      find_facet_contacts<double>(Cpu{1}, in.trees, in.bodies.parts(), {in.pairs, nullptr}, {in.alert});
  const FacetsOnDevice<double> answer(in.pairs.size(), expected.size());
  const std::uint64_t many = in.pairs.size();
  const OnDevice<std::uint64_t> count(&many, 1);
  const abut_pair_list list = c_list(const_cast<abut_pair*>(in.first_pair()), many, count.data()).s;
  const abut_facet_trees* const trees = in.c_trees;
  const abut_parts parts = in.device_parts;
  const abut_facet_contacts_f64 out = answer.out();
  const abut_contacts_f64* const records = nullptr;
  abut_facet_options options = in.options();
  options.room = {1u << 16, 1u << 16};
  abut_device_facets* facets = nullptr;
  abut_cuda cuda{};
  cuda.size = sizeof cuda;
  std::size_t bytes = 0;
  std::vector<std::unique_ptr<OnDevice<unsigned char>>> memory;
  const auto device_memory = [&](std::size_t size) {
    memory.push_back(std::make_unique<OnDevice<unsigned char>>(size));
    return memory.back()->data();
  };
  const auto once = [&] {
    if (failed(abut_device_facets_bytes(trees, &bytes)) ||
        failed(abut_cuda_copy_facets(&cuda, trees, device_memory(bytes), bytes, &facets)) ||
        failed(abut_cuda_find_facet_contacts_workspace(list.capacity, parts.count, &options, &bytes))) {
      return 1;
    }
    cuda.workspace = device_memory(bytes), cuda.workspace_bytes = bytes;
    return 0;
  };
  const auto step = [&] {
    const abut_pair_list_contacts_f64 of = {sizeof of, &list, records};
    return failed(abut_cuda_find_facet_contacts_of_list_f64(&cuda, facets, &parts, &of, &options, &out));
  };
  ASSERT_EQ(once(), 0);
  ASSERT_EQ(step(), 0);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  answer.download(in.pairs.size()).expect_same(expected);

  // What only the checked flag sees, and a copy that is gone.
  const abut_pair bad{0, 1000000};
  const OnDevice<abut_pair> bad_pairs(&bad, 1);
  const auto bad_list = c_pairs(bad_pairs.data(), 1);
  const abut_pair_contacts_f64 of_bad{sizeof of_bad, bad_list, nullptr};
  const auto search = [&] { return abut_cuda_find_facet_contacts_f64(&cuda, facets, &parts, &of_bad, &options, &out); };
  cuda.flags = ABUT_CUDA_CHECKED;
  EXPECT_EQ(search(), ABUT_INVALID_INPUT);
  EXPECT_NE(std::string(abut_last_message()).find("1000000"), std::string::npos) << abut_last_message();
  ASSERT_OK(abut_device_facets_free(facets));
  EXPECT_EQ(search(), ABUT_INVALID_HANDLE);
}

}  // namespace
}  // namespace abut::test
