// OpenCASCADE's least distance of two shapes, to hold clearances against.
#pragma once

#include <memory>
#include <string>

#include "abut/core/pose.h"

namespace abut::bench {

/// Two STEP files' shapes.
class OpenCascadePair {
 public:
  OpenCascadePair(const std::string& a, const std::string& b);
  ~OpenCascadePair();

  /// With b moved, in mm: by BRepExtrema_DistShapeShape. 0 where they meet.
  double distance(const RelativePose<double>& b_in_a) const;

 private:
  struct Shapes;
  std::unique_ptr<Shapes> shapes_;
};

}  // namespace abut::bench
