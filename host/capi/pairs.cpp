// Candidate pairs and parts near points, on cores; history.
#include "host/capi/convert.h"

using namespace abut::capi;

int abut_find_pairs(int threads, const abut_boxed_parts* parts, const abut_pair_list* out) {
  return guarded("abut_find_pairs", [&] {
    const SearchedParts p = searched_parts("parts", parts);
    const abut::PairList list = list_to_fill("out", out);
    give_pairs_and_rows(abut::find_pairs(abut::Cpu{threads}, p.shapes->headers(), p.parts, p.alert_distance),
                        p.parts.count, list);
  });
}

int abut_find_cross_pairs(int threads, const abut_boxed_parts* first, const abut_parts* second,
                          const abut_pair_list* out) {
  return guarded("abut_find_cross_pairs", [&] {
    const SearchedParts p = searched_parts("first", first);
    const abut::PairList list = list_to_fill("out", out);
    give_pairs_and_rows(abut::find_cross_pairs(abut::Cpu{threads}, p.shapes->headers(), p.parts,
                                               parts_view("second", second), p.alert_distance),
                        p.parts.count, list);
  });
}

int abut_find_nearest(int threads, const abut_boxed_parts* parts, const abut_points* points, const abut_nearest* out) {
  return guarded("abut_find_nearest", [&] {
    static_assert(ABUT_NO_PART == abut::bvh_end);
    const SearchedParts p = searched_parts("parts", parts);
    const abut::NearestView o = nearest_view(out);
    const std::vector<abut::NearestBox> nearest =
        abut::find_nearest(abut::Cpu{threads}, p.shapes->headers(), p.parts, p.alert_distance, query_points(points));
    for (size_t i = 0; i < nearest.size(); ++i) {
      const auto at = static_cast<ptrdiff_t>(i);
      if (o.part.data != nullptr) o.part.data[at * o.part.stride] = nearest[i].part;
      if (o.distance.data != nullptr) o.distance.data[at * o.distance.stride] = nearest[i].distance;
    }
  });
}

int abut_find_within(int threads, const abut_boxed_parts* parts, const abut_points* points, const abut_radius* radius,
                     const abut_pair_list* out) {
  return guarded("abut_find_within", [&] {
    const SearchedParts p = searched_parts("parts", parts);
    const abut::PairList list = list_to_fill("out", out);
    const abut::NearList found = abut::find_within(abut::Cpu{threads}, p.shapes->headers(), p.parts, p.alert_distance,
                                                   query_points(points), query_radius(radius));
    give_pairs(found.pairs, list);
    if (list.rows != nullptr) std::copy(found.rows.begin(), found.rows.end(), list.rows);
  });
}

int abut_match_pairs(int threads, const abut_pairs* before, const abut_pairs* now, uint32_t* places) {
  return guarded("abut_match_pairs", [&] {
    static_assert(ABUT_NO_MATCH == abut::no_match);
    const auto of_before = pairs_of("before", before), of_now = pairs_of("now", now);
    need_array("places", places, of_now.size());
    const std::vector<uint32_t> found = abut::match_pairs(abut::Cpu{threads}, of_before, of_now);
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

int abut_carry(int threads, const abut_carried* which, const void* before, size_t before_count, void* now,
               size_t element_bytes) {
  return guarded("abut_carry", [&] {
    const abut::Carried c = carried("which", which);
    need_array_field("which", "places", c.places, c.capacity);
    const size_t count = c.count == nullptr ? c.capacity : *c.count <= c.capacity ? *c.count : 0;
    need_array("now", now, count), need_array("before", before, before_count);
    if (element_bytes == 0 || element_bytes > SIZE_MAX / (std::max(count, before_count) + 1)) {
      throw abut::InvalidInput("element_bytes is " + std::to_string(element_bytes) +
                               "; allowed is the size of an element, from 1");
    }
    abut::history_detail::carry_bytes(abut::Cpu{threads}, {c.places, count},
                                      {static_cast<const std::byte*>(before), before_count * element_bytes},
                                      {static_cast<std::byte*>(now), count * element_bytes}, element_bytes);
  });
}
