// Which datasets of a scene stand together, and how many rows each has: what docs/reference/hdf5-format.md calls
// optional may be missing, all else is told by name.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "abut/core/error.h"
#include "host/io/columns_reader.h"
#include "host/io/pair_feed.h"
#include "tests/support/complaint.h"
#include "tests/support/memory_source.h"

namespace abut::test {
namespace {

using io::DatasetInfo;
using io::PairsWanted;
using io::SceneColumns;

constexpr double infinity = std::numeric_limits<double>::infinity();

void set_reals(MemoryData& data, const std::string& name, std::vector<std::uint64_t> shape,
               std::vector<double> values) {
  MemoryDataset& set = data.datasets[name];
  set = {};
  set.info = {DatasetInfo::Kind::real, 64, false, "float64", std::move(shape), 8 * values.size()};
  set.reals = std::move(values);
}
void set_integers(MemoryData& data, const std::string& name, std::vector<std::uint64_t> shape,
                  std::vector<std::uint64_t> values) {
  MemoryDataset& set = data.datasets[name];
  set = {};
  set.info = {DatasetInfo::Kind::integer, 64, true, "int64", std::move(shape), 8 * values.size()};
  set.integers = std::move(values);
}
void set_texts(MemoryData& data, const std::string& name, const std::vector<std::string>& texts) {
  MemoryDataset& set = data.datasets[name];
  set = {};
  set.info = {DatasetInfo::Kind::text, 8, false, "text", {texts.size()}, texts.size()};
  set.texts = texts;
}

/// As little as a scene of two balls and three bodies can be.
MemoryData least() {
  MemoryData data;
  data.set("format", {std::string("abut-scene"), "text"});
  data.set("version", {std::int64_t{1}, "int64"});
  set_integers(data, "shapes/kind", {2}, {5, 5});
  set_reals(data, "shapes/size", {2, 3}, {1, 0, 0, 2, 0, 0});
  set_reals(data, "bodies/position", {3, 3}, {0, 0, 0, 5, 0, 0, 0, 9, 0});
  set_integers(data, "bodies/shape", {3}, {0, 1, 0});
  return data;
}

using Change = std::function<void(MemoryData&)>;

MemoryData changed(const Change& change) {
  MemoryData data = least();
  change(data);
  return data;
}

/// What reading the scene after `change` ends with, without the file's name.
std::string told_after(const Change& change, PairsWanted wanted = PairsWanted::read) {
  const MemoryData data = changed(change);
  MemorySource source(data);
  const std::string told = complaint([&] { io::scene_of(io::read_columns(source, wanted), "memory.h5"); });
  EXPECT_TRUE(told.empty() || told.starts_with("memory.h5: ")) << told;
  return told.empty() ? told : told.substr(11);
}

TEST(ColumnsRules, WhatIsOptionalMayBeMissing) {
  const MemoryData data = least();
  MemorySource source(data);
  const SceneColumns columns = io::read_columns(source);
  EXPECT_EQ(columns.part_offsets, (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(columns.groups, (std::vector<std::uint32_t>{1, 1, 1}));
  EXPECT_EQ(columns.meets, std::vector<std::uint32_t>(3, 0xffffffffu));
  EXPECT_EQ(columns.rounding, (std::vector<double>{0, 0}));
  EXPECT_TRUE(columns.shape_names.empty() && columns.body_names.empty() && columns.precision.empty());
  EXPECT_FALSE(columns.alert_distance.has_value());
  const Scene scene = io::scene_of(columns, "memory.h5");
  EXPECT_EQ(scene.shape_names, (std::vector<std::string>{"shape0", "shape1"}));
  EXPECT_EQ(scene.body_names, std::vector<std::string>(3));
  EXPECT_EQ(scene.alert_distance, 0);
  EXPECT_EQ(scene.precision, "f64");
  EXPECT_FALSE(scene.pairs.has_value());
  EXPECT_EQ(scene.shapes.header(1).rounding, 2);
}

TEST(ColumnsRules, ShapesWithoutBodiesAreAScene) {
  EXPECT_EQ(told_after([](MemoryData& d) { d.datasets.erase("bodies/position"), d.datasets.erase("bodies/shape"); }),
            "");
  // A ball without a size is a point.
  EXPECT_EQ(told_after([](MemoryData& d) { d.datasets.erase("shapes/size"); }), "");
}

TEST(ColumnsRules, DatasetsOfBodiesStandTogetherOrNotAtAll) {
  EXPECT_EQ(told_after([](MemoryData& d) { d.datasets.erase("bodies/position"); }),
            "the dataset bodies/position is missing");
  const std::string one = "bodies: allowed is exactly one of the datasets bodies/shape and bodies/part_offsets";
  EXPECT_EQ(told_after([](MemoryData& d) { set_integers(d, "bodies/part_offsets", {4}, {0, 1, 2, 3}); }), one);
  EXPECT_EQ(told_after([](MemoryData& d) { d.datasets.erase("bodies/shape"); }), one);
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_integers(d, "bodies/part_shape", {3}, {0, 1, 0});
            }),
            "unknown dataset bodies/part_shape, allowed with bodies/part_offsets only");
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_reals(d, "bodies/part_position", {3, 3}, std::vector<double>(9));
            }),
            "unknown dataset bodies/part_position, allowed with bodies/part_offsets only");
}

