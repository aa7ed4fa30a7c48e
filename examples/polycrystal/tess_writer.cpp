#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "examples/dem/output.h"
#include "examples/polycrystal/tess_file.h"

namespace polycrystal {

namespace {

/// The box's sides that each vertex is on.
std::vector<std::set<Side>> sides_of_vertices(const Network& network) {
  std::vector<std::set<Side>> out(network.vertices.size());
  for (const Network::Face& face : network.faces) {
    if (!is_of_box(face.beyond)) continue;
    for (const std::uint32_t v : face.loop) out[v].insert(face.beyond);
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const Network& network) : n_(network), edges_(edges_of(network)) {
    out_.precision(17);
    for (std::size_t k = 0; k < edges_.size(); ++k) number_of_[edges_[k]] = static_cast<std::int64_t>(k + 1);
  }

  std::string text() {
    out_ << "***tess\n **format\n   3.4\n **general\n   3 standard\n";
    cells();
    vertices_and_edges();
    faces();
    domain();
    out_ << "***end\n";
    return out_.str();
  }

 private:
  void put(const Vector& v) { out_ << v.x << ' ' << v.y << ' ' << v.z; }

  void cells() {
    out_ << " **cell\n  " << n_.cells.size() << "\n  *id\n";
    for (std::size_t i = 0; i < n_.cells.size(); ++i) out_ << "  " << i + 1;
    out_ << "\n  *seed\n";
    for (std::size_t i = 0; i < n_.seeds.size(); ++i) {
      out_ << "  " << i + 1 << ' ';
      put(n_.seeds[i].place);
      out_ << ' ' << n_.seeds[i].weight << '\n';
    }
  }

  void vertices_and_edges() {
    out_ << " **vertex\n  " << n_.vertices.size() << '\n';
    for (std::size_t v = 0; v < n_.vertices.size(); ++v) {
      out_ << "  " << v + 1 << ' ';
      put(n_.vertices[v]);
      out_ << " 0\n";
    }
    out_ << " **edge\n  " << edges_.size() << '\n';
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      out_ << "  " << e + 1 << ' ' << edges_[e][0] + 1 << ' ' << edges_[e][1] + 1 << " 0\n";
    }
  }

  void faces() {
    out_ << " **face\n  " << n_.faces.size() << '\n';
    for (std::size_t f = 0; f < n_.faces.size(); ++f) {
      const std::vector<std::uint32_t>& loop = n_.faces[f].loop;
      out_ << "  " << f + 1 << ' ' << loop.size();
      for (const std::uint32_t v : loop) out_ << ' ' << v + 1;
      out_ << "\n  " << loop.size();
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const std::uint32_t a = loop[k], b = loop[(k + 1) % loop.size()];
        out_ << ' ' << (a < b ? 1 : -1) * number_of_.at({std::min(a, b), std::max(a, b)});
      }
      out_ << "\n  " << n_.faces[f].offset << ' ';
      put(n_.faces[f].normal);
      out_ << "\n  0 0 0 0 0\n";
    }
    out_ << " **polyhedron\n  " << n_.cells.size() << '\n';
    for (std::size_t i = 0; i < n_.cells.size(); ++i) {
      out_ << "  " << i + 1 << ' ' << n_.cells[i].size();
      for (const std::uint32_t f : n_.cells[i]) out_ << ' ' << (n_.faces[f].cell == i ? "" : "-") << f + 1;
      out_ << '\n';
    }
  }

