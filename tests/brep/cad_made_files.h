// CAD files that OpenCASCADE writes of shapes made here. Only for tests that are built with it.
#pragma once

#include <BRepAlgoAPI_Common.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepPrimAPI_MakeHalfSpace.hxx>
#include <BRepTools.hxx>
#include <IGESControl_Controller.hxx>
#include <IGESControl_Writer.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <STEPControl_Writer.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Shape.hxx>
#include <TopoDS_Solid.hxx>
#include <gp_Pln.hxx>
#include <string>

namespace abut::test {

/// By the name's ending: .step, .iges (faces alone, no solid) or .brep.
inline void write_cad(const TopoDS_Shape& shape, const std::string& path) {
  const Message_SequenceOfPrinters printers = Message::DefaultMessenger()->Printers();
  for (const Handle(Message_Printer) & printer : printers) Message::DefaultMessenger()->RemovePrinter(printer);
  if (path.ends_with(".step")) {
    STEPControl_Writer writer;
    writer.Transfer(shape, STEPControl_AsIs);
    writer.Write(path.c_str());
  } else if (path.ends_with(".iges")) {
    IGESControl_Controller::Init();
    IGESControl_Writer writer("MM", 0);
    writer.AddShape(shape);
    writer.ComputeModel();
    writer.Write(path.c_str());
  } else {
    BRepTools::Write(shape, path.c_str());
  }
  for (const Handle(Message_Printer) & printer : printers) Message::DefaultMessenger()->AddPrinter(printer);
}

/// What of the shape lies below the plane.
inline TopoDS_Shape cut_below(const TopoDS_Shape& shape, const gp_Pln& plane) {
  const gp_Pnt below = plane.Location().Translated(-gp_Vec(plane.Axis().Direction()));
  const TopoDS_Face face = BRepBuilderAPI_MakeFace(plane, -1000, 1000, -1000, 1000).Face();
  return BRepAlgoAPI_Common(shape, BRepPrimAPI_MakeHalfSpace(face, below).Solid()).Shape();
}

}  // namespace abut::test
