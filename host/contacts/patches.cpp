#include "abut/patches.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/core/workspace.h"
#include "host/exec/arena.h"
#include "host/exec/batches.h"
#include "host/exec/instruction_set.h"
#include "host/exec/pair_checks.h"

namespace abut {
namespace {

/// Pairs whose points are kept together until it is known where they belong.
constexpr std::size_t block_size = 512;

ReliefMemory take_relief(Workspace& w, std::uint32_t capacity) {
  return {w.take<std::uint32_t>(capacity), w.take<PlanPoint>(capacity),  w.take<ReliefFacet>(capacity),
          w.take<ReliefSide>(capacity),    w.take<ReliefEdge>(capacity), capacity};
}

struct MemoryLayout {
  PairPatchMemory memory;
  MemoryLayout(Workspace& w, std::uint32_t capacity, bool overlap) {
    PatchMemory& p = memory.patch;
    p = {take_relief(w, capacity),
         take_relief(w, capacity),
         {w.take<PlanPoint>(2 * std::uint64_t{capacity} + 2), nullptr},
         w.take<double>(capacity),
         w.take<PlanPoint>(capacity),
         w.take<PatchCorner>(capacity),
         capacity};
    p.polygon[1] = w.take<PlanPoint>(2 * std::uint64_t{capacity} + 2);
    memory.cut = {};
    if (!overlap) return;
    memory.cut = {w.take<Vec3<double>>(capacity),
                  w.take<double>(capacity),
                  w.take<CutFace>(capacity),
                  w.take<CutFace>(capacity),
                  w.take<std::uint32_t>(8 * std::uint64_t{capacity}),
                  w.take<std::uint32_t>(8 * std::uint64_t{capacity}),
                  w.take<CutEdge>(capacity),
                  w.take<CutEdge>(capacity),
                  capacity};
  }
};

/// One thread's memory: it grows when a pair needs more.
template <class T>
class GrowingMemory {
 public:
  explicit GrowingMemory(bool overlap) : overlap_(overlap) { resize(128); }
  const PairPatchMemory& memory() const { return memory_; }
  PatchPoint<T>* points() { return points_.data(); }
  void grow() { resize(2 * memory_.patch.capacity); }

 private:
  void resize(std::uint32_t capacity) {
    data_ =
        std::make_unique_for_overwrite<std::byte[]>(bytes_of<MemoryLayout>(capacity, overlap_) + Workspace::alignment);
    const auto address = reinterpret_cast<std::uintptr_t>(data_.get());
    Workspace w(data_.get() + (Workspace::alignment - address % Workspace::alignment) % Workspace::alignment);
    memory_ = MemoryLayout(w, capacity, overlap_).memory;
    points_.resize(capacity);
  }
  bool overlap_;
  std::unique_ptr<std::byte[]> data_;
  PairPatchMemory memory_;
  std::vector<PatchPoint<T>> points_;
};

template <class T>
Contact<T> read_record(const ContactsView<T>& in, std::uint64_t i) {
  const auto at = [i](const auto& array) { return array.data[static_cast<std::ptrdiff_t>(i) * array.stride]; };
  const auto vector_at = [i](const StridedVec3<T>& array) {
    const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) * array.stride;
    return Vec3<T>{array.x[k], array.y[k], array.z[k]};
  };
  Contact<T> c{};
  c.status = at(in.status);
  c.separation = at(in.separation);
  c.normal = vector_at(in.normal);
  c.point = vector_at(in.point);
  if (in.feature_a.data != nullptr) c.feature_a = at(in.feature_a);
  if (in.feature_b.data != nullptr) c.feature_b = at(in.feature_b);
  return c;
}

template <class T>
bool wants_overlap(const PatchesView<T>& out) {
  return out.volume.data != nullptr || out.volume_centre.x != nullptr || out.volume_normal.x != nullptr ||
         out.volume_moment.x != nullptr;
}

template <class T>
class PatchBatch {
 public:
  PatchBatch(const QueryBatch<T>& batch, const ContactsView<T>& contacts, const PatchOptions& options,
             const PatchesView<T>& out)
      : batch_(batch),
        contacts_(contacts),
        request_{options.margin, options.most_points, wants_overlap(out)},
        move_points_(options.move_points),
        out_(out),
        blocks_((batch.pair_count + block_size - 1) / block_size) {}