TEST(ColumnsRules, EveryDatasetOfBodiesHasARowForEach) {
  const std::string as = ", as bodies/position has";
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_integers(d, "bodies/shape", {2}, {0, 1});
            }),
            "bodies/shape: has 2 rows, allowed are 3" + as);
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_integers(d, "bodies/groups", {4}, {1, 1, 1, 1});
            }),
            "bodies/groups: has 4 rows, allowed are 3" + as);
  EXPECT_EQ(told_after([](MemoryData& d) { set_integers(d, "bodies/meets", {0}, {}); }),
            "bodies/meets: has 0 rows, allowed are 3" + as);
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_texts(d, "bodies/name", {"a", "b"});
            }),
            "bodies/name: has 2 rows, allowed are 3" + as);
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_reals(d, "bodies/quaternion", {2, 4}, {1, 0, 0, 0, 1, 0, 0, 0});
            }),
            "bodies/quaternion: has 2 rows, allowed are 3" + as);
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_reals(d, "bodies/rotation", {3, 9}, std::vector<double>(27));
            }),
            "bodies/rotation: has the shape (3, 9), allowed is (N, 3, 3)");
}

/// Bodies of one, two and one part.
void add_parts(MemoryData& d) {
  d.datasets.erase("bodies/shape");
  set_integers(d, "bodies/part_offsets", {4}, {0, 1, 3, 4});
  set_integers(d, "bodies/part_shape", {4}, {0, 1, 1, 0});
}

TEST(ColumnsRules, PartsAreCountedByOffsetsOfTheBodies) {
  EXPECT_EQ(told_after(add_parts), "");
  const auto with = [](const Change& change) { return told_after([&](MemoryData& d) { add_parts(d), change(d); }); };
  EXPECT_EQ(with([](MemoryData& d) {
              set_integers(d, "bodies/part_offsets", {3}, {0, 1, 4});
            }),
            "bodies/part_offsets: has 3 rows, allowed are 4, as bodies/position has and one more");
  EXPECT_EQ(with([](MemoryData& d) {
              set_integers(d, "bodies/part_offsets", {4}, {0, 1, 3, 5});
            }),
            "bodies/part_offsets[3]: 5 is not the number of rows of bodies/part_shape, 4");
  EXPECT_EQ(with([](MemoryData& d) {
              set_integers(d, "bodies/part_offsets", {4}, {0, 1, 4, 4});
            }),
            "bodies/part_offsets[3]: body 2 has no part, allowed is 1 or more");
  EXPECT_EQ(with([](MemoryData& d) {
              set_integers(d, "bodies/part_offsets", {4}, {0, 3, 1, 4});
            }),
            "bodies/part_offsets[2]: 1 is less than the offset before it, 3");
  EXPECT_EQ(with([](MemoryData& d) {
              set_integers(d, "bodies/part_offsets", {4}, {0, ~0ull, 3, 4});
            }),
            "bodies/part_offsets[1]: -1 is negative, allowed is 0 or more");
  EXPECT_EQ(with([](MemoryData& d) {
              set_reals(d, "bodies/part_position", {3, 3}, std::vector<double>(9));
            }),
            "bodies/part_position: has 3 rows, allowed are 4, as bodies/part_shape has");
  EXPECT_EQ(with([](MemoryData& d) {
              set_integers(d, "bodies/part_shape", {4}, {0, 1, 2, 0});
            }),
            "bodies/part_shape[2]: 2 is out of range, allowed is a shape from 0 to 1");
}

