// libccd behind the peers' interface: GJK with EPA at its default tolerance (which it holds against squared lengths)
// and at 1e-8, and MPR. It answers overlapping pairs only. Support points are found by a linear scan, as its callbacks
// leave that to the caller.
#include <ccd/ccd.h>

#include "bench/peers/serve.h"

namespace {

using namespace peers;

/// A shape in its pose, as the callbacks get it. World poses stay as they are: libccd has no relative pose.
struct Posed {
  const Shape* shape;
  const Pose* pose;
  const std::array<double, 3>* centre;
};

void to_world(const Pose& pose, const double (&l)[3], ccd_vec3_t* out) {
  const double* r = pose.rotation;
  for (int k = 0; k < 3; ++k) {
    out->v[k] = r[3 * k] * l[0] + r[3 * k + 1] * l[1] + r[3 * k + 2] * l[2] + pose.position[k];
  }
}

std::size_t highest(const Shape& shape, const double (&d)[3]) {
  std::size_t best = 0;
  double height = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
    const auto& v = shape.vertices[i];
    const double h = d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
    if (h > height) {
      height = h;
      best = i;
    }
  }
  return best;
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Posed& posed = *static_cast<const Posed*>(object);
  const Shape& shape = *posed.shape;
  const double* r = posed.pose->rotation;
  const double* w = direction->v;
  const double d[3] = {r[0] * w[0] + r[3] * w[1] + r[6] * w[2], r[1] * w[0] + r[4] * w[1] + r[7] * w[2],
                       r[2] * w[0] + r[5] * w[1] + r[8] * w[2]};
  double l[3];
  if (shape.kind == Kind::hull) {
    const auto& v = shape.vertices[highest(shape, d)];
    set3(l, v[0], v[1], v[2]);
  } else {
    for (int k = 0; k < 3; ++k) l[k] = std::copysign(shape.half[static_cast<std::size_t>(k)], d[k]);
    if (shape.radius > 0) {
      const double scale = shape.radius / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      for (int k = 0; k < 3; ++k) l[k] += scale * d[k];
    }
  }
  to_world(*posed.pose, l, out);
}

void centre(const void* object, ccd_vec3_t* out) {
  const Posed& posed = *static_cast<const Posed*>(object);
  const double l[3] = {(*posed.centre)[0], (*posed.centre)[1], (*posed.centre)[2]};
  to_world(*posed.pose, l, out);
}

/// A point inside, for MPR.
std::array<double, 3> inner_point(const Shape& shape) {
  std::array<double, 3> out{0, 0, 0};
  for (const auto& v : shape.vertices) {
    for (std::size_t k = 0; k < 3; ++k) out[k] += v[k] / static_cast<double>(shape.vertices.size());
  }
  return out;
}

class Libccd : public RecordingPeer {
 public:
  Libccd(const Set& set, double epa_tolerance, bool mpr) : RecordingPeer(set), set_(set), mpr_(mpr) {
    for (const Shape& shape : set.shapes) centres_.push_back(inner_point(shape));
    CCD_INIT(&ccd_);
    ccd_.support1 = ccd_.support2 = support;
    ccd_.center1 = ccd_.center2 = centre;
    ccd_.max_iterations = 500;  // its default is endless
    if (epa_tolerance > 0) ccd_.epa_tolerance = epa_tolerance;
  }

  void run() override {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const PosedPair& pair = set_.pairs[i];
      const Posed a{&set_.shapes[pair.a], &pair.pose_a, &centres_[pair.a]};
      const Posed b{&set_.shapes[pair.b], &pair.pose_b, &centres_[pair.b]};
      ccd_real_t depth = 0;
      ccd_vec3_t direction, point;  // one point, between the bodies: no witness points
      const int found = mpr_ ? ccdMPRPenetration(&a, &b, &ccd_, &depth, &direction, &point)
                             : ccdGJKPenetration(&a, &b, &ccd_, &depth, &direction, &point);
      Record r;
      r.outcome = found == 0 ? Outcome::answered : found == -1 ? Outcome::apart : Outcome::gave_up;
      if (found == 0) {
        r.separation = -depth;
        set3(r.normal, direction.v[0], direction.v[1], direction.v[2]);
      }
      records[i] = r;
    }
  }

 private:
  const Set& set_;
  const bool mpr_;
  std::vector<std::array<double, 3>> centres_;
  ccd_t ccd_;
};

std::unique_ptr<Peer> make(const Set& set, const std::string& mode) {
  if (set.regime != Regime::overlapping) return nullptr;
  if (mode == "gjk+epa") return std::make_unique<Libccd>(set, 0, false);
  if (mode == "gjk+epa_1e-8") return std::make_unique<Libccd>(set, 1e-8, false);
  if (mode == "mpr") return std::make_unique<Libccd>(set, 0, true);
  return nullptr;
}

}  // namespace

int main() {
  return serve(
      {"libccd " PEERS_VERSION, PEERS_BUILT, {{"gjk+epa", "f64"}, {"gjk+epa_1e-8", "f64"}, {"mpr", "f64"}}, make});
}
