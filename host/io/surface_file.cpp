#include "abut/surface/surface_file.h"

#include "host/io/nurbs_json.h"
#include "host/io/output_file.h"
#include "host/number_text.h"

namespace abut {

void io::append_direction(std::string& text, const SplineDirection& d, const std::string& name) {
  const std::string suffix = name.empty() ? "" : "_" + name;
  text += "\"degree" + suffix + "\": " + std::to_string(d.degree) + ",\n  \"knots" + suffix + "\": ";
  host::append_json_list(text, d.knots);
  text += ",\n  ";
}

std::vector<double> io::read_numbers(const JsonField& list) {
  std::vector<double> out(list.array_size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = list[i].number();
  return out;
}

SplineDirection io::read_direction(const JsonField& nurbs, const char* degree, const char* knots) {
  return {static_cast<int>(nurbs.member(degree).index(most_surface_degree + 1, "degree")),
          read_numbers(nurbs.member(knots))};
}

void io::append_nurbs(std::string& text, const NurbsSurface& surface) {
  text += "{\n  ";
  append_direction(text, surface.u, "u");
  append_direction(text, surface.v, "v");
  text += "\"points\": [";
  for (std::size_t i = 0; i < surface.points.size(); ++i) {
    text += i > 0 ? ",\n    " : "\n    ";
    host::append_json_list(text, {surface.points[i].x, surface.points[i].y, surface.points[i].z});
  }
  text += "\n  ]";
  if (!surface.weights.empty()) {
    text += ",\n  \"weights\": ";
    host::append_json_list(text, surface.weights);
  }
  text += "\n}";
}

std::string to_json(const NurbsSurface& surface) {
  check(surface);
  std::string text = "{\"nurbs\": ";
  io::append_nurbs(text, surface);
  return text + "}\n";
}

void write_surface(const std::string& path, const NurbsSurface& surface) {
  const std::string text = to_json(surface);
  io::OutputFile file(path);
  file.write(text);
  file.publish();
}

NurbsSurface io::read_nurbs(const JsonField& nurbs) {
  NurbsSurface out{read_direction(nurbs, "degree_u", "knots_u"), read_direction(nurbs, "degree_v", "knots_v"), {}};
  const io::JsonField points = nurbs.member("points");
  out.points.resize(points.array_size());
  for (std::size_t i = 0; i < out.points.size(); ++i) out.points[i] = points[i].vec3();
  if (const auto weights = nurbs.find("weights")) out.weights = read_numbers(*weights);
  check(out);
  return out;
}

NurbsSurface read_surface(const std::string& path) {
  const io::JsonDocument document(path);
  document.root().allow({"nurbs"});
  const io::JsonField nurbs = document.root().member("nurbs");
  nurbs.allow({"degree_u", "knots_u", "degree_v", "knots_v", "points", "weights"});
  try {
    return io::read_nurbs(nurbs);
  } catch (const io::InvalidJson&) {
    throw;
  } catch (const InvalidInput& e) {
    throw io::InvalidJson(path + ": nurbs: " + e.what());
  }
}

}  // namespace abut
