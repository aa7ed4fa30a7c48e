// What of a shape's header and stored vertices follows from its vertices, and checks of its numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/core/vec3.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::host {

/// These throw `InvalidInput` naming the argument, its value and what is allowed.
void check_length(const std::string& argument, double value);    ///< finite, >= 0, not extreme
void check_vertex(const std::string& argument, Vec3<double> v);  ///< finite, not extreme
void check_vertices(const char* function, std::span<const Vec3<double>> vertices);

std::uint32_t vertex_class_of(std::uint32_t count);

/// Fills in rounding, size and exponent of a core that reaches so far from its box centre. Throws as `measure`.
void set_size(ShapeHeader& header, double farthest, double rounding);

/// Fills in rounding, size, exponent, centre and half extents. Throws `InvalidInput` when the size is extremely small.
void measure(ShapeHeader& header, std::span<const Vec3<double>> vertices, double rounding);

/// As stored, but not yet rounded: relative to the box centre, times 2^-exponent.
std::vector<Vec3<double>> stored_vertices(const ShapeHeader& header, std::span<const Vec3<double>> vertices);

}  // namespace abut::host
