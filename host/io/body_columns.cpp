// "bodies/..." of a source: poses, parts, groups.
#include "host/io/scene_source.h"

namespace abut::io {
namespace {

class BodyColumnsReader {
 public:
  BodyColumnsReader(SceneSource& source, SceneColumns& columns) : s_(source), c_(columns) {}

  void read() {
    if (!s_.has_any("bodies")) return;
    const Dataset position = s_.required("bodies/position", {3});
    const std::uint32_t count = position.counted_rows();
    const std::string as = "bodies/position has";
    c_.poses = s_.read_poses("bodies/position", "bodies/rotation", count, as);
    if (s_.is_there("bodies/quaternion")) read_quaternions(count, as);
    if (s_.is_there("bodies/shape") == s_.is_there("bodies/part_offsets"))
      s_.fail("bodies: allowed is exactly one of the datasets bodies/shape and bodies/part_offsets");
    s_.is_there("bodies/shape") ? read_body_shapes(count, as) : read_parts(count);
    c_.groups = read_masks("bodies/groups", count, as, BodyOptions{}.groups);
    c_.meets = read_masks("bodies/meets", count, as, BodyOptions{}.meets);
    if (s_.is_there("bodies/name")) c_.body_names = s_.read_names("bodies/name", count, as, true);
  }

 private:
  void read_quaternions(std::uint32_t count, const std::string& as) {
    if (s_.is_there("bodies/rotation"))
      s_.fail("bodies: allowed is one of the datasets bodies/rotation and bodies/quaternion");
    const Dataset set(s_.data(), "bodies/quaternion", {4});
    set.require_rows(count, as);
    std::vector<double> q = set.all_numbers();
    for (std::size_t i = 0; i < count; ++i) {
      if (!rotation_of(&q[4 * i], c_.poses[i].rotation)) {
        set.fail("bodies/quaternion[" + std::to_string(i) + "]",
                 "is a quaternion of length zero, allowed is any other length");
      }
    }
  }

  std::vector<std::uint32_t> read_masks(const char* name, std::uint32_t count, const std::string& as,
                                        std::uint32_t by_default) {
    if (!s_.is_there(name)) return std::vector<std::uint32_t>(count, by_default);
    const Dataset set(s_.data(), name, {});
    set.require_rows(count, as);
    return set.all_indices(std::uint64_t{1} << 32, "bit mask");
  }

  void read_body_shapes(std::uint32_t count, const std::string& as) {
    const Dataset shape(s_.data(), "bodies/shape", {});
    shape.require_rows(count, as);
    for (const char* name : {"bodies/part_shape", "bodies/part_position", "bodies/part_rotation"}) {
      if (s_.is_there(name))
        s_.fail("unknown dataset " + std::string(name) + ", allowed with bodies/part_offsets only");
    }
    c_.part_shape = shape.all_indices(c_.kind.size(), "shape");
    c_.part_poses.resize(count);
    for (std::uint64_t i = 1; i <= count; ++i) c_.part_offsets.push_back(i);
  }

  void read_parts(std::uint32_t count) {
    const Dataset shape = s_.required("bodies/part_shape", {}), offsets = s_.required("bodies/part_offsets", {});
    const std::uint32_t parts = shape.counted_rows();
    if (offsets.rows() != std::uint64_t{count} + 1)
      offsets.require_rows(std::uint64_t{count} + 1, "bodies/position has and one more");
    c_.part_offsets = offsets.offsets(parts, "bodies/part_shape");
    for (std::size_t i = 1; i < c_.part_offsets.size(); ++i) {
      if (c_.part_offsets[i] == c_.part_offsets[i - 1])
        offsets.fail(offsets.place(i), "body " + std::to_string(i - 1) + " has no part, allowed is 1 or more");
    }
    c_.part_shape = shape.all_indices(c_.kind.size(), "shape");
    c_.part_poses = s_.read_poses("bodies/part_position", "bodies/part_rotation", parts, "bodies/part_shape has");
  }

  SceneSource& s_;
  SceneColumns& c_;
};

}  // namespace

void read_body_columns(SceneSource& source, SceneColumns& columns) { BodyColumnsReader(source, columns).read(); }

}  // namespace abut::io
