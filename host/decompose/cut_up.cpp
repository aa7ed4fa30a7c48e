#include "host/decompose/cut_up.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "host/decompose/cut_planes.h"
#include "host/decompose/slabs.h"

namespace abut::host {
namespace {

constexpr std::size_t many_pieces = 1000;  // of a mesh whose facets cross, beside one for each facet

/// Where facets cross, a cut's outline may cross itself, and its cap reach outside: what later cuts leave of that is no
/// part of the body. Corners of the surface, and what is inside.
std::vector<Vec3<double>> corners_in(const Body& body, const Piece& piece) {
  if (!body.crossed()) return piece.points;
  const double slack = 1e-9 * body.half_extent();
  std::vector<Vec3<double>> in;
  std::copy_if(piece.points.begin(), piece.points.end(), std::back_inserter(in),
               [&](const Vec3<double>& p) { return body.distance(p) <= slack; });
  return in;
}

/// Whether a piece is its own hull, but for rounding error of the mesh's corners: then it is in the body as it is. To
/// ask how far it reaches out would take a million looks for a small limit, since beside a concave edge that a cut runs
/// along it is above facets that are near. All facets have the hull below them, which tells it but for those too thin
/// to have a normal; so volumes are compared too. Not of thin pieces: where those are made larger to cover, sharp
/// corners go far.
bool is_convex(const Body& body, const Piece& piece, const PartHull& hull) {
  if (body.crossed() || hull.flat()) return false;
  constexpr double unnoticed = 1e-6;  // a hundredth of what distances are resolved to
  const double thin = 0.02 * body.half_extent();
  if (!(hull.volume - volume_of(piece) <= unnoticed * hull.volume)) return false;
  const double slack = unnoticed * body.half_extent();
  const std::span<const std::uint32_t> corners = piece.corners;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const auto polygon = corners.subspan(piece.begin[i], piece.begin[i + 1] - piece.begin[i]);
    const Vec3<double> normal = direction(area_vector(piece.points, polygon));
    const double height = support(hull, normal);
    if (height > inner(normal, piece.points[polygon.front()]) + slack || height + support(hull, -normal) < thin)
      return false;
  }
  return true;
}

}  // namespace

Pieces cut_up(const Body& body, const ClusterOptions& options, bool covers, std::size_t most, const PartCount* count) {
  std::vector<Piece> todo;
  for (const auto& solid : body.solids()) todo.push_back(piece_of(body.mesh().vertices, solid));
  Pieces found;
  while (!todo.empty()) {
    const Piece piece = std::move(todo.back());
    todo.pop_back();
    if (found.hulls.size() + todo.size() >= most) {
      found = {};
      found.too_many = true;
      return found;
    }
    const std::vector<Vec3<double>> corners = corners_in(body, piece);
    if (corners.empty()) continue;
    PartHull hull = options.hull_of(corners);
    if (is_convex(body, piece, hull) || stays_within(body, hull, options.limit, options.resolution, options.work)) {
      found.hulls.push_back(std::move(hull));
      continue;
    }
    const bool spent = options.work->is_spent();
    const bool many = spent || found.hulls.size() + todo.size() >= many_pieces + body.mesh().triangles.size();
    if (body.crossed() && (encloses_nothing(piece) || (many && covers))) {
      if (!covers) continue;
      for (const auto& slab : slabs_of(body, piece, flat_depth * options.limit)) {
        PartHull part = options.hull_of(slab);
        // What does not is a cap's, whose middle lies on a facet that it crosses.
        if (stays_within(body, part, options.limit, options.resolution, options.work)) {
          found.hulls.push_back(std::move(part));
        }
      }
      continue;
    }
    std::vector<Piece> pieces;
    if (!spent) pieces = best_cut(piece, hull, body.half_extent(), *options.work, count);
    if (pieces.size() < 2) {
      ++(spent ? found.beyond : found.uncut);
      found.hulls.push_back(std::move(hull));
    } else {
      todo.insert(todo.end(), std::make_move_iterator(pieces.rbegin()), std::make_move_iterator(pieces.rend()));
    }
  }
  return found;
}

}  // namespace abut::host
