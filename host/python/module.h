// The parts of the extension module, each in the source of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace abut::python {

struct Bodies;

void bind_shapes(nanobind::module_& m);
void bind_bodies(nanobind::module_& m);
void bind_poses(nanobind::class_<Bodies>& c);
void bind_pairs(nanobind::module_& m);
void bind_finders(nanobind::module_& m);
void bind_queries(nanobind::module_& m);
void bind_detect(nanobind::module_& m);
void bind_history(nanobind::module_& m);
void bind_patches(nanobind::module_& m);
void bind_facets(nanobind::module_& m);
void bind_meshes(nanobind::module_& m);
void bind_mass(nanobind::module_& m);
void bind_scenes(nanobind::module_& m);
void bind_verify(nanobind::module_& m);
void bind_data_files(nanobind::module_& m);
void bind_device(nanobind::module_& m);
void bind_planar_shapes(nanobind::module_& m);
void bind_planar_bodies(nanobind::module_& m);
void bind_planar_pairs(nanobind::module_& m);
void bind_surfaces(nanobind::module_& m);
void bind_closest_points(nanobind::module_& m);
void bind_closed_surfaces(nanobind::module_& m);
void bind_surface_contacts(nanobind::module_& m);
void bind_surface_separation(nanobind::module_& m);
void bind_quasi_lmds(nanobind::module_& m);
void bind_breps(nanobind::module_& m);
void bind_brep_lmds(nanobind::module_& m);
void bind_brep_contacts(nanobind::module_& m);
void bind_deforming_bodies(nanobind::module_& m);
void bind_deforming_contacts(nanobind::module_& m);
void bind_facet_overlaps(nanobind::module_& m);
void bind_deforming_parts(nanobind::module_& m);
void bind_impacts(nanobind::module_& m);

}  // namespace abut::python
