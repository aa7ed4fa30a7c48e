// Facet contacts from step to step of the C interface: the bits of the C++ library while bodies move, the last answer
// again where there was too little room, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "abut/facet_contact_finder.h"
#include "tests/capi/facet_bodies.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

/// A handle that is freed.
struct CFinder {
  abut_facet_contact_finder* handle = nullptr;
  explicit CFinder(int threads = 1) { EXPECT_OK(abut_facet_contact_finder_new(threads, &handle)); }
  ~CFinder() { EXPECT_OK(abut_facet_contact_finder_free(handle)); }
  CFinder(const CFinder&) = delete;
  CFinder& operator=(const CFinder&) = delete;

  abut_facet_step_counts counts() const {
    abut_facet_step_counts c{};
    c.size = sizeof c;
    EXPECT_OK(abut_facet_contact_finder_counts(handle, &c));
    return c;
  }
};

/// Room for a step's pairs and contacts.
template <class T>
struct StepRoom {
  static constexpr abut_pair unwritten{77, 78};
  std::vector<abut_pair> pairs;
  std::uint64_t count = 99;
  FacetRoom<T> contacts;
  StepRoom(std::size_t pair_count, std::size_t contact_count)
      : pairs(pair_count, unwritten), contacts(pair_count, contact_count) {
    contacts.offsets.assign(pair_count + 1, 76);
    contacts.needed = 98;
  }
  Argument<abut_pair_list> list() { return c_list(pairs, &count); }

  void expect_unwritten() const {
    for (const abut_pair& p : pairs) ASSERT_EQ(p.a, 77u);
    for (const std::uint64_t offset : contacts.offsets) ASSERT_EQ(offset, 76u);
    for (const T s : contacts.separation) ASSERT_EQ(s, T(-7));
  }
};

template <class T>
class CFacetContactFinder : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CFacetContactFinder, Scalars);

void expect_same_counts(const abut_facet_step_counts& c, const FacetStepCounts& cpp) {
  EXPECT_EQ(c.candidates, cpp.candidates);
  EXPECT_EQ(c.apart, cpp.apart);
  EXPECT_EQ(c.hulls, cpp.hulls);
  EXPECT_EQ(c.kept, cpp.kept);
  EXPECT_EQ(c.listed, cpp.listed);
  EXPECT_EQ(c.box_pairs, cpp.search.box_pairs);
  EXPECT_EQ(c.facet_pairs, cpp.search.facet_pairs);
  EXPECT_EQ(c.distances, cpp.search.distances);
}

TYPED_TEST(CFacetContactFinder, HasTheBitsOfTheCppLibraryWhileBodiesMove) {
  using T = TypeParam;
  for (const bool contacts : {true, false}) {
    FacetBodies in;
    Random random(17);
    const CFinder finder(2);
    FacetContactFinder cpp_finder(Cpu{1});
    abut_facet_options options = in.options();
    options.contacts = contacts ? 1 : 0;
    options.join_parts = 0;
    std::uint64_t kept = 0, listed = 0;
    for (int step = 0; step < 8; ++step) {
      SCOPED_TRACE(step);
      const FacetContacts<T> cpp =
          cpp_finder.find<T>(in.shapes, in.trees, in.bodies.parts(), in.pairs,
                             {.alert_distance = in.alert, .contacts = contacts, .join_parts = false});
      ASSERT_GT(cpp.size(), 50u);
      const auto pairs = cpp_finder.pairs();
      StepRoom<T> room(pairs.size(), cpp.size());
      const auto out = room.contacts.out();
      ASSERT_OK(FacetsOf<T>::step(finder.handle, in.faceted(), c_pairs(in.pairs), &options, room.list(), &out));
      expect_same_pairs(pairs, room.pairs, room.count);
      room.contacts.expect_same(cpp);
      StepRoom<T> again(pairs.size(), cpp.size());
      const auto out_again = again.contacts.out();
      ASSERT_OK(FacetsOf<T>::last(finder.handle, again.list(), &out_again));
      expect_same_pairs(pairs, again.pairs, again.count);
      again.contacts.expect_same(cpp);
      ASSERT_FALSE(this->HasFailure());
      const abut_facet_step_counts counts = finder.counts();
      expect_same_counts(counts, cpp_finder.counts());
      std::size_t bytes = 0;
      ASSERT_OK(abut_facet_contact_finder_memory(finder.handle, &bytes));
      EXPECT_EQ(bytes, cpp_finder.memory());
      kept += counts.kept, listed += counts.listed;
      in.move(random, 2e-3);
    }
    EXPECT_GT(kept, listed);
    EXPECT_GT(listed, 50u);
  }
}

