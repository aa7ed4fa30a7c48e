// The checker on records in the world, gaps, undefined normals and alert distances; each contradiction is put in on
// purpose. And what a run counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "abut/detect.h"
#include "host/torture/torture.h"

namespace abut::torture {
namespace {

template <class T>
class Records : public testing::Test {
 protected:
  static constexpr T step = static_cast<T>(20 * tolerance<T>);

  Records() {
    set_.add_box({0.5, 0.25, 0.75});
    set_.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0.125);
    set_.add_sphere(0.5);
    set_.add_sphere(0.25);
  }
  /// A body of each shape, in the world.
  void place(std::uint32_t a, std::uint32_t b, const Pose& pose_a, const Pose& pose_b) {
    pair_ = {a, b, pose_a, pose_b};
  }
  Contact<T> answer(double alert = std::numeric_limits<double>::infinity()) {
    BodySet bodies;
    for (const auto& [shape, pose] : {std::pair{pair_.a, pair_.pose_a}, {pair_.b, pair_.pose_b}}) {
      const Part part{shape, {}};
      bodies.add(pose, {&part, 1});
    }
    Contacts<T> out(1);
    const Pair parts{0, 1};
    query_pairs<T>(Cpu{1}, set_.view<T>(), bodies.parts(), {&parts, 1}, {alert}, out.view());
    return out[0];
  }
  Checked checked(const Contact<T>& contact) const {
    return Checker<T>(set_).check(pair_, pair_.pose_a.position, contact);
  }
  void expect(Fault wanted, const char* what, const std::function<void(Contact<T>&)>& falsify) {
    Contact<T> contact = answer();
    falsify(contact);
    EXPECT_STREQ(fault_name(checked(contact).fault), fault_name(wanted)) << what;
  }

