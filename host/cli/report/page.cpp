// The data in the page: one JSON object for what is little, and for each long array a base64 text of its own, little
// endian, which the script decodes when it needs it. Text of the scene reaches the page through JSON alone, with `<` as
// an escape; the script sets it as text, never as markup.
#include "host/cli/report/page.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "host/cli/commands.h"
#include "host/cli/report/assets.h"
#include "host/cli/report/columns.h"
#include "host/cli/report/drawn_shape.h"
#include "host/io/quaternion.h"
#include "host/io/result_files.h"
#include "host/io/shape_surface.h"

#ifndef ABUT_VERSION
#define ABUT_VERSION "unknown"
#endif

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Points of all shapes that are drawn; three numbers of two bytes each.
constexpr std::size_t most_points = 300000;

/// Safe inside a script element, whatever the strings hold.
std::string embedded(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

/// Escaped for HTML.
std::string html(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

/// The quaternion (x, y, z, w) of a rotation.
std::array<float, 4> quaternion(const Mat3<double>& r) {
  const std::array<double, 4> q = io::quaternion_of(r);
  return {static_cast<float>(q[1]), static_cast<float>(q[2]), static_cast<float>(q[3]), static_cast<float>(q[0])};
}

struct Box {
  Vec3<double> low{0, 0, 0}, high{0, 0, 0};
  bool any = false;
  void add(Vec3<double> p, double r) {
    const Vec3<double> l{p.x - r, p.y - r, p.z - r}, h{p.x + r, p.y + r, p.z + r};
    low = any ? Vec3<double>{std::min(low.x, l.x), std::min(low.y, l.y), std::min(low.z, l.z)} : l;
    high = any ? Vec3<double>{std::max(high.x, h.x), std::max(high.y, h.y), std::max(high.z, h.z)} : h;
    any = true;
  }
  Vec3<double> centre() const { return (low + high) * 0.5; }
};

/// What parts take in the world: by their bounding spheres, to begin with.
Box rough_box(const Scene& scene) {
  Box box;
  const PartsView parts = scene.bodies.parts();
  for (std::uint32_t p = 0; p < parts.count; ++p) {
    const ShapeHeader& h = scene.shapes.header(parts.shape[p]);
    const Pose pose = scene.bodies.part_pose(p);
    box.add(pose.position + rotate(pose.rotation, Vec3<double>{h.centre[0], h.centre[1], h.centre[2]}), h.size);
  }
  return box;
}
/// And by what is drawn of them, less some detail.
Box drawn_box(const Scene& scene, const std::vector<DrawnShape>& shapes) {
  Box box;
  const PartsView parts = scene.bodies.parts();
  for (std::uint32_t p = 0; p < parts.count; ++p) {
    const Pose pose = scene.bodies.part_pose(p);
    for (const Vec3<double>& v : shapes[parts.shape[p]].detail[1].points) {
      box.add(pose.position + rotate(pose.rotation, v), 0);
    }
  }
  return box;
}

void add_parts(const Scene& scene, Vec3<double> origin, Columns& columns) {
  const PartsView parts = scene.bodies.parts();
  std::vector<float> place, turn;
  for (std::uint32_t p = 0; p < parts.count; ++p) {
    const Pose pose = scene.bodies.part_pose(p);
    const Vec3<double> at = pose.position - origin;
    for (const double x : {at.x, at.y, at.z}) place.push_back(static_cast<float>(x));
    for (const float x : quaternion(pose.rotation)) turn.push_back(x);
  }
  columns.add("part_place", place);
  columns.add("part_turn", turn);
  columns.add("part_shape", std::vector<std::uint32_t>(parts.shape, parts.shape + parts.count));
  columns.add("part_body", std::vector<std::uint32_t>(parts.body, parts.body + parts.count));
}

/// Geometry once per shape. Points are sixteen-bit fractions of the shape's box. Returns the most points of a shape.
class ShapeColumns {
 public:
  void add(const DrawnShape& shape) {
    Box box;
    for (const Vec3<double>& p : shape.detail[0].points) box.add(p, 0);
    const Vec3<double> centre = box.centre(), half = (box.high - box.low) * 0.5;
    double radius = 0;
    for (const Vec3<double>& p : shape.detail[0].points) radius = std::max(radius, length(p - centre));
    for (const double x : {centre.x, centre.y, centre.z, half.x, half.y, half.z, radius}) {
      box_.push_back(static_cast<float>(x));
    }
    smooth_.push_back(shape.smooth ? 1 : 0);
    for (int k = 0; k < detail_count; ++k) {
      const DrawnSurface& surface = shape.detail[k];
      if (k > 0 && surface.points.size() == shape.detail[k - 1].points.size()) {  // the same again
        for (int i = 4; i > 0; --i) ranges_.push_back(ranges_[ranges_.size() - 4]);
        continue;
      }
      ranges_.push_back(static_cast<std::uint32_t>(points_.size() / 3));
      ranges_.push_back(static_cast<std::uint32_t>(surface.points.size()));
      ranges_.push_back(static_cast<std::uint32_t>(corners_.size()));
      ranges_.push_back(static_cast<std::uint32_t>(3 * surface.triangles.size()));
      const auto fraction = [](double x, double of) {
        return static_cast<std::int16_t>(of > 0 ? std::lround(std::clamp(x / of, -1.0, 1.0) * 32767) : 0);
      };
      for (const Vec3<double>& p : surface.points) {
        const Vec3<double> d = p - centre;
        points_.push_back(fraction(d.x, half.x));
        points_.push_back(fraction(d.y, half.y));
        points_.push_back(fraction(d.z, half.z));
      }
      for (const auto& t : surface.triangles) {
        for (const std::uint32_t v : t) corners_.push_back(static_cast<std::uint16_t>(v));
      }
    }
  }
  void put(Columns& columns) const {
    columns.add("shape_box", box_);
    columns.add("shape_smooth", smooth_);
    columns.add("shape_ranges", ranges_);
    columns.add("shape_points", points_);
    columns.add("shape_corners", corners_);
  }

 private:
  std::vector<float> box_;
  std::vector<std::uint8_t> smooth_;
  std::vector<std::uint32_t> ranges_;
  std::vector<std::int16_t> points_;
  std::vector<std::uint16_t> corners_;
};

/// Returns the most points that a shape is drawn with, if that leaves some out; else 0.
std::size_t draw_shapes(const Scene& scene, std::vector<DrawnShape>& drawn) {
  std::size_t vertices = 0, largest = 0;
  std::vector<const Mesh*> meshes(scene.shapes.size(), nullptr);
  const std::vector<Scene::FacetMesh> own = io::drawn_meshes(scene);
  for (const Scene::FacetMesh& of : own) meshes[of.shape] = &of.mesh;
  for (std::uint32_t s = 0; s < scene.shapes.size(); ++s) {
    const std::size_t count =
        meshes[s] != nullptr ? meshes[s]->vertices.size() : std::size_t{scene.shapes.header(s).vertex_count};
    vertices += count;
    largest = std::max(largest, count);
  }
  DrawOptions options;
  if (vertices > most_points) options.most_points = std::max<std::size_t>(16, most_points / scene.shapes.size());
  const Box rough = rough_box(scene);
  options.least_radius = 0.001 * length(rough.high - rough.low);
  for (std::uint32_t s = 0; s < scene.shapes.size(); ++s) {
    drawn.push_back(meshes[s] != nullptr ? drawn_mesh(*meshes[s], options) : drawn_shape(scene.shapes, s, options));
  }
  return largest > options.most_points ? options.most_points : 0;
}

std::vector<std::uint32_t> halves(const std::vector<std::uint64_t>& words) {
  std::vector<std::uint32_t> out;
  for (const std::uint64_t w : words) {
    out.push_back(static_cast<std::uint32_t>(w));
    out.push_back(static_cast<std::uint32_t>(w >> 32));
  }
  return out;
}

std::vector<std::uint32_t> halves(const std::vector<Feature>& features) {
  std::vector<std::uint64_t> words;
  for (const Feature f : features) words.push_back(f.code);
  return halves(words);
}

template <class T>
void add_contacts(const ReportInput<T>& in, Vec3<double> origin, Columns& columns) {
  const PartsView parts = in.scene.bodies.parts();
  const Contacts<T>& c = in.detection.contacts;
  std::vector<std::uint32_t> pairs;
  std::vector<float> place;
  for (std::size_t i = 0; i < in.detection.pairs.size(); ++i) {
    const Pair pair = in.detection.pairs[i];
    pairs.push_back(pair.a);
    pairs.push_back(pair.b);
    const double at[3] = {parts.body_x[pair.a] - origin.x + static_cast<double>(c.point_x[i]),
                          parts.body_y[pair.a] - origin.y + static_cast<double>(c.point_y[i]),
                          parts.body_z[pair.a] - origin.z + static_cast<double>(c.point_z[i])};
    for (const double x : at) place.push_back(static_cast<float>(x));
  }
  columns.add("pair", pairs);
  columns.add("contact_place", place);
  const std::pair<const char*, const std::vector<T>*> numbers[] = {
      {"separation", &c.separation},   {"normal_x", &c.normal_x},       {"normal_y", &c.normal_y},
      {"normal_z", &c.normal_z},       {"witness_a_x", &c.witness_a_x}, {"witness_a_y", &c.witness_a_y},
      {"witness_a_z", &c.witness_a_z}, {"witness_b_x", &c.witness_b_x}, {"witness_b_y", &c.witness_b_y},
      {"witness_b_z", &c.witness_b_z}, {"point_x", &c.point_x},         {"point_y", &c.point_y},
      {"point_z", &c.point_z},         {"lower_bound", &c.lower_bound}, {"bound_gap", &c.bound_gap}};
  for (const auto& [name, column] : numbers) columns.add(name, *column);
  columns.add("feature_a", halves(c.feature_a));
  columns.add("feature_b", halves(c.feature_b));
  columns.add("status", c.status);
  columns.add("gjk_iterations", c.gjk_iterations);
  columns.add("epa_iterations", c.epa_iterations);
  columns.add("key", halves(c.key));
  if (!in.detection.facets) return;
  columns.add("facet_a", in.detection.facets->facet_a);
  columns.add("facet_b", in.detection.facets->facet_b);
  std::vector<std::uint8_t> kinds;
  for (const FacetContactKind kind : in.detection.facets->kind) kinds.push_back(static_cast<std::uint8_t>(kind));
  columns.add("facet_kind", kinds);
}

Json names_of(const std::vector<std::string>& names) {
  Json json = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty()) json.push_back({i, names[i]});
  }
  return json;
}

