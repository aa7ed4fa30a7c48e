// Columns as a JSON scene: shortest numbers that read back as the same bits.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "abut/core/error.h"
#include "host/io/output_file.h"
#include "host/io/scene_columns.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append(std::string& text, Vec3<double> v) { host::append_json_list(text, {v.x, v.y, v.z}); }

void append_pose(std::string& text, const Pose& pose) {
  if (!is_default(pose.position)) {
    text += ", \"position\": ";
    append(text, pose.position);
  }
  if (is_default(pose.rotation)) return;
  const double* m = pose.rotation.m;
  text += ", \"orientation\": [";
  for (int row = 0; row < 3; ++row) {
    if (row > 0) text += ", ";
    host::append_json_list(text, {m + 3 * row, 3});
  }
  text += ']';
}

/// "name": 1, "other": 2
void append_lengths(std::string& text, std::initializer_list<std::pair<const char*, double>> lengths) {
  const char* before = "";
  for (const auto& [name, length] : lengths) {
    text += before + std::string("\"") + name + "\": ";
    host::append_json_number(text, length);
    before = ", ";
  }
}

void append_vertices(std::string& text, std::span<const Vec3<double>> vertices) {
  text += "\"vertices\": [";
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (i > 0) text += ", ";
    append(text, vertices[i]);
  }
  text += ']';
}

/// A bit mask as the list of its groups.
void append_groups(std::string& text, const char* key, std::uint32_t mask) {
  text += ", \"" + std::string(key) + "\": [";
  const char* before = "";
  for (int group = 0; group < 32; ++group) {
    if ((mask >> group & 1) == 0) continue;
    text += before + std::to_string(group);
    before = ", ";
  }
  text += ']';
}

class Writer {
 public:
  Writer(const SceneColumns& columns, const std::string& from, const std::string& path)
      : columns_(columns), from_(from), file_(path) {}

  void write() {
    check_pairs();
    file_.write("{\n  \"version\": 1");
    if (!columns_.length_unit.empty()) file_.write(",\n  \"length_unit\": " + quoted(columns_.length_unit));
    write_options();
    list("shapes", columns_.shape_count(), [&](std::string& text, std::size_t i) { shape(text, i); });
    list("bodies", columns_.body_count(), [&](std::string& text, std::size_t i) { body(text, i); });
    if (columns_.pair_kind != PairKind::none) {
      list("pairs", columns_.pairs.size(), [&](std::string& text, std::size_t i) {
        text += '[' + std::to_string(columns_.pairs[i].a) + ", " + std::to_string(columns_.pairs[i].b) + ']';
      });
    }
    file_.write("\n}\n");
    file_.publish();
  }

 private:
  void check_pairs() const {
    if (columns_.pair_kind == PairKind::shapes) {
      throw InvalidInput(from_ + ": pairs/shapes: a JSON scene has no pairs of shapes, allowed are pairs of bodies");
    }
    if (columns_.pair_kind == PairKind::parts && columns_.part_shape.size() != columns_.body_count()) {
      throw InvalidInput(from_ +
                         ": pairs/parts: a JSON scene has pairs of bodies only, and bodies here have several parts");
    }
  }

  void write_options() {
    std::string text;
    if (columns_.alert_distance) {
      text += "\"alert_distance\": ";
      host::append_json_number(text, *columns_.alert_distance);
    }
    if (!columns_.precision.empty())
      text += (text.empty() ? "" : ", ") + ("\"precision\": " + quoted(columns_.precision));
    if (!text.empty()) file_.write(",\n  \"options\": {" + text + "}");
  }

  template <class Each>
  void list(const char* name, std::size_t count, Each each) {
    file_.write(std::string(",\n  \"") + name + "\": [");
    std::string line;
    for (std::size_t i = 0; i < count; ++i) {
      line = i > 0 ? ",\n    " : "\n    ";
      each(line, i);
      file_.write(line);
    }
    file_.write(count > 0 ? "\n  ]" : "]");
  }

  void shape(std::string& text, std::size_t i) {
    const ShapeCode kind = columns_.kind[i];
    const std::string name = columns_.shape_names.empty() ? "shape" + std::to_string(i) : columns_.shape_names[i];
    text += "{\"name\": " + quoted(name) + ", \"" + shape_code_name(kind) + "\": {";
    const auto begin = columns_.vertex_offsets[i], end = columns_.vertex_offsets[i + 1];
    const std::span<const Vec3<double>> vertices = std::span(columns_.vertices).subspan(begin, end - begin);
    const auto [x, y, z] = columns_.size[i];
    switch (kind) {
      case ShapeCode::hull:
      case ShapeCode::segment:
      case ShapeCode::triangle: append_vertices(text, vertices); break;
      case ShapeCode::point:
        text += "\"vertex\": ";
        append(text, vertices[0]);
        break;
      case ShapeCode::box:
      case ShapeCode::ellipsoid:
        text += kind == ShapeCode::box ? "\"half_extents\": " : "\"semi_axes\": ";
        append(text, {x, y, z});
        break;
      case ShapeCode::sphere: append_lengths(text, {{"radius", x}}); break;
      case ShapeCode::capsule:
      case ShapeCode::cylinder:
      case ShapeCode::cone: append_lengths(text, {{"radius", x}, {"half_length", y}}); break;
      case ShapeCode::minkowski_sum: {
        const auto [a, b] = columns_.sum_terms[sums_];
        text += "\"a\": " + std::to_string(a) + ", \"b\": " + std::to_string(b);
        append_pose(text, columns_.sum_poses[sums_]);
        ++sums_;
      }
    }
    text += '}';
    if (columns_.rounding[i] != 0) {
      text += ", ";
      append_lengths(text, {{"rounding", columns_.rounding[i]}});
    }
    text += '}';
  }

  void body(std::string& text, std::size_t i) {
    text += '{';
    if (!columns_.body_names.empty() && !columns_.body_names[i].empty()) {
      text += "\"name\": " + quoted(columns_.body_names[i]) + ", ";
    }
    const std::uint64_t begin = columns_.part_offsets[i], end = columns_.part_offsets[i + 1];
    const Pose& first = columns_.part_poses[begin];
    if (end - begin == 1 && is_default(first)) {
      text += "\"shape\": " + std::to_string(columns_.part_shape[begin]);
    } else {
      text += "\"parts\": [";
      for (std::uint64_t p = begin; p < end; ++p) {
        text += (p > begin ? ", " : "") + ("{\"shape\": " + std::to_string(columns_.part_shape[p]));
        append_pose(text, columns_.part_poses[p]);
        text += '}';
      }
      text += ']';
    }
    append_pose(text, columns_.poses[i]);
    if (columns_.groups[i] != BodyOptions{}.groups) append_groups(text, "group", columns_.groups[i]);
    if (columns_.meets[i] != BodyOptions{}.meets) append_groups(text, "meets", columns_.meets[i]);
    text += '}';
  }

  const SceneColumns& columns_;
  const std::string& from_;
  OutputFile file_;
  std::size_t sums_ = 0;
};

}  // namespace

void write_scene_json(const SceneColumns& columns, const std::string& from, const std::string& path) {
  Writer(columns, from, path).write();
}

}  // namespace abut::io
