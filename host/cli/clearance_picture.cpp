#include "host/cli/clearance_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "abut/brep/brep_geometry.h"
#include "abut/brep/trimmed_domain.h"
#include "abut/narrow/epa.h"
#include "host/cli/commands.h"
#include "host/cli/explain/frame.h"

namespace abut::cli {
namespace {

using Polyline = std::vector<Vec2<double>>;

/// Seen along one direction: the gap lies along x.
struct GapView {
  Vec3<double> origin, x, y;

  Vec2<double> operator()(const Vec3<double>& p) const { return {dot(p - origin, x), dot(p - origin, y)}; }
};

/// From a little above, so that circles about the gap's axes are no lines.
GapView view_of(const BrepLmd& m) {
  const Vec3<double> x = unit_vector(m.normal), y = epa_detail::perpendicular(x), z = cross(x, y);
  constexpr double up = 0.4;  // in radians
  return {m.point_a, x, y * std::cos(up) + z * std::sin(up)};
}

Vec2<double> seen(const DrawnPart& part, const GapView& view, const Vec3<double>& local) {
  return view(rotate(part.pose.rotation, local) + part.pose.position);
}

std::vector<Polyline> edges_of(const DrawnPart& part, const GapView& view) {
  std::vector<Polyline> out;
  for (const BrepEdge& e : part.part->edges) {
    if (e.curve == no_brep_index) continue;
    // Close up, a rim is many times as large as the picture: it is round there all the same.
    const int steps = part.part->curves[e.curve].kind == BrepCurveKind::line ? 1 : 768;
    Polyline line;
    for (int k = 0; k <= steps; ++k) {
      const double t = e.begin + (e.end - e.begin) * k / steps;
      line.push_back(seen(part, view, curve_point_at(*part.part, e.curve, t).point));
    }
    out.push_back(std::move(line));
  }
  return out;
}

/// Lines of one parameter each, on faces that are not plane.
std::vector<Polyline> lines_on_faces(const DrawnPart& part, const GapView& view) {
  constexpr int lines = 16, steps = 32;
  std::vector<Polyline> out;
  for (std::uint32_t f = 0; f < part.part->faces.size(); ++f) {
    const std::uint32_t surface = part.part->faces[f].surface;
    if (part.part->surfaces[surface].kind == BrepSurfaceKind::plane) continue;
    const TrimmedDomain domain(*part.part, f);
    const TrimBox& box = domain.box();
    for (int k = 0; k < lines; ++k) {
      Polyline line;
      for (int i = 0; i <= steps; ++i) {
        const double u = box.begin_u + (box.end_u - box.begin_u) * (k + 0.5) / lines;
        const double v = box.begin_v + (box.end_v - box.begin_v) * i / steps;
        if (domain.side_of(u, v, 0) != TrimSide::outside) {
          line.push_back(seen(part, view, surface_point_at(*part.part, surface, u, v).point));
        } else if (!line.empty()) {
          out.push_back(std::exchange(line, {}));
        }
      }
      if (line.size() > 1) out.push_back(std::move(line));
    }
  }
  return out;
}

/// One of the two drawings, side by side.
struct Panel {
  double left, top, size;     ///< on the page
  Vec2<double> middle{0, 0};  ///< of what is shown
  double half = 1;            ///< of its width

