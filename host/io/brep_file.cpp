#include "abut/brep/brep_file.h"

#include <array>

#include "host/brep/kind_names.h"
#include "host/io/brep_writer.h"
#include "host/io/nurbs_json.h"
#include "host/io/output_file.h"

namespace abut {
namespace {

using io::JsonField;

Vec2<double> vec2(const JsonField& f) {
  if (f.array_size() != 2) f.fail("is not a list of 2 numbers");
  return {f[0].number(), f[1].number()};
}

template <class Kind, std::size_t N>
Kind kind_of(const JsonField& object, const std::array<const char*, N>& names) {
  const JsonField field = object.member("kind");
  std::string allowed;
  for (std::size_t i = 0; i < N; ++i) {
    if (field.string() == names[i]) return static_cast<Kind>(i);
    allowed += (i == 0 ? "\"" : ", \"") + std::string(names[i]) + '"';
  }
  field.fail("is unknown, allowed are " + allowed);
}

/// Fills a list by a function of its elements.
template <class Out, class Read>
void read_list(const JsonField& list, std::vector<Out>& out, Read read) {
  const std::size_t count = list.array_size();
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(read(list[i]));
}

BrepFrame read_frame(const JsonField& f) {
  return {f.member("origin").vec3(), f.member("x").vec3(), f.member("y").vec3(), f.member("z").vec3()};
}

/// Reads one part; indices are checked against the arrays that are there already.
class PartReader {
 public:
  Brep read(const JsonField& part) {
    part.allow({"name", "nurbs_surfaces", "nurbs_curves", "nurbs_parameter_curves", "curves", "parameter_curves",
                "surfaces", "vertices", "edges", "shells"});
    const auto list = [&](const char* key, auto& out, auto member) {
      read_list(part.member(key), out, [&](const JsonField& f) { return (this->*member)(f); });
    };
    list("nurbs_surfaces", brep_.nurbs_surfaces, &PartReader::nurbs_surface);
    list("nurbs_curves", brep_.nurbs_curves, &PartReader::nurbs_space_curve);
    list("nurbs_parameter_curves", brep_.nurbs_parameter_curves, &PartReader::nurbs_plane_curve);
    list("curves", brep_.curves, &PartReader::curve);
    list("parameter_curves", brep_.parameter_curves, &PartReader::parameter_curve);
    list("surfaces", brep_.surfaces, &PartReader::surface);
    list("vertices", brep_.vertices, &PartReader::vertex);
    list("edges", brep_.edges, &PartReader::edge);
    list("shells", brep_.shells, &PartReader::shell);
    return std::move(brep_);
  }

 private:
  NurbsSurface nurbs_surface(const JsonField& f) {
    f.allow({"degree_u", "knots_u", "degree_v", "knots_v", "points", "weights"});
    return io::read_nurbs(f);
  }
  template <class Nurbs, class Point>
  Nurbs nurbs(const JsonField& f, Point point) {
    f.allow({"degree", "knots", "points", "weights"});
    Nurbs out;
    out.u = io::read_direction(f, "degree", "knots");
    read_list(f.member("points"), out.points, point);
    if (const auto weights = f.find("weights")) out.weights = io::read_numbers(*weights);
    return out;
  }
  NurbsSpaceCurve nurbs_space_curve(const JsonField& f) {
    return nurbs<NurbsSpaceCurve>(f, [](const JsonField& p) { return p.vec3(); });
  }
  NurbsCurve nurbs_plane_curve(const JsonField& f) { return nurbs<NurbsCurve>(f, vec2); }

