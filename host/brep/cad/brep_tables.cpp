#include "host/brep/cad/brep_tables.h"

#include <algorithm>
#include <vector>

#include "host/brep/cad/brep_tokens.h"
#include "host/brep/cad/shown.h"

namespace abut::cad {
namespace {

[[noreturn]] void fail(const std::string& what) { throw BrepFault(what); }

bool is_version(const std::string& line) {
  return line.compare(0, 18, "CASCADE Topology V") == 0 && line.size() > 19 && line[18] >= '1' && line[18] <= '3';
}

/// The file, table by table.
class Tables {
 public:
  Tables(std::istream& text, int version) : in_(text), version_(version) {}

  std::string fault() {
    try {
      read();
    } catch (const BrepFault& e) {
      return (place_.empty() ? "" : place_ + ": ") + e.what();
    }
    return {};
  }

 private:
  template <class Entry>
  long table(const char* name, Entry entry) {
    place_ = std::string("the table ") + name;
    if (in_.word() != name) fail("is missing");
    const long count = in_.count("number of entries");
    for (long i = 1; i <= count; ++i) {
      place_ = "entry " + std::to_string(i) + " of " + name;
      entry(i);
    }
    return count;
  }

  void read() {
    locations_ = table("Locations", [&](long i) { location(i); });
    parameter_curves_ = table("Curve2ds", [&](long) { check_curve_of_parameters(in_); });
    curves_ = table("Curves", [&](long) { check_curve(in_); });
    polygons_ = table("Polygon3D", [&](long) { polygon(); });
    polygons_on_triangles_ = table("PolygonOnTriangulations", [&](long) { polygon_on_triangles(); });
    surfaces_ = table("Surfaces", [&](long) { check_surface(in_); });
    triangulations_ = table("Triangulations", [&](long) { triangulation(); });
    place_ = "the table TShapes";
    if (in_.word() != "TShapes") fail("is missing");
    shapes_ = in_.count("number of entries");
    for (long i = 1; i <= shapes_; ++i) {
      place_ = "entry " + std::to_string(i) + " of TShapes";
      shape(i);
    }
    place_ = "the line that names the shape";
    reference(shapes_ + 1);
  }

  void location(long i) {
    if (in_.whole(1, 2, "location of kind") == 1) {
      in_.numbers(12);
      return;
    }
    while (in_.whole(0, i - 1, "location") != 0) in_.whole(-(1L << 20), 1L << 20, "power");
  }

  void polygon() {
    const long nodes = in_.whole(2, 1L << 30, "number of nodes");
    const bool has_parameters = in_.flag();
    in_.number();
    in_.numbers(3 * nodes);
    if (has_parameters) in_.numbers(nodes);
  }

  void polygon_on_triangles() {
    const long nodes = in_.whole(2, 1L << 30, "number of nodes");
    for (long i = 0; i < nodes; ++i) in_.whole(1, 1L << 30, "node");
    if (in_.word() != "p") fail("its deflection is missing");
    in_.number();
    if (in_.flag()) in_.numbers(nodes);
  }

  void triangulation() {
    const long nodes = in_.whole(3, 1L << 30, "number of nodes"),
               triangles = in_.whole(1, 1L << 30, "number of triangles");
    const bool has_parameters = in_.flag();
    const bool has_normals = version_ >= 3 && in_.flag();
    in_.number();
    in_.numbers(3 * nodes);
    if (has_parameters) in_.numbers(2 * nodes);
    for (long i = 0; i < 3 * triangles; ++i) in_.whole(1, nodes, "node");
    if (has_normals) in_.numbers(3 * nodes);
  }

  long curve() { return in_.whole(1, curves_, "curve"); }
  long parameter_curve() { return in_.whole(1, parameter_curves_, "curve of parameters"); }
  long surface() { return in_.whole(1, surfaces_, "surface"); }
  void place() { in_.whole(0, locations_, "location"); }

