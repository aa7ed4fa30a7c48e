#include "abut/bodies/body_set.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "abut/core/error.h"

namespace abut {
namespace {

constexpr double rotation_tolerance = 1e-6;

/// Distance to the nearest rotation, entry by entry: with R = Q (I + S), Q a rotation, R^T R - I is 2 S to first order.
double rotation_error(const Mat3<double>& r) {
  const Mat3<double> square = transpose_times(r, r);
  double worst = 0;
  for (int i = 0; i < 9; ++i) worst = std::fmax(worst, std::fabs(square.m[i] - (i % 4 == 0 ? 1.0 : 0.0)));
  return 0.5 * worst;
}

double determinant(const Mat3<double>& r) {
  const Vec3<double> x{r.m[0], r.m[1], r.m[2]}, y{r.m[3], r.m[4], r.m[5]}, z{r.m[6], r.m[7], r.m[8]};
  return dot(cross(x, y), z);
}

template <class Name>
[[noreturn]] void fail(const Name& what, double value, const char* allowed) {
  std::ostringstream message;
  message.precision(17);
  message << what << " is " << value << ": " << allowed;
  throw InvalidInput(message.str());
}

void check_pose(const std::string& whose, const Pose& pose) {
  for (const double value : {pose.position.x, pose.position.y, pose.position.z}) {
    if (!std::isfinite(value)) fail(whose + ".position", value, "a coordinate has to be finite");
  }
  for (const double value : pose.rotation.m) {
    if (!std::isfinite(value)) fail(whose + ".rotation", value, "an entry has to be finite");
  }
  const double error = rotation_error(pose.rotation);
  if (!(error <= rotation_tolerance)) {
    fail(whose + ".rotation's distance from a rotation", error, "at most 1e-6 in any entry");
  }
  const double orientation = determinant(pose.rotation);
  if (orientation < 0) fail(whose + ".rotation's determinant", orientation, "a mirror image is not a rotation");
}

void check_index(const char* what, std::uint32_t index, std::uint32_t count) {
  if (index >= count) {
    throw InvalidInput(std::string(what) + " is " + std::to_string(index) + ": there are " + std::to_string(count));
  }
}

}  // namespace

std::uint32_t BodySet::add(const Pose& pose, std::span<const Part> parts, const BodyOptions& options) {
  check_pose("pose", pose);
  for (std::size_t i = 0; i < parts.size(); ++i) check_pose("parts[" + std::to_string(i) + "].pose", parts[i].pose);
  if (!std::isfinite(options.alert_distance) || options.alert_distance < 0) {
    fail("options.alert_distance", options.alert_distance, "finite and not negative");
  }
  if (options.world < shared_world) {
    throw InvalidInput("options.world is " + std::to_string(options.world) + ": -1, for all worlds, or from 0");
  }
  // The largest index is kept free: it stands for "none" in many a caller's arrays.
  const std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  if (poses_.size() >= most || parts.size() > most - shape_.size()) {
    throw InvalidInput("parts: a set holds at most 4294967294 bodies and parts");
  }

  const std::uint32_t body = size();
  for (const Part& part : parts) {
    local_.push_back(part.pose);
    shape_.push_back(part.shape);
    body_.push_back(body);
    groups_.push_back(options.groups);
    meets_.push_back(options.meets);
    self_contact_.push_back(options.self_contact ? 1 : 0);
    alert_.push_back(options.alert_distance);
    world_.push_back(options.world);
    for (std::vector<double>* array : {&px_, &py_, &pz_, &body_x_, &body_y_, &body_z_}) array->push_back(0);
    for (std::vector<double>& array : r_) array.push_back(0);
  }
  first_part_.push_back(static_cast<std::uint32_t>(shape_.size()));
  one_world_ = one_world_ && options.world == 0;
  poses_.push_back(pose);
  place(body);
  return body;
}

std::uint32_t BodySet::add(const Pose& pose, std::uint32_t shape, const BodyOptions& options) {
  const Part part{shape, {}};
  return add(pose, std::span<const Part>(&part, 1), options);
}

void BodySet::set_pose(std::uint32_t body, const Pose& pose) {
  check_index("body", body, size());
  check_pose("pose", pose);
  poses_[body] = pose;
  place(body);
}

void BodySet::place(std::uint32_t body) {
  const Pose& outer = poses_[body];
  for (std::uint32_t i = first_part_[body]; i < first_part_[body + 1]; ++i) {
    const Pose world = compose(outer, local_[i]);
    px_[i] = world.position.x;
    py_[i] = world.position.y;
    pz_[i] = world.position.z;
    for (int k = 0; k < 9; ++k) r_[k][i] = world.rotation.m[k];
    body_x_[i] = outer.position.x;
    body_y_[i] = outer.position.y;
    body_z_[i] = outer.position.z;
  }
}

std::uint32_t BodySet::size() const { return static_cast<std::uint32_t>(poses_.size()); }
std::uint32_t BodySet::part_count() const { return static_cast<std::uint32_t>(shape_.size()); }

const Pose& BodySet::pose(std::uint32_t body) const {
  check_index("body", body, size());
  return poses_[body];
}

std::uint32_t BodySet::first_part(std::uint32_t body) const {
  check_index("body", body, size() + 1);
  return first_part_[body];
}

Pose BodySet::part_pose(std::uint32_t part) const {
  check_index("part", part, part_count());
  Pose pose{{px_[part], py_[part], pz_[part]}, {}};
  for (int k = 0; k < 9; ++k) pose.rotation.m[k] = r_[k][part];
  return pose;
}

const Pose& BodySet::local_pose(std::uint32_t part) const {
  check_index("part", part, part_count());
  return local_[part];
}

PartsView BodySet::parts() const {
  PartsView view;
  view.count = part_count();
  view.shape = shape_.data();
  view.body = body_.data();
  view.px = px_.data();
  view.py = py_.data();
  view.pz = pz_.data();
  for (int k = 0; k < 9; ++k) view.r[k] = r_[k].data();
  view.body_x = body_x_.data();
  view.body_y = body_y_.data();
  view.body_z = body_z_.data();
  view.groups = groups_.data();
  view.meets = meets_.data();
  view.self_contact = self_contact_.data();
  view.alert = alert_.data();
  view.world = one_world_ ? nullptr : world_.data();
  return view;
}

}  // namespace abut
