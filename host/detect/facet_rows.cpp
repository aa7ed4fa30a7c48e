#include "host/detect/facet_rows.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/facets/placed_pair.h"
#include "abut/narrow/record.h"
#include "host/detect/finite_record.h"
#include "host/facets/without_facets.h"

namespace abut::host {
namespace {

/// Before `FacetTrees::build`, which knows only one of both.
void require_facets(const ShapeSet& shapes, const PartsView& parts, std::span<const Pair> pairs,
                    const FacetTrees& trees) {
  for (const Pair& pair : pairs) {
    const bool mesh_is_a = trees.has_mesh(parts.shape[pair.a]);
    const std::uint32_t mesh = parts.shape[mesh_is_a ? pair.a : pair.b],
                        other = parts.shape[mesh_is_a ? pair.b : pair.a];
    const char* const kind = trees.has_mesh(other) ? nullptr : without_facets(shapes.header(other).kind);
    if (kind == nullptr) continue;
    throw InvalidInput("detect: parts " + std::to_string(pair.a) + " and " + std::to_string(pair.b) +
                       " may meet, shape " + std::to_string(mesh) + " by the facets of its mesh, and shape " +
                       std::to_string(other) + " is " + kind +
                       ", which has none; allowed with a mesh are points, segments, spheres, capsules, triangles, "
                       "boxes, hulls and meshes");
  }
}

/// What lengths of a pair may be off, in the caller's unit: as the search takes it. Negative where a pose is unusable.
double slack_of(const FacetTrees& trees, const PartsView& parts, Pair pair, double alert_distance) {
  PlacedPair at;
  at.pair.a = trees.view(parts.shape[pair.a]), at.pair.b = trees.view(parts.shape[pair.b]);
  return place_pair(parts, pair, alert_distance, 0, at) ? at.pair.slack * at.unit : -1;
}

template <class T>
class RowWriter {
 public:
  RowWriter(const FacetContacts<T>& found, FacetRows<T>& out) : found_(found), out_(out) {}

  /// Of pair `i`, which is `pair`.
  void contacts(std::size_t i, Pair pair, double slack) {
    const std::size_t first = out_.contacts.size();
    Status status = Status::farther_than_alert;
    T deepest = Huge<T>::value;
    for (std::uint64_t k = found_.offsets[i]; k < found_.offsets[i + 1]; ++k) {
      const Contact<T> c = record(k, slack);
      if (!is_finite_record(c)) {  // lengths that the scalar does not hold
        out_.contacts.resize(first), resize_facets(first);
        return failure(pair, Status::degenerate_shape);
      }
      if (c.separation < deepest) deepest = c.separation, status = status_of(c.status);
      add(c, found_.facet_a[k], found_.facet_b[k], found_.kind[k]);
    }
    end(status);
  }
  void failure(Pair pair, Status status) {
    Contact<T> c = query_detail::empty_contact<T>(status);
    c.key = contact_key(pair, c.feature_a, c.feature_b);
    add(c, ContactFacets::none, ContactFacets::none, FacetContactKind::apart);
    end(status);
  }

 private:
  Contact<T> record(std::uint64_t k, double slack) const {
    Contact<T> c = query_detail::empty_contact<T>(Status::converged);
    c.separation = found_.separation[k];
    c.normal = found_.normal[k];
    c.witness_a = found_.witness_a[k], c.witness_b = found_.witness_b[k], c.point = found_.point[k];
    c.feature_a = found_.feature_a[k], c.feature_b = found_.feature_b[k];
    c.key = found_.key[k];
    // Rounding to T may lift the bound: one unit down again, of either step.
    const double separation = static_cast<double>(c.separation);
    const double rounding = 2 * static_cast<double>(Epsilon<T>::value) * std::abs(separation) + slack;
    const T bound = round_to<T>(separation - rounding);
    c.lower_bound = bound - Epsilon<T>::value * std::abs(bound);
    const bool touches = std::abs(separation) <= slack;
    const bool no_normal = c.normal.x == T(0) && c.normal.y == T(0) && c.normal.z == T(0);
    c.status = static_cast<std::uint8_t>(static_cast<int>(touches ? Status::touching : Status::converged) |
                                         (no_normal ? normal_undefined_flag : 0));
    return c;
  }
  void add(const Contact<T>& c, std::uint32_t facet_a, std::uint32_t facet_b, FacetContactKind kind) {
    out_.contacts.push_back(c);
    out_.facets.facet_a.push_back(facet_a), out_.facets.facet_b.push_back(facet_b), out_.facets.kind.push_back(kind);
  }
  void resize_facets(std::size_t size) {
    out_.facets.facet_a.resize(size), out_.facets.facet_b.resize(size), out_.facets.kind.resize(size);
  }
  void end(Status status) {
    out_.offsets.push_back(out_.contacts.size());
    out_.status.push_back(status);
  }

  const FacetContacts<T>& found_;
  FacetRows<T>& out_;
};

}  // namespace

bool meets_by_facets(const FacetTrees& trees, const PartsView& parts, Pair pair) {
  return trees.has_mesh(parts.shape[pair.a]) || trees.has_mesh(parts.shape[pair.b]);
}

bool has_meshes(const FacetTrees* trees, const ShapeSet& shapes) {
  bool any = false;
  for (std::uint32_t s = 0; trees != nullptr && s < shapes.size() && !any; ++s) any = trees->has_mesh(s);
  return any;
}

void build_facets(const Cpu& cpu, const ShapeSet& shapes, const PartsView& parts, std::span<const Pair> pairs,
                  FacetTrees& trees) {
  require_facets(shapes, parts, pairs, trees);
  trees.build(cpu, shapes, parts, pairs);
}

template <class T>
FacetRows<T> facet_rows(const FacetContacts<T>& found, const FacetTrees& trees, const PartsView& parts,
                        std::span<const Pair> pairs, double alert_distance) {
  FacetRows<T> out;
  RowWriter<T> writer(found, out);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double slack = slack_of(trees, parts, pairs[i], alert_distance);
    if (slack < 0) {
      writer.failure(pairs[i], Status::invalid_pose);
    } else {
      writer.contacts(i, pairs[i], slack);
    }
  }
  return out;
}

template FacetRows<float> facet_rows<float>(const FacetContacts<float>&, const FacetTrees&, const PartsView&,
                                            std::span<const Pair>, double);
template FacetRows<double> facet_rows<double>(const FacetContacts<double>&, const FacetTrees&, const PartsView&,
                                              std::span<const Pair>, double);

}  // namespace abut::host