  void shape(long i) {
    const std::string kind = in_.word();
    if (kind == "Ve") {
      vertex();
    } else if (kind == "Ed") {
      edge();
    } else if (kind == "Fa") {
      face();
    } else if (kind != "Wi" && kind != "Sh" && kind != "So" && kind != "CS" && kind != "Co") {
      fail("there is no shape of kind " + shown(kind));
    }
    const std::string flags = in_.word();
    if (flags.size() != 7 || flags.find_first_not_of("01") != std::string::npos) fail("its flags are missing");
    while (in_.coming() != "*") reference(i);
    in_.word();
  }

  /// To a shape before entry `i`: they are counted from the last one.
  void reference(long i) {
    const std::string text = in_.coming();
    if (std::string("+-ie").find(text[0]) == std::string::npos) fail("'" + shown(text) + "' is no shape");
    const std::string digits = text.substr(1);
    const bool is_number =
        !digits.empty() && digits.size() < 12 && digits.find_first_not_of("0123456789") == std::string::npos;
    const long which = is_number ? std::stol(digits) : 0, at = shapes_ - which + 1;
    if (which < 1 || at < 1 || at >= i) fail("there is no shape " + shown(text));
    in_.word();
    place();
  }

  void vertex() {
    in_.number();
    in_.numbers(3);
    for (;;) {
      in_.number();
      switch (in_.whole(0, 3, "place of a vertex of kind")) {
        case 0: return;
        case 1: curve(); break;
        case 2: parameter_curve(), surface(); break;
        default: in_.number(), surface(); break;
      }
      place();
    }
  }

  void edge() {
    in_.number();
    in_.flag(), in_.flag(), in_.flag();
    for (;;) {
      switch (in_.whole(0, 7, "side of an edge of kind")) {
        case 0: return;
        case 1: curve(), place(), in_.numbers(2); break;
        case 2: parameter_curve(), surface(), place(), ends(); break;
        case 3: parameter_curve(), second_parameter_curve(), surface(), place(), ends(); break;
        case 4: continuity(), surface(), place(), surface(), place(); break;
        case 5: in_.whole(1, polygons_, "polygon"), place(); break;
        case 6: on_triangles(1); break;
        default: on_triangles(2); break;
      }
    }
  }

  void on_triangles(int times) {
    for (int i = 0; i < times; ++i) in_.whole(1, polygons_on_triangles_, "polygon");
    in_.whole(1, triangulations_, "triangulation");
    place();
  }

  /// Parameters, and from version 2 on points.
  void ends() { in_.numbers(version_ == 2 ? 6 : 2); }

  /// With the continuity of the faces, with or without a blank between them: "10C2", "10 CN".
  void second_parameter_curve() {
    std::string word = in_.word();
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const long which = digits > 0 && digits < 12 ? std::stol(word.substr(0, digits)) : 0;
    if (which < 1 || which > parameter_curves_) fail("there is no curve of parameters " + shown(word));
    word.erase(0, digits);
    check_continuity(word.empty() ? in_.word() : word);
  }

  void continuity() { check_continuity(in_.word()); }

  static void check_continuity(const std::string& word) {
    if (word.size() != 2 || std::string("CG").find(word[0]) == std::string::npos)
      fail("'" + shown(word) + "' is no continuity");
  }

  void face() {
    in_.flag();
    in_.number();
    in_.whole(0, surfaces_, "surface");
    place();
    if (in_.coming() != "2") return;
    in_.word();
    in_.whole(1, triangulations_, "triangulation");
  }

  BrepTokens in_;
  int version_;
  std::string place_;
  long locations_ = 0, parameter_curves_ = 0, curves_ = 0, polygons_ = 0, polygons_on_triangles_ = 0, surfaces_ = 0,
       triangulations_ = 0, shapes_ = 0;
};

}  // namespace

std::string fault_of_brep(std::istream& text) {
  std::string line;
  while (std::getline(text, line)) {
    if (is_version(line)) return Tables(text, line[18] - '0').fault();
  }
  return "the line CASCADE Topology V1, V2 or V3 is missing";
}

}  // namespace abut::cad