  void run() {
    tbb::enumerable_thread_specific<GrowingMemory<T>> memories([this] { return GrowingMemory<T>(request_.overlap); });
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t b) { find(b, memories.local()); });
    if (out_.offsets != nullptr) place_points();
  }

 private:
  std::uint64_t begin_of(std::size_t block) const { return block * block_size; }
  std::uint64_t end_of(std::size_t block) const {
    return std::min<std::uint64_t>((block + 1) * block_size, batch_.pair_count);
  }

  void find(std::size_t block, GrowingMemory<T>& memory) {
    const auto find_one = [&] {
      const PatchPairsTable& table = patch_pairs_table(chosen_instruction_set());
      if constexpr (std::is_same_v<T, float>) {
        return table.f32;
      } else {
        return table.f64;
      }
    }();
    for (std::uint64_t i = begin_of(block); i < end_of(block); ++i) {
      const Contact<T> record = read_record(contacts_, i);
      PatchRecord<T> patch;
      while (!find_one(batch_, i, record, request_, memory.memory(), patch, memory.points())) memory.grow();
      store(i, patch);
      if (out_.offsets == nullptr) continue;
      out_.offsets[i + 1] = patch.count;
      blocks_[block].insert(blocks_[block].end(), memory.points(), memory.points() + patch.count);
    }
  }

  void store(std::uint64_t i, const PatchRecord<T>& p) const {
    using batch_detail::put;
    put(out_.area, i, p.area);
    put(out_.centre, i, p.centre);
    if (move_points_ && p.count > 0) put(contacts_.point, i, p.centre);
    put(out_.volume, i, p.volume);
    put(out_.volume_centre, i, p.volume_centre);
    put(out_.volume_normal, i, p.volume_normal);
    put(out_.volume_moment, i, p.volume_moment);
  }

  void place_points() {
    out_.offsets[0] = 0;
    for (std::uint64_t i = 0; i < batch_.pair_count; ++i) out_.offsets[i + 1] += out_.offsets[i];
    const std::uint64_t needed = out_.offsets[batch_.pair_count];
    if (out_.needed != nullptr) *out_.needed = needed;
    if (needed > out_.capacity) return;
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t b) {
      std::uint64_t at = out_.offsets[begin_of(b)];
      for (const PatchPoint<T>& p : blocks_[b]) {
        batch_detail::put(out_.points, at, p.at);
        batch_detail::put(out_.gaps, at++, p.gap);
      }
    });
  }

  QueryBatch<T> batch_;
  ContactsView<T> contacts_;
  PatchRequest request_;
  bool move_points_;
  PatchesView<T> out_;
  std::vector<std::vector<PatchPoint<T>>> blocks_;  ///< the points of each, one pair after the other
};

template <class T>
void check(const char* function, const ContactsView<T>& contacts, const PatchOptions& options,
           const PatchesView<T>& out) {
  const std::string begin = std::string(function) + ": ";
  if (!(options.margin >= 0) || !std::isfinite(options.margin)) {
    throw InvalidInput(begin + "margin is " + host::number_text(options.margin) + "; allowed is 0 or more, finite");
  }
  if (options.most_points == 1 || options.most_points == 2) {
    throw InvalidInput(begin + "most_points is " + std::to_string(options.most_points) +
                       "; allowed are 0 and 3 or more");
  }
  if (out.offsets == nullptr && (out.points.x != nullptr || out.gaps.data != nullptr || out.needed != nullptr)) {
    throw InvalidInput(begin + "out.offsets is null; points, gaps and their number need it");
  }
  const auto need = [&](const char* name, const void* array) {
    if (array == nullptr) throw InvalidInput(begin + "contacts." + name + " is null");
  };
  need("separation", contacts.separation.data);
  need("normal", contacts.normal.x);
  need("point", contacts.point.x);
  need("status", contacts.status.data);
}

