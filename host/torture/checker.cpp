#include "host/torture/checker.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::torture {
namespace {

template <class T>
std::vector<reference::Core> cores_of(const ShapeSet& shapes) {
  const ShapeSetView<T> view = shapes.view<T>();
  std::vector<reference::Core> cores;
  for (std::uint32_t s = 0; s < view.count; ++s) cores.push_back(reference::core_of(view, s));
  return cores;
}

template <class T>
bool all_finite(const Contact<T>& c) {
  T sum = 0;  // x - x is 0 for finite numbers only
  for (const Vec3<T>* v : {&c.normal, &c.witness_a, &c.witness_b, &c.point}) {
    sum += (v->x - v->x) + (v->y - v->y) + (v->z - v->z);
  }
  for (const T x : {c.separation, c.lower_bound, c.bound_gap}) sum += x - x;
  return sum == 0;
}

using Long = Vec3<long double>;
Long lengthen(Vec3<double> v) {
  return {static_cast<long double>(v.x), static_cast<long double>(v.y), static_cast<long double>(v.z)};
}
long double inner(const Long& a, const Long& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Long outer(const Long& a, const Long& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// inverse(m) * v, so that the check adds no rounding of its own.
Vec3<double> solve(const Mat3<double>& m, const Long& v) {
  const Long x = lengthen({m.m[0], m.m[3], m.m[6]}), y = lengthen({m.m[1], m.m[4], m.m[7]}),
             z = lengthen({m.m[2], m.m[5], m.m[8]});
  const long double determinant = inner(x, outer(y, z));
  return {static_cast<double>(inner(v, outer(y, z)) / determinant),
          static_cast<double>(inner(x, outer(v, z)) / determinant),
          static_cast<double>(inner(x, outer(y, v)) / determinant)};
}

Fault judge(const Checked& checked, double limit) {
  if (!(checked.separation_error <= limit)) {
    return checked.ours * checked.truth.separation < 0 ? Fault::wrong_side : Fault::separation;
  }
  return checked.normal_error <= limit ? Fault::none : Fault::normal;
}

}  // namespace

const char* fault_name(Fault fault) {
  static constexpr const char* names[] = {
      "none",       "uncertified", "not_finite",      "status",           "wrong_side",
      "separation", "normal",      "witness_outside", "witness_identity", "lower_bound",
      "own_width",  "own_bounds",  "own_point",       "missed_contact",   "alert_lower_bound"};
  return names[static_cast<int>(fault)];
}

/// A pair as the query saw it.
template <class T>
struct Checker<T>::Input {
  RelativePose<double> b_in_a;
  Vec3<double> centre_a;
  double size, terms;
};

template <class T>
Checker<T>::Checker(const ShapeSet& shapes) : reference_(cores_of<T>(shapes)) {
  for (std::uint32_t s = 0; s < shapes.size(); ++s) headers_.push_back(shapes.header(s));
}

template <class T>
typename Checker<T>::Input Checker<T>::input(const PosedPair& pair) const {
  const ShapeHeader &a = headers_[pair.a], &b = headers_[pair.b];
  return {reference::pose_as_seen<T>(pair.pose_a, pair.pose_b, a, b),
          {a.centre[0], a.centre[1], a.centre[2]},
          a.size + b.size,
          static_cast<double>(a.term_count + b.term_count)};
}

/// What a record says, in A's frame and in the reference's terms.
template <class T>
struct Checker<T>::Seen {
  double size, ours;
  Vec3<double> normal, normal_world;
  bool has_normal;
  double width;  ///< along the normal
  Vec3<double> a, b;
  double outside, rounding;  ///< of the witness points, as lengths
  double lowered;            ///< what rounding may have taken off the lower bound (docs/reference/records.md)

  Seen(const PosedPair& pair, const Input& in, const reference::Examination& examination, Vec3<double> origin,
       const Contact<T>& contact)
      : size(in.size), ours(static_cast<double>(contact.separation)), normal_world(widen(contact.normal)) {
    // In the world a normal is as long as A's matrix is a rotation.
    normal = solve(pair.pose_a.rotation, lengthen(normal_world));
    has_normal = (contact.status & normal_undefined_flag) == 0 && length(normal) > 0;
    width = has_normal ? static_cast<double>(examination.width_in<reference::Long>(normal)) : 0;
    // Points are rounded to T relative to their origin: where that is far from the shape, against its size, they lose
    // digits that the query had. Two roundings of each point, half an epsilon each, and those of the way back.
    a = widen(contact.witness_a), b = widen(contact.witness_b);
    const Vec3<double> offset = origin - pair.pose_a.position;
    const double far = std::max({max_abs(a), max_abs(b), max_abs(offset)});
    rounding = 4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::max(0.0, far - size);
    const auto in_frame_of_a = [&](Vec3<double> point) {
      return solve(pair.pose_a.rotation, lengthen(point) + lengthen(offset)) - in.centre_a;
    };
    lowered = (48 + in.terms) * static_cast<double>(std::numeric_limits<T>::epsilon()) * (size + std::abs(ours));
    const double enough = 0.1 * tolerance<T> * (size + std::abs(ours));
    outside = std::max(examination.distance_outside_near(0, in_frame_of_a(a), normal, enough),
                       examination.distance_outside_near(1, in_frame_of_a(b), -normal, enough));
  }
};

/// Against the truth, which is certain.
template <class T>
void Checker<T>::measure(const Seen& seen, const Contact<T>& contact, Checked& checked) {
  const reference::Answer& truth = checked.truth;
  const double limit = tolerance<T>,
               scale = std::max(seen.size + std::abs(truth.separation), std::numeric_limits<double>::min());
  checked.separation_error = std::abs(checked.ours - truth.separation) / scale;
  if (seen.has_normal) {
    checked.normal_error = std::abs(seen.width + truth.separation) / scale;
    checked.normal_error = std::max(checked.normal_error, std::abs(length(seen.normal) - 1));
  } else if ((contact.status & normal_undefined_flag) == 0) {
    checked.normal_error = 1;
  }
  checked.fault = judge(checked, limit);
  const double outside_error = std::max(0.0, (seen.outside - seen.rounding) / scale);
  const double identity_error =
      std::max(0.0, (length(seen.b - seen.a - seen.normal_world * checked.ours) - seen.rounding) / scale);
  checked.witness_error = std::max(outside_error, identity_error);
  if (checked.fault != Fault::none) return;
  if (!(outside_error <= limit)) {
    checked.fault = Fault::witness_outside;
  } else if (!(identity_error <= limit)) {
    checked.fault = Fault::witness_identity;
  } else if (static_cast<double>(contact.lower_bound) > truth.upper) {
    checked.fault = Fault::lower_bound;
  }
}

/// What a record, also of an unfinished answer, may not say of itself, within the tolerance; and its bounds against
/// those of the reference, which hold whether they are narrow or not.
template <class T>
Fault Checker<T>::contradiction(const Seen& seen, const Contact<T>& contact, const Checked& checked) {
  const double ours = checked.ours, lower = static_cast<double>(contact.lower_bound),
               bound_gap = static_cast<double>(contact.bound_gap), slack = tolerance<T> * (seen.size + std::abs(ours));
  if (lower > checked.truth.upper) return Fault::lower_bound;
  if (seen.has_normal) {
    // Above the support gap along the normal is what bounds leave open: of gaps, and of rounded shapes that overlap by
    // less than their radii. No depth is more than the width.
    const double off = seen.width + ours;
    if (!(off >= -slack) || (ours < 0 && off > slack + bound_gap)) return Fault::own_width;
  }
  if (lower > ours || std::max(ours, checked.truth.lower) > lower + bound_gap + seen.lowered + slack)
    return Fault::own_bounds;
  if (!(length(seen.b - seen.a - seen.normal_world * ours) <= slack + seen.rounding)) return Fault::witness_identity;
  if (!(seen.outside <= bound_gap + slack + seen.rounding)) return Fault::witness_outside;
  const Vec3<double> off_middle = widen(contact.point) - (seen.a + seen.b) * 0.5;
  return length(off_middle) <= slack + seen.rounding ? Fault::none : Fault::own_point;
}

template <class T>
bool Checker<T>::lies_within(const reference::Answer& truth, double ours, double size) {
  const double slack = tolerance<T> * (size + std::abs(ours));
  return ours >= truth.lower - slack && ours <= truth.upper + slack;
}

template <class T>
bool Checker<T>::is_narrow(const reference::Answer& truth, double size) {
  return truth.upper - truth.lower <= 1e-9 * (size + std::abs(truth.separation));
}

template <class T>
Checked Checker<T>::check(const PosedPair& pair, Vec3<double> origin, const Contact<T>& contact) const {
  const Input in = input(pair);
  Checked checked;
  checked.ours = static_cast<double>(contact.separation);
  const reference::Examination examination(reference_, pair.a, pair.b, in.b_in_a);
  const Vec3<double> offset = origin - pair.pose_a.position;
  const auto in_frame_of_a = [&](Vec3<T> point) {
    return solve(pair.pose_a.rotation, lengthen(widen(point)) + lengthen(offset)) - in.centre_a;
  };
  checked.truth =
      examination.answer_near(solve(pair.pose_a.rotation, lengthen(widen(contact.normal))),
                              {in_frame_of_a(contact.witness_a), in_frame_of_a(contact.witness_b)}, tolerance<T> / 4);
  checked.unfinished = status_of(contact.status) == Status::iteration_limit;
  if (!all_finite(contact)) {
    checked.fault = Fault::not_finite;
  } else if (std::isfinite(checked.truth.upper) && (checked.unfinished || is_contact(contact.status))) {
    judge_answer({pair, in, examination, origin, contact}, contact, checked);
  } else {
    checked.fault = checked.truth.certified ? Fault::status : Fault::uncertified;
  }
  return checked;
}

template <class T>
void Checker<T>::judge_answer(const Seen& seen, const Contact<T>& contact, Checked& checked) {
  const bool within = lies_within(checked.truth, checked.ours, seen.size);
  if (checked.truth.certified) {
    measure(seen, contact, checked);
    if (checked.unfinished) checked.fault = Fault::none;
  } else if (!checked.unfinished) {
    checked.loose = within && is_narrow(checked.truth, seen.size);
    if (!within) checked.fault = Fault::separation;
  }
  if (checked.fault == Fault::none) checked.fault = contradiction(seen, contact, checked);
  if (checked.fault != Fault::none) {
    checked.loose = false;
  } else if (!checked.truth.certified && !checked.loose && !checked.unfinished) {
    checked.fault = Fault::uncertified;
  }
}

template <class T>
Fault Checker<T>::check_alert(const PosedPair& pair, const Checked& checked, const Contact<T>& contact) const {
  if (!all_finite(contact)) return Fault::not_finite;
  if (status_of(contact.status) != Status::farther_than_alert) return Fault::none;  // answered as without a distance
  const double size = headers_[pair.a].size + headers_[pair.b].size;
  if (!(checked.truth.upper > -tolerance<T> * size)) return Fault::missed_contact;
  const double bound = static_cast<double>(contact.separation);
  return bound <= checked.truth.upper ? Fault::none : Fault::alert_lower_bound;
}

template <class T>
Checked Checker<T>::check_both(const PosedPair& pair, Vec3<double> origin, const Contact<T>& contact,
                               const Contact<T>& alerted) const {
  Checked checked = check(pair, origin, contact);
  if (checked.fault == Fault::none) checked.fault = check_alert(pair, checked, alerted);
  return checked;
}

template class Checker<float>;
template class Checker<double>;

}  // namespace abut::torture
