#include "tests/brep/lmd_judge.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace abut::test {
namespace {

constexpr double pi = M_PI;

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
std::string told(const Vec3<double>& v) { return "{" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "}"; }
std::string told(const char* what, double distance, const Vec3<double>& a, const Vec3<double>& b) {
  return std::string(what) + " at " + number(distance) + " from " + told(a) + " to " + told(b);
}

RelativePose<double> inverse(const RelativePose<double>& p) {
  const auto& m = p.rotation.m;
  const Mat3<double> back{{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}};
  return {back, -rotate(back, p.translation)};
}

class Judge {
 public:
  Judge(const ToldTwice& a, const ToldTwice& b, const RelativePose<double>& pose, SolidLmdTally& tally)
      : a_(a), b_(b), pose_(pose), tally_(tally), scale_(a.solid.size() + b.solid.size()) {}

  BrepLmds run() {
    ++tally_.poses;
    const BrepLmds found = find_brep_lmds(ContactBrep(a_.brep), ContactBrep(b_.brep), pose_);
    if (found.status == BrepLmdStatus::incomplete) ++tally_.incomplete;
    const SolidLmds expected = solid_lmds(a_.solid, b_.solid, pose_);
    tally_.dropped += expected.dropped;
    const double tolerance = 1e-7 * scale_;
    if (expected.least < -tolerance) {
      const bool within = expected.most < -tolerance;
      if (!within && expected.most < tolerance) return ++tally_.undecided, found;
      ++(within ? tally_.within : tally_.crossing);
      if (within && found.status == BrepLmdStatus::crossing) fault("told as crossing, all within");
      if (!within && found.status != BrepLmdStatus::crossing)
        tally_.untold.push_back(about("crossing not told, depth " + number(-expected.least)));
      if (within && !found.minima.empty()) fault("minima of a solid within another's material");
      return found;
    }
    if (expected.least < tolerance) return ++tally_.undecided, found;
    ++tally_.separated;
    if (found.status == BrepLmdStatus::crossing) {
      fault("told as crossing at distance " + number(expected.least));
      return found;
    }
    compare(found, expected.minima, false);
    std::vector<SolidLmd> turned;
    for (const SolidLmd& m : solid_lmds(b_.solid, a_.solid, inverse(pose_)).minima)
      turned.push_back({transform(pose_, m.b), transform(pose_, m.a), m.distance});
    compare(found, turned, true);
    for (const BrepLmd& m : found.minima) look_around(m);
    if (found.minima.empty() || std::abs(found.minima[0].distance - expected.least) > 1e-9 * scale_)
      fault("the least distance is " + number(expected.least) + "; found: " + test::told(found));
    return found;
  }

 private:
  std::string about(const std::string& what) const {
    return a_.name + " - " + b_.name + ": " + what + "; " + test::told(pose_);
  }
  void fault(const std::string& what) { tally_.faults.push_back(about(what)); }

  void compare(const BrepLmds& found, const std::vector<SolidLmd>& expected, bool turned) {
    const bool conformal =
        std::any_of(found.minima.begin(), found.minima.end(), [](const BrepLmd& m) { return m.sampled; });
    const auto agree = [&](const BrepLmd& f, const SolidLmd& e) {
      if (std::abs(f.distance - e.distance) > 1e-9 * scale_) return false;
      return f.sampled || length(f.point_a - e.a) + length(f.point_b - e.b) < 1e-5 * scale_;
    };
    for (const SolidLmd& e : expected) {
      ++tally_.expected;
      const auto at =
          std::find_if(found.minima.begin(), found.minima.end(), [&](const BrepLmd& f) { return agree(f, e); });
      if (at == found.minima.end()) {
        fault(told(turned ? "missed (by B's feet)" : "missed", e.distance, e.a, e.b));
      } else if (!at->sampled) {
        tally_.most_off = std::max(tally_.most_off, (length(at->point_a - e.a) + length(at->point_b - e.b)) / scale_);
        tally_.most_distance = std::max(tally_.most_distance, std::abs(at->distance - e.distance) / scale_);
      }
    }
    for (const BrepLmd& f : found.minima) {
      if (!turned) ++tally_.found, tally_.sampled += f.sampled ? 1 : 0;
      if (conformal) continue;
      if (std::any_of(expected.begin(), expected.end(), [&](const SolidLmd& e) { return agree(f, e); })) continue;
      const double fallen = turned ? descent_from(b_.solid, a_.solid, inverse(pose_), back(f.point_b), back(f.point_a))
                                   : descent_from(a_.solid, b_.solid, pose_, f.point_a, f.point_b);
      if (fallen <= 1e-9 * scale_) {
        ++tally_.beyond_samples;
      } else {
        fault(told(turned ? "invented (by B's feet)" : "invented", f.distance, f.point_a, f.point_b) + ": falls by " +
              number(fallen));
      }
    }
  }

  Vec3<double> back(const Vec3<double>& p) const { return rotate_back(pose_.rotation, p - pose_.translation); }

