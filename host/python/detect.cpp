// From bodies to contacts in one call.
#include "abut/detect.h"

#include <nanobind/stl/string.h>

#include <string>

#include "abut/core/error.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

template <class T>
nb::dict python_detection(Detection<T>&& found) {
  nb::dict all;
  all["candidate_pairs"] = found.candidate_pairs;
  all["pairs"] = numpy_of<std::uint32_t>(std::move(found.pairs), {2});
  all["contacts"] = numpy_contacts(std::move(found.contacts));
  nb::list status;
  for (const std::uint64_t count : found.status) status.append(count);
  all["status"] = status;
  all["seconds"] = nb::make_tuple(found.seconds.broad, found.seconds.narrow, found.seconds.total);
  return all;
}

template <class T, class Executor>
Detection<T> detect_by(const Executor& executor, const Shapes& shapes, const Bodies& bodies, const Array* candidates,
                       std::span<const Pair> pairs, const DetectOptions& options) {
  return reading(shapes, bodies, [&] {
    shapes.view<T>();  // made by one thread; from then on it is only read
    if (candidates == nullptr) return abut::detect<T>(executor, shapes.set, bodies.set, options);
    return abut::detect<T>(executor, shapes.set, bodies.set, pairs, options);
  });
}

nb::dict detect(const Shapes& shapes, const Bodies& bodies, nb::handle pairs, bool single, double alert_distance,
                int threads, const std::string& backend) {
  if (backend != "cpu" && backend != "cuda") {
    throw InvalidInput("backend is '" + backend + "'; allowed are 'cpu' and 'cuda'");
  }
  std::vector<Array> given;
  std::span<const Pair> span;
  if (!pairs.is_none()) span = pairs_of(given.emplace_back(pairs, "pairs").require_host());
  const Array* const candidates = given.empty() ? nullptr : given.data();
  const DetectOptions options{alert_distance};
  const auto run = [&]<class T>(T) {
    return python_detection(backend == "cuda" ? detect_by<T>(Cuda{}, shapes, bodies, candidates, span, options)
                                              : detect_by<T>(Cpu{threads}, shapes, bodies, candidates, span, options));
  };
  return single ? run(float{}) : run(double{});
}

}  // namespace

void bind_detect(nb::module_& m) {
  m.def(
      "_detect", &detect, "shapes"_a, "bodies"_a, "pairs"_a.none(), "single"_a, "alert_distance"_a, "threads"_a,
      "backend"_a,
      nb::sig("def _detect(shapes: ShapeSet, bodies: BodySet, pairs: typing.Any, single: bool, alert_distance: float, "
              "threads: int, backend: str) -> dict[str, typing.Any]"),
      "The members of abut::Detection.");
}

}  // namespace abut::python
