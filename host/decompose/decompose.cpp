// Cut, merge, limit corners, certify.
#include "abut/decompose.h"

#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <stdexcept>

#include "abut/core/error.h"
#include "host/decompose/cluster.h"
#include "host/decompose/coacd.h"
#include "host/decompose/cover.h"
#include "host/decompose/cut_planes.h"
#include "host/decompose/inflate.h"
#include "host/decompose/vertex_limit.h"
#include "host/number_text.h"
#include "host/reference/hull.h"
#include "host/shapes/solid_check.h"

namespace abut {
namespace {

using namespace host;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

void check(const DecomposeOptions& o) {
  if (!(o.concavity > 0) || !(o.concavity <= 1)) {
    throw InvalidInput("decompose: concavity is " + number_text(o.concavity) + ", allowed is more than 0 and up to 1");
  }
  if (o.most_vertices != 0 && o.most_vertices < 8) {
    throw InvalidInput("decompose: most_vertices is " + std::to_string(o.most_vertices) +
                       ", allowed is 0 (no limit) or 8 and more");
  }
  if (!(o.time_limit > 0)) {
    throw InvalidInput("decompose: time_limit is " + number_text(o.time_limit) + ", allowed is more than 0");
  }
}

Triangles triangles_of(const Body& body) {
  Triangles all;
  for (const auto& s : body.solids()) all.insert(all.end(), s.begin(), s.end());
  return all;
}

[[noreturn]] void fail_uncovered(const char* engine, const Cover& cover, std::size_t triangles) {
  throw std::runtime_error("decompose: with engine " + std::string(engine) + " " + std::to_string(cover.uncovered) +
                           " of " + std::to_string(triangles) + " facets are not covered, the first near " +
                           number_text(cover.where.x) + ", " + number_text(cover.where.y) + ", " +
                           number_text(cover.where.z));
}

/// Pieces whose hulls stay within the limit, or that no plane cuts.
std::vector<PartHull> cut_up(const Body& body, const ClusterOptions& options) {
  std::vector<Piece> todo;
  for (const auto& solid : body.solids()) todo.push_back(piece_of(body.mesh().vertices, solid));
  std::vector<PartHull> done;
  while (!todo.empty()) {
    const Piece piece = std::move(todo.back());
    todo.pop_back();
    PartHull hull = options.hull_of(piece.points);
    std::vector<Piece> pieces;
    if (!stays_within(body, hull, options.limit, options.resolution)) {
      pieces = best_cut(piece, hull, body.half_extent());
    }
    if (pieces.size() < 2) {
      done.push_back(std::move(hull));
    } else {
      todo.insert(todo.end(), std::make_move_iterator(pieces.rbegin()), std::make_move_iterator(pieces.rend()));
    }
  }
  return done;
}

/// Points of parts that cover the surface, made larger by as little as that takes: corners of cuts are rounded.
std::vector<std::vector<Vec3<double>>> covering(const Body& body, const std::vector<PartHull>& parts) {
  const Triangles triangles = triangles_of(body);
  Cover cover;
  for (double way = 0x1p-46; way <= 0x1p-20; way *= 64) {
    std::vector<std::vector<Vec3<double>>> points;
    for (const PartHull& p : parts) points.push_back(inflated(p, way * body.half_extent()));
    cover = find_uncovered(body.mesh().vertices, triangles, points);
    if (cover.uncovered == 0) return points;
  }
  fail_uncovered("abut", cover, triangles.size());
}

Mesh mesh_of(const std::vector<Vec3<double>>& points) {
  Mesh mesh;
  std::vector<std::uint32_t> number(points.size(), 0xffffffff);
  for (const auto& t : reference::convex_hull(points).triangles) {
    std::array<std::uint32_t, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& n = number[t.vertex[k]];
      if (n == 0xffffffff) {
        n = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(points[t.vertex[k]]);
      }
      corners[k] = n;
    }
    mesh.triangles.push_back(corners);
  }
  return mesh;
}

std::vector<Mesh> with_coacd(const Body& body, const DecomposeOptions& options) {
  std::vector<std::vector<Vec3<double>>> points = run_coacd(body.mesh(), options);
  const Triangles triangles = triangles_of(body);
  if (options.mode == PartsMode::cover) {
    const Cover cover = find_uncovered(body.mesh().vertices, triangles, points);
    if (cover.uncovered > 0) fail_uncovered("coacd", cover, triangles.size());
  }
  std::vector<Mesh> out;
  for (const auto& p : points) out.push_back(mesh_of(p));
  return out;
}

}  // namespace

std::vector<Mesh> decompose(const Mesh& mesh, const DecomposeOptions& options) {
  check(options);
  const Mesh welded = weld(mesh);
  require_outward_solid("mesh", examine(welded));
  const Body body(welded);
  if (options.engine == PartsEngine::coacd) return with_coacd(body, options);
  const std::size_t most = options.most_vertices == 0 ? SIZE_MAX : options.most_vertices;
  const bool covers = options.mode == PartsMode::cover;
  ClusterOptions limits;
  limits.limit = options.concavity * body.half_extent();
  limits.resolution = 0.05 * limits.limit;
  limits.most_parts = options.most_parts;
  limits.hull_of = [&](std::span<const Vec3<double>> points) {
    PartHull hull = part_hull(points);
    return covers ? outer_hull(hull, most) : hull;
  };
  std::vector<PartHull> parts = cluster(body, cut_up(body, limits), limits);
  std::erase_if(parts, [](const PartHull& p) { return p.flat(); });
  std::vector<std::vector<Vec3<double>>> points;
  if (covers) {
    points = covering(body, parts);
  } else {
    for (const PartHull& p : parts) points.push_back(inner_hull(p, most).points);
  }
  std::vector<Mesh> out;
  for (const auto& p : points) out.push_back(mesh_of(p));
  return out;
}

}  // namespace abut
