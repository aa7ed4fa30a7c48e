// Abut behind the broad-phase interface. As users call it, from poses: `find_pairs`, anew for every frame, and where
// boxes move `PairFinder`. The same from boxes, without what makes them of poses: `tree`, refitted when they move, and
// `kept`. On one core, and on all that the program may run on.
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <cmath>
#include <span>

#include "abut/abut.h"
#include "bench/peers/broad/serve.h"
#include "host/pairs/neighbour_list.h"
#include "host/pairs/pair_search.h"

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
    out.reserve(list().size());
    for (const abut::Pair& p : list()) out.push_back({p.a, p.b});
    return out;
  }

 protected:
  virtual std::span<const abut::Pair> list() const = 0;

  Parts parts_;
  const int threads_;
};

/// From poses: shapes of their own, a part each.
class FromPoses : public Abut {
 public:
  FromPoses(const Scene& scene, int threads) : Abut(scene, threads) {
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

 protected:
  std::uint32_t shapes() const { return static_cast<std::uint32_t>(headers_.size()); }

  std::vector<abut::ShapeHeader> headers_;
};

/// A new search for every frame.
class FindPairs : public FromPoses {
 public:
  using FromPoses::FromPoses;
  void search() override {
    found_ = {};  // or two lists were in memory
    found_ = abut::find_pairs(abut::Cpu{threads_}, {headers_.data(), shapes()}, parts_.view, 0.0);
  }

 protected:
  std::span<const abut::Pair> list() const override { return found_; }

 private:
  std::vector<abut::Pair> found_;
};

class Finder : public FromPoses {
 public:
  Finder(const Scene& scene, int threads) : FromPoses(scene, threads), finder_(abut::Cpu{threads}) {}
  void search() override { found_ = finder_.find({headers_.data(), shapes()}, parts_.view, 0.0); }

 protected:
  std::span<const abut::Pair> list() const override { return found_; }

 private:
  abut::PairFinder finder_;
  std::span<const abut::Pair> found_;
};

/// From boxes.
class FromBoxes : public Abut {
 public:
  FromBoxes(const Scene& scene, int threads) : Abut(scene, threads), arena_(threads), boxes_(scene.boxes.size()) {}

  void take(const std::vector<Box>& boxes) override {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Box& box = boxes[i];
      boxes_[i] = {{double(box.lo[0]), double(box.lo[1]), double(box.lo[2])},
                   {double(box.hi[0]), double(box.hi[1]), double(box.hi[2])}};
    }
  }

 protected:
  std::span<const abut::Pair> list() const override { return {found_.data(), count_}; }
  /// Room for `count` pairs, and a little more where that is not enough.
  abut::Pair* room(std::size_t count) {
    count_ = count;
    if (count > found_.capacity()) found_.resize(count + count / 8);
    return found_.data();
  }

  tbb::task_arena arena_;
  abut::Buffer<abut::Box<double>> boxes_;

 private:
  abut::Buffer<abut::Pair> found_;
  std::size_t count_ = 0;
};

class Tree : public FromBoxes {
 public:
  using FromBoxes::FromBoxes;
  void build() override {
    arena_.execute([&] { tree_.build(boxes_.data(), parts_.view.count); });
  }
  void update() override {
    arena_.execute([&] { tree_.refit(boxes_.data()); });
  }
  void search() override {
    arena_.execute([&] { search_.write(room(search_.find({&tree_, boxes_.data(), &parts_.view}))); });
  }

 private:
  abut::WideBvh tree_;
  abut::PairSearch search_;
};

class Kept : public FromBoxes {
 public:
  using FromBoxes::FromBoxes;
  void build() override {}
  void update() override {}
  void search() override {
    arena_.execute([&] { kept_.write(room(kept_.find(boxes_.data(), parts_.view))); });
  }

 private:
  abut::NeighbourList kept_;
};

std::unique_ptr<Peer> make(const Scene& scene, const std::string& mode) {
  const int all = tbb::info::default_concurrency();
  const int threads = mode.ends_with("_all") ? all : 1;
  const std::string way = mode.ends_with("_all") ? mode.substr(0, mode.size() - 4) : mode;
  if (way == "find_pairs") return std::make_unique<FindPairs>(scene, threads);
  if (way == "tree") return std::make_unique<Tree>(scene, threads);
  if (way == "finder" && scene.steps > 0) return std::make_unique<Finder>(scene, threads);
  if (way == "kept" && scene.steps > 0) return std::make_unique<Kept>(scene, threads);
  return nullptr;
}

}  // namespace

int main() {
  return serve({"Abut " PEERS_VERSION,
                PEERS_BUILT,
                {{"find_pairs", "f64"},
                 {"tree", "f64"},
                 {"finder", "f64"},
                 {"kept", "f64"},
                 {"find_pairs_all", "f64"},
                 {"tree_all", "f64"},
                 {"finder_all", "f64"},
                 {"kept_all", "f64"}},
                make});
}
