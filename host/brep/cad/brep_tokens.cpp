#include "host/brep/cad/brep_tokens.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "host/brep/cad/shown.h"

namespace abut::cad {
namespace {

// Curves of curves, and surfaces of surfaces, are no deeper in files that a program wrote.
constexpr int deepest = 64;
constexpr int largest_degree = 25;  // OpenCASCADE's

[[noreturn]] void fail(const std::string& what) { throw BrepFault(what); }

int kind(BrepTokens& in, int most, int depth, const char* what) {
  if (depth > deepest) fail(std::string("it is made of more than 64 ") + what + "s, one of another");
  return static_cast<int>(in.whole(1, most, what));
}

/// What a spline announces along one parameter. Data only.
struct SplineNumbers {
  bool is_periodic = false;
  long degree = 0, poles = 0, knots = 0;
};

/// Knots and how often each counts: OpenCASCADE makes no spline where these do not fit, and goes on without it.
void check_knots(BrepTokens& in, const SplineNumbers& s) {
  double last = -HUGE_VAL;
  long sum = 0, first = 0;
  for (long i = 0; i < s.knots; ++i) {
    const double knot = in.number();
    if (!(knot > last)) fail("knots do not ascend");
    last = knot;
    const bool is_end = i == 0 || i + 1 == s.knots;
    const long times = in.whole(1, s.degree + (is_end && !s.is_periodic ? 1 : 0), "multiplicity");
    if (i == 0) first = times;
    if (s.is_periodic && i + 1 == s.knots) {
      if (times != first) fail("a periodic spline ends with another multiplicity than it begins");
    } else {
      sum += times;
    }
  }
  if (sum != (s.is_periodic ? s.poles : s.poles + s.degree + 1)) fail("multiplicities do not fit the number of poles");
}

void check_poles(BrepTokens& in, long count, int size, bool rational) {
  for (long i = 0; i < count; ++i) {
    in.numbers(size);
    if (rational && !(in.number() > 0)) fail("a weight is not above 0");
  }
}

void check_bezier_curve(BrepTokens& in, int size) {
  const bool rational = in.flag();
  const long degree = in.whole(1, largest_degree, "degree");
  check_poles(in, degree + 1, size, rational);
}

void check_spline_curve(BrepTokens& in, int size) {
  const bool rational = in.flag();
  SplineNumbers s;
  s.is_periodic = in.flag();
  s.degree = in.whole(1, largest_degree, "degree");
  s.poles = in.whole(2, 1L << 30, "number of poles"), s.knots = in.whole(2, 1L << 30, "number of knots");
  check_poles(in, s.poles, size, rational);
  check_knots(in, s);
}

void check_bezier_surface(BrepTokens& in) {
  const bool u = in.flag(), v = in.flag();
  const long degree_u = in.whole(1, largest_degree, "degree"), degree_v = in.whole(1, largest_degree, "degree");
  check_poles(in, (degree_u + 1) * (degree_v + 1), 3, u || v);
}

void check_spline_surface(BrepTokens& in) {
  const bool rational_u = in.flag(), rational_v = in.flag();
  SplineNumbers u, v;
  u.is_periodic = in.flag(), v.is_periodic = in.flag();
  for (SplineNumbers* s : {&u, &v}) s->degree = in.whole(1, largest_degree, "degree");
  constexpr long most = 1L << 20;
  for (SplineNumbers* s : {&u, &v}) s->poles = in.whole(2, most, "number of poles");
  for (SplineNumbers* s : {&u, &v}) s->knots = in.whole(2, most, "number of knots");
  check_poles(in, u.poles * v.poles, 3, rational_u || rational_v);
  check_knots(in, u);
  check_knots(in, v);
}

}  // namespace

std::string BrepTokens::word() {
  std::string out = coming();
  next_.clear();
  return out;
}

const std::string& BrepTokens::coming() {
  if (next_.empty() && !(text_ >> next_)) fail("the file ends");
  return next_;
}

double BrepTokens::number() {
  const std::string text = word();
  char* end = nullptr;
  const double out = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !std::isfinite(out)) fail("'" + shown(text) + "' is no number");
  return out;
}

