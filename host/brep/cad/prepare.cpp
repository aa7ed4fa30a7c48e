#include <BRepBuilderAPI_Transform.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <Geom_Plane.hxx>
#include <Standard_Failure.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedDataMapOfShapeListOfShape.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>

#include "host/brep/cad/part_builder.h"

namespace abut::cad {
namespace {

/// A hyperbola becomes a rational quadratic, whose parameter is another one. Curves in planes are made anew from it
/// where they are asked for; those on other surfaces are made to run with it.
void replace_hyperbola(const TopoDS_Edge& edge, const TopTools_ListOfShape& faces) {
  Interval used;
  TopLoc_Location place;
  const Handle(Geom_Curve) curve = BRep_Tool::Curve(edge, place, used.begin, used.end);
  if (curve.IsNull() || !is_hyperbola(curve) || !(used.begin < used.end)) return;
  const BRep_Builder builder;
  const double tolerance = BRep_Tool::Tolerance(edge);
  for (const TopoDS_Shape& face : faces) {
    TopLoc_Location of_surface;
    const Handle(Geom_Surface) surface = BRep_Tool::Surface(TopoDS::Face(face), of_surface);
    if (Handle(Geom_Plane)::DownCast(surface).IsNull()) continue;
    builder.UpdateEdge(edge, Handle(Geom2d_Curve)(), surface, of_surface, tolerance);
  }
  builder.UpdateEdge(edge, rational_hyperbola(curve, used), place, tolerance);
  builder.Range(edge, used.begin, used.end);
  builder.SameParameter(edge, false);
}

/// Of all edges at once, as tolerances of neighbours depend on one another; where one of them has a fault, of each that
/// has none. What is wrong is told where the edge is a side of a face.
void run_with_parameters(const TopoDS_Shape& shape) {
  try {
    BRepLib::SameParameter(shape, Precision::Confusion());
  } catch (const Standard_Failure&) {
    for (TopExp_Explorer edge(shape, TopAbs_EDGE); edge.More(); edge.Next()) {
      try {
        BRepLib::SameParameter(TopoDS::Edge(edge.Current()), Precision::Confusion());
      } catch (const Standard_Failure&) {
      }
    }
  }
}

}  // namespace

TopoDS_Shape prepared(const TopoDS_Shape& from, double scale) {
  TopoDS_Shape shape = from;
  if (scale != 1) {
    gp_Trsf larger;
    larger.SetScaleFactor(scale);
    shape = BRepBuilderAPI_Transform(shape, larger, true).Shape();
  }
  BRepLib::BuildCurves3d(shape);
  TopTools_IndexedDataMapOfShapeListOfShape faces;
  TopExp::MapShapesAndAncestors(shape, TopAbs_EDGE, TopAbs_FACE, faces);
  for (int i = 1; i <= faces.Extent(); ++i) {
    const TopoDS_Edge edge = TopoDS::Edge(faces.FindKey(i));
    if (BRep_Tool::Degenerated(edge)) continue;
    try {
      replace_hyperbola(edge, faces(i));
      BRepLib::SameRange(edge);
    } catch (const Standard_Failure&) {  // told where it is a side of a face
    }
  }
  run_with_parameters(shape);
  return shape;
}

}  // namespace abut::cad
