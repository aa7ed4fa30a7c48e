// Abut behind the peers' interface: world poses, one core; separation, normal and witness points asked for. Cold start,
// or from the simplices that the step before left, with every body turned and moved by 1e-3 of the size since.
#include "abut/abut.h"
#include "bench/peers/serve.h"
#include "host/exec/instruction_set.h"

namespace {

using namespace peers;

abut::ShapeSet shapes_of(const Set& set) {
  abut::ShapeSet shapes;
  for (const Shape& shape : set.shapes) {
    switch (shape.kind) {
      case Kind::hull: {
        std::vector<abut::Vec3<double>> points;
        for (const auto& v : shape.vertices) points.push_back({v[0], v[1], v[2]});
        shapes.add_hull(points);
        break;
      }
      case Kind::sphere: shapes.add_sphere(shape.radius); break;
      case Kind::capsule: shapes.add_capsule(shape.radius, shape.half[2]); break;
      case Kind::box: shapes.add_box({shape.half[0], shape.half[1], shape.half[2]}); break;
    }
  }
  return shapes;
}

abut::Pose pose_of(const Pose& pose) {
  abut::Pose out;
  out.position = {pose.position[0], pose.position[1], pose.position[2]};
  std::copy(pose.rotation, pose.rotation + 9, out.rotation.m);
  return out;
}

/// Sines of a multiple of the golden angle: directions for `step_before` without a generator of random numbers.
abut::Vec3<double> spread(double k) {
  const double z = std::sin(0.7 * k), turn = 2.39996 * k, radius = std::sqrt(1 - z * z);
  return {radius * std::cos(turn), radius * std::sin(turn), z};
}

/// Where body `k` was a step ago: turned and moved by 1e-3 each.
abut::Pose step_before(const abut::Pose& pose, double k) {
  const abut::Vec3<double> half_turn = spread(k + 0.5) * 5e-4;
  return {pose.position + spread(k) * 1e-3,
          times(abut::rotation_from_quaternion(1, half_turn.x, half_turn.y, half_turn.z), pose.rotation)};
}

template <class T>
class Abut : public Peer {
 public:
  Abut(const Set& set, bool warm) : shapes_(shapes_of(set)), out_(set.pairs.size()) {
    abut::BodySet before;
    for (const PosedPair& pair : set.pairs) {
      before.add(step_before(pose_of(pair.pose_a), static_cast<double>(before.size())), pair.a);
      before.add(step_before(pose_of(pair.pose_b), static_cast<double>(before.size())), pair.b);
      const std::uint32_t a = bodies_.add(pose_of(pair.pose_a), pair.a);
      pairs_.push_back({a, bodies_.add(pose_of(pair.pose_b), pair.b)});
    }
    view_.separation = out_.view().separation;
    view_.normal = out_.view().normal;
    view_.witness_a = out_.view().witness_a;
    view_.witness_b = out_.view().witness_b;
    view_.status = out_.view().status;
    shapes_.view<T>();
    if (!warm) return;
    kept_.resize(pairs_.size(), abut::CachedPolytope{});
    ask(before, kept_.data());
    cache_.resize(kept_.size());
  }

  /// What the step before has left: each run moves the pairs by one step.
  void prepare() override { std::copy(kept_.begin(), kept_.end(), cache_.begin()); }

  void run() override { ask(bodies_, cache_.empty() ? nullptr : cache_.data()); }

  Record record(std::size_t i) const override {
    const abut::Vec3<double> o = bodies_.pose(pairs_[i].a).position;  // witness points are relative to it
    const auto wide = [](T x) { return static_cast<double>(x); };
    Record r;
    r.separation = wide(out_.separation[i]);
    set3(r.normal, wide(out_.normal_x[i]), wide(out_.normal_y[i]), wide(out_.normal_z[i]));
    set3(r.witness_a, o.x + wide(out_.witness_a_x[i]), o.y + wide(out_.witness_a_y[i]),
         o.z + wide(out_.witness_a_z[i]));
    set3(r.witness_b, o.x + wide(out_.witness_b_x[i]), o.y + wide(out_.witness_b_y[i]),
         o.z + wide(out_.witness_b_z[i]));
    r.outcome = abut::is_contact(out_.status[i]) ? Outcome::answered : Outcome::gave_up;
    return r;
  }

 private:
  void ask(const abut::BodySet& bodies, abut::CachedPolytope* cache) {
    abut::QueryOptions options;
    options.cache = cache;
    abut::query_pairs<T>(abut::Cpu{1}, shapes_.view<T>(), bodies.parts(), pairs_, options, view_);
  }

  abut::ShapeSet shapes_;
  abut::BodySet bodies_;
  std::vector<abut::Pair> pairs_;
  abut::Contacts<T> out_;
  abut::ContactsView<T> view_;
  std::vector<abut::CachedPolytope> kept_, cache_;  // empty: cold
};

std::unique_ptr<Peer> make(const Set& set, const std::string& mode) {
  if (mode == "f32") return std::make_unique<Abut<float>>(set, false);
  if (mode == "f64") return std::make_unique<Abut<double>>(set, false);
  if (mode == "f32_warm") return std::make_unique<Abut<float>>(set, true);
  if (mode == "f64_warm") return std::make_unique<Abut<double>>(set, true);
  return nullptr;
}

}  // namespace

int main() {
  try {
    const std::string set = abut::name_of(abut::chosen_instruction_set());
    return serve({"Abut " PEERS_VERSION,
                  "instruction set " + set + "; " PEERS_BUILT,
                  {{"f32", "f32"}, {"f64", "f64"}, {"f32_warm", "f32"}, {"f64_warm", "f64"}},
                  make});
  } catch (const std::exception& error) {  // an instruction set that this machine has not
    std::cerr << "peers_abut: " << error.what() << '\n';
    return 1;
  }
}
