// Checks of searches of complexes that are about to be enqueued, and copies of complexes; the work is the backend's.
#include "abut/complex/cuda_quasi_lmds.h"

#include <algorithm>
#include <string>
#include <vector>

#include "abut/complex/contact_complexes.h"
#include "host/complex/quasi_lmd_options.h"
#include "host/complex/tree_build.h"
#include "host/exec/device_batch_checks.h"
#include "host/exec/list_checks.h"
#include "host/exec/staged_copy.h"

namespace abut {
namespace {

constexpr const char* function = "find_quasi_lmds";

/// The view of `from` in memory of `to`; `copy(to, from, count)` is asked to fill each array.
template <class Copy>
ComplexView<double> lay_out_complex(const ComplexView<double>& from, Workspace& to, const Copy& copy) {
  ComplexView<double> out = from;
  const auto place = [&](auto*& array, std::size_t count) { host::layout_detail::place(array, count, to, copy); };
  std::uint32_t directions = 0, tops = 0;
  for (std::uint32_t i = 0; i < from.simplex_count; ++i) {
    const ComplexSimplex& s = from.simplices[i];
    directions = std::max(directions, s.first_direction + s.direction_count);
  }
  for (std::uint32_t i = 0; i < from.box_count; ++i) {
    const FacetNode& box = from.boxes[i];
    if (is_leaf(box)) tops = std::max(tops, box.first + box.count);
  }
  place(out.points, from.point_count), place(out.simplices, from.simplex_count), place(out.cones, from.simplex_count);
  place(out.directions, directions), place(out.nodes, from.node_count);
  place(out.boxes, from.box_count), place(out.tops, tops);
  return out;
}

/// Of all shapes: first the table of views, then what they point to.
template <class Copy>
std::vector<ComplexView<double>> lay_out_complexes(const ContactComplexes& complexes, Workspace& to, const Copy& copy) {
  std::vector<ComplexView<double>> table(complexes.shape_count());
  to.take<ComplexView<double>>(table.size());
  for (std::uint32_t shape = 0; shape < table.size(); ++shape) {
    if (complexes.has(shape)) table[shape] = lay_out_complex(complexes.view(shape), to, copy);
  }
  return table;
}

template <class T>
void check_arrays(const backend::ComplexSearch& s, const QuasiLmdsView<T>& out) {
  const auto check = [](const char* name, const auto* array) {
    host::check_pointer(function, name, array, sizeof(*array));
  };
  check("out.offsets", out.offsets), check("out.needed", out.needed);
  host::check_pointer(function, "out.room_needed", out.room_needed, alignof(QuasiLmdRoom));
  const auto check_out = [&](const auto* array) {
    if (array != nullptr) check("an array of out", array);
  };
  check_out(out.separation.data), check_out(out.jacobian_a), check_out(out.jacobian_b);
  for (const StridedVec3<T>& v : {out.normal, out.witness_a, out.witness_b, out.point}) {
    check_out(v.x), check_out(v.y), check_out(v.z);
  }
  check_out(out.feature_a.data), check_out(out.feature_b.data), check_out(out.is_lmd.data), check_out(out.key.data);
  if (s.pair_count == 0) return;
  host::check_pointer(function, "pairs", s.pairs, alignof(Pair));
  if (s.complexes.count > 0) {
    host::check_pointer(function, "complexes", s.complexes.of_shape, alignof(ComplexView<double>));
  }
  const PartsView& p = s.parts;
  check("parts.shape", p.shape);
  for (const double* array : {p.px, p.py, p.pz, p.body_x, p.body_y, p.body_z}) check("an array of parts", array);
  for (const double* array : p.r) check("an array of parts.r", array);
  if (p.alert != nullptr) check("parts.alert", p.alert);
}

/// The debug mode: throws for the first pair that names a part that is not there, or else a shape without a complex.
void check_pairs(const Cuda& cuda, const backend::ComplexSearch& s) {
  const host::DeviceMemory lowest(cuda, sizeof(std::uint64_t));
  auto* const at = static_cast<std::uint64_t*>(lowest.data());
  const auto pair_at = [&](std::uint64_t i) { return host::read_back<Pair>(cuda, s.pairs + i); };
  const backend::NamedPairs parts{s.pairs, s.pair_count, s.count, nullptr, s.parts.count, s.parts.count};
  backend::find_bad_pair(cuda.stream, parts, at);
  if (const auto bad = host::read_back<std::uint64_t>(cuda, at); bad != backend::no_bad_pair) {
    const Pair pair = pair_at(bad);
    for (const std::uint32_t part : {pair.a, pair.b}) host::check_index(function, bad, part, s.parts.count);
  }
  backend::NamedPairs shapes = parts;
  shapes.shape = s.parts.shape;
  backend::find_no_complex(cuda.stream, shapes, s.complexes, at);
  const auto bad = host::read_back<std::uint64_t>(cuda, at);
  if (bad == backend::no_bad_pair) return;
  const Pair pair = pair_at(bad);
  for (const std::uint32_t part : {pair.a, pair.b}) {
    const auto shape = host::read_back<std::uint32_t>(cuda, s.parts.shape + part);
    if (shape >= s.complexes.count) host::no_complex(bad, shape);
    const auto view = host::read_back<ComplexView<double>>(cuda, s.complexes.of_shape + shape);
    if (view.node_count == 0) host::no_complex(bad, shape);
  }
}

void check_room(const QuasiLmdRoom& room) {
  host::check_count(function, "options.room.node_pairs", room.node_pairs);
  host::check_count(function, "options.room.leaf_pairs", room.leaf_pairs);
  host::check_count(function, "options.room.contacts", room.contacts);
}

template <class T>
void enqueue(const Cuda& cuda, const backend::ComplexSearch& search, const QuasiLmdsView<T>& out) {
  host::check_count(function, "pairs", search.pair_count);
  check_room(search.room);
  check_arrays(search, out);
  host::need_device();
  if (cuda.checked && search.pair_count > 0) check_pairs(cuda, search);
  host::check_workspace(function, cuda, backend::find_quasi_lmds_workspace(search.pair_count, search.room));
  backend::find_quasi_lmds(cuda.stream, search, out, cuda.workspace.data());
}

}  // namespace

std::size_t device_complexes_bytes(const ContactComplexes& complexes) {
  Workspace counting;
  lay_out_complexes(complexes, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

ComplexViews copy_complexes(const Cuda& cuda, const ContactComplexes& complexes, const Workspace& memory) {
  const std::size_t bytes = device_complexes_bytes(complexes);
  if (!host::check_copy("copy_complexes", memory, bytes)) return {};
  host::copy_staged(cuda, memory.data(), bytes,
                    [&](Workspace& arrays, const auto& stage) { return lay_out_complexes(complexes, arrays, stage); });
  ComplexViews out{static_cast<const ComplexView<double>*>(memory.data()), complexes.shape_count(), 0};
  for (std::uint32_t shape = 0; shape < out.count; ++shape) {
    if (complexes.has(shape)) out.depth = std::max(out.depth, host::depth_of(complexes.view(shape)));
  }
  return out;
}

std::size_t find_quasi_lmds_workspace(const Cuda&, std::uint64_t pair_count, const QuasiLmdOptions& options) {
  host::need_device();
  return backend::find_quasi_lmds_workspace(pair_count, options.room);
}

template <class T>
void find_quasi_lmds(const Cuda& cuda, const ComplexViews& complexes, const PartsView& parts,
                     std::span<const Pair> pairs, const QuasiLmdOptions& options, const QuasiLmdsView<T>& out) {
  host::check_options(options);
  enqueue<T>(cuda,
             {complexes, parts, pairs.data(), pairs.size(), nullptr, host::quasi_lmd_search(options), options.crossings,
              options.room},
             out);
}

template <class T>
void find_quasi_lmds(const Cuda& cuda, const ComplexViews& complexes, const PartsView& parts, const PairList& pairs,
                     const QuasiLmdOptions& options, const QuasiLmdsView<T>& out) {
  host::check_options(options);
  host::check_list(function, "pairs", pairs);
  enqueue<T>(cuda,
             {complexes, parts, pairs.pairs, pairs.capacity, pairs.count, host::quasi_lmd_search(options),
              options.crossings, options.room},
             out);
}

#define ABUT_INSTANTIATE(T)                                                                                   \
  template void find_quasi_lmds<T>(const Cuda&, const ComplexViews&, const PartsView&, std::span<const Pair>, \
                                   const QuasiLmdOptions&, const QuasiLmdsView<T>&);                          \
  template void find_quasi_lmds<T>(const Cuda&, const ComplexViews&, const PartsView&, const PairList&,       \
                                   const QuasiLmdOptions&, const QuasiLmdsView<T>&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
