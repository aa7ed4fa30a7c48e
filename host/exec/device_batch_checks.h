// Checks of a batch of pairs in device memory before anything is enqueued.
#pragma once

#include <string>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/checks.h"
#include "host/exec/device_checks.h"
#include "host/exec/device_memory.h"
#include "host/exec/layout.h"

namespace abut::host {

/// One value in device memory.
template <class E>
E read_back(const Cuda& cuda, const void* from) {
  E value;
  backend::copy_to_host(cuda.stream, &value, from, sizeof(E));
  backend::wait(cuda.stream);
  return value;
}

/// The debug mode of `Cuda`: everything that the query is going to read and write.
template <class T>
void check_all(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count,
               const std::string& records) {
  const auto check = [&](const char* name, const void* pointer) {
    if (pointer == nullptr || backend::is_device_memory(pointer)) return;
    throw InvalidInput(std::string(function) + ": " + name + " is no memory that the device can read");
  };
  const ShapeSetView<T>& shapes = batch.shapes;
  check("shapes.headers", shapes.headers);
  for (const T* array : {shapes.x, shapes.y, shapes.z}) check("an array of shapes", array);
  PartsView parts = batch.parts;
  each_array(parts, [&](const auto* array) { check("an array of parts", array); });
  check("poses.m", batch.poses), check("pairs", batch.pairs), check("pairs.count", count),
      check("options.cache", batch.cache);
  ContactsView<T> out = batch.out;
  each_array(out, [&](const auto* array) { check(records.c_str(), array); });

  const std::uint32_t* const shape_of = batch.poses == nullptr ? parts.shape : nullptr;
  const DeviceMemory lowest(cuda, sizeof(std::uint64_t));
  backend::find_bad_pair(cuda.stream, {batch.pairs, batch.pair_count, count, shape_of, parts.count, shapes.count},
                         static_cast<std::uint64_t*>(lowest.data()));
  const auto bad = read_back<std::uint64_t>(cuda, lowest.data());
  if (bad == backend::no_bad_pair) return;
  const auto pair = read_back<Pair>(cuda, batch.pairs + bad);
  for (const std::uint32_t named : {pair.a, pair.b}) {
    check_index(function, bad, named, shape_of == nullptr ? shapes.count : parts.count);
    if (shape_of == nullptr) continue;
    const std::string of_part = std::string(function) + ", shape of a part";
    check_index(of_part.c_str(), bad, read_back<std::uint32_t>(cuda, shape_of + named), shapes.count);
  }
}

/// What every query on a device asks of its arguments; `records`: what `batch.out` is called. Returns whether there is
/// anything to do.
template <class T>
bool check_query(const char* function, const Cuda& cuda, const QueryBatch<T>& batch, const std::uint64_t* count,
                 const std::string& records) {
  check_alert_distance(batch.alert_distance);
  if (batch.pair_count == 0) return false;
  if (batch.pair_count > most_device_pairs) {
    throw InvalidInput(std::string(function) + ": " + std::to_string(batch.pair_count) + " pairs; allowed are " +
                       std::to_string(most_device_pairs) + " a batch");
  }
  check_pointer(function, "pairs", batch.pairs, alignof(Pair));
  check_pointer(function, "shapes.headers", batch.shapes.headers, alignof(ShapeHeader));
  if (batch.poses == nullptr) {
    check_pointer(function, "parts.shape", batch.parts.shape, sizeof(*batch.parts.shape));
  }
  if (batch.cache != nullptr) check_pointer(function, "options.cache", batch.cache, alignof(CachedPolytope));
  const std::string array_of = "an array of " + records;
  ContactsView<T> out = batch.out;
  each_array(out, [&](const auto* array) {
    if (array != nullptr) check_pointer(function, array_of.c_str(), array, sizeof(*array));
  });
  need_device();
  if (cuda.checked) check_all(function, cuda, batch, count, array_of);
  return true;
}

}  // namespace abut::host
