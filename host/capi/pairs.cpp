// Candidate pairs and parts near points, on cores; history.
#include "host/capi/convert.h"

using namespace abut::capi;

int abut_find_pairs(int threads, const abut_shapes* shapes, const abut_parts* parts, double alert_distance,
                    abut_pair* pairs, size_t capacity, size_t* count) {
  return guarded("abut_find_pairs", [&] {
    const auto held = object(shapes, "shapes");
    need("count", count);
    give_pairs(abut::find_pairs(abut::Cpu{threads}, held->headers(), held->set->size(), parts_view("parts", parts),
                                alert_distance),
               pairs, capacity, count);
  });
}

int abut_find_cross_pairs(int threads, const abut_shapes* shapes, const abut_parts* first, const abut_parts* second,
                          double alert_distance, abut_pair* pairs, size_t capacity, size_t* count) {
  return guarded("abut_find_cross_pairs", [&] {
    const auto held = object(shapes, "shapes");
    need("count", count);
    give_pairs(abut::find_cross_pairs(abut::Cpu{threads}, held->headers(), held->set->size(),
                                      parts_view("first", first), parts_view("second", second), alert_distance),
               pairs, capacity, count);
  });
}

int abut_find_nearest(int threads, const abut_shapes* shapes, const abut_parts* parts, double alert_distance,
                      const abut_points* points, uint32_t* part, double* distance) {
  return guarded("abut_find_nearest", [&] {
    const auto held = object(shapes, "shapes");
    static_assert(ABUT_NO_PART == abut::bvh_end);
    const std::vector<abut::NearestBox> nearest =
        abut::find_nearest(abut::Cpu{threads}, held->headers(), held->set->size(), parts_view("parts", parts),
                           alert_distance, query_points(points));
    for (size_t i = 0; i < nearest.size(); ++i) {
      if (part != nullptr) part[i] = nearest[i].part;
      if (distance != nullptr) distance[i] = nearest[i].distance;
    }
  });
}

int abut_find_within(int threads, const abut_shapes* shapes, const abut_parts* parts, double alert_distance,
                     const abut_points* points, const abut_radius* radius, abut_pair* pairs, size_t capacity,
                     uint64_t* rows, size_t* count) {
  return guarded("abut_find_within", [&] {
    const auto held = object(shapes, "shapes");
    need("count", count);
    const abut::NearList list =
        abut::find_within(abut::Cpu{threads}, held->headers(), held->set->size(), parts_view("parts", parts),
                          alert_distance, query_points(points), query_radius(radius));
    give_pairs(list.pairs, pairs, capacity, count);
    if (rows != nullptr) std::copy(list.rows.begin(), list.rows.end(), rows);
  });
}

int abut_match_pairs(int threads, const abut_pair* before, size_t before_count, const abut_pair* now, size_t now_count,
                     uint32_t* places) {
  return guarded("abut_match_pairs", [&] {
    static_assert(ABUT_NO_MATCH == abut::no_match);
    need_array("places", places, now_count);
    const std::vector<uint32_t> found = abut::match_pairs(abut::Cpu{threads}, pairs_of("before", before, before_count),
                                                          pairs_of("now", now, now_count));
    std::copy(found.begin(), found.end(), places);
  });
}

int abut_match_contacts(int threads, const abut_contact_ids* before, const abut_contact_ids* now, uint32_t* places) {
  return guarded("abut_match_contacts", [&] {
    const abut::ContactIds of_before = contact_ids("before", before), of_now = contact_ids("now", now);
    need_array("places", places, of_now.capacity);
    const std::vector<uint32_t> found = abut::match_contacts(abut::Cpu{threads}, of_before, of_now);
    std::copy(found.begin(), found.end(), places);
  });
}

int abut_carry(int threads, const uint32_t* places, size_t count, const void* before, size_t before_count, void* now,
               size_t element_bytes) {
  return guarded("abut_carry", [&] {
    need_array("places", places, count), need_array("now", now, count), need_array("before", before, before_count);
    if (element_bytes == 0 || element_bytes > SIZE_MAX / (std::max(count, before_count) + 1)) {
      throw abut::InvalidInput("element_bytes is " + std::to_string(element_bytes) +
                               "; allowed is the size of an element, from 1");
    }
    abut::history_detail::carry_bytes(abut::Cpu{threads}, {places, count},
                                      {static_cast<const std::byte*>(before), before_count * element_bytes},
                                      {static_cast<std::byte*>(now), count * element_bytes}, element_bytes);
  });
}
