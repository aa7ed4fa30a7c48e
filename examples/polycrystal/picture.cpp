#include "examples/polycrystal/picture.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "examples/dem/output.h"

namespace polycrystal {

namespace {

constexpr double side = 300, margin = 24;  // of a panel, in the picture's unit

/// Hues far apart for numbers that follow one another, and three shades.
std::string colour(std::uint32_t grain) {
  const int hue = static_cast<int>(std::fmod(grain * 222.492, 360));
  return "hsl(" + std::to_string(hue) + "," + std::to_string(45 + 15 * (grain % 3)) + "%," +
         std::to_string(58 + 9 * (grain / 3 % 3)) + "%)";
}

/// From the box to a panel, y up.
class Panel {
 public:
  Panel(const Box& box, int number) : box_(box) {
    const Vector size = box.high - box.low;
    scale_ = side / std::max(size.x, size.y);
    left_ = margin + number * (side + margin);
    bottom_ = margin + side;
  }
  double x(double at) const { return left_ + scale_ * (at - box_.low.x); }
  double y(double at) const { return bottom_ - scale_ * (at - box_.low.y); }
  double scale() const { return scale_; }
  std::string title(const std::string& text) const {
    std::ostringstream out;
    out << "<text x=\"" << left_ << "\" y=\"" << margin - 8 << "\">" << text << "</text>\n";
    return out.str();
  }