TEST(ColumnsRules, MasksHave32Bits) {
  EXPECT_EQ(told_after([](MemoryData& d) { set_integers(d, "bodies/groups", {3}, {0, 0xffffffff, 1}); }), "");
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_integers(d, "bodies/groups", {3}, {0, 0x100000000, 1});
            }),
            "bodies/groups[1]: 4294967296 is out of range, allowed is a bit mask from 0 to 4294967295");
  EXPECT_EQ(told_after([](MemoryData& d) {
              set_integers(d, "bodies/meets", {3}, {0, 1, ~0ull});
            }),
            "bodies/meets[2]: -1 is out of range, allowed is a bit mask from 0 to 4294967295");
}

TEST(ColumnsRules, KindsHaveTheVerticesAndLengthsThatTheyNeed) {
  const auto hull = [](std::uint64_t kind, std::uint64_t vertices) {
    return told_after([&](MemoryData& d) {
      set_integers(d, "shapes/kind", {2}, {5, kind});
      set_reals(d, "shapes/size", {2, 3}, {1, 0, 0, 0, 0, 0});
      std::vector<double> all;
      for (std::uint64_t i = 0; i < 3 * vertices; ++i) all.push_back(static_cast<double>(i * i % 7));
      set_reals(d, "shapes/vertices", {vertices, 3}, all);
      set_integers(d, "shapes/vertex_offsets", {3}, {0, 0, vertices});
    });
  };
  const char* const names[] = {"hull", "point", "segment", "triangle"};
  for (std::uint64_t kind = 0; kind < 4; ++kind) {
    for (std::uint64_t vertices = 0; vertices < 5; ++vertices) {
      const bool fits = kind == 0 ? vertices > 0 : vertices == kind;
      const std::string allowed = kind == 0 ? "1 to 1048576" : std::to_string(kind);
      EXPECT_EQ(hull(kind, vertices), fits ? ""
                                           : "shapes/kind[1]: a " + std::string(names[kind]) + " with " +
                                                 std::to_string(vertices) + " vertices, allowed are " + allowed);
    }
  }
  EXPECT_EQ(hull(4, 1), "shapes/kind[1]: a box with 1 vertices, allowed are 0");
  const auto sized = [](std::uint64_t kind, int used) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::string told = told_after([&](MemoryData& d) {
        set_integers(d, "shapes/kind", {2}, {5, kind});
        d.datasets["shapes/size"].reals = {1, 0, 0, 1, 1, 1};
        for (std::size_t i = 0; i < 3; ++i) d.datasets["shapes/size"].reals[3 + i] = i == k ? 0.5 : 0;
      });
      EXPECT_EQ(told.empty(), static_cast<int>(k) < used) << kind << ' ' << k << ' ' << told;
    }
  };
  sized(4, 3), sized(5, 1), sized(6, 2), sized(7, 3), sized(8, 2), sized(9, 2);
  EXPECT_EQ(told_after([](MemoryData& d) { d.datasets["shapes/size"].reals[3] = infinity; }),
            "shapes/size[1][0]: inf is not a finite number");
}

TEST(ColumnsRules, SumsHaveTermsBeforeThemAndNoOthersHaveAny) {
  const auto with = [](std::vector<std::uint64_t> kinds, std::vector<std::uint64_t> terms, const Change& more = {}) {
    return told_after([&](MemoryData& d) {
      const std::uint64_t count = kinds.size(), sums = terms.size() / 2;
      set_integers(d, "shapes/kind", {count}, kinds);
      d.datasets.erase("shapes/size");
      set_integers(d, "shapes/sum_terms", {sums, 2}, terms);
      set_integers(d, "bodies/shape", {3}, {0, 0, 0});
      if (more) more(d);
    });
  };
  EXPECT_EQ(with({5, 5, 10, 10}, {0, 1, 2, 0}), "");
  EXPECT_EQ(with({5, 10}, {0, 1}), "shapes/sum_terms[0][1]: 1 is not a shape before the sum, which is shape 1");
  EXPECT_EQ(with({5, 10, 5}, {0, 2}), "shapes/sum_terms[0][1]: 2 is not a shape before the sum, which is shape 1");
  EXPECT_EQ(with({5, 10}, {0, 0, 0, 0}), "shapes/sum_terms: has 2 rows, allowed are 1, as there are shapes of kind 10");
  EXPECT_EQ(with({5, 5}, {0, 0}), "shapes/sum_terms: has 1 rows, allowed are 0, as there are shapes of kind 10");
  EXPECT_EQ(with({5, 10}, {0, 0}, [](MemoryData& d) { d.datasets.erase("shapes/sum_terms"); }),
            "the dataset shapes/sum_terms is missing, and there are shapes of kind 10");
  EXPECT_EQ(with({5, 10}, {0, 0},
                 [](MemoryData& d) {
                   set_reals(d, "shapes/sum_position", {2, 3}, {0, 0, 0, 0, 0, 0});
                 }),
            "shapes/sum_position: has 2 rows, allowed are 1, as shapes/sum_terms has");
  // What only the shape set knows is told with the row: no more than 64 terms.
  std::vector<std::uint64_t> kinds{5}, terms;
  for (std::uint64_t i = 1; i < 9; ++i) kinds.push_back(10), terms.insert(terms.end(), {i - 1, i - 1});
  EXPECT_EQ(with(kinds, terms).find("shapes[7]: "), 0u);
}

