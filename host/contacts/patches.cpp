#include "abut/patches.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "host/contacts/patch_checks.h"
#include "host/exec/arena.h"
#include "host/exec/batches.h"
#include "host/exec/instruction_set.h"
#include "host/exec/pair_checks.h"

namespace abut {
namespace {

/// Pairs whose points are kept together until it is known where they belong.
constexpr std::size_t block_size = 512;

/// One thread's memory: it grows when a pair needs more.
template <class T>
class GrowingScratch {
 public:
  explicit GrowingScratch(bool overlap) : overlap_(overlap) { resize(128); }
  const PairPatchScratch<T>& scratch() const { return scratch_; }
  void grow() { resize(2 * scratch_.memory.patch.capacity); }

 private:
  void resize(std::uint32_t capacity) {
    data_ = std::make_unique_for_overwrite<unsigned char[]>(patch_scratch_bytes<T>(capacity, overlap_));
    scratch_ = patch_scratch_in<T>(data_.get(), capacity, overlap_);
  }
  bool overlap_;
  std::unique_ptr<unsigned char[]> data_;  // aligned as new aligns, to 16 bytes
  PairPatchScratch<T> scratch_;
};

template <class T>
class PatchBatch {
 public:
  PatchBatch(const QueryBatch<T>& batch, const PatchOptions& options, const PatchesView<T>& out)
      : batch_(batch),
        request_{options.margin, options.most_points, wants_overlap(out)},
        move_points_(options.move_points),
        out_(out),
        blocks_((batch.pair_count + block_size - 1) / block_size) {}

  void run() {
    tbb::enumerable_thread_specific<GrowingScratch<T>> scratch([this] { return GrowingScratch<T>(request_.overlap); });
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t b) { find(b, scratch.local()); });
    if (out_.unanswered != nullptr) *out_.unanswered = 0;
    if (out_.offsets != nullptr) place_points();
  }

 private:
  std::uint64_t begin_of(std::size_t block) const { return block * block_size; }
  std::uint64_t end_of(std::size_t block) const {
    return std::min<std::uint64_t>((block + 1) * block_size, batch_.pair_count);
  }

  void find(std::size_t block, GrowingScratch<T>& memory) {
    const auto find_one = [&] {
      const PatchPairsTable& table = patch_pairs_table(chosen_instruction_set());
      if constexpr (std::is_same_v<T, float>) {
        return table.f32;
      } else {
        return table.f64;
      }
    }();
    for (std::uint64_t i = begin_of(block); i < end_of(block); ++i) {
      PatchRecord<T> patch;
      while (!find_one(batch_, i, request_, memory.scratch(), patch)) memory.grow();
      store_patch(batch_, out_, i, move_points_, patch);
      if (out_.offsets == nullptr) continue;
      out_.offsets[i + 1] = patch.count;
      const PatchPoint<T>* const points = memory.scratch().points;
      blocks_[block].insert(blocks_[block].end(), points, points + patch.count);
    }
  }

  void place_points() {
    out_.offsets[0] = 0;
    for (std::uint64_t i = 0; i < batch_.pair_count; ++i) out_.offsets[i + 1] += out_.offsets[i];
    const std::uint64_t needed = out_.offsets[batch_.pair_count];
    if (out_.needed != nullptr) *out_.needed = needed;
    if (needed > out_.capacity) return;
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t b) {
      std::uint64_t at = out_.offsets[begin_of(b)];
      for (const PatchPoint<T>& p : blocks_[b]) store_point(out_, at++, p);
    });
  }

  QueryBatch<T> batch_;
  PatchRequest request_;
  bool move_points_;
  PatchesView<T> out_;
  std::vector<std::vector<PatchPoint<T>>> blocks_;  ///< the points of each, one pair after the other
};

/// Throws for the first pair with a shape that has no volume.
template <class T>
void check_volumes(const char* function, const QueryBatch<T>& batch) {
  for (std::uint64_t i = 0; i < batch.pair_count; ++i) {
    const Pair shapes = shapes_of(batch, i);
    for (const std::uint32_t shape : {shapes.a, shapes.b}) {
      host::check_volume(function, i, shape, batch.shapes.headers[shape]);
    }
  }
}

template <class T>
void run(const char* function, const Cpu& cpu, const QueryBatch<T>& batch, const PatchOptions& options,
         const PatchesView<T>& out) {
  if (batch.pair_count == 0) host::check_patch_options(function, options);
  if (batch.pair_count > 0) host::check_patches(function, batch.out, options, out);
  if (wants_overlap(out)) check_volumes(function, batch);
  host::in_arena(cpu, [&] { PatchBatch<T>(batch, options, out).run(); });
}

