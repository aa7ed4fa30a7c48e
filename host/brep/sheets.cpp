#include "host/brep/sheets.h"

#include <algorithm>
#include <numeric>

#include "host/brep/face_sides.h"

namespace abut::host {
namespace {

std::vector<std::uint32_t> as_given(std::size_t count) {
  std::vector<std::uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

/// An edge as a face's side. Data only.
struct FaceSide {
  std::uint32_t face;
  bool reversed;  ///< passed from its end, with the face on the left, seen from outside
};

class Sheets {
 public:
  explicit Sheets(const Brep& brep)
      : brep_(brep),
        at_(brep.edges.size()),
        part_(brep.faces.size(), no_brep_index),
        turned_(brep.faces.size(), false) {
    for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
      for_each_coedge(brep, brep.faces[f], [&](std::uint32_t c) {
        at_[brep.coedges[c].edge].push_back({f, brep.coedges[c].reversed != brep.faces[f].reversed});
      });
    }
    for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
      if (part_[f] == no_brep_index) walk_from(f);
    }
  }

  SidedBrep doubled() {
    SidedBrep out{brep_,
                  as_given(brep_.faces.size()),
                  as_given(brep_.edges.size()),
                  as_given(brep_.vertices.size()),
                  std::vector<bool>(brep_.faces.size(), false),
                  {}};
    mark(out);
    if (!out.notes.empty()) add_copies(out);
    return out;
  }

 private:
  /// What hangs together with a face, with normals as it has them, where a shell is told face by face.
  void walk_from(std::uint32_t first) {
    std::vector<std::uint32_t> next{first};
    part_[first] = first;
    while (!next.empty()) {
      const std::uint32_t f = next.back();
      next.pop_back();
      for_each_coedge(brep_, brep_.faces[f], [&](std::uint32_t side) {
        const BrepCoedge& c = brep_.coedges[side];
        const bool reversed = (c.reversed != brep_.faces[f].reversed) != turned_[f];
        for (const FaceSide& other : at_[c.edge]) {
          if (part_[other.face] != no_brep_index) continue;
          part_[other.face] = first, turned_[other.face] = other.reversed == reversed;
          next.push_back(other.face);
        }
      });
    }
  }

  /// More than two faces, or two that no choice of normals makes one surface of two sides, as in a Moebius strip.
  bool is_branch(std::uint32_t edge) const {
    const auto& at = at_[edge];
    const auto passes = [&](const FaceSide& s) { return s.reversed != turned_[s.face]; };
    return at.size() > 2 || (at.size() == 2 && passes(at[0]) == passes(at[1]));
  }
  bool is_border(std::uint32_t edge) const { return at_[edge].size() == 1 && brep_.edges[edge].curve != no_brep_index; }

  void mark(SidedBrep& out) {
    std::vector<std::uint32_t> border(brep_.faces.size(), no_brep_index);  // by the first face of what hangs together
    std::vector<bool> branches(brep_.faces.size(), false);
    for (std::uint32_t e = 0; e < brep_.edges.size(); ++e) {
      if (at_[e].empty()) continue;
      const std::uint32_t first = part_[at_[e][0].face];
      if (is_border(e) && border[first] == no_brep_index) border[first] = e;
      if (is_branch(e)) branches[first] = true;
    }
    for (std::uint32_t f = 0; f < brep_.faces.size(); ++f) {
      const std::uint32_t first = part_[f];
      out.is_sheet[f] = border[first] != no_brep_index && !branches[first];
      if (out.is_sheet[f] && turned_[f]) out.brep.faces[f].reversed = !out.brep.faces[f].reversed;
      if (!out.is_sheet[f] || first != f) continue;
      out.notes.push_back("face " + std::to_string(f) + ": its shell is open at edge " + std::to_string(border[f]) +
                          " and is taken as a sheet, with two sides");
    }
  }

  /// The copy of an edge within a sheet, or the edge itself at its border.
  std::uint32_t copy_of_edge(std::uint32_t e, SidedBrep& out) {
    if (is_border(e)) return e;
    if (edge_copies_[e] != no_brep_index) return edge_copies_[e];
    BrepEdge copy = brep_.edges[e];
    for (std::uint32_t& v : copy.vertices) {
      if (v == no_brep_index || at_border_[v]) continue;
      if (vertex_copies_[v] == no_brep_index) {
        vertex_copies_[v] = static_cast<std::uint32_t>(out.brep.vertices.size());
        out.brep.vertices.push_back(brep_.vertices[v]), out.vertex.push_back(v);
      }
      v = vertex_copies_[v];
    }
    edge_copies_[e] = static_cast<std::uint32_t>(out.brep.edges.size());
    out.brep.edges.push_back(copy), out.edge.push_back(e);
    return edge_copies_[e];
  }

  void add_copies(SidedBrep& out) {
    at_border_.assign(brep_.vertices.size(), false);
    for (std::uint32_t e = 0; e < brep_.edges.size(); ++e) {
      for (const std::uint32_t v : brep_.edges[e].vertices) {
        if (is_border(e) && v != no_brep_index) at_border_[v] = true;
      }
    }
    edge_copies_.assign(brep_.edges.size(), no_brep_index), vertex_copies_.assign(brep_.vertices.size(), no_brep_index);
    const auto first_copy = static_cast<std::uint32_t>(brep_.faces.size());
    for (std::uint32_t f = 0; f < first_copy; ++f) {
      if (out.is_sheet[f]) add_copy(f, out);
    }
    out.brep.shells.push_back({first_copy, static_cast<std::uint32_t>(out.brep.faces.size()) - first_copy, false});
  }

  void add_copy(std::uint32_t f, SidedBrep& out) {
    BrepFace copy = out.brep.faces[f];
    copy.reversed = !copy.reversed;
    copy.first_loop = static_cast<std::uint32_t>(out.brep.loops.size());
    for (std::uint32_t l = brep_.faces[f].first_loop; l < brep_.faces[f].first_loop + brep_.faces[f].loops; ++l) {
      const BrepLoop& loop = brep_.loops[l];
      out.brep.loops.push_back({static_cast<std::uint32_t>(out.brep.coedges.size()), loop.coedges});
      for (std::uint32_t c = loop.first_coedge; c < loop.first_coedge + loop.coedges; ++c) {
        BrepCoedge coedge = brep_.coedges[c];
        coedge.edge = copy_of_edge(coedge.edge, out);
        out.brep.coedges.push_back(coedge);
      }
    }
    out.brep.faces.push_back(copy), out.face.push_back(f), out.is_sheet.push_back(true);
  }

  const Brep& brep_;
  std::vector<std::vector<FaceSide>> at_;  ///< by edge; a seam has the same face twice
  std::vector<std::uint32_t> part_;        ///< by face: the first one that it hangs together with
  std::vector<bool> turned_;               ///< by face: its normal has to be turned to be of one side with the first
  std::vector<std::uint32_t> edge_copies_, vertex_copies_;
  std::vector<bool> at_border_;  ///< by vertex
};

}  // namespace

SidedBrep with_both_sides(const Brep& brep) { return Sheets(brep).doubled(); }

}  // namespace abut::host
