// About how many parts a hull takes.
#pragma once

#include "host/decompose/body.h"
#include "host/decompose/part_hull.h"

namespace abut::host {

/// From how far it reaches out of the body: what bends, as a ring does, reaches out as the square of its length, so
/// that so many parts of it stay within the limit as the root says. The distance is that of the worst of some points.
class PartCount {
 public:
  /// Keeps a reference to the body.
  PartCount(const Body& body, double limit) : body_(body), limit_(limit) {}

  /// A whole number, 1 or more.
  double operator()(const PartHull& hull) const;

 private:
  const Body& body_;
  double limit_;
};

}  // namespace abut::host
