// Contacts of closed surfaces through the C interface, from step to step: the bits of the C++ library, the last answer
// again where there was too little room, and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "abut/surface/surface_contacts.h"
#include "tests/capi/refused.h"
#include "tests/capi/surface_bodies.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

template <class T>
struct SurfacesOf;
template <>
struct SurfacesOf<float> {
  using Contacts = abut_surface_contacts_f32;
  static constexpr auto step = abut_surface_contact_finder_find_f32;
  static constexpr auto last = abut_surface_contact_finder_contacts_f32;
};
template <>
struct SurfacesOf<double> {
  using Contacts = abut_surface_contacts_f64;
  static constexpr auto step = abut_surface_contact_finder_find_f64;
  static constexpr auto last = abut_surface_contact_finder_contacts_f64;
};

/// Room for a step's pairs and contacts.
template <class T>
struct SurfaceRoom {
  std::vector<abut_pair> pairs;
  std::uint64_t count = 99, needed = 98;
  std::vector<std::uint64_t> offsets, key;
  std::vector<T> separation;
  std::vector<Vec3<T>> normal, point;
  std::vector<double> u, v;
  std::vector<std::uint8_t> status;

  SurfaceRoom(std::size_t pair_count, std::size_t n)
      : pairs(pair_count),
        offsets(pair_count + 1, 76),
        key(n),
        separation(n, T(-7)),
        normal(n),
        point(n),
        u(n),
        v(n),
        status(n) {}
  Argument<abut_pair_list> list() { return c_list(pairs, &count); }
  typename SurfacesOf<T>::Contacts out() {
    typename SurfacesOf<T>::Contacts o{};
    const auto rows = [](std::vector<Vec3<T>>& r) {
      using Vectors = decltype(o.normal);
      return r.empty() ? Vectors{} : Vectors{&r[0].x, &r[0].y, &r[0].z, 3};
    };
    o.size = sizeof o;
    o.offsets = offsets.data(), o.capacity = separation.size(), o.needed = &needed;
    o.key.data = key.data(), o.separation.data = separation.data();
    o.normal = rows(normal), o.point = rows(point);
    o.u.data = u.data(), o.v.data = v.data(), o.status.data = status.data();
    return o;
  }
  void expect_same(const SurfaceContacts<T>& cpp) const {
    EXPECT_EQ(needed, cpp.size());
    EXPECT_EQ(offsets, cpp.offsets);
    EXPECT_EQ(key, cpp.key);
    expect_same_bits(separation, cpp.separation, "separation");
    expect_same_bits(normal, cpp.normal, "normal"), expect_same_bits(point, cpp.point, "point");
    expect_same_bits(u, cpp.u, "u"), expect_same_bits(v, cpp.v, "v");
    EXPECT_EQ(status, cpp.status);
  }
};

/// A handle that is freed.
struct CFinder {
  abut_surface_contact_finder* handle = nullptr;
  explicit CFinder(int threads = 1) { EXPECT_OK(abut_surface_contact_finder_new(threads, &handle)); }
  ~CFinder() { EXPECT_OK(abut_surface_contact_finder_free(handle)); }
  CFinder(const CFinder&) = delete;
  CFinder& operator=(const CFinder&) = delete;

  std::vector<unsigned char> save() const {
    std::size_t bytes = 0;
    EXPECT_OK(abut_surface_contact_finder_save(handle, nullptr, 0, &bytes));
    std::vector<unsigned char> saved(bytes);
    EXPECT_OK(abut_surface_contact_finder_save(handle, saved.data(), bytes, &bytes));
    return saved;
  }
};

abut_surface_contact_options contact_options() {
  abut_surface_contact_options options;
  EXPECT_OK(abut_surface_contact_options_init(&options, sizeof options));
  options.alert_distance = 0.05;
  return options;
}

template <class T>
class CSurfaceContactFinder : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CSurfaceContactFinder, Scalars);

