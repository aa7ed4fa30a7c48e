#include "host/io/brep_writer.h"

#include <nlohmann/json.hpp>

#include "host/brep/kind_names.h"
#include "host/io/nurbs_json.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

/// An object that grows key by key.
class Object {
 public:
  explicit Object(std::string& text) : text_(text) { text_ += '{'; }
  ~Object() { text_ += '}'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// The value is what is appended next.
  std::string& key(const char* name) {
    text_ += first_ ? "\"" : ", \"";
    text_ += std::string(name) + "\": ";
    first_ = false;
    return text_;
  }
  void number(const char* name, double value) { host::append_json_number(key(name), value); }
  void index(const char* name, std::uint32_t value) { host::append_number(key(name), value); }
  void boolean(const char* name, bool value) { key(name) += value ? "true" : "false"; }
  void string(const char* name, const std::string& value) {
    key(name) += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  void vector(const char* name, const Vec3<double>& v) { host::append_json_list(key(name), {v.x, v.y, v.z}); }
  void vector(const char* name, const Vec2<double>& v) { host::append_json_list(key(name), {v.x, v.y}); }

 private:
  std::string& text_;
  bool first_ = true;
};

/// A list, one element a line.
template <class Elements, class Append>
void append_list(std::string& text, const Elements& elements, Append append) {
  text += '[';
  bool first = true;
  for (const auto& element : elements) {
    text += first ? "\n" : ",\n";
    first = false;
    append(element);
  }
  text += ']';
}

void append_frame(Object& out, const BrepFrame& frame) {
  out.vector("origin", frame.origin);
  out.vector("x", frame.x);
  out.vector("y", frame.y);
  out.vector("z", frame.z);
}

void append_surface(std::string& text, const BrepSurface& s) {
  using Kind = BrepSurfaceKind;
  Object out(text);
  out.string("kind", host::name_of(s.kind));
  if (s.kind == Kind::nurbs) {
    out.index("nurbs", s.nurbs);
    return;
  }
  append_frame(out, s.frame);
  if (s.kind == Kind::cylinder || s.kind == Kind::cone || s.kind == Kind::sphere || s.kind == Kind::torus) {
    out.number("radius", s.radius);
  }
  if (s.kind == Kind::torus) out.number("minor_radius", s.minor_radius);
  if (s.kind == Kind::cone) out.number("half_angle", s.half_angle);
  if (s.kind == Kind::revolution || s.kind == Kind::extrusion) out.index("profile", s.profile);
}

template <class Curve>
void append_radii(Object& out, const Curve& c) {
  if (c.kind == BrepCurveKind::circle || c.kind == BrepCurveKind::ellipse) out.number("radius", c.radius);
  if (c.kind == BrepCurveKind::ellipse) out.number("minor_radius", c.minor_radius);
}

void append_curve(std::string& text, const BrepCurve& c) {
  Object out(text);
  out.string("kind", host::name_of(c.kind));
  if (c.kind == BrepCurveKind::nurbs) {
    out.index("nurbs", c.nurbs);
    return;
  }
  append_frame(out, c.frame);
  append_radii(out, c);
}

void append_parameter_curve(std::string& text, const BrepParameterCurve& c) {
  Object out(text);
  out.string("kind", host::name_of(c.kind));
  if (c.kind == BrepCurveKind::nurbs) {
    out.index("nurbs", c.nurbs);
    return;
  }
  out.vector("origin", c.origin);
  out.vector("x", c.x);
  if (c.kind != BrepCurveKind::line) out.vector("y", c.y);
  append_radii(out, c);
}

/// Of space or of the plane.
template <class Nurbs>
void append_nurbs_curve(std::string& text, const Nurbs& c) {
  text += "{\n  ";
  append_direction(text, c.u, "");
  text += "\"points\": [";
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    if (i > 0) text += ", ";
    if constexpr (std::is_same_v<Nurbs, NurbsCurve>) {
      host::append_json_list(text, {c.points[i].x, c.points[i].y});
    } else {
      host::append_json_list(text, {c.points[i].x, c.points[i].y, c.points[i].z});
    }
  }
  text += ']';
  if (!c.weights.empty()) {
    text += ",\n  \"weights\": ";
    host::append_json_list(text, c.weights);
  }
  text += "\n}";
}

void append_edge(std::string& text, const BrepEdge& e) {
  Object out(text);
  if (e.curve != no_brep_index) out.index("curve", e.curve);
  out.number("begin", e.begin);
  out.number("end", e.end);
  out.key("vertices") += '[' + std::to_string(e.vertices[0]) + ", " + std::to_string(e.vertices[1]) + ']';
  out.number("tolerance", e.tolerance);
}

void append_face(std::string& text, const Brep& brep, const BrepFace& face) {
  Object out(text);
  out.index("surface", face.surface);
  out.boolean("reversed", face.reversed);
  out.number("tolerance", face.tolerance);
  const std::span loops(brep.loops.data() + face.first_loop, face.loops);
  append_list(out.key("loops"), loops, [&](const BrepLoop& loop) {
    const std::span coedges(brep.coedges.data() + loop.first_coedge, loop.coedges);
    append_list(text, coedges, [&](const BrepCoedge& coedge) {
      Object side(text);
      side.index("edge", coedge.edge);
      side.index("parameter_curve", coedge.parameter_curve);
      side.boolean("reversed", coedge.reversed);
    });
  });
}

void append_shell(std::string& text, const Brep& brep, const BrepShell& shell) {
  Object out(text);
  out.boolean("closed", shell.closed);
  const std::span faces(brep.faces.data() + shell.first_face, shell.faces);
  append_list(out.key("faces"), faces, [&](const BrepFace& face) { append_face(text, brep, face); });
}

void append_part(std::string& text, const Brep& brep, const std::string& name) {
  Object out(text);
  const auto list = [&](const char* key, const auto& elements, auto append) {
    append_list(out.key(key), elements, [&](const auto& element) { append(text, element); });
  };
  out.string("name", name);
  list("nurbs_surfaces", brep.nurbs_surfaces, [](std::string& t, const NurbsSurface& s) { append_nurbs(t, s); });
  list("nurbs_curves", brep.nurbs_curves, append_nurbs_curve<NurbsSpaceCurve>);
  list("nurbs_parameter_curves", brep.nurbs_parameter_curves, append_nurbs_curve<NurbsCurve>);
  list("curves", brep.curves, append_curve);
  list("parameter_curves", brep.parameter_curves, append_parameter_curve);
  list("surfaces", brep.surfaces, append_surface);
  list("vertices", brep.vertices, [](std::string& t, const BrepVertex& v) {
    Object vertex(t);
    vertex.vector("point", v.point);
    vertex.number("tolerance", v.tolerance);
  });
  list("edges", brep.edges, append_edge);
  list("shells", brep.shells, [&](std::string& t, const BrepShell& s) { append_shell(t, brep, s); });
}

void append_instance(std::string& text, const BrepInstance& instance) {
  Object out(text);
  out.index("part", instance.part);
  out.vector("position", instance.pose.position);
  host::append_json_list(out.key("rotation"), std::span<const double>(instance.pose.rotation.m, 9));
  out.string("name", instance.name);
}

}  // namespace

std::string brep_json(const BrepAssembly& assembly) {
  std::string text = "{\"brep\": ";
  {
    Object out(text);
    std::size_t part = 0;
    append_list(out.key("parts"), assembly.parts,
                [&](const Brep& brep) { append_part(text, brep, assembly.part_names[part++]); });
    append_list(out.key("instances"), assembly.instances, [&](const BrepInstance& i) { append_instance(text, i); });
    append_list(out.key("notes"), assembly.notes, [&](const std::string& note) {
      text += nlohmann::json(note).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    });
  }
  return text + "}\n";
}

}  // namespace abut::io
