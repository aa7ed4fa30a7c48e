#include "tests/complex/reference_lmds.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace abut::test {
namespace {

/// Sines of the angle of edges, below which they are parallel, may be either, and are not.
constexpr double surely_parallel = 1e-12, parallel = 1e-9, surely_not_parallel = 1e-6;
/// Distances in parts of the size, below which a direction in double is no better than 1e-5.
constexpr double no_direction = 1e-10;

/// Table 2, row by row: -, not defined; 0, (0, 0); l, (theta, 0); r, (0, theta); b, (theta, theta).
constexpr const char* table_2[] = {"00lllll-", "0bbl----", "rbbl----", "rrr-----",
                                   "r-------", "r-------", "r-------", "--------"};

/// Nearest points of the affine hulls of two simplices: coordinates with regard to the edges from the first vertices.
struct Minimizer {
  std::vector<Exact> x;    // A's, then B's
  Exact independence = 0;  // volume of the unit directions over those of each simplex; 0: not unique
  ExactPoint a, b;
};

Exact determinant(std::vector<std::vector<Exact>> m) {
  const std::size_t n = m.size();
  if (n == 0) return 1;
  Exact sum = 0;
  for (std::size_t column = 0; column < n; ++column) {
    std::vector<std::vector<Exact>> minor;
    for (std::size_t row = 1; row < n; ++row) {
      minor.push_back(m[row]);
      minor.back().erase(minor.back().begin() + static_cast<std::ptrdiff_t>(column));
    }
    sum += (column % 2 == 0 ? 1 : -1) * m[0][column] * determinant(minor);
  }
  return sum;
}

std::vector<std::vector<Exact>> gram(const std::vector<ExactPoint>& v) {
  std::vector<std::vector<Exact>> m(v.size(), std::vector<Exact>(v.size()));
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = 0; j < v.size(); ++j) m[i][j] = inner(v[i], v[j]);
  }
  return m;
}

/// Length, area or volume that directions span: not by their Gram matrix, which loses half of the digits.
Exact content(const std::vector<ExactPoint>& v) {
  if (v.empty()) return 1;
  if (v.size() == 1) return norm(v[0]);
  const ExactPoint n = outer(v[0], v[1]);
  const Exact volume = v.size() == 2 ? norm(n) : inner(n, v[2]);
  return volume < 0 ? Exact(-volume) : volume;
}

std::vector<ExactPoint> edges_from_first(const ReferenceComplex& c, const ReferenceSimplex& s) {
  std::vector<ExactPoint> edges;
  for (int k = 1; k <= s.dimension; ++k) edges.push_back(c.points[s.vertices[k]] - c.points[s.vertices[0]]);
  return edges;
}

/// The normal equations by Cramer's rule.
Minimizer minimizer(const ReferenceComplex& ca, const ReferenceSimplex& sa, const ReferenceComplex& cb,
                    const ReferenceSimplex& sb) {
  Minimizer out;
  const std::vector<ExactPoint> of_a = edges_from_first(ca, sa), of_b = edges_from_first(cb, sb);
  if (of_a.size() + of_b.size() > 3) return out;  // dependent in space
  out.a = ca.points[sa.vertices[0]], out.b = cb.points[sb.vertices[0]];
  std::vector<ExactPoint> all = of_a;  // b - a = r - all * x
  for (const ExactPoint& e : of_b) all.push_back(-e);
  const ExactPoint r = out.b - out.a;
  const auto m = gram(all);
  const Exact whole = content(all) * content(all);
  if (!(whole > 0)) return out;
  out.independence = content(all) / (content(of_a) * content(of_b));
  for (std::size_t k = 0; k < all.size(); ++k) {
    auto replaced = m;
    for (std::size_t i = 0; i < all.size(); ++i) replaced[i][k] = inner(all[i], r);
    out.x.push_back(determinant(replaced) / whole);
  }
  for (std::size_t k = 0; k < of_a.size(); ++k) out.a = out.a + of_a[k] * out.x[k];
  for (std::size_t k = 0; k < of_b.size(); ++k) out.b = out.b + of_b[k] * out.x[of_a.size() + k];
  return out;
}

/// The least barycentric coordinate; a vertex has none that could fail.
Exact least_coordinate(const std::vector<Exact>& x, std::size_t first, int count) {
  Exact rest = 1, least = 1;
  for (int k = 0; k < count; ++k) {
    rest -= x[first + static_cast<std::size_t>(k)];
    least = std::min(least, x[first + static_cast<std::size_t>(k)]);
  }
  return count == 0 ? Exact(1) : std::min(least, rest);
}

/// By how much the fourth and fifth condition hold for one of the simplices; `d` is the unit vector to the other.
Exact direction_margin(const ReferenceSimplex& s, const ExactPoint& d, Exact widened, Exact tolerance) {
  using Shape = ReferenceCone::Shape;
  using std::sin;
  Exact margin = 1;
  for (const ExactPoint& u : s.u) margin = std::min(margin, Exact(sin(widened) + tolerance - inner(d, u)));
  const ReferenceCone& c = s.cone;
  if (c.shape == Shape::nothing) return -1;
  if (c.shape == Shape::everything) return margin;
  Exact away = angle_between(c.axis, d);
  if (c.shape == Shape::line) away = std::min(away, Exact(2 * right_angle() - away));
  // Across a triangle the direction is its normal, to roundings: only the side is left to tell.
  const Exact allowed = s.dimension == 2 ? right_angle() : Exact(c.half_angle + widened + tolerance);
  return std::min(margin, Exact(allowed - away));
}

