#include "host/cli/cad_report/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "abut/brep/brep_geometry.h"
#include "host/cli/cad_report/cells.h"
#include "host/cli/commands.h"
#include "host/cli/report/columns.h"

namespace abut::cli {
namespace {

constexpr int wide = 520, high = 420;  // of a picture on the page; it is drawn twice as large
constexpr double cells_across = 60;

/// Along the axes; empty where nothing was seen.
struct Box {
  Vec3<double> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void see(const Vec3<double>& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  double size() const { return length(high - low); }
};

/// An edge as points.
struct Line {
  std::vector<Vec3<double>> points;
  bool is_gone = false;
};

std::vector<Line> lines_of(const Brep& part, const CadFeatures& features) {
  std::vector<bool> is_there(part.edges.size(), false);
  for (const CadFeature& edge : features.edges) {
    for (const std::uint32_t member : edge.members) is_there[member] = true;
  }
  std::vector<Line> out;
  for (std::size_t i = 0; i < part.edges.size(); ++i) {
    const BrepEdge& e = part.edges[i];
    if (e.curve == no_brep_index) continue;
    const int steps = part.curves[e.curve].kind == BrepCurveKind::line ? 1 : 64;
    Line line{{}, !is_there[i]};
    for (int k = 0; k <= steps; ++k) {
      line.points.push_back(curve_point_at(part, e.curve, e.begin + (e.end - e.begin) * k / steps).point);
    }
    out.push_back(std::move(line));
  }
  return out;
}

/// Without perspective: `toward` points to who looks.
struct View {
  Vec3<double> right, up, toward, middle;
  double scale;

  Vec3<double> operator()(const Vec3<double>& p) const {
    const Vec3<double> d = p - middle;
    return {wide + scale * dot(d, right), high - scale * dot(d, up), dot(d, toward)};
  }
};

/// Such that all cells fill the picture.
View view_from(const Vec3<double>& direction, const std::vector<FaceCell>& cells) {
  View out;
  out.toward = unit_vector(direction);
  out.right = unit_vector(cross(Vec3<double>{0, 0, 1}, out.toward));
  out.up = cross(out.toward, out.right);
  Box box;  // along the view's axes
  for (const FaceCell& cell : cells) {
    for (const Vec3<double>& p : cell.corners) box.see({dot(p, out.right), dot(p, out.up), dot(p, out.toward)});
  }
  const Vec3<double> mid = (box.low + box.high) * 0.5, half = (box.high - box.low) * 0.5;
  out.middle = out.right * mid.x + out.up * mid.y + out.toward * mid.z;
  out.scale = 0.97 * std::min(wide / std::max(half.x, 1e-300), high / std::max(half.y, 1e-300));
  return out;
}

/// Where a face's number has most room around it.
struct Label {
  int room = 0, x = 0, y = 0;
};

/// Of each face, in pixels of the raster: steps along the axes to anything else.
std::vector<Label> labels_of(const Raster& raster, std::size_t faces) {
  const int w = raster.width(), h = raster.height();
  std::vector<int> room(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), 0);
  const auto at = [&](int x, int y) -> int& {
    return room[static_cast<std::size_t>(y) * static_cast<std::size_t>(w) + static_cast<std::size_t>(x)];
  };
  const auto beside = [&](int x, int y, int dx, int dy) {
    if (x + dx < 0 || y + dy < 0 || x + dx >= w || y + dy >= h) return 0;
    return raster.number_at(x + dx, y + dy) == raster.number_at(x, y) ? at(x + dx, y + dy) : 0;
  };
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) at(x, y) = 1 + std::min(beside(x, y, -1, 0), beside(x, y, 0, -1));
  }
  std::vector<Label> out(faces);
  for (int y = h - 1; y >= 0; --y) {
    for (int x = w - 1; x >= 0; --x) {
      at(x, y) = std::min(at(x, y), 1 + std::min(beside(x, y, 1, 0), beside(x, y, 0, 1)));
      const std::uint32_t face = raster.number_at(x, y);
      if (face < faces && at(x, y) > out[face].room) out[face] = {at(x, y), x, y};
    }
  }
  return out;
}

