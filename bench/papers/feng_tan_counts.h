// What pair queries cost in one step of examples/dem: Feng & Tan's algorithms and Abut's on the same pairs.
//
// Pairs are those that the step found: bodies whose boxes along the world's axes overlap. Abut's counts are those of
// its contact records. Without help it starts from nothing; with help from what the step before has left of the pair.
#pragma once

#include <map>

#include "abut/abut.h"
#include "bench/papers/box_epa.h"
#include "bench/papers/feng_tan_bodies.h"
#include "examples/dem/scene.h"
#include "examples/dem/snapshot.h"

namespace abut::papers {

/// Box 1 from the x axis, Box 1 from the line of centres; Abut without and with the cache.
enum Method { from_axis, from_centres, cold, warm };
inline constexpr int method_count = 4;

/// Sums of one contact group. Data only.
struct GroupCounts {
  std::uint64_t apart = 0, contact = 0;  ///< pairs
  double gjk_apart[method_count] = {}, gjk_contact[method_count] = {}, epa[method_count] = {};
};

struct StageCounts {
  double time = 0;
  std::uint64_t bodies = 0, failures = 0, disagree = 0;  ///< bodies: at the last step counted
  double deepest = 0, depth_error = 0;                   ///< m; polyhedra only
  std::map<int, GroupCounts> groups;
};

struct CountOptions {
  double tolerance = 1e-6;  ///< Box 2's epsilon where a sphere takes part, in sizes of both bodies
};

namespace feng_tan_detail {

/// For polyhedra Box 2 ends where d_a = d_f, to rounding.
inline constexpr double polyhedra_tolerance = 1e-12;
/// m: Abut and Box 1 may differ on pairs that come nearer to touching.
inline constexpr double touching = 1e-12;

struct AbutAnswers {
  Contacts<double> contacts;
  void ask(const dem::Scene& scene, const PartsView& parts, const std::vector<Pair>& pairs, CachedPolytope* cache) {
    contacts.resize(pairs.size());
    QueryOptions options;
    options.alert_distance = 0;
    options.cache = cache;
    query_pairs<double>(Cpu{}, scene.shapes.view<double>(), parts, pairs, options, contacts.view());
  }
  bool failed(std::size_t i) const {
    return !is_contact(contacts.status[i]) && status_of(contacts.status[i]) != Status::farther_than_alert;
  }
};

/// The bodies that were born.
inline BodySet placed(const dem::Snapshot& s) {
  BodySet bodies;
  for (std::uint32_t i = 0; i < s.at.born; ++i)
    bodies.add(Pose{s.states[i].position, dem::rotation_of(s.states[i])}, i);
  return bodies;
}

/// Pairs whose boxes overlap, without those of walls.
inline std::vector<Pair> candidates(const dem::Scene& scene, const BodySet& bodies) {
  const auto shapes = scene.shapes.view<double>();
  std::vector<Pair> pairs = find_pairs(Cpu{}, {shapes.headers, shapes.count}, bodies.parts(), 0);
  std::erase_if(pairs, [&](Pair p) { return p.a < scene.walls || p.b < scene.walls; });
  return pairs;
}

inline void count_boxes(const BodyDifference& difference, Method method, double tolerance, bool contact,
                        double separation, StageCounts& stage, GroupCounts& sums) {
  const Vector start = method == from_axis ? Vector{1, 0, 0} : difference.b.centre - difference.a.centre;
  const BoxGjk gjk = box_gjk(difference, start);
  (contact ? sums.gjk_contact : sums.gjk_apart)[method] += gjk.rounds;
  if (!gjk.ended) ++stage.failures;
  if (gjk.contact != contact && std::abs(separation) > touching) ++stage.disagree;
  if (!gjk.contact || !contact) return;
  const double size = difference.a.size + difference.b.size;
  const BoxEpa epa = box_epa(difference, gjk.simplex, tolerance * size, size);
  sums.epa[method] += epa.iterations;
  if (!epa.ended) ++stage.failures;
  if (difference.a.radius == 0 && difference.b.radius == 0) {
    stage.depth_error = std::max(stage.depth_error, std::abs(epa.depth + separation));
  }
}

}  // namespace feng_tan_detail

/// Adds the pairs of the step from `before` to `after`, two snapshots of one run a step apart.
inline void count_step(const dem::Scene& scene, const dem::Snapshot& before, const dem::Snapshot& after,
                       const CountOptions& options, StageCounts& out) {
  using namespace feng_tan_detail;
  const BodySet bodies = placed(after), bodies_before = placed(before);
  std::vector<WorldBody> world;
  std::vector<Kind> kinds;
  for (std::uint32_t i = 0; i < after.at.born; ++i) {
    const dem::BodyState& state = after.states[i];
    world.push_back(i < scene.walls ? WorldBody{} : world_body(scene.shapes, i, state));
    kinds.push_back(i < scene.walls ? Kind::sphere : kind_of(scene.shapes, i));
  }
  const std::vector<Pair> pairs = candidates(scene, bodies), pairs_before = candidates(scene, bodies_before);
  const Cpu cpu;
  std::vector<CachedPolytope> caches_before(pairs_before.size()), caches(pairs.size());
  AbutAnswers answers[2];
  answers[1].ask(scene, bodies_before.parts(), pairs_before, caches_before.data());
  carry<CachedPolytope>(cpu, match_pairs(cpu, pairs_before, pairs), caches_before, caches);
  answers[0].ask(scene, bodies.parts(), pairs, nullptr);
  answers[1].ask(scene, bodies.parts(), pairs, caches.data());
  out.bodies = after.at.born - scene.walls;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    const double separation = answers[0].contacts.separation[i];
    const bool contact = separation <= 0;
    if (answers[0].failed(i) || answers[1].failed(i)) ++out.failures;
    if (contact) out.deepest = std::max(out.deepest, -separation);
    GroupCounts& sums = out.groups[group_of(kinds[a], kinds[b])];
    ++(contact ? sums.contact : sums.apart);
    const bool polyhedra = world[a].radius == 0 && world[b].radius == 0;
    for (const Method m : {from_axis, from_centres}) {
      count_boxes({world[a], world[b]}, m, polyhedra ? polyhedra_tolerance : options.tolerance, contact, separation,
                  out, sums);
    }
    for (const Method m : {cold, warm}) {
      const Contacts<double>& c = answers[m - cold].contacts;
      (contact ? sums.gjk_contact : sums.gjk_apart)[m] += c.gjk_iterations[i];
      if (contact) sums.epa[m] += c.epa_iterations[i];
    }
  }
}

}  // namespace abut::papers
