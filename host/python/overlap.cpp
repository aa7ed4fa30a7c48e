#include "host/python/overlap.h"

#include <algorithm>
#include <vector>

#include "abut/core/error.h"

namespace abut::python {
namespace {

/// Pieces of memory at even distances.
struct Column {
  std::uintptr_t first;
  std::uintptr_t stride, count, bytes;

  std::uintptr_t end() const { return first + (count - 1) * stride + bytes; }
};

/// An array's rows, a column for each of their elements, or one where the elements of a row lie one after the other.
std::vector<Column> columns_of(const Array& array) {
  std::vector<Column> columns;
  if (array.count() == 0) return columns;
  const std::size_t item = array.item_bytes();
  const std::uintptr_t stride = array.dimensions() == 0 ? 0 : static_cast<std::uintptr_t>(array.stride(0)) * item;
  std::vector<std::uintptr_t> places{0};
  std::size_t piece = item;
  for (int axis = array.dimensions(); axis-- > 1;) {
    if (array.extent(axis) == 0) return columns;
    const auto step = static_cast<std::uintptr_t>(array.stride(axis)) * item;
    const auto extent = static_cast<std::uintptr_t>(array.extent(axis));
    if (extent == 1) continue;
    if (step == piece && places.size() == 1) {
      piece *= extent;
      continue;
    }
    const std::size_t before = places.size();
    for (std::uintptr_t k = 1; k < extent; ++k) {
      for (std::size_t i = 0; i < before; ++i) places.push_back(places[i] + k * step);
    }
  }
  const auto first = reinterpret_cast<std::uintptr_t>(array.data());
  for (const std::uintptr_t place : places) columns.push_back({first + place, stride, array.count(), piece});
  return columns;
}

bool share_memory(const Column& a, const Column& b) {
  if (a.first >= b.end() || b.first >= a.end()) return false;
  if (a.stride == b.stride && a.stride > 0) {  // once around: where b's pieces begin behind a's
    const std::uintptr_t behind =
        a.first <= b.first ? (b.first - a.first) % a.stride : (a.stride - (a.first - b.first) % a.stride) % a.stride;
    return behind < a.bytes || behind + b.bytes > a.stride;
  }
  for (std::uintptr_t i = 0, j = 0; i < a.count && j < b.count;) {
    const std::uintptr_t at = a.first + i * a.stride, bt = b.first + j * b.stride;
    if (at + a.bytes <= bt) {
      ++i;
    } else if (bt + b.bytes <= at) {
      ++j;
    } else {
      return true;
    }
  }
  return false;
}

[[noreturn]] void throw_overlap(const std::string& one, const std::string& other) {
  throw InvalidInput(one + " lies on " + other + "; allowed are arrays with memory of their own");
}

}  // namespace

bool share_memory(const Array& a, const Array& b) {
  const std::vector<Column> one = columns_of(a), other = columns_of(b);
  return std::any_of(one.begin(), one.end(), [&](const Column& c) {
    return std::any_of(other.begin(), other.end(), [&](const Column& d) { return share_memory(c, d); });
  });
}

void require_apart(const Array& output, std::span<const Array> others) {
  const std::vector<Column> own = columns_of(output);
  for (std::size_t i = 0; i < own.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (share_memory(own[i], own[j])) throw_overlap(output.name(), "itself");
    }
    if (own[i].count > 1 && own[i].bytes > own[i].stride) throw_overlap(output.name(), "itself");
  }
  for (const Array& other : others) require_apart(output, other);
}

void require_apart(const Array& output, const Array& input) {
  if (share_memory(output, input)) throw_overlap(output.name(), input.name());
}

}  // namespace abut::python