std::string svg_of(const Raster& raster, std::size_t faces) {
  const std::string png = raster.png_of_half();
  std::string out =
      format("<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">", wide, high, wide, high);
  out += "<image width=\"100%\" height=\"100%\" href=\"data:image/png;base64,";
  out += base64(reinterpret_cast<const unsigned char*>(png.data()), png.size()) + "\"/>\n";
  const std::vector<Label> labels = labels_of(raster, faces);
  constexpr int least_room = 18;
  for (std::size_t i = 0; i < faces; ++i) {
    if (labels[i].room < least_room) continue;
    out += format("<text x=\"%.1f\" y=\"%.1f\">%zu</text>", 0.5 * labels[i].x, 0.5 * labels[i].y + 4, i + 1);
  }
  return out + "</svg>\n";
}

Colour shaded(const Colour& colour, const Vec3<double>& normal, const View& view) {
  const Vec3<double> light = unit_vector(view.toward + view.up * 0.5 - view.right * 0.3);
  const double facing = dot(normal, view.toward) < 0 ? -1 : 1;  // the inside of an open shell is lit too
  const double bright = 0.58 + 0.45 * std::max(0.0, facing * dot(normal, light));
  return {colour[0] * bright, colour[1] * bright, colour[2] * bright};
}

std::string picture(const std::vector<FaceCell>& cells, const std::vector<Line>& lines, const CadFeatures& features,
                    const View& view, double size) {
  Raster raster(2 * wide, 2 * high);
  for (const FaceCell& cell : cells) {
    const std::uint32_t number = features.face_of[cell.face];
    const Colour colour = shaded(colour_of_face(number), cell.normal, view);
    std::array<Vec3<double>, 4> c;
    for (std::size_t k = 0; k < 4; ++k) c[k] = view(cell.corners[k]);
    raster.triangle(c[0], c[1], c[2], colour, number);
    raster.triangle(c[0], c[2], c[3], colour, number);
  }
  for (const bool is_gone : {true, false}) {
    const Colour colour = is_gone ? Colour{0.96, 0.96, 0.96} : Colour{0.1, 0.1, 0.1};
    for (const Line& line : lines) {
      for (std::size_t k = 1; line.is_gone == is_gone && k < line.points.size(); ++k) {
        raster.segment(view(line.points[k - 1]), view(line.points[k]), 0.006 * size, colour);
      }
    }
  }
  return svg_of(raster, features.faces.size());
}

}  // namespace

Colour colour_of_face(std::size_t i) {
  // Hues as far apart from those before as they can be: by the golden angle.
  const double hue = std::fmod(0.58 + static_cast<double>(i) * 0.6180339887498949, 1.0) * 6;
  const double saturation = i % 3 == 1 ? 0.38 : 0.62, value = i % 3 == 2 ? 0.8 : 0.97;
  Colour out{};
  for (std::size_t c = 0; c < 3; ++c) {
    const double k = std::fmod(5.0 - 2.0 * static_cast<double>(c) + hue, 6.0);
    out[c] = value - value * saturation * std::max(0.0, std::min({k, 4 - k, 1.0}));
  }
  return out;
}

std::vector<std::string> part_pictures(const Brep& part, const CadFeatures& features) {
  const std::vector<Line> lines = lines_of(part, features);
  Box of_edges;
  for (const Line& line : lines) {
    for (const Vec3<double>& p : line.points) of_edges.see(p);
  }
  const bool has_edges = of_edges.size() > 0 && std::isfinite(of_edges.size());
  std::vector<FaceCell> cells;
  Box box;
  for (std::uint32_t f = 0; f < part.faces.size(); ++f) {
    const double radius = part.surfaces[part.faces[f].surface].radius;
    const double longest = (has_edges ? of_edges.size() : 4 * std::max(radius, 1e-9)) / cells_across;
    const std::vector<FaceCell> of_face = face_cells(part, f, longest);
    cells.insert(cells.end(), of_face.begin(), of_face.end());
  }
  for (const FaceCell& cell : cells) {
    for (const Vec3<double>& corner : cell.corners) box.see(corner);
  }
  if (!(box.size() > 0) || !std::isfinite(box.size())) return {};
  std::vector<std::string> out;
  for (const Vec3<double>& from : {Vec3<double>{1, -1.4, 0.9}, Vec3<double>{-1, 1.4, -0.9}}) {
    out.push_back(picture(cells, lines, features, view_from(from, cells), box.size()));
  }
  return out;
}

}  // namespace abut::cli
