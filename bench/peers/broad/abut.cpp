// Abut behind the broad-phase interface: `find_pairs` as users call it, from poses and anew for every frame; and its
// tree alone, from boxes, which is refitted when they move. On one core, and on all that the program may run on.
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <cmath>

#include "abut/abut.h"
#include "bench/peers/broad/serve.h"
#include "host/detect/lbvh.h"
#include "host/detect/pair_search.h"

namespace {

using namespace broad;

/// Parts of one body each, in the groups and with the masks that bodies have when nothing is said.
class Parts {
 public:
  explicit Parts(std::size_t count)
      : x(count),
        y(count),
        z(count),
        shape(count),
        body_(count),
        groups_(count, 1),
        meets_(count, 0xffffffffu),
        self_contact_(count, 0),
        zero_(count, 0),
        one_(count, 1) {
    for (std::uint32_t i = 0; i < count; ++i) body_[i] = i;
    view.count = static_cast<std::uint32_t>(count);
    view.shape = shape.data();
    view.body = body_.data();
    view.px = view.body_x = x.data();
    view.py = view.body_y = y.data();
    view.pz = view.body_z = z.data();
    for (int k = 0; k < 9; ++k) view.r[k] = k % 4 == 0 ? one_.data() : zero_.data();
    view.groups = groups_.data();
    view.meets = meets_.data();
    view.self_contact = self_contact_.data();
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  abut::PartsView view;
  std::vector<double> x, y, z;
  std::vector<std::uint32_t> shape;

 private:
  std::vector<std::uint32_t> body_, groups_, meets_;
  std::vector<std::uint8_t> self_contact_;
  std::vector<double> zero_, one_;
};

class Abut : public Peer {
 public:
  Abut(const Scene& scene, int threads) : parts_(scene.boxes.size()), threads_(threads) {}

  std::vector<Pair> pairs() const override {
    std::vector<Pair> out;
    out.reserve(found_.size());
    for (const abut::Pair& p : found_) out.push_back({p.a, p.b});
    return out;
  }

 protected:
  Parts parts_;
  std::vector<abut::Pair> found_;
  const int threads_;
};

class FindPairs : public Abut {
 public:
  FindPairs(const Scene& scene, int threads) : Abut(scene, threads) {
    for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
      abut::ShapeHeader header{};
      header.kind = abut::ShapeKind::box;
      header.vertex_count = 8;
      double squares = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        header.half_extent[k] = 0.5 * (double(scene.boxes[i].hi[k]) - double(scene.boxes[i].lo[k]));
        squares += header.half_extent[k] * header.half_extent[k];
      }
      header.size = std::sqrt(squares);
      headers_.push_back(header);
      parts_.shape[i] = i;
    }
  }

  void take(const std::vector<Box>& boxes) override {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const auto centre = [&](std::size_t k) { return 0.5 * (double(boxes[i].lo[k]) + double(boxes[i].hi[k])); };
      parts_.x[i] = centre(0);
      parts_.y[i] = centre(1);
      parts_.z[i] = centre(2);
    }
  }
  void build() override {}
  void update() override {}
  void search() override {
    const std::uint32_t shapes = static_cast<std::uint32_t>(headers_.size());
    found_ = abut::find_pairs(abut::Cpu{threads_}, headers_.data(), shapes, parts_.view, 0.0);
  }

 private:
  std::vector<abut::ShapeHeader> headers_;
};

class Tree : public Abut {
 public:
  Tree(const Scene& scene, int threads) : Abut(scene, threads), arena_(threads) {}

  void take(const std::vector<Box>& boxes) override {
    boxes_.clear();
    for (const Box& box : boxes) {
      boxes_.push_back({{double(box.lo[0]), double(box.lo[1]), double(box.lo[2])},
                        {double(box.hi[0]), double(box.hi[1]), double(box.hi[2])}});
    }
  }
  void build() override {
    arena_.execute([&] { tree_.build(boxes_.data(), parts_.view.count); });
  }
  void update() override {
    arena_.execute([&] { tree_.refit(boxes_.data()); });
  }
  void search() override {
    arena_.execute([&] { found_ = abut::search_pairs(tree_, boxes_.data(), parts_.view); });
  }

 private:
  tbb::task_arena arena_;
  std::vector<abut::Box<double>> boxes_;
  abut::Lbvh tree_;
};

std::unique_ptr<Peer> make(const Scene& scene, const std::string& mode) {
  const int all = tbb::info::default_concurrency();
  if (mode == "find_pairs") return std::make_unique<FindPairs>(scene, 1);
  if (mode == "find_pairs_all") return std::make_unique<FindPairs>(scene, all);
  if (mode == "tree") return std::make_unique<Tree>(scene, 1);
  if (mode == "tree_all") return std::make_unique<Tree>(scene, all);
  return nullptr;
}

}  // namespace

int main() {
  return serve({"Abut " PEERS_VERSION,
                PEERS_BUILT,
                {{"find_pairs", "f64"}, {"tree", "f64"}, {"find_pairs_all", "f64"}, {"tree_all", "f64"}},
                make});
}
