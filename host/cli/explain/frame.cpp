#include "host/cli/explain/frame.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "host/cli/commands.h"

namespace abut::cli {
namespace {

constexpr double width = frame_width, height = frame_height, margin = 28, label_height = 15;
constexpr std::size_t most_edges = 600;  ///< of C that are drawn; of a larger one its outline is

/// Draws one frame from its upper left corner on.
class FrameDrawing {
 public:
  FrameDrawing(const View& view, const Polyhedron& c, const Frame& frame) : view_(view), c_(c), frame_(frame) {
    fit();
    background();
    if (frame.stage->kind == TraceStage::gjk) {
      draw_gjk(frame.stage->gjk_steps[frame.step]);
    } else {
      draw_epa(frame.stage->epa_steps[frame.step]);
    }
    origin();
    labels();
  }
  const std::string& text() const { return text_; }

 private:
  /// GJK's frames show all of C; EPA's, and those of GJK near the origin, what the search still looks at.
  void fit() {
    std::vector<Point> seen{{0, 0}};
    double near = 0;
    for (const Vec3<double>& p : shown_points(frame_)) near = std::max(near, length(p));
    double far = 0;
    for (const Vec3<double>& p : c_.points) far = std::max(far, length(p));
    zoomed_ = near < 0.15 * far;
    if (zoomed_) {
      for (const Vec3<double>& p : shown_points(frame_)) seen.push_back(view_(p));
      if (frame_.stage->kind != TraceStage::gjk) {
        for (const TraceVertex& v : frame_.stage->epa_steps[frame_.step].vertices) {
          if (length(v.w) < 3 * near) seen.push_back(view_(v.w));
        }
      }
    } else {
      for (const Vec3<double>& p : c_.points) seen.push_back(view_(p));
    }
    Point low = seen[0], high = seen[0];
    for (const Point p : seen) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double extent = std::max({high.x - low.x, (high.y - low.y) * (width / height), 1e-300});
    scale_ = (width - 2 * margin) / extent;
    middle_ = {(low.x + high.x) / 2, (low.y + high.y) / 2};
  }

  Point place(Vec3<double> p) const {
    const Point q = view_(p);
    const auto limited = [](double x) { return std::clamp(x, -5000.0, 5000.0); };
    return {limited(width / 2 + (q.x - middle_.x) * scale_), limited(height / 2 - (q.y - middle_.y) * scale_)};
  }

  void line(Vec3<double> p, Vec3<double> q, const char* style) {
    const Point a = place(p), b = place(q);
    text_ += format("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='%s'/>\n", a.x, a.y, b.x, b.y, style);
  }
  void dot_at(Vec3<double> p, double radius, const char* style) {
    const Point a = place(p);
    text_ += format("<circle cx='%.1f' cy='%.1f' r='%.1f' class='%s'/>\n", a.x, a.y, radius, style);
    marks_.push_back({{a.x - radius, a.y - radius}, {a.x + radius, a.y + radius}});
  }
  void polygon(const std::vector<Vec3<double>>& corners, const char* style) {
    std::vector<Point> flat;
    for (const Vec3<double>& p : corners) flat.push_back(place(p));
    text_ += "<polygon points='";
    for (const Point p : outline(flat)) text_ += format("%.1f,%.1f ", p.x, p.y);
    text_ += format("' class='%s'/>\n", style);
  }

  void background() {
    polygon(c_.points, "body");
    std::size_t edges = 0;
    for (const auto& face : c_.faces) edges += face.size();
    if (edges > 2 * most_edges) return;
    const Vec3<double> towards = cross(view_.right, view_.up);
    for (const auto& face : c_.faces) {
      if (face.size() < 3) continue;
      const Vec3<double> n = cross(c_.points[face[1]] - c_.points[face[0]], c_.points[face[2]] - c_.points[face[0]]);
      if (dot(n, towards) <= 0) continue;
      for (std::size_t k = 0; k < face.size(); ++k) {
        line(c_.points[face[k]], c_.points[face[(k + 1) % face.size()]], "edge");
      }
    }
  }

  void draw_gjk(const GjkTraceStep& step) {
    std::vector<Vec3<double>> corners;
    for (const TraceVertex& v : step.simplex) corners.push_back(v.w);
    if (corners.size() > 2) polygon(corners, "simplex");
    for (std::size_t i = 0; i < corners.size(); ++i) {
      for (std::size_t j = i + 1; j < corners.size(); ++j) line(corners[i], corners[j], "side");
    }
    if (step.upper > 0 && corners.size() < 4) {
      line({0, 0, 0}, step.v, "v");
      dot_at(step.v, 3, "nearest");
    }
    for (const TraceVertex& v : step.simplex) named(v);
    dot_at(step.support.w, 7, "found");
  }

