// Panels side by side in one SVG, for the figures of the documentation. y grows upwards in a panel.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "abut/core/vec2.h"

namespace figure {

using Point = abut::Vec2<double>;
using Points = std::vector<Point>;

inline const char* const of_a = "fill:#cfd8e3;stroke:#3d5a80;stroke-width:1.5";
inline const char* const of_b = "fill:#f3cfae;fill-opacity:0.8;stroke:#8a4a10;stroke-width:1.5";
inline const char* const of_c = "fill:#eceff1;stroke:#90a4ae;stroke-width:1.2";
inline const char* const growing = "fill:#bcd9c4;fill-opacity:0.75;stroke:#2e7d4f;stroke-width:2";
inline const char* const answer = "stroke:#b00020;stroke-width:2.5";

class Svg {
 public:
  Svg(int columns, int rows, double width, double height) : columns_(columns), rows_(rows), w_(width), h_(height) {}

  /// What follows is drawn in the next panel, which shows `low` to `high`, as large as it fits.
  void panel(Point low, Point high, const std::string& title) {
    const double across = (w_ - 2 * border) / (high.x - low.x), up = (h_ - top - border) / (high.y - low.y);
    scale_ = across < up ? across : up;
    low_ = low;
    ++panel_;
    const double x = (panel_ % columns_) * w_, y = static_cast<double>(panel_ / columns_) * h_;
    corner_ = {x + 0.5 * (w_ - scale_ * (high.x - low.x)), y + h_ - border};
    body_ += "<text x=\"" + number(x + border) + "\" y=\"" + number(y + 18) + "\">" + title + "</text>\n";
  }
  void polygon(const Points& points, const char* style) {
    body_ += "<polygon points=\"";
    for (const Point& p : points) body_ += place(p) + " ";
    body_ += std::string("\" style=\"") + style + "\"/>\n";
  }
  void line(Point from, Point to, const char* style) {
    body_ += "<polyline points=\"" + place(from) + " " + place(to) + "\" style=\"fill:none;" + style + "\"/>\n";
  }
  void dot(Point at, const char* colour, double radius = 4) {
    const Point p = pixel(at);
    body_ += "<circle cx=\"" + number(p.x) + "\" cy=\"" + number(p.y) + "\" r=\"" + number(radius) +
             "\" style=\"fill:" + colour + "\"/>\n";
  }
  void text(Point at, const std::string& text, double right = 6, double above = 6) {
    const Point p = pixel(at);
    body_ += "<text x=\"" + number(p.x + right) + "\" y=\"" + number(p.y - above) + "\" class=\"small\">" + text +
             "</text>\n";
  }

  /// To the standard output. Returns the exit status.
  int print() const {
    const std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(columns_ * w_) + " " +
                             number(rows_ * h_) + "\" font-family=\"sans-serif\" font-size=\"14\">\n" +
                             "<style>.small{font-size:12px}</style>\n" +
                             "<rect width=\"100%\" height=\"100%\" style=\"fill:white\"/>\n" + body_ + "</svg>\n";
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0 ? 0 : 1;
  }

  static std::string number(double x, int digits = 2) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", digits, x == 0 ? 0.0 : x);
    return text;
  }

 private:
  static constexpr double border = 12, top = 28;
  Point pixel(Point p) const { return {corner_.x + scale_ * (p.x - low_.x), corner_.y - scale_ * (p.y - low_.y)}; }
  std::string place(Point p) const { return number(pixel(p).x) + "," + number(pixel(p).y); }

  int columns_, rows_, panel_ = -1;
  double w_, h_, scale_ = 1;
  Point low_{0, 0}, corner_{0, 0};
  std::string body_;
};

/// A convex polygon inscribed in an ellipse.
inline Points inscribed(const std::vector<Point>& directions, Point axes, Point centre) {
  Points out;
  for (const Point& d : directions) out.push_back({centre.x + axes.x * d.x, centre.y + axes.y * d.y});
  return out;
}

}  // namespace figure
