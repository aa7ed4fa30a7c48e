#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Geom2d_Curve.hxx>
#include <Precision.hxx>
#include <ShapeFix_Edge.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Iterator.hxx>
#include <algorithm>
#include <cmath>

#include "host/brep/cad/frames.h"
#include "host/brep/cad/parameter_curves.h"
#include "host/brep/cad/part_builder.h"

namespace abut::cad {
namespace {

/// How long the arrays of a `Brep` are, to go back to.
class Lengths {
 public:
  explicit Lengths(const Brep& b)
      : surfaces_(b.surfaces.size()),
        curves_(b.curves.size()),
        parameter_curves_(b.parameter_curves.size()),
        nurbs_surfaces_(b.nurbs_surfaces.size()),
        nurbs_curves_(b.nurbs_curves.size()),
        nurbs_parameter_curves_(b.nurbs_parameter_curves.size()),
        vertices_(b.vertices.size()),
        edges_(b.edges.size()),
        coedges_(b.coedges.size()),
        loops_(b.loops.size()) {}

  void restore(Brep& b) const {
    b.surfaces.resize(surfaces_);
    b.curves.resize(curves_);
    b.parameter_curves.resize(parameter_curves_);
    b.nurbs_surfaces.resize(nurbs_surfaces_);
    b.nurbs_curves.resize(nurbs_curves_);
    b.nurbs_parameter_curves.resize(nurbs_parameter_curves_);
    b.vertices.resize(vertices_);
    b.edges.resize(edges_);
    b.coedges.resize(coedges_);
    b.loops.resize(loops_);
  }

  /// Throws `InvalidInput` where splines that came since are none.
  void check_splines_since(const Brep& b) const {
    for (std::size_t i = nurbs_surfaces_; i < b.nurbs_surfaces.size(); ++i) check(b.nurbs_surfaces[i]);
    for (std::size_t i = nurbs_curves_; i < b.nurbs_curves.size(); ++i) check_space_curve(b.nurbs_curves[i]);
    for (std::size_t i = nurbs_parameter_curves_; i < b.nurbs_parameter_curves.size(); ++i) {
      check(b.nurbs_parameter_curves[i]);
    }
  }