  void draw_epa(const EpaTraceStep& step) {
    const Vec3<double> towards = cross(view_.right, view_.up);
    for (const bool front : {false, true}) {
      for (const auto& face : step.faces) {
        const Vec3<double> p = step.vertices[face[0]].w, q = step.vertices[face[1]].w, r = step.vertices[face[2]].w;
        Vec3<double> n = cross(q - p, r - p);
        if (dot(n, p) < 0) n = -n;
        if ((dot(n, towards) > 0) != front) continue;
        if (front) polygon({p, q, r}, "face");
        const char* const style = front ? "side" : "back";
        line(p, q, style);
        line(q, r, style);
        line(r, p, style);
      }
    }
    std::vector<Vec3<double>> corners;
    for (const std::uint32_t v : step.nearest) corners.push_back(step.vertices[v].w);
    polygon(corners, "simplex");
    line({0, 0, 0}, step.normal * step.lower, "v");
    dot_at(step.normal * step.lower, 3, "nearest");
    for (const std::uint32_t v : step.nearest) named(step.vertices[v]);
  }

  void named(const TraceVertex& v) {
    dot_at(v.w, 3.5, "vertex");
    names_.push_back({place(v.w), vertex_label(*frame_.attempt, v)});
  }

  void origin() {
    const Point o = place({0, 0, 0});
    text_ += format("<path d='M%.1f %.1fh12M%.1f %.1fv12' class='origin'/>\n", o.x - 6, o.y, o.x, o.y - 6);
    marks_.push_back({{o.x - 6, o.y - 6}, {o.x + 6, o.y + 6}});
    names_.push_back({o, "0"});
  }

  /// Each beside its point, at the nearest place that hides neither a point nor a label; from afar a line leads there.
  void labels() {
    for (const Name& name : names_) {
      const double wide = 7.0 * static_cast<double>(name.text.size());
      Rectangle best{};
      double least = std::numeric_limits<double>::infinity();
      for (const double off : {9.0, 15.0, 24.0, 36.0, 50.0, 66.0}) {
        for (int k = 0; k < 16; ++k) {
          const double angle = std::numbers::pi * (k + 14) / 8, c = std::cos(angle), s = std::sin(angle);
          const Point middle{name.at.x + c * (off + wide / 2), name.at.y + s * (off + label_height / 2)};
          const Rectangle box{{middle.x - wide / 2, middle.y - label_height / 2},
                              {middle.x + wide / 2, middle.y + label_height / 2}};
          if (box.low.x < 3 || box.low.y < 3 || box.high.x > width - 3 || box.high.y > height - 3) continue;
          const auto hidden = std::count_if(marks_.begin(), marks_.end(), [&](Rectangle m) { return overlap(m, box); });
          const double cost = off + 0.1 * k + 1000.0 * static_cast<double>(hidden);
          if (cost >= least) continue;
          least = cost;
          best = box;
        }
      }
      if (!(least < std::numeric_limits<double>::infinity())) continue;  // longer than the frame is wide
      marks_.push_back(best);
      const Point foot{std::clamp(name.at.x, best.low.x, best.high.x), std::clamp(name.at.y, best.low.y, best.high.y)};
      if (std::hypot(foot.x - name.at.x, foot.y - name.at.y) > 16) {
        text_ += format("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='leader'/>\n", name.at.x, name.at.y,
                        foot.x, foot.y);
      }
      text_ += format("<text x='%.1f' y='%.1f' class='%s'>%s</text>\n", best.low.x, best.high.y - 3,
                      name.text == "0" ? "zero" : "name", xml(name.text).c_str());
    }
  }

  struct Name {
    Point at;
    std::string text;
  };
  struct Rectangle {
    Point low, high;
  };
  static bool overlap(Rectangle a, Rectangle b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
  }

  const View& view_;
  const Polyhedron& c_;
  const Frame& frame_;
  double scale_ = 1;
  Point middle_{0, 0};
  bool zoomed_ = false;
  std::vector<Name> names_;
  std::vector<Rectangle> marks_;  ///< what no label may hide
  std::string text_;

 public:
  bool zoomed() const { return zoomed_; }
};

}  // namespace

std::vector<Vec3<double>> shown_points(const Frame& f) {
  std::vector<Vec3<double>> points;
  if (f.stage->kind == TraceStage::gjk) {
    for (const TraceVertex& v : f.stage->gjk_steps[f.step].simplex) points.push_back(v.w);
  } else {
    const EpaTraceStep& step = f.stage->epa_steps[f.step];
    for (const std::uint32_t v : step.nearest) points.push_back(step.vertices[v].w);
  }
  return points;
}

std::vector<Point> outline(std::vector<Point> points) {
  std::sort(points.begin(), points.end(), [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  const auto turn = [](Point o, Point a, Point b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); };
  std::vector<Point> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t first = hull.size();
    for (const Point p : points) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull.empty() ? points : hull;
}

std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out;
}

DrawnFrame draw_frame(const View& view, const Polyhedron& c, const Frame& frame) {
  const FrameDrawing drawing(view, c, frame);
  return {drawing.text(), drawing.zoomed()};
}

}  // namespace abut::cli
