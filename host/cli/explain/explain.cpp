#include "host/cli/explain/explain.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "abut/contacts/contacts.h"
#include "abut/narrow/batch.h"
#include "host/cli/explain/recorder.h"

namespace abut::cli {
namespace {

/// As much as the host ever gives EPA; an answer does not depend on it.
constexpr std::uint32_t epa_vertices = max_polytope_vertices;

template <class T>
Contact<double> widened(const Contact<T>& c) {
  Contact<double> wide;
  wide.separation = static_cast<double>(c.separation);
  wide.normal = widen(c.normal);
  wide.witness_a = widen(c.witness_a);
  wide.witness_b = widen(c.witness_b);
  wide.point = widen(c.point);
  wide.feature_a = c.feature_a;
  wide.feature_b = c.feature_b;
  wide.lower_bound = static_cast<double>(c.lower_bound);
  wide.bound_gap = static_cast<double>(c.bound_gap);
  wide.status = c.status;
  wide.gjk_iterations = c.gjk_iterations;
  wide.epa_iterations = c.epa_iterations;
  wide.key = c.key;
  return wide;
}

template <class T>
void answer(const ExplainedPair& pair, Explanation& out) {
  const ShapeSetView<T> shapes = pair.shapes->view<T>();
  const Pair both{0, 1};
  Contacts<T> one(1);
  const QueryBatch<T> batch{shapes, pair.parts.view(), nullptr, 0, &both, 1, pair.alert_distance, one.view()};
  std::vector<std::aligned_storage_t<16, 16>> memory(polytope_bytes<double>(epa_vertices) / 16 + 1);
  const Recorder recorder(out.trace);
  answer_pair<T, WatchedScan>(batch, 0, EpaMemory{memory.data(), epa_vertices});
  Contact<T> c = one[0];
  c.key = contact_key(pair.ids, c.feature_a, c.feature_b);
  out.contact = widened(c);
}

}  // namespace

TwoParts::TwoParts(const PartsView& parts, Pair pair) {
  const std::uint32_t part[2] = {pair.a, pair.b};
  for (int i = 0; i < 2; ++i) {
    const std::uint32_t p = part[i];
    shape_[i] = parts.shape[p];
    coordinates_[0][i] = parts.px[p];
    coordinates_[1][i] = parts.py[p];
    coordinates_[2][i] = parts.pz[p];
    for (int k = 0; k < 9; ++k) coordinates_[3 + k][i] = parts.r[k][p];
    origin_[0][i] = parts.body_x[p];
    origin_[1][i] = parts.body_y[p];
    origin_[2][i] = parts.body_z[p];
    alert_[i] = parts.alert != nullptr ? parts.alert[p] : 0;
  }
}

TwoParts::TwoParts(Pair shapes, const Pose& a, const Pose& b) {
  const Pose* const pose[2] = {&a, &b};
  shape_[0] = shapes.a;
  shape_[1] = shapes.b;
  for (int i = 0; i < 2; ++i) {
    const double position[3] = {pose[i]->position.x, pose[i]->position.y, pose[i]->position.z};
    for (int k = 0; k < 3; ++k) coordinates_[k][i] = origin_[k][i] = position[k];
    for (int k = 0; k < 9; ++k) coordinates_[3 + k][i] = pose[i]->rotation.m[k];
  }
}

PartsView TwoParts::view() const {
  PartsView v;
  v.count = 2;
  v.shape = shape_;
  v.body = body_;
  v.groups = v.meets = masks_;
  v.self_contact = self_;
  v.px = coordinates_[0];
  v.py = coordinates_[1];
  v.pz = coordinates_[2];
  for (int k = 0; k < 9; ++k) v.r[k] = coordinates_[3 + k];
  v.body_x = origin_[0];
  v.body_y = origin_[1];
  v.body_z = origin_[2];
  v.alert = alert_;
  return v;
}

Explanation explain(const ExplainedPair& pair, const std::string& precision) {
  Explanation out;
  out.precision = precision;
  if (precision == "f32") {
    answer<float>(pair, out);
  } else {
    answer<double>(pair, out);
  }
  return out;
}

}  // namespace abut::cli
