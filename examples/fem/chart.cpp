#include "examples/fem/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include "examples/dem/output.h"

namespace fem {

namespace {

constexpr double width = 400, height = 320, left = 66, right = 14, top = 34, bottom = 46;
constexpr std::array colours{"#1f5fa8", "#c0481c", "#2e7d4f", "#7a3f9d", "#8a6d00"};

/// An axis from `low` to `high`, told by marks at round numbers. Data only.
struct Axis {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool logarithmic = false;

  double scaled(double value) const { return logarithmic ? std::log10(value) : value; }
  bool shows(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }
  void hold(double value) {
    if (shows(value)) low = std::min(low, scaled(value)), high = std::max(high, scaled(value));
  }
  double part(double value) const { return (scaled(value) - low) / (high - low); }
};

/// A step of 1, 2 or 5 times a power of ten, for about five marks.
double mark_step(const Axis& axis) {
  if (axis.logarithmic) return std::max(1.0, std::ceil((axis.high - axis.low) / 5));
  const double rough = (axis.high - axis.low) / 5, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double k : {1.0, 2.0, 5.0}) {
    if (k * power >= rough) return k * power;
  }
  return 10 * power;
}

/// A little wider than what it holds, by `above` times more at its end, and never empty.
void settle(Axis& axis, double above) {
  if (!(axis.low <= axis.high)) axis.low = 0, axis.high = 1;
  if (axis.low == axis.high) axis.low -= 0.5, axis.high += 0.5;
  const double room = 0.04 * (axis.high - axis.low);
  axis.low -= room, axis.high += room + above * (axis.high - axis.low);
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

/// One panel. It lies at `x` of the picture.
class Panel {
 public:
  Panel(const Chart& chart, double x) : chart_(chart), x_(x) {
    across_.logarithmic = chart.logarithmic_x, up_.logarithmic = chart.logarithmic_y;
    for (const Line& line : chart.lines) {
      for (const auto& [a, b] : line.points) {
        if (across_.shows(a) && up_.shows(b)) across_.hold(a), up_.hold(b);
      }
    }
    const auto named =
        std::count_if(chart.lines.begin(), chart.lines.end(), [](const Line& l) { return !l.name.empty(); });
    settle(across_, 0), settle(up_, 0.075 * static_cast<double>(named));  // names stand over the lines
    out_.precision(6);
  }

  std::string text() {
    out_ << "<rect class=\"frame\" x=\"" << x_ + left << "\" y=\"" << top << "\" width=\"" << width - left - right
         << "\" height=\"" << height - top - bottom << "\"/>\n<text x=\"" << x_ + left << "\" y=\"20\">"
         << escaped(chart_.title) << "</text>\n<text class=\"small\" text-anchor=\"middle\" x=\""
         << x_ + 0.5 * (left + width - right) << "\" y=\"" << height - 8 << "\">" << escaped(chart_.x)
         << "</text>\n<text class=\"small\" text-anchor=\"middle\" transform=\"translate(" << x_ + 14 << ' '
         << 0.5 * (top + height - bottom) << ") rotate(-90)\">" << escaped(chart_.y) << "</text>\n";
    marks();
    for (std::size_t k = 0; k < chart_.lines.size(); ++k) line(k);
    return out_.str();
  }

 private:
  double px(double a) const { return x_ + left + across_.part(a) * (width - left - right); }
  double py(double b) const { return height - bottom - up_.part(b) * (height - top - bottom); }

  void marks() {
    for (const bool vertical : {false, true}) {
      const Axis& axis = vertical ? up_ : across_;
      const double step = mark_step(axis);
      for (double k = std::ceil(axis.low / step); k * step <= axis.high; ++k) {
        const double value = axis.logarithmic ? std::pow(10, k * step) : k == 0 ? 0 : k * step;
        std::ostringstream label;
        label.precision(4);
        label << value;
        const double x = vertical ? x_ + left : px(value), y = vertical ? py(value) : height - bottom;
        out_ << "<path class=\"mark\" d=\"M" << x << ' ' << y << (vertical ? "h-5" : "v5")
             << "\"/><text class=\"small\" text-anchor=\"" << (vertical ? "end" : "middle") << "\" x=\""
             << x - (vertical ? 8 : 0) << "\" y=\"" << y + (vertical ? 4 : 18) << "\">" << label.str() << "</text>\n";
      }
    }
  }

  void line(std::size_t number) {
    const Line& l = chart_.lines[number];
    const char* colour = colours[number % colours.size()];
    std::ostringstream path;
    path.precision(6);
    for (const auto& [a, b] : l.points) {
      if (!across_.shows(a) || !up_.shows(b)) continue;
      if (l.dots) {
        out_ << "<circle cx=\"" << px(a) << "\" cy=\"" << py(b) << "\" r=\"3\" fill=\"" << colour << "\"/>\n";
      } else {
        path << (path.tellp() == 0 ? 'M' : 'L') << px(a) << ' ' << py(b);
      }
    }
    const char* dash = l.dashed ? " stroke-dasharray=\"6 4\"" : "";
    if (!l.dots) {
      out_ << "<path fill=\"none\" stroke-width=\"1.6\" stroke=\"" << colour << "\"" << dash << " d=\"" << path.str()
           << "\"/>\n";
    }
    if (l.name.empty()) return;
    const double y = top + 16 + 15 * static_cast<double>(number), x = x_ + left + 10;
    out_ << "<path stroke-width=\"2\" stroke=\"" << colour << "\"" << dash << " d=\"M" << x << ' ' << y - 4
         << "h22\"/><text class=\"small\" x=\"" << x + 28 << "\" y=\"" << y << "\">" << escaped(l.name) << "</text>\n";
  }

  const Chart& chart_;
  double x_;
  Axis across_, up_;
  std::ostringstream out_;
};

}  // namespace

void write_charts(const std::string& path, const std::vector<Chart>& charts) {
  std::ostringstream out;
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width * static_cast<double>(charts.size()) << ' '
      << height << "\" font-family=\"sans-serif\" font-size=\"14\">\n<style>.small{font-size:11px;fill:#333}"
      << ".frame{fill:#fff;stroke:#888}.mark{stroke:#888}text{fill:#222}</style>\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  for (std::size_t k = 0; k < charts.size(); ++k) out << Panel(charts[k], width * static_cast<double>(k)).text();
  out << "</svg>\n";
  dem::write_whole(path, out.str());
}

void write_csv(const std::string& path, const std::string& header, const std::vector<std::vector<double>>& rows) {
  std::string out = header + "\n";
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      char text[40];
      std::snprintf(text, sizeof text, "%s%.17g", k == 0 ? "" : ",", row[k]);
      out += text;
    }
    out += "\n";
  }
  dem::write_whole(path, out);
}

}  // namespace fem