  ShapeSet set_;
  PosedPair pair_{};
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Records, Scalars);

template <class T>
Vec3<T> aside(const Vec3<T>& n) {
  return std::abs(n.x) < T(0.7) ? unit_vector(cross(n, Vec3<T>{1, 0, 0})) : unit_vector(cross(n, Vec3<T>{0, 1, 0}));
}

TYPED_TEST(Records, InTheWorldAreHeldAgainstTheirBodiesPoses) {
  using T = TypeParam;
  using C = Contact<T>;
  const Mat3<double> turn = rotation_from_quaternion(0.3, -0.2, 0.7, 0.4);
  const T off = TestFixture::step;
  for (const double far : {0.0, 30.0, 1e5}) {
    for (const double apart : {0.4, 1.9}) {
      SCOPED_TRACE("at " + std::to_string(far) + ", " + std::to_string(apart) + " apart");
      const Vec3<double> at{far, -far, far};
      this->place(0, 1, {at, turn}, {at + Vec3<double>{apart, 0.1, 0.2}, rotation_from_quaternion(1, 0.1, 0.5, -0.3)});
      this->expect(Fault::none, "a right record", [](C&) {});
      this->expect(Fault::normal, "a normal across", [](C& c) { c.normal = aside(c.normal); });
      this->expect(Fault::normal, "a short normal", [&](C& c) { c.normal = c.normal * (1 - off); });
      this->expect(Fault::separation, "nearer", [&](C& c) { c.separation -= off * 3; });
      this->expect(Fault::witness_identity, "a witness beside the other one's normal",
                   [&](C& c) { c.witness_b = c.witness_b + aside(c.normal) * (off * 3); });
      this->expect(Fault::witness_outside, "both witnesses far aside", [&](C& c) {
        const Vec3<T> away = aside(c.normal) * T(4);
        c.witness_a = c.witness_a + away;
        c.witness_b = c.witness_b + away;
      });
      this->expect(Fault::lower_bound, "a bound above the truth",
                   [&](C& c) { c.lower_bound = c.separation + off * 3; });
      this->expect(Fault::own_point, "no middle", [&](C& c) { c.point = c.witness_a + aside(c.normal) * T(0.01); });
      // Seen from B the same record is that of no pair.
      Checked other = Checker<T>(this->set_).check(this->pair_, this->pair_.pose_b.position, this->answer());
      EXPECT_NE(other.fault, Fault::none) << "points from another origin";
    }
  }
}

TYPED_TEST(Records, OfGapsThatSayLessThanTheirOwnNormalContradictThemselves) {
  using T = TypeParam;
  using C = Contact<T>;
  this->place(0, 1, {}, {{2, 0.1, 0.2}});
  // Unfinished, a tenth too near, with bounds and witnesses that go with that.
  const auto nearer = [](C& c) {
    c.status = static_cast<std::uint8_t>(Status::iteration_limit);
    c.separation -= T(0.1);
    c.lower_bound = c.separation - T(0.1);
    c.bound_gap = T(0.5);
    c.witness_b = c.witness_a + c.normal * c.separation;
    c.point = (c.witness_a + c.witness_b) * T(0.5);
  };
  this->expect(Fault::own_width, "the support gap along the normal is more", nearer);
  // Along another normal it is as said.
  this->expect(Fault::own_bounds, "the separation is more than a gap of nothing above the bound",
               [&](C& c) { nearer(c), c.separation = c.lower_bound + T(0.2), c.bound_gap = 0; });
}

TYPED_TEST(Records, MayLeaveTheNormalOpenWhereAllAreAsGood) {
  using T = TypeParam;
  using C = Contact<T>;
  this->place(2, 3, {{1, 2, 3}}, {{1, 2, 3}});
  const C contact = this->answer();
  ASSERT_NE(contact.status & normal_undefined_flag, 0);
  this->expect(Fault::none, "balls about one point", [](C&) {});
  this->expect(Fault::none, "a normal is no worse for being given", [](C& c) { c.status &= 0x0f; });
  this->expect(Fault::normal, "none, and not said so", [](C& c) {
    c.status &= 0x0f;
    c.normal = {0, 0, 0};
  });
  this->expect(Fault::separation, "deeper", [](C& c) { c.separation -= T(0.01); });
  this->expect(Fault::wrong_side, "apart", [](C& c) { c.separation = T(0.01); });
}

TYPED_TEST(Records, ErrorsAreShares) {
  using T = TypeParam;
  this->place(0, 1, {}, {{0.4, 0.1, 0.2}});
  Contact<T> contact = this->answer();
  const double size = this->set_.header(0).size + this->set_.header(1).size;
  const double scale = size + std::abs(static_cast<double>(contact.separation));
  contact.separation += T(0.01);
  EXPECT_NEAR(this->checked(contact).separation_error, 0.01 / scale, 1e-6);
  contact = this->answer();
  contact.normal = contact.normal * T(1.25);
  EXPECT_NEAR(this->checked(contact).normal_error, 0.25, 1e-6);
  contact = this->answer();
  contact.witness_b = contact.witness_b + aside(contact.normal) * T(0.02);
  EXPECT_NEAR(this->checked(contact).witness_error, 0.02 / scale, 1e-6);
  EXPECT_EQ(this->checked(contact).ours, static_cast<double>(contact.separation));
}

TYPED_TEST(Records, OfPosesThatTheReferenceDoesNotTakeAreUncertified) {
  using T = TypeParam;
  using C = Contact<T>;
  // Bodies have no such poses; pairs of shapes are queried with a matrix that stretches by a fifth.
  this->place(0, 0, {}, {{0.4, 0.1, 0.2}, {{1.2, 0, 0, 0, 1.2, 0, 0, 0, 1.2}}});
  const double matrix[12] = {1.2, 0, 0, 0.4, 0, 1.2, 0, 0.1, 0, 0, 1.2, 0.2};
  Contacts<T> out(1);
  const Pair shapes{0, 0};
  query_shape_pairs<T>(Cpu{1}, this->set_.template view<T>(), {&shapes, 1}, {matrix, 12}, {}, out.view());
  ASSERT_TRUE(is_contact(out.status[0]));
  const auto fault = [&](const std::function<void(C&)>& falsify) {
    C contact = out[0];
    falsify(contact);
    return this->checked(contact).fault;
  };
  EXPECT_EQ(fault([](C&) {}), Fault::uncertified);
  EXPECT_EQ(fault([](C& c) { c.status = static_cast<std::uint8_t>(Status::degenerate_shape); }), Fault::uncertified);
  EXPECT_EQ(fault([](C& c) { c.status = static_cast<std::uint8_t>(Status::iteration_limit); }), Fault::uncertified);
  EXPECT_EQ(fault([](C& c) { c.normal.z = std::numeric_limits<T>::infinity(); }), Fault::not_finite);
  this->pair_.pose_b.position.z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fault([](C&) {}), Fault::uncertified);
}

TYPED_TEST(Records, OfAlertDistancesBoundWhatTheyHide) {
  using T = TypeParam;
  this->place(0, 1, {}, {{2, 0.1, 0.2}});
  const Checker<T> checker(this->set_);
  const Contact<T> full = this->answer(), far = this->answer(0);
  ASSERT_EQ(status_of(far.status), Status::farther_than_alert);
  const auto fault = [&](const std::function<void(Contact<T>&)>& falsify) {
    Contact<T> alerted = far;
    falsify(alerted);
    return checker.check_both(this->pair_, {0, 0, 0}, full, alerted).fault;
  };
  EXPECT_EQ(fault([](auto&) {}), Fault::none);
  EXPECT_EQ(fault([&](auto& c) { c.separation = full.separation + TestFixture::step; }), Fault::alert_lower_bound);
  EXPECT_EQ(fault([](auto& c) { c.witness_a.x = std::numeric_limits<T>::quiet_NaN(); }), Fault::not_finite);
  EXPECT_EQ(fault([](auto& c) { c.status = 0, c.separation = T(9); }), Fault::none)
      << "only what it hides is looked at";
  Contact<T> wrong = full;
  wrong.separation += T(0.1);
  EXPECT_EQ(checker.check_both(this->pair_, {0, 0, 0}, wrong, far).fault, Fault::separation) << "the first fault";
}

