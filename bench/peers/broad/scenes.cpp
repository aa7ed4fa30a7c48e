// Writes the boxes that the peers are asked about, or says how a peer's pairs differ from the true ones.
//
//   peers_broad_scenes LAYOUT BOXES FILE [STEPS]
//   peers_broad_scenes compare SCENE FRAME PAIRS       prints how many pairs are missing, extra and repeated
//
// Cubes with a fixed seed. uniform: edge 1, anywhere in a cube. clustered: edge 1, normally distributed around one
// centre for a thousand boxes, a twentieth of space or less taken. polydisperse: edges from 1 to 100, as many times
// fewer above r as r^3 (every decade has the same volume), so that the largest is 22 or so of 10,000 boxes, 100 of a
// million. All have about six pairs a box. A step moves each box by 2 % of its edge in a direction of its own.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "bench/peers/broad/true_pairs.h"

namespace {

using namespace broad;

constexpr double pairs_a_box = 6.5;  // in the middle of a scene
constexpr double boxes_a_cluster = 1000;
constexpr double step_of_edge = 0.02;

class Maker {
 public:
  Maker(Layout layout, std::uint32_t count) : gap_(double(gap_of(layout))), random_(20240101u + count) {
    scene_.layout = layout;
    edges_.assign(count, odd(1));
    if (layout == Layout::polydisperse) {
      for (double& edge : edges_) edge = odd(std::pow(1 - unit() * (1 - 1e-6), -1.0 / 3));
    }
    const double width = width_of_scene();
    const std::vector<std::array<double, 3>> centres = centres_in(width);
    for (const double edge : edges_) add(centres, width, edge);
  }

  void move(std::uint32_t steps) {
    scene_.steps = steps;
    if (steps == 0) return;
    for (const double edge : edges_) {
      const std::array<double, 3> towards = normal3();
      const double length = std::sqrt(towards[0] * towards[0] + towards[1] * towards[1] + towards[2] * towards[2]);
      std::array<float, 3>& velocity = scene_.velocities.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        velocity[k] = static_cast<float>(even(step_of_edge * edge * towards[k] / length));
      }
    }
  }

  Scene scene() && {
    std::vector<Box> boxes = scene_.boxes;
    for (std::uint32_t frame = 0; frame <= scene_.steps; ++frame) {
      if (frame > 0) step_boxes(scene_, boxes);
      check(boxes);
      scene_.truth.push_back(true_sum(boxes, 50));
    }
    return std::move(scene_);
  }

 private:
  double unit() { return unit_(random_); }
  std::array<double, 3> normal3() { return {normal_(random_), normal_(random_), normal_(random_)}; }
  double even(double x) const { return 2 * gap_ * std::round(x / (2 * gap_)); }
  double odd(double x) const { return even(x - gap_) + gap_; }

  /// Two cubes of edges r and s overlap where their centres lie in a cube of edge r + s.
  double width_of_scene() const {
    if (scene_.layout == Layout::clustered) return std::cbrt(20 * double(edges_.size()));
    double m1 = 0, m2 = 0, m3 = 0;
    for (const double edge : edges_) {
      m1 += edge;
      m2 += edge * edge;
      m3 += edge * edge * edge;
    }
    return std::cbrt((m3 + 3 * m1 * m2 / double(edges_.size())) / pairs_a_box);
  }

  std::vector<std::array<double, 3>> centres_in(double width) {
    std::vector<std::array<double, 3>> out;
    if (scene_.layout != Layout::clustered) return out;
    out.resize(std::max<std::size_t>(4, edges_.size() / static_cast<std::size_t>(boxes_a_cluster)));
    for (auto& centre : out) centre = {width * (unit() - 0.5), width * (unit() - 0.5), width * (unit() - 0.5)};
    return out;
  }

  void add(const std::vector<std::array<double, 3>>& centres, double width, double edge) {
    std::array<double, 3> lo{width * (unit() - 0.5), width * (unit() - 0.5), width * (unit() - 0.5)};
    if (!centres.empty()) {
      // Two of n normally distributed boxes are neighbours with a density of n / (4 pi sigma^2)^(3/2).
      const double boxes = double(edges_.size()) / double(centres.size());
      const double sigma = std::cbrt(4 * boxes / pairs_a_box) / std::sqrt(4 * 3.14159265358979);
      lo = normal3();
      const auto& centre = centres[static_cast<std::size_t>(unit() * double(centres.size()))];
      for (std::size_t k = 0; k < 3; ++k) lo[k] = centre[k] + sigma * lo[k];
    }
    Box& box = scene_.boxes.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      box.lo[k] = static_cast<float>(even(lo[k]));
      box.hi[k] = static_cast<float>(even(lo[k]) + edge);
    }
  }

  /// That every face is where the file format promises it to be.
  void check(const std::vector<Box>& boxes) const {
    const auto is_multiple = [&](float x, int parity) {
      const double n = double(x) / gap_;
      return std::abs(n) <= 0x1p24 && n == std::round(n) && (static_cast<long long>(n) & 1) == parity;
    };
    for (const Box& box : boxes) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (!is_multiple(box.lo[k], 0) || !is_multiple(box.hi[k], 1))
          throw std::runtime_error("a box is off the lattice");
      }
    }
  }

  double gap_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> unit_{0, 1};
  std::normal_distribution<double> normal_;
  std::vector<double> edges_;
  Scene scene_;
};

Layout layout_of(const std::string& name) {
  if (name == "uniform") return Layout::uniform;
  if (name == "clustered") return Layout::clustered;
  if (name == "polydisperse") return Layout::polydisperse;
  throw std::runtime_error("unknown layout " + name);
}

std::uint32_t number(const char* text, long long most) {
  const long long value = std::atoll(text);
  if (value < 0 || value > most) throw std::runtime_error(std::string(text) + " is not 0 to " + std::to_string(most));
  return static_cast<std::uint32_t>(value);
}

void print_difference(const std::string& scene_name, std::uint32_t frame, const std::string& pairs_name) {
  const Scene scene = read_scene(scene_name);
  std::vector<Box> boxes = scene.boxes;
  if (frame > scene.steps) throw std::runtime_error("the scene has no frame " + std::to_string(frame));
  for (std::uint32_t i = 0; i < frame; ++i) step_boxes(scene, boxes);
  peers::detail::Reader in(pairs_name);
  std::uint64_t count = 0;
  std::vector<Pair> pairs;
  in.take(&count, 1);
  in.take(pairs, count);
  in.end();
  const Difference d = compare(boxes, std::move(pairs));
  std::printf("%zu %zu %zu\n", d.missing, d.extra, d.repeated);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 5 && std::string(argv[1]) == "compare") {
      print_difference(argv[2], number(argv[3], 1000), argv[4]);
      return 0;
    }
    if (argc != 4 && argc != 5) throw std::runtime_error("usage: LAYOUT BOXES FILE [STEPS]");
    Maker maker(layout_of(argv[1]), number(argv[2], 10'000'000));
    if (argc == 5) maker.move(number(argv[4], 1000));
    write_scene(argv[3], std::move(maker).scene());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peers_broad_scenes: %s\n", error.what());
    return 1;
  }
}
