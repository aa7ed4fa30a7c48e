#include "examples/dem/output.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <sstream>

#include "abut/core/error.h"
#include "abut/surface/surface_mesh.h"
#include "examples/dem/planar_nurbs.h"
#include "examples/dem/text.h"

namespace dem {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw abut::FileError(path + ": cannot be written: " + std::strerror(errno));
}

std::string digits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// One curve of a panel.
struct Curve {
  const char* name;
  const char* colour;
  std::function<double(const Sample&)> value;
};

constexpr double left = 90, width = 690, height = 240;

/// A step of 1, 2 or 5 times a power of ten that gives some five ticks.
double tick_step(double range) {
  const double unit = std::pow(10.0, std::floor(std::log10(range / 5)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (factor * unit) <= 6) return factor * unit;
  }
  return 10 * unit;
}

void draw_panel(std::ostringstream& out, double top, const char* title, const std::vector<Sample>& samples,
                const std::vector<Curve>& curves) {
  double low = 0, high = 0, end = 0;
  for (const Sample& s : samples) {
    end = std::max(end, s.time);
    for (const Curve& c : curves) low = std::min(low, c.value(s)), high = std::max(high, c.value(s));
  }
  if (high == low) high = low + 1;
  if (end == 0) end = 1;
  const auto x = [&](double t) { return left + width * t / end; };
  const auto y = [&](double v) { return top + height * (high - v) / (high - low); };
  out << "<text x='" << left << "' y='" << top - 10 << "' font-weight='bold'>" << title << "</text>\n";
  const double step = tick_step(high - low);
  for (double v = std::ceil(low / step) * step; v <= high + 1e-9 * step; v += step) {
    out << "<line x1='" << left << "' x2='" << left + width << "' y1='" << y(v) << "' y2='" << y(v)
        << "' stroke='#ddd'/><text x='" << left - 6 << "' y='" << y(v) + 4 << "' text-anchor='end'>"
        << text_of(std::abs(v) < 1e-9 * step ? 0 : v) << "</text>\n";
  }
  const double time_step = tick_step(end);
  for (double t = 0; t <= end * (1 + 1e-9); t += time_step) {
    out << "<text x='" << x(t) << "' y='" << top + height + 16 << "' text-anchor='middle'>" << text_of(t)
        << (t == 0 ? " s" : "") << "</text>\n";
  }
  out << "<rect x='" << left << "' y='" << top << "' width='" << width << "' height='" << height
      << "' fill='none' stroke='#888'/>\n";
  double legend = top + 12;
  for (const Curve& c : curves) {
    out << "<polyline fill='none' stroke='" << c.colour << "' stroke-width='1.5' points='";
    for (const Sample& s : samples) out << text_of(x(s.time)) << ',' << text_of(y(c.value(s))) << ' ';
    out << "'/>\n<line x1='" << left + width + 12 << "' x2='" << left + width + 32 << "' y1='" << legend << "' y2='"
        << legend << "' stroke='" << c.colour << "' stroke-width='2'/><text x='" << left + width + 38 << "' y='"
        << legend + 4 << "'>" << c.name << "</text>\n";
    legend += 20;
  }
}

void put_array(std::ostringstream& out, const char* type, const char* name, int components, const std::string& values) {
  out << "<DataArray type=\"" << type << "\" Name=\"" << name << "\" NumberOfComponents=\"" << components
      << "\" format=\"ascii\">" << values << "</DataArray>\n";
}

/// What is drawn of a body, in its own frame.
struct Surface {
  std::vector<Vector> vertices;
  std::vector<std::vector<std::uint32_t>> faces;
};

Surface drawn(const abut::Mesh& mesh) {
  Surface out{mesh.vertices, {}};
  for (const auto& t : mesh.triangles) out.faces.push_back({t[0], t[1], t[2]});
  return out;
}

Surface surface_of(const Scene& scene, std::uint32_t i) {
  constexpr int steps = 2;  // of a span
  if (const abut::Mesh* mesh = scene.facets_of(i)) return drawn(*mesh);
  if (const SurfaceKind* kind = scene.surface_of(i)) {
    if (!scene.planar()) return drawn(abut::surface_mesh(kind->surface, steps, steps));
    Surface out{curve_points(*kind), {{}}};
    for (std::uint32_t k = 0; k < out.vertices.size(); ++k) out.faces[0].push_back(k);
    return out;
  }
  if (!scene.planar()) {
    Surface out;
    for (std::uint32_t part = scene.first_part[i]; part < scene.first_part[i + 1]; ++part) {
      const auto first = static_cast<std::uint32_t>(out.vertices.size());
      for (const Vector& v : scene.shapes.vertices(part)) out.vertices.push_back(v);
      for (auto face : scene.shapes.faces(part)) {
        for (std::uint32_t& corner : face) corner += first;
        out.faces.push_back(std::move(face));
      }
    }
    return out;
  }
  Surface out;
  std::vector<std::uint32_t> around;
  for (const PlanarVector& v : scene.plane.vertices(i)) {
    around.push_back(static_cast<std::uint32_t>(out.vertices.size()));
    out.vertices.push_back(abut::in_space(v));
  }
  if (around.size() > 2) out.faces.push_back(around);
  return out;
}

}  // namespace

void write_whole(const std::string& path, const std::string& text) {
  const std::string partial = path + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file << text;
  file.close();
  if (!file || std::rename(partial.c_str(), path.c_str()) != 0) fail(path);
}

