// 1,000 pairs of each class of vertex sets against exact integer arithmetic: the query, and the certificate that takes
// a hint.
#include <gtest/gtest.h>

#include "abut/detect.h"
#include "host/torture/checker.h"
#include "host/torture/classes.h"
#include "tests/reference/exact_oracle.h"

namespace abut::torture {
namespace {

using reference::test::ExactOracle;

/// The cost grows with the fifth power.
constexpr std::size_t most_vertices = 8;

template <class T>
class Exact {
 public:
  static void check_class(const PairClass& pair_class, std::uint32_t wanted) {
    std::uint32_t done = 0;
    for (std::uint64_t index = 0; index < 200 && done < wanted; ++index) {
      const Batch batch = make_batch(pair_class, 5, index, pair_class.pairs_per_batch);
      done += check_batch(pair_class, batch, wanted - done);
    }
    EXPECT_TRUE(done == wanted || done == 0) << pair_class.name << ": " << done << " small pairs";
  }

 private:
  static std::uint32_t check_batch(const PairClass& pair_class, const Batch& batch, std::uint32_t wanted) {
    const ShapeSetView<T> view = batch.set.template view<T>();
    std::vector<reference::Core> cores;
    for (std::uint32_t s = 0; s < view.count; ++s) cores.push_back(reference::core_of(view, s));
    const reference::Reference reference(cores);
    const auto small = [&](std::uint32_t s) {
      return cores[s].kind == reference::CoreKind::vertices && cores[s].vertices.size() <= most_vertices;
    };
    std::uint32_t done = 0;
    for (std::uint32_t i = 0; i < batch.pairs.size() && done < wanted; ++i) {
      const PosedPair& pair = batch.pairs[i];
      if (!small(pair.a) || !small(pair.b)) continue;
      ++done;
      const RelativePose<double> pose =
          reference::pose_as_seen<T>(pair.pose_a, pair.pose_b, batch.set.header(pair.a), batch.set.header(pair.b));
      const ExactOracle::Real exact = ExactOracle(cores[pair.a], cores[pair.b], pose).separation() -
                                      ExactOracle::Real(cores[pair.a].rounding) -
                                      ExactOracle::Real(cores[pair.b].rounding);
      check_pair(std::string(pair_class.name) + " " + std::to_string(i), batch, i, reference, pose, exact);
    }
    return done;
  }

  static void check_pair(const std::string& name, const Batch& batch, std::uint32_t i,
                         const reference::Reference& reference, const RelativePose<double>& pose,
                         const ExactOracle::Real& exact) {
    const PosedPair& pair = batch.pairs[i];
    const Contact<T> contact = answer(batch, i);
    const double size = batch.set.header(pair.a).size + batch.set.header(pair.b).size;
    const double scale = size + std::abs(static_cast<double>(exact));
    if (is_contact(contact.status)) {
      const ExactOracle::Real error = abs(ExactOracle::Real(contact.separation) - exact);
      EXPECT_LE(static_cast<double>(error), tolerance<T> * scale) << name;
      EXPECT_LE(ExactOracle::Real(contact.lower_bound), exact) << name;
    } else {
      EXPECT_EQ(status_of(contact.status), Status::iteration_limit) << name;
    }
    if (batch.has_bodies()) return;  // then the normal is in world axes
    const reference::Answer certified =
        reference::Examination(reference, pair.a, pair.b, pose).answer_near(widen(contact.normal), {});
    EXPECT_TRUE(certified.certified) << name;
    // They are doubles, rounded to nearest.
    const ExactOracle::Real rounding = abs(exact) * ExactOracle::Real(0x1p-53);
    EXPECT_LE(ExactOracle::Real(certified.lower), exact + rounding)
        << name << ": by " << static_cast<double>(ExactOracle::Real(certified.lower) - exact);
    EXPECT_GE(ExactOracle::Real(certified.upper), exact - rounding)
        << name << ": by " << static_cast<double>(exact - ExactOracle::Real(certified.upper));
  }

  static Contact<T> answer(const Batch& batch, std::uint32_t i) {
    Contacts<T> out(1);
    if (batch.has_bodies()) {
      const Pair parts{2 * i, 2 * i + 1};
      query_pairs<T>(Cpu{1}, batch.set.template view<T>(), batch.bodies.parts(), {&parts, 1}, {}, out.view());
      return out[0];
    }
    const PosedPair& pair = batch.pairs[i];
    const double* r = pair.pose_b.rotation.m;
    const Vec3<double> t = pair.pose_b.position;
    const double m[12] = {r[0], r[1], r[2], t.x, r[3], r[4], r[5], t.y, r[6], r[7], r[8], t.z};
    const Pair shapes{pair.a, pair.b};
    query_shape_pairs<T>(Cpu{1}, batch.set.template view<T>(), {&shapes, 1}, {m, 12}, {}, out.view());
    return out[0];
  }
};

class ExactClass : public testing::TestWithParam<std::size_t> {};

TEST_P(ExactClass, QueriesInDoubleAreRightToRounding) { Exact<double>::check_class(pair_classes()[GetParam()], 1000); }
TEST_P(ExactClass, QueriesInFloatAreRightToRounding) { Exact<float>::check_class(pair_classes()[GetParam()], 1000); }

INSTANTIATE_TEST_SUITE_P(AllClasses, ExactClass, testing::Range(std::size_t{0}, pair_classes().size()),
                         [](const testing::TestParamInfo<std::size_t>& param) {
                           return std::string(pair_classes()[param.param].name);
                         });

}  // namespace
}  // namespace abut::torture
