// A section through a packing, coloured by stress.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "examples/dem/output.h"
#include "examples/fem/packing.h"

namespace fem {

namespace {

constexpr double scale = 130e3, margin = 14;  // px by m, px

/// Where a tetrahedron meets the plane y = 0: no corner, or three or four in order around.
std::vector<Vector> section_of(const std::array<Vector, 4>& p) {
  std::vector<Vector> on;
  const auto cut = [&](const Vector& a, const Vector& b) { on.push_back(a + (b - a) * (a.y / (a.y - b.y))); };
  std::vector<std::size_t> left, right;
  for (std::size_t k = 0; k < 4; ++k) (p[k].y < 0 ? left : right).push_back(k);
  if (left.size() == 2) {
    cut(p[left[0]], p[right[0]]), cut(p[left[0]], p[right[1]]), cut(p[left[1]], p[right[1]]);
    cut(p[left[1]], p[right[0]]);
  } else if (!left.empty() && !right.empty()) {
    const std::size_t alone = left.size() == 1 ? left[0] : right[0];
    for (const std::size_t k : left.size() == 1 ? right : left) cut(p[alone], p[k]);
  }
  return on;
}

/// From a pale grey to a dark red.
std::string colour_of(double part) {
  const double t = std::clamp(part, 0.0, 1.0);
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<unsigned>(226 - 70 * t),
                static_cast<unsigned>(222 - 200 * t), static_cast<unsigned>(212 - 185 * t));
  return text;
}

class Section {
 public:
  Section(const PackingScene& scene, double top)
      : scene_(scene), system_(scene.problem), half_(0.5 * scene.width), top_(top) {}

  double width() const { return 2 * margin + scene_.width * scale; }
  double height() const { return 3 * margin + top_ * scale; }
  State start() const { return system_.start(); }

  /// At `x` of the picture; `full`: the stress of the darkest colour, Pa.
  void add(const State& state, double x, double full, const std::string& title) {
    put("<text x='%.0f' y='%.0f'>%s</text>\n", x + margin, 1.2 * margin, title.c_str());
    const auto grains = static_cast<std::uint32_t>(scene_.problem.bodies.size() - 2);
    for (std::uint32_t g = 0; g < grains; ++g) add_grain(state, g, x, full);
    const double lid = state.positions[system_.first_node(grains + 1)].z;
    put("<path class='b' d='M%.1f %.1fH%.1f'/>\n", px(x, -half_), pz(lid), px(x, half_));
    put("<path class='b' d='M%.1f %.1fV%.1fH%.1fV%.1f'/>\n", px(x, -half_), pz(top_), pz(0), px(x, half_), pz(top_));
  }
  const std::string& text() const { return text_; }

 private:
  double px(double x, double at) const { return x + margin + (at + half_) * scale; }
  double pz(double z) const { return height() - margin - z * scale; }

  template <class... Values>
  void put(const char* format, Values... values) {
    char text[256];
    std::snprintf(text, sizeof text, format, values...);
    text_ += text;
  }

  void add_grain(const State& state, std::uint32_t grain, double x, double full) {
    const auto nodes = system_.of_body(std::span(state.positions), grain);
    const auto& tetrahedra = scene_.problem.bodies[grain].mesh.tetrahedra;
    for (std::size_t e = 0; e < tetrahedra.size(); ++e) {
      std::array<Vector, 4> p;
      for (std::size_t k = 0; k < 4; ++k) p[k] = nodes[tetrahedra[e][k]] - Vector{0, scene_.plane, 0};
      const std::vector<Vector> on = section_of(p);
      if (on.empty()) continue;
      const std::string colour = colour_of(von_mises(system_.elements(grain).stress(nodes, e, 0)) / full);
      put("<path fill='%s' d='", colour.c_str());
      for (std::size_t k = 0; k < on.size(); ++k) put("%c%.1f %.1f", k == 0 ? 'M' : 'L', px(x, on[k].x), pz(on[k].z));
      text_ += "Z'/>\n";
    }
  }

  const PackingScene& scene_;
  System system_;
  double half_, top_;
  std::string text_;
};

}  // namespace

void write_section(const std::string& path, const Packing& packing) {
  Section section(packing.scene, packing.samples.front().lid);
  const double full = 0.25 * packing.stress;
  section.add(section.start(), 0, full, "0 ms");
  char title[80];
  std::snprintf(title, sizeof title, "%.0f ms; darkest: %.2g Pa and more", 1e3 * packing.samples.back().time, full);
  section.add(packing.end, section.width(), full, title);
  char head[256];
  std::snprintf(head, sizeof head,
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' font-family='sans-serif' "
                "font-size='13'>\n<style>path{stroke:#8d8a84;stroke-width:0.3}.b{fill:none;stroke:#333;"
                "stroke-width:2}</style>\n<rect width='100%%' height='100%%' fill='#fff'/>\n",
                2 * section.width(), section.height());
  dem::write_whole(path, head + section.text() + "</svg>\n");
}

}  // namespace fem
