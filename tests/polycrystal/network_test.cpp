// What cells share, short edges, and .tess files.
#include "examples/polycrystal/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

#include "abut/core/error.h"
#include "examples/polycrystal/tess_file.h"

namespace polycrystal::testing {
namespace {

Tessellation random_cells(std::uint32_t count) {
  std::mt19937_64 random(21);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Seed> seeds;
  for (std::uint32_t i = 0; i < count; ++i)
    seeds.push_back({{unit(random), unit(random), unit(random)}, 0.05 * unit(random)});
  return Tessellation(Box{}, seeds);
}

Tessellation lattice(int n) {
  std::vector<Seed> seeds;
  for (int k = 0; k < n * n * n; ++k) {
    seeds.push_back({{(k % n + 0.5) / n, (k / n % n + 0.5) / n, (k / (n * n) + 0.5) / n}, 0});
  }
  return Tessellation(Box{}, seeds);
}

/// Of the boundary and everything within: 1 for a solid ball of cells.
std::int64_t euler(const Network& n) {
  return static_cast<std::int64_t>(n.vertices.size() + n.faces.size()) -
         static_cast<std::int64_t>(edges_of(n).size() + n.cells.size());
}

/// Sums of the tetrahedra from a vertex of each cell; faces as fans.
double volume_of(const Network& n) {
  double six = 0;
  for (std::uint32_t i = 0; i < n.cells.size(); ++i) {
    for (const std::uint32_t f : n.cells[i]) {
      const Network::Face& face = n.faces[f];
      Vector middle{0, 0, 0};
      for (const std::uint32_t v : face.loop)
        middle = middle + n.vertices[v] * (1.0 / static_cast<double>(face.loop.size()));
      for (std::size_t k = 0; k < face.loop.size(); ++k) {
        const double part =
            abut::dot(middle, abut::cross(n.vertices[face.loop[k]], n.vertices[face.loop[(k + 1) % face.loop.size()]]));
        six += face.cell == i ? part : -part;
      }
    }
  }
  return six / 6;
}

TEST(Network, SharesVerticesSoThatEulersNumberIsThatOfABall) {
  for (const Tessellation& t : {random_cells(120), lattice(4)}) {
    const Network n = network_of(t);
    EXPECT_EQ(euler(n), 1);
    EXPECT_EQ(fault_of(n), "");
    EXPECT_NEAR(volume_of(n), 1, 1e-13);
  }
}

TEST(Network, OfACubicLatticeHasTheLatticesVerticesThoughEightCellsMeetThere) {
  const Network n = network_of(lattice(4));
  EXPECT_EQ(n.vertices.size(), 125u);
  EXPECT_EQ(edges_of(n).size(), 300u);
  EXPECT_EQ(n.faces.size(), 240u);
}

TEST(Network, NamesTheSeedsWithoutACell) {
  const Tessellation t(Box{}, {{{0.5, 0.5, 0.5}, 0.1}, {{0.52, 0.5, 0.5}, 2}, {{0.1, 0.1, 0.1}, 2}});
  try {
    network_of(t);
    FAIL();
  } catch (const abut::InvalidInput& e) {
    EXPECT_STREQ(e.what(), "seeds[0]: without a cell, others dominate all of the box");
  }
}

TEST(Regularisation, MergesShortEdgesAndLeavesCellsClosedInAFullBox) {
  Network n = network_of(random_cells(120));
  const double length = 0.02;
  const Regularisation r = regularise(n, length);
  EXPECT_GT(r.short_before, 50u);
  EXPECT_GT(r.merged, 50u);
  EXPECT_LT(r.short_after, r.short_before / 4);
  EXPECT_EQ(euler(n), 1);
  EXPECT_EQ(fault_of(n), "");
  EXPECT_NEAR(volume_of(n), 1, 1e-12);  // sides of the box stay, and faces have both their cells
  const std::vector<Edge> edges = edges_of(n);
  EXPECT_EQ(std::count_if(edges.begin(), edges.end(), [&](const Edge& e) { return length_of(n, e) < length; }),
            static_cast<std::ptrdiff_t>(r.short_after));
  for (const Vector& v : n.vertices) {
    EXPECT_LE(std::max({v.x, v.y, v.z}), 1);
    EXPECT_GE(std::min({v.x, v.y, v.z}), 0);
  }
}

TEST(Regularisation, PutsTheVertexWhereTheDistancesToThePlanesAreLeast) {
  const auto is_inner = [](const Vector& v) { return std::min({v.x, v.y, v.z}) > 0 && std::max({v.x, v.y, v.z}) < 1; };
  // The first cells whose shortest edge is within the box, and may be merged.
  Network n, before;
  Regularisation r;
  Edge shortest{0, 0};
  for (std::uint32_t count = 10; r.merged != 1; ++count) {
    ASSERT_LT(count, 80u);
    n = before = network_of(random_cells(count));
    const std::vector<Edge> edges = edges_of(n);
    shortest = *std::min_element(edges.begin(), edges.end(),
                                 [&](const Edge& a, const Edge& b) { return length_of(n, a) < length_of(n, b); });
    if (!is_inner(n.vertices[shortest[0]]) || !is_inner(n.vertices[shortest[1]])) continue;
    r = regularise(n, length_of(n, shortest) * 1.001, 90);
  }
  // The same sum at the new vertex and about it, by its own loop over the planes.
  const auto sum = [&](const Vector& x) {
    double out = 0;
    for (const Network::Face& f : before.faces) {
      if (std::find(f.loop.begin(), f.loop.end(), shortest[0]) == f.loop.end() &&
          std::find(f.loop.begin(), f.loop.end(), shortest[1]) == f.loop.end())
        continue;
      const double d = abut::dot(f.normal, x - before.vertices[f.loop[0]]);
      out += d * d;
    }
    return std::sqrt(out);
  };
  // The one that was not there before.
  const auto now = std::find_if(n.vertices.begin(), n.vertices.end(), [&](const Vector& v) {
    return std::none_of(before.vertices.begin(), before.vertices.end(),
                        [&](const Vector& u) { return abut::length(u - v) == 0; });
  });
  ASSERT_NE(now, n.vertices.end());
  EXPECT_NEAR(sum(*now), r.largest, 1e-14);
  for (const Vector& d : {Vector{1e-4, 0, 0}, Vector{0, 1e-4, 0}, Vector{0, 0, 1e-4}}) {
    EXPECT_GT(sum(*now + d), r.largest);
    EXPECT_GT(sum(*now - d), r.largest);
  }
}

TEST(Regularisation, OfACubicLatticeHasNothingToMerge) {
  Network n = network_of(lattice(3));
  EXPECT_EQ(regularise(n, 0.3).merged, 0u);
  EXPECT_THROW(regularise(n, -1), abut::InvalidInput);
  EXPECT_THROW(regularise(n, 1, 0), abut::InvalidInput);
}

std::string path_of(const char* name) { return ::testing::TempDir() + "/polycrystal_" + name; }
std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(TessFiles, AreReadBackBitForBitAndWrittenAgainTheSame) {
  Network regular = network_of(random_cells(60));
  regularise(regular, 0.03);
  for (const Network& n : {network_of(random_cells(60)), network_of(lattice(3)), regular}) {
    write_tess(path_of("a.tess"), n);
    const Network back = read_tess(path_of("a.tess"));
    ASSERT_EQ(back.vertices.size(), n.vertices.size());
    for (std::size_t v = 0; v < n.vertices.size(); ++v) {
      EXPECT_EQ(back.vertices[v].x, n.vertices[v].x);
      EXPECT_EQ(back.vertices[v].z, n.vertices[v].z);
    }
    for (std::size_t f = 0; f < n.faces.size(); ++f) {
      EXPECT_EQ(back.faces[f].loop, n.faces[f].loop);
      EXPECT_EQ(back.faces[f].beyond, n.faces[f].beyond);
    }
    EXPECT_EQ(back.cells, n.cells);
    EXPECT_EQ(back.seeds[5].weight, n.seeds[5].weight);
    EXPECT_EQ(back.box.high.y, 1);
    write_tess(path_of("b.tess"), back);
    EXPECT_TRUE(text_of(path_of("a.tess")) == text_of(path_of("b.tess")));
  }
}

std::string refusal(const std::string& text) {
  const std::string path = path_of("bad.tess");
  std::ofstream(path, std::ios::binary) << text;
  try {
    read_tess(path);
  } catch (const abut::InvalidInput& e) {
    return std::string(e.what()).substr(path.size());
  }
  return "";
}

TEST(TessFiles, ThatEndEarlyAreRefusedWhereverTheyEnd) {
  write_tess(path_of("whole.tess"), network_of(lattice(2)));
  const std::string whole = text_of(path_of("whole.tess"));
  for (std::size_t end = 0; end + 7 < whole.size(); end += 11) EXPECT_NE(refusal(whole.substr(0, end)), "") << end;
  EXPECT_EQ(refusal(whole), "");
  EXPECT_EQ(refusal(whole.substr(0, whole.find("**edge") + 12)), ": **edge: the file ends early");
  EXPECT_EQ(refusal("hello"), ": **format: it does not begin with ***tess");
}

TEST(TessFiles, WithNumbersThatAreNoneOrOutOfRangeAreRefusedInALine) {
  write_tess(path_of("whole.tess"), network_of(lattice(2)));
  const std::string whole = text_of(path_of("whole.tess"));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(refusal(with("0.25 0.25 0.25", "0.25 zero 0.25")), ": **cell: \"zero\" is no number");
  EXPECT_EQ(refusal(with("**polyhedron\n  8\n  1 6", "**polyhedron\n  8\n  9 6")),
            ": **polyhedron: number 9 is not from 1 to 8");
}

}  // namespace
}  // namespace polycrystal::testing
