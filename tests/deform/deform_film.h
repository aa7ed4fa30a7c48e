// Steps of deforming bodies that fold onto themselves and each other, with faults on the way; and what a device says of
// them held against the Cpu, to the bit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "abut/deform/deforming_contacts.h"
#include "tests/deform/scenes.h"

namespace abut::test {

/// A sheet that winds up, a solid of tetrahedra and one of hexahedra that are shaken and pushed into each other, a
/// sheet that is not searched against itself, a single facet, and a plate that is shaken through itself. Data only.
struct DeformFilm {
  std::vector<DeformingMesh> meshes;
  Nodes start;
  std::uint64_t seed;

  explicit DeformFilm(std::uint64_t seed_, std::uint32_t cells = 10) : seed(seed_) {
    meshes.push_back(sheet(cells, start));
    meshes.push_back(cube(2, true, {-0.4, 0.2, -0.5}, start));
    meshes.push_back(cube(2, false, {0.5, 0.2, -0.5}, start));
    const std::size_t begin = start.size();
    meshes.push_back(sheet(4, start));
    for (std::size_t i = begin; i < start.size(); ++i) start[i].z = 0.1;
    meshes.back().self_contact = false;
    meshes.emplace_back();
    meshes.back().node_count = 3, meshes.back().triangles = {{0, 1, 2}};
    for (const Vec3<double> p : {Vec3<double>{0, 0, 0}, {1, 0, 0.2}, {0, 1, 0.1}}) start.push_back(p);
    const std::size_t plate = start.size();
    meshes.push_back(flat_plate(4, 0.08, 0, start));
    for (std::size_t i = plate; i < start.size(); ++i) start[i].y -= 1.5;
  }
  DeformingBodies bodies() const {
    DeformingBodies out;
    for (const DeformingMesh& mesh : meshes) out.add(mesh);
    return out;
  }
  std::size_t first_of(std::size_t body) const {
    std::size_t begin = 0;
    for (std::size_t b = 0; b < body; ++b) begin += meshes[b].node_count;
    return begin;
  }

  /// Nodes at a step.
  Nodes at(int step) const {
    Random random(seed + static_cast<std::uint64_t>(step));
    Nodes out = start;
    Nodes wound(out.begin(), out.begin() + meshes[0].node_count);
    wind(wound, 0.25 * step, 0.04, 0.01, random);
    std::copy(wound.begin(), wound.end(), out.begin());
    for (std::size_t i = first_of(1); i < out.size(); ++i) out[i] = out[i] + random.in_cube() * (0.01 * step);
    for (std::size_t i = first_of(1); i < first_of(2); ++i) out[i].x += 0.04 * step;
    add_faults(step, out);
    return out;
  }

 private:
  void add_faults(int step, Nodes& out) const {
    const std::size_t solid = first_of(1), other = first_of(2), flat = first_of(3);
    if (step % 7 == 3) out[solid + 5].y = std::numeric_limits<double>::quiet_NaN();
    if (step % 7 == 4) out[other + 1].x = -0x1p161, out[0] = {1e9, 0, 0};
    if (step % 7 == 5) out[flat + 1] = out[flat + 6] = out[flat];  // the first facet's corners
    if (step % 7 == 6) std::swap(out[other + 13], out[other + 26]);
  }
};

template <class E>
void expect_same_list(const std::vector<E>& a, const std::vector<E>& b, const char* what) {
  EXPECT_TRUE(a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(E)) == 0))
      << what << " differ; there are " << a.size() << " and " << b.size();
}

inline void expect_same_pairs(const DeformingPairs& a, const DeformingPairs& b) {
  expect_same_list(a.bodies, b.bodies, "pairs of bodies"), expect_same_list(a.offsets, b.offsets, "offsets");
  expect_same_list(a.facets, b.facets, "pairs of facets"), expect_same_list(a.crossing, b.crossing, "crossings");
}

/// All members: a record has bytes that are none.
inline bool same_gap(const FacetGap<double>& a, const FacetGap<double>& b) {
  return a.kind == b.kind && a.support == b.support && a.node_of_b == b.node_of_b &&
         std::memcmp(a.node, b.node, sizeof(a.node)) == 0 && std::memcmp(a.weight, b.weight, sizeof(a.weight)) == 0 &&
         std::memcmp(&a.gap, &b.gap, sizeof(a.gap)) == 0 && std::memcmp(&a.normal, &b.normal, sizeof(a.normal)) == 0;
}

