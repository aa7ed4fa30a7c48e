// A block slides over the edge of a table, then turns on it from one edge to the other: the record's own point, the
// centroid of the patch and the normal, step by step, as contact_patches.csv and a plot, contact_patches.svg.
//
//   contact_patches [FOLDER [FINER]]      FINER: that many steps in place of each
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "abut/abut.h"

namespace {

struct Step {
  double at;               // how far it has slid, or turned in degrees
  double point, centroid;  // x
  double normal_x;
  double area;
  std::uint64_t corners, key;
};

const abut::Vec3<double> block{0.5, 0.4, 0.3};
constexpr double table_top = 0.25, depth = 1e-3;

/// The contact of the block at `pose` with the table.
Step contact_at(double at, const abut::Pose& pose) {
  abut::ShapeSet shapes;
  abut::BodySet bodies;
  bodies.add(abut::Pose{}, shapes.add_box({1, 1, table_top}));
  bodies.add(pose, shapes.add_box(block));
  const std::vector<abut::Pair> pairs{{0, 1}};
  const auto view = shapes.view<double>();
  abut::Contacts<double> contacts(1);
  abut::query_pairs<double>(abut::Cpu{1}, view, bodies.parts(), pairs, {}, contacts.view());
  const auto patches =
      abut::find_patches<double>(abut::Cpu{1}, view, bodies.parts(), {pairs, contacts.view()}, {}, false);
  const auto c = contacts[0];
  return {at, c.point.x, patches.centre_x[0], c.normal.x, patches.area[0], patches.offsets[1], c.key};
}

std::vector<Step> slide(int finer) {
  std::vector<Step> steps;
  for (int k = 0; k <= 600 * finer; ++k) {
    const double x = 0.0025 * k / finer;
    steps.push_back(contact_at(x, {.position = {x, 0.1, table_top + block.z - depth}}));
  }
  return steps;
}

std::vector<Step> turn(int finer) {
  std::vector<Step> steps;
  for (int k = -300 * finer; k <= 300 * finer; ++k) {
    const double degrees = 0.01 * k / finer, angle = degrees * 3.14159265358979 / 180;
    const double lowest = block.z * std::cos(angle) + block.x * std::abs(std::sin(angle));
    steps.push_back(contact_at(
        degrees, {.position = {0.2, 0.1, table_top + lowest - depth},
                  .rotation = abut::rotation_from_quaternion(std::cos(angle / 2), 0, std::sin(angle / 2), 0)}));
  }
  return steps;
}

/// The largest change from one step to the next.
double largest_jump(const std::vector<Step>& steps, double Step::*what) {
  double jump = 0;
  for (std::size_t k = 1; k < steps.size(); ++k) jump = std::max(jump, std::abs(steps[k].*what - steps[k - 1].*what));
  return jump;
}

constexpr double width = 820, height = 260, left = 70, right = 30, top = 40, bottom = 45;

/// One panel: both points and the normal over the motion; grey where the key, hence a feature, changes.
void panel(std::ofstream& svg, double y0, const std::string& title, const std::string& axis,
           const std::vector<Step>& steps) {
  const double first = steps.front().at, last = steps.back().at, low = -0.4, high = 1.2;
  const auto x_of = [&](double at) { return left + (at - first) / (last - first) * (width - left - right); };
  const auto y_of = [&](double v) { return y0 + height - bottom - (v - low) / (high - low) * (height - top - bottom); };
  const auto text = [&](double x, double y, const char* anchor, const std::string& what, const char* colour = "#333") {
    svg << "<text x='" << x << "' y='" << y << "' text-anchor='" << anchor << "' fill='" << colour << "'>" << what
        << "</text>\n";
  };
  text(left, y0 + 20, "start", title);
  for (std::size_t k = 1; k < steps.size(); ++k) {
    if (steps[k].key == steps[k - 1].key) continue;
    const double x = x_of((steps[k].at + steps[k - 1].at) / 2);
    svg << "<line x1='" << x << "' x2='" << x << "' y1='" << y_of(low) << "' y2='" << y_of(high)
        << "' stroke='#bbb' stroke-width='2'/>\n";
  }
  for (int k = -2; k <= 6; k += 2) {
    const double v = 0.2 * k, y = y_of(v);
    svg << "<line x1='" << left << "' x2='" << width - right << "' y1='" << y << "' y2='" << y << "' stroke='#eee'/>\n";
    char label[16];
    std::snprintf(label, sizeof label, "%.1f", v);
    text(left - 8, y + 4, "end", label);
  }
  for (int k = 0; k <= 4; ++k) {
    char label[16];
    const double at = first + (last - first) * k / 4;
    std::snprintf(label, sizeof label, "%.4g", at);
    text(x_of(at), y_of(low) + 18, "middle", label);
  }
  text((left + width - right) / 2, y0 + height - 8, "middle", axis);
  const auto curve = [&](double Step::*what, const char* colour, const char* dash) {
    svg << "<polyline fill='none' stroke='" << colour << "' stroke-width='2' stroke-dasharray='" << dash
        << "' points='";
    for (const Step& s : steps) svg << x_of(s.at) << "," << y_of(s.*what) << " ";
    svg << "'/>\n";
  };
  curve(&Step::point, "#d1495b", "5 3");
  curve(&Step::centroid, "#00798c", "none");
  curve(&Step::normal_x, "#888888", "2 3");
  text(width - right, y0 + 20, "end", "x of the record's point", "#d1495b");
  text(width - right - 190, y0 + 20, "end", "x of the patch's centroid", "#00798c");
  text(width - right - 390, y0 + 20, "end", "x of the normal", "#888888");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? std::string(argv[1]) + "/" : "";
  const int finer = argc > 2 ? std::atoi(argv[2]) : 1;
  if (finer < 1 || finer > 1000) {
    std::fprintf(stderr, "contact_patches: %s steps in place of each: has to be 1 to 1000\n", argv[2]);
    return 2;
  }
  const std::vector<Step> slid = slide(finer), turned = turn(finer);
  std::ofstream csv(folder + "contact_patches.csv"), svg(folder + "contact_patches.svg");
  if (!csv || !svg) {
    std::fprintf(stderr, "contact_patches: cannot write to %s\n", argc > 1 ? argv[1] : ".");
    return 1;
  }
  csv.precision(12);
  csv << "motion,at,point_x,centroid_x,normal_x,area,corners,key\n";
  for (const auto& [name, steps] : {std::pair{"slide", &slid}, {"turn", &turned}}) {
    for (const Step& s : *steps) {
      csv << name << ',' << s.at << ',' << s.point << ',' << s.centroid << ',' << s.normal_x << ',' << s.area << ','
          << s.corners << ',' << std::hex << s.key << std::dec << '\n';
    }
  }
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << 2 * height
      << "' font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n";
  panel(svg, 0, "A block slides over the edge of a table", "slid by", slid);
  panel(svg, height, "A block turns on a table", "turned by (degrees)", turned);
  svg << "</svg>\n";
  std::printf("largest change from one step to the next\n");
  std::printf("%-8s %16s %16s %16s\n", "", "record's point", "centroid", "normal");
  for (const auto& [name, steps] : {std::pair{"slide", &slid}, {"turn", &turned}}) {
    std::printf("%-8s %16.3g %16.3g %16.3g\n", name, largest_jump(*steps, &Step::point),
                largest_jump(*steps, &Step::centroid), largest_jump(*steps, &Step::normal_x));
  }
  std::printf("written: %scontact_patches.csv, %scontact_patches.svg\n", folder.c_str(), folder.c_str());
}
