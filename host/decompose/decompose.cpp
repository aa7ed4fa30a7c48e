// Cut, merge, limit corners, certify.
#include "abut/decompose.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "abut/core/error.h"
#include "host/decompose/cluster.h"
#include "host/decompose/coacd.h"
#include "host/decompose/cover.h"
#include "host/decompose/cut_up.h"
#include "host/decompose/facet_clusters.h"
#include "host/decompose/inflate.h"
#include "host/decompose/surface_cover.h"
#include "host/decompose/surface_measures.h"
#include "host/decompose/vertex_limit.h"
#include "host/number_text.h"
#include "host/shapes/exact_hull.h"
#include "host/shapes/solid_check.h"

namespace abut {
namespace {

using namespace host;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

void check_surface_options(const DecomposeOptions& o) {
  const double most = o.concavity / 2;
  if (o.thickness != 0 && !(o.thickness >= DecomposeOptions::least_thickness && o.thickness <= most)) {
    throw InvalidInput("decompose: thickness is " + number_text(o.thickness) +
                       ", allowed is 0 (chosen), or 0.0001 to " + number_text(most) + " (half of concavity)");
  }
  if (o.body == PartsBody::surface && o.mode == PartsMode::fit && o.engine == PartsEngine::abut) {
    throw InvalidInput(
        "decompose: body is surface in mode fit, allowed is mode cover: what encloses nothing has no "
        "inside for parts to lie in; wrap_mesh makes a solid of it");
  }
}

void check(const DecomposeOptions& o) {
  // Whether a hull stays within a limit is known to a four-thousandth of the half extent: below that much it never
  // would, and pieces would be cut without end.
  if (!(o.concavity >= DecomposeOptions::least_concavity) || !(o.concavity <= 1)) {
    throw InvalidInput("decompose: concavity is " + number_text(o.concavity) + ", allowed is " +
                       "0.0005 (what distances are resolved to) to 1");
  }
  if (o.most_vertices != 0 && o.most_vertices < DecomposeOptions::least_vertices) {
    throw InvalidInput("decompose: most_vertices is " + std::to_string(o.most_vertices) +
                       ", allowed is 0 (no limit) or 8 and more");
  }
  if (o.engine == PartsEngine::coacd && !o.cuts) {
    throw InvalidInput("decompose: cuts is false with the engine coacd, allowed is true: it cuts in any case");
  }
  if (!(o.time_limit > 0)) {
    throw InvalidInput("decompose: time_limit is " + number_text(o.time_limit) + ", allowed is more than 0");
  }
  check_surface_options(o);
}

Triangles triangles_of(const Body& body) {
  Triangles all;
  for (const auto& s : body.solids()) all.insert(all.end(), s.begin(), s.end());
  return all;
}

[[noreturn]] void fail_uncovered(PartsEngine engine, const Cover& cover, std::size_t triangles) {
  const char* const hint =
      engine == PartsEngine::coacd ? "; it does not mean to cover: take mode fit (--mode fit)" : "";
  throw std::runtime_error("decompose: with engine " + std::string(engine == PartsEngine::coacd ? "coacd" : "abut") +
                           " " + std::to_string(cover.uncovered) + " of " + std::to_string(triangles) +
                           " facets are not covered, the first near " + number_text(cover.where.x) + ", " +
                           number_text(cover.where.y) + ", " + number_text(cover.where.z) + hint);
}

std::size_t most_corners(const DecomposeOptions& o) { return o.most_vertices == 0 ? SIZE_MAX : o.most_vertices; }

constexpr std::uint64_t cheap = 500'000;    // work after which all is done once more to find a better way
constexpr std::size_t most_pieces = 10000;  // pairs of them are looked at: so an answer comes in some minutes

/// Parts that stay within the limit as they are, but whose sharp corners planes have taken far in moving by `way`.
void require_within(const Body& body, const PartHull& part, const std::vector<Vec3<double>>& moved, double way,
                    const ClusterOptions& options) {
  const double unnoticed = 1e-6 * body.half_extent();
  std::size_t most = 0;
  for (std::size_t i = 1; i < moved.size(); ++i) {
    if (norm(moved[i] - part.points[i]) > norm(moved[most] - part.points[most])) most = i;
  }
  const auto within = [&](const PartHull& hull, double limit) {
    return stays_within(body, hull, limit, options.resolution);
  };
  // That it stays within is known to the resolution.
  if (norm(moved[most] - part.points[most]) <= unnoticed ||
      within(part_hull(moved), options.limit + options.resolution) || !within(part, options.limit)) {
    return;
  }
  const Vec3<double>& p = part.points[most];
  throw std::runtime_error("decompose: to cover, a part's planes have to be moved by " + number_text(way) +
                           ", which takes its sharp corner near " + number_text(p.x) + ", " + number_text(p.y) + ", " +
                           number_text(p.z) + " farther than concavity allows: allowed is a larger one, or mode fit");
}

/// Points of parts that cover the surface, made larger by as little as that takes: corners of cuts are rounded. None if
/// they do not, with what is left.
std::vector<std::vector<Vec3<double>>> covering(const Body& body, const std::vector<PartHull>& parts,
                                                const ClusterOptions& options, Cover& cover) {
  const Triangles triangles = triangles_of(body);
  constexpr double least_way = 0x1p-46;
  for (double way = least_way; way <= 0x1p-20; way *= 64) {
    std::vector<std::vector<Vec3<double>>> points;
    for (const PartHull& p : parts) points.push_back(inflated(p, way * body.half_extent()));
    cover = find_uncovered(body.mesh().vertices, triangles, points);
    if (cover.uncovered > 0) continue;
    for (std::size_t i = 0; i < parts.size() && way > least_way; ++i) {
      require_within(body, parts[i], points[i], way * body.half_extent(), options);
    }
    return points;
  }
  return {};
}

/// Parts' points, and what is to be said of them. Data only.
struct Parts {
  std::vector<std::vector<Vec3<double>>> points;
  std::vector<std::string> notes;
};

void note_flat(std::size_t flat, const char* engine, std::vector<std::string>& notes) {
  if (flat == 0) return;
  notes.push_back(std::string(engine) + ": " + std::to_string(flat) + (flat == 1 ? " part" : " parts") +
                  " without volume left out");
}

/// What was not done as asked for.
void note_limits(const Pieces& pieces, const Work& work, std::vector<std::string>& notes) {
  const auto note = [&](std::size_t count, const char* why) {
    if (count == 0) return;
    notes.push_back("abut: " + std::to_string(count) + (count == 1 ? " piece reaches" : " pieces reach") +
                    " out farther than concavity allows, " + why);
  };
  note(pieces.uncut, "and no plane cuts it");
  note(pieces.beyond, "since the work that a mesh may take was spent");
  if (pieces.beyond == 0 && work.is_spent()) {
    notes.push_back("abut: the work that a mesh may take was spent: there are more parts than it needs");
  }
}

/// Parts that are needles somewhere get a thickness that no distance is resolved to. Returns whether there were some.
bool make_blunt(const Body& body, std::vector<PartHull>& parts, const ClusterOptions& options) {
  const double way = 1e-5 * body.half_extent();
  bool any = false;
  for (PartHull& p : parts) {
    if (p.flat() || !has_needle(p)) continue;
    p = options.hull_of(thickened(p, way));
    any = true;
  }
  return any;
}

/// Pieces merged to parts. None where they are to cover and do not, with what is left.
Parts merged(const Body& body, const Pieces& pieces, ClusterOptions options, const DecomposeOptions& asked,
             Cover& cover) {
  const bool covers = asked.mode == PartsMode::cover;
  // What the others hold but for slivers is dropped, unless those slivers have to be covered; needles, which do not
  // grow, are made blunt where nothing else covers.
  enum class Attempt { drop, keep, blunt };
  for (const Attempt attempt : {Attempt::drop, Attempt::keep, Attempt::blunt}) {
    options.drop = attempt == Attempt::drop;
    std::vector<PartHull> parts = cluster(body, pieces.hulls, options);
    if (attempt == Attempt::blunt && !make_blunt(body, parts, options)) break;
    const std::size_t flat = std::erase_if(parts, [](const PartHull& p) { return p.flat(); });
    Parts found;
    if (covers) {
      found.points = covering(body, parts, options, cover);
    } else {
      for (const PartHull& p : parts) found.points.push_back(inner_hull(p, most_corners(asked)).points);
    }
    if (covers && found.points.empty()) continue;
    note_limits(pieces, *options.work, found.notes);
    note_flat(flat, "abut", found.notes);
    return found;
  }
  return {};
}

/// Cut by what hulls leave least volume, and by what needs fewest parts: neither is always better.
Parts best_of_cuts(const Body& body, const ClusterOptions& options, const DecomposeOptions& asked, Cover& cover) {
  const bool covers = asked.mode == PartsMode::cover;
  const Pieces by_volume = cut_up(body, options, covers, most_pieces, nullptr);
  if (by_volume.too_many) {
    throw std::runtime_error("decompose: more than " + std::to_string(most_pieces) + " pieces come of concavity " +
                             number_text(asked.concavity) + ", allowed are as many: a larger concavity takes fewer");
  }
  Parts best = merged(body, by_volume, options, asked, cover);
  if (by_volume.hulls.size() <= 2 || options.work->spent() > cheap) return best;
  const PartCount count(body, options.limit);
  const Pieces by_count = cut_up(body, options, covers, 2 * by_volume.hulls.size() + 8, &count);
  if (by_count.hulls.empty()) return best;
  Cover other_cover;
  Parts other = merged(body, by_count, options, asked, other_cover);
  const bool is_better = best.points.empty() || other.points.size() < best.points.size();
  return is_better && !other.points.empty() ? other : best;
}

void fail_if_uncovered(PartsEngine engine, const Mesh& mesh, const std::vector<std::vector<Vec3<double>>>& parts) {
  const Cover cover = find_uncovered(mesh.vertices, mesh.triangles, parts);
  if (cover.uncovered > 0) fail_uncovered(engine, cover, mesh.triangles.size());
}

Mesh mesh_of(const std::vector<Vec3<double>>& points) {
  Mesh mesh;
  std::vector<std::uint32_t> number(points.size(), 0xffffffff);
  for (const auto& t : exact_hull(points).triangles) {
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

std::vector<Mesh> with_coacd(const Mesh& mesh, const DecomposeOptions& options, std::vector<std::string>* notes) {
  const CoacdParts found = run_coacd(mesh, options);
  std::vector<std::string> said;
  note_flat(found.flat, "coacd", said);
  if (notes != nullptr) notes->insert(notes->end(), said.begin(), said.end());
  if (options.mode == PartsMode::cover) fail_if_uncovered(PartsEngine::coacd, mesh, found.points);
  std::vector<Mesh> out;
  for (const auto& p : found.points) out.push_back(mesh_of(p));
  return out;
}

/// The certificate is about the parts as they are given.
std::vector<Mesh> of_surface(const Mesh& mesh, const DecomposeOptions& options) {
  std::vector<Mesh> out;
  std::vector<std::vector<Vec3<double>>> points;
  for (const auto& p : cover_surface(mesh, options)) {
    out.push_back(mesh_of(p));
    points.push_back(out.back().vertices);
  }
  fail_if_uncovered(PartsEngine::abut, mesh, points);
  return out;
}

/// Whether it is taken as a surface; if not, it is a solid.
bool require_body(const Mesh& mesh, const DecomposeOptions& options, std::vector<std::string>* notes) {
  const MeshReport report = examine(mesh);
  const bool may_be = options.mode == PartsMode::cover || options.engine == PartsEngine::coacd;
  std::string why;
  if (options.body != PartsBody::solid && may_be && is_surface(mesh, report, options.body, &why)) {
    require_extent(mesh);
    if (!why.empty() && notes != nullptr) {
      notes->push_back("no solid, its facets are taken as a surface: " + why);
    }
    return true;
  }
  try {
    require_outward_solid("mesh", report);
  } catch (const InvalidInput& error) {
    if (!is_surface(mesh, report, PartsBody::automatic)) throw;
    throw InvalidInput(std::string(error.what()) +
                       "; mode cover takes its facets as a surface, wrap_mesh makes a solid of it");
  }
  return false;
}

/// Lengths near 1, but for the certificate, which is about the numbers as they are.
std::vector<Mesh> decompose_scaled(const Mesh& mesh, const DecomposeOptions& options, double scale,
                                   std::vector<std::string>* notes) {
  std::vector<Mesh> parts = decompose(scaled(mesh, scale), options, notes);
  std::vector<std::vector<Vec3<double>>> points;
  for (Mesh& p : parts) {
    p = scaled(std::move(p), 1 / scale);
    points.push_back(p.vertices);
  }
  if (options.mode == PartsMode::cover) {
    const Cover cover = find_uncovered(mesh.vertices, mesh.triangles, points);
    if (cover.uncovered > 0) fail_uncovered(options.engine, cover, mesh.triangles.size());
  }
  return parts;
}

}  // namespace

std::vector<Mesh> decompose(const Mesh& mesh, const DecomposeOptions& options, std::vector<std::string>* notes) {
  check(options);
  const Mesh welded = weld(mesh);
  const bool surface = require_body(welded, options, notes);
  if (const double scale = scale_of(welded); scale != 1) {
    return decompose_scaled(welded, options, scale, surface ? nullptr : notes);  // it was noted
  }
  if (options.engine == PartsEngine::coacd) return with_coacd(welded, options, notes);
  if (surface) return of_surface(welded, options);
  const Body body(welded);
  const bool covers = options.mode == PartsMode::cover;
  Work work;
  ClusterOptions limits;
  limits.limit = options.concavity * body.half_extent();
  limits.resolution = std::max(0.005 * limits.limit, body.half_extent() / 8000);
  limits.most_parts = options.most_parts;
  limits.work = &work;
  limits.hull_of = [&](std::span<const Vec3<double>> points) {
    work.add(points.size());
    PartHull hull = part_hull(points);
    if (!covers) return hull;
    // Facets that fold back on themselves may be a piece without volume: they are to be covered too.
    if (hull.flat()) hull = part_hull(thickened(hull, flat_depth * limits.limit));
    return outer_hull(hull, most_corners(options));
  };
  Cover cover;
  const Parts found = options.cuts ? best_of_cuts(body, limits, options, cover)
                                   : merged(body, {facet_clusters(body, limits)}, limits, options, cover);
  if (found.points.empty() && cover.uncovered > 0) {
    fail_uncovered(PartsEngine::abut, cover, triangles_of(body).size());
  }
  if (notes != nullptr) notes->insert(notes->end(), found.notes.begin(), found.notes.end());
  std::vector<Mesh> out;
  for (const auto& p : found.points) out.push_back(mesh_of(p));
  return out;
}

}  // namespace abut
