#include "host/brep/cad/assembly.h"

#include <TDF_LabelSequence.hxx>
#include <TDataStd_Name.hxx>
#include <TopLoc_Location.hxx>
#include <cmath>
#include <map>

namespace abut::cad {
namespace {

// Deeper ones go round in a circle.
constexpr int deepest_assembly = 64;

std::string name_of(const TDF_Label& label) {
  Handle(TDataStd_Name) name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
  std::string text(static_cast<std::size_t>(name->Get().LengthOfCString()) + 1, '\0');
  Standard_PCharacter place = text.data();
  name->Get().ToUTF8CString(place);
  text.resize(text.find('\0'));
  return text;
}

/// Names that OpenCASCADE gives itself say nothing: "=>[0:1:1:2]".
bool is_given(const std::string& name) { return !name.empty() && name.compare(0, 3, "=>[") != 0; }

class Parts {
 public:
  explicit Parts(const Handle(XCAFDoc_ShapeTool) & tool) : tool_(tool) {}

  /// A shape, a reference to one, or an assembly of those, in the place that `outer` and its own location give.
  void add(const TDF_Label& label, const gp_Trsf& outer, const std::string& path, int depth) {
    TDF_Label shape = label;
    gp_Trsf place = outer;
    if (XCAFDoc_ShapeTool::IsReference(label)) {
      XCAFDoc_ShapeTool::GetReferredShape(label, shape);
      place.Multiply(XCAFDoc_ShapeTool::GetLocation(label).Transformation());
    }
    const std::string named = is_given(name_of(shape)) ? name_of(shape) : name_of(label);
    const std::string name = is_given(named) ? named : "part " + std::to_string(out_.parts.size() + 1);
    const std::string at = path.empty() ? name : path + "/" + name;
    if (depth > deepest_assembly) {
      out_.notes.push_back(at + ": lies more than 64 assemblies deep and is left out");
    } else if (XCAFDoc_ShapeTool::IsAssembly(shape)) {
      TDF_LabelSequence components;
      XCAFDoc_ShapeTool::GetComponents(shape, components);
      for (const TDF_Label& component : components) add(component, place, at, depth + 1);
    } else {
      add_part(shape, place, name, at);
    }
  }

  CadShapes take() { return std::move(out_); }

 private:
  void add_part(const TDF_Label& label, const gp_Trsf& place, const std::string& name, const std::string& at) {
    if (place.IsNegative() || std::abs(place.ScaleFactor() - 1) > 1e-9) {
      out_.notes.push_back(at + ": is mirrored or scaled where it is placed, and left out there");
      return;
    }
    const auto [known, is_new] = index_.emplace(label.Tag(), static_cast<std::uint32_t>(out_.parts.size()));
    if (is_new) out_.parts.push_back({name, XCAFDoc_ShapeTool::GetShape(label)});
    BrepInstance instance{known->second, {}, at};
    const gp_Mat turn = place.HVectorialPart();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        instance.pose.rotation.m[3 * row + column] = turn.Value(row + 1, column + 1);
      }
    }
    const gp_XYZ& to = place.TranslationPart();
    instance.pose.position = {to.X(), to.Y(), to.Z()};
    out_.instances.push_back(std::move(instance));
  }

  Handle(XCAFDoc_ShapeTool) tool_;
  std::map<int, std::uint32_t> index_;  // of the part that a label stands for: all lie below one label
  CadShapes out_;
};

}  // namespace

CadShapes placed_parts(const Handle(XCAFDoc_ShapeTool) & tool) {
  TDF_LabelSequence roots;
  tool->GetFreeShapes(roots);
  Parts parts(tool);
  for (const TDF_Label& root : roots) parts.add(root, gp_Trsf(), "", 0);
  return parts.take();
}

}  // namespace abut::cad
