#include "tests/complex/random_complexes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "tests/complex/cell_surface.h"

namespace abut::test {
namespace {

using Point = Vec3<double>;
using Names = std::array<std::uint32_t, 3>;

struct Maker {
  Random& random;
  bool on_grid;
  SimplicialComplex out;

  int between(int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
  }
  bool chance(double p) { return random.uniform() < p; }
  double size(double low, double high) {
    const double s = random.uniform(low, high);
    return on_grid ? std::max(0.125, std::round(8 * s) / 8) : s;
  }
  Point gridded(const Point& p) const {
    return on_grid ? Point{std::round(8 * p.x) / 8, std::round(8 * p.y) / 8, std::round(8 * p.z) / 8} : p;
  }
  std::uint32_t vertex(const Point& p) {
    out.vertices.push_back(p);
    return static_cast<std::uint32_t>(out.vertices.size() - 1);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) { out.triangles.push_back({a, b, c}); }
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangle(a, b, c), triangle(a, c, d);
  }

  void points() {
    for (int n = between(1, 12); n > 0; --n) out.points.push_back(vertex(gridded(random.in_cube())));
  }

  void polyline() {
    Point step{0.25, 0, 0};
    std::uint32_t last = vertex(gridded(random.in_cube() * 0.5));
    for (int n = between(2, 8); n > 0; --n) {
      const bool branch = chance(0.15);
      if (branch) last = random.below(last + 1);
      if (branch || chance(0.5)) step = gridded(random.direction() * random.uniform(0.15, 0.5));
      if (max_abs(step) < 0.1) step = {0, 0.25, 0};
      const std::uint32_t next = vertex(out.vertices[last] + step);
      out.segments.push_back({last, next});
      last = next;
    }
  }

  void soup() {
    const int n = between(5, 10);
    for (int k = 0; k < n; ++k) vertex(gridded(random.in_cube()));
    const auto any = [&] { return random.below(static_cast<std::uint32_t>(n)); };
    const auto& v = out.vertices;
    for (int k = between(2, 8); k > 0; --k) {
      const Names t{any(), any(), any()};
      if (length(cross(v[t[1]] - v[t[0]], v[t[2]] - v[t[0]])) > 1e-3) out.triangles.push_back(t);
    }
    for (int k = between(0, 3); k > 0; --k) {
      const std::array<std::uint32_t, 2> s{any(), any()};
      if (length(v[s[1]] - v[s[0]]) > 1e-3) out.segments.push_back(s);
    }
    for (int k = between(1, 2); k > 0; --k) out.points.push_back(any());
  }

  std::vector<double> lines(int cells) {
    std::vector<double> at{-0.5};
    for (int k = 0; k < cells; ++k) at.push_back(at.back() + size(0.2, 0.6));
    return at;
  }
  void cells(int x, int y, int z, const std::function<bool(int, int, int)>& is_filled) {
    out = cell_surface({lines(x), lines(y), lines(z)}, is_filled);
  }
  void notched_cube() {
    const int x = between(0, 1), y = between(0, 1), z = 2;  // out of an edge, a face or a corner
    cells(3, 3, 3, [=](int i, int j, int k) { return !(i == x && j == y && k == z); });
  }

  void tetrahedron() {
    for (int k = 0; k < 4; ++k) vertex({0, 0, 0});
    double volume = 0;
    while (std::abs(volume) < 0.05) {
      for (auto& v : out.vertices) v = gridded(random.in_cube());
      const auto& v = out.vertices;
      volume = dot(v[1] - v[0], cross(v[2] - v[0], v[3] - v[0]));
    }
    if (volume < 0) std::swap(out.vertices[0], out.vertices[1]);
    out.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  }

  void prism() {
    const auto n = static_cast<std::uint32_t>(between(5, 16));
    const double radius = random.uniform(0.3, 0.7), half = random.uniform(0.1, 0.6), turn = random.uniform();
    for (const double z : {-half, half}) {
      for (std::uint32_t k = 0; k < n; ++k) {
        const double angle = 6.283185307179586 * (k + turn) / n;
        vertex({radius * std::cos(angle), radius * std::sin(angle), z});
      }
    }
    for (std::uint32_t k = 0; k < n; ++k) quad(k, (k + 1) % n, n + (k + 1) % n, n + k);
    if (chance(0.5)) {  // fans about the middles of the ends
      const std::uint32_t low = vertex({0, 0, -half}), high = vertex({0, 0, half});
      for (std::uint32_t k = 0; k < n; ++k) triangle(low, (k + 1) % n, k), triangle(high, n + k, n + (k + 1) % n);
    } else {
      for (std::uint32_t k = 1; k + 1 < n; ++k) triangle(0, k + 1, k), triangle(n, n + k, n + k + 1);
    }
  }