  template <class Curve>
  void read_radii(const JsonField& f, Curve& out) {
    if (out.kind == BrepCurveKind::circle || out.kind == BrepCurveKind::ellipse) {
      out.radius = f.member("radius").positive();
    }
    if (out.kind == BrepCurveKind::ellipse) out.minor_radius = f.member("minor_radius").positive();
  }
  /// With the keys of any kind: those of another one are refused too.
  static void allow_curve(const JsonField& f, BrepCurveKind kind, bool in_space) {
    if (kind == BrepCurveKind::nurbs) f.allow({"kind", "nurbs"});
    if (kind == BrepCurveKind::line && in_space) f.allow({"kind", "origin", "x", "y", "z"});
    if (kind == BrepCurveKind::circle && in_space) f.allow({"kind", "origin", "x", "y", "z", "radius"});
    if (kind == BrepCurveKind::ellipse && in_space) {
      f.allow({"kind", "origin", "x", "y", "z", "radius", "minor_radius"});
    }
    if (kind == BrepCurveKind::line && !in_space) f.allow({"kind", "origin", "x"});
    if (kind == BrepCurveKind::circle && !in_space) f.allow({"kind", "origin", "x", "y", "radius"});
    if (kind == BrepCurveKind::ellipse && !in_space) f.allow({"kind", "origin", "x", "y", "radius", "minor_radius"});
  }
  BrepCurve curve(const JsonField& f) {
    BrepCurve out;
    out.kind = kind_of<BrepCurveKind>(f, host::curve_kind_names);
    allow_curve(f, out.kind, true);
    if (out.kind == BrepCurveKind::nurbs) {
      out.nurbs = f.member("nurbs").index(brep_.nurbs_curves.size(), "NURBS curve");
    } else {
      out.frame = read_frame(f);
    }
    read_radii(f, out);
    return out;
  }
  BrepParameterCurve parameter_curve(const JsonField& f) {
    BrepParameterCurve out;
    out.kind = kind_of<BrepCurveKind>(f, host::curve_kind_names);
    allow_curve(f, out.kind, false);
    if (out.kind == BrepCurveKind::nurbs) {
      out.nurbs = f.member("nurbs").index(brep_.nurbs_parameter_curves.size(), "NURBS parameter curve");
      return out;
    }
    out.origin = vec2(f.member("origin"));
    out.x = vec2(f.member("x"));
    if (out.kind != BrepCurveKind::line) out.y = vec2(f.member("y"));
    read_radii(f, out);
    return out;
  }

  static void allow_surface(const JsonField& f, BrepSurfaceKind kind) {
    using Kind = BrepSurfaceKind;
    if (kind == Kind::nurbs) f.allow({"kind", "nurbs"});
    if (kind == Kind::plane) f.allow({"kind", "origin", "x", "y", "z"});
    if (kind == Kind::cylinder || kind == Kind::sphere) f.allow({"kind", "origin", "x", "y", "z", "radius"});
    if (kind == Kind::cone) f.allow({"kind", "origin", "x", "y", "z", "radius", "half_angle"});
    if (kind == Kind::torus) f.allow({"kind", "origin", "x", "y", "z", "radius", "minor_radius"});
    if (kind == Kind::revolution || kind == Kind::extrusion) f.allow({"kind", "origin", "x", "y", "z", "profile"});
  }
  BrepSurface surface(const JsonField& f) {
    using Kind = BrepSurfaceKind;
    BrepSurface out;
    out.kind = kind_of<Kind>(f, host::surface_kind_names);
    allow_surface(f, out.kind);
    if (out.kind == Kind::nurbs) {
      out.nurbs = f.member("nurbs").index(brep_.nurbs_surfaces.size(), "NURBS surface");
      return out;
    }
    out.frame = read_frame(f);
    if (out.kind == Kind::cylinder || out.kind == Kind::sphere || out.kind == Kind::torus) {
      out.radius = f.member("radius").positive();
    }
    if (out.kind == Kind::torus) out.minor_radius = f.member("minor_radius").positive();
    if (out.kind == Kind::cone) {
      out.radius = f.member("radius").not_negative();
      out.half_angle = f.member("half_angle").number();
    }
    if (out.kind == Kind::revolution || out.kind == Kind::extrusion) {
      out.profile = f.member("profile").index(brep_.curves.size(), "curve");
    }
    return out;
  }

  BrepVertex vertex(const JsonField& f) {
    f.allow({"point", "tolerance"});
    return {f.member("point").vec3(), f.member("tolerance").not_negative()};
  }

