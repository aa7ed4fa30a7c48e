#include "abut/surface/surface_file.h"

#include <cmath>

#include "abut/brep/brep_file.h"
#include "abut/brep/brep_surfaces.h"
#include "host/io/cad_process.h"
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

namespace {

void check_unit(double unit) {
  if (std::isfinite(unit) && unit >= 0) return;
  throw InvalidInput("read_surface: unit is " + host::number_text(unit) + "; allowed is a finite number of 0 or more");
}

void refuse_option(const std::string& path, const char* option) {
  throw InvalidInput(path + ": is given a " + option + ", which JSON of a surface has not; allowed is none");
}

/// The names of a few.
std::string names_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) out += (i > 0 ? ", \"" : "\"") + names[i] + "\"";
  return out + (names.size() > most ? " and so on" : "");
}

/// The one of a name, or the only one.
const Brep& part_of(const std::string& path, const BrepAssembly& assembly, const std::string& name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
    if (name.empty() || assembly.part_names[i] == name) found.push_back(i);
  }
  if (found.size() == 1) return assembly.parts[found.front()];
  throw InvalidInput(path + ": has " + std::to_string(found.size()) + " parts" +
                     (name.empty() ? "" : " of the name \"" + name + "\"") +
                     "; allowed is the name of one: " + names_of(assembly.part_names));
}

NurbsSurface surface_of(const std::string& path, const BrepAssembly& assembly, const std::string& part) {
  const Brep& body = part_of(path, assembly, part);
  try {
    return closed_surface_of(body);
  } catch (const InvalidInput& e) {
    throw InvalidInput(path + ": " + e.what());
  }
}

}  // namespace

NurbsSurface read_surface(const std::string& path, const SurfaceFileOptions& options) {
  static_assert(SurfaceFileOptions::default_time_limit == CadProcessOptions::default_time_limit);
  check_unit(options.unit);
  if (io::is_cad_name(path)) {
    constexpr double millimetre = 1e-3;
    NurbsSurface out = surface_of(path, read_cad_apart(path, {.time_limit = options.time_limit}), options.part);
    if (options.unit > 0 && options.unit != millimetre) {
      for (Vec3<double>& p : out.points) p = p * (millimetre / options.unit);
    }
    return out;
  }
  if (options.unit > 0) refuse_option(path, "unit");
  const io::JsonDocument document(path);
  if (document.root().find("brep")) return surface_of(path, read_brep(path), options.part);
  if (!options.part.empty()) refuse_option(path, "part");
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
