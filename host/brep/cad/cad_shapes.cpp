#include "host/brep/cad/cad_shapes.h"

#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <IGESControl_Reader.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <filesystem>

#include "abut/core/error.h"
#include "host/brep/cad/assembly.h"

namespace abut::cad {
namespace {

void refuse_unread(const std::string& path, const char* format) {
  throw InvalidInput(path + ": cannot be read as " + format);
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
  STEPCAFControl_Reader reader;
  reader.SetNameMode(true);
  reader.SetColorMode(false);
  reader.SetLayerMode(false);
  reader.SetPropsMode(false);
  reader.SetSHUOMode(false);
  reader.SetGDTMode(false);
  reader.SetMatMode(false);
  reader.SetViewMode(false);
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone) refuse_unread(path, "STEP");
  Handle(TDocStd_Document) document = new TDocStd_Document("MDTV-XCAF");
  reader.Transfer(document);  // false where a part of it fails, too
  CadShapes out = placed_parts(XCAFDoc_DocumentTool::ShapeTool(document->Main()));
  return out;
}

CadShapes iges_shapes(const std::string& path) {
  IGESControl_Reader reader;
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone) refuse_unread(path, "IGES");
  reader.TransferRoots();
  return one_part(path, reader.OneShape());
}

CadShapes brep_shapes(const std::string& path) {
  TopoDS_Shape shape;
  BRep_Builder builder;
  if (!BRepTools::Read(shape, path.c_str(), builder)) refuse_unread(path, "BREP");
  return one_part(path, shape);
}

}  // namespace abut::cad