  void subdivide() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, is_new] = middles.emplace(std::minmax(a, b), 0);
      if (is_new) at->second = vertex((out.vertices[a] + out.vertices[b]) * 0.5);
      return at->second;
    };
    const auto old = std::exchange(out.triangles, {});
    for (const auto& t : old) {
      const std::uint32_t a = middle(t[1], t[2]), b = middle(t[2], t[0]), c = middle(t[0], t[1]);
      triangle(t[0], c, b), triangle(t[1], a, c), triangle(t[2], b, a), triangle(a, b, c);
    }
  }
  void star_sphere() {
    out = icosahedron();
    if (chance(0.4)) subdivide();
    for (auto& v : out.vertices) v = unit_vector(v) * random.uniform(0.4, 0.8);
  }

  void sheet() {
    const int n = between(1, 4), m = between(1, 4), form = between(0, 2);
    const double step = size(0.2, 0.4), slope = size(0.1, 0.5);
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j <= m; ++j) {
        const double height = form == 0   ? 0
                              : form == 1 ? slope * std::abs(i - n / 2) * step
                                          : random.uniform(-0.2, 0.2);
        vertex(gridded({(i - 0.5 * n) * step, (j - 0.5 * m) * step, height}));
      }
    }
    const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * (m + 1) + j); };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }

  void book() {
    const int n = between(1, 3), pages = between(3, 5);
    const double step = size(0.2, 0.5), width = size(0.3, 0.7);
    for (int i = 0; i <= n; ++i) vertex({0, 0, (i - 0.5 * n) * step});
    for (int page = 0; page < pages; ++page) {
      const double angle =
          on_grid ? 0.7853981633974483 * page * 2 : 6.283185307179586 * (page + random.uniform(0, 0.8)) / pages;
      const Point way = on_grid && page == 4 ? Point{width, width, 0}
                                             : gridded({width * std::cos(angle), width * std::sin(angle), 0});
      const auto first = static_cast<std::uint32_t>(out.vertices.size());
      for (int i = 0; i <= n; ++i) vertex(out.vertices[static_cast<std::size_t>(i)] + way);
      for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(n); ++i) quad(i, i + 1, first + i + 1, first + i);
    }
  }

  void tetrahedra();
  void mixed();
};

/// Corner k of a cell is at bit 0 of k along x, bit 1 along y, bit 2 along z.
constexpr std::array<std::uint32_t, 4> five[] = {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}};
constexpr std::array<std::uint32_t, 4> six[] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                                {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};

void Maker::tetrahedra() {
  const int n[3] = {between(1, 3), between(1, 2), between(1, 2)};
  const std::vector<double> at[3] = {lines(n[0]), lines(n[1]), lines(n[2])};
  const bool by_five = chance(0.5), holes = chance(0.7);
  for (const double x : at[0]) {
    for (const double y : at[1]) {
      for (const double z : at[2]) vertex({x, y, z});
    }
  }
  for (int cell = 0; cell < n[0] * n[1] * n[2]; ++cell) {
    const int c[3] = {cell % n[0], cell / n[0] % n[1], cell / n[0] / n[1]};
    const std::uint32_t mirrored = (c[0] + c[1] + c[2]) % 2;
    const auto corner = [&](std::uint32_t k) {
      const int i = c[0] + (k & 1), j = c[1] + (k >> 1 & 1), l = c[2] + (k >> 2 & 1);
      return static_cast<std::uint32_t>((i * (n[1] + 1) + j) * (n[2] + 1) + l);
    };
    const auto add = [&](const std::array<std::uint32_t, 4>& t, std::uint32_t flip) {
      if (!out.tetrahedra.empty() && holes && chance(0.25)) return;
      out.tetrahedra.push_back({corner(t[0] ^ flip), corner(t[1] ^ flip), corner(t[2] ^ flip), corner(t[3] ^ flip)});
    };
    if (by_five) {
      for (const auto& t : five) add(t, mirrored);
    } else {
      for (const auto& t : six) add(t, 0);
    }
  }
}

