// The plane on cores.
#include "host/capi/planar.h"

#include <cmath>

using namespace abut::capi;

namespace {

template <class Add>
int add_shape(const char* function, abut_planar_shapes* shapes, uint32_t* index, Add&& add) noexcept {
  return guarded(function, [&] {
    const auto held = object(shapes, "shapes");
    need("index", index);
    *index = add(held->set);
  });
}

abut::PlanarMasks masks_of(const abut_planar_masks* masks, size_t bodies) {
  if (masks == nullptr) return {};
  const abut_planar_masks m = given("masks", masks);
  if (m.groups == nullptr && m.meets == nullptr) return {};
  need("masks->groups", m.groups), need("masks->meets", m.meets);
  return {{m.groups, bodies}, {m.meets, bodies}};
}

template <class T>
void query_pairs(int threads, const abut_planar_shapes* shapes, const abut_planar_bodies* bodies,
                 const abut_pairs* pairs, const abut_planar_query_options* options,
                 const typename CTypes<T>::PlanarRecords* out) {
  const auto held = object(shapes, "shapes");
  held->view<T>();  // made here, it is only read below
  const auto list = pairs_of("pairs", pairs);
  const auto o = given("out", out);
  const auto span = [&list](auto* type, auto* array) {
    using E = std::remove_pointer_t<decltype(type)>;
    return std::span<E>(reinterpret_cast<E*>(array), array != nullptr ? list.size() : 0);
  };
  abut::query_planar_pairs<T>(abut::Cpu{threads}, held->set, planar_bodies("bodies", bodies), list,
                              planar_query_options(options),
                              {span(static_cast<abut::PlanarContact<T>*>(nullptr), o.contacts),
                               span(static_cast<abut::PlanarPatch<T>*>(nullptr), o.patches),
                               span(static_cast<abut::PlanarOverlap<T>*>(nullptr), o.overlaps)});
}

/// Where a polygon goes, checked before it is made.
abut_planar_polygon polygon_to_fill(const abut_planar_polygon* out) {
  const abut_planar_polygon o = given("out", out);
  need_field("out", "count", o.count), need_array_field("out", "vertices", o.vertices, o.capacity);
  return o;
}

void give_polygon(const abut::PlanarDifference& made, const abut_planar_polygon& out) {
  const size_t n = made.vertices.size();
  *out.count = n;
  if (out.vertices == nullptr) return;
  if (n > out.capacity) {
    throw TooSmall("out->capacity is " + std::to_string(out.capacity) + "; needed are " + std::to_string(n) +
                   " vertices");
  }
  if (n == 0) return;
  std::memcpy(out.vertices, made.vertices.data(), n * sizeof(made.vertices[0]));
  if (out.sources != nullptr) std::memcpy(out.sources, made.sources.data(), n * sizeof(made.sources[0]));
}

}  // namespace

int abut_planar_pose_of(const double position[2], double angle, abut_planar_pose* pose) {
  return guarded("abut_planar_pose_of", [&] {
    need("pose", pose);
    if (!std::isfinite(angle)) {
      throw abut::InvalidInput("angle is " + abut::host::number_text(angle) + "; allowed are finite numbers");
    }
    const abut::PlanarPose p = abut::planar_pose(vec2("position", position), angle);
    *pose = {{p.position.x, p.position.y}, {p.rotation.x, p.rotation.y}};
  });
}

int abut_planar_shapes_new(abut_planar_shapes** shapes) {
  return make_handle("abut_planar_shapes_new", "shapes", shapes, [] { return std::make_shared<PlanarShapes>(); });
}
int abut_planar_shapes_free(abut_planar_shapes* shapes) { return freed("abut_planar_shapes_free", shapes); }