TYPED_TEST(CFacetContactFinder, GivesItsAnswerAgainWhereThereWasTooLittleRoom) {
  using T = TypeParam;
  FacetBodies in;
  const CFinder finder;
  const abut_facet_options options = in.options();
  const auto step = [&](StepRoom<T>& room) {
    const auto out = room.contacts.out();
    return FacetsOf<T>::step(finder.handle, in.faceted(), c_pairs(in.pairs), &options, room.list(), &out);
  };
  const auto last = [&](StepRoom<T>& room) {
    const auto out = room.contacts.out();
    return FacetsOf<T>::last(finder.handle, room.list(), &out);
  };
  std::uint64_t count = 0;
  FacetRoom<T> numbers(0, 0);
  auto numbers_alone = numbers.out();
  numbers_alone.offsets = nullptr;
  ASSERT_OK(FacetsOf<T>::step(finder.handle, in.faceted(), c_pairs(in.pairs), &options, c_list(nullptr, 0, &count),
                              &numbers_alone));
  const std::size_t pairs = count, contacts = numbers.needed;
  ASSERT_GT(pairs, 20u);
  ASSERT_LT(pairs, in.pairs.size()) << "those without contacts are left out";
  ASSERT_GT(contacts, pairs);
  ASSERT_OK(abut_facet_contact_finder_reset(finder.handle));

  const auto needed = "; needed are " + std::to_string(pairs) + " pairs and " + std::to_string(contacts) + " contacts";
  const auto expect_too_small = [&](auto&& call, std::size_t pair_room, std::size_t contact_room) {
    StepRoom<T> room(pair_room, contact_room);
    expect_refused(
        call(room), ABUT_TOO_SMALL,
        "pairs->capacity is " + std::to_string(pair_room) + ", out->capacity " + std::to_string(contact_room) + needed);
    EXPECT_EQ(room.count, pairs);
    EXPECT_EQ(room.contacts.needed, contacts);
    room.expect_unwritten();
  };
  expect_too_small(step, pairs - 1, contacts);
  const std::uint64_t hulls = finder.counts().hulls;
  EXPECT_GT(hulls, 0u);
  expect_too_small(last, pairs, contacts - 1);
  expect_too_small(last, pairs - 1, contacts);
  StepRoom<T> pairs_alone(pairs, 0);
  ASSERT_OK(last(pairs_alone)) << "arrays of contacts that are null are not asked for";
  StepRoom<T> all(pairs, contacts);
  ASSERT_OK(last(all));
  EXPECT_EQ(pairs_alone.contacts.offsets, all.contacts.offsets);
  EXPECT_EQ(std::memcmp(pairs_alone.pairs.data(), all.pairs.data(), pairs * sizeof(abut_pair)), 0);
  EXPECT_EQ(all.contacts.offsets.back(), contacts);
  EXPECT_EQ(finder.counts().hulls, hulls) << "nothing is searched for again";

  StepRoom<T> anew(pairs + 3, contacts + 3);
  ASSERT_OK(step(anew));
  EXPECT_EQ(finder.counts().hulls, 0u) << "a search of bodies at rest";
  EXPECT_EQ(std::memcmp(anew.pairs.data(), all.pairs.data(), pairs * sizeof(abut_pair)), 0);
  EXPECT_EQ(anew.pairs[pairs].a, 77u) << "no more is written than there is";
  EXPECT_EQ(anew.contacts.offsets[pairs + 1], 76u);
  EXPECT_EQ(anew.contacts.separation[contacts], T(-7));
  EXPECT_EQ(std::memcmp(anew.contacts.point.data(), all.contacts.point.data(), contacts * sizeof(Vec3<T>)), 0);
}

