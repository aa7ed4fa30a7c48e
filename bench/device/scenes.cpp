#include "bench/device/scenes.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "abut/detect.h"
#include "bench/peers/groups.h"

namespace abut::device_bench {
namespace {

using test::Random;

/// Random numbers of item `i` of a scene, whichever thread makes it.
Random random_of(std::uint64_t seed, std::uint64_t i, std::uint64_t round = 0) {
  return Random(mix64(mix64(seed + round * 0x9e3779b97f4a7c15ull) ^ (i + 1)));
}

template <class F>
void for_each_index(std::size_t count, const F& f) {
  tbb::parallel_for(std::size_t{0}, count, f);
}

/// `pose` a small motion later: as far as `reach` in every direction, turned by at most so many radians.
Pose moved(Pose pose, double reach, Random& random) {
  pose.position = pose.position + random.in_ball() * reach;
  const Vec3<double> turn = random.in_ball() * (0.5 * reach);
  pose.rotation = times(rotation_from_quaternion(1, turn.x, turn.y, turn.z), pose.rotation);
  return pose;
}

/// Both shapes and B's frame in A's.
struct Placed {
  Pair shapes;
  Pose b_in_a;
};

Placed draw(Random& random) {
  const std::uint32_t half = peers::shapes_a_group / 2;
  Placed p;
  p.shapes = {random.below(half), half + random.below(half)};
  p.b_in_a = {random.direction() * 1.5, random.rotation()};
  return p;
}

struct Separations {
  std::vector<double> separation, nx, ny, nz;
  std::vector<std::uint8_t> status;

