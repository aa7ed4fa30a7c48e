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

template <class T>
int give_contacts(const char* function, const abut_detection* detection, const typename CTypes<T>::Contacts* out,
                  size_t capacity, size_t* count) noexcept {
  return guarded(function, [&] {
    const auto held = object(detection, "detection");
    need("count", count);
    const abut::Detection<T>& d = of_precision<T>(*held);
    *count = d.pairs.size();
    if (out == nullptr && capacity == 0) return;
    if (d.pairs.size() > capacity) {
      throw TooSmall("capacity is " + std::to_string(capacity) + "; needed are " + std::to_string(d.pairs.size()) +
                     " contacts");
    }
    const abut::ContactsView<T> view = contacts_view<T>("out", out);
    for (size_t i = 0; i < d.pairs.size(); ++i) abut::batch_detail::store(view, i, d.contacts[i]);
  });
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
                     {sizeof *options, abut::DetectOptions{}.alert_distance});
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

int abut_detection_pairs(const abut_detection* detection, const abut_pair_list* out) {
  return guarded("abut_detection_pairs", [&] {
    const auto held = object(detection, "detection");
    give_pairs(visit(*held, [](const auto& d) { return std::span(d.pairs); }), list_without_rows("out", out));
  });
}