TYPED_TEST(CFacetContactFinder, HasNoAnswerBeforeAStepAndBehindAReset) {
  using T = TypeParam;
  FacetBodies in;
  const CFinder finder;
  const auto expect_none = [&] {
    StepRoom<T> room(2, 2);
    const auto out = room.contacts.out();
    ASSERT_OK(FacetsOf<T>::last(finder.handle, room.list(), &out));
    EXPECT_EQ(room.count, 0u);
    EXPECT_EQ(room.contacts.needed, 0u);
    EXPECT_EQ(room.contacts.offsets, (std::vector<std::uint64_t>{0, 76, 76}));
    StepRoom<T> list(2, 0);
    ASSERT_OK(abut_facet_contact_finder_pairs(finder.handle, list.list()));
    EXPECT_EQ(list.count, 0u);
    EXPECT_EQ(finder.counts().candidates, 0u);
  };
  expect_none();
  const abut_facet_options options = in.options();
  StepRoom<T> room(in.pairs.size(), 0);
  const auto out = room.contacts.out();
  ASSERT_OK(FacetsOf<T>::step(finder.handle, in.faceted(), c_pairs(in.pairs), &options, room.list(), &out));
  StepRoom<T> list(in.pairs.size(), 0);
  ASSERT_OK(abut_facet_contact_finder_pairs(finder.handle, list.list()));
  EXPECT_EQ(list.count, room.count);
  EXPECT_EQ(std::memcmp(list.pairs.data(), room.pairs.data(), room.count * sizeof(abut_pair)), 0);
  EXPECT_EQ(finder.counts().candidates, in.pairs.size());

  // The answer is in the precision in which it was found.
  typename FacetsOf<T>::Other other{};
  other.size = sizeof other, other.offsets = room.contacts.offsets.data();
  EXPECT_INPUT(FacetsOf<T>::last_of_the_other(finder.handle, room.list(), &other),
               std::string("the finder's contacts are in ") + (std::is_same_v<T, float> ? "float" : "double") +
                   "; allowed is a function that ends as the one that found them");
  ASSERT_OK(abut_facet_contact_finder_reset(finder.handle));
  expect_none();
}

/// As docs/how-to/c.md shows it.
TEST(CFacetContactFinderExample, GrowsWithTheContacts) {
  FacetBodies in;
  const CFinder held;
  abut_facet_contact_finder* const finder = held.handle;
  const abut_facet_options options = in.options();
  const abut_pairs candidates = c_pairs(in.pairs).s;
  std::vector<abut_pair> pairs;
  std::vector<std::uint64_t> offsets(1);
  std::vector<double> separations;
  std::uint64_t pair_count = 0, contact_count = 0;
  abut_pair_list with_contacts = {sizeof with_contacts, nullptr, 0, &pair_count, nullptr};
  abut_facet_contacts_f64 contacts{};
  contacts.size = sizeof contacts, contacts.offsets = offsets.data(), contacts.needed = &contact_count;
  double nowhere = 0;
  contacts.separation.data = &nowhere;
  const auto make_room = [&] {
    pairs.resize(pair_count), offsets.resize(pair_count + 1), separations.resize(contact_count);
    with_contacts.pairs = pairs.data(), with_contacts.capacity = pair_count;
    contacts.offsets = offsets.data(), contacts.capacity = contact_count;
    contacts.separation.data = separations.data();
  };
  abut_shapes* const shapes = in.c_shapes;
  abut_facet_trees* const trees = in.c_trees;
  const abut_parts& parts = in.parts;

  const abut_faceted_parts of = {sizeof of, shapes, trees, &parts};
  int code = abut_facet_contact_finder_find_f64(finder, &of, &candidates, &options, &with_contacts, &contacts);
  if (code == ABUT_TOO_SMALL) {
    make_room(); /* for pair_count pairs, one offset more, and contact_count contacts */
    code = abut_facet_contact_finder_contacts_f64(finder, &with_contacts, &contacts);
  }

  ASSERT_OK(code);
  ASSERT_GT(separations.size(), 50u);
  EXPECT_EQ(offsets.back(), separations.size());
  const FacetContacts<double> cpp =
      FacetContactFinder().find<double>(in.shapes, in.trees, in.bodies.parts(), in.pairs, {.alert_distance = in.alert});
  EXPECT_EQ(offsets, cpp.offsets);
  EXPECT_EQ(separations, cpp.separation);
}

