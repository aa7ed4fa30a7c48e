// Surfaces and wires of bodies for ParaView.
#pragma once

#include <string>

#include "examples/time_stepping/time_stepper.h"

namespace time_stepping {

/// Complexes without their dilation, as VTK PolyData with the cell arrays `body` and `dilation`: ParaView's tube filter
/// gives wires their thickness. Throws `FileError`.
void write_complexes(const std::string& path, const Scene& scene, const States& states);

/// Points of contact with the arrays `impulse` (on B, over the step) and `gap`. Throws `FileError`.
void write_contacts(const std::string& path, const TimeStepper& stepper);

}  // namespace time_stepping
