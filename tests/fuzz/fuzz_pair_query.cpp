// Any two shapes in any pose: what a record promises, in both precisions, with the shapes in either order.
//
// Some promises need no second opinion; the others are held against the reference where it certifies and the pose is a
// rotation. A broken one prints the case, as a case file for `abut verify` where its numbers are finite, and aborts.
// With ABUT_FUZZ_PRINT in the environment every case is printed: for inputs that take too long.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/torture/case_check.h"
#include "host/torture/checker.h"
#include "tests/fuzz/pair_bytes.h"

namespace abut::fuzz {
namespace {

// Looser than what the torture test asks for: its pairs are wicked, but no needle is 1e9 times longer than thick.
template <class T>
constexpr double tolerance = sizeof(T) == 4 ? 2e-6 : 1e-13;
template <class T>
constexpr double unit_tolerance = sizeof(T) == 4 ? 1e-6 : 1e-14;

constexpr double infinite = std::numeric_limits<double>::infinity();

[[noreturn]] void fail(const FuzzPair& input, const char* precision, const char* what, double is, double limit) {
  std::fprintf(stderr, "finding: %s, %s: %.17g, allowed %.17g; alert distance %.17g\n%s", what, precision, is, limit,
               input.alert.value_or(0), io::case_file_text({input.pair}).c_str());
  std::abort();
}

bool is_finite(Vec3<double> v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

double off_rotation(const Mat3<double>& r) {
  const Mat3<double> product = transpose_times(r, r);
  double error = 0;
  for (int i = 0; i < 9; ++i) error = std::fmax(error, std::fabs(product.m[i] - (i % 4 == 0 ? 1 : 0)));
  return error <= 1 ? error : 1;  // also of a NaN
}

using Long = long double;
Long length_of(const Long (&v)[3]) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// The two shapes, asked about as the input says.
class Question {
 public:
  /// Throws `InvalidInput` where the library refuses shapes or poses.
  explicit Question(const FuzzPair& input) : input_(input) {
    a_ = io::add_shape(set_, input.pair.shape_a);
    b_ = io::add_shape(set_, input.pair.shape_b);
    if (!input.in_world) return;
    bodies_.add(input.pair.pose_a, a_);
    bodies_.add(input.pair.pose_b, b_);
  }

  template <class T>
  Contact<T> ask(double alert, bool swapped = false) const {
    Contacts<T> out(1);
    const ShapeSetView<T> view = set_.view<T>();
    if (input_.in_world) {
      const Pair pair = swapped ? Pair{1, 0} : Pair{0, 1};
      query_pairs<T>(Cpu{1}, view, bodies_.parts(), {&pair, 1}, {alert}, out.view());
      return out[0];
    }
    const Pair pair = swapped ? Pair{b_, a_} : Pair{a_, b_};
    const Pose& b_in_a = input_.pair.pose_b;
    const Pose pose = swapped ? torture::exact_relative_pose(b_in_a, Pose{}) : b_in_a;
    const double* r = pose.rotation.m;
    const Vec3<double> t = pose.position;
    const double m[12] = {r[0], r[1], r[2], t.x, r[3], r[4], r[5], t.y, r[6], r[7], r[8], t.z};
    query_shape_pairs<T>(Cpu{1}, view, {&pair, 1}, {m, 12}, {alert}, out.view());
    return out[0];
  }

  const FuzzPair& input() const { return input_; }
  const ShapeSet& set() const { return set_; }
  torture::PosedPair posed() const { return {a_, b_, input_.pair.pose_a, input_.pair.pose_b}; }
  double size() const { return set_.header(a_).size + set_.header(b_).size; }
  /// How far box centres and origins are from each other, at most: what forming the pose in double can lose digits of.
  double reach() const {
    double sum = max_abs(input_.pair.pose_b.position) + max_abs(input_.pair.pose_a.position);
    for (const std::uint32_t shape : {a_, b_}) {
      for (const double x : set_.header(shape).centre) sum += std::fabs(x);
    }
    return sum;
  }

 private:
  const FuzzPair& input_;
  ShapeSet set_;
  BodySet bodies_;
  std::uint32_t a_ = 0, b_ = 0;
};

template <class T>
class PairCheck {
 public:
  PairCheck(const Question& question, const char* precision) : q_(question), precision_(precision) {
    const io::PairCase& pair = q_.input().pair;
    // In between, neither a length nor its last digit leaves the range of float.
    in_range_ = q_.size() >= 0x1p-90 && q_.size() <= 0x1p90 && q_.reach() <= 0x1p90;
    is_pose_ = is_finite(pair.pose_b.position);
    for (const double m : pair.pose_b.rotation.m) is_pose_ = is_pose_ && std::fabs(m) <= 2;
    is_rotation_ = is_pose_ && off_rotation(pair.pose_b.rotation) <= 1e-14;
  }

  void run() {
    const double alert = q_.input().alert.value_or(0);
    if (!(alert >= 0)) return check_refusal(alert);
    const Contact<T> contact = q_.ask<T>(infinite), alerted = q_.ask<T>(alert);
    check_record(contact);
    check_record(alerted);
    if (status_of(contact.status) == Status::farther_than_alert) fail("a status without an alert distance", 2, 0);
    if (!in_range_ || !is_rotation_) return;
    check_alert(contact, alerted, alert);
    check_swapped(contact);
    check_against_reference(contact, alerted);
  }

 private:
  [[noreturn]] void fail(const char* what, double is, double limit) const {
    fuzz::fail(q_.input(), precision_, what, is, limit);
  }
  void at_most(const char* what, double is, double limit) const {
    if (!(is <= limit)) fail(what, is, limit);
  }
  double scale(const Contact<T>& c) const { return q_.size() + std::fabs(static_cast<double>(c.separation)); }

  void check_refusal(double alert) const {
    try {
      q_.ask<T>(alert);
    } catch (const InvalidInput&) {
      return;
    }
    fail("an alert distance is accepted", alert, 0);
  }

  void check_record(const Contact<T>& c) const {
    for (const Vec3<T>& v : {c.normal, c.witness_a, c.witness_b, c.point}) {
      if (std::isnan(v.x) || std::isnan(v.y) || std::isnan(v.z)) fail("a vector is NaN", c.status, 0);
    }
    for (const T x : {c.separation, c.lower_bound, c.bound_gap}) {
      if (std::isnan(x)) fail("a number is NaN", c.status, 0);
    }
    const Status status = status_of(c.status);
    at_most("an unknown status", static_cast<int>(status), status_count - 1);
    if (status == Status::unsupported_pair) fail("a pair is not supported", c.status, 0);
    if (!is_pose_ && is_contact(c.status)) fail("a contact of a pose that is none", c.status, 6);
    const bool refused = status == Status::degenerate_shape || status == Status::invalid_pose;
    if (in_range_ && is_pose_ && refused) fail("a good pair is refused", c.status, 0);
    if (in_range_ && is_contact(c.status)) check_contact(c);
  }

  /// What holds within one record.
  void check_contact(const Contact<T>& c) const {
    const auto wide = [](T x) { return static_cast<Long>(x); };
    const Long n[3] = {wide(c.normal.x), wide(c.normal.y), wide(c.normal.z)};
    at_most("the normal's length is off", static_cast<double>(std::fabs(length_of(n) - 1)), unit_tolerance<T>);
    const Long a[3] = {wide(c.witness_a.x), wide(c.witness_a.y), wide(c.witness_a.z)};
    const Long b[3] = {wide(c.witness_b.x), wide(c.witness_b.y), wide(c.witness_b.z)};
    Long off[3];
    for (int i = 0; i < 3; ++i) off[i] = b[i] - a[i] - wide(c.separation) * n[i];
    const double rounding = 4 * static_cast<double>(std::numeric_limits<T>::epsilon());
    const double far = static_cast<double>(length_of(a) + length_of(b));
    at_most("witness_b - witness_a is not separation * normal", static_cast<double>(length_of(off)),
            tolerance<T> * scale(c) + rounding * far);
    at_most("the lower bound is above the separation", static_cast<double>(c.lower_bound),
            static_cast<double>(c.separation));
    at_most("the certificate gap is negative", -static_cast<double>(c.bound_gap), 0);
  }

  void check_alert(const Contact<T>& full, const Contact<T>& alerted, double alert) const {
    const double slack = tolerance<T> * scale(full) + 0x1p-48 * q_.reach();
    if (status_of(alerted.status) == Status::farther_than_alert) {
      if (!is_contact(full.status)) return;
      at_most("farther than the alert distance, but the separation is less", alert,
              static_cast<double>(full.separation) + slack);
      at_most("a lower bound is above the separation", static_cast<double>(alerted.separation),
              static_cast<double>(full.separation) + slack);
    } else if (is_contact(alerted.status) && is_contact(full.status)) {
      at_most("an alert distance changes the separation",
              std::fabs(static_cast<double>(full.separation - alerted.separation)), slack);
    }
  }

  void check_swapped(const Contact<T>& contact) const {
    const Contact<T> swapped = q_.ask<T>(infinite, true);
    check_record(swapped);
    if (!is_contact(contact.status) || !is_contact(swapped.status)) return;
    // Each order forms its own relative pose in double.
    at_most("the order of the shapes changes the separation",
            std::fabs(static_cast<double>(contact.separation - swapped.separation)),
            tolerance<T> * scale(contact) + 0x1p-48 * q_.reach());
  }

  void check_against_reference(const Contact<T>& contact, const Contact<T>& alerted) const {
    using torture::Fault;
    if (!is_contact(contact.status)) return;
    const torture::Checker<T> checker(q_.set());
    const torture::Checked c = checker.check_both(q_.posed(), q_.input().pair.pose_a.position, contact, alerted);
    const auto worst = std::fmax(c.separation_error, std::fmax(c.witness_error, c.normal_error));
    switch (c.fault) {
      case Fault::none:
      case Fault::uncertified: return;
      case Fault::wrong_side:
      case Fault::separation:
      case Fault::normal:
      case Fault::witness_outside:
      case Fault::witness_identity:
        if (c.truth.certified) at_most(torture::fault_name(c.fault), worst, tolerance<T>);
        return;
      case Fault::lower_bound:
        fail("the lower bound is above the truth", static_cast<double>(contact.lower_bound), c.truth.upper);
      default: fail(torture::fault_name(c.fault), static_cast<double>(alerted.separation), c.truth.separation);
    }
  }

  const Question& q_;
  const char* precision_;
  bool in_range_, is_pose_, is_rotation_;
};

void check(std::span<const std::uint8_t> bytes) {
  FuzzPair input;
  std::optional<Question> question;
  try {
    input = pair_from_bytes(bytes);
    if (std::getenv("ABUT_FUZZ_PRINT") != nullptr) std::fputs(io::case_file_text({input.pair}).c_str(), stderr);
    question.emplace(input);
  } catch (const InvalidInput&) {  // of a length that is negative, a number that is not finite, ...
    return;
  }
  PairCheck<double>(*question, "f64").run();
  PairCheck<float>(*question, "f32").run();
}

}  // namespace
}  // namespace abut::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  abut::fuzz::check({data, size});
  return 0;
}
