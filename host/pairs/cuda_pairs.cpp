// Checks of what is about to be enqueued; the work is the backend's.
#include "abut/pairs/cuda_pairs.h"

#include <string>

#include "host/exec/list_checks.h"
#include "host/number_text.h"

namespace abut {
namespace {

using host::check_boxed_parts;
using host::check_pointer;
using host::check_workspace;
using host::need_device;

void check_tree(const char* function, const PartTree& tree, std::uint32_t part_count) {
  if (tree.part_count != part_count) {
    throw InvalidInput(std::string(function) + ": the tree is of " + std::to_string(tree.part_count) +
                       " parts; there are " + std::to_string(part_count));
  }
  check_pointer(function, "the tree's memory", tree.state, Workspace::alignment);
}

void check_list(const char* function, const PairList& out) {
  check_pointer(function, "out.count", out.count, sizeof(*out.count));
  if (out.capacity > 0) check_pointer(function, "out.pairs", out.pairs, alignof(Pair));
  if (out.rows != nullptr) check_pointer(function, "out.rows", out.rows, sizeof(*out.rows));
}

void check_points(const char* function, const QueryPoints& points) {
  if (points.count == 0) return;
  check_pointer(function, "points.at.x", points.at.x, sizeof(double));
  check_pointer(function, "points.at.y", points.at.y, sizeof(double));
  check_pointer(function, "points.at.z", points.at.z, sizeof(double));
}

/// An output that is not wanted is null.
template <class E>
void check_output(const char* function, const char* name, const Strided<E>& out) {
  if (out.data != nullptr) check_pointer(function, name, out.data, sizeof(E));
}

}  // namespace

std::size_t build_tree_workspace(const Cuda&, std::uint32_t part_count) {
  need_device();
  return backend::build_tree_workspace(part_count);
}

void build_tree(const Cuda& cuda, const BoxedParts& parts, const PartTree& tree) {
  constexpr const char* function = "build_tree";
  if (parts.parts.count == 0 && tree.part_count == 0) return;
  check_boxed_parts(function, parts);
  check_tree(function, tree, parts.parts.count);
  need_device();
  check_workspace(function, cuda, backend::build_tree_workspace(tree.part_count));
  backend::build_tree(cuda.stream, parts, tree, cuda.workspace.data());
}

std::size_t refit_tree_workspace(const Cuda&, std::uint32_t part_count) {
  need_device();
  return backend::refit_tree_workspace(part_count);
}

void refit_tree(const Cuda& cuda, const BoxedParts& parts, const PartTree& tree) {
  constexpr const char* function = "refit_tree";
  if (parts.parts.count == 0 && tree.part_count == 0) return;
  check_boxed_parts(function, parts);
  check_tree(function, tree, parts.parts.count);
  need_device();
  check_workspace(function, cuda, backend::refit_tree_workspace(tree.part_count));
  backend::refit_tree(cuda.stream, parts, tree, cuda.workspace.data());
}

std::size_t find_pairs_workspace(const Cuda&, std::uint64_t capacity) {
  need_device();
  return backend::find_pairs_workspace(capacity);
}

void find_pairs(const Cuda& cuda, const PartTree& tree, const PartsView& parts, PairOrder order, const PairList& out) {
  constexpr const char* function = "find_pairs";
  check_list(function, out);
  if (parts.count > 0) check_pointer(function, "parts.self_contact", parts.self_contact, 1);
  if (parts.count > 0 || tree.part_count > 0) check_tree(function, tree, parts.count);
  need_device();
  check_workspace(function, cuda, backend::find_pairs_workspace(out.capacity));
  backend::find_pairs(cuda.stream, tree, parts, order == PairOrder::full, out, cuda.workspace.data());
}

void find_cross_pairs(const Cuda& cuda, const BoxedParts& first, const PartTree& second, const PairList& out) {
  constexpr const char* function = "find_cross_pairs";
  check_list(function, out);
  if (first.parts.count > 0) check_boxed_parts(function, first);
  if (second.part_count > 0) check_tree(function, second, second.part_count);
  need_device();
  check_workspace(function, cuda, backend::find_pairs_workspace(out.capacity));
  backend::find_cross_pairs(cuda.stream, first, second, out, cuda.workspace.data());
}

void find_nearest(const Cuda& cuda, const PartTree& tree, const QueryPoints& points, const NearestView& out) {
  constexpr const char* function = "find_nearest";
  check_points(function, points);
  if (tree.part_count > 0) check_tree(function, tree, tree.part_count);
  check_output(function, "out.part", out.part);
  check_output(function, "out.distance", out.distance);
  need_device();
  backend::find_nearest(cuda.stream, tree, points, out);
}

void find_within(const Cuda& cuda, const PartTree& tree, const QueryPoints& points, const QueryRadius& radius,
                 const PairList& out) {
  constexpr const char* function = "find_within";
  check_points(function, points);
  if (radius.each.data != nullptr) {
    check_pointer(function, "radius.each", radius.each.data, sizeof(double));
  } else if (!(radius.all >= 0)) {
    throw InvalidInput(std::string(function) + ": radius.all is " + host::number_text(radius.all) +
                       "; allowed are numbers from 0, and infinity");
  }
  if (tree.part_count > 0) check_tree(function, tree, tree.part_count);
  check_list(function, out);
  need_device();
  check_workspace(function, cuda, backend::find_pairs_workspace(out.capacity));
  backend::find_within(cuda.stream, tree, points, radius, out, cuda.workspace.data());
}

}  // namespace abut
