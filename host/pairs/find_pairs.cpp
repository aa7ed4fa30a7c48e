#include "abut/pairs/find_pairs.h"

#include "host/bvh/lbvh.h"
#include "host/bvh/part_boxes.h"
#include "host/exec/arena.h"
#include "host/pairs/pair_search.h"

namespace abut {
namespace {

std::vector<Pair> list_of(PairSearch& search, std::size_t count) {
  std::vector<Pair> pairs;
  pairs.reserve(count);
  prefer_huge_pages(pairs.data(), count * sizeof(Pair));
  pairs.resize(count);
  search.write(pairs.data());
  return pairs;
}

}  // namespace

std::vector<Pair> find_pairs(const Cpu& cpu, std::span<const ShapeHeader> headers, const PartsView& parts,
                             double alert_distance) {
  std::vector<Pair> pairs;
  host::in_arena(cpu, [&] {
    check_parts(headers, parts, "parts", alert_distance);
    if (parts.count < 2) return;
    Buffer<Box<double>> boxes;
    make_part_boxes(headers.data(), parts, alert_distance, boxes);
    WideBvh tree;
    tree.build(boxes.data(), parts.count);
    PairSearch search;
    const std::size_t count = search.find({&tree, boxes.data(), &parts});
    pairs = list_of(search, count);
  });
  return pairs;
}

std::vector<Pair> find_cross_pairs(const Cpu& cpu, std::span<const ShapeHeader> headers, const PartsView& first,
                                   const PartsView& second, double alert_distance) {
  std::vector<Pair> pairs;
  host::in_arena(cpu, [&] {
    check_parts(headers, first, "first", alert_distance);
    check_parts(headers, second, "second", alert_distance);
    if (first.count == 0 || second.count == 0) return;
    Buffer<Box<double>> a, b;
    make_part_boxes(headers.data(), first, alert_distance, a);
    make_part_boxes(headers.data(), second, alert_distance, b);
    const TreeFrame frame = tree_frame(unite(scene_of(a.data(), first.count), scene_of(b.data(), second.count)));
    WideBvh of_a, of_b;
    of_a.build(a.data(), first.count, frame);
    of_b.build(b.data(), second.count, frame);
    PairSearch search;
    const std::size_t count = search.find({&of_a, a.data(), &first}, {&of_b, b.data(), &second});
    pairs = list_of(search, count);
  });
  return pairs;
}

}  // namespace abut
