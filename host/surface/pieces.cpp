#include "host/surface/pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/bvh/box.h"
#include "abut/surface/sub_patch.h"
#include "abut/surface/surface_minima.h"
#include "host/facets/tree_build.h"

namespace abut::host {
namespace {

using Four = FourScalars<double>;

/// A rectangle of a Bezier patch, of its own. Data only.
struct Piece {
  double u0, v0, du, dv;
  std::uint32_t ends;
  std::vector<double> net;
};

/// Bounds of the derivatives up to the second: `of[a][b]` of order a by u and b by v.
struct Orders {
  double of[3][3] = {};
};

/// Of the control points' differences, four numbers each: those of (x, y, z) / w and those of w. Derivatives of a
/// Bezier patch are means of its differences, times the falling factorials of the degrees.
void difference_bounds(const std::vector<double>& net, int p, int q, Orders& vectors, Orders& weights) {
  for (int a = 0; a <= std::min(2, p); ++a) {
    std::vector<double> row = net;
    int n = p;
    double factor_u = 1;
    for (int k = 0; k < a; ++k, --n) {
      for (int i = 0; i < n; ++i) {
        for (int c = 0; c < 4 * (q + 1); ++c) {
          row[i * 4 * (q + 1) + c] = row[(i + 1) * 4 * (q + 1) + c] - row[i * 4 * (q + 1) + c];
        }
      }
      factor_u *= n;
    }
    int m = q;
    double factor = factor_u;
    for (int b = 0; b <= 2 - a && b <= q; ++b) {
      double longest = 0, heaviest = 0;
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= m; ++j) {
          const double* c = &row[4 * (i * (q + 1) + j)];
          longest = std::max(longest, length(Vec3<double>{c[0], c[1], c[2]}));
          heaviest = std::max(heaviest, std::abs(c[3]));
        }
      }
      vectors.of[a][b] = factor * longest, weights.of[a][b] = factor * heaviest;
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; j < m; ++j) {
          for (int c = 0; c < 4; ++c) {
            row[4 * (i * (q + 1) + j) + c] = row[4 * (i * (q + 1) + j + 1) + c] - row[4 * (i * (q + 1) + j) + c];
          }
        }
      }
      factor *= m--;
    }
  }
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double binomials[3][3] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 1}};

/// Bounds of the derivatives of A / w: of A = S w by Leibniz' rule, from low orders up. Infinite where a weight is 0.
Orders quotient_bounds(const std::vector<double>& net, int p, int q) {
  // About the middle of its own control points, so that S is short.
  std::vector<double> own = net;
  Vec3<double> middle{0, 0, 0};
  double least = infinity, count = 0;
  for (std::size_t k = 0; k < own.size(); k += 4) {
    least = std::min(least, own[k + 3]);
    if (!(own[k + 3] > 0)) continue;
    middle = middle + Vec3<double>{own[k], own[k + 1], own[k + 2]} * (1 / own[k + 3]), ++count;
  }
  middle = middle * (1 / std::max(count, 1.0));
  double reach = 0;
  for (std::size_t k = 0; k < own.size(); k += 4) {
    own[k] -= middle.x * own[k + 3], own[k + 1] -= middle.y * own[k + 3], own[k + 2] -= middle.z * own[k + 3];
    if (own[k + 3] > 0) reach = std::max(reach, length(Vec3<double>{own[k], own[k + 1], own[k + 2]}) / own[k + 3]);
  }
  Orders a, w, s;
  difference_bounds(own, p, q, a, w);
  s.of[0][0] = reach;
  for (int order = 1; order <= 2; ++order) {
    for (int i = 0; i <= order; ++i) {
      const int j = order - i;
      double sum = a.of[i][j];
      for (int k = 0; k <= i; ++k) {
        for (int l = 0; l <= j; ++l) {
          if (k != i || l != j) sum += binomials[i][k] * binomials[j][l] * s.of[k][l] * w.of[i - k][j - l];
        }
      }
      s.of[i][j] = least > 0 ? sum / least : infinity;
    }
  }
  return s;
}

Orders derivative_bounds(const std::vector<double>& net, int p, int q, bool rational) {
  if (rational) return quotient_bounds(net, p, q);
  Orders s, w;
  difference_bounds(net, p, q, s, w);
  return s;
}

class Maker {
 public:
  explicit Maker(const NurbsSurface& surface)
      : closed_u_(is_closed(surface, SurfaceParameter::u)),
        closed_v_(is_closed(surface, SurfaceParameter::v)),
        patches_(bezier_patches(surface)) {}

  template <class T>
  PieceArrays<T> run() {
    place();
    for (std::size_t k = 0; k < patches_.patches_u(); ++k) {
      for (std::size_t l = 0; l < patches_.patches_v(); ++l) cut(first_piece(k, l), 0);
    }
    return arrays<T>();
  }