/// An overlap's volume is that of polyhedra: of others it would be another figure than the caller thinks.
template <class T>
void check_polyhedra(const char* function, const QueryBatch<T>& batch) {
  for (std::uint64_t i = 0; i < batch.pair_count; ++i) {
    const Pair shapes = shapes_of(batch, i);
    for (const std::uint32_t shape : {shapes.a, shapes.b}) {
      const ShapeHeader& h = batch.shapes.headers[shape];
      const bool bent = h.face_count > 0 && (h.flags & convex_faces_flag) == 0;
      if (is_vertex_set(h.kind) && h.rounding == 0 && !bent) continue;
      throw InvalidInput(std::string(function) + ": pair " + std::to_string(i) + " has shape " + std::to_string(shape) +
                         ", which is " +
                         (h.rounding > 0 ? "rounded"
                          : bent         ? "bent"
                                         : "curved") +
                         "; volumes are those of polyhedra alone");
    }
  }
}

template <class T>
void run(const char* function, const Cpu& cpu, const QueryBatch<T>& batch, const ContactsView<T>& contacts,
         const PatchOptions& options, const PatchesView<T>& out) {
  if (batch.pair_count > 0) check(function, contacts, options, out);
  if (wants_overlap(out)) check_polyhedra(function, batch);
  tbb::task_arena arena(host::thread_count(cpu));
  arena.execute([&] { PatchBatch<T>(batch, contacts, options, out).run(); });
}

}  // namespace

template <class T>
void find_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                  const ContactsView<T>& contacts, const PatchOptions& options, const PatchesView<T>& out) {
  host::check_pairs(cpu, "find_patches", shapes.count, parts, pairs);
  run("find_patches", cpu, host::batch_of_parts(shapes, parts, pairs), contacts, options, out);
}

template <class T>
void find_shape_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                        const RelativePosesView& poses, const ContactsView<T>& contacts, const PatchOptions& options,
                        const PatchesView<T>& out) {
  host::check_shape_pairs(cpu, "find_shape_patches", shapes.count, shape_pairs, poses);
  run("find_shape_patches", cpu, host::batch_of_shapes(shapes, shape_pairs, poses, {}, ContactsView<T>{}), contacts,
      options, out);
}

template <class T>
Patches<T> find_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts,
                        std::span<const Pair> pairs, const ContactsView<T>& contacts, const PatchOptions& options,
                        bool volumes) {
  Patches<T> p;
  const std::size_t n = pairs.size();
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
    find_patches(cpu, shapes, parts, pairs, contacts, once, out);
  } while (needed > out.capacity);
  for (std::vector<T>* array : {&p.point_x, &p.point_y, &p.point_z, &p.gap}) array->resize(needed);
  for (std::size_t i = 0; options.move_points && i < n; ++i) {
    if (p.offsets[i + 1] == p.offsets[i]) continue;
    batch_detail::put(contacts.point, i, Vec3<T>{p.centre_x[i], p.centre_y[i], p.centre_z[i]});
  }
  return p;
}

#define ABUT_INSTANTIATE(T)                                                                                        \
  template void find_patches<T>(const Cpu&, const ShapeSetView<T>&, const PartsView&, std::span<const Pair>,       \
                                const ContactsView<T>&, const PatchOptions&, const PatchesView<T>&);               \
  template void find_shape_patches<T>(const Cpu&, const ShapeSetView<T>&, std::span<const Pair>,                   \
                                      const RelativePosesView&, const ContactsView<T>&, const PatchOptions&,       \
                                      const PatchesView<T>&);                                                      \
  template Patches<T> find_patches<T>(const Cpu&, const ShapeSetView<T>&, const PartsView&, std::span<const Pair>, \
                                      const ContactsView<T>&, const PatchOptions&, bool);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