  void domain() {
    const std::vector<std::set<Side>> sides = sides_of_vertices(n_);
    const char* names[] = {"x0", "x1", "y0", "y1", "z0", "z1"};
    out_ << " **domain\n  *general\n   cube\n  *vertex\n   8\n";
    for (int k = 0; k < 8; ++k) {
      const std::set<Side> own{(k & 1) != 0 ? high_x : low_x, (k & 2) != 0 ? high_y : low_y,
                               (k & 4) != 0 ? high_z : low_z};
      const auto v = std::find(sides.begin(), sides.end(), own) - sides.begin();
      out_ << "   " << k + 1 << ' ';
      put({(k & 1) != 0 ? n_.box.high.x : n_.box.low.x, (k & 2) != 0 ? n_.box.high.y : n_.box.low.y,
           (k & 4) != 0 ? n_.box.high.z : n_.box.low.z});
      out_ << ' ';
      for (auto s = own.rbegin(); s != own.rend(); ++s) out_ << names[-*s - 1];
      out_ << "\n   1 " << v + 1 << '\n';
    }
    domain_edges(sides, names);
    domain_faces(names);
  }

  /// Corners of the box count in binary: two that differ in one bit are an edge.
  void domain_edges(const std::vector<std::set<Side>>& sides, const char* const (&names)[6]) {
    out_ << "  *edge\n   12\n";
    int number = 0;
    for (int a = 0; a < 8; ++a) {
      for (int axis = 0; axis < 3; ++axis) {
        if ((a >> axis & 1) != 0) continue;
        const int p = axis == 0 ? 1 : 0, q = axis == 2 ? 1 : 2;
        const Side sp = -1 - 2 * p - (a >> p & 1), sq = -1 - 2 * q - (a >> q & 1);
        std::vector<std::size_t> parts;
        for (std::size_t e = 0; e < edges_.size(); ++e) {
          const auto on = [&](std::uint32_t v) { return sides[v].contains(sp) && sides[v].contains(sq); };
          if (on(edges_[e][0]) && on(edges_[e][1])) parts.push_back(e + 1);
        }
        out_ << "   " << ++number << " 2 " << a + 1 << ' ' << (a | 1 << axis) + 1 << "\n   " << parts.size();
        for (const std::size_t e : parts) out_ << ' ' << e;
        out_ << "\n   " << names[-sp - 1] << names[-sq - 1] << '\n';
      }
    }
  }

  void domain_faces(const char* const (&names)[6]) {
    // Corners counter-clockwise seen from outside; the edge between two of them by their order in `domain_edges`.
    static constexpr int corners[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                          {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    std::map<std::pair<int, int>, int> edge;
    for (int a = 0, number = 0; a < 8; ++a) {
      for (int axis = 0; axis < 3; ++axis) {
        if ((a >> axis & 1) == 0) edge[{a, a | 1 << axis}] = ++number;
      }
    }
    out_ << "  *face\n   6\n";
    for (int f = 0; f < 6; ++f) {
      out_ << "   " << f + 1 << " 4";
      for (const int c : corners[f]) out_ << ' ' << c + 1;
      out_ << "\n   4";
      for (int k = 0; k < 4; ++k) {
        const int a = corners[f][k], b = corners[f][(k + 1) % 4];
        out_ << ' ' << edge.at({std::min(a, b), std::max(a, b)});
      }
      const int axis = f / 2, sign = f % 2 == 0 ? -1 : 1;
      const Vector& at = f % 2 == 0 ? n_.box.low : n_.box.high;
      out_ << "\n   plane "
           << sign * (axis == 0   ? at.x
                      : axis == 1 ? at.y
                                  : at.z)
           << ' ' << (axis == 0 ? sign : 0) << ' ' << (axis == 1 ? sign : 0) << ' ' << (axis == 2 ? sign : 0) << "\n   "
           << names[f] << "\n   ";
      std::vector<std::size_t> parts;
      for (std::size_t k = 0; k < n_.faces.size(); ++k) {
        if (n_.faces[k].beyond == -1 - f) parts.push_back(k + 1);
      }
      out_ << parts.size();
      for (const std::size_t k : parts) out_ << ' ' << k;
      out_ << '\n';
    }
  }

  const Network& n_;
  std::vector<Edge> edges_;
  std::map<Edge, std::int64_t> number_of_;
  std::ostringstream out_;
};

}  // namespace

void write_tess(const std::string& path, const Network& network) { dem::write_whole(path, Writer(network).text()); }

}  // namespace polycrystal
