// The extension module abut._abut. What users call is in host/python/abut/; functions that start with an underscore,
// and those of abut._abut that abut does not export, are between the two.
#include "host/python/module.h"

#include <nanobind/stl/string.h>

#include <new>

#include "abut/core/error.h"
#include "abut/detect.h"

namespace nb = nanobind;

namespace abut::python {
namespace {

void bind_errors(nb::module_& m) {
  // nanobind keeps the classes for as long as the module lives.
  nb::exception<InvalidInput>(m, "InvalidInput", PyExc_ValueError).doc() =
      "The caller's fault: names the argument, what it is and what is allowed. Raised before any work starts.";
  nb::exception<FileError>(m, "FileError", PyExc_OSError).doc() =
      "The file system's fault: names the path and the operating system's reason.";
  nb::exception<CudaError>(m, "CudaError", PyExc_RuntimeError).doc() =
      "CUDA cannot be used here, or failed: names the call and the place.";
}

}  // namespace
}  // namespace abut::python

NB_MODULE(_abut, m) {
  using namespace abut::python;
  m.doc() = "Abut's C++ functions as Python sees them; use the package abut.";
  m.attr("__version__") = ABUT_VERSION;
  bind_errors(m);
  bind_shapes(m);
  bind_bodies(m);
  bind_pairs(m);
  bind_finders(m);
  bind_queries(m);
  bind_detect(m);
  bind_history(m);
  bind_patches(m);
  bind_facets(m);
  bind_meshes(m);
  bind_mass(m);
  bind_scenes(m);
  bind_verify(m);
  bind_data_files(m);
  bind_planar_shapes(m);
  bind_planar_bodies(m);
  bind_planar_pairs(m);
  bind_surfaces(m);
  bind_closest_points(m);
  bind_closed_surfaces(m);
  bind_surface_contacts(m);
  bind_surface_separation(m);
  bind_quasi_lmds(m);
  bind_breps(m);
  bind_brep_lmds(m);
  bind_brep_contacts(m);
  bind_deforming_bodies(m);
  bind_deforming_contacts(m);
  bind_facet_overlaps(m);
  bind_deforming_parts(m);
  bind_impacts(m);
  bind_device(m);
  m.def(
      "cuda_unavailable_reason",
      []() -> nb::object {
        const char* reason = abut::cuda_unavailable_reason();
        return reason == nullptr ? nb::none() : nb::object(nb::str(reason));
      },
      nb::sig("def cuda_unavailable_reason() -> str | None"),
      "Why CUDA devices cannot be used, in one line; None where they can.");
}
