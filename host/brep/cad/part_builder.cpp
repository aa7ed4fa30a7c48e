#include "host/brep/cad/part_builder.h"

#include <BRepGProp.hxx>
#include <GProp_GProps.hxx>
#include <Standard_Failure.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <set>

#include "abut/core/error.h"

namespace abut::cad {
namespace {

/// What a part has become so far.
class PartBuilder {
 public:
  PartBuilder(const CadPart& part, std::vector<std::string>& notes) : part_(part), notes_(notes), faces_(brep_) {
    TopExp::MapShapes(part.shape, TopAbs_FACE, numbers_);
  }

  Brep build() {
    const TopoDS_Shape& shape = part_.shape;
    for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next()) {
      const std::size_t first = brep_.shells.size();
      for (TopExp_Explorer s(solid.Current(), TopAbs_SHELL); s.More(); s.Next()) add_shell(s.Current());
      turn_outwards(first, solid.Current());
    }
    for (TopExp_Explorer s(shape, TopAbs_SHELL, TopAbs_SOLID); s.More(); s.Next()) {
      const std::size_t first = brep_.shells.size();
      add_shell(s.Current());
      turn_outwards(first, s.Current());
    }
    add_loose_faces();
    return std::move(brep_);
  }

  const TopTools_IndexedMapOfShape& numbers() const { return numbers_; }

 private:
  void note(const std::string& text) { notes_.push_back(text); }

  std::string place(const TopoDS_Shape& face) const {
    return "face " + std::to_string(numbers_.FindIndex(face)) + " of " + part_.name + ": ";
  }

  /// Whether it is there now.
  bool add_face(const TopoDS_Shape& face) {
    std::vector<std::string> inside;
    const auto left_out = [&](const std::string& why) {
      note(place(face) + "is left out: " + why);
      return false;
    };
    if (face.Orientation() != TopAbs_FORWARD && face.Orientation() != TopAbs_REVERSED) {
      return left_out("it lies inside of the material or outside of it");
    }
    try {
      faces_.add(TopoDS::Face(face), inside);
    } catch (const Standard_Failure& e) {
      return left_out(std::string("OpenCASCADE says ") + e.DynamicType()->Name());
    } catch (const std::runtime_error& e) {  // `Unusable`, `InvalidInput`
      return left_out(e.what());
    }
    for (const std::string& text : inside) note(place(face) + text);
    return true;
  }

  void add_shell(const TopoDS_Shape& from) {
    BrepShell shell;
    shell.first_face = static_cast<std::uint32_t>(brep_.faces.size());
    bool whole = true;
    for (TopExp_Explorer f(from, TopAbs_FACE); f.More(); f.Next()) whole &= add_face(f.Current());
    finish(shell, whole);
  }

  void add_loose_faces() {
    BrepShell shell;
    shell.first_face = static_cast<std::uint32_t>(brep_.faces.size());
    for (TopExp_Explorer f(part_.shape, TopAbs_FACE, TopAbs_SHELL); f.More(); f.Next()) add_face(f.Current());
    finish(shell, false);
  }

  void finish(BrepShell shell, bool whole) {
    shell.faces = static_cast<std::uint32_t>(brep_.faces.size()) - shell.first_face;
    if (shell.faces == 0) return;
    shell.closed = whole && fits(shell);
    brep_.shells.push_back(shell);
    if (!shell.closed)
      note(shell_place(brep_.shells.size() - 1) + "is not closed: not every edge is a side of two faces");
  }

  std::string shell_place(std::size_t shell) const {
    return "shell " + std::to_string(shell + 1) + " of " + part_.name + ": ";
  }

  /// Whether each of its edges is passed once this way and once that way, seen from outside.
  bool fits(const BrepShell& shell) const {
    std::map<std::uint32_t, std::pair<int, int>> passed;
    for (std::uint32_t f = shell.first_face; f < shell.first_face + shell.faces; ++f) {
      const BrepFace& face = brep_.faces[f];
      const BrepLoop& last = brep_.loops[face.first_loop + face.loops - 1];
      for (std::uint32_t c = brep_.loops[face.first_loop].first_coedge; c < last.first_coedge + last.coedges; ++c) {
        const BrepCoedge& coedge = brep_.coedges[c];
        if (brep_.edges[coedge.edge].curve == no_brep_index) continue;
        auto& [there, back] = passed[coedge.edge];
        ++(coedge.reversed != face.reversed ? back : there);
      }
    }
    for (const auto& [edge, times] : passed) {
      if (times != std::pair<int, int>(1, 1)) return false;
    }
    return true;
  }

  /// Shells from `first` on bound `body`, if they are closed. What is inside out is turned.
  void turn_outwards(std::size_t first, const TopoDS_Shape& body) {
    if (first == brep_.shells.size()) return;
    for (std::size_t s = first; s < brep_.shells.size(); ++s) {
      if (!brep_.shells[s].closed) return;
    }
    GProp_GProps volume;
    BRepGProp::VolumeProperties(body, volume);
    for (std::size_t s = first; s < brep_.shells.size(); ++s) {
      BrepShell& shell = brep_.shells[s];
      if (volume.Mass() == 0) {
        shell.closed = false;
        note(shell_place(s) + "is not closed: it encloses no volume");
      } else if (volume.Mass() < 0) {
        note(shell_place(s) + "was inside out and is turned");
        for (std::uint32_t f = 0; f < shell.faces; ++f) brep_.faces[shell.first_face + f].reversed ^= true;
      }
    }
  }

  const CadPart& part_;
  std::vector<std::string>& notes_;
  Brep brep_;
  FaceBuilder faces_;
  TopTools_IndexedMapOfShape numbers_;
};

}  // namespace

Brep brep_of(const CadPart& from, double scale, std::vector<std::string>& notes) {
  const CadPart part{from.name, prepared(from.shape, scale)};
  PartBuilder builder(part, notes);
  Brep out = builder.build();
  note_faults(part, builder.numbers(), notes);
  return out;
}

}  // namespace abut::cad