/// Into arrays that fit what `find(options, out)` writes for `n` pairs.
template <class T, class Find>
Patches<T> patches_that_fit(std::size_t n, StridedVec3<T> contact_points, const PatchOptions& options, bool volumes,
                            const Find& find) {
  Patches<T> p;
  PatchesView<T> out;
  const auto take = [](std::vector<T>& array, std::size_t count) { return array.resize(count), array.data(); };
  const auto take3 = [&](std::vector<T>& x, std::vector<T>& y, std::vector<T>& z, std::size_t count) {
    return StridedVec3<T>{take(x, count), take(y, count), take(z, count), 1};
  };
  out.area.data = take(p.area, n);
  out.centre = take3(p.centre_x, p.centre_y, p.centre_z, n);
  if (volumes) {
    out.volume.data = take(p.volume, n);
    out.volume_centre = take3(p.volume_centre_x, p.volume_centre_y, p.volume_centre_z, n);
    out.volume_normal = take3(p.volume_normal_x, p.volume_normal_y, p.volume_normal_z, n);
    out.volume_moment = take3(p.volume_moment_x, p.volume_moment_y, p.volume_moment_z, n);
  }
  p.offsets.resize(n + 1);
  out.offsets = p.offsets.data();
  PatchOptions once = options;
  once.move_points = false;      // or a second run would start from moved points
  std::uint64_t needed = 6 * n;  // patches of vertex sets have four corners most of the time
  do {
    out.capacity = needed;
    out.points = take3(p.point_x, p.point_y, p.point_z, needed);
    out.gaps.data = take(p.gap, needed);
    out.needed = &needed;
    find(once, out);
  } while (needed > out.capacity);
  for (std::vector<T>* array : {&p.point_x, &p.point_y, &p.point_z, &p.gap}) array->resize(needed);
  for (std::size_t i = 0; options.move_points && i < n; ++i) {
    if (p.offsets[i + 1] == p.offsets[i]) continue;
    batch_detail::put(contact_points, i, Vec3<T>{p.centre_x[i], p.centre_y[i], p.centre_z[i]});
  }
  return p;
}

}  // namespace

template <class T>
void find_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, const PairContacts<T>& of,
                  const PatchOptions& options, const PatchesView<T>& out) {
  host::check_pairs(cpu, "find_patches", shapes.count, parts, of.pairs);
  run("find_patches", cpu, host::batch_of_parts(shapes, parts, of.pairs, {}, of.contacts), options, out);
}

template <class T>
void find_shape_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const ShapePairContacts<T>& of,
                        const PatchOptions& options, const PatchesView<T>& out) {
  host::check_shape_pairs(cpu, "find_shape_patches", shapes.count, of.pairs, of.poses);
  run("find_shape_patches", cpu, host::batch_of_shapes(shapes, of.pairs, of.poses, {}, of.contacts), options, out);
}

template <class T>
Patches<T> find_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts,
                        const PairContacts<T>& of, const PatchOptions& options, bool volumes) {
  return patches_that_fit<T>(
      of.pairs.size(), of.contacts.point, options, volumes,
      [&](const PatchOptions& once, const PatchesView<T>& out) { find_patches(cpu, shapes, parts, of, once, out); });
}

template <class T>
Patches<T> find_shape_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const ShapePairContacts<T>& of,
                              const PatchOptions& options, bool volumes) {
  return patches_that_fit<T>(
      of.pairs.size(), of.contacts.point, options, volumes,
      [&](const PatchOptions& once, const PatchesView<T>& out) { find_shape_patches(cpu, shapes, of, once, out); });
}

#define ABUT_INSTANTIATE(T)                                                                                         \
  template void find_patches<T>(const Cpu&, const ShapeSetView<T>&, const PartsView&, const PairContacts<T>&,       \
                                const PatchOptions&, const PatchesView<T>&);                                        \
  template void find_shape_patches<T>(const Cpu&, const ShapeSetView<T>&, const ShapePairContacts<T>&,              \
                                      const PatchOptions&, const PatchesView<T>&);                                  \
  template Patches<T> find_patches<T>(const Cpu&, const ShapeSetView<T>&, const PartsView&, const PairContacts<T>&, \
                                      const PatchOptions&, bool);                                                   \
  template Patches<T> find_shape_patches<T>(const Cpu&, const ShapeSetView<T>&, const ShapePairContacts<T>&,        \
                                            const PatchOptions&, bool);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