inline void expect_same_contacts(const DeformingContacts& a, const DeformingContacts& b) {
  expect_same_list(a.bodies, b.bodies, "pairs of bodies"), expect_same_list(a.offsets, b.offsets, "offsets");
  expect_same_list(a.keys, b.keys, "keys"), expect_same_list(a.areas, b.areas, "areas");
  expect_same_list(a.crossing_bodies, b.crossing_bodies, "crossing bodies");
  expect_same_list(a.crossing_pairs, b.crossing_pairs, "numbers of crossings");
  ASSERT_EQ(a.contacts.size(), b.contacts.size());
  for (std::size_t i = 0; i < a.contacts.size(); ++i) ASSERT_TRUE(same_gap(a.contacts[i], b.contacts[i])) << i;
}

inline void expect_same_state(const DeformingBodies& a, const DeformingBodies& b) {
  for (std::uint32_t k = 0; k < a.body_count(); ++k) {
    SCOPED_TRACE("body " + std::to_string(k));
    ASSERT_EQ(a.faults(k).size(), b.faults(k).size());
    for (std::size_t i = 0; i < a.faults(k).size(); ++i) {
      const DeformingBodyStatus &s = a.faults(k)[i], &t = b.faults(k)[i];
      EXPECT_TRUE(s.fault == t.fault && s.index == t.index && s.facet == t.facet && s.count == t.count)
          << static_cast<int>(s.fault) << " " << s.index << " and " << static_cast<int>(t.fault) << " " << t.index;
    }
    EXPECT_EQ(a.quality(k).cost, b.quality(k).cost);
    EXPECT_EQ(a.quality(k).built_cost, b.quality(k).built_cost);
    EXPECT_EQ(a.quality(k).builds, b.quality(k).builds);
  }
}

/// What a film has shown. Data only.
struct FilmCounts {
  std::size_t pairs = 0, contacts = 0, self_contacts = 0, crossings = 0, faults = 0, builds = 0;
};

/// Of one step, for the Cpu's bodies, which are moved here, and the device's (`move(nodes)`, `bodies()`,
/// `find_pairs(alert)`, `find_contacts(alert)`).
template <class There>
void expect_those_of_cpu(DeformingBodies& here, There& there, const Nodes& nodes, FilmCounts& counts) {
  here.move(Cpu{2}, nodes);
  there.move(nodes);
  expect_same_state(there.bodies(), here);
  for (const double alert : {0.0, 0.02, 0.1}) {
    SCOPED_TRACE("alert distance " + std::to_string(alert));
    const DeformingPairs pairs = find_deforming_pairs(Cpu{2}, here, {.alert_distance = alert});
    const DeformingContacts contacts = find_deforming_contacts(Cpu{2}, here, {.alert_distance = alert});
    expect_same_pairs(there.find_pairs(alert), pairs);
    expect_same_contacts(there.find_contacts(alert), contacts);
    counts.pairs += pairs.facets.size(), counts.contacts += contacts.contacts.size();
    counts.crossings += contacts.crossing_bodies.size();
    for (std::size_t p = 0; p < contacts.bodies.size(); ++p) {
      if (contacts.bodies[p].a != contacts.bodies[p].b) continue;
      counts.self_contacts += contacts.offsets[p + 1] - contacts.offsets[p];
    }
  }
  for (std::uint32_t b = 0; b < here.body_count(); ++b)
    counts.faults += here.status(b).fault != BodyFault::none ? 1 : 0;
  counts.builds = here.quality(0).builds;
}

template <class There>
FilmCounts expect_those_of_cpu(const DeformFilm& film, There& there, int steps) {
  FilmCounts counts;
  DeformingBodies here = film.bodies();
  for (int step = 0; step < steps; ++step) {
    SCOPED_TRACE("seed " + std::to_string(film.seed) + ", step " + std::to_string(step));
    expect_those_of_cpu(here, there, film.at(step), counts);
  }
  return counts;
}

}  // namespace abut::test
