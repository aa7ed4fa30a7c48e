// The stages of a query in groups, by what is known of the cores when they are asked, drawn from the table itself.
#include "abut/narrow/stages.h"
#include "docs/figures/svg.h"

namespace {

constexpr double width = 3.2, line = 0.5;

const char* title_of(abut::Cores cores) {
  switch (cores) {
    case abut::Cores::unknown: return "asked first";
    case abut::Cores::beyond: return "beyond the cut-off";
    case abut::Cores::unproved: return "nothing proved";
    case abut::Cores::apart: return "proved apart";
    case abut::Cores::overlapping: return "overlap";
  }
  return "";
}

struct Group {
  double left, top, height;
};

/// Draws the group of rows that begins with `k`.
Group draw(figure::Svg& svg, int k, double left, double top) {
  using abut::QueryOrder;
  int end = k;
  while (end < QueryOrder::count && QueryOrder::row[end].cores == QueryOrder::row[k].cores) ++end;
  const double height = line * (end - k) + 0.7;
  const double right = left + width, bottom = top - height;
  svg.polygon({{left, top}, {right, top}, {right, bottom}, {left, bottom}}, figure::of_c);
  svg.text({left, top - 0.45}, title_of(QueryOrder::row[k].cores), 8, 0);
  for (int i = k; i < end; ++i) {
    const double high = top - 0.6 - line * (i - k), low = high - 0.42;
    svg.polygon({{left + 0.15, high}, {right - 0.15, high}, {right - 0.15, low}, {left + 0.15, low}},
                QueryOrder::row[i].together ? figure::growing : figure::of_a);
    svg.text({left + 0.15, low + 0.1}, std::to_string(i + 1) + " " + QueryOrder::row[i].name, 8, 0);
  }
  return {left, top, height};
}

void arrow(figure::Svg& svg, figure::Point from, figure::Point to) {
  svg.line(from, to, "stroke:#222222;stroke-width:1.5");
  svg.dot(to, "#222222", 3);
}

}  // namespace

int main() {
  using abut::Stage;
  figure::Svg svg(1, 1, 720, 420);
  svg.panel({-0.2, -6.6}, {11.6, 0.3},
            "Stages of a query; green: for the lanes of a pack and the threads of a device together");
  const Group first = draw(svg, abut::row_of(Stage::closed_form), 0, 0);
  const Group beyond = draw(svg, abut::row_of(Stage::beyond_cutoff), 4, 0);
  const Group unproved = draw(svg, abut::row_of(Stage::separation), 4, -1.9);
  const Group apart = draw(svg, abut::row_of(Stage::refined_separation), 4, -3.8);
  const Group overlap = draw(svg, abut::row_of(Stage::box_widths), 8, -0.4);
  arrow(svg, {first.left + width, -0.6}, {beyond.left, -0.6});
  arrow(svg, {first.left + width, -1.6}, {unproved.left, -2.4});
  arrow(svg, {unproved.left + 0.5 * width, unproved.top - unproved.height}, {apart.left + 0.5 * width, apart.top});
  arrow(svg, {unproved.left + width, -2.4}, {overlap.left, -2.4});
  return svg.print();
}
