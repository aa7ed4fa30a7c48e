#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "abut/facet_contacts.h"
#include "host/exec/arena.h"
#include "host/exec/pair_checks.h"
#include "host/facets/fans.h"
#include "host/facets/surface.h"
#include "host/facets/without_facets.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut {
namespace {

constexpr std::size_t most_facets = std::size_t{1} << 24;

/// What a shape has.
struct Entry {
  std::unique_ptr<const host::FacetSurface> surface;  ///< null: not built yet
  std::uint64_t edition = 0;                          ///< of the surface
  std::uint32_t version = 0;                          ///< of the shape that it was built of
  bool of_mesh = false;
  Mesh mesh{};  ///< to be built; empty once it is
  FacetMeshOptions options{};
};

void check_options(const FacetMeshOptions& o) {
  if (!(o.flatness >= 0) || !(o.flatness <= FacetMeshOptions::most_flatness)) {
    throw InvalidInput("set_mesh: flatness is " + host::number_text(o.flatness) + "; allowed are 0 to 1e-3");
  }
  if (!host::is_distance(o.rounding)) {
    throw InvalidInput("set_mesh: rounding is " + host::number_text(o.rounding) + "; allowed is 0 or more, finite");
  }
}

/// Every vertex that a triangle has is there, finite, and in the shape's box.
void check_mesh(const Mesh& mesh, const ShapeHeader& h, double rounding) {
  if (mesh.triangles.empty() || mesh.triangles.size() > most_facets) {
    throw InvalidInput("set_mesh: the mesh has " + std::to_string(mesh.triangles.size()) +
                       " triangles; allowed are 1 to 16777216");
  }
  const double slack = host::mesh_slack * h.size + h.rounding - rounding;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t v : mesh.triangles[i]) {
      if (v >= mesh.vertices.size()) {
        throw InvalidInput("set_mesh: triangle " + std::to_string(i) + " has vertex " + std::to_string(v) +
                           "; allowed is less than " + std::to_string(mesh.vertices.size()));
      }
      const double p[3] = {mesh.vertices[v].x, mesh.vertices[v].y, mesh.vertices[v].z};
      for (int k = 0; k < 3; ++k) {
        if (!std::isfinite(p[k])) {
          throw InvalidInput("set_mesh: vertex " + std::to_string(v) + " is not finite");
        }
        if (std::abs(p[k] - h.centre[k]) > h.half_extent[k] + slack) {
          throw InvalidInput("set_mesh: vertex " + std::to_string(v) +
                             " lies outside of the shape's box; allowed is a "
                             "mesh that the shape holds");
        }
      }
    }
  }
}

std::uint64_t next_edition() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

bool is_faceted(const ShapeHeader& h) { return host::without_facets(h.kind) == nullptr; }

std::unique_ptr<const host::FacetSurface> surface_of_mesh(const Mesh& mesh, const FacetMeshOptions& options) {
  host::SurfaceInput in;
  in.vertices = mesh.vertices, in.triangles = mesh.triangles;
  in.flatness = options.flatness;
  in.rounding = options.rounding;
  return std::make_unique<const host::FacetSurface>(host::make_surface(in));
}

/// A shape's faces as fans of triangles; the edges are named as the shape's own.
std::unique_ptr<const host::FacetSurface> surface_of_shape(const ShapeSet& shapes, std::uint32_t shape) {
  const ShapeHeader& h = shapes.header(shape);
  const host::Fans fans = host::fans_of(shapes, shape);
  host::SurfaceInput in;
  in.vertices = shapes.vertices(shape), in.triangles = fans.triangles;
  in.centre = h.centre, in.exponent = h.exponent;
  in.rounding = h.rounding;
  in.convex = h.kind == ShapeKind::box || (h.flags & convex_faces_flag) != 0 || h.vertex_count <= 3;
  if (in.convex) in.faces = fans.face;
  in.flatness = 0x1p-40;
  host::FacetSurface surface = host::make_surface(in);
  const ShapeSetView<double> view = shapes.view<double>();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> named;
  for (std::uint32_t e = 0; e < h.edge_count; ++e) {
    const ShapeEdge& edge = view.edges[h.edge_offset + e];
    named[{edge.v0, edge.v1}] = e;
  }
  for (const SurfaceEdge& e : surface.edges) {
    const std::uint32_t v0 = surface.vertex_ids[e.vertex[0]], v1 = surface.vertex_ids[e.vertex[1]];
    const auto found = named.find({std::min(v0, v1), std::max(v0, v1)});
    surface.edge_ids.push_back(found != named.end() ? found->second : no_facet_index);
  }
  return std::make_unique<const host::FacetSurface>(std::move(surface));
}

