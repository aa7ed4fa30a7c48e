// A part's shape as a `Brep`. Private to host/brep/cad/.
#pragma once

#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>
#include <map>
#include <string>
#include <vector>

#include "host/brep/cad/cad_shapes.h"
#include "host/brep/cad/convert.h"
#include "host/brep/cad/face_sides.h"

namespace abut::cad {

/// Adds faces with all that they need. A face that cannot be used leaves nothing behind.
class FaceBuilder {
 public:
  explicit FaceBuilder(Brep& brep) : brep_(brep) {}

  /// Throws `Unusable`, and what OpenCASCADE throws. `notes`: what of it was left out.
  void add(const TopoDS_Face& face, std::vector<std::string>& notes);

 private:
  /// A side before its edge is added.
  struct Found {
    TopoDS_Edge edge;
    Handle(Geom2d_Curve) curve;
    Handle(Geom_Curve) in_space;  ///< none of an edge that is one point
    Interval used;
    double tolerance = 0;
    bool reversed = false;
  };
  void add_whole(const TopoDS_Face& face, std::vector<std::string>& notes);
  Found found(const TopoDS_Edge& edge, const TopoDS_Face& face, bool is_seam) const;
  void add_loop(const std::vector<Found>& sides, const Vec2<double>& scale);
  std::uint32_t edge(const Found& found);
  std::uint32_t vertex(const TopoDS_Vertex& vertex);

  Brep& brep_;
  TopTools_IndexedMapOfShape edges_, vertices_;  // of `brep_`, in its order, from 1
};

/// The shape's edges all with curves of space, parameter curves that run with them, and no hyperbolas; `scale` times
/// as large.
TopoDS_Shape prepared(const TopoDS_Shape& shape, double scale);

/// `notes`: what was left out, and what is wrong with it.
Brep brep_of(const CadPart& part, double scale, std::vector<std::string>& notes);

/// What OpenCASCADE finds wrong with faces: "face 3 of cover: a loop meets itself".
void note_faults(const CadPart& part, const TopTools_IndexedMapOfShape& faces, std::vector<std::string>& notes);

}  // namespace abut::cad