 private:
  std::size_t surfaces_, curves_, parameter_curves_, nurbs_surfaces_, nurbs_curves_, nurbs_parameter_curves_, vertices_,
      edges_, coedges_, loops_;
};

/// The face, turned so that its normal is du x dv, and with sides where it is its whole surface.
TopoDS_Face with_sides(const TopoDS_Face& face) {
  TopoDS_Face forward = TopoDS::Face(face.Oriented(TopAbs_FORWARD));
  if (TopExp_Explorer(forward, TopAbs_WIRE).More()) return forward;
  const Handle(Geom_Surface) surface = BRep_Tool::Surface(forward);
  double u1, u2, v1, v2;
  surface->Bounds(u1, u2, v1, v2);
  for (const double bound : {u1, u2, v1, v2}) {
    if (Precision::IsInfinite(bound)) throw Unusable("it has no sides, and its surface has no end");
  }
  return BRepBuilderAPI_MakeFace(surface, u1, u2, v1, v2, BRep_Tool::Tolerance(forward)).Face();
}

Vec2<double> at(const Handle(Geom2d_Curve) & curve, double t) { return vec(curve->Value(t)); }

bool is_side(const TopoDS_Shape& edge) {
  return edge.Orientation() == TopAbs_FORWARD || edge.Orientation() == TopAbs_REVERSED;
}

bool comes_twice(const TopoDS_Shape& edge, const TopoDS_Face& face) {
  int times = 0;
  for (TopExp_Explorer e(face, TopAbs_EDGE); e.More(); e.Next()) times += e.Current().IsSame(edge) ? 1 : 0;
  return times > 1;
}

}  // namespace

void FaceBuilder::add(const TopoDS_Face& face, std::vector<std::string>& notes) {
  const Lengths before(brep_);
  const int edges = edges_.Extent(), vertices = vertices_.Extent();
  try {
    add_whole(face, notes);
    before.check_splines_since(brep_);
  } catch (...) {
    before.restore(brep_);
    while (edges_.Extent() > edges) edges_.RemoveLast();
    while (vertices_.Extent() > vertices) vertices_.RemoveLast();
    throw;
  }
}

void FaceBuilder::add_whole(const TopoDS_Face& oriented, std::vector<std::string>& notes) {
  if (BRep_Tool::Surface(oriented).IsNull()) throw Unusable("it has no surface, at most triangles");
  const TopoDS_Face face = with_sides(oriented);
  std::vector<std::vector<Found>> loops;
  std::size_t inside = 0;
  for (TopoDS_Iterator wire(face); wire.More(); wire.Next()) {
    if (wire.Value().ShapeType() != TopAbs_WIRE) continue;
    loops.emplace_back();
    for (TopoDS_Iterator edge(wire.Value()); edge.More(); edge.Next()) {
      if (!is_side(edge.Value())) {
        ++inside;
        continue;
      }
      loops.back().push_back(found(TopoDS::Edge(edge.Value()), face, comes_twice(edge.Value(), face)));
    }
    if (loops.back().empty()) loops.pop_back();
  }
  if (loops.empty()) throw Unusable("it has no sides");
  if (inside > 0) notes.push_back("edges that lie inside of it are left out");
  Rectangle used;
  BRepTools::UVBounds(face, used.u.begin, used.u.end, used.v.begin, used.v.end);
  BrepFace out;
  out.surface = add_surface(brep_, BRep_Tool::Surface(face), used);
  out.reversed = oriented.Orientation() == TopAbs_REVERSED;
  out.first_loop = static_cast<std::uint32_t>(brep_.loops.size());
  out.loops = static_cast<std::uint32_t>(loops.size());
  out.tolerance = BRep_Tool::Tolerance(face);
  const auto size = [](const Interval& i) { return i.end > i.begin ? i.end - i.begin : 1; };
  for (const std::vector<Found>& sides : loops) add_loop(sides, {size(used.u), size(used.v)});
  brep_.faces.push_back(out);
}

FaceBuilder::Found FaceBuilder::found(const TopoDS_Edge& edge, const TopoDS_Face& face, bool is_seam) const {
  Found out;
  out.edge = edge;
  out.reversed = edge.Orientation() == TopAbs_REVERSED;
  BRep_Tool::Range(edge, out.used.begin, out.used.end);
  if (!(out.used.begin < out.used.end)) throw Unusable("a side of it has no length");
  out.curve = BRep_Tool::CurveOnSurface(edge, face, out.used.begin, out.used.end);
  if (out.curve.IsNull() && !BRep_Tool::Degenerated(edge)) {
    ShapeFix_Edge().FixAddPCurve(edge, face, is_seam, BRep_Tool::Tolerance(edge));
    out.curve = BRep_Tool::CurveOnSurface(edge, face, out.used.begin, out.used.end);
  }
  if (out.curve.IsNull()) throw Unusable("a side of it has no curve of parameters, and none can be made");
  if (Precision::IsInfinite(out.used.begin) || Precision::IsInfinite(out.used.end)) {
    throw Unusable("a side of it has no end");
  }
  if (!(out.used.begin < out.used.end)) throw Unusable("a side of it has no length");
  out.tolerance = BRep_Tool::Tolerance(edge);
  if (BRep_Tool::Degenerated(edge)) return out;
  Interval in_space;
  const Handle(Geom_Curve) curve = BRep_Tool::Curve(edge, in_space.begin, in_space.end);
  if (curve.IsNull()) throw Unusable("a side of it has no curve of space");
  // Both run at the same parameter.
  const double slack = 1e-6 * (out.used.end - out.used.begin);
  if (std::abs(in_space.begin - out.used.begin) > slack || std::abs(in_space.end - out.used.end) > slack) {
    throw Unusable("a side's curve of parameters does not run with its curve of space");
  }
  out.used = in_space;
  out.in_space = of_allowed_degree(curve, out.used);
  SideCurves side{BoundedSurface(BRep_Tool::Surface(face)), out.curve, curve, out.used};
  side.on_surface = out.curve = running_with(side, std::max(out.tolerance, Precision::Confusion()));
  out.tolerance = std::max(out.tolerance, deviation(side));
  return out;
}

void FaceBuilder::add_loop(const std::vector<Found>& found, const Vec2<double>& scale) {
  std::vector<BrepCoedge> coedges;
  std::vector<Side> sides;
  for (const Found& f : found) {
    coedges.push_back({edge(f), add_parameter_curve(brep_, f.curve, f.used), f.reversed});
    const std::uint32_t* const ends = brep_.edges[coedges.back().edge].vertices;
    Side side{ends[0], ends[1], at(f.curve, f.used.begin), at(f.curve, f.used.end)};
    if (f.reversed) side = {side.end_vertex, side.begin_vertex, side.end, side.begin};
    sides.push_back(side);
  }
  const std::vector<std::size_t> order = in_order(sides, scale);
  if (order.size() != sides.size()) throw Unusable("its sides make no closed loop");
  brep_.loops.push_back({static_cast<std::uint32_t>(brep_.coedges.size()), static_cast<std::uint32_t>(coedges.size())});
  for (const std::size_t i : order) brep_.coedges.push_back(coedges[i]);
}

std::uint32_t FaceBuilder::edge(const Found& found) {
  const int known = edges_.FindIndex(found.edge);
  if (known > 0) {
    BrepEdge& there = brep_.edges[static_cast<std::size_t>(known - 1)];
    there.tolerance = std::max(there.tolerance, found.tolerance);
    return static_cast<std::uint32_t>(known - 1);
  }
  BrepEdge out;
  TopoDS_Vertex first, last;
  TopExp::Vertices(TopoDS::Edge(found.edge.Oriented(TopAbs_FORWARD)), first, last);
  if (first.IsNull() || last.IsNull()) throw Unusable("a side of it has no end");
  out.vertices[0] = vertex(first);
  out.vertices[1] = vertex(last);
  out.tolerance = found.tolerance;
  if (!found.in_space.IsNull()) out.curve = add_curve(brep_, found.in_space, found.used);
  out.begin = found.used.begin;
  out.end = found.used.end;
  edges_.Add(found.edge);
  return push(brep_.edges, out);
}

std::uint32_t FaceBuilder::vertex(const TopoDS_Vertex& vertex) {
  const int known = vertices_.FindIndex(vertex);
  if (known > 0) return static_cast<std::uint32_t>(known - 1);
  vertices_.Add(vertex);
  return push(brep_.vertices, BrepVertex{vec(BRep_Tool::Pnt(vertex)), BRep_Tool::Tolerance(vertex)});
}

}  // namespace abut::cad