int abut_planar_shapes_add_point(abut_planar_shapes* shapes, const double vertex[2], double rounding, uint32_t* index) {
  return add_shape("abut_planar_shapes_add_point", shapes, index,
                   [&](abut::PlanarShapeSet& s) { return s.add_point(vec2("vertex", vertex), rounding); });
}
int abut_planar_shapes_add_disc(abut_planar_shapes* shapes, double radius, uint32_t* index) {
  return add_shape("abut_planar_shapes_add_disc", shapes, index,
                   [&](abut::PlanarShapeSet& s) { return s.add_disc(radius); });
}
int abut_planar_shapes_add_segment(abut_planar_shapes* shapes, const double v0[2], const double v1[2], double rounding,
                                   uint32_t* index) {
  return add_shape("abut_planar_shapes_add_segment", shapes, index,
                   [&](abut::PlanarShapeSet& s) { return s.add_segment(vec2("v0", v0), vec2("v1", v1), rounding); });
}
int abut_planar_shapes_add_polygon(abut_planar_shapes* shapes, const double* points, size_t count, double rounding,
                                   uint32_t* index) {
  return add_shape("abut_planar_shapes_add_polygon", shapes, index,
                   [&](abut::PlanarShapeSet& s) { return s.add_polygon(points2("points", points, count), rounding); });
}

int abut_planar_shapes_count(const abut_planar_shapes* shapes, uint32_t* count) {
  return guarded("abut_planar_shapes_count", [&] {
    need("count", count);
    *count = object(shapes, "shapes")->set.size();
  });
}

int abut_planar_shapes_vertices(const abut_planar_shapes* shapes, uint32_t shape, double* vertices, uint32_t* sources,
                                size_t capacity, size_t* count) {
  return guarded("abut_planar_shapes_vertices", [&] {
    const auto held = object(shapes, "shapes");
    if (shape >= held->set.size()) {
      throw abut::InvalidInput("shape is " + std::to_string(shape) + "; allowed is less than " +
                               std::to_string(held->set.size()));
    }
    struct Two {
      double v[2];
    };
    const auto of = held->set.vertices(shape);
    if (vertices == nullptr && sources != nullptr) {
      return give_list(held->set.sources(shape), sources, capacity, count, "sources");
    }
    give_list(of, reinterpret_cast<Two*>(vertices), capacity, count, "vertices");
    if (vertices != nullptr && sources != nullptr) {
      const auto from = held->set.sources(shape);
      std::copy(from.begin(), from.end(), sources);
    }
  });
}

int abut_planar_hull(const double* points, size_t count, uint32_t* hull, size_t* hull_count) {
  return guarded("abut_planar_hull", [&] {
    need("hull_count", hull_count), need_array("hull", hull, count);
    const auto all = points2("points", points, count);
    for (size_t i = 0; i < 2 * count; ++i) {
      if (std::isfinite(points[i])) continue;
      throw abut::InvalidInput("points: point " + std::to_string(i / 2) + " has " + abut::host::number_text(points[i]) +
                               "; allowed are finite numbers");
    }
    const std::vector<uint32_t> found = all.empty() ? std::vector<uint32_t>() : abut::planar_hull(all);
    *hull_count = found.size();
    std::copy(found.begin(), found.end(), hull);
  });
}

int abut_flat_shapes(const abut_planar_shapes* shapes, abut_shapes** flat) {
  return make_handle("abut_flat_shapes", "flat", flat, [&] {
    auto made = std::make_shared<Shapes>();
    made->own = abut::flat_shapes(object(shapes, "shapes")->set);
    return made;
  });
}

int abut_find_planar_pairs(int threads, const abut_planar_shapes* shapes, const abut_planar_bodies* bodies,
                           double alert_distance, const abut_planar_masks* masks, const abut_pair_list* out) {
  return guarded("abut_find_planar_pairs", [&] {
    const auto held = object(shapes, "shapes");
    const auto b = planar_bodies("bodies", bodies);
    const abut::PairList list = list_without_rows("out", out);
    give_pairs(abut::find_planar_pairs(abut::Cpu{threads}, held->set, b, alert_distance, masks_of(masks, b.size())),
               list);
  });
}

int abut_planar_pair_finder_new(int threads, abut_planar_pair_finder** finder) {
  return make_handle("abut_planar_pair_finder_new", "finder", finder, [&] {
    return std::make_shared<Finder<abut::PlanarPairFinder>>(
        Finder<abut::PlanarPairFinder>{abut::PlanarPairFinder(abut::Cpu{threads}), {}});
  });
}
int abut_planar_pair_finder_free(abut_planar_pair_finder* finder) {
  return freed("abut_planar_pair_finder_free", finder);
}