TEST(Faults, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (int k = 0; k < fault_count; ++k) names.insert(fault_name(static_cast<Fault>(k)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(fault_count));
  EXPECT_STREQ(fault_name(Fault::alert_lower_bound), "alert_lower_bound") << "the last one";
}

TEST(Runs, CountEveryPairOnceInEachPrecisionInTheOrderOfTheClasses) {
  Options options;
  options.classes = {"plates", "needles"};
  options.pairs = 2300;  // two full batches and a part
  options.certify = false;
  for (const auto& [f32, f64] : {std::pair{true, true}, {true, false}, {false, true}}) {
    options.f32 = f32, options.f64 = f64;
    std::atomic<std::uint64_t> done = 0;
    const Report report = run(options, [&](std::uint64_t n) { done += n; });
    EXPECT_EQ(done, 2 * options.pairs);
    std::vector<std::string> rows, wanted;
    for (const Row& row : report.rows) {
      EXPECT_EQ(row.pairs, options.pairs);
      EXPECT_GT(row.overlapping, 0u);
      EXPECT_GE(row.gjk_sum, static_cast<std::uint64_t>(row.gjk_max));
      EXPECT_GE(row.epa_sum, row.overlapping);
      rows.push_back(row.name + " " + row.precision);
    }
    for (const std::string& name : options.classes) {
      if (f64) wanted.push_back(name + " f64");
      if (f32) wanted.push_back(name + " f32");
    }
    EXPECT_EQ(rows, wanted);
  }
}

TEST(Runs, KeepTheFirstUnfinishedPairsUpToTheNumberThatIsSaved) {
  Options options;
  options.classes = {"nearly_aligned"};
  options.pairs = 1500;
  options.seed = 397;
  options.f32 = false;
  options.certify = false;
  const Report all = run(options, [](std::uint64_t) {});
  ASSERT_GT(all.unfinished.size(), 2u) << "take another seed";
  EXPECT_EQ(all.unfinished.size(), std::min<std::uint64_t>(all.rows[0].unfinished, options.saved));
  for (const std::size_t saved : {0, 1, 2}) {
    options.saved = saved;
    const Report few = run(options, [](std::uint64_t) {});
    ASSERT_EQ(few.unfinished.size(), saved);
    for (std::size_t k = 0; k < saved; ++k) EXPECT_EQ(few.unfinished[k].replay.name, all.unfinished[k].replay.name);
    EXPECT_EQ(few.rows[0].unfinished, all.rows[0].unfinished) << "counted all the same";
  }
  const Failure& first = all.unfinished[0];
  EXPECT_EQ(first.replay.name,
            "nearly_aligned_" + std::to_string(first.batch) + "_" + std::to_string(first.index) + "_f64");
  EXPECT_EQ(first.replay.note, "unfinished");
}

TEST(Runs, ErrorsOfPartsMergeToThoseOfTheWhole) {
  ErrorCounts whole, parts[3], merged;
  for (int i = 0; i < 3000; ++i) {
    const double error = std::ldexp(1.0 + i % 7, -3 - i * 37 % 90);  // down to below the smallest bin
    whole.add(error);
    parts[i % 3].add(error);
  }
  for (const ErrorCounts& part : parts) merged.merge(part);
  EXPECT_EQ(merged.worst(), whole.worst());
  for (const double p : {0.0, 0.1, 0.5, 0.9, 0.99, 1.0}) EXPECT_EQ(merged.percentile(p), whole.percentile(p)) << p;
  EXPECT_EQ(whole.percentile(1), whole.worst());
}

TEST(Runs, StartFromAStepThatIsTheSameForASeed) {
  const PairClass& stacked = *std::find_if(pair_classes().begin(), pair_classes().end(),
                                           [](const PairClass& c) { return std::string(c.name) == "stacked_boxes"; });
  const Batch batch = make_batch(stacked, 1, 0, 64);
  const auto same = [](const CachedPolytope& a, const CachedPolytope& b) { return std::memcmp(&a, &b, sizeof a) == 0; };
  const auto one = caches_of_a_step<float>(batch, 5), again = caches_of_a_step<float>(batch, 5),
             other = caches_of_a_step<float>(batch, 6);
  ASSERT_EQ(one.size(), 64u);
  int changed = 0, filled = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_TRUE(same(one[i], again[i])) << i;
    if (i % 16 == 15) {
      EXPECT_TRUE(same(one[i], one[i - 1])) << "the one before's " << i;
    }
    changed += !same(one[i], other[i]);
    filled += one[i].vertex_count > 0;
  }
  EXPECT_GT(changed, 0);
  EXPECT_GT(filled, 50);
}

}  // namespace
}  // namespace abut::torture
