// Bit comparison of answers about NURBS surfaces: whole records.
#pragma once

#include "abut/surface/closest_points.h"
#include "abut/surface/local_minima.h"
#include "tests/support/same_bits.h"

namespace abut::test {

template <class T>
void expect_same_bits(const ClosestPoints<T>& got, const ClosestPoints<T>& expected) {
  expect_same_bits(got.distance, expected.distance, "distance");
  expect_same_bits(got.lower_bound, expected.lower_bound, "lower bound");
  expect_same_bits(got.u, expected.u, "u");
  expect_same_bits(got.v, expected.v, "v");
  expect_same_bits(got.point, expected.point, "point");
  expect_same_bits(got.normal, expected.normal, "normal");
  expect_same_bits(got.status, expected.status, "status");
  expect_same_bits(got.tie, expected.tie, "tie");
  expect_same_bits(got.evaluations, expected.evaluations, "evaluations");
}

template <class T>
void expect_same_bits(const LocalMinimaOf<T>& got, const LocalMinimaOf<T>& expected) {
  EXPECT_EQ(got.offsets, expected.offsets);
  expect_same_bits(got.distance, expected.distance, "distance");
  expect_same_bits(got.u, expected.u, "u");
  expect_same_bits(got.v, expected.v, "v");
  expect_same_bits(got.point, expected.point, "point");
  expect_same_bits(got.normal, expected.normal, "normal");
  expect_same_bits(got.continuum, expected.continuum, "continuum");
  expect_same_bits(got.status, expected.status, "status");
  expect_same_bits(got.rectangles, expected.rectangles, "rectangles");
}

}  // namespace abut::test
