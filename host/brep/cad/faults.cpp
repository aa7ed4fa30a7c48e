#include <BRepCheck.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepCheck_ListOfStatus.hxx>
#include <BRepCheck_Result.hxx>
#include <Standard_Failure.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <set>
#include <sstream>

#include "host/brep/cad/part_builder.h"

namespace abut::cad {
namespace {

std::string words(BRepCheck_Status status) {
  switch (status) {
    case BRepCheck_SelfIntersectingWire: return "a loop meets itself";
    case BRepCheck_IntersectingWires: return "its loops meet";
    case BRepCheck_InvalidImbricationOfWires: return "its loops do not lie one inside of the other";
    case BRepCheck_UnorientableShape:
    case BRepCheck_BadOrientationOfSubshape:
    case BRepCheck_BadOrientation: return "its sides disagree about where its material is";
    case BRepCheck_NotClosed: return "a loop is not closed";
    case BRepCheck_InvalidCurveOnSurface:
    case BRepCheck_InvalidCurveOnClosedSurface:
      return "a side's curve of parameters does not run with its curve of space";
    case BRepCheck_InvalidToleranceValue: return "a tolerance is too large";
    case BRepCheck_InvalidPointOnCurve:
    case BRepCheck_InvalidPointOnCurveOnSurface:
    case BRepCheck_InvalidPointOnSurface: return "a vertex lies off its curve";
    default: {
      std::ostringstream name;
      BRepCheck::Print(status, name);
      std::string text = "OpenCASCADE says " + name.str();
      while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
      return text;
    }
  }
}

void collect(const BRepCheck_ListOfStatus& from, std::set<std::string>& to) {
  for (const BRepCheck_Status status : from) {
    if (status != BRepCheck_NoError) to.insert(words(status));
  }
}

std::set<std::string> faults_of(const BRepCheck_Analyzer& analyzer, const TopoDS_Shape& face) {
  std::set<std::string> out;
  collect(analyzer.Result(face)->Status(), out);
  for (const TopAbs_ShapeEnum kind : {TopAbs_WIRE, TopAbs_EDGE, TopAbs_VERTEX}) {
    for (TopExp_Explorer e(face, kind); e.More(); e.Next()) {
      const Handle(BRepCheck_Result)& result = analyzer.Result(e.Current());
      collect(result->Status(), out);
      for (result->InitContextIterator(); result->MoreShapeInContext(); result->NextShapeInContext()) {
        if (result->ContextualShape().IsSame(face)) collect(result->StatusOnShape(), out);
      }
    }
  }
  return out;
}

}  // namespace

void note_faults(const CadPart& part, const TopTools_IndexedMapOfShape& faces, std::vector<std::string>& notes) {
  try {
    const BRepCheck_Analyzer analyzer(part.shape);
    for (int i = 1; i <= faces.Extent(); ++i) {
      if (analyzer.IsValid(faces(i))) continue;
      for (const std::string& fault : faults_of(analyzer, faces(i))) {
        notes.push_back("face " + std::to_string(i) + " of " + part.name + ": " + fault);
      }
    }
  } catch (const Standard_Failure& e) {
    notes.push_back(part.name + ": its faces could not be examined: OpenCASCADE says " + e.DynamicType()->Name());
  }
}

}  // namespace abut::cad