 private:
  Box box_;
  double scale_, left_, bottom_;
};

std::string voxels(const Slices& s, const Panel& panel, std::uint32_t layer) {
  std::ostringstream out;
  const auto [nx, ny, nz] = s.image.count;
  const Vector& d = s.image.spacing;
  for (std::uint32_t y = 0; y < ny; ++y) {
    for (std::uint32_t x = 0; x < nx; ++x) {
      const std::size_t row = static_cast<std::size_t>(nx) * (y + static_cast<std::size_t>(ny) * layer);
      std::uint32_t end = x + 1;  // of a run of one grain
      while (end < nx && s.grains.of_voxel[row + end] == s.grains.of_voxel[row + x]) ++end;
      out << "<rect x=\"" << panel.x(s.image.origin.x + d.x * x) << "\" y=\""
          << panel.y(s.image.origin.y + d.y * (y + 1)) << "\" width=\"" << panel.scale() * d.x * (end - x) + 0.2
          << "\" height=\"" << panel.scale() * d.y + 0.2 << "\" fill=\"" << colour(s.grains.of_voxel[row + x])
          << "\"/>\n";
      x = end - 1;
    }
  }
  return out.str();
}

std::string cells(const Tessellation& t, const Panel& panel, double z, bool filled) {
  std::ostringstream out;
  for (std::uint32_t i = 0; i < t.size(); ++i) {
    const std::vector<Vector> polygon = slice(t.cell(i), z);
    if (polygon.size() < 3) continue;
    out << "<polygon class=\"cell\" fill=\"" << (filled ? colour(i) : "none") << "\" points=\"";
    for (const Vector& p : polygon) out << panel.x(p.x) << ',' << panel.y(p.y) << ' ';
    out << "\"/>\n";
  }
  return out.str();
}

/// O_min over evaluations, both logarithmic in O alone.
std::string curve(const std::vector<Improvement>& history, double left) {
  std::ostringstream out;
  const double least = std::max(history.back().value, 1e-12), most = std::max(history.front().value, 2 * least);
  const double low = std::floor(std::log10(least)), high = std::ceil(std::log10(most));
  const double last = static_cast<double>(std::max<std::uint64_t>(history.back().evaluation, 1));
  const auto y = [&](double value) {
    return margin + side * (high - std::log10(std::max(value, 1e-12))) / std::max(high - low, 1.0);
  };
  out << "<rect class=\"frame\" x=\"" << left << "\" y=\"" << margin << "\" width=\"" << side << "\" height=\"" << side
      << "\"/>\n<text x=\"" << left << "\" y=\"" << margin - 8 << "\">O over " << last
      << " evaluations</text>\n<polyline class=\"curve\" points=\"";
  for (const Improvement& i : history)
    out << left + side * static_cast<double>(i.evaluation) / last << ',' << y(i.value) << ' ';
  out << "\"/>\n";
  for (double p = low; p <= high; ++p) {
    out << "<text x=\"" << left + 4 << "\" y=\"" << y(std::pow(10, p)) + (p == high ? 12 : -3) << "\">1e" << p
        << "</text>\n";
  }
  return out.str();
}

}  // namespace

void write_cells(const std::string& path, const Network& network) {
  std::ostringstream out;
  out.precision(17);
  out << "# vtk DataFile Version 3.0\ncells\nASCII\nDATASET POLYDATA\nPOINTS " << network.vertices.size()
      << " double\n";
  for (const Vector& v : network.vertices) out << v.x << ' ' << v.y << ' ' << v.z << '\n';
  std::size_t words = network.faces.size();
  for (const Network::Face& f : network.faces) words += f.loop.size();
  out << "POLYGONS " << network.faces.size() << ' ' << words << '\n';
  for (const Network::Face& f : network.faces) {
    out << f.loop.size();
    for (const std::uint32_t v : f.loop) out << ' ' << v;
    out << '\n';
  }
  out << "CELL_DATA " << network.faces.size() << "\nSCALARS cell int 1\nLOOKUP_TABLE default\n";
  for (const Network::Face& f : network.faces) out << f.cell + 1 << '\n';
  out << "SCALARS beyond int 1\nLOOKUP_TABLE default\n";
  for (const Network::Face& f : network.faces) out << (is_of_box(f.beyond) ? 0 : f.beyond + 1) << '\n';
  dem::write_whole(path, out.str());
}

std::vector<Vector> slice(const Cell& cell, double z) {
  std::vector<Vector> out;
  for (const Cell::Face& face : cell.faces) {
    for (std::size_t k = 0; k < face.corners.size(); ++k) {
      const Vector &a = cell.points[face.corners[k]], &b = cell.points[face.corners[(k + 1) % face.corners.size()]];
      if (a.z < z && b.z >= z) out.push_back(a + (b - a) * ((z - a.z) / (b.z - a.z)));  // once of each edge
    }
  }
  Vector middle{0, 0, z};
  for (const Vector& p : out) middle = middle + Vector{p.x, p.y, 0} * (1.0 / static_cast<double>(out.size()));
  std::sort(out.begin(), out.end(), [&](const Vector& a, const Vector& b) {
    return std::atan2(a.y - middle.y, a.x - middle.x) < std::atan2(b.y - middle.y, b.x - middle.x);
  });
  return out;
}

void write_slices(const std::string& path, const Slices& s) {
  const std::uint32_t layer = s.image.count[2] / 2;
  const double z = s.image.origin.z + s.image.spacing.z * (layer + 0.5);
  const Box box = s.image.box();
  const Panel image(box, 0), first(box, 1), last(box, 2), over(box, 3);
  const double width = 5 * side + 6 * margin, height = side + 2 * margin;
  std::ostringstream out;
  out.precision(6);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n<style>.cell{stroke:#222;stroke-width:1}.frame{fill:none;"
         "stroke:#222}.curve{fill:none;stroke:#c02020;stroke-width:1.5}text{fill:#222}</style>\n"
         "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      << image.title("the image") << voxels(s, image, layer) << first.title("cells of the first guess")
      << cells(s.first, first, z, true) << last.title("cells of the optimum") << cells(s.last, last, z, true)
      << over.title("their borders on the image") << voxels(s, over, layer) << cells(s.last, over, z, false)
      << curve(s.history, 5 * margin + 4 * side) << "</svg>\n";
  dem::write_whole(path, out.str());
}

void write_history(const std::string& path, const std::vector<Improvement>& history) {
  std::ostringstream out;
  out.precision(12);
  out << "evaluation,seconds,O\n";
  for (const Improvement& i : history) out << i.evaluation << ',' << i.seconds << ',' << i.value << '\n';
  dem::write_whole(path, out.str());
}

}  // namespace polycrystal