TEST(ColumnsRules, PairsNameTwoBodiesOrTwoPartsThatAreThere) {
  const auto with = [](const char* name, std::vector<std::uint64_t> pairs) {
    return told_after([&](MemoryData& d) {
      add_parts(d);
      set_integers(d, name, {pairs.size() / 2, 2}, pairs);
    });
  };
  EXPECT_EQ(with("pairs/bodies", {0, 2, 2, 1}), "");
  EXPECT_EQ(with("pairs/bodies", {0, 2, 2, 3}), "pairs/bodies[1][1]: 3 is out of range, allowed is a body from 0 to 2");
  EXPECT_EQ(with("pairs/bodies", {0, 2, 2, 2}), "pairs/bodies[1]: names body 2 twice, allowed are two");
  EXPECT_EQ(with("pairs/parts", {0, 3, 1, 2}), "");
  EXPECT_EQ(with("pairs/parts", {0, 4}), "pairs/parts[0][1]: 4 is out of range, allowed is a part from 0 to 3");
  EXPECT_EQ(with("pairs/parts", {3, 3}), "pairs/parts[0]: names part 3 twice, allowed are two");
  EXPECT_EQ(told_after([](MemoryData& d) {
              d.datasets.erase("bodies/position"), d.datasets.erase("bodies/shape");
              set_integers(d, "pairs/bodies", {1, 2}, {0, 1});
            }),
            "pairs/bodies[0][0]: 0 is out of range: there is no body to name");
}

/// Pairs of one shape with itself are two instances of it.
TEST(ColumnsRules, PairsOfShapesMayNameOneTwiceAndNeedPoses) {
  const auto shapes = [](MemoryData& d) {
    set_integers(d, "pairs/shapes", {1, 2}, {1, 1});
    set_reals(d, "pairs/pose", {1, 3, 4}, {1, 0, 0, 9, 0, 1, 0, 0, 0, 0, 1, 0});
  };
  EXPECT_EQ(told_after(shapes, PairsWanted::kind_only), "");
  const std::string together = "pairs: pairs/shapes and pairs/pose are allowed together, none without the other";
  EXPECT_EQ(told_after([&](MemoryData& d) { shapes(d), d.datasets.erase("pairs/shapes"); }), together);
  EXPECT_EQ(told_after([&](MemoryData& d) { shapes(d), d.datasets.erase("pairs/pose"); }), together);
  const MemoryData data = changed(shapes);
  MemorySource source(data);
  const SceneColumns columns = io::read_columns(source, PairsWanted::kind_only);
  const std::string file = "memory.h5";
  io::PairFeed feed(&source, columns, file);
  EXPECT_EQ(feed.count(), 1u);
  io::PairPiece piece;
  ASSERT_TRUE(feed.next(10, piece));
  EXPECT_EQ(piece.pairs.at(0).b, 1u);
  EXPECT_EQ(piece.poses.at(3), 9);
  EXPECT_FALSE(feed.next(10, piece));
}

TEST(ColumnsRules, AttributesOfOtherTypesThatSayTheSameAreTaken) {
  EXPECT_EQ(told_after([](MemoryData& d) {
              d.set("version", {1.0, "float64"});
              d.set("alert_distance", {std::int64_t{3}, "int64"});
            }),
            "");
  for (const double distance : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(told_after([&](MemoryData& d) {
                d.set("alert_distance", {distance, "float64"});
              }),
              "attribute alert_distance: " + io::shown_number(distance) +
                  " is not allowed, it must be a finite number from 0");
  }
  EXPECT_EQ(told_after([](MemoryData& d) {
              d.set("version", {1.5, "float64"});
            }),
            "attribute version: 1.5 is not a version that this program reads, allowed is 1");
}

}  // namespace
}  // namespace abut::test
