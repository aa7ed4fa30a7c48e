// Frames of a search against the Minkowski difference C = A - B of the cores, as one SVG.
//
// All frames are seen from one side: along a direction across the normal of the answer, so that the distance from the
// origin shows in true length, and among those from where the simplices look largest.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "abut/shapes/minkowski_difference.h"
#include "host/cli/commands.h"
#include "host/cli/explain/explain.h"
#include "host/cli/explain/frame.h"
#include "host/io/shape_surface.h"

namespace abut::cli {
namespace {

constexpr double width = frame_width, height = frame_height, caption = 58, least_width = 640;
constexpr std::size_t most_frames = 9;

Vec3<double> centre_of(const ShapeHeader& h) { return {h.centre[0], h.centre[1], h.centre[2]}; }

Vec3<double> farthest(const std::vector<Vec3<double>>& points, Vec3<double> d) {
  return *std::max_element(points.begin(), points.end(),
                           [&](Vec3<double> p, Vec3<double> q) { return dot(p, d) < dot(q, d); });
}

/// Lines of a text that fit into a picture of this width.
std::vector<std::string> wrapped(const std::string& text, double picture_width) {
  const std::size_t most = static_cast<std::size_t>((picture_width - 48) / 7.2);
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > most) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

/// What the picture shows, in sentences.
std::vector<std::string> notes(const Explanation& e, std::size_t frames, std::size_t all, double picture_width) {
  std::string answered = "The input cannot be queried.";
  if (!e.trace.attempts.empty()) {
    const Answerer by = answerer(e.trace.last().by);
    answered = format("Answered by the stage %s: %s.", by.name, by.text);
  }
  if (frames == 0) return wrapped(answered + " There is no search to be seen.", picture_width);
  std::string seen = "C = A - B of the cores, seen across the normal, which points to the right";
  seen += all > frames ? format("; %zu of %zu steps.", frames, all) : std::string(".");
  std::vector<std::string> lines = wrapped(answered, picture_width);
  for (const std::string& text :
       {seen, std::string("Ring: the support point just found. Line from the origin 0: to the nearest point.")}) {
    for (const std::string& line : wrapped(text, picture_width)) lines.push_back(line);
  }
  return lines;
}

/// C in A's box-centre frame: of vertex sets exactly, of larger or curved ones by support points all around.
Polyhedron difference(const ExplainedPair& pair) {
  const PartsView parts = pair.parts.view();
  std::vector<Vec3<double>> points[2];
  Pose pose[2];
  Vec3<double> centre[2];
  for (std::uint32_t i = 0; i < 2; ++i) {
    centre[i] = centre_of(pair.shapes->header(parts.shape[i]));
    points[i] = io::surface_of(*pair.shapes, parts.shape[i]).points;
    for (Vec3<double>& p : points[i]) p = p - centre[i];
    pose[i].position = {parts.px[i], parts.py[i], parts.pz[i]};
    for (int k = 0; k < 9; ++k) pose[i].rotation.m[k] = parts.r[k][i];
  }
  const RelativePose<double> relative = relative_pose(pose[0], pose[1], centre[0], centre[1]);
  if (points[0].size() * points[1].size() <= 20000) {
    const MinkowskiDifference c = minkowski_difference(points[0], points[1], relative);
    return {c.vertices, c.faces};
  }
  constexpr int directions = 1500;
  std::vector<Vec3<double>> all;
  for (int k = 0; k < directions; ++k) {
    const double z = 1 - (2 * k + 1.0) / directions, r = std::sqrt(1 - z * z);
    const double angle = std::numbers::pi * (3 - std::sqrt(5.0)) * k;
    const Vec3<double> d{r * std::cos(angle), r * std::sin(angle), z};
    all.push_back(farthest(points[0], d) -
                  transform(relative, farthest(points[1], rotate_back(relative.rotation, -d))));
  }
  ShapeSet hulls;
  hulls.add_hull(all);
  const auto vertices = hulls.vertices(0);
  return {{vertices.begin(), vertices.end()}, hulls.faces(0)};
}

/// The normal in A's frame.
Vec3<double> normal_in_a(const ExplainedPair& pair, const Explanation& e) {
  const PartsView parts = pair.parts.view();
  Mat3<double> r;
  for (int k = 0; k < 9; ++k) r.m[k] = parts.r[k][0];
  const Vec3<double> n = rotate_back(r, e.contact.normal);
  const double l = length(n);
  return l > 0 ? n * (1 / l) : Vec3<double>{1, 0, 0};
}

View best_view(Vec3<double> normal, const std::vector<Frame>& frames) {
  const Vec3<double> axis = std::abs(normal.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> u = unit_vector(cross(normal, axis)), w = cross(normal, u);
  View best{normal, u};
  double most = -1;
  for (int k = 0; k < 36; ++k) {
    const double angle = std::numbers::pi * k / 36;
    const View view{normal, u * std::cos(angle) + w * std::sin(angle)};
    double area = 0;
    for (const Frame& f : frames) {
      std::vector<Point> flat;
      for (const Vec3<double>& p : shown_points(f)) flat.push_back(view(p));
      const std::vector<Point> hull = outline(flat);
      double twice = 0;
      for (std::size_t i = 0; i < hull.size(); ++i) {
        const Point p = hull[i], q = hull[(i + 1) % hull.size()];
        twice += p.x * q.y - p.y * q.x;
      }
      area += std::abs(twice);
    }
    if (area <= most * 1.000001) continue;
    most = area;
    best = view;
  }
  return best;
}

/// Of all steps with something to see at most `most_frames`, the first and the last among them.
std::vector<Frame> choose_frames(const Explanation& e, std::size_t& all) {
  std::vector<Frame> every;
  for (const TraceAttempt& attempt : e.trace.attempts) {
    for (const TraceStage& stage : attempt.stages) {
      for (std::size_t k = 0; k < stage.gjk_steps.size(); ++k) {
        if (!stage.gjk_steps[k].simplex.empty()) every.push_back({&attempt, &stage, k});
      }
      for (std::size_t k = 0; k < stage.epa_steps.size(); ++k) every.push_back({&attempt, &stage, k});
    }
  }
  all = every.size();
  if (all <= most_frames) return every;
  // The last step of a run says how it ended; the others evenly.
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i + 1 < all && numbers.size() < most_frames / 3; ++i) {
    if (every[i].stage != every[i + 1].stage) numbers.push_back(i);
  }
  for (std::size_t i = 0, even = most_frames - numbers.size(); i < even; ++i)
    numbers.push_back(i * (all - 1) / (even - 1));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<Frame> chosen;
  for (const std::size_t i : numbers) chosen.push_back(every[i]);
  return chosen;
}

std::string caption_of(const Frame& f, std::size_t stages, std::size_t number, bool zoomed) {
  static const char* const names[] = {"GJK", "EPA in a small polytope", "EPA", ""};
  const TraceStage& stage = *f.stage;
  const std::size_t steps = std::max(stage.gjk_steps.size(), stage.epa_steps.size());
  std::string first = format("%s, step %zu of %zu", names[stage.kind], f.step + 1, steps);
  if (stages > 1) first = format("%zu. ", number) + first;
  if (zoomed) first += ", enlarged";
  std::string second;
  if (stage.kind == TraceStage::gjk) {
    const GjkTraceStep& step = stage.gjk_steps[f.step];
    second = format("v.w/|v| = %.4g, |v| = %.4g", step.lower, step.upper);
  } else {
    const EpaTraceStep& step = stage.epa_steps[f.step];
    second = step.upper < 1e100 ? format("%.4g <= depth <= %.4g", step.lower, step.upper)
                                : format("%.4g <= depth", step.lower);
  }
  return format("<text x='0' y='-30' class='title'>%s</text><text x='0' y='-11' class='bounds'>%s</text>\n",
                xml(first).c_str(), xml(second).c_str());
}

const char* const style = R"(<style>
  svg { background: #fbfaf7; font: 13px system-ui, sans-serif; }
  text { fill: #2c2a26; } .title { font-weight: 600; } .bounds, .note { fill: #6b665d; } .zero { font-style: italic; }
  .name { font-size: 12px; paint-order: stroke; stroke: #fbfaf7; stroke-width: 3px; }
  .frame { fill: none; stroke: #d9d4c9; } .body { fill: #e9e5db; stroke: #a49d8e; }
  .edge { stroke: #c9c2b3; stroke-width: .8; } .simplex { fill: #d8693b; fill-opacity: .28; }
  .face { fill: #2f7f8f; fill-opacity: .07; } .side { stroke: #b5502a; stroke-width: 1.6; }
  .back { stroke: #b5502a; stroke-width: .7; stroke-dasharray: 3 3; stroke-opacity: .6; }
  .v { stroke: #1f6f80; stroke-width: 2; } .nearest { fill: #1f6f80; } .vertex { fill: #b5502a; }
  .found { fill: none; stroke: #b5502a; stroke-width: 1.4; } .origin { stroke: #2c2a26; stroke-width: 1.8; fill: none; }
  .leader { stroke: #6b665d; stroke-width: .8; }
  @media (prefers-color-scheme: dark) {
    svg { background: #17191c; } text { fill: #e6e2da; } .bounds, .note { fill: #a09a8e; } .name { stroke: #17191c; }
    .frame { stroke: #34383e; } .body { fill: #24282d; stroke: #565c64; } .edge { stroke: #3b4047; }
    .simplex, .vertex { fill: #f08a5b; } .side, .back, .found { stroke: #f08a5b; } .v { stroke: #6cc3d5; }
    .nearest { fill: #6cc3d5; } .face { fill: #6cc3d5; } .origin { stroke: #e6e2da; }
    .leader { stroke: #a09a8e; }
  }
</style>
)";

}  // namespace

std::string explanation_svg(const ExplainedPair& pair, const Explanation& e) {
  std::size_t all = 0;
  const std::vector<Frame> frames = choose_frames(e, all);
  const std::size_t columns = std::clamp<std::size_t>(frames.size(), 1, 3),
                    rows = (frames.size() + columns - 1) / columns;
  const double total_width = std::max(static_cast<double>(columns) * (width + 24) + 24, least_width);
  const std::vector<std::string> lines = notes(e, frames.size(), all, total_width);
  const double top = 56 + 20 * static_cast<double>(lines.size());
  const double total_height = top + static_cast<double>(rows) * (height + caption + 12);
  std::string text = format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f' role='img' "
      "lang='en'>\n",
      total_width, total_height, total_width, total_height);
  text += "<title>" + xml("Search of " + pair.heading) + "</title>\n" + style;
  text += "<text x='24' y='32' class='title'>" + xml(pair.heading) + "</text>\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += format("<text x='24' y='%.0f' class='note'>%s</text>\n", 54 + 20 * static_cast<double>(i),
                   xml(lines[i]).c_str());
  }
  if (!frames.empty()) {
    const Polyhedron c = difference(pair);
    const View view = best_view(normal_in_a(pair, e), frames);
    std::size_t number = 0;
    const TraceStage* last = nullptr;
    std::size_t runs = 0;
    for (const TraceAttempt& attempt : e.trace.attempts) {
      for (const TraceStage& stage : attempt.stages) runs += stage.kind != TraceStage::remark ? 1 : 0;
    }
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (frames[i].stage != last) ++number;
      last = frames[i].stage;
      const DrawnFrame drawing = draw_frame(view, c, frames[i]);
      const double x = 24 + static_cast<double>(i % columns) * (width + 24);
      const double y = top + caption - 8 + static_cast<double>(i / columns) * (height + caption + 12);
      text +=
          format("<g transform='translate(%.0f %.0f)'>", x, y) + caption_of(frames[i], runs, number, drawing.zoomed);
      text += format("<svg width='%.0f' height='%.0f' style='background:none' viewBox='0 0 %.0f %.0f'>\n", width,
                     height, width, height);
      text += drawing.text + format("<rect x='.5' y='.5' width='%.0f' height='%.0f' class='frame'/></svg></g>\n",
                                    width - 1, height - 1);
    }
  }
  return text + "</svg>\n";
}

}  // namespace abut::cli
