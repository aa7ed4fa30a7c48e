// Writes the pairs that the peers are asked about: one group of shapes in one regime.
//
//   peers_sets GROUP REGIME FILE [--pairs N] [--checked N]
//   peers_sets --list
//
// Shapes and orientations are random with a fixed seed, positions near the origin. Abut's query in double places B
// along the normal, so that the gap or depth is log-uniform in the regime's range; what then lies outside the range (a
// depth along that normal is only a bound) is drawn again. Truth is the reference's, for the first N pairs: it shares
// no code with the query. Positions are rounded to floats, so that a peer in float sees nearly the same pair.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "abut/abut.h"
#include "bench/peers/groups.h"
#include "host/reference/reference.h"

namespace {

using namespace abut;
using peers::Group;
using peers::Set;
using test::Random;

struct Range {
  const char* name;
  double low, high;  ///< of the signed separation's size
  int sign;
};
constexpr Range ranges[] = {{"separated", 0.1, 1, 1}, {"near", 1e-3, 1e-2, 1}, {"overlapping", 1e-3, 5e-2, -1}};

Vec3<double> as_floats(Vec3<double> v) { return {peers::as_float(v.x), peers::as_float(v.y), peers::as_float(v.z)}; }

struct Placed {
  Pair shapes;
  Pose a, b;
};

Placed draw(Random& random) {
  const std::uint32_t half = peers::shapes_a_group / 2;
  Placed p;
  p.shapes = {random.below(half), half + random.below(half)};
  if (random.uniform() < 0.5) std::swap(p.shapes.a, p.shapes.b);
  p.a = {as_floats(random.in_ball()), random.rotation()};
  p.b = {as_floats(p.a.position + random.direction() * 1.5), random.rotation()};
  return p;
}

Contacts<double> query(const ShapeSet& shapes, const std::vector<Placed>& placed) {
  BodySet bodies;
  std::vector<Pair> pairs;
  for (const Placed& p : placed) {
    const std::uint32_t a = bodies.add(p.a, p.shapes.a);
    pairs.push_back({a, bodies.add(p.b, p.shapes.b)});
  }
  Contacts<double> out(pairs.size());
  query_pairs<double>(Cpu{}, shapes.view<double>(), bodies.parts(), pairs, {}, out.view());
  return out;
}

/// `count` draws, moved into the range; those that are in it are added.
void add_placed(const ShapeSet& shapes, const Range& range, std::size_t count, Random& random,
                std::vector<Placed>& out) {
  std::vector<Placed> drawn;
  for (std::size_t i = 0; i < count; ++i) drawn.push_back(draw(random));
  const Contacts<double> far = query(shapes, drawn);
  for (std::size_t i = 0; i < count; ++i) {
    const double target = range.sign * random.magnitude(range.low, range.high);
    const Vec3<double> normal{far.normal_x[i], far.normal_y[i], far.normal_z[i]};
    drawn[i].b.position = as_floats(drawn[i].b.position - normal * (far.separation[i] - target));
  }
  const Contacts<double> there = query(shapes, drawn);
  for (std::size_t i = 0; i < count; ++i) {
    const double separation = range.sign * there.separation[i];
    if (is_contact(there.status[i]) && separation >= range.low && separation <= range.high) out.push_back(drawn[i]);
  }
}

std::vector<Placed> place(const ShapeSet& shapes, const Range& range, std::size_t count, Random& random) {
  std::vector<Placed> placed;
  for (int round = 0; placed.size() < count; ++round) {
    if (round == 100) throw std::runtime_error("too few pairs fall into the regime");
    add_placed(shapes, range, count - placed.size() + 16, random, placed);
  }
  placed.resize(count);
  return placed;
}

peers::Shape to_shape(const ShapeSet& set, std::uint32_t s) {
  const ShapeHeader& h = set.header(s);
  peers::Shape out;
  out.radius = h.rounding;
  if (h.rounding > 0) {
    out.kind = h.vertex_count == 1 ? peers::Kind::sphere : peers::Kind::capsule;
    out.half = {0, 0, h.half_extent[2]};
  } else if (h.kind == ShapeKind::box) {
    out.kind = peers::Kind::box;
    out.half = {h.half_extent[0], h.half_extent[1], h.half_extent[2]};
  } else {
    for (const auto& v : set.vertices(s)) out.vertices.push_back({v.x, v.y, v.z});
    for (const auto& face : set.faces(s)) {
      for (std::size_t k = 2; k < face.size(); ++k) out.triangles.push_back({face[0], face[k - 1], face[k]});
    }
  }
  return out;
}

peers::Pose to_pose(const Pose& pose) {
  peers::Pose out;
  out.position[0] = pose.position.x;
  out.position[1] = pose.position.y;
  out.position[2] = pose.position.z;
  std::copy(pose.rotation.m, pose.rotation.m + 9, out.rotation);
  return out;
}

std::vector<double> truth(const ShapeSet& shapes, const std::vector<Placed>& placed, std::size_t count) {
  std::vector<reference::Core> cores;
  for (std::uint32_t s = 0; s < shapes.size(); ++s) cores.push_back(reference::core_of(shapes.view<double>(), s));
  const reference::Reference reference(std::move(cores));
  const auto centre = [&](std::uint32_t s) {
    const ShapeHeader& h = shapes.header(s);
    return Vec3<double>{h.centre[0], h.centre[1], h.centre[2]};
  };
  std::vector<double> out;
  for (std::size_t i = 0; i < std::min(count, placed.size()); ++i) {
    const Placed& p = placed[i];
    const auto pose = relative_pose(p.a, p.b, centre(p.shapes.a), centre(p.shapes.b));
    const reference::Answer answer = reference.query(p.shapes.a, p.shapes.b, pose);
    if (!answer.certified) throw std::runtime_error("the reference left a pair open");
    out.push_back(answer.separation);
  }
  return out;
}

struct Arguments {
  std::string group, regime, file;
  std::size_t pairs = 100000, checked = 2000;
};

void write(const Arguments& wanted) {
  const std::vector<Group> groups = peers::all_groups();
  const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.name == wanted.group; });
  if (group == groups.end()) throw std::runtime_error("unknown group " + wanted.group);
  const auto range =
      std::find_if(std::begin(ranges), std::end(ranges), [&](const Range& r) { return r.name == wanted.regime; });
  if (range == std::end(ranges)) throw std::runtime_error("unknown regime " + wanted.regime);
  Random random(1000 + static_cast<std::uint64_t>(group - groups.begin()));
  const ShapeSet shapes = peers::shapes_of(*group, random);
  Set set;
  set.regime = static_cast<peers::Regime>(range - std::begin(ranges));
  for (std::uint32_t s = 0; s < shapes.size(); ++s) set.shapes.push_back(to_shape(shapes, s));
  const std::vector<Placed> placed = place(shapes, *range, wanted.pairs, random);
  for (const Placed& p : placed) set.pairs.push_back({p.shapes.a, p.shapes.b, to_pose(p.a), to_pose(p.b)});
  set.truth = truth(shapes, placed, wanted.checked);
  peers::write_set(wanted.file, set);
}

Arguments parse(int argc, char** argv) {
  Arguments out;
  if (argc < 4 || argc % 2 != 0) throw std::runtime_error("usage: GROUP REGIME FILE [--pairs N] [--checked N]");
  out.group = argv[1];
  out.regime = argv[2];
  out.file = argv[3];
  for (int i = 4; i < argc; i += 2) {
    const std::string flag = argv[i];
    const long long value = std::atoll(argv[i + 1]);
    if (value < 1 || value > 10'000'000) throw std::runtime_error(flag + " wants 1 to 10000000");
    if (flag != "--pairs" && flag != "--checked") throw std::runtime_error("unknown option " + flag);
    (flag == "--pairs" ? out.pairs : out.checked) = static_cast<std::size_t>(value);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 2 && std::string(argv[1]) == "--list") {
      for (const Group& group : peers::all_groups()) std::printf("%s\n", group.name.c_str());
      return 0;
    }
    write(parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peers_sets: %s\n", error.what());
    return 1;
  }
}
