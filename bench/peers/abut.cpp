// Abut behind the peers' interface: world poses, one core, cold start; separation, normal and witness points asked for.
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

template <class T>
class Abut : public Peer {
 public:
  explicit Abut(const Set& set) : shapes_(shapes_of(set)), out_(set.pairs.size()) {
    for (const PosedPair& pair : set.pairs) {
      const std::uint32_t a = bodies_.add(pose_of(pair.pose_a), pair.a);
      pairs_.push_back({a, bodies_.add(pose_of(pair.pose_b), pair.b)});
    }
    view_.separation = out_.view().separation;
    view_.normal = out_.view().normal;
    view_.witness_a = out_.view().witness_a;
    view_.witness_b = out_.view().witness_b;
    view_.status = out_.view().status;
    shapes_.view<T>();
  }

  void run() override { abut::query_pairs<T>(abut::Cpu{1}, shapes_.view<T>(), bodies_.parts(), pairs_, {}, view_); }

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
  abut::ShapeSet shapes_;
  abut::BodySet bodies_;
  std::vector<abut::Pair> pairs_;
  abut::Contacts<T> out_;
  abut::ContactsView<T> view_;
};

std::unique_ptr<Peer> make(const Set& set, const std::string& mode) {
  if (mode == "f32") return std::make_unique<Abut<float>>(set);
  if (mode == "f64") return std::make_unique<Abut<double>>(set);
  return nullptr;
}

}  // namespace

int main() {
  try {
    const std::string set = abut::name_of(abut::chosen_instruction_set());
    return serve(
        {"Abut " PEERS_VERSION, "instruction set " + set + "; " PEERS_BUILT, {{"f32", "f32"}, {"f64", "f64"}}, make});
  } catch (const std::exception& error) {  // an instruction set that this machine has not
    std::cerr << "peers_abut: " << error.what() << '\n';
    return 1;
  }
}
