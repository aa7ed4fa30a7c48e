// repair_mesh(): what can be mended without a choice that might be wrong.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "abut/shapes/mesh.h"
#include "host/decompose/body.h"
#include "host/decompose/doubled_triangles.h"
#include "host/decompose/piece.h"
#include "host/decompose/shell_faults.h"
#include "host/shapes/union_find.h"

namespace abut {
namespace {

using namespace host;
using Triangle = std::array<std::uint32_t, 3>;
using Triangles = std::vector<Triangle>;
using EdgeKey = std::pair<std::uint32_t, std::uint32_t>;

constexpr double weld_distance = 1e-6;  // relative to half of the longest side of the box
constexpr double largest_hole = 0.02;

EdgeKey key_of(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

/// Triangles at an edge, and how many of them run from its lower vertex to the higher. Data only.
struct Edge {
  std::vector<std::uint32_t> triangles;
  std::size_t forward = 0;
};
std::map<EdgeKey, Edge> edges_of(const Triangles& triangles) {
  std::map<EdgeKey, Edge> edges;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = triangles[i][k], b = triangles[i][(k + 1) % 3];
      Edge& e = edges[key_of(a, b)];
      e.triangles.push_back(i);
      e.forward += a < b ? 1 : 0;
    }
  }
  return edges;
}

bool is_closed(const Triangles& triangles) {
  const auto edges = edges_of(triangles);
  return !triangles.empty() &&
         std::all_of(edges.begin(), edges.end(), [](const auto& e) { return e.second.triangles.size() == 2; });
}

std::string text_of(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}
std::string text_of(const Vec3<double>& p) { return text_of(p.x) + ", " + text_of(p.y) + ", " + text_of(p.z); }
std::string counted(std::size_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

class Repair {
 public:
  explicit Repair(const Mesh& mesh) {
    out_.mesh = weld(mesh);
    for (const Vec3<double>& v : out_.mesh.vertices) box_.add(v);
    half_extent_ = box_.longest() / 2;
  }

  RepairedMesh run() {
    drop_collapsed();
    drop_duplicates();
    if (!is_closed(triangles())) weld_nearly_equal();
    orient();
    if (!is_closed(triangles())) fill_holes();
    if (out_.refusal.empty()) refuse_what_is_open();
    if (out_.refusal.empty()) turn_shells_outward();
    if (out_.refusal.empty()) find_faults(out_);
    out_.mesh = weld(out_.mesh);  // drops what no triangle uses any more
    return std::move(out_);
  }

 private:
  Triangles& triangles() { return out_.mesh.triangles; }
  const Vec3<double>& vertex(std::uint32_t v) const { return out_.mesh.vertices[v]; }
  void step(const std::string& text) { out_.steps.push_back(text); }

  void drop_collapsed() {
    const std::size_t n =
        std::erase_if(triangles(), [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    if (n > 0) step("dropped " + counted(n, "triangle") + " with two equal corners");
  }

  void drop_duplicates() {
    Undoubled undoubled = without_doubles(triangles());
    if (undoubled.walls > 0) step("dropped " + counted(undoubled.walls, "triangle") + " lying wall on wall");
    if (undoubled.copies > 0) {
      step("dropped " + counted(undoubled.copies, "triangle") + (undoubled.copies == 1 ? " that was" : " that were") +
           " there twice");
    }
    triangles() = std::move(undoubled.triangles);
  }

  /// Cells of a grid twice as wide as the distance: what is near lies in the same one or a neighbour.
  void weld_nearly_equal() {
    const double distance = weld_distance * half_extent_, cell = 2 * distance;
    if (!(cell > 0) || !std::isfinite(cell)) return;
    std::map<std::array<std::int64_t, 3>, std::vector<std::uint32_t>> cells;
    std::vector<std::uint32_t> to(out_.mesh.vertices.size());
    std::size_t welded = 0;
    for (std::uint32_t v = 0; v < to.size(); ++v) {
      const Vec3<double> p = vertex(v), d = p - box_.lo;
      const std::array<std::int64_t, 3> at{static_cast<std::int64_t>(d.x / cell), static_cast<std::int64_t>(d.y / cell),
                                           static_cast<std::int64_t>(d.z / cell)};
      to[v] = v;
      for (int k = 0; k < 27 && to[v] == v; ++k) {
        const auto found = cells.find({at[0] + k % 3 - 1, at[1] + k / 3 % 3 - 1, at[2] + k / 9 - 1});
        if (found == cells.end()) continue;
        for (const std::uint32_t other : found->second) {
          if (norm(vertex(other) - p) > distance) continue;
          to[v] = other;
          ++welded;
          break;
        }
      }
      if (to[v] == v) cells[at].push_back(v);
    }
    if (welded == 0) return;
    Triangles moved;
    for (const Triangle& t : triangles()) {
      const Triangle m{to[t[0]], to[t[1]], to[t[2]]};
      if (m[0] != m[1] && m[1] != m[2] && m[2] != m[0]) moved.push_back(m);
    }
    if (!is_closed(moved)) return;
    step("welded " + (welded == 1 ? "1 vertex to one" : std::to_string(welded) + " vertices to others") +
         " nearer than " + text_of(distance));
    triangles() = std::move(moved);
  }

  /// Triangles to run as their neighbours do, from the first of each shell on.
  void orient() {
    const auto edges = edges_of(triangles());
    const bool oriented = std::all_of(edges.begin(), edges.end(), [](const auto& e) {
      return e.second.triangles.size() != 2 || e.second.forward == 1;
    });
    if (oriented) return;
    const auto runs_forward = [&](std::uint32_t i, const EdgeKey& edge) {
      const Triangle& t = triangles()[i];
      return (t[0] == edge.first && t[1] == edge.second) || (t[1] == edge.first && t[2] == edge.second) ||
             (t[2] == edge.first && t[0] == edge.second);
    };
    std::vector<bool> seen(triangles().size(), false);
    std::size_t turned = 0;
    for (std::uint32_t start = 0; start < triangles().size(); ++start) {
      std::vector<std::uint32_t> todo;
      if (!seen[start]) todo.push_back(start);
      seen[start] = true;
      while (!todo.empty()) {
        const std::uint32_t i = todo.back();
        todo.pop_back();
        for (std::size_t k = 0; k < 3; ++k) {
          const EdgeKey edge = key_of(triangles()[i][k], triangles()[i][(k + 1) % 3]);
          const std::vector<std::uint32_t>& at = edges.at(edge).triangles;
          if (at.size() != 2) continue;
          const std::uint32_t j = at[0] == i ? at[1] : at[0];
          if (runs_forward(i, edge) != runs_forward(j, edge)) {
            if (!seen[j]) todo.push_back(j);
          } else if (seen[j]) {
            out_.refusal = "it has one side only, as a Moebius strip: no orientation is consistent near " +
                           text_of(vertex(edge.first));
            return;
          } else {
            std::swap(triangles()[j][1], triangles()[j][2]);
            ++turned;
            todo.push_back(j);
          }
          seen[j] = true;
        }
      }
    }
    reoriented_ = true;
    step("turned " + counted(turned, "triangle") + " to run as " + (turned == 1 ? "its" : "their") + " neighbours do");
  }

  void fill_holes() {
    Piece piece = piece_of(out_.mesh.vertices, triangles());
    const auto edges = edges_of(triangles());
    if (std::any_of(edges.begin(), edges.end(), [](const auto& e) { return e.second.triangles.size() > 2; })) return;
    std::size_t filled = 0, added = 0;
    for (const auto& ring : open_rings(piece)) {
      Box box;
      for (const std::uint32_t v : ring) box.add(piece.points[v]);
      if (ring.size() < 3 || box.longest() > largest_hole * half_extent_) continue;
      const std::size_t before = piece.size();
      fill_ring(piece, ring);
      added += piece.size() - before;
      ++filled;
    }
    if (filled == 0) return;
    step("filled " + counted(filled, "hole") + " smaller than " + text_of(largest_hole * half_extent_) + " with " +
         counted(added, "triangle"));
    Mesh mesh;
    mesh.vertices = piece.points;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const std::uint32_t* c = &piece.corners[piece.begin[i]];
      mesh.triangles.push_back({c[0], c[1], c[2]});
    }
    out_.mesh = std::move(mesh);
  }

  void refuse_what_is_open() {
    std::size_t open = 0, many = 0;
    Vec3<double> first_open{0, 0, 0}, first_many{0, 0, 0};
    for (const auto& [edge, e] : edges_of(triangles())) {
      const Vec3<double> middle = (vertex(edge.first) + vertex(edge.second)) * 0.5;
      if (e.triangles.size() == 1 && open++ == 0) first_open = middle;
      if (e.triangles.size() > 2 && many++ == 0) first_many = middle;
    }
    if (triangles().empty()) out_.refusal = "no triangle is left";
    if (open > 0) {
      out_.refusal = "it is not closed: " + counted(open, "boundary edge") + ", the first near " + text_of(first_open);
    }
    if (many > 0) {
      if (!out_.refusal.empty()) out_.refusal += "; ";
      out_.refusal += counted(many, "edge") + " with more than two triangles, the first near " + text_of(first_many);
    }
  }

  /// For each shell whether it faces the wrong way. `inner`: whether one does that lies in another.
  std::vector<bool> shells_to_turn(const std::vector<Shell>& shells, bool& inner) const {
    const auto round = shells_round(out_.mesh.vertices, shells);
    std::vector<bool> turn(shells.size(), false);
    for (std::size_t s = 0; s < shells.size(); ++s) {
      if (reoriented_) {
        turn[s] = (shells[s].volume > 0) != (round[s].size() % 2 == 0);
        continue;
      }
      // Where an outermost shell is inside out, so is what lies in it.
      std::size_t outermost = s;
      for (const std::size_t o : round[s]) {
        const bool smaller = std::fabs(shells[o].volume) < std::fabs(shells[outermost].volume);
        if (round[o].empty() && (outermost == s || smaller)) outermost = o;
      }
      turn[s] = !(shells[outermost].volume > 0) && (round[s].empty() || outermost != s);
      inner = inner || (turn[s] && outermost != s);
    }
    return turn;
  }

  void turn_shells_outward() {
    const std::vector<Shell> shells = shells_of(out_.mesh);
    std::map<Triangle, std::size_t> shell_of;
    for (std::size_t s = 0; s < shells.size(); ++s) {
      for (const Triangle& t : shells[s].triangles) shell_of[t] = s;
      if (!(std::fabs(shells[s].volume) > 1e-12 * half_extent_ * half_extent_ * half_extent_)) {
        out_.refusal = "it encloses no volume near " + text_of(shells[s].box.centre());
        return;
      }
    }
    bool inner = false;
    const std::vector<bool> turn = shells_to_turn(shells, inner);
    for (Triangle& t : triangles()) {
      if (turn[shell_of.at(t)]) std::swap(t[1], t[2]);
    }
    const auto turned = static_cast<std::size_t>(std::count(turn.begin(), turn.end(), true));
    if (turned == 0) return;
    step("turned " + counted(turned, "shell") +
         (reoriented_ ? " to face outwards, or into a cavity"
          : inner     ? " that faced inwards, or lie in one that did"
                      : " that faced inwards"));
  }

  RepairedMesh out_;
  Box box_;
  double half_extent_ = 0;
  bool reoriented_ = false;
};

}  // namespace

RepairedMesh repair_mesh(const Mesh& mesh) {
  (void)examine(mesh);  // throws for what is no mesh
  return Repair(mesh).run();
}

}  // namespace abut