  Vec2<double> operator()(const Vec2<double>& p) const {
    const double s = size / (2 * half);
    return {left + size / 2 + (p.x - middle.x) * s, top + size / 2 - (p.y - middle.y) * s};
  }
};

/// A line on the page: without what is beside the panel, and without points that are nearer than a pixel to the last.
std::vector<Polyline> on_page(const Polyline& line, const Panel& panel) {
  std::vector<Polyline> out;
  Polyline piece;
  const auto is_beside = [&](const Vec2<double>& p, const Vec2<double>& q) {
    const Vec2<double> least{std::min(p.x, q.x) - panel.left, std::min(p.y, q.y) - panel.top};
    const Vec2<double> most{std::max(p.x, q.x) - panel.left, std::max(p.y, q.y) - panel.top};
    return least.x > panel.size || least.y > panel.size || most.x < 0 || most.y < 0;
  };
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Vec2<double> from = panel(line[i - 1]), to = panel(line[i]);
    if (is_beside(from, to)) {
      if (!piece.empty()) out.push_back(std::exchange(piece, {}));
      continue;
    }
    if (piece.empty()) piece.push_back(from);
    const bool is_last = i + 1 == line.size() || is_beside(to, panel(line[i + 1]));
    if (is_last || length(to - piece.back()) >= 1) piece.push_back(to);
  }
  if (!piece.empty()) out.push_back(std::move(piece));
  return out;
}

std::string drawn(const std::vector<Polyline>& lines, const Panel& panel, const char* colour, double width) {
  std::string out = format("<g fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\">\n", colour, width);
  for (const Polyline& line : lines) {
    for (const Polyline& piece : on_page(line, panel)) {
      out += "<polyline points=\"";
      for (const Vec2<double>& p : piece) {
        out += format("%.1f,%.1f ", std::clamp(p.x, -1e5, 1e5), std::clamp(p.y, -1e5, 1e5));
      }
      out += "\"/>\n";
    }
  }
  return out + "</g>\n";
}

std::string panel_frame(const Panel& p, const char* id) {
  return format(
      "<clipPath id=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></clipPath>\n"
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"white\" stroke=\"#999\"/>\n",
      id, p.left, p.top, p.size, p.size, p.left, p.top, p.size, p.size);
}

void fit(Panel& panel, const std::vector<std::vector<Polyline>>& of) {
  double low[2] = {0, 0}, high[2] = {0, 0};
  for (const auto& lines : of) {
    for (const Polyline& line : lines) {
      for (const Vec2<double>& p : line) {
        low[0] = std::min(low[0], p.x), high[0] = std::max(high[0], p.x);
        low[1] = std::min(low[1], p.y), high[1] = std::max(high[1], p.y);
      }
    }
  }
  panel.middle = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])};
  panel.half = 0.53 * std::max({high[0] - low[0], high[1] - low[1], 1e-300});
}

}  // namespace

std::string clearance_svg(const DrawnPart& a, const DrawnPart& b, const Clearance& clearance, const std::string& unit) {
  const GapView view = view_of(clearance.nearest);
  const std::vector<std::vector<Polyline>> lines = {edges_of(a, view), edges_of(b, view)};
  const std::vector<std::vector<Polyline>> faces = {lines_on_faces(a, view), lines_on_faces(b, view)};
  Panel all{20, 60, 460, {}, 1}, near{500, 60, 460, {}, 1};
  fit(all, lines);
  const double gap = clearance.nearest.distance;
  near.middle = {0.5 * gap, 0};
  near.half = gap > 1e-9 * all.half ? 2 * gap : 0.02 * all.half;
  const char* colours[2] = {"#1f5fa8", "#c8641e"};
  std::string out = format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 980 580\" font-family=\"sans-serif\" "
      "font-size=\"15\">\n<rect width=\"980\" height=\"580\" fill=\"white\"/>\n");
  out += format("<text x=\"20\" y=\"26\"><tspan fill=\"%s\">%s</tspan> and <tspan fill=\"%s\">%s</tspan></text>\n",
                colours[0], xml(a.name).c_str(), colours[1], xml(b.name).c_str());
  out += format("<text x=\"20\" y=\"48\">clearance %.6g %s, seen across the gap; right: %.3g %s wide</text>\n", gap,
                unit.c_str(), 2 * near.half, unit.c_str());
  const char* ids[2] = {"all", "near"};
  int k = 0;
  for (const Panel& panel : {all, near}) {
    out += panel_frame(panel, ids[k]);
    out += format("<g clip-path=\"url(#%s)\">\n", ids[k++]);
    for (std::size_t i = 0; i < 2; ++i)
      out += drawn(faces[i], panel, colours[i], 0.3) + drawn(lines[i], panel, colours[i], 1.2);
    const Vec2<double> from = panel({0, 0}), to = panel({gap, 0});
    out += format("<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"#c00\" stroke-width=\"2.5\"/>\n",
                  from.x, from.y, to.x, to.y);
    for (const Vec2<double>& end : {from, to})
      out += format("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"4\" fill=\"#c00\"/>\n", end.x, end.y);
    out += "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace abut::cli