TEST(CFacetContactFinderInput, IsCheckedAndAFailedSearchLeavesNoAnswer) {
  FacetBodies in;
  const CFinder finder;
  StepRoom<double> room(in.pairs.size(), 0);
  const abut_pairs candidates = c_pairs(in.pairs).s;
  const abut_faceted_parts parts = in.faceted().s;
  const abut_pair_list list = room.list().s;
  abut_facet_contacts_f64 out = room.contacts.out();
  abut_facet_options options = in.options();
  const auto find = [&](const abut_faceted_parts* p, const abut_pairs* c, const abut_facet_options* o,
                        const abut_pair_list* l, const abut_facet_contacts_f64* to) {
    return abut_facet_contact_finder_find_f64(finder.handle, p, c, o, l, to);
  };
  expect_structure_is_checked("parts", parts,
                              [&](const auto* p) { return find(p, &candidates, &options, &list, &out); });
  expect_structure_is_checked("parts->parts", in.parts, [&](const abut_parts* view) {
    return find(c_faceted(in.c_shapes, in.c_trees, view), &candidates, &options, &list, &out);
  });
  expect_structure_is_checked("candidates", candidates,
                              [&](const auto* c) { return find(&parts, c, &options, &list, &out); });
  expect_size_is_checked("options", options, [&](const auto* o) { return find(&parts, &candidates, o, &list, &out); });
  expect_structure_is_checked("pairs", list,
                              [&](const auto* l) { return find(&parts, &candidates, &options, l, &out); });
  expect_structure_is_checked("out", out,
                              [&](const auto* to) { return find(&parts, &candidates, &options, &list, to); });
  expect_structure_is_checked("out", list,
                              [&](const auto* l) { return abut_facet_contact_finder_pairs(finder.handle, l); });
  abut_facet_step_counts counts{};
  counts.size = sizeof counts;
  EXPECT_INPUT(abut_facet_contact_finder_counts(finder.handle, nullptr), "counts is null; allowed is a pointer");
  counts.size = 4;
  EXPECT_INPUT(abut_facet_contact_finder_counts(finder.handle, &counts), "counts->size is 4; allowed is");
  EXPECT_INPUT(abut_facet_contact_finder_memory(finder.handle, nullptr), "bytes is null");

  abut_pair_list bad = list;
  std::uint64_t rows = 0;
  bad.rows = &rows;
  EXPECT_INPUT(find(&parts, &candidates, &options, &bad, &out), "pairs->rows is not null; allowed is null");
  bad = list, bad.count = nullptr;
  EXPECT_INPUT(find(&parts, &candidates, &options, &bad, &out), "pairs->count is null");
  bad = list, bad.pairs = nullptr;
  EXPECT_INPUT(find(&parts, &candidates, &options, &bad, &out), "pairs->pairs is null; allowed is an array of");
  out.offsets = nullptr;
  EXPECT_INPUT(find(&parts, &candidates, &options, &list, &out), "out->offsets is null; allowed is a pointer");
  out = room.contacts.out();
  double x = 0;
  out.point.y = &x;
  EXPECT_INPUT(find(&parts, &candidates, &options, &list, &out), "out->point has null and other pointers");
  out = room.contacts.out();

  abut_facet_contact_finder* none = nullptr;
  EXPECT_INPUT(abut_facet_contact_finder_new(-1, &none), "threads is -1");
  EXPECT_EQ(none, nullptr);

  const auto expect_failure = [&](const abut_pairs* c, const char* why) {
    ASSERT_OK(find(&parts, &candidates, &options, &list, &out));
    ASSERT_GT(room.count, 0u);
    const abut_facet_options given = options;
    if (c == nullptr) options.alert_distance = -1;
    EXPECT_INPUT(find(&parts, c == nullptr ? &candidates : c, &options, &list, &out), why);
    options = given;
    ASSERT_OK(abut_facet_contact_finder_contacts_f64(finder.handle, &list, &out));
    EXPECT_EQ(room.count, 0u);
    EXPECT_EQ(room.contacts.needed, 0u);
    abut_facet_contacts_f32 in_float{};
    in_float.size = sizeof in_float, in_float.offsets = room.contacts.offsets.data();
    EXPECT_OK(abut_facet_contact_finder_contacts_f32(finder.handle, &list, &in_float)) << "no answer, no precision";
  };
  expect_failure(c_pairs({{0, 2}, {0, 1}}), "candidates[1] is (0, 1) behind (0, 2)");
  expect_failure(c_pairs({{0, 1}, {0, 40}}), "candidates[1] is (0, 40): there are 40 parts");
  expect_failure(nullptr, "alert_distance is -1; allowed is 0 or more, finite");
  EXPECT_OK(find(&parts, &candidates, nullptr, &list, &out)) << "null options are the defaults";
}

}  // namespace
}  // namespace abut::test