 private:
  /// Control points relative to the middle of their box, scaled so that the size is 1 to 2.
  void place() {
    Box<double> box = empty_box<double>();
    const auto each = [&](const auto& use) {
      for (const WeightedPoint& p : patches_.points) {
        if (p.w > 0) use(Vec3<double>{p.x / p.w, p.y / p.w, p.z / p.w});
      }
    };
    each([&](const Vec3<double>& v) { box = unite(box, Box<double>{v, v}); });
    centre_ = box.lo * 0.5 + box.hi * 0.5;
    double size = 0;
    each([&](const Vec3<double>& v) { size = std::max(size, length(v - centre_)); });
    exponent_ = size > 0 ? std::ilogb(size) : 0;
    scale_ = std::ldexp(1.0, -exponent_);
    size_ = size * scale_;
  }

  std::size_t net_size() const { return static_cast<std::size_t>((patches_.degree_u + 1) * (patches_.degree_v + 1)); }
  Piece first_piece(std::size_t k, std::size_t l) const {
    const double u0 = patches_.breaks_u[k], v0 = patches_.breaks_v[l];
    return {u0, v0, patches_.breaks_u[k + 1] - u0, patches_.breaks_v[l + 1] - v0, ends_of(k, l), net_of(k, l)};
  }
  std::vector<double> net_of(std::size_t k, std::size_t l) const {
    std::vector<double> net;
    const std::size_t first = (k * patches_.patches_v() + l) * net_size();
    for (std::size_t i = first; i < first + net_size(); ++i) {
      const WeightedPoint& p = patches_.points[i];
      for (const double x : {(p.x - centre_.x * p.w) * scale_, (p.y - centre_.y * p.w) * scale_,
                             (p.z - centre_.z * p.w) * scale_, p.w}) {
        net.push_back(x);
      }
    }
    return net;
  }
  BezierPatch<double> patch_of(const std::vector<double>& net) const {
    return {patches_.degree_u, patches_.degree_v, patches_.rational, net.data()};
  }

  /// Where the surface ends or has a crease: tangent planes on both sides differ somewhere.
  std::uint32_t ends_of(std::size_t k, std::size_t l) const {
    const std::size_t n = patches_.patches_u(), m = patches_.patches_v();
    const bool first_u = k == 0, last_u = k + 1 == n, first_v = l == 0, last_v = l + 1 == m;
    std::uint32_t out = 0;
    if ((first_u && !closed_u_) || is_crease((k + n - 1) % n, l, k, l, true)) out |= end_at_u0;
    if ((last_u && !closed_u_) || is_crease(k, l, (k + 1) % n, l, true)) out |= end_at_u1;
    if ((first_v && !closed_v_) || is_crease(k, (l + m - 1) % m, k, l, false)) out |= end_at_v0;
    if ((last_v && !closed_v_) || is_crease(k, l, k, (l + 1) % m, false)) out |= end_at_v1;
    // An end that is one point, a pole, is none: what it is nearest to, its neighbours are too.
    if (is_pole(k, l, 0, true)) out &= ~end_at_u0;
    if (is_pole(k, l, 1, true)) out &= ~end_at_u1;
    if (is_pole(k, l, 0, false)) out &= ~end_at_v0;
    if (is_pole(k, l, 1, false)) out &= ~end_at_v1;
    return out;
  }
  SurfaceJet<double> at(std::size_t k, std::size_t l, double s, double t) const {
    const std::vector<double> net = net_of(k, l);
    return point_on<Four>(patch_of(net), s, t);
  }
  Vec3<double> normal_at(std::size_t k, std::size_t l, double s, double t) const {
    return closest_point_detail::piece_normal(at(k, l, s, t), s, t);
  }
  bool is_crease(std::size_t k, std::size_t l, std::size_t next_k, std::size_t next_l, bool along_u) const {
    for (const double x : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const Vec3<double> a = along_u ? normal_at(k, l, 1, x) : normal_at(k, l, x, 1);
      const Vec3<double> b = along_u ? normal_at(next_k, next_l, 0, x) : normal_at(next_k, next_l, x, 0);
      if (squared_length(a) == 0 || squared_length(b) == 0) continue;
      if (length(a - b) > 1e-6) return true;  // far above the rounding of what is smooth, and no fold that matters
    }
    return false;
  }
  bool is_pole(std::size_t k, std::size_t l, double end, bool along_u) const {
    const Vec3<double> a = (along_u ? at(k, l, end, 0) : at(k, l, 0, end)).point;
    for (const double x : {0.25, 0.5, 0.75, 1.0}) {
      const Vec3<double> b = (along_u ? at(k, l, end, x) : at(k, l, x, end)).point;
      if (length(a - b) > 1e-12) return false;
    }
    return true;
  }

