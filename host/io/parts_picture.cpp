#include "host/io/parts_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "host/decompose/plain.h"

namespace abut::io {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double panel = 480;         // pixels, width and height
constexpr double pulled_apart = 1.4;  // distances of parts' middles from the body's, times this

/// Axes of the picture: right, up, and towards the eye.
constexpr Vec3<double> right{0.8944271909999159, 0.4472135954999579, 0};
constexpr Vec3<double> up{-0.1825741858350554, 0.3651483716701107, 0.9128709291752769};
constexpr Vec3<double> towards{0.408248290463863, -0.816496580927726, 0.408248290463863};
constexpr Vec3<double> light{0.2, -0.5, 0.84};

struct Colour {
  double red, green, blue;
};

/// Far apart from those before, by steps of the golden section round the circle of hues.
Colour colour_of(std::size_t part) {
  const double hue = std::fmod(0.08 + 0.6180339887498949 * static_cast<double>(part), 1.0);
  const auto wave = [&](double shift) { return 0.68 + 0.27 * std::cos(2 * pi * (hue + shift)); };
  return {wave(0), wave(-1.0 / 3), wave(1.0 / 3)};
}

struct Frame {
  Vec3<double> middle;
  double scale, left;
};

/// Triangles that look towards the eye, from behind.
void draw(std::string& svg, const Mesh& mesh, Vec3<double> shift, const Colour& colour, const Frame& frame) {
  std::vector<std::pair<double, std::size_t>> order;
  std::vector<double> shade(mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    const Vec3<double> a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
    const Vec3<double> n = cross(b - a, c - a);
    const double length = std::sqrt(dot(n, n));
    if (!(length > 0) || dot(n, towards) <= 0) continue;
    shade[i] = 0.55 + 0.45 * std::max(0.0, dot(n, light) / length);
    order.emplace_back(dot(a + b + c, towards), i);
  }
  std::sort(order.begin(), order.end());
  for (const auto& ranked : order) {
    const std::size_t i = ranked.second;  // by itself, since a lambda has it
    char text[256];
    svg += "<path d='";
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3<double> p = mesh.vertices[mesh.triangles[i][k]] + shift - frame.middle;
      std::snprintf(text, sizeof text, "%c%.2f %.2f", k == 0 ? 'M' : 'L', frame.left + frame.scale * dot(p, right),
                    panel / 2 - frame.scale * dot(p, up));
      svg += text;
    }
    const auto byte = [&](double x) { return static_cast<int>(255 * std::min(1.0, x * shade[i])); };
    std::snprintf(text, sizeof text, "Z' fill='#%02x%02x%02x' stroke='#%02x%02x%02x'/>\n", byte(colour.red),
                  byte(colour.green), byte(colour.blue), byte(0.9 * colour.red), byte(0.9 * colour.green),
                  byte(0.9 * colour.blue));
    svg += text;
  }
}

}  // namespace

std::string parts_picture(const Mesh& body, const std::vector<Mesh>& parts) {
  char text[256];
  std::snprintf(text, sizeof text,
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' width='%.0f' height='%.0f' "
                "stroke-width='0.4' stroke-linejoin='round'>\n<rect width='100%%' height='100%%' fill='white'/>\n",
                2 * panel, panel, 2 * panel, panel);
  std::string svg = text;
  Vec3<double> lo = body.vertices[0], hi = lo;
  for (const Vec3<double>& v : body.vertices) {
    lo = {std::min(lo.x, v.x), std::min(lo.y, v.y), std::min(lo.z, v.z)};
    hi = {std::max(hi.x, v.x), std::max(hi.y, v.y), std::max(hi.z, v.z)};
  }
  const Vec3<double> middle = lo * 0.5 + hi * 0.5;
  double radius = 0;
  for (const Vec3<double>& v : body.vertices) radius = std::max(radius, std::sqrt(dot(v - middle, v - middle)));
  const double fit = radius > 0 ? 0.46 * panel / radius : 1;
  draw(svg, body, {0, 0, 0}, {0.8, 0.8, 0.78}, {middle, fit, panel / 2});

  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < parts.size(); ++i)
    order.emplace_back(dot(host::middle_of(parts[i].vertices), towards), i);
  std::sort(order.begin(), order.end());
  for (const auto& [depth, i] : order) {
    const Vec3<double> shift = (host::middle_of(parts[i].vertices) - middle) * (pulled_apart - 1);
    draw(svg, parts[i], shift, colour_of(i), {middle, fit / 1.25, 1.5 * panel});
  }
  return svg + "</svg>\n";
}

}  // namespace abut::io