  explicit Separations(std::size_t count) : separation(count), nx(count), ny(count), nz(count), status(count) {}
  ContactsView<double> view() {
    ContactsView<double> out;
    out.separation.data = separation.data();
    out.normal = {nx.data(), ny.data(), nz.data(), 1};
    out.status.data = status.data();
    return out;
  }
};

Separations query(const ShapeSet& shapes, const std::vector<Placed>& placed) {
  const std::size_t count = placed.size();
  std::vector<Pair> pairs(count);
  std::vector<double> poses(12 * count);
  for_each_index(count, [&](std::size_t i) {
    pairs[i] = placed[i].shapes;
    const auto& [t, r] = placed[i].b_in_a;
    const double m[12] = {r.m[0], r.m[1], r.m[2], t.x, r.m[3], r.m[4], r.m[5], t.y, r.m[6], r.m[7], r.m[8], t.z};
    std::copy(m, m + 12, &poses[12 * i]);
  });
  Separations out(count);
  query_shape_pairs<double>(Cpu{}, shapes.view<double>(), pairs, {poses.data(), 12}, {}, out.view());
  return out;
}

Range range_of(Mix mix, Random& random) {
  if (mix == Mix::overlap) return overlapping;
  return random.uniform() < 0.5 ? separated : near;
}

/// Draws those of `placed` that `open` names, moves each along its normal to where its range wants it, and returns
/// which are not there: the depth along that normal is only a bound of the depth.
std::vector<std::size_t> place(const ShapeSet& shapes, Mix mix, std::uint64_t seed, std::uint64_t round,
                               const std::vector<std::size_t>& open, std::vector<Placed>& placed) {
  std::vector<Placed> drawn(open.size());
  std::vector<Range> ranges(open.size());
  std::vector<double> targets(open.size());
  for_each_index(open.size(), [&](std::size_t k) {
    Random random = random_of(seed, open[k], round);
    drawn[k] = draw(random);
    ranges[k] = range_of(mix, random);
    targets[k] = ranges[k].sign * random.magnitude(ranges[k].low, ranges[k].high);
  });
  const Separations far = query(shapes, drawn);
  for_each_index(open.size(), [&](std::size_t k) {
    const Vec3<double> normal{far.nx[k], far.ny[k], far.nz[k]};
    Vec3<double>& position = drawn[k].b_in_a.position;
    position = position - normal * (far.separation[k] - targets[k]);
  });
  const Separations there = query(shapes, drawn);
  std::vector<std::size_t> rest;
  for (std::size_t k = 0; k < open.size(); ++k) {
    const double amount = ranges[k].sign * there.separation[k];
    placed[open[k]] = drawn[k];
    // a little inside the range: the pair is put into the world later, which rounds
    if (!(amount >= ranges[k].low * (1 + 1e-9) && amount <= ranges[k].high * (1 - 1e-9))) rest.push_back(open[k]);
  }
  return rest;
}

/// Pushes grains that overlap by more than `allowed` apart, each by half of what is too much.
void push_apart(const ShapeSet& shapes, double allowed, Parts& parts, const std::vector<Pair>& pairs) {
  Separations found(pairs.size());
  query_pairs<double>(Cpu{}, shapes.view<double>(), parts.view(), pairs, {0, nullptr}, found.view());
  const std::size_t n = parts.count();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double excess = -found.separation[i] - allowed;
    if (!is_contact(found.status[i]) || !(excess > 0)) continue;
    const double normal[3] = {found.nx[i], found.ny[i], found.nz[i]};
    for (std::size_t k = 0; k < 3; ++k) {
      parts.poses[k * n + pairs[i].a] -= 0.3 * excess * normal[k];
      parts.poses[k * n + pairs[i].b] += 0.3 * excess * normal[k];
    }
  }
}

std::vector<Pair> candidates(const ShapeSet& shapes, const PartsView& parts) {
  return find_pairs(Cpu{}, shapes.headers(), parts, 0);
}

bool before(Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }

/// Puts grains of `poses` back to the first set's until both sets have the same pairs. Returns how many.
std::size_t keep_pairs(const GrainScene& scene, std::vector<double>& poses) {
  const std::size_t n = scene.parts.count();
  std::vector<std::uint8_t> back(n, 0);
  for (;;) {
    const std::vector<Pair> pairs = candidates(scene.shapes, scene.parts.view_of(poses));
    std::vector<Pair> others;
    std::set_symmetric_difference(pairs.begin(), pairs.end(), scene.pairs.begin(), scene.pairs.end(),
                                  std::back_inserter(others), before);
    if (others.empty()) break;
    for (const Pair& pair : others) {
      for (const std::uint32_t part : {pair.a, pair.b}) {
        back[part] = 1;
        for (std::size_t k = 0; k < Parts::numbers; ++k) poses[k * n + part] = scene.parts.poses[k * n + part];
      }
    }
  }
  return static_cast<std::size_t>(std::count(back.begin(), back.end(), 1));
}

std::vector<double> small_motion_of(const Parts& parts, std::uint64_t seed) {
  Parts later = parts;
  for_each_index(parts.count(), [&](std::size_t i) {
    Random random = random_of(seed, i);
    later.set_pose(i, moved(parts.pose(i), small_motion, random));
  });
  return later.poses;
}

}  // namespace

Parts::Parts(std::size_t count)
    : shape(count),
      body(count),
      groups(count, 1),
      meets(count, 0xffffffff),
      self_contact(count),
      poses(numbers * count) {
  std::iota(body.begin(), body.end(), 0u);
}

void Parts::set_pose(std::size_t part, const Pose& pose) {
  const std::size_t n = count();
  const double p[3] = {pose.position.x, pose.position.y, pose.position.z};
  for (std::size_t k = 0; k < numbers; ++k) poses[k * n + part] = k < 3 ? p[k] : pose.rotation.m[k - 3];
}

Pose Parts::pose(std::size_t part) const {
  const std::size_t n = count();
  Pose pose{{poses[part], poses[n + part], poses[2 * n + part]}, {}};
  for (std::size_t k = 3; k < numbers; ++k) pose.rotation.m[k - 3] = poses[k * n + part];
  return pose;
}

PartsView Parts::view_of(const std::vector<double>& other_poses) const {
  PartsView view;
  view.count = static_cast<std::uint32_t>(count());
  view.shape = shape.data();
  view.body = body.data();
  view.groups = groups.data();
  view.meets = meets.data();
  view.self_contact = self_contact.data();
  point_to_poses(other_poses.data(), count(), view);
  return view;
}

