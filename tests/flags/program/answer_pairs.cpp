// A user's own program that calls the per-pair functions: sees include/ and nothing of the library. Built twice, with
// the flags that Abut::headers exports and with a compiler's own; usage: answer_pairs INPUT OUTPUT, see flags_test.cpp.
#include "abut/core/predicates.h"
#include "abut/narrow/query.h"
#include "tests/flags/program/answers_file.h"

namespace {

using abut::Vec3;

constexpr std::uint32_t epa_vertices = 2048;

/// The records of all pairs, in the box-centre frames of their first shapes.
template <class T>
void answer(abut::test::ArrayFile& in, abut::test::ArrayFile& out) {
  const auto headers = in.get<abut::ShapeHeader>();
  const auto x = in.get<T>(), y = in.get<T>(), z = in.get<T>();
  const auto pairs = in.get<abut::Pair>();
  const auto poses = in.get<double>();
  abut::ShapeSetView<T> shapes;
  shapes.count = static_cast<std::uint32_t>(headers.size());
  shapes.headers = headers.data();
  shapes.x = x.data(), shapes.y = y.data(), shapes.z = z.data();

  std::vector<std::uint64_t> memory(abut::polytope_bytes<double>(epa_vertices) / 8 + 1);
  std::vector<T> numbers;
  std::vector<std::uint8_t> words;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double* m = poses.data() + 12 * i;
    const abut::Pose b{{m[3], m[7], m[11]}, {{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}};
    const auto centre = [&](std::uint32_t shape) {
      return Vec3<double>{headers[shape].centre[0], headers[shape].centre[1], headers[shape].centre[2]};
    };
    const auto pose = abut::relative_pose(abut::Pose{}, b, centre(pairs[i].a), centre(pairs[i].b));
    abut::PairProblem<T> problem;
    abut::Contact<T> c{};
    if (abut::make_problem(shapes, pairs[i].a, pairs[i].b, pose, 1e30, problem) == abut::Status::converged) {
      c = abut::query_pair_fully(problem, abut::EpaMemory{memory.data(), epa_vertices}).contact;
    }
    numbers.push_back(c.separation);
    for (const Vec3<T>& v : {c.normal, c.witness_a, c.witness_b, c.point})
      numbers.insert(numbers.end(), {v.x, v.y, v.z});
    numbers.insert(numbers.end(), {c.lower_bound, c.bound_gap});
    words.insert(words.end(), {c.status, c.gjk_iterations, c.epa_iterations});
  }
  out.put(numbers);
  out.put(words);
}

/// The signs of the predicates, and an exact sum, for coordinates that are products, formed where they are handed over:
/// a compiler may merge such a product with an addition behind it.
void answer_signs(abut::test::ArrayFile& in, abut::test::ArrayFile& out) {
  const auto factors = in.get<double>();
  std::vector<std::int8_t> signs;
  std::vector<double> sums;
  for (std::size_t i = 0; i + abut::test::case_factors <= factors.size(); i += abut::test::case_factors) {
    const double* f = factors.data() + i;
    const auto point = [f](int k) {
      const double* q = f + 6 * k;
      return Vec3<double>{q[0] * q[1], q[2] * q[3], q[4] * q[5]};
    };
    const Vec3<double> a = point(0), b = point(1), c = point(2), d = point(3);
    for (const int sign :
         {abut::orient2d(f[0] * f[1], f[2] * f[3], f[6] * f[7], f[8] * f[9], f[12] * f[13], f[14] * f[15]),
          abut::orient3d(a, b, c, d), abut::determinant_sign(a, b, c), abut::dot_sign(a, b),
          abut::segment_cofactor_sign(a, b), abut::triangle_cofactor_sign(a, b, c)}) {
      signs.push_back(static_cast<std::int8_t>(sign));
    }
    const abut::TwoTerms<double> sum = abut::two_sum(f[0] * f[1], f[6] * f[7]);
    sums.insert(sums.end(), {sum.high, sum.low});
  }
  out.put(signs);
  out.put(sums);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  abut::test::ArrayFile in(arguments[1], "rb"), out(arguments[2], "wb");
  answer<float>(in, out);
  answer<double>(in, out);
  answer_signs(in, out);
  return 0;
}