  /// A minimum has no nearer pair around it: but for the angle of 1e-6 by which a direction may be off, and rounding.
  void look_around(const BrepLmd& m) {
    const Vec3<double> in_b = back(m.point_b);
    const double off_a = std::abs(a_.solid.signed_distance(m.point_a));
    const double off_b = std::abs(b_.solid.signed_distance(in_b));
    if (off_a + off_b > 1e-9 * scale_) fault("points are off the boundaries by " + number(off_a + off_b));
    const Vec3<double> made = m.point_a + m.normal * m.distance;
    if (length(made - m.point_b) > 1e-12 * scale_ || std::abs(length(m.normal) - 1) > 1e-12)
      fault("point_b is not point_a + distance * normal");
    for (const double part : {1e-3, 1e-4, 1e-5}) {
      const double radius = part * scale_;
      const double nearer = nearer_around(a_.solid, b_.solid, pose_, m.point_a, m.point_b, radius, random_);
      if (nearer > 4e-6 * radius + 1e-9 * scale_)
        fault(told("no minimum", m.distance, m.point_a, m.point_b) + ": within " + number(radius) + " nearer by " +
              number(nearer));
    }
  }

  const ToldTwice &a_, &b_;
  RelativePose<double> pose_;
  SolidLmdTally& tally_;
  double scale_;
  Random random_{7};
};

}  // namespace

std::string told(const RelativePose<double>& pose) {
  std::string out = "{{{";
  for (int k = 0; k < 9; ++k) out += (k > 0 ? ", " : "") + number(pose.rotation.m[k]);
  return out + "}}, " + told(pose.translation) + "}";
}

std::string told(const BrepLmds& found) {
  std::string out = std::to_string(found.minima.size()) + " minima, status " +
                    std::to_string(static_cast<int>(found.status)) + ", unsolved " + std::to_string(found.unsolved);
  for (const BrepLmd& m : found.minima) {
    out += "\n  kinds " + std::to_string(static_cast<int>(feature_kind(m.feature_a))) + " " +
           std::to_string(static_cast<int>(feature_kind(m.feature_b))) + (m.sampled ? " sampled " : " ") +
           told("", m.distance, m.point_a, m.point_b);
  }
  return out;
}

BrepLmds judge_lmds(const ToldTwice& a, const ToldTwice& b, const RelativePose<double>& b_in_a, SolidLmdTally& tally) {
  return Judge(a, b, b_in_a, tally).run();
}

ToldTwice told_prism(const std::string& name, const std::vector<Profile>& loops, double low, double high) {
  ToldTwice out{name, {}, ReferenceSolid::prism(loops, low, high)};
  add_prism(out.brep, loops, low, high);
  return out;
}

ToldTwice told_lathe(const std::string& name, const Profile& profile, int sectors) {
  ToldTwice out{name, {}, ReferenceSolid::lathe(profile)};
  add_lathe(out.brep, profile, sectors);
  return out;
}

std::vector<ToldTwice> solids_told_twice(double s, int sectors) {
  const auto rectangle = [](double a, double b) { return polygon({{0, 0}, {a, 0}, {a, b}, {0, b}}); };
  const auto open = [](Profile p) { return p.pop_back(), p; };
  const auto scaled = [s](std::vector<Vec2<double>> corners) {
    for (Vec2<double>& c : corners) c = c * s;
    return polygon(corners);
  };
  const double angle = std::asin(0.6), x = 0.8 * s, y = 0.6 * s;
  std::vector<ToldTwice> out;
  out.push_back(told_prism("box", {rectangle(2 * s, 1.5 * s)}, 0, s));
  out.push_back(told_prism("plate", {rectangle(4 * s, 4 * s)}, 0, 0.2 * s));
  out.push_back(
      told_prism("notched", {scaled({{0, 0}, {2, 0}, {2, 0.8}, {0.9, 1}, {0.9, 1.8}, {0, 1.8}})}, 0, 1.2 * s));
  out.push_back(told_prism("block with hole",
                           {rectangle(4 * s, 3 * s), circle({1.5 * s, 1.25 * s}, 0.5 * s, -2 * pi, 2, 0.3)}, 0, 2 * s));
  out.push_back(told_prism("shaft with flats",
                           {{{{x, -y}, {x, y}, {0, 0}, 2 * angle},
                             {{x, y}, {-x, y}},
                             {{-x, y}, {-x, -y}, {0, 0}, 2 * angle},
                             {{-x, -y}, {x, -y}}}},
                           0, 2 * s));
  out.push_back(told_lathe("cylinder", open(scaled({{0, 0}, {0.5, 0}, {0.5, 2}, {0, 2}})), sectors));
  out.push_back(told_lathe("frustum", open(scaled({{0, 0}, {1, 0}, {0.4, 1.2}, {0, 1.2}})), sectors));
  out.push_back(told_lathe("cone", open(scaled({{0, 0}, {0.8, 0}, {0, 1.5}})), sectors));
  out.push_back(told_lathe("ball", {{{0, -0.7 * s}, {0, 0.7 * s}, {0, 0}, pi}}, sectors));
  out.push_back(told_lathe("ring", {{{1.5 * s, 0}, {1.5 * s, 0}, {1.2 * s, 0}, 2 * pi}}, sectors));
  out.push_back(told_lathe("tube", scaled({{0.6, 0}, {1, 0}, {1, 1.5}, {0.6, 1.5}}), sectors));
  out.push_back(told_lathe("grooved shaft",
                           open(scaled({{0, 0}, {1, 0}, {1, 1}, {0.8, 1}, {0.8, 1.5}, {1, 1.5}, {1, 2.5}, {0, 2.5}})),
                           sectors));
  return out;
}

}  // namespace abut::test