template <class T>
Json facts(const ReportInput<T>& in, const Box& box) {
  const ResultSummary& s = in.summary;
  const Vec3<double> centre = box.centre(), half = (box.high - box.low) * 0.5;
  Json json;
  json["version"] = ABUT_VERSION;
  json["scene"] = s.scene;
  json["length_unit"] = s.length_unit;
  json["backend"] = s.backend;
  json["precision"] = s.precision;
  json["threads"] = s.threads;
  json["alert_distance"] = s.alert_distance;
  json["bodies"] = in.scene.bodies.size();
  json["parts"] = in.scene.bodies.part_count();
  json["shapes"] = in.scene.shapes.size();
  json["candidate_pairs"] = s.candidate_pairs;
  json["contacts"] = in.detection.pairs.size();
  json["seconds"] = {
      {"broad", s.seconds_broad}, {"narrow", s.seconds_narrow}, {"total", s.seconds_total}, {"median_of", s.median_of}};
  for (int i = 0; i < status_count; ++i) {
    json["status"].push_back({io::status_name(static_cast<Status>(i)), s.status[static_cast<std::size_t>(i)]});
  }
  json["origin"] = {centre.x, centre.y, centre.z};
  json["half_extent"] = {half.x, half.y, half.z};
  json["body_names"] = names_of(in.scene.body_names);
  json["shape_names"] = in.scene.shape_names;
  if (in.detection.facets) {
    for (const FacetContactKind kind : {FacetContactKind::apart, FacetContactKind::below, FacetContactKind::crossing,
                                        FacetContactKind::touching, FacetContactKind::part}) {
      json["facet_kinds"].push_back(io::facet_kind_name(kind));
    }
  }
  json["verify"] = in.verify;
  json["sample"] = in.sample;
  return json;
}

