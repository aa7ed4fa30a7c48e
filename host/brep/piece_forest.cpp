#include "host/brep/piece_forest.h"

#include <algorithm>

#include "host/brep/brep_carriers.h"

namespace abut::host {
namespace {

constexpr int most = most_surface_degree + 1;

WeightedPoint mean(const WeightedPoint& a, const WeightedPoint& b) {
  return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z), 0.5 * (a.w + b.w)};
}
WeightedPoint sum(const WeightedPoint& a, double s, const WeightedPoint& b, double t) {
  return {a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

/// A row of control points, `stride` apart, as those of its two halves.
void halve(const WeightedPoint* row, int degree, int stride, WeightedPoint* first, WeightedPoint* second) {
  WeightedPoint r[most]{};
  for (int i = 0; i <= degree; ++i) r[i] = row[i * stride];
  first[0] = r[0], second[degree * stride] = r[degree];
  for (int k = 1; k <= degree; ++k) {
    for (int i = 0; i + k <= degree; ++i) r[i] = mean(r[i], r[i + 1]);
    first[k * stride] = r[0], second[(degree - k) * stride] = r[degree - k];
  }
}

/// Homogeneous jets of degree up to 2, each from control points.
struct Homogeneous {
  WeightedPoint p, u, v, uu, uv, vv;
};

/// Bernstein polynomials and derivatives at t.
struct Basis {
  double value[most], first[most], second[most];
};
void basis(int degree, double t, Basis& b) {
  const double s = 1 - t;
  double row[3][most] = {};  // of degrees n - 2, n - 1 and n
  double now[most] = {1};
  for (int d = 0; d <= degree; ++d) {
    if (degree - d <= 2) std::copy(now, now + d + 1, row[2 - (degree - d)]);
    double next[most + 1] = {};
    for (int i = 0; i <= d; ++i) next[i] += now[i] * s, next[i + 1] += now[i] * t;
    std::copy(next, next + std::min(d + 2, most), now);
  }
  for (int i = 0; i <= degree; ++i) {
    const auto of = [&](int k, int j, int n) { return j >= 0 && j <= n && n >= 0 ? row[k][j] : 0.0; };
    b.value[i] = row[2][i];
    b.first[i] = degree * (of(1, i - 1, degree - 1) - of(1, i, degree - 1));
    b.second[i] =
        degree * (degree - 1) * (of(0, i - 2, degree - 2) - 2 * of(0, i - 1, degree - 2) + of(0, i, degree - 2));
  }
}

Homogeneous homogeneous_at(const WeightedPoint* net, int p, int q, double s, double t) {
  Basis bu, bv;
  basis(p, s, bu), basis(q, t, bv);
  Homogeneous h{};
  for (int i = 0; i <= p; ++i) {
    WeightedPoint row{}, first{}, second{};
    for (int j = 0; j <= q; ++j) {
      const WeightedPoint& c = net[i * (q + 1) + j];
      row = sum(row, 1, c, bv.value[j]), first = sum(first, 1, c, bv.first[j]);
      second = sum(second, 1, c, bv.second[j]);
    }
    h.p = sum(h.p, 1, row, bu.value[i]), h.u = sum(h.u, 1, row, bu.first[i]), h.v = sum(h.v, 1, first, bu.value[i]);
    h.uu = sum(h.uu, 1, row, bu.second[i]), h.uv = sum(h.uv, 1, first, bu.first[i]);
    h.vv = sum(h.vv, 1, second, bu.value[i]);
  }
  return h;
}

Vec3<double> part(const WeightedPoint& a) { return {a.x, a.y, a.z}; }

PieceJet<Vec3<double>> projected(const Homogeneous& h) {
  const double w = 1 / h.p.w;
  PieceJet<Vec3<double>> j;
  j.p = part(h.p) * w;
  j.d[0] = (part(h.u) - j.p * h.u.w) * w, j.d[1] = (part(h.v) - j.p * h.v.w) * w;
  j.dd[0][0] = (part(h.uu) - j.d[0] * (2 * h.u.w) - j.p * h.uu.w) * w;
  j.dd[1][1] = (part(h.vv) - j.d[1] * (2 * h.v.w) - j.p * h.vv.w) * w;
  j.dd[0][1] = j.dd[1][0] = (part(h.uv) - j.d[0] * h.v.w - j.d[1] * h.u.w - j.p * h.uv.w) * w;
  return j;
}

/// Four numbers from low to high.
struct Range4 {
  double low[4], high[4];
  bool none = true;
  void see(const WeightedPoint& a, double f) {
    const double at[4] = {a.x * f, a.y * f, a.z * f, a.w * f};
    for (int k = 0; k < 4; ++k) {
      low[k] = none ? at[k] : std::min(low[k], at[k]), high[k] = none ? at[k] : std::max(high[k], at[k]);
    }
    none = false;
  }
  NearNumber number(int k) const {
    return none ? NearNumber{} : NearNumber{0.5 * (low[k] + high[k]), 0.5 * (high[k] - low[k])};
  }
  NearVector vector() const {
    const NearNumber x = number(0), y = number(1), z = number(2);
    return {{x.c, y.c, z.c}, {x.r, y.r, z.r}};
  }
  NearNumber weight() const { return number(3); }
};

NearVector times(const NearVector& a, const NearNumber& s) {
  const double c = std::abs(s.c);
  return {a.c * s.c, a.r * (c + s.r) + magnitudes(a.c) * s.r};
}
/// of one above 0.
NearNumber inverse(const NearNumber& a) {
  const double low = 1 / (a.c + a.r), high = 1 / (a.c - a.r);
  return {0.5 * (low + high), 0.5 * (high - low)};
}
NearNumber twice(const NearNumber& a) { return {2 * a.c, 2 * a.r}; }

/// Bounds of a net's numbers and of its differences, by u and v.
struct NetBounds {
  Range4 projected, p, u, v, uu, uv, vv;
};
NetBounds bounds_of(const WeightedPoint* net, int p, int q) {
  NetBounds b;
  const auto at = [&](int i, int j) -> const WeightedPoint& { return net[i * (q + 1) + j]; };
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= q; ++j) {
      const WeightedPoint& c = at(i, j);
      b.p.see(c, 1), b.projected.see(c, 1 / c.w);
      if (i < p) b.u.see(sum(at(i + 1, j), 1, c, -1), p);
      if (j < q) b.v.see(sum(at(i, j + 1), 1, c, -1), q);
      if (i + 1 < p) b.uu.see(sum(sum(at(i + 2, j), 1, at(i + 1, j), -2), 1, c, 1), p * (p - 1));
      if (j + 1 < q) b.vv.see(sum(sum(at(i, j + 2), 1, at(i, j + 1), -2), 1, c, 1), q * (q - 1));
      if (i < p && j < q)
        b.uv.see(sum(sum(at(i + 1, j + 1), 1, at(i + 1, j), -1), 1, sum(at(i, j + 1), -1, c, 1), 1), p * q);
    }
  }
  return b;
}

