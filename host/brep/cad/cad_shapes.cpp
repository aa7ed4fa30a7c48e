#include "host/brep/cad/cad_shapes.h"

#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <IGESControl_Reader.hxx>
#include <IGESData_GlobalSection.hxx>
#include <IGESData_IGESModel.hxx>
#include <Interface_Check.hxx>
#include <Interface_CheckIterator.hxx>
#include <Interface_InterfaceModel.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <StepGeom_CartesianTransformationOperator3d.hxx>
#include <StepGeom_Direction.hxx>
#include <StepGeom_GeometricRepresentationItem.hxx>
#include <StepRepr_DefinitionalRepresentation.hxx>
#include <StepRepr_ProductDefinitionShape.hxx>
#include <StepShape_ContextDependentShapeRepresentation.hxx>
#include <StepShape_GeometricSet.hxx>
#include <StepShape_ManifoldSolidBrep.hxx>
#include <StepShape_ShapeDefinitionRepresentation.hxx>
#include <StepShape_ShellBasedSurfaceModel.hxx>
#include <StepShape_SolidModel.hxx>
#include <StepShape_TopologicalRepresentationItem.hxx>
#include <TColStd_HArray1OfReal.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TDocStd_Document.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "abut/core/error.h"
#include "host/brep/cad/assembly.h"
#include "host/brep/cad/brep_tables.h"
#include "host/brep/cad/iges_text.h"
#include "host/brep/cad/sewing.h"
#include "host/brep/cad/step_text.h"

namespace abut::cad {
namespace {

[[noreturn]] void refuse_unread(const std::string& path, const char* format) {
  throw InvalidInput(path + ": cannot be read as " + format);
}

/// Of what OpenCASCADE would follow without looking.
void require_sound(const std::string& path, const char* format, std::string (*fault_of)(std::istream&)) {
  std::ifstream file(path, std::ios::binary);
  const std::string fault = fault_of(file);
  if (!fault.empty()) throw InvalidInput(path + ": cannot be read as " + format + ": " + fault);
}

/// Points, curves, surfaces, what is made of them, and what places it: what OpenCASCADE goes through without looking.
bool is_followed(const Handle(Standard_Transient) & entity) {
  const std::string kind = entity->DynamicType()->Name();
  const bool is_geometry =
      kind.compare(0, 9, "StepGeom_") == 0 && entity->IsKind(STANDARD_TYPE(StepGeom_GeometricRepresentationItem));
  return is_geometry || entity->IsKind(STANDARD_TYPE(StepShape_TopologicalRepresentationItem)) ||
         entity->IsKind(STANDARD_TYPE(StepShape_ManifoldSolidBrep)) ||
         entity->IsKind(STANDARD_TYPE(StepShape_ShellBasedSurfaceModel)) ||
         entity->IsKind(STANDARD_TYPE(StepShape_GeometricSet)) ||
         entity->IsKind(STANDARD_TYPE(StepRepr_DefinitionalRepresentation)) ||
         entity->IsKind(STANDARD_TYPE(StepShape_ContextDependentShapeRepresentation)) ||
         entity->IsKind(STANDARD_TYPE(StepShape_ShapeDefinitionRepresentation)) ||
         entity->IsKind(STANDARD_TYPE(StepRepr_ProductDefinitionShape));
}

/// OpenCASCADE follows references of these that lead nowhere, and does not come back.
void require_whole(const std::string& path, const Interface_InterfaceModel& model) {
  for (int i = 1; i <= model.NbEntities(); ++i) {
    const Handle(Standard_Transient) entity = model.Value(i);
    if (!is_followed(entity)) continue;
    const Handle(Interface_Check) check = model.Check(i, true);
    for (int fail = 1; fail <= check->NbFails(); ++fail) {
      const std::string what = check->CFail(fail);
      if (what.find("(name)") != std::string::npos) continue;
      throw InvalidInput(path + ": cannot be read as STEP: entity " + model.StringLabel(entity)->ToCString() + ": " +
                         what);
    }
  }
}

/// What of the file was not understood: "entity #29 (Face): Surface has not been created".
void note_failures(const XSControl_WorkSession& session, std::vector<std::string>& notes) {
  const Handle(XSControl_TransferReader) transfer = session.TransferReader();
  const Handle(Interface_InterfaceModel) model = session.Model();
  if (transfer.IsNull() || model.IsNull()) return;
  Interface_CheckIterator checks = transfer->LastCheckList();
  for (checks.Start(); checks.More(); checks.Next()) {
    const Handle(Interface_Check)& check = checks.Value();
    const Handle(Standard_Transient) entity = check->Entity();
    const std::string place =
        entity.IsNull() ? "the file" : std::string("entity ") + model->StringLabel(entity)->ToCString();
    for (int i = 1; i <= check->NbFails(); ++i) notes.push_back(place + ": " + check->CFail(i));
    for (int i = 1; i <= check->NbWarnings(); ++i) {
      const std::string warning = check->CWarning(i);
      // Most are about what was mended.
      if (warning.find("not mapped") != std::string::npos) notes.push_back(place + ": " + warning);
    }
  }
}

/// Solids of the file that no shape was made of, by their kinds: those by sweeps, by Boolean operations and the like.
void note_solids_not_read(const XSControl_WorkSession& session, std::vector<std::string>& notes) {
  const Handle(XSControl_TransferReader) transfer = session.TransferReader();
  const Handle(Interface_InterfaceModel) model = session.Model();
  if (transfer.IsNull() || model.IsNull()) return;
  std::map<std::string, std::pair<int, std::string>> missing;  // of a kind, how many and the first
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const Handle(Standard_Transient) entity = model->Value(i);
    if (!entity->IsKind(STANDARD_TYPE(StepShape_SolidModel)) || transfer->TransientProcess()->IsBound(entity)) continue;
    auto& [count, first] = missing[entity->DynamicType()->Name()];
    if (count++ == 0) first = model->StringLabel(entity)->ToCString();
  }
  for (const auto& [kind, which] : missing) {
    notes.push_back("entity " + which.second + ": is a " + kind + ", which is not read; there are " +
                    std::to_string(which.first) + " of them");
  }
}

/// The third axis of a placement is x cross y: one whose y points the other way mirrors.
bool mirrors(const StepGeom_CartesianTransformationOperator3d& placement) {
  const auto axis = [](const Handle(StepGeom_Direction) & direction, const gp_XYZ& otherwise) {
    const auto ratios = direction.IsNull() ? Handle(TColStd_HArray1OfReal)() : direction->DirectionRatios();
    if (ratios.IsNull() || ratios->Length() < 3) return otherwise;
    const int first = ratios->Lower();
    return gp_XYZ(ratios->Value(first), ratios->Value(first + 1), ratios->Value(first + 2));
  };
  if (!placement.HasAxis2()) return false;
  const gp_XYZ z = placement.HasAxis3() ? axis(placement.Axis3(), {0, 0, 1}) : gp_XYZ(0, 0, 1);
  const gp_XYZ x = placement.HasAxis1() ? axis(placement.Axis1(), {1, 0, 0}) : gp_XYZ(1, 0, 0);
  return z.Crossed(x).Dot(axis(placement.Axis2(), {0, 1, 0})) < 0;
}

/// OpenCASCADE drops scale factors, and turns where it should mirror.
void note_placements(const XSControl_WorkSession& session, std::vector<std::string>& notes) {
  const Handle(Interface_InterfaceModel) model = session.Model();
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const auto placement = Handle(StepGeom_CartesianTransformationOperator3d)::DownCast(model->Value(i));
    if (placement.IsNull()) continue;
    const bool scales = placement->HasScale() && std::abs(placement->Scale() - 1) > 1e-9;
    if (!scales && !mirrors(*placement)) continue;
    notes.push_back(std::string("entity ") + model->StringLabel(placement)->ToCString() +
                    ": mirrors or scales what it places, which is not read: that is neither mirrored nor scaled there");
  }
}

