// Floats and doubles that count what is done with them. The layout and the results are theirs; what the compiler
// evaluates is not counted, nor are signs and magnitudes, which cost nothing on a device.
#pragma once

#include <limits>
#include <type_traits>

#include "bench/floors/tally.h"

// Always inlined: or constants are not seen as such.
#define ABUT_COUNTED __attribute__((always_inline)) constexpr

namespace floors {

template <class R>
class Number;

template <class X>
inline constexpr bool is_number = false;
template <class R>
inline constexpr bool is_number<Number<R>> = true;

template <class R>
inline constexpr bool is_wide = sizeof(R) == sizeof(double);

template <class R>
ABUT_COUNTED void count(Op op) {
  if (!std::is_constant_evaluated()) note(is_wide<R>, op);
}
/// Not of what the compiler knows beforehand.
template <class R>
ABUT_COUNTED void count(Op op, R a, R b) {
  if (!(__builtin_constant_p(a) && __builtin_constant_p(b))) count<R>(op);
}

template <class R>
class Number {
 public:
  using Real = R;
  Number() = default;
  template <class X>
  requires(std::is_arithmetic_v<X>) ABUT_COUNTED Number(X x)
      : value_(static_cast<R>(x)) {}  // NOLINT: a literal, most of the time
  template <class S>
  requires(!std::is_same_v<R, S>) ABUT_COUNTED Number(const Number<S>& x)
      : value_(static_cast<R>(x.value())) {  // NOLINT: as float and double
    if (!__builtin_constant_p(value_)) count<double>(convert);
  }
  template <class X>
  requires(std::is_arithmetic_v<X>) ABUT_COUNTED explicit operator X() const {
    if (!__builtin_constant_p(value_)) count<R>(convert);
    return static_cast<X>(value_);
  }
  ABUT_COUNTED R value() const { return value_; }

  template <class X>
  ABUT_COUNTED Number& operator+=(X x) {
    return *this = *this + x;
  }
  template <class X>
  ABUT_COUNTED Number& operator-=(X x) {
    return *this = *this - x;
  }
  template <class X>
  ABUT_COUNTED Number& operator*=(X x) {
    return *this = *this * x;
  }
  template <class X>
  ABUT_COUNTED Number& operator/=(X x) {
    return *this = *this / x;
  }
  ABUT_COUNTED Number operator-() const { return of(-value_); }
  ABUT_COUNTED Number operator+() const { return *this; }
  ABUT_COUNTED static Number of(R value) {
    Number n;
    n.value_ = value;
    return n;
  }

 private:
  R value_;
};

using Float = Number<float>;
using Double = Number<double>;
static_assert(sizeof(Float) == sizeof(float) && sizeof(Double) == sizeof(double));
static_assert(std::is_trivial_v<Float> && std::is_trivial_v<Double>);

/// What the built-in type of an operand is.
template <class X>
struct Built {
  using Type = X;
};
template <class R>
struct Built<Number<R>> {
  using Type = R;
};
template <class A, class B>
using Common = std::common_type_t<typename Built<A>::Type, typename Built<B>::Type>;
template <class A, class B>
concept Operands = (is_number<A> && (is_number<B> || std::is_arithmetic_v<B>)) ||
                   (std::is_arithmetic_v<A> && is_number<B>);

/// An operand as the common type has it.
template <class R, class X>
ABUT_COUNTED R as(const X& x) {
  if constexpr (is_number<X>) {
    return Number<R>(x).value();
  } else {
    return static_cast<R>(x);
  }
}

#define ABUT_ARITHMETIC(symbol, op)                         \
  template <class A, class B>                               \
  requires Operands<A, B> ABUT_COUNTED Number<Common<A, B>> \
  operator symbol(const A& a, const B& b) {                 \
    using R = Common<A, B>;                                 \
    const R x = as<R>(a), y = as<R>(b);                     \
    count<R>(op, x, y);                                     \
    return Number<R>::of(x symbol y);                       \
  }
ABUT_ARITHMETIC(+, add)
ABUT_ARITHMETIC(-, add)
ABUT_ARITHMETIC(*, multiply)
ABUT_ARITHMETIC(/, divide)
#undef ABUT_ARITHMETIC

#define ABUT_COMPARISON(symbol)                                                       \
  template <class A, class B>                                                         \
  requires Operands<A, B> ABUT_COUNTED bool operator symbol(const A& a, const B& b) { \
    using R = Common<A, B>;                                                           \
    const R x = as<R>(a), y = as<R>(b);                                               \
    count<R>(compare, x, y);                                                          \
    return x symbol y;                                                                \
  }
ABUT_COMPARISON(<)
ABUT_COMPARISON(>)
ABUT_COMPARISON(<=)
ABUT_COMPARISON(>=)
ABUT_COMPARISON(==)
ABUT_COMPARISON(!=)
#undef ABUT_COMPARISON

// What include/abut/core/scalar.h calls by the compiler's names.
inline Float fused_of(Float a, Float b, Float c) {
  note(false, fused);
  return Float::of(__builtin_fmaf(a.value(), b.value(), c.value()));
}
inline Double fused_of(Double a, Double b, Double c) {
  note(true, fused);
  return Double::of(__builtin_fma(a.value(), b.value(), c.value()));
}
inline Float root_of(Float a) {
  note(false, root);
  return Float::of(__builtin_sqrtf(a.value()));
}
inline Double root_of(Double a) {
  note(true, root);
  return Double::of(__builtin_sqrt(a.value()));
}
ABUT_COUNTED Float magnitude_of(Float a) { return Float::of(__builtin_fabsf(a.value())); }
ABUT_COUNTED Double magnitude_of(Double a) { return Double::of(__builtin_fabs(a.value())); }
inline void copy_bytes(void* to, const void* from, std::size_t bytes) {
  note_copy(to, from, bytes);
  __builtin_memcpy(to, from, bytes);
}

}  // namespace floors

#undef ABUT_COUNTED

template <class R>
class std::numeric_limits<floors::Number<R>> : public std::numeric_limits<R> {};