PieceJet<NearVector> near_jet(const NetBounds& b, bool rational) {
  PieceJet<NearVector> j;
  j.p = b.projected.vector();
  if (!rational) {
    j.d[0] = b.u.vector(), j.d[1] = b.v.vector();
    j.dd[0][0] = b.uu.vector(), j.dd[1][1] = b.vv.vector(), j.dd[0][1] = j.dd[1][0] = b.uv.vector();
    return j;
  }
  const NearNumber w = inverse(b.p.weight()), wu = b.u.weight(), wv = b.v.weight();
  j.d[0] = times(b.u.vector() - times(j.p, wu), w), j.d[1] = times(b.v.vector() - times(j.p, wv), w);
  j.dd[0][0] = times(b.uu.vector() - times(j.d[0], twice(wu)) - times(j.p, b.uu.weight()), w);
  j.dd[1][1] = times(b.vv.vector() - times(j.d[1], twice(wv)) - times(j.p, b.vv.weight()), w);
  j.dd[0][1] = times(b.uv.vector() - times(j.d[0], wv) - times(j.d[1], wu) - times(j.p, b.uv.weight()), w);
  j.dd[1][0] = j.dd[0][1];
  return j;
}

/// Of two that both hold a vector, numbers of the smaller.
void narrow(NearVector& a, const NearVector& b) {
  if (b.r.x < a.r.x) a.c.x = b.c.x, a.r.x = b.r.x;
  if (b.r.y < a.r.y) a.c.y = b.c.y, a.r.y = b.r.y;
  if (b.r.z < a.r.z) a.c.z = b.c.z, a.r.z = b.r.z;
}
/// At most.
Vec3<double> most_of(const NearVector& a) { return magnitudes(a.c) + a.r; }

