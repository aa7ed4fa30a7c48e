// "shapes/..." of a source: kinds, lengths, vertices, sums.
#include <algorithm>

#include "host/io/scene_source.h"

namespace abut::io {
namespace {

class ShapeColumnsReader {
 public:
  ShapeColumnsReader(SceneSource& source, SceneColumns& columns) : s_(source), c_(columns) {}

  void read() {
    const Dataset kind = s_.required("shapes/kind", {});
    const std::string as = "shapes/kind has";
    const std::uint32_t count = kind.counted_rows();
    std::uint64_t sums = 0;
    for (const std::uint32_t code : kind.all_indices(shape_code_count, "kind")) {
      c_.kind.push_back(static_cast<ShapeCode>(code));
      sums += c_.kind.back() == ShapeCode::minkowski_sum;
    }
    c_.size.resize(count);
    if (s_.is_there("shapes/size")) read_sizes(as);
    c_.rounding.resize(count);
    if (s_.is_there("shapes/rounding")) {
      const Dataset rounding(s_.data(), "shapes/rounding", {});
      rounding.require_rows(count, as);
      c_.rounding = rounding.all_numbers();
      check_lengths(rounding, c_.rounding);
    }
    read_vertices(count);
    read_sums(sums);
    if (s_.is_there("shapes/name")) c_.shape_names = s_.read_names("shapes/name", count, as, false);
  }

 private:
  void read_sizes(const std::string& as) {
    const Dataset size(s_.data(), "shapes/size", {3});
    size.require_rows(c_.kind.size(), as);
    const std::vector<double> numbers = size.all_numbers();
    check_lengths(size, numbers);
    for (std::size_t i = 0; i < c_.size.size(); ++i) {
      const int used = lengths_of(c_.kind[i]);
      for (int k = 0; k < 3; ++k) {
        const std::size_t at = 3 * i + static_cast<std::size_t>(k);
        if (k >= used && numbers[at] != 0) {
          size.fail(size.place(at),
                    shown_number(numbers[at]) + " is not used by a " + shape_code_name(c_.kind[i]) + ", allowed is 0");
        }
        c_.size[i][static_cast<std::size_t>(k)] = numbers[at];
      }
    }
  }

  static int lengths_of(ShapeCode kind) {
    switch (kind) {
      case ShapeCode::box:
      case ShapeCode::ellipsoid: return 3;
      case ShapeCode::capsule:
      case ShapeCode::cylinder:
      case ShapeCode::cone: return 2;
      case ShapeCode::sphere: return 1;
      default: return 0;
    }
  }

  /// How many vertices a shape has; 0 to none, and of a hull 1 or more.
  static std::uint64_t vertices_of(ShapeCode kind) {
    return kind == ShapeCode::point ? 1 : kind == ShapeCode::segment ? 2 : kind == ShapeCode::triangle ? 3 : 0;
  }

  void read_vertices(std::uint64_t count) {
    c_.vertex_offsets.assign(count + 1, 0);
    const bool any = std::any_of(c_.kind.begin(), c_.kind.end(),
                                 [](ShapeCode kind) { return kind == ShapeCode::hull || vertices_of(kind) > 0; });
    if (!any && !s_.is_there("shapes/vertices") && !s_.is_there("shapes/vertex_offsets")) return;
    const Dataset vertices = s_.required("shapes/vertices", {3}), offsets = s_.required("shapes/vertex_offsets", {});
    if (offsets.rows() != count + 1) offsets.require_rows(count + 1, "shapes/kind has and one more");
    c_.vertex_offsets = offsets.offsets(vertices.rows(), "shapes/vertices");
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t has = c_.vertex_offsets[i + 1] - c_.vertex_offsets[i];
      const bool is_hull = c_.kind[i] == ShapeCode::hull;
      if (is_hull ? has >= 1 && has <= max_shape_vertices : has == vertices_of(c_.kind[i])) continue;
      offsets.fail(
          "shapes/kind[" + std::to_string(i) + "]",
          std::string("a ") + shape_code_name(c_.kind[i]) + " with " + std::to_string(has) + " vertices, allowed are " +
              (is_hull ? "1 to " + std::to_string(max_shape_vertices) : std::to_string(vertices_of(c_.kind[i]))));
    }
    c_.vertices = s_.vectors(vertices);
  }

  void read_sums(std::uint64_t sums) {
    if (sums == 0 && !s_.is_there("shapes/sum_terms")) return;
    const Dataset terms = s_.required("shapes/sum_terms", {2}, ", and there are shapes of kind 10");
    terms.require_rows(sums, "there are shapes of kind 10");
    const std::vector<std::uint32_t> indices = terms.all_indices(c_.kind.size(), "shape");
    std::size_t sum = 0;
    for (std::size_t i = 0; i < c_.kind.size(); ++i) {
      if (c_.kind[i] != ShapeCode::minkowski_sum) continue;
      for (std::size_t k = 2 * sum; k < 2 * sum + 2; ++k) {
        if (indices[k] < i) continue;
        terms.fail(terms.place(k),
                   std::to_string(indices[k]) + " is not a shape before the sum, which is shape " + std::to_string(i));
      }
      c_.sum_terms.push_back({indices[2 * sum], indices[2 * sum + 1]});
      ++sum;
    }
    c_.sum_poses = s_.read_poses("shapes/sum_position", "shapes/sum_rotation", sums, "shapes/sum_terms has");
  }

  SceneSource& s_;
  SceneColumns& c_;
};

}  // namespace

void read_shape_columns(SceneSource& source, SceneColumns& columns) { ShapeColumnsReader(source, columns).read(); }

}  // namespace abut::io
