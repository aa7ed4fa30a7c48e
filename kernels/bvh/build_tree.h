// A tree over the boxes of parts: build and refit. The steps are those of host/detect/lbvh.*, with the same bits.
#pragma once

#include "abut/bodies/world.h"
#include "abut/bvh/part_box.h"
#include "abut/bvh/part_tree.h"
#include "abut/bvh/scene.h"
#include "abut/core/workspace.h"
#include "kernels/support/queue.h"

namespace abut::device {

inline ABUT_HD Box<double> box_of_part(const BoxedParts& p, std::uint32_t i) {
  return part_box(p.headers, p.parts, i, p.alert_distance);
}

/// The scene that samples of the boxes say. Data only.
struct SceneQuantiles {
  double value[6];     ///< lower ones of where boxes begin, higher ones of where they end; of the samples
  std::uint32_t some;  ///< zero: all samples are empty boxes
};

/// What the sampled boxes say, side by side: ranking them reads each as often as there are samples. Data only.
struct SceneSamples {
  double value[6][scene_samples];
  std::uint32_t is_there[scene_samples];  ///< zero: an empty box, without values
};

/// What building needs besides the tree. Data only.
struct TreeScratch {
  Box<double>* boxes;
  Box<double>* scene;
  SceneSamples* samples;
  SceneQuantiles* quantiles;
  std::uint64_t* spare_codes;
  std::uint32_t *items, *spare_items;
  unsigned char* temporary;
  std::size_t temporary_bytes;

  template <class Queue>
  TreeScratch(Workspace& w, const Queue& queue, std::uint32_t count);
};

namespace build_detail {

struct UnionOfBoxes {
  using Value = Box<double>;
  const Box<double>* boxes;
  ABUT_HD Value of(std::uint64_t i) const { return boxes[i]; }
  ABUT_HD static Value neutral() { return empty_box<double>(); }
  ABUT_HD static Value join(const Value& a, const Value& b) { return unite(a, b); }
};

struct WriteBoxes {
  BoxedParts parts;
  Box<double>* boxes;
  ABUT_HD void operator()(std::uint64_t i) const { boxes[i] = box_of_part(parts, static_cast<std::uint32_t>(i)); }
};

inline ABUT_HD std::uint32_t samples_of(std::uint32_t count) { return count < scene_samples ? count : scene_samples; }

struct WriteSamples {
  const Box<double>* boxes;
  std::uint32_t count;
  SceneSamples* out;
  ABUT_HD void operator()(std::uint64_t i) const {
    const Box<double>& box = boxes[scene_sample(static_cast<std::uint32_t>(i), count)];
    out->is_there[i] = is_empty(box) ? 0 : 1;
    if (is_empty(box)) return;
    for (std::uint32_t k = 0; k < 6; ++k) out->value[k][i] = scene_value(box, k);
  }
};

/// Sample `i % samples` says for value `i / samples` how many samples come before it; the one of the wanted rank says
/// its value.
struct RankSamples {
  const SceneSamples* of;
  std::uint32_t samples;
  SceneQuantiles* out;