void point_to_poses(const double* poses, std::size_t count, PartsView& view) {
  view.px = view.body_x = poses;
  view.py = view.body_y = poses + count;
  view.pz = view.body_z = poses + 2 * count;
  for (std::size_t k = 0; k < 9; ++k) view.r[k] = poses + (3 + k) * count;
}

PairScene make_pairs(const std::string& kind, Mix mix, std::size_t count, std::uint64_t seed) {
  PairScene scene;
  Random shapes_random(seed);
  scene.shapes = peers::shapes_of({kind, {kind}, {kind}}, shapes_random);
  std::vector<Placed> placed(count);
  std::vector<std::size_t> open(count);
  std::iota(open.begin(), open.end(), std::size_t{0});
  for (std::uint64_t round = 0; !open.empty(); ++round) {
    if (round == 100) throw std::runtime_error("too few pairs of " + kind + " fall into the range");
    open = place(scene.shapes, mix, seed, round, open, placed);
  }
  scene.parts = Parts(2 * count);
  scene.pairs.resize(count);
  for_each_index(count, [&](std::size_t i) {
    Random random = random_of(~seed, i);
    const Pose a{random.in_ball(), random.rotation()};
    scene.parts.set_pose(i, a);
    scene.parts.set_pose(count + i, compose(a, placed[i].b_in_a));
    scene.parts.shape[i] = placed[i].shapes.a;
    scene.parts.shape[count + i] = placed[i].shapes.b;
    scene.pairs[i] = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(count + i)};
  });
  scene.moved = small_motion_of(scene.parts, seed + 1);
  return scene;
}

BoxScene make_boxes(std::size_t count, std::uint64_t seed) {
  BoxScene scene;
  Random shapes_random(1);
  scene.shapes = peers::shapes_of({"box", {"box"}, {"box"}}, shapes_random);
  scene.parts = Parts(count);
  const double half_edge = 0.5 * std::cbrt(static_cast<double>(count));
  for_each_index(count, [&](std::size_t i) {
    Random random = random_of(seed, i);
    scene.parts.shape[i] = random.below(scene.shapes.size());
    scene.parts.set_pose(i, {random.in_cube() * half_edge, random.rotation()});
  });
  scene.moved = small_motion_of(scene.parts, seed + 1);
  return scene;
}

GrainScene make_grains(std::size_t count, std::uint64_t seed) {
  constexpr double spacing = 0.74, jitter = 0.1;  // about as dense as grains that were poured
  constexpr int rounds = 10;
  GrainScene scene;
  Random shapes_random(seed);
  scene.shapes = peers::shapes_of({"hull16", {"hull16"}, {"hull16"}}, shapes_random);
  scene.parts = Parts(count);
  std::size_t edge = 1;
  while (edge * edge * edge < count) ++edge;
  for_each_index(count, [&](std::size_t i) {
    Random random = random_of(seed, i);
    const Vec3<double> at{spacing * static_cast<double>(i % edge), spacing * static_cast<double>(i / edge % edge),
                          spacing * static_cast<double>(i / edge / edge)};
    scene.parts.shape[i] = random.below(scene.shapes.size());
    scene.parts.set_pose(i, {at + random.in_cube() * jitter, random.rotation()});
  });
  for (int round = 0; round < rounds; ++round) {
    push_apart(scene.shapes, 0.002, scene.parts, candidates(scene.shapes, scene.parts.view()));
  }
  scene.pairs = candidates(scene.shapes, scene.parts.view());
  scene.poses[0] = scene.parts.poses;
  for (int set = 1; set < GrainScene::pose_sets; ++set) {
    scene.poses[set] = small_motion_of(scene.parts, seed + static_cast<std::uint64_t>(set));
    scene.still = std::max(scene.still, keep_pairs(scene, scene.poses[set]));
  }
  return scene;
}

}  // namespace abut::device_bench
