#include "examples/time_stepping/pictures.h"

#include <sstream>

#include "examples/dem/output.h"
#include "examples/dem/rotation.h"

namespace time_stepping {

namespace {

class Text {
 public:
  Text() { out_.precision(9); }
  template <class... Values>
  void add(Values... values) {
    ((out_ << values << ' '), ...);
  }
  std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

std::string array(const char* type, const char* name, int components, const Text& values) {
  std::ostringstream out;
  out << "<DataArray type=\"" << type << "\" Name=\"" << name << "\" NumberOfComponents=\"" << components
      << "\" format=\"ascii\">" << values.text() << "</DataArray>\n";
  return out.str();
}

std::string cells(const char* kind, const Text& corners, const Text& ends) {
  const std::string name = kind;
  return "<" + name + ">\n" + array("Int64", "connectivity", 1, corners) + array("Int64", "offsets", 1, ends) + "</" +
         name + ">\n";
}

std::string file(const std::string& counts, const std::string& body) {
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
         "<PolyData><Piece " +
         counts + ">\n" + body + "</Piece></PolyData>\n</VTKFile>\n";
}

std::string counted(const char* name, std::uint64_t count) {
  return std::string(name) + "=\"" + std::to_string(count) + "\" ";
}

/// Cells of one kind. Data only.
struct Cells {
  Text corners, ends, body, dilation;
  std::uint64_t count = 0, length = 0;

  template <class Simplex>
  void add(const Simplex& simplex, std::uint64_t first, std::size_t of, double thickness) {
    for (const std::uint32_t v : simplex) corners.add(first + v);
    ends.add(length += simplex.size());
    body.add(of), dilation.add(thickness);
    ++count;
  }
};

}  // namespace

void write_complexes(const std::string& path, const Scene& scene, const States& states) {
  Text points, body, dilation;
  Cells lines, polygons;
  std::uint64_t first = 0;
  for (std::size_t b = 0; b < states.size(); ++b) {
    const abut::SimplicialComplex& complex = scene.bodies[b].complex;
    const Matrix r = dem::rotation_of(states[b]);
    for (const Vector& v : complex.vertices) {
      const Vector p = states[b].position + abut::rotate(r, v);
      points.add(p.x, p.y, p.z);
    }
    const double thickness = scene.bodies[b].options.dilation;
    for (const auto& s : complex.segments) lines.add(s, first, b, thickness);
    for (const auto& t : complex.triangles) polygons.add(t, first, b, thickness);
    first += complex.vertices.size();
  }
  // Of the lines first, as VTK numbers cells.
  body.add(lines.body.text(), polygons.body.text());
  dilation.add(lines.dilation.text(), polygons.dilation.text());
  const std::string counts = counted("NumberOfPoints", first) + counted("NumberOfVerts", 0) +
                             counted("NumberOfLines", lines.count) + counted("NumberOfStrips", 0) +
                             counted("NumberOfPolys", polygons.count);
  dem::write_whole(
      path,
      file(counts, "<CellData>\n" + array("UInt32", "body", 1, body) + array("Float64", "dilation", 1, dilation) +
                       "</CellData>\n<Points>\n" + array("Float64", "Points", 3, points) + "</Points>\n" +
                       cells("Lines", lines.corners, lines.ends) + cells("Polys", polygons.corners, polygons.ends)));
}

void write_contacts(const std::string& path, const TimeStepper& stepper) {
  Text points, corners, ends, impulse, gap;
  const auto& contacts = stepper.found().contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Vector &p = contacts[i].point, &push = stepper.impulses()[i];
    points.add(p.x, p.y, p.z), impulse.add(push.x, push.y, push.z), gap.add(contacts[i].gap);
    corners.add(i), ends.add(i + 1);
  }
  const std::string counts = counted("NumberOfPoints", contacts.size()) + counted("NumberOfVerts", contacts.size()) +
                             counted("NumberOfLines", 0) + counted("NumberOfStrips", 0) + counted("NumberOfPolys", 0);
  dem::write_whole(
      path, file(counts, "<PointData>\n" + array("Float64", "impulse", 3, impulse) + array("Float64", "gap", 1, gap) +
                             "</PointData>\n<Points>\n" + array("Float64", "Points", 3, points) + "</Points>\n" +
                             cells("Verts", corners, ends)));
}

}  // namespace time_stepping