TYPED_TEST(CSurfaceContactFinder, HasTheBitsOfTheCppLibraryWhileBodiesMove) {
  using T = TypeParam;
  SurfaceBodies in;
  Random random(17);
  const CFinder finder(2), resumed;
  SurfaceContactFinder cpp_finder(Cpu{1});
  const abut_surface_contact_options options = contact_options();
  for (int step = 0; step < 5; ++step) {
    SCOPED_TRACE(step);
    const SurfaceContacts<T> cpp =
        cpp_finder.find<T>(in.grains.surfaces, in.bodies.parts(), in.pairs, {.alert_distance = 0.05});
    ASSERT_GT(cpp.size(), 50u);
    const auto pairs = cpp_finder.pairs();
    ASSERT_LT(pairs.size(), in.pairs.size()) << "those without contacts are left out";
    if (step == 3) {
      const auto saved = finder.save();
      ASSERT_OK(abut_surface_contact_finder_restore(resumed.handle, saved.data(), saved.size()));
    }
    for (const CFinder* f : {&finder, &resumed}) {
      if (f == &resumed && step < 3) continue;
      SurfaceRoom<T> room(pairs.size(), cpp.size()), again(pairs.size(), cpp.size());
      auto out = room.out();
      ASSERT_OK(SurfacesOf<T>::step(f->handle, in.surfaced(), c_pairs(in.pairs), &options, room.list(), &out));
      expect_same_pairs(pairs, room.pairs, room.count);
      room.expect_same(cpp);
      out = again.out();
      ASSERT_OK(SurfacesOf<T>::last(f->handle, again.list(), &out));
      again.expect_same(cpp);
      abut_surface_step_counts counts{};
      counts.size = sizeof counts;
      ASSERT_OK(abut_surface_contact_finder_counts(f->handle, &counts));
      EXPECT_EQ(counts.candidates, in.pairs.size());
      EXPECT_EQ(counts.queries, cpp_finder.counts().queries);
      EXPECT_EQ(counts.knots, cpp_finder.counts().knots);
    }
    std::size_t bytes = 0;
    ASSERT_OK(abut_surface_contact_finder_memory(finder.handle, &bytes));
    EXPECT_GT(bytes, 1000u);
    in.move(random, 2e-3);
  }
}

TYPED_TEST(CSurfaceContactFinder, GivesItsAnswerAgainWhereThereWasTooLittleRoom) {
  using T = TypeParam;
  SurfaceBodies in;
  const CFinder finder;
  const abut_surface_contact_options options = contact_options();
  SurfaceRoom<T> small(1, 1);
  auto out = small.out();
  expect_refused(SurfacesOf<T>::step(finder.handle, in.surfaced(), c_pairs(in.pairs), &options, small.list(), &out),
                 ABUT_TOO_SMALL, "pairs->capacity is 1, out->capacity 1; needed are ");
  EXPECT_EQ(small.separation[0], T(-7));
  EXPECT_EQ(small.offsets[0], 76u);
  SurfaceRoom<T> room(small.count, small.needed);
  out = room.out();
  ASSERT_OK(SurfacesOf<T>::last(finder.handle, room.list(), &out));
  EXPECT_EQ(room.offsets.back(), small.needed);
  std::uint64_t count = 0;
  std::vector<abut_pair> pairs(small.count);
  ASSERT_OK(abut_surface_contact_finder_pairs(finder.handle, c_list(pairs, &count)));
  EXPECT_EQ(count, small.count);
  // Without arrays, for the numbers alone.
  typename SurfacesOf<T>::Contacts numbers{};
  std::uint64_t needed = 0;
  numbers.size = sizeof numbers, numbers.needed = &needed;
  ASSERT_OK(SurfacesOf<T>::last(finder.handle, c_list(nullptr, 0, &count), &numbers));
  EXPECT_EQ(needed, small.needed);
}