  /// In halves until second derivatives are small beside the first ones: what Newton's method and its proof rest on.
  void cut(Piece piece, int depth) {
    const int p = patches_.degree_u, q = patches_.degree_v;
    const Orders b = derivative_bounds(piece.net, p, q, patches_.rational);
    constexpr double most_bent = 0.5, smallest = 1.0 / 64;
    // Where a weight is 0 they have no bounds, until it is in a small piece alone.
    const auto is_bent = [](double second, double first) {
      return !std::isfinite(first) || second > most_bent * first;
    };
    const bool cut_u = is_bent(std::max(b.of[2][0], b.of[1][1]), b.of[1][0]) && b.of[1][0] > smallest * size_;
    const bool cut_v = is_bent(std::max(b.of[0][2], b.of[1][1]), b.of[0][1]) && b.of[0][1] > smallest * size_;
    if (depth < 10 && (cut_u || cut_v)) {
      const bool across_u = cut_u && (!cut_v || b.of[1][0] >= b.of[0][1]);
      cut(half_of(piece, across_u, false), depth + 1);
      cut(half_of(piece, across_u, true), depth + 1);
      return;
    }
    pieces_.push_back(std::move(piece));
  }
  Piece half_of(const Piece& piece, bool across_u, bool second) const {
    const double from = second ? 0.5 : 0, to = second ? 1 : 0.5;
    const ParameterRectangle<double> r =
        across_u ? ParameterRectangle<double>{from, to, 0, 1} : ParameterRectangle<double>{0, 1, from, to};
    Piece out = piece;
    const BezierPatch<double> whole = patch_of(piece.net);
    sub_patch<Four>(whole, r, out.net.data());
    if (across_u) {
      out.u0 = piece.u0 + from * piece.du, out.du = 0.5 * piece.du;
      out.ends &= ~(second ? end_at_u0 : end_at_u1);
    } else {
      out.v0 = piece.v0 + from * piece.dv, out.dv = 0.5 * piece.dv;
      out.ends &= ~(second ? end_at_v0 : end_at_v1);
    }
    return out;
  }

  template <class T>
  PieceArrays<T> arrays() {
    std::vector<Box<double>> boxes;
    for (const Piece& piece : pieces_) {
      Box<double> box = empty_box<double>();
      for (std::size_t k = 0; k < piece.net.size(); k += 4) {
        if (!(piece.net[k + 3] > 0)) continue;
        const double w = 1 / piece.net[k + 3];
        const Vec3<double> at{piece.net[k] * w, piece.net[k + 1] * w, piece.net[k + 2] * w};
        box = unite(box, Box<double>{at, at});
      }
      // Control points in T, and their quotients here, are off by a few roundings of sizes below 2.
      const double grown = 8 * static_cast<double>(Epsilon<T>::value);
      box.lo = box.lo - Vec3<double>{grown, grown, grown}, box.hi = box.hi + Vec3<double>{grown, grown, grown};
      boxes.push_back(box);
    }
    const BuiltTree tree = build_facet_tree(boxes, 1);
    PieceArrays<T> out;
    out.nodes = tree.nodes;
    for (const std::uint32_t i : tree.order) {
      const Piece& piece = pieces_[i];
      out.pieces.push_back({static_cast<T>(piece.u0), static_cast<T>(piece.v0), static_cast<T>(piece.du),
                            static_cast<T>(piece.dv), static_cast<std::uint32_t>(out.points.size() / 4), piece.ends});
      for (const double x : piece.net) out.points.push_back(static_cast<T>(x));
    }
    for (const double x : patches_.breaks_u) out.breaks_u.push_back(static_cast<T>(x));
    for (const double x : patches_.breaks_v) out.breaks_v.push_back(static_cast<T>(x));
    for (std::size_t k = 0; k < patches_.patches_u(); ++k) {
      for (std::size_t l = 0; l < patches_.patches_v(); ++l) {
        for (const double x : net_of(k, l)) out.patch_points.push_back(static_cast<T>(x));
      }
    }
    SurfaceView<T>& v = out.view;
    v.patches_u = static_cast<std::uint32_t>(patches_.patches_u());
    v.patches_v = static_cast<std::uint32_t>(patches_.patches_v());
    v.breaks_u = out.breaks_u.data(), v.breaks_v = out.breaks_v.data(), v.patch_points = out.patch_points.data();
    v.degree_u = patches_.degree_u, v.degree_v = patches_.degree_v, v.rational = patches_.rational;
    v.piece_count = static_cast<std::uint32_t>(out.pieces.size());
    v.node_count = static_cast<std::uint32_t>(out.nodes.size());
    v.points = out.points.data(), v.pieces = out.pieces.data(), v.nodes = out.nodes.data();
    v.exponent = exponent_, v.size = static_cast<T>(size_);
    v.centre[0] = centre_.x, v.centre[1] = centre_.y, v.centre[2] = centre_.z;
    return out;
  }
  bool closed_u_, closed_v_;
  BezierPatches patches_;
  Vec3<double> centre_{0, 0, 0};
  double scale_ = 1, size_ = 0;
  std::int32_t exponent_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace

template <class T>
PieceArrays<T> piece_arrays(const NurbsSurface& surface) {
  return Maker(surface).run<T>();
}
template PieceArrays<float> piece_arrays<float>(const NurbsSurface&);
template PieceArrays<double> piece_arrays<double>(const NurbsSurface&);

}  // namespace abut::host