/// By the middle and the derivatives' bounds.
NearVector about(const Vec3<double>& middle, const NearVector& by_u, const NearVector& by_v) {
  return {middle, (most_of(by_u) + most_of(by_v)) * 0.5};
}

void grow(NearVector& a, double by) { a.r = a.r + Vec3<double>{by, by, by}; }

}  // namespace

PieceForest::PieceForest(const FreeShape& shape) : shape_(&shape), carrier_(shape.carrier) { add_roots(nullptr); }
PieceForest::PieceForest(const FreeShape& shape, const RelativePose<double>& pose) : shape_(&shape) {
  if (shape.carrier) carrier_ = moved(pose, *shape.carrier);
  add_roots(&pose);
}

void PieceForest::add_roots(const RelativePose<double>* pose) {
  for (std::uint32_t k = 0; k < roots(); ++k) {
    const std::size_t first = nets_.size();
    for (WeightedPoint p : shape_->pieces[k].points) {
      if (pose != nullptr) {
        const Vec3<double> at = rotate(pose->rotation, part(p)) + pose->translation * p.w;
        p = {at.x, at.y, at.z, p.w};
      }
      nets_.push_back(p);
      size_ = std::max(size_, max_abs(part(p)) / p.w);
    }
    PieceNode node;
    node.piece = k, node.net = first;
    nodes_.push_back(node);
  }
  for (PieceNode& node : nodes_) look_for_poles(node), finish(node);
  root_nets_ = nets_.size();
}

void PieceForest::forget_beyond(std::size_t most_nodes) {
  if (nodes_.size() <= most_nodes) return;
  nodes_.resize(roots()), nodes_.shrink_to_fit();
  nets_.resize(root_nets_), nets_.shrink_to_fit();
  for (PieceNode& node : nodes_) node.children = 0;
}

void PieceForest::look_for_poles(PieceNode& root) const {
  if (shape_->dimensions != 2) return;
  const ShapePiece& piece = shape_->pieces[root.piece];
  const int p = piece.degree_u, q = piece.degree_v;
  const auto at = [&](int i, int j) {
    const WeightedPoint& c = nets_[root.net + static_cast<std::size_t>(i * (q + 1) + j)];
    return part(c) * (1 / c.w);
  };
  for (int side = 0; side < 4; ++side) {
    const bool along_v = side < 2;  // the sides of u go along v
    const int last = along_v ? q : p, of = side % 2 == 0 ? 0 : along_v ? p : q;
    double off = 0;
    for (int k = 1; k <= last; ++k) {
      off = std::max(off, along_v ? max_abs(at(of, k) - at(of, 0)) : max_abs(at(k, of) - at(0, of)));
    }
    root.poles[side] = off <= 0x1p-40 * size_;
  }
}