TEST(CSurfaceContacts, AreRefusedByName) {
  SurfaceBodies in;
  const CFinder finder;
  SurfaceRoom<double> room(500, 5000);
  auto out = room.out();
  abut_surface_contact_options options = contact_options();
  const auto call = [&] {
    return abut_surface_contact_finder_find_f64(finder.handle, in.surfaced(), c_pairs(in.pairs), &options, room.list(),
                                                &out);
  };
  ASSERT_OK(call());
  abut_surface_contacts_f32 other{};
  other.size = sizeof other;
  std::uint64_t count = 0;
  EXPECT_INPUT(abut_surface_contact_finder_contacts_f32(finder.handle, c_list(nullptr, 0, &count), &other),
               "the finder's contacts are in double; allowed is a function that ends as the one that found them");
  options.alert_distance = -1;
  EXPECT_INPUT(call(), "SurfaceContactFinder::find: alert_distance is -1; allowed is 0 or more, finite");
  // A search that fails leaves no answer.
  ASSERT_OK(abut_surface_contact_finder_contacts_f64(finder.handle, room.list(), &out));
  EXPECT_EQ(room.needed, 0u);
  options = contact_options(), out.offsets = nullptr;
  EXPECT_INPUT(call(), "out->offsets is null");
  out = room.out(), out.normal.y = nullptr;
  EXPECT_INPUT(call(), "out->normal has null and other pointers; allowed are three of one");
  out = room.out();
  expect_structure_is_checked("parts", in.surfaced().s, [&](const abut_surfaced_parts* parts) {
    return abut_surface_contact_finder_find_f64(finder.handle, parts, c_pairs(in.pairs), &options, room.list(), &out);
  });
  options.knots_of_b = 0;
  ASSERT_OK(call());
  ASSERT_GT(room.needed, 10u);
  for (std::uint64_t i = 0; i < room.needed; ++i) EXPECT_EQ(room.key[i] & ABUT_SURFACE_CONTACT_OF_B, 0u);
  options.knots_of_a = 0;
  ASSERT_OK(call());
  EXPECT_EQ(room.needed, 0u);
  const auto saved = finder.save();
  EXPECT_INPUT(abut_surface_contact_finder_restore(finder.handle, saved.data(), saved.size() - 1),
               "SurfaceContactFinder::restore: the bytes are not those that were saved");
  EXPECT_INPUT(abut_surface_contact_finder_restore(finder.handle, nullptr, 8), "saved is null");
  std::size_t bytes = 0;
  unsigned char byte = 0;
  expect_refused(abut_surface_contact_finder_save(finder.handle, &byte, 1, &bytes), ABUT_TOO_SMALL,
                 "capacity is 1; needed are " + std::to_string(saved.size()) + " bytes");
  ASSERT_OK(abut_surface_contact_finder_reset(finder.handle));
  EXPECT_LT(finder.save().size(), saved.size());
  EXPECT_INPUT(abut_surface_contact_finder_new(-1, nullptr), "finder is null");
}

TEST(CContactSurfaces, HaveWhatWasSet) {
  SurfaceBodies in;
  int has = 9;
  ASSERT_OK(abut_contact_surfaces_has(in.c_surfaces, 1, &has));
  EXPECT_EQ(has, 1);
  ASSERT_OK(abut_contact_surfaces_has(in.c_surfaces, 2, &has));
  EXPECT_EQ(has, 0);
  CSurface copy;
  ASSERT_OK(abut_contact_surfaces_surface(in.c_surfaces, 0, &copy.handle));
  copy.expect_same(unit_sphere());
  std::size_t count = 0, bytes = 0;
  ASSERT_OK(abut_contact_surfaces_knots(in.c_surfaces, 0, nullptr, 0, &count));
  EXPECT_EQ(count, in.grains.surfaces.knots(0).size());
  ASSERT_OK(abut_contact_surfaces_bytes(in.c_surfaces, &bytes));
  EXPECT_EQ(bytes, in.grains.surfaces.bytes());
  const CSurface open(flat_square(1));
  std::uint32_t shape = 0;
  const double half[3] = {1, 1, 1};
  ASSERT_OK(abut_shapes_add_box(in.c_shapes, half, 0, &shape));
  EXPECT_INPUT(abut_contact_surfaces_set(in.c_surfaces, in.c_shapes, shape, open.handle, nullptr, 0),
               "mass_properties: the surface is open along ");
  EXPECT_INPUT(abut_contact_surfaces_set(in.c_surfaces, in.c_shapes, 0, copy.handle, nullptr, 0),
               "ContactSurfaces::set: shape 0 has a surface; allowed is one");
  EXPECT_INPUT(abut_contact_surfaces_set(in.c_surfaces, in.c_shapes, shape, copy.handle, nullptr, 3), "knots is null");
  EXPECT_INPUT(abut_contact_surfaces_knots(in.c_surfaces, shape, nullptr, 0, &count),
               "ContactSurfaces: shape 2 has no surface");
}

}  // namespace
}  // namespace abut::test