/// Replaces the marks `{{NAME}}` of the template, each once, in order.
void write_filled(std::string_view page, const std::vector<std::pair<std::string, std::string_view>>& parts,
                  io::OutputFile& file) {
  for (const auto& [name, text] : parts) {
    const std::string mark = "{{" + name + "}}";
    const std::size_t at = page.find(mark);
    if (at == std::string_view::npos) throw std::logic_error("the page has no " + mark);
    file.write(page.substr(0, at));
    file.write(text);
    page.remove_prefix(at + mark.size());
  }
  file.write(page);
}

}  // namespace

template <class T>
void write_report(const ReportInput<T>& in, io::OutputFile& file) {
  std::vector<DrawnShape> drawn;
  const std::size_t drawn_points = draw_shapes(in.scene, drawn);
  const Box box = drawn_box(in.scene, drawn);
  ShapeColumns shapes;
  for (const DrawnShape& shape : drawn) shapes.add(shape);
  Columns columns;
  shapes.put(columns);
  add_parts(in.scene, box.centre(), columns);
  add_contacts(in, box.centre(), columns);
  Json json = facts(in, box);
  json["drawn_points"] = drawn_points;
  const std::string title = "Contacts of " + std::filesystem::path(in.summary.scene).filename().string();
  write_filled(report_html,
               {{"title", html(title)},
                {"style", report_css},
                {"heading", html(title)},
                {"facts", embedded(json)},
                {"columns", columns.text()},
                {"script", report_js}},
               file);
}

template void write_report(const ReportInput<float>&, io::OutputFile&);
template void write_report(const ReportInput<double>&, io::OutputFile&);

}  // namespace abut::cli
