// Draws a quadrilateral, a triangle that slides around it and their entrance block, after figure 3 of Feng & Tan 2019,
// as an SVG: entrance_block [FILE]. The triangle is fixed in its orientation; its centroid is the reference point.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/planar.h"

namespace {

using Point = abut::Vec2<double>;
using Points = std::vector<Point>;

const Points fixed{{0.0, 0.0}, {4.0, -0.5}, {4.6, 2.2}, {0.8, 3.0}};
const Points moving{{0.0, 0.0}, {1.8, 0.3}, {0.5, 1.4}};
const Point centroid{2.3 / 3, 1.7 / 3};

/// One part of the figure; y grows upwards in it.
class Drawing {
 public:
  explicit Drawing(Point low, Point high) : low_(low), high_(high) {}

  void polygon(const Points& points, const char* style) {
    body_ += "<polygon points=\"";
    for (const Point& p : points) body_ += place(p) + " ";
    body_ += std::string("\" style=\"") + style + "\"/>\n";
  }
  void line(Point from, Point to, const char* style) {
    body_ += "<polyline points=\"" + place(from) + " " + place(to) + "\" style=\"fill:none;" + style + "\"/>\n";
  }
  void dot(Point at, const char* colour) {
    const std::string p = place(at);
    body_ += "<circle cx=\"" + p.substr(0, p.find(',')) + "\" cy=\"" + p.substr(p.find(',') + 1) +
             "\" r=\"4\" style=\"fill:" + colour + "\"/>\n";
  }
  void text(Point at, const std::string& text) {
    const std::string p = place(at);
    body_ += "<text x=\"" + p.substr(0, p.find(',')) + "\" y=\"" + p.substr(p.find(',') + 1) +
             "\" style=\"font:15px sans-serif\">" + text + "</text>\n";
  }
  std::string svg() const {
    const Point size = (high_ - low_) * scale;
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(size.x) + "\" height=\"" + number(size.y) +
           "\">\n<rect width=\"100%\" height=\"100%\" style=\"fill:white\"/>\n" + body_ + "</svg>\n";
  }

 private:
  static constexpr double scale = 70;
  static std::string number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", x);
    return text;
  }
  std::string place(Point p) const { return number((p.x - low_.x) * scale) + "," + number((high_.y - p.y) * scale); }

  Point low_, high_;
  std::string body_;
};

Points moved(const Points& points, Point by) {
  Points out;
  for (const Point& p : points) out.push_back(p + by);
  return out;
}

void draw(Drawing& drawing, const abut::PlanarDifference& block) {
  drawing.polygon(block.vertices, "fill:#eef3fb;stroke:none");
  drawing.polygon(fixed, "fill:#d9d9d9;stroke:#444444;stroke-width:1.5");
  for (std::size_t k = 0; k < block.vertices.size(); ++k) {
    const std::size_t next = (k + 1) % block.vertices.size();
    const bool of_a = block.sources[k][0] != block.sources[next][0];
    // Where the reference point turns a corner the triangle touches vertex to vertex.
    drawing.polygon(moved(moving, block.vertices[k] - centroid), "fill:none;stroke:#999999;stroke-dasharray:3,3");
    drawing.line(block.vertices[k], block.vertices[next],
                 of_a ? "stroke:#1f5fbf;stroke-width:3" : "stroke:#c8501e;stroke-width:3");
    drawing.dot(block.vertices[k], "#222222");
  }
}

/// The triangle apart, touching and overlapping: its reference point outside of the block, on its boundary and inside,
/// with the shortest way to the boundary (red), which is as long as that between the shapes (green).
void draw_states(Drawing& drawing, const abut::PlanarDifference& block) {
  const Point on_boundary =
      (block.vertices[block.vertices.size() - 1] + block.vertices[block.vertices.size() - 2]) * 0.5;
  abut::PlanarShapeSet shapes;
  const std::vector<abut::PlanarBody> bodies{{shapes.add_polygon(fixed), {}},
                                             {shapes.add_polygon(moving), {{3.6, 3.9}, {1, 0}}},
                                             {shapes.add_polygon(moving), {on_boundary - centroid, {1, 0}}},
                                             {shapes.add_polygon(moving), {{1.2, -1.5}, {1, 0}}}};
  const std::vector<abut::Pair> pairs{{0, 1}, {0, 2}, {0, 3}};
  std::vector<abut::PlanarContact<double>> contacts(pairs.size());
  abut::query_planar_pairs<double>(abut::Cpu{}, shapes, bodies, pairs, {}, {contacts, {}});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const abut::PlanarContact<double>& c = contacts[i];
    const Point at = bodies[pairs[i].b].pose.position, reference = at + centroid;
    drawing.polygon(moved(moving, at), "fill:#f3cfae;fill-opacity:0.7;stroke:#8a4a10;stroke-width:1.5");
    // Moving B back along the normal by the separation brings the reference point to the block's boundary.
    drawing.line(reference, reference - c.normal * c.separation, "stroke:#b00020;stroke-width:2.5");
    drawing.line(c.witness_a, c.witness_b, "stroke:#0a7a30;stroke-width:2.5");
    drawing.dot(reference, "#b00020");
    char text[64];
    const bool touching = abut::status_of(c.status) == abut::Status::touching;
    std::snprintf(text, sizeof text, "%s %.3f",
                  touching           ? "touch"
                  : c.separation > 0 ? "gap"
                                     : "depth",
                  std::abs(c.separation));
    drawing.text(at + Point{1.0, 1.25}, text);
    std::printf("triangle at (%.1f, %.1f): separation %.6f, normal (%.4f, %.4f)\n", at.x, at.y, c.separation,
                c.normal.x, c.normal.y);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "entrance_block.svg";
  try {
    const abut::PlanarDifference block = abut::planar_entrance_block(fixed, moving, {1, 0}, centroid);
    Drawing drawing({-3.2, -2.6}, {7.4, 6.3});
    draw(drawing, block);
    draw_states(drawing, block);
    drawing.text({-3.0, 5.95}, "A (grey), the triangle B sliding around it (dashed), and the entrance block that its");
    drawing.text({-3.0, 5.67}, "centroid draws: blue along edges of A, orange along edges of B");

    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) {
      std::fprintf(stderr, "entrance_block: cannot write %s\n", path);
      return 1;
    }
    const std::string text = drawing.svg();
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (std::fclose(file) != 0 || !written) {
      std::fprintf(stderr, "entrance_block: cannot write %s\n", path);
      return 1;
    }
    std::printf("%zu vertices of the entrance block, drawn in %s\n", block.vertices.size(), path);
  } catch (const abut::InvalidInput& e) {
    std::fprintf(stderr, "entrance_block: %s\n", e.what());
    return 1;
  }
}
