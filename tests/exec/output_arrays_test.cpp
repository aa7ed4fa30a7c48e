// Output arrays of a batch, one by one: what is not wanted is not written, rows may have any stride and run backwards,
// and what lies between the elements stays as it is; for every instruction set.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "tests/support/every_set.h"

namespace abut {
namespace {

using test::answer;
using test::batch_of;
using test::Regime;
using test::ShapePairs;

template <class T>
class OutputArrays : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(OutputArrays, Scalars);

constexpr std::size_t pair_count = 120;
constexpr unsigned char stain = 0xa5;

/// Vertex sets, curved kinds and closed forms, apart and overlapping, whose batch is of no whole packs.
struct Mixed {
  ShapeSet shapes = test::mixed_shapes(71);
  ShapePairs in;

  Mixed() {
    test::add_curved_and_large(shapes, 71);
    for (const Regime regime : {Regime::separated, Regime::near, Regime::shallow}) {
      const ShapePairs some = test::random_pairs(shapes, pair_count / 3, regime, 72);
      for (std::size_t i = 0; i < some.pairs.size(); ++i) in.add(some.pairs[i], some.pose(i));
    }
  }
};

/// Elements `stride` apart in memory that is stained; a negative one runs backwards from the end.
template <class E>
class Spread {
 public:
  explicit Spread(std::ptrdiff_t stride) : stride_(stride), values_((pair_count + 2) * std::abs(stride)) {
    std::memset(static_cast<void*>(values_.data()), stain, values_.size() * sizeof(E));
  }
  E* first() { return values_.data() + place(0); }
  std::ptrdiff_t stride() const { return stride_; }

  /// Elements hold those of `expected`, the rest is stained; `expected` null: all is.
  void expect(const std::vector<E>* expected, const char* what) const {
    Spread plain(stride_);
    for (std::size_t i = 0; expected != nullptr && i < pair_count; ++i) plain.values_[place(i)] = (*expected)[i];
    EXPECT_EQ(std::memcmp(values_.data(), plain.values_.data(), values_.size() * sizeof(E)), 0)
        << what << ", stride " << stride_;
  }

 private:
  std::size_t place(std::size_t i) const {
    const std::size_t step = std::abs(stride_);
    return step * (stride_ > 0 ? i + 1 : pair_count - i);
  }
  std::ptrdiff_t stride_;
  std::vector<E> values_;
};

/// f(name, array of the contacts, member of the view) for every array of single numbers.
template <class T, class F>
void for_each_number(const F& f) {
  using C = Contacts<T>;
  using V = ContactsView<T>;
  f("separation", &C::separation, &V::separation);
  f("feature a", &C::feature_a, &V::feature_a);
  f("feature b", &C::feature_b, &V::feature_b);
  f("lower bound", &C::lower_bound, &V::lower_bound);
  f("bound gap", &C::bound_gap, &V::bound_gap);
  f("status", &C::status, &V::status);
  f("GJK iterations", &C::gjk_iterations, &V::gjk_iterations);
  f("EPA iterations", &C::epa_iterations, &V::epa_iterations);
  f("key", &C::key, &V::key);
}

/// f(name, arrays of x, y and z, member of the view) for every array of vectors.
template <class T, class F>
void for_each_vector(const F& f) {
  using C = Contacts<T>;
  using V = ContactsView<T>;
  using Array = std::vector<T> C::*;
  struct Axes {
    Array x, y, z;
  };
  f("normal", Axes{&C::normal_x, &C::normal_y, &C::normal_z}, &V::normal);
  f("witness a", Axes{&C::witness_a_x, &C::witness_a_y, &C::witness_a_z}, &V::witness_a);
  f("witness b", Axes{&C::witness_b_x, &C::witness_b_y, &C::witness_b_z}, &V::witness_b);
  f("point", Axes{&C::point_x, &C::point_y, &C::point_z}, &V::point);
}

constexpr double alerts[] = {std::numeric_limits<double>::infinity(), 0.2};

TYPED_TEST(OutputArrays, OneAloneHasWhatItHasAmongAll) {
  using T = TypeParam;
  const Mixed mixed;
  for (const double alert : alerts) {
    QueryBatch<T> batch = batch_of<T>(mixed.shapes, mixed.in, alert);
    const Contacts<T> all = answer(batch, InstructionSet::scalar);
    for (const InstructionSet set : available_instruction_sets()) {
      SCOPED_TRACE(name_of(set));
      for (const std::ptrdiff_t stride : {1, 2, 5, -1, -3}) {
        for_each_number<T>([&](const char* name, auto array, auto member) {
          using Element = std::remove_pointer_t<decltype((batch.out.*member).data)>;
          Spread<Element> into(stride);
          batch.out = {};
          batch.out.*member = {into.first(), stride};
          test::answer_into(batch, set);
          into.expect(&(all.*array), name);
        });
        for_each_vector<T>([&](const char* name, auto axes, auto member) {
          Spread<T> x(stride), y(stride), z(stride);
          batch.out = {};
          batch.out.*member = {x.first(), y.first(), z.first(), stride};
          test::answer_into(batch, set);
          x.expect(&(all.*axes.x), name), y.expect(&(all.*axes.y), name), z.expect(&(all.*axes.z), name);
        });
      }
    }
  }
}

TYPED_TEST(OutputArrays, NoneAtAllIsAllowedAndStillKeepsPolytopes) {
  using T = TypeParam;
  const Mixed mixed;
  QueryBatch<T> batch = batch_of<T>(mixed.shapes, mixed.in, alerts[0]);
  std::vector<CachedPolytope> expected(pair_count, CachedPolytope{});
  batch.cache = expected.data();
  answer(batch, InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    std::vector<CachedPolytope> kept(pair_count, CachedPolytope{});
    batch.cache = kept.data();
    batch.out = {};
    test::answer_into(batch, set);
    for (std::size_t i = 0; i < pair_count; ++i) test::expect_same_kept(kept[i], expected[i]);
  }
}

// A row a contact, as callers of other languages have them: all vectors interleaved, with numbers of theirs between.
TYPED_TEST(OutputArrays, ARowAContactHoldsAllOfIt) {
  using T = TypeParam;
  const Mixed mixed;
  QueryBatch<T> batch = batch_of<T>(mixed.shapes, mixed.in, alerts[0]);
  const Contacts<T> all = answer(batch, InstructionSet::scalar);
  constexpr std::ptrdiff_t width = 18;
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    std::vector<T> rows(pair_count * width, T(-77));
    T* const r = rows.data();
    const auto vector_at = [r](int k) { return StridedVec3<T>{r + k, r + k + 1, r + k + 2, width}; };
    batch.out = {};
    batch.out.separation = {r, width};
    batch.out.normal = vector_at(1), batch.out.witness_a = vector_at(4);
    batch.out.witness_b = vector_at(8), batch.out.point = vector_at(11);
    batch.out.lower_bound = {r + 15, width}, batch.out.bound_gap = {r + 16, width};
    test::answer_into(batch, set);
    std::vector<T> expected;
    for (std::size_t i = 0; i < pair_count; ++i) {
      const Contact<T> c = all[i];
      const Vec3<T>&n = c.normal, &a = c.witness_a, &b = c.witness_b, &p = c.point;
      expected.insert(expected.end(), {c.separation, n.x, n.y, n.z, a.x, a.y, a.z, T(-77), b.x, b.y, b.z, p.x, p.y, p.z,
                                       T(-77), c.lower_bound, c.bound_gap, T(-77)});
    }
    test::expect_same_bits(expected, rows, "number of the rows");
  }
}

}  // namespace
}  // namespace abut