void BrepTokens::numbers(long count) {
  for (long i = 0; i < count; ++i) number();
}

void BrepTokens::direction(int size) {
  double square = 0;
  for (int i = 0; i < size; ++i) {
    const double x = number();
    square += x * x;
  }
  if (!(square > 1e-30) || !std::isfinite(square)) fail("a direction has no length");
}

void BrepTokens::axes_of_space() {
  std::array<double, 6> a{};
  for (double& x : a) x = number();
  const double across[3] = {a[1] * a[5] - a[2] * a[4], a[2] * a[3] - a[0] * a[5], a[0] * a[4] - a[1] * a[3]};
  const double square = across[0] * across[0] + across[1] * across[1] + across[2] * across[2];
  if (!(square > 1e-20) || !std::isfinite(square)) fail("axes have one direction");
  direction(3);
}

long BrepTokens::whole(long least, long most, const char* what) {
  const std::string text = word();
  long out = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || out < least || out > most) {
    fail("there is no " + std::string(what) + " " + shown(text));
  }
  return out;
}

bool BrepTokens::flag() { return whole(0, 1, "flag") == 1; }

void check_curve_of_parameters(BrepTokens& in, int depth) {
  switch (kind(in, 9, depth, "curve")) {
    case 1: in.numbers(2), in.direction(2); break;
    case 2: in.numbers(2), in.direction(2), in.direction(2), in.numbers(1); break;
    case 3: in.numbers(2), in.direction(2), in.direction(2), in.numbers(2); break;
    case 4: in.numbers(2), in.direction(2), in.direction(2), in.numbers(1); break;
    case 5: in.numbers(2), in.direction(2), in.direction(2), in.numbers(2); break;
    case 6: check_bezier_curve(in, 2); break;
    case 7: check_spline_curve(in, 2); break;
    case 8: in.numbers(2), check_curve_of_parameters(in, depth + 1); break;
    default: in.numbers(1), check_curve_of_parameters(in, depth + 1); break;
  }
}

void check_curve(BrepTokens& in, int depth) {
  switch (kind(in, 9, depth, "curve")) {
    case 1: in.numbers(3), in.direction(3); break;
    case 2: in.numbers(3), in.axes_of_space(), in.numbers(1); break;
    case 3: in.numbers(3), in.axes_of_space(), in.numbers(2); break;
    case 4: in.numbers(3), in.axes_of_space(), in.numbers(1); break;
    case 5: in.numbers(3), in.axes_of_space(), in.numbers(2); break;
    case 6: check_bezier_curve(in, 3); break;
    case 7: check_spline_curve(in, 3); break;
    case 8: in.numbers(2), check_curve(in, depth + 1); break;
    default: in.numbers(1), in.direction(3), check_curve(in, depth + 1); break;
  }
}

void check_surface(BrepTokens& in, int depth) {
  switch (kind(in, 11, depth, "surface")) {
    case 1: in.numbers(3), in.axes_of_space(); break;
    case 2: in.numbers(3), in.axes_of_space(), in.numbers(1); break;
    case 3: in.numbers(3), in.axes_of_space(), in.numbers(2); break;
    case 4: in.numbers(3), in.axes_of_space(), in.numbers(1); break;
    case 5: in.numbers(3), in.axes_of_space(), in.numbers(2); break;
    case 6: in.direction(3), check_curve(in, depth + 1); break;
    case 7: in.numbers(3), in.direction(3), check_curve(in, depth + 1); break;
    case 8: check_bezier_surface(in); break;
    case 9: check_spline_surface(in); break;
    case 10: in.numbers(4), check_surface(in, depth + 1); break;
    default: in.numbers(1), check_surface(in, depth + 1); break;
  }
}

}  // namespace abut::cad
