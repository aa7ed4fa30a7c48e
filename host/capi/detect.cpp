// Detection, and what it has found.
#include "host/capi/detect.h"

#include "abut/narrow/batch.h"
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

template <class T>
const abut::Detection<T>& of_precision(const DetectionObject& detection) {
  const auto& wanted = [&]() -> const std::unique_ptr<abut::Detection<T>>& {
    if constexpr (std::is_same_v<T, float>) {
      return detection.f32;
    } else {
      return detection.f64;
    }
  }();
  if (wanted == nullptr) {
    throw abut::InvalidInput(std::string("detection is in ") + (detection.f64 ? "double" : "float") +
                             "; allowed is one made by a function that ends as this one");
  }
  return *wanted;
}

/// Calls `f` with the detection, whichever precision it has.
template <class F>
auto visit(const DetectionObject& detection, F&& f) {
  return detection.f64 ? f(*detection.f64) : f(*detection.f32);
}

template <class T>
abut_detection_report report_of(const abut::Detection<T>& d) {
  abut_detection_report r{};
  r.contacts = d.pairs.size();
  r.candidate_pairs = d.candidate_pairs;
  static_assert(ABUT_STATUS_COUNT == abut::status_count);
  std::copy(d.status.begin(), d.status.end(), r.status);
  r.broad_seconds = d.seconds.broad, r.narrow_seconds = d.seconds.narrow, r.total_seconds = d.seconds.total;
  r.is_f64 = std::is_same_v<T, double> ? 1 : 0;
  return r;
}

/// Tells how many contacts there are; false where that is all that was asked. Throws where they have no room.
bool wants_contacts(size_t there, const void* out, size_t capacity, size_t* count) {
  *count = there;
  if (out == nullptr && capacity == 0) return false;
  if (there <= capacity) return true;
  throw TooSmall("capacity is " + std::to_string(capacity) + "; needed are " + std::to_string(there) + " contacts");
}

template <class T>
int give_contacts(const char* function, const abut_detection* detection, const typename CTypes<T>::Contacts* out,
                  size_t capacity, size_t* count) noexcept {
  return guarded(function, [&] {
    const auto held = object(detection, "detection");
    need("count", count);
    const abut::Detection<T>& d = of_precision<T>(*held);
    if (!wants_contacts(d.pairs.size(), out, capacity, count)) return;
    const abut::ContactsView<T> view = contacts_view<T>("out", out);
    for (size_t i = 0; i < d.pairs.size(); ++i) abut::batch_detail::store(view, i, d.contacts[i]);
  });
}

void give_facets(const std::optional<abut::ContactFacets>& facets, size_t count, const abut_contact_facets* out) {
  using abut::batch_detail::put;
  static_assert(ABUT_NO_FACET == abut::ContactFacets::none);
  const abut_contact_facets to = given("out", out);
  const abut::Strided<uint32_t> facet_a{to.facet_a.data, stride_or(to.facet_a.stride, 1)};
  const abut::Strided<uint32_t> facet_b{to.facet_b.data, stride_or(to.facet_b.stride, 1)};
  const abut::Strided<uint8_t> kind{to.kind.data, stride_or(to.kind.stride, 1)};
  for (size_t i = 0; i < count; ++i) {
    put(facet_a, i, facets ? facets->facet_a[i] : ABUT_NO_FACET);
    put(facet_b, i, facets ? facets->facet_b[i] : ABUT_NO_FACET);
    put(kind, i, static_cast<uint8_t>(facets ? facets->kind[i] : abut::FacetContactKind::apart));
  }
}

}  // namespace

namespace abut::capi {

template <class T>
const Detection<T>& detection_of(const DetectionObject& detection) {
  return of_precision<T>(detection);
}
template const Detection<float>& detection_of<float>(const DetectionObject&);
template const Detection<double>& detection_of<double>(const DetectionObject&);

}  // namespace abut::capi

int abut_detect_options_init(abut_detect_options* options, size_t size) {
  return init_struct("abut_detect_options_init", options, size,
                     {sizeof *options, abut::DetectOptions{}.alert_distance, nullptr});
}

int abut_detect_f32(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                    const abut_detect_options* options, abut_detection** detection) {
  return make_handle("abut_detect_f32", "detection", detection,
                     [&] { return detected<float>(abut::Cpu{threads}, shapes, bodies, options); });
}
int abut_detect_candidates_f32(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                               const abut_pairs* candidates, const abut_detect_options* options,
                               abut_detection** detection) {
  return make_handle("abut_detect_candidates_f32", "detection", detection,
                     [&] { return detected<float>(abut::Cpu{threads}, shapes, bodies, options, candidates); });
}
int abut_detection_contacts_f32(const abut_detection* detection, const abut_contacts_f32* out, size_t capacity,
                                size_t* count) {
  return give_contacts<float>("abut_detection_contacts_f32", detection, out, capacity, count);
}
int abut_detect_f64(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                    const abut_detect_options* options, abut_detection** detection) {
  return make_handle("abut_detect_f64", "detection", detection,
                     [&] { return detected<double>(abut::Cpu{threads}, shapes, bodies, options); });
}
int abut_detect_candidates_f64(int threads, const abut_shapes* shapes, const abut_bodies* bodies,
                               const abut_pairs* candidates, const abut_detect_options* options,
                               abut_detection** detection) {
  return make_handle("abut_detect_candidates_f64", "detection", detection,
                     [&] { return detected<double>(abut::Cpu{threads}, shapes, bodies, options, candidates); });
}
int abut_detection_contacts_f64(const abut_detection* detection, const abut_contacts_f64* out, size_t capacity,
                                size_t* count) {
  return give_contacts<double>("abut_detection_contacts_f64", detection, out, capacity, count);
}

int abut_detection_free(abut_detection* detection) { return freed("abut_detection_free", detection); }

int abut_detection_get_report(const abut_detection* detection, abut_detection_report* report) {
  return guarded("abut_detection_get_report", [&] {
    const auto held = object(detection, "detection");
    give("report", report, visit(*held, [](const auto& d) { return report_of(d); }));
  });
}

int abut_detection_facets(const abut_detection* detection, const abut_contact_facets* out, size_t capacity,
                          size_t* count) {
  return guarded("abut_detection_facets", [&] {
    const auto held = object(detection, "detection");
    need("count", count);
    visit(*held, [&](const auto& d) {
      if (wants_contacts(d.pairs.size(), out, capacity, count)) give_facets(d.facets, d.pairs.size(), out);
    });
  });
}

int abut_detection_pairs(const abut_detection* detection, const abut_pair_list* out) {
  return guarded("abut_detection_pairs", [&] {
    const auto held = object(detection, "detection");
    give_pairs(visit(*held, [](const auto& d) { return std::span(d.pairs); }), list_without_rows("out", out));
  });
}
