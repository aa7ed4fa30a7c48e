#include "bench/brep/opencascade_extrema.h"

#include <BRepExtrema_DistShapeShape.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <STEPControl_Reader.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS_Shape.hxx>
#include <gp_Trsf.hxx>

#include "abut/core/error.h"

namespace abut::bench {
namespace {

TopoDS_Shape load(const std::string& path) {
  STEPControl_Reader reader;
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone) throw FileError(path + ": OpenCASCADE does not read it");
  reader.TransferRoots();
  return reader.OneShape();
}

}  // namespace

struct OpenCascadePair::Shapes {
  TopoDS_Shape a, b;
};

OpenCascadePair::OpenCascadePair(const std::string& a, const std::string& b) {
  Message::DefaultMessenger()->ChangePrinters().Clear();
  shapes_.reset(new Shapes{load(a), load(b)});
}
OpenCascadePair::~OpenCascadePair() = default;

double OpenCascadePair::distance(const RelativePose<double>& pose) const {
  const auto& m = pose.rotation.m;
  const Vec3<double>& t = pose.translation;
  gp_Trsf motion;
  motion.SetValues(m[0], m[1], m[2], t.x, m[3], m[4], m[5], t.y, m[6], m[7], m[8], t.z);
  return BRepExtrema_DistShapeShape(shapes_->a, shapes_->b.Moved(TopLoc_Location(motion))).Value();
}

}  // namespace abut::bench