  ABUT_HD void operator()(std::uint64_t i) const {
    const auto k = static_cast<std::uint32_t>(i / samples), mine = static_cast<std::uint32_t>(i % samples);
    if (of->is_there[mine] == 0) return;
    const double* const values = of->value[k];
    const double value = values[mine];
    std::uint32_t filled = 0, before = 0;
    for (std::uint32_t j = 0; j < samples; ++j) {
      if (of->is_there[j] == 0) continue;
      ++filled;
      const double v = values[j];
      before += v < value || (v == value && j < mine) ? 1 : 0;
    }
    if (before != (k < 3 ? low_rank(filled) : high_rank(filled))) return;
    out->value[k] = value;
    if (k == 0) out->some = 1;
  }
};

struct SetFrame {
  const Box<double>* scene;
  const SceneQuantiles* quantiles;
  PartTreeState* state;
  bool by_world;
  ABUT_HD void operator()(std::uint64_t) const {
    Box<double> s = *scene;
    const SceneQuantiles& q = *quantiles;
    if (is_empty(s)) s = {{0, 0, 0}, {0, 0, 0}};
    if (q.some != 0) {
      cut_scene(q.value[0], q.value[3], s.lo.x, s.hi.x);
      cut_scene(q.value[1], q.value[4], s.lo.y, s.hi.y);
      cut_scene(q.value[2], q.value[5], s.lo.z, s.hi.z);
    }
    state->frame = tree_frame(s);
    state->by_world = by_world ? 1 : 0;
  }
};

/// Morton codes; with worlds, of less digits behind the world's place.
struct WriteCodes {
  const Box<double>* boxes;
  const std::int32_t* world;  ///< null: one
  const PartTreeState* state;
  std::uint64_t* codes;
  std::uint32_t* items;
  ABUT_HD void operator()(std::uint64_t i) const {
    const std::uint64_t code = morton_code(state->frame, boxes[i]);
    codes[i] = world == nullptr ? code : world_slot(world[i]) << world_shift | code >> (63 - world_shift);
    items[i] = static_cast<std::uint32_t>(i);
  }
};

inline ABUT_HD BvhArrays arrays_of(const PartTree& tree) {
  return {tree.part_count, tree.codes, tree.nodes, tree.parents, tree.slots};
}

/// A part's box, body and masks as its leaf has them.
inline ABUT_HD LeafRecord record_of(const PartsView& parts, std::uint32_t part, const Box<double>& box) {
  return {box, part, parts.body[part], parts.groups[part], parts.meets[part]};
}

struct BuildLeaves {
  const Box<double>* boxes;
  const std::uint32_t* items;
  PartsView parts;
  PartTree tree;
  ABUT_HD void operator()(std::uint64_t i) const {
    const auto leaf = static_cast<std::uint32_t>(i);
    const std::uint32_t part = items[leaf];
    const Box<double> box = boxes[part];
    tree.records[leaf] = record_of(parts, part, box);
    if (tree.worlds != nullptr) tree.worlds[leaf] = parts.world != nullptr ? parts.world[part] : 0;
    build_from_leaf(arrays_of(tree), leaf, part, to_tree(tree.state->frame, box));
  }
};

struct RefitLeaves {
  BoxedParts parts;
  PartTree tree;
  ABUT_HD void operator()(std::uint64_t i) const {
    const auto leaf = static_cast<std::uint32_t>(i);
    const std::uint32_t part = tree.records[leaf].part;
    const Box<double> box = box_of_part(parts, part);
    tree.records[leaf] = record_of(parts.parts, part, box);
    refit_from_leaf(arrays_of(tree), leaf, to_tree(tree.state->frame, box));
  }
};

/// The surfaces of all nodes, as whole numbers: their sum does not depend on the order. One that has left the frame
/// counts as large and no more.
struct AreaOfNodes {
  using Value = std::uint64_t;
  const BvhNode* nodes;
  ABUT_HD Value of(std::uint64_t i) const {
    const Box<float> box = box_of(nodes[i]);
    if (is_empty(box)) return 0;
    const double x = static_cast<double>(box.hi.x) - static_cast<double>(box.lo.x);
    const double y = static_cast<double>(box.hi.y) - static_cast<double>(box.lo.y);
    const double z = static_cast<double>(box.hi.z) - static_cast<double>(box.lo.z);
    const double area = 2 * (x * y + y * z + z * x);
    return static_cast<std::uint64_t>(min(area, 256.0) * 0x1p24);  // of 2^32 nodes at most: the sum fits
  }
  ABUT_HD static Value neutral() { return 0; }
  ABUT_HD static Value join(Value a, Value b) { return a + b; }
};

struct StoreBuiltArea {
  PartTreeState* state;
  ABUT_HD void operator()(std::uint64_t) const { state->built_area = state->area; }
};

template <class Queue>
void measure(Queue& queue, const PartTree& tree, void* temporary, std::size_t bytes) {
  queue.reduce(2 * std::uint64_t{tree.part_count} - 1, AreaOfNodes{tree.nodes}, &tree.state->area, temporary, bytes);
}

}  // namespace build_detail

template <class Queue>
TreeScratch::TreeScratch(Workspace& w, const Queue& queue, std::uint32_t count) {
  using namespace build_detail;
  boxes = w.take<Box<double>>(count);
  scene = w.take<Box<double>>(1);
  samples = w.take<SceneSamples>(1);
  quantiles = w.take<SceneQuantiles>(1);
  spare_codes = w.take<std::uint64_t>(count);
  items = w.take<std::uint32_t>(count);
  spare_items = w.take<std::uint32_t>(count);
  const std::size_t most[3] = {queue.template sort_bytes<std::uint64_t, std::uint32_t>(count),
                               queue.template reduce_bytes<UnionOfBoxes>(count),
                               queue.template reduce_bytes<AreaOfNodes>(2 * std::uint64_t{count})};
  temporary_bytes = most[0] > most[1] ? most[0] : most[1];
  temporary_bytes = temporary_bytes > most[2] ? temporary_bytes : most[2];
  temporary = w.take<unsigned char>(temporary_bytes);
}

/// Builds `tree` over the parts, of which there is one at least.
template <class Queue>
void build_tree(Queue& queue, const BoxedParts& parts, PartTree tree, const TreeScratch& s) {
  using namespace build_detail;
  const std::uint32_t n = tree.part_count;
  queue.for_each(n, WriteBoxes{parts, s.boxes});
  queue.reduce(n, UnionOfBoxes{s.boxes}, s.scene, s.temporary, s.temporary_bytes);
  queue.fill(s.quantiles, 1, 0);
  const std::uint32_t samples = samples_of(n);
  queue.for_each(samples, WriteSamples{s.boxes, n, s.samples});
  queue.for_each(6 * std::uint64_t{samples}, RankSamples{s.samples, samples, s.quantiles});
  const std::int32_t* const world = tree.worlds != nullptr ? parts.parts.world : nullptr;
  queue.for_each(1, SetFrame{s.scene, s.quantiles, tree.state, world != nullptr});
  queue.for_each(n, WriteCodes{s.boxes, world, tree.state, s.spare_codes, s.items});
  // The number of passes says in which array the codes end: they are copied where they belong, if need be.
  SortBuffers<std::uint64_t, std::uint32_t> coded{s.spare_codes, tree.codes, s.items, s.spare_items, n, 63};
  queue.sort(coded, s.temporary, s.temporary_bytes);
  if (coded.keys != tree.codes) queue.copy(tree.codes, coded.keys, n);
  queue.fill(tree.slots, n - 1, 0xff);
  queue.for_each(n, BuildLeaves{s.boxes, coded.values, parts.parts, tree});
  measure(queue, tree, s.temporary, s.temporary_bytes);
  queue.for_each(1, StoreBuiltArea{tree.state});
}

/// What refitting needs besides the tree. Data only.
struct RefitScratch {
  unsigned char* temporary;
  std::size_t temporary_bytes;

  template <class Queue>
  RefitScratch(Workspace& w, const Queue& queue, std::uint32_t count)
      : temporary_bytes(queue.template reduce_bytes<build_detail::AreaOfNodes>(2 * std::uint64_t{count})) {
    temporary = w.take<unsigned char>(temporary_bytes);
  }
};

/// New boxes for the parts that `tree` was built over; its order and frame stay.
template <class Queue>
void refit_tree(Queue& queue, const BoxedParts& parts, const PartTree& tree, const RefitScratch& s) {
  using namespace build_detail;
  queue.for_each(tree.part_count, RefitLeaves{parts, tree});
  measure(queue, tree, s.temporary, s.temporary_bytes);
}

}  // namespace abut::device