Table::Table(const std::string& path) : path_(path), file_(path) {
  file_ << "time,bodies,candidate_pairs,queried_pairs,contacts,failures,deepest,translation,rotation,potential,normal,"
           "tangential,"
           "damping_loss,friction_loss,inserted,balance\n";
  if (!file_) fail(path_);
}

void Table::add(const Sample& s) {
  const Energies& e = s.energies;
  file_ << digits(s.time) << ',' << s.bodies << ',' << s.pairs.candidates << ',' << s.pairs.pairs << ','
        << s.pairs.contacts << ',' << s.pairs.failures;
  for (const double v : {s.pairs.deepest, e.translation, e.rotation, e.potential, e.normal, e.tangential, e.damping,
                         e.friction, e.inserted, e.balance()}) {
    file_ << ',' << digits(v);
  }
  file_ << std::endl;  // a run that is stopped leaves what it has found
  if (!file_) fail(path_);
}

void write_plot(const std::string& path, const std::vector<Sample>& samples) {
  std::ostringstream out;
  out << "<svg xmlns='http://www.w3.org/2000/svg' width='960' height='640' font-family='sans-serif' "
         "font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n";
  draw_panel(out, 40, "Energy (J)", samples,
             {{"translation", "#1f77b4", [](const Sample& s) { return s.energies.translation; }},
              {"rotation", "#17becf", [](const Sample& s) { return s.energies.rotation; }},
              {"potential", "#2ca02c", [](const Sample& s) { return s.energies.potential; }},
              {"elastic", "#9467bd", [](const Sample& s) { return s.energies.normal + s.energies.tangential; }},
              {"lost: damping", "#ff7f0e", [](const Sample& s) { return s.energies.damping; }},
              {"lost: friction", "#d62728", [](const Sample& s) { return s.energies.friction; }},
              {"put in", "#888888", [](const Sample& s) { return s.energies.inserted; }},
              {"balance", "#000000", [](const Sample& s) { return s.energies.balance(); }}});
  draw_panel(out, 360, "Counts", samples,
             {{"bodies", "#888888", [](const Sample& s) { return static_cast<double>(s.bodies); }},
              {"candidate pairs", "#1f77b4", [](const Sample& s) { return static_cast<double>(s.pairs.candidates); }},
              {"contacts", "#d62728", [](const Sample& s) { return static_cast<double>(s.pairs.contacts); }}});
  out << "</svg>\n";
  write_whole(path, out.str());
}

void write_surfaces(const std::string& path, const Scene& scene, const std::vector<BodyState>& states,
                    std::uint32_t born) {
  std::ostringstream points, corners, ends, body, speed, radius;
  std::ostringstream dots, dot_ends, dot_body, dot_speed;
  std::uint64_t point_count = 0, corner_count = 0, polygons = 0, dot_count = 0;
  points.precision(9);
  speed.precision(6), dot_speed.precision(6), radius.precision(6);
  for (std::uint32_t i = scene.walls; i < born; ++i) {
    const auto [vertices, faces] = surface_of(scene, i);
    const abut::Mat3<double> r = rotation_of(states[i]);
    for (const Vector& v : vertices) {
      const Vector p = states[i].position + abut::rotate(r, v);
      points << p.x << ' ' << p.y << ' ' << p.z << ' ';
      radius << (vertices.size() == 1 ? scene.constants[i].radius : 0) << ' ';
    }
    if (vertices.size() == 1) {
      dots << point_count << ' ';
      dot_ends << ++dot_count << ' ';
      dot_body << i << ' ';
      dot_speed << abut::length(states[i].velocity) << ' ';
    }
    for (const auto& face : faces) {
      for (const std::uint32_t corner : face) corners << point_count + corner << ' ';
      ends << (corner_count += face.size()) << ' ';
      body << i << ' ';
      speed << abut::length(states[i].velocity) << ' ';
      ++polygons;
    }
    point_count += vertices.size();
  }
  std::ostringstream out;
  out << "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\">\n<PolyData>"
      << "<Piece NumberOfPoints=\"" << point_count << "\" NumberOfVerts=\"" << dot_count
      << "\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"" << polygons << "\">\n<PointData>\n";
  put_array(out, "Float64", "radius", 1, radius.str());
  out << "</PointData>\n<CellData>\n";  // of the dots first, as VTK numbers cells
  put_array(out, "UInt32", "body", 1, dot_body.str() + body.str());
  put_array(out, "Float64", "speed", 1, dot_speed.str() + speed.str());
  out << "</CellData>\n<Points>\n";
  put_array(out, "Float64", "Points", 3, points.str());
  out << "</Points>\n<Verts>\n";
  put_array(out, "Int64", "connectivity", 1, dots.str());
  put_array(out, "Int64", "offsets", 1, dot_ends.str());
  out << "</Verts>\n<Polys>\n";
  put_array(out, "Int64", "connectivity", 1, corners.str());
  put_array(out, "Int64", "offsets", 1, ends.str());
  out << "</Polys>\n</Piece></PolyData>\n</VTKFile>\n";
  write_whole(path, out.str());
}

void write_series(const std::string& path, const std::vector<std::pair<std::string, double>>& files) {
  std::ostringstream out;
  out << "{\"file-series-version\": \"1.0\", \"files\": [\n";
  for (std::size_t k = 0; k < files.size(); ++k) {
    out << "  {\"name\": \"" << files[k].first << "\", \"time\": " << digits(files[k].second) << '}'
        << (k + 1 < files.size() ? "," : "") << '\n';
  }
  out << "]}\n";
  write_whole(path, out.str());
}

}  // namespace dem