class Search {
 public:
  Search(const ReferenceComplex& a, const ReferenceComplex& b, const ReferenceOptions& options)
      : a_(a), b_(b), options_(options), size_(std::max(a.size, b.size)) {}

  ReferenceLmds all() {
    for (const ReferenceSimplex& s : a_.simplices) {
      for (const ReferenceSimplex& t : b_.simplices) look_at(s, t);
    }
    return std::move(out_);
  }

 private:
  void look_at(const ReferenceSimplex& s, const ReferenceSimplex& t) {
    const char code = table_2[s.simplex_class][t.simplex_class];
    const bool doubtful = s.doubtful || t.doubtful;
    if (code == '-' && !doubtful) return;
    const Minimizer nearest = minimizer(a_, s, b_, t);
    if (nearest.independence < surely_parallel) return;
    const ExactPoint between = nearest.b - nearest.a;
    const Exact distance = norm(between);
    const Exact inside = std::min(least_coordinate(nearest.x, 0, s.dimension),
                                  least_coordinate(nearest.x, static_cast<std::size_t>(s.dimension), t.dimension));
    const Exact close_enough = (options_.most_distance - distance) / size_;
    const bool no_place = nearest.independence < surely_not_parallel;
    Exact margin = std::min(close_enough, no_place ? Exact(1) : inside), lmd_margin = margin;
    if (distance > no_direction * size_ && !doubtful && !no_place) {
      const ExactPoint d = unit(between);
      margin = std::min(margin, both(s, t, d, code, options_.theta));
      lmd_margin = std::min(lmd_margin, both(s, t, d, code, 0));
      add(s, t, nearest, {margin, lmd_margin, margin > 0, lmd_margin > 0});
      return;
    }
    doubt(s, t, nearest, code, std::min(inside, close_enough), margin);
  }

  struct Verdict {
    Exact margin, lmd_margin;
    bool found, is_lmd;
  };

  /// What can be told is told; what is not clear has a margin of 0.
  void doubt(const ReferenceSimplex& s, const ReferenceSimplex& t, const Minimizer& nearest, char code, Exact place,
             Exact margin) {
    if (margin < -options_.margin_of_interest) return;
    Verdict verdict{0, 0, false, false};
    const ExactPoint between = nearest.b - nearest.a;
    if (code != '-' && nearest.independence > parallel && norm(between) > no_direction * size_ && place > 0) {
      verdict.found = both(s, t, unit(between), code, options_.theta) > 0;
      verdict.is_lmd = both(s, t, unit(between), code, 0) > 0;
    }
    add(s, t, nearest, verdict);
  }

  Exact both(const ReferenceSimplex& s, const ReferenceSimplex& t, const ExactPoint& d, char code, Exact theta) const {
    const Exact of_a = code == 'l' || code == 'b' ? theta : Exact(0);
    const Exact of_b = code == 'r' || code == 'b' ? theta : Exact(0);
    return std::min(direction_margin(s, d, of_a, options_.tolerance),
                    direction_margin(t, -d, of_b, options_.tolerance));
  }

  static Vec3<double> rounded(const ExactPoint& p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
  }

  void add(const ReferenceSimplex& s, const ReferenceSimplex& t, const Minimizer& nearest, const Verdict& verdict) {
    if (!verdict.found && verdict.margin < -options_.margin_of_interest) return;
    ReferenceLmd lmd;
    lmd.dimension_a = s.dimension, lmd.dimension_b = t.dimension;
    lmd.vertices_a = s.vertices, lmd.vertices_b = t.vertices;
    lmd.class_a = s.simplex_class, lmd.class_b = t.simplex_class;
    lmd.point_a = rounded(nearest.a), lmd.point_b = rounded(nearest.b);
    lmd.distance = static_cast<double>(norm(nearest.b - nearest.a));
    lmd.is_lmd = verdict.is_lmd;
    lmd.margin = static_cast<double>(verdict.margin), lmd.lmd_margin = static_cast<double>(verdict.lmd_margin);
    (verdict.found ? out_.found : out_.near_misses).push_back(lmd);
  }

  const ReferenceComplex& a_;
  const ReferenceComplex& b_;
  const ReferenceOptions& options_;
  Exact size_;
  ReferenceLmds out_;
};

}  // namespace

ReferenceLmds reference_lmds(const ReferenceComplex& a, const ReferenceComplex& b, const ReferenceOptions& options) {
  return Search(a, b, options).all();
}

ReferenceLmds reference_lmds(const SimplicialComplex& a, const SimplicialComplex& b, const RelativePose<double>& b_in_a,
                             const ReferenceOptions& options) {
  return reference_lmds(reference_complex(a, no_motion(), options.flatness, options.solid_a),
                        reference_complex(b, b_in_a, options.flatness, options.solid_b), options);
}

}  // namespace abut::test
