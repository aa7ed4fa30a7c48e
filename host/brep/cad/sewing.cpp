#include "host/brep/cad/sewing.h"

#include <BRepBndLib.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <Bnd_Box.hxx>
#include <Standard_Failure.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <algorithm>
#include <cmath>

#include "host/number_text.h"

namespace abut::cad {
namespace {

int faces_of(const TopoDS_Shape& shape) {
  TopTools_IndexedMapOfShape faces;
  TopExp::MapShapes(shape, TopAbs_FACE, faces);
  return faces.Extent();
}

/// The diagonal of a box about it; 0 where it has no end.
double size_of(const TopoDS_Shape& shape) {
  Bnd_Box box;
  BRepBndLib::Add(shape, box);
  if (box.IsVoid() || box.IsOpen()) return 0;
  return std::sqrt(box.SquareExtent());
}

}  // namespace

void sew(CadPart& part, double resolution, std::vector<std::string>& notes) {
  const int faces = faces_of(part.shape);
  if (faces < 2 || TopExp_Explorer(part.shape, TopAbs_SOLID).More()) return;
  try {
    const double size = size_of(part.shape);
    if (!(size > 0) || !std::isfinite(size)) return;
    const double tolerance = std::clamp(resolution, 1e-5 * size, 1e-4 * size);
    BRepBuilderAPI_Sewing sewing(tolerance);
    sewing.Add(part.shape);
    sewing.Perform();
    const TopoDS_Shape& sewn = sewing.SewedShape();
    if (sewn.IsNull() || faces_of(sewn) != faces) return;
    part.shape = sewn;
    notes.push_back(part.name + ": its faces shared no edges; those within " + host::number_text(tolerance) +
                    " mm of one another are one now, and " + std::to_string(sewing.NbFreeEdges()) +
                    " are sides of one face still");
  } catch (const Standard_Failure&) {  // it stays as it is: open shells, which the notes name
  }
}

}  // namespace abut::cad