/// A file without assemblies: one part, named as the file.
CadShapes one_part(const std::string& path, const TopoDS_Shape& shape) {
  CadShapes out;
  if (shape.IsNull()) return out;
  const std::string name = std::filesystem::path(path).stem().string();
  out.parts.push_back({name, shape});
  out.instances.push_back({0, {}, name});
  return out;
}

}  // namespace

CadShapes step_shapes(const std::string& path) {
  require_sound(path, "STEP", fault_of_step);
  STEPCAFControl_Reader reader;
  reader.SetNameMode(true);
  reader.SetColorMode(false);
  reader.SetLayerMode(false);
  reader.SetPropsMode(false);
  reader.SetSHUOMode(false);
  reader.SetGDTMode(false);
  reader.SetMatMode(false);
  reader.SetViewMode(false);
  const std::string whole = std::filesystem::absolute(path).string();  // other files are looked for beside it
  if (reader.ReadFile(whole.c_str()) != IFSelect_RetDone) refuse_unread(path, "STEP");
  require_whole(path, *reader.Reader().WS()->Model());
  Handle(TDocStd_Document) document = new TDocStd_Document("MDTV-XCAF");
  reader.Transfer(document);  // false where a part of it fails, too
  CadShapes out = placed_parts(XCAFDoc_DocumentTool::ShapeTool(document->Main()));
  note_failures(*reader.Reader().WS(), out.notes);
  note_solids_not_read(*reader.Reader().WS(), out.notes);
  note_placements(*reader.Reader().WS(), out.notes);
  return out;
}

CadShapes iges_shapes(const std::string& path) {
  require_sound(path, "IGES", fault_of_iges);
  IGESControl_Reader reader;
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone) refuse_unread(path, "IGES");
  reader.TransferRoots();
  CadShapes out = one_part(path, reader.OneShape());
  const auto model = Handle(IGESData_IGESModel)::DownCast(reader.WS()->Model());
  const IGESData_GlobalSection& header = model->GlobalSection();
  for (CadPart& part : out.parts) sew(part, header.Resolution() * header.UnitValue(), out.notes);
  note_failures(*reader.WS(), out.notes);
  return out;
}

CadShapes brep_shapes(const std::string& path) {
  require_sound(path, "BREP", fault_of_brep);
  TopoDS_Shape shape;
  try {
    std::ifstream file(path, std::ios::binary);
    file.exceptions(std::ios::failbit | std::ios::badbit);  // or it would read on for ever behind what it cannot read
    BRepTools::Read(shape, file, BRep_Builder());
  } catch (const std::ios_base::failure&) {
    throw InvalidInput(path + ": cannot be read as BREP: a number or a name is missing");
  }
  return one_part(path, shape);
}

}  // namespace abut::cad