void PieceForest::finish(PieceNode& node) {
  const ShapePiece& piece = shape_->pieces[node.piece];
  const int p = piece.degree_u, q = piece.degree_v;
  WeightedPoint net[most * most];
  const WeightedPoint* given = &nets_[node.net];
  node.middle = projected(homogeneous_at(given, p, q, 0.5, 0.5));
  const Vec3<double> c = node.middle.p;
  for (std::uint32_t i = 0; i < count(piece); ++i) {
    const WeightedPoint& g = given[i];
    net[i] = {g.x - c.x * g.w, g.y - c.y * g.w, g.z - c.z * g.w, g.w};
  }
  node.all = near_jet(bounds_of(net, p, q), piece.rational);
  PieceJet<NearVector>& a = node.all;
  const double rounding = 0x1p-46 * size_;
  for (int i = 0; i < 2; ++i) {
    narrow(a.d[i], about(node.middle.d[i], a.dd[i][0], a.dd[i][1]));
    grow(a.d[i], rounding);
    for (int j = 0; j < 2; ++j) grow(a.dd[i][j], rounding);
  }
  a.p.c = a.p.c + c, grow(a.p, rounding);
  if (shape_->dimensions == 2) {
    add_normals(node.middle), add_normals(a);
    narrow(a.n, about(node.middle.n, a.dn[0], a.dn[1]));
    node.unscaled = a;
    if (node.poles[0] || node.poles[1]) node.unscaled.d[1] = a.dd[0][1];
    if (node.poles[2] || node.poles[3]) node.unscaled.d[0] = a.dd[0][1];
    node.unscaled.n = plain_cross(node.unscaled.d[0], node.unscaled.d[1]);
  }
  node.rest = (most_of(a.dd[0][0]) + most_of(a.dd[1][1])) * 0.125 + most_of(a.dd[0][1]) * 0.25;
  node.rest = node.rest + Vec3<double>{rounding, rounding, rounding};
  for (int k = 0; k < 2; ++k) node.extent[k] = length(node.middle.d[k]) + length(a.d[k].r);
  // Beside a pole, tangents turn though they are short: cut across that first.
  constexpr double most_turn = 0.3;
  for (int k = 0; k < 2; ++k) {
    const bool pole = node.poles[2 - 2 * k] || node.poles[3 - 2 * k];
    const bool turns = length(node.middle.dd[0][1]) > most_turn * length(node.middle.d[1 - k]);
    if (pole && turns) node.extent[k] = std::max(node.extent[k], 1.01 * node.extent[1 - k]);
  }
}

std::uint32_t PieceForest::children_of(std::uint32_t i) {
  if (nodes_[i].children != 0) return nodes_[i].children;
  const PieceNode parent = nodes_[i];
  const ShapePiece& piece = shape_->pieces[parent.piece];
  const int p = piece.degree_u, q = piece.degree_v, along = parent.extent[0] >= parent.extent[1] ? 0 : 1;
  const std::size_t size = count(piece), first = nets_.size();
  nets_.resize(first + 2 * size);
  const WeightedPoint* from = &nets_[parent.net];
  WeightedPoint *x = &nets_[first], *y = x + size;
  if (along == 0) {
    for (int j = 0; j <= q; ++j) halve(from + j, p, q + 1, x + j, y + j);
  } else {
    for (int r = 0; r <= p; ++r) halve(from + r * (q + 1), q, 1, x + r * (q + 1), y + r * (q + 1));
  }
  const auto children = static_cast<std::uint32_t>(nodes_.size());
  for (int k = 0; k < 2; ++k) {
    PieceNode child;
    child.piece = parent.piece, child.net = first + static_cast<std::size_t>(k) * size;
    for (int d = 0; d < 2; ++d) child.low[d] = parent.low[d], child.high[d] = parent.high[d];
    const double middle = 0.5 * (parent.low[along] + parent.high[along]);
    (k == 0 ? child.high[along] : child.low[along]) = middle;
    std::copy(parent.poles, parent.poles + 4, child.poles);
    child.poles[2 * along + 1 - k] = false;
    finish(child);
    nodes_.push_back(child);
  }
  nodes_[i].children = children;
  return children;
}

PieceJet<Vec3<double>> PieceForest::at(std::uint32_t k, const double (&at)[2], const double (&scale)[2]) const {
  const ShapePiece& piece = shape_->pieces[k];
  PieceJet<Vec3<double>> j =
      projected(homogeneous_at(&nets_[nodes_[k].net], piece.degree_u, piece.degree_v, at[0], at[1]));
  for (int a = 0; a < 2; ++a) {
    j.d[a] = j.d[a] * scale[a];
    for (int b = 0; b < 2; ++b) j.dd[a][b] = j.dd[a][b] * (scale[a] * scale[b]);
  }
  if (shape_->dimensions == 2) add_normals(j);
  return j;
}

}  // namespace abut::host
