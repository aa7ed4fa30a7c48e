#include "examples/insertion/picture.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "examples/dem/output.h"

namespace insertion {

namespace {

using time_stepping::Vector;

constexpr double width = 260, height = 400, lens = 62;  // of a panel, and the radius of what is enlarged
constexpr double zoom = 40;

/// A point of the section, in mm, z down.
struct Flat {
  double x, y;
};
Flat flat(const Vector& v) { return {1e3 * v.x, -1e3 * v.z}; }

/// Both sides of what is turned from an outline.
std::string section(const Outline& outline, const Axis& axis) {
  const double lean = std::hypot(axis.up.x, axis.up.z);
  const Vector along{axis.up.x / lean, 0, axis.up.z / lean}, across{along.z, 0, -along.x};
  const std::vector<Point> points = flattened(outline, 1e-6);
  std::ostringstream out;
  out.precision(7);
  const auto add = [&](const Point& p, double side) {
    const Flat f = flat(axis.tip + across * (side * p.x) + along * p.y);
    out << (out.tellp() == 0 ? "M" : "L") << f.x << ' ' << f.y;
  };
  for (const Point& p : points) add(p, 1);
  for (auto p = points.rbegin(); p != points.rend(); ++p) add(*p, -1);
  out << 'Z';
  return out.str();
}

std::string path(const char* kind, const std::string& d) {
  return std::string("<path class=\"") + kind + "\" d=\"" + d + "\"/>\n";
}

/// Lines of the same width on paper, whatever the scale.
std::string scaled(double by) {
  std::ostringstream out;
  out << "scale(" << by << ")\" stroke-width=\"" << 1 / by << '"';
  return out.str();
}

/// What is about a place, in a round window at the right.
std::string enlarged(std::size_t number, const std::string& shapes, double scale, const Flat& at, double y) {
  std::ostringstream out;
  out.precision(9);
  const double x = width / 2 - lens - 4;
  std::ostringstream round;
  round << "cx=\"" << x << "\" cy=\"" << y << "\" r=\"" << lens << "\"/>";
  out << "<clipPath id=\"lens" << number << "\"><circle " << round.str() << "</clipPath>\n<g clip-path=\"url(#lens"
      << number << ")\"><circle class=\"lens\" " << round.str() << "\n<g transform=\"translate(" << x << ' ' << y
      << ") " << scaled(scale) << ">\n<g transform=\"translate(" << -at.x << ' ' << -at.y << ")\">\n"
      << shapes << "</g></g></g>\n<circle class=\"ring\" " << round.str() << "\n";
  return out.str();
}

}  // namespace

void Picture::see(Phase phase, const time_stepping::TimeStepper& stepper) {
  Frame& f = frames_[static_cast<std::size_t>(phase)];
  const bool touches = std::any_of(stepper.impulses().begin(), stepper.impulses().end(),
                                   [](const Vector& p) { return abut::length(p) > 0; });
  const double depth = -axis_of(task_, stepper.states()[1]).tip.z;
  // While it goes in, half of the way.
  const bool early = phase == Phase::insertion && depth < 0.5 * (task_.entered + task_.depth);
  const bool better = phase == Phase::rest ? touches : !f.seen || (early && touches);
  if (!better) return;
  f = {true, stepper.time(), axis_of(task_, stepper.states()[1]), stepper.found(), stepper.impulses()};
}

std::string Picture::panel(std::size_t phase) const {
  const Frame& f = frames_[phase];
  double wide = 0, deep = 0, high = 0;
  for (const Corner& c : task_.block) wide = std::max(wide, 1e3 * c.r), deep = std::max(deep, -1e3 * c.z);
  for (const Corner& c : task_.part) high = std::max(high, 1e3 * (c.z + task_.above));
  const double scale = std::min((width - 20) / (2 * wide), (height - 40) / (deep + high));
  const double left = width * static_cast<double>(phase), face = height - 10 - scale * deep;
  const std::string shapes =
      path("block", section(task_.block, {{0, 0, 0}, {0, 0, 1}})) + path("part", section(task_.part, f.axis));
  std::ostringstream out;
  out.precision(7);
  out << "<g transform=\"translate(" << left + width / 2 << ' ' << face << ")\">\n<g transform=\"" << scaled(scale)
      << ">\n"
      << shapes << "</g>\n";
  const Vector* seen = nullptr;
  double most = 0;
  for (std::size_t i = 0; i < f.impulses.size(); ++i) {
    const Vector& p = f.found.contacts[i].point;
    const double push = abut::length(f.impulses[i]);
    out << "<circle class=\"" << (push > 0 ? "touch" : "near") << "\" cx=\"" << scale * flat(p).x << "\" cy=\""
        << scale * flat(p).y << "\" r=\"3\"/>\n";
    // The section shows walls at y = 0: what is far from there would be enlarged beside them.
    if (push > most && std::abs(p.y) < 0.2 * std::abs(p.x)) most = push, seen = &p;
  }
  if (seen != nullptr) out << enlarged(phase, shapes, scale * zoom, flat(*seen), 36 + lens - face);
  out << "</g>\n<text x=\"" << left + 10 << "\" y=\"20\">" << name_of(static_cast<Phase>(phase)) << ", "
      << f.found.contacts.size() << (f.found.contacts.size() == 1 ? " contact" : " contacts") << "</text>\n";
  return out.str();
}

void Picture::write(const std::string& path) const {
  std::ostringstream out;
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width * phases << ' ' << height
      << "\" font-family=\"sans-serif\" "
         "font-size=\"13\">\n<style>.block{fill:#c9d3de;stroke:#4a5a6a}.part{fill:#f0c987;stroke:#8a5a14}.touch{fill:#"
         "c02020}"
         ".near{fill:none;stroke:#c02020}.lens{fill:#fff}.ring{fill:none;stroke:#333}text{fill:#222}</style>\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  for (std::size_t k = 0; k < phases; ++k) {
    if (frames_[k].seen) out << panel(k);
  }
  out << "</svg>\n";
  dem::write_whole(path, out.str());
}

}  // namespace insertion