  BrepEdge edge(const JsonField& f) {
    f.allow({"curve", "begin", "end", "vertices", "tolerance"});
    BrepEdge out;
    if (const auto curve = f.find("curve")) out.curve = curve->index(brep_.curves.size(), "curve");
    out.begin = f.member("begin").number();
    out.end = f.member("end").number();
    const JsonField ends = f.member("vertices");
    if (ends.array_size() != 2) ends.fail("is not a list of 2 vertices");
    for (const std::size_t i : {0u, 1u}) out.vertices[i] = ends[i].index(brep_.vertices.size(), "vertex");
    out.tolerance = f.member("tolerance").not_negative();
    return out;
  }

  BrepCoedge coedge(const JsonField& f) {
    f.allow({"edge", "parameter_curve", "reversed"});
    return {f.member("edge").index(brep_.edges.size(), "edge"),
            f.member("parameter_curve").index(brep_.parameter_curves.size(), "parameter curve"),
            f.member("reversed").boolean()};
  }
  BrepLoop loop(const JsonField& f) {
    const std::size_t first = brep_.coedges.size();
    read_list(f, brep_.coedges, [this](const JsonField& side) { return coedge(side); });
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(brep_.coedges.size() - first)};
  }
  BrepFace face(const JsonField& f) {
    f.allow({"surface", "reversed", "tolerance", "loops"});
    BrepFace out;
    out.surface = f.member("surface").index(brep_.surfaces.size(), "surface");
    out.reversed = f.member("reversed").boolean();
    out.tolerance = f.member("tolerance").not_negative();
    out.first_loop = static_cast<std::uint32_t>(brep_.loops.size());
    read_list(f.member("loops"), brep_.loops, [this](const JsonField& sides) { return loop(sides); });
    out.loops = static_cast<std::uint32_t>(brep_.loops.size()) - out.first_loop;
    return out;
  }
  BrepShell shell(const JsonField& f) {
    f.allow({"closed", "faces"});
    BrepShell out;
    out.closed = f.member("closed").boolean();
    out.first_face = static_cast<std::uint32_t>(brep_.faces.size());
    read_list(f.member("faces"), brep_.faces, [this](const JsonField& one) { return face(one); });
    out.faces = static_cast<std::uint32_t>(brep_.faces.size()) - out.first_face;
    return out;
  }

  Brep brep_;
};

BrepInstance read_instance(const JsonField& f, std::size_t parts) {
  f.allow({"part", "position", "rotation", "name"});
  BrepInstance out;
  out.part = f.member("part").index(parts, "part");
  out.pose.position = f.member("position").vec3();
  const JsonField rotation = f.member("rotation");
  if (rotation.array_size() != 9) rotation.fail("is not a list of 9 numbers");
  for (std::size_t i = 0; i < 9; ++i) out.pose.rotation.m[i] = rotation[i].number();
  out.name = f.member("name").string();
  return out;
}

void read_names(const JsonField& list, std::vector<std::string>& out) {
  read_list(list, out, [](const JsonField& text) { return text.string(); });
}

BrepAssembly read_assembly(const JsonField& f) {
  f.allow({"parts", "instances", "notes"});
  BrepAssembly out;
  read_list(f.member("parts"), out.parts, [&](const JsonField& part) {
    out.part_names.push_back(part.member("name").string());
    return PartReader().read(part);
  });
  read_list(f.member("instances"), out.instances,
            [&](const JsonField& instance) { return read_instance(instance, out.parts.size()); });
  read_names(f.member("notes"), out.notes);
  check_brep(out);
  return out;
}

}  // namespace

void write_brep(const std::string& path, const BrepAssembly& assembly) {
  check_brep(assembly);
  const std::string text = io::brep_json(assembly);
  io::OutputFile file(path);
  file.write(text);
  file.publish();
}

BrepAssembly read_brep(const std::string& path) {
  const io::JsonDocument document(path);
  document.root().allow({"brep"});
  try {
    return read_assembly(document.root().member("brep"));
  } catch (const io::InvalidJson&) {
    throw;
  } catch (const InvalidInput& e) {
    throw io::InvalidJson(path + ": brep: " + e.what());
  }
}

}  // namespace abut