int abut_planar_pair_finder_find(abut_planar_pair_finder* finder, const abut_planar_shapes* shapes,
                                 const abut_planar_bodies* bodies, double alert_distance,
                                 const abut_planar_masks* masks, const abut_pair_list* out) {
  return guarded("abut_planar_pair_finder_find", [&] {
    const auto held = object(finder, "finder");
    const auto of = object(shapes, "shapes");
    const auto b = planar_bodies("bodies", bodies);
    const abut::PairList list = list_without_rows("out", out);
    held->last = {};
    held->last = held->finder.find(of->set, b, alert_distance, masks_of(masks, b.size()));
    give_pairs(held->last, list);
  });
}
int abut_planar_pair_finder_pairs(const abut_planar_pair_finder* finder, const abut_pair_list* out) {
  return guarded("abut_planar_pair_finder_pairs",
                 [&] { give_pairs(object(finder, "finder")->last, list_without_rows("out", out)); });
}
int abut_planar_pair_finder_reset(abut_planar_pair_finder* finder) {
  return guarded("abut_planar_pair_finder_reset", [&] {
    const auto held = object(finder, "finder");
    held->last = {};
    held->finder.reset();
  });
}
int abut_planar_pair_finder_searches(const abut_planar_pair_finder* finder, uint64_t* searches) {
  return guarded("abut_planar_pair_finder_searches", [&] {
    need("searches", searches);
    *searches = object(finder, "finder")->finder.searches();
  });
}
int abut_planar_pair_finder_memory(const abut_planar_pair_finder* finder, size_t* bytes) {
  return guarded("abut_planar_pair_finder_memory", [&] {
    need("bytes", bytes);
    *bytes = object(finder, "finder")->finder.memory();
  });
}

int abut_planar_query_options_init(abut_planar_query_options* options, size_t size) {
  const abut::PlanarQueryOptions d;
  return init_struct("abut_planar_query_options_init", options, size,
                     {sizeof *options, d.alert_distance, d.patch_margin, nullptr});
}

int abut_query_planar_pairs_f32(int threads, const abut_planar_shapes* shapes, const abut_planar_bodies* bodies,
                                const abut_pairs* pairs, const abut_planar_query_options* options,
                                const abut_planar_records_f32* out) {
  return guarded("abut_query_planar_pairs_f32",
                 [&] { query_pairs<float>(threads, shapes, bodies, pairs, options, out); });
}
int abut_query_planar_pairs_f64(int threads, const abut_planar_shapes* shapes, const abut_planar_bodies* bodies,
                                const abut_pairs* pairs, const abut_planar_query_options* options,
                                const abut_planar_records_f64* out) {
  return guarded("abut_query_planar_pairs_f64",
                 [&] { query_pairs<double>(threads, shapes, bodies, pairs, options, out); });
}

int abut_planar_minkowski_difference(const abut_vertices* a, const abut_vertices* b, const abut_planar_pose* b_in_a,
                                     const abut_planar_polygon* out) {
  return guarded("abut_planar_minkowski_difference", [&] {
    const abut_planar_polygon o = polygon_to_fill(out);
    give_polygon(abut::planar_minkowski_difference(points2("a", a), points2("b", b), planar_pose_of(b_in_a)), o);
  });
}

int abut_planar_entrance_block(const abut_vertices* a, const abut_vertices* b, const double b_rotation[2],
                               const double reference_point[2], const abut_planar_polygon* out) {
  return guarded("abut_planar_entrance_block", [&] {
    const abut_planar_polygon o = polygon_to_fill(out);
    const abut::Vec2<double> turn = b_rotation != nullptr ? vec2("b_rotation", b_rotation) : abut::Vec2<double>{1, 0};
    const abut::Vec2<double> at =
        reference_point != nullptr ? vec2("reference_point", reference_point) : abut::Vec2<double>{0, 0};
    give_polygon(abut::planar_entrance_block(points2("a", a), points2("b", b), turn, at), o);
  });
}