/// Of the bodies of several parts that pairs name, the shapes of all parts; some more than once.
std::vector<std::uint32_t> shapes_beside(const PartsView& parts, std::span<const Pair> pairs) {
  std::vector<std::uint32_t> size;  // of each body, in parts
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    if (parts.body[i] >= size.size()) size.resize(parts.body[i] + std::size_t{1}, 0);
    ++size[parts.body[i]];
  }
  std::vector<bool> named(size.size(), false);
  bool any = false;
  for (const Pair& pair : pairs) {
    for (const std::uint32_t part : {pair.a, pair.b}) {
      if (size[parts.body[part]] > 1) named[parts.body[part]] = any = true;
    }
  }
  std::vector<std::uint32_t> shapes;
  for (std::uint32_t i = 0; any && i < parts.count; ++i) {
    if (named[parts.body[i]]) shapes.push_back(parts.shape[i]);
  }
  return shapes;
}

}  // namespace

struct FacetTrees::State {
  std::vector<Entry> entries;  ///< one for each shape seen so far
  Entry& at(std::uint32_t shape) {
    if (shape >= entries.size()) entries.resize(shape + std::size_t{1});
    return entries[shape];
  }
};

FacetTrees::FacetTrees() : state_(std::make_unique<State>()) {}
FacetTrees::~FacetTrees() = default;
FacetTrees::FacetTrees(FacetTrees&&) noexcept = default;
FacetTrees& FacetTrees::operator=(FacetTrees&&) noexcept = default;

void FacetTrees::set_mesh(const ShapeSet& shapes, std::uint32_t shape, const Mesh& mesh,
                          const FacetMeshOptions& options) {
  if (shape >= shapes.size()) {
    throw InvalidInput("set_mesh: shape is " + std::to_string(shape) + "; allowed is less than " +
                       std::to_string(shapes.size()));
  }
  check_options(options);
  check_mesh(mesh, shapes.header(shape), options.rounding);
  Entry entry;
  entry.of_mesh = true, entry.mesh = mesh, entry.options = options;
  state_->at(shape) = std::move(entry);
}

std::size_t FacetTrees::build(const Cpu& cpu, const ShapeSet& shapes, const PartsView& parts,
                              std::span<const Pair> pairs) {
  host::check_pairs(cpu, "FacetTrees::build", shapes.size(), parts, pairs);
  std::vector<std::uint32_t> missing;
  const auto want = [&](std::uint32_t shape) {
    const Entry& entry = state_->at(shape);
    const bool old = !entry.of_mesh && entry.version != shapes.header(shape).version;
    if (entry.surface == nullptr || old) missing.push_back(shape);
  };
  for (const Pair& pair : pairs) {
    for (const std::uint32_t part : {pair.a, pair.b}) {
      const std::uint32_t shape = parts.shape[part];
      if (!state_->at(shape).of_mesh && !is_faceted(shapes.header(shape))) {
        throw InvalidInput("FacetTrees::build: shape " + std::to_string(shape) +
                           " has no facets; allowed are points, segments, triangles, boxes, hulls, and shapes that a "
                           "mesh stands for");
      }
      want(shape);
    }
  }
  for (const std::uint32_t shape : shapes_beside(parts, pairs)) {
    if (shape < shapes.size() && (state_->at(shape).of_mesh || is_faceted(shapes.header(shape)))) want(shape);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  host::in_arena(cpu, [&] {
    tbb::parallel_for(std::size_t{0}, missing.size(), [&](std::size_t k) {
      Entry& entry = state_->entries[missing[k]];
      entry.surface = entry.of_mesh ? surface_of_mesh(entry.mesh, entry.options) : surface_of_shape(shapes, missing[k]);
      entry.edition = next_edition();
      entry.version = shapes.header(missing[k]).version;
      entry.mesh = {};
    });
  });
  return missing.size();
}

bool FacetTrees::has(std::uint32_t shape) const {
  return shape < state_->entries.size() && state_->entries[shape].surface != nullptr;
}

std::uint32_t FacetTrees::shape_count() const { return static_cast<std::uint32_t>(state_->entries.size()); }

bool FacetTrees::has_mesh(std::uint32_t shape) const {
  return shape < state_->entries.size() && state_->entries[shape].of_mesh;
}

std::uint64_t FacetTrees::edition(std::uint32_t shape) const { return has(shape) ? state_->entries[shape].edition : 0; }

FacetSurfaceView<double> FacetTrees::view(std::uint32_t shape) const {
  if (!has(shape)) {
    throw InvalidInput("shape " + std::to_string(shape) +
                       " has no facets yet; allowed are those of the pairs that "
                       "FacetTrees::build was given");
  }
  return state_->entries[shape].surface->view();
}

std::size_t FacetTrees::bytes() const {
  std::size_t sum = state_->entries.capacity() * sizeof(Entry);
  for (const Entry& entry : state_->entries) {
    if (entry.surface != nullptr) sum += sizeof(host::FacetSurface) + entry.surface->bytes();
  }
  return sum;
}

}  // namespace abut