void Maker::mixed() {
  out = box_surface(size(0.2, 0.5), size(0.2, 0.5), size(0.2, 0.5));
  std::uint32_t last = random.below(8);
  const Point outward = gridded(unit_vector(out.vertices[last]) * 0.3);
  for (int n = between(1, 3); n > 0; --n) {
    const Point bend = chance(0.5) ? Point{0, 0, 0} : gridded(random.in_cube() * 0.2);
    const std::uint32_t next = vertex(out.vertices[last] + outward + bend);
    out.segments.push_back({last, next});
    last = next;
  }
  const Point side = max_abs(cross(outward, Point{1, 0, 0})) > 0.05 ? Point{0.25, 0, 0} : Point{0, 0.25, 0};
  triangle(last, vertex(out.vertices[last] + outward), vertex(out.vertices[last] + outward + side));
}

void make(Maker& m, ComplexKind kind) {
  const auto all = [](int, int, int) { return true; };
  switch (kind) {
    case ComplexKind::points: return m.points();
    case ComplexKind::polyline: return m.polyline();
    case ComplexKind::soup: return m.soup();
    case ComplexKind::box: return m.cells(1, 1, 1, all);
    case ComplexKind::tetrahedron: return m.tetrahedron();
    case ComplexKind::prism: return m.prism();
    case ComplexKind::subdivided_box: return m.cells(m.between(1, 3), m.between(2, 3), m.between(1, 2), all);
    case ComplexKind::l_shape: return m.cells(2, 2, 1, [](int i, int j, int) { return i == 0 || j == 0; });
    case ComplexKind::notched_cube: return m.notched_cube();
    case ComplexKind::star_sphere: return m.star_sphere();
    case ComplexKind::sheet: return m.sheet();
    case ComplexKind::book: return m.book();
    case ComplexKind::tetrahedra: return m.tetrahedra();
    case ComplexKind::mixed: return m.mixed();
  }
}

void repeat(Random& random, SimplicialComplex& c, bool solid) {
  const auto again = [&](auto& simplices) {
    for (std::size_t k = simplices.size(); k-- > 0;) {
      if (random.below(4) == 0) simplices.push_back(simplices[k]);
    }
  };
  again(c.points), again(c.segments), again(c.triangles), again(c.tetrahedra);
  if (solid) return;
  for (const auto& t : c.triangles) {
    if (random.below(4) == 0) c.segments.push_back({t[2], t[0]}), c.points.push_back(t[1]);
  }
  for (const auto& t : c.tetrahedra) {
    if (random.below(4) == 0) c.triangles.push_back({t[2], t[0], t[3]});
  }
}

void split(Random& random, SimplicialComplex& c) {
  const auto own = [&](auto& simplices) {
    for (auto& s : simplices) {
      for (auto& v : s) {
        if (random.below(2) == 0) continue;
        c.vertices.push_back(Point{c.vertices[v]});
        v = static_cast<std::uint32_t>(c.vertices.size() - 1);
      }
    }
  };
  own(c.segments), own(c.triangles), own(c.tetrahedra);
}

}  // namespace

bool is_solid(ComplexKind kind) { return kind >= ComplexKind::box && kind <= ComplexKind::star_sphere; }

const char* name_of(ComplexKind kind) {
  constexpr const char* names[complex_kind_count] = {
      "points",  "polyline",     "soup",        "box",   "tetrahedron", "prism",      "subdivided_box",
      "l_shape", "notched_cube", "star_sphere", "sheet", "book",        "tetrahedra", "mixed"};
  return names[static_cast<int>(kind)];
}

SimplicialComplex random_complex(Random& random, ComplexKind kind, const ComplexHardness& hardness) {
  Maker maker{random, hardness.on_grid, {}};
  make(maker, kind);
  SimplicialComplex c = std::move(maker.out);
  if (!hardness.on_grid) {
    const Mat3<double> turn = random.rotation();
    for (auto& v : c.vertices) v = rotate(turn, v);
  }
  if (hardness.noisy) {
    for (auto& v : c.vertices) v = v + random.in_cube() * 1e-9;
  }
  if (hardness.repeated) repeat(random, c, is_solid(kind));
  if (hardness.split) split(random, c);
  return c;
}

}  // namespace abut::test
