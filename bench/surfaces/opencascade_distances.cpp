#include <GeomAPI_ProjectPointOnSurf.hxx>
#include <Geom_BSplineSurface.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColStd_Array2OfReal.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <gp_Pnt.hxx>
#include <limits>
#include <utility>

#include "bench/cpu_ms.h"
#include "bench/surfaces/opencascade.h"

namespace abut::bench {
namespace {

thread_local double spent = 0;

/// Each knot once, and how often it comes.
struct Knots {
  TColStd_Array1OfReal values;
  TColStd_Array1OfInteger times;
};

Knots knots_of(const SplineDirection& d) {
  std::vector<double> values;
  std::vector<int> times;
  for (const double k : d.knots) {
    if (values.empty() || values.back() != k) values.push_back(k), times.push_back(0);
    ++times.back();
  }
  const int n = static_cast<int>(values.size());
  Knots out{TColStd_Array1OfReal(1, n), TColStd_Array1OfInteger(1, n)};
  for (int i = 0; i < n; ++i) out.values(i + 1) = values[i], out.times(i + 1) = times[i];
  return out;
}

Handle(Geom_BSplineSurface) surface_of(const NurbsSurface& s) {
  const int n = static_cast<int>(s.u.count()), m = static_cast<int>(s.v.count());
  TColgp_Array2OfPnt poles(1, n, 1, m);
  TColStd_Array2OfReal weights(1, n, 1, m);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const Vec3<double>& p = s.points[i * m + j];
      poles(i + 1, j + 1) = gp_Pnt(p.x, p.y, p.z);
      weights(i + 1, j + 1) = s.weights.empty() ? 1 : s.weights[i * m + j];
    }
  }
  const Knots u = knots_of(s.u), v = knots_of(s.v);
  return new Geom_BSplineSurface(poles, weights, u.values, v.values, u.times, v.times, s.u.degree, s.v.degree);
}

}  // namespace

double opencascade_ms() { return spent; }

std::vector<double> opencascade_distances(const NurbsSurface& surface, std::span<const Vec3<double>> points) {
  const Handle(Geom_BSplineSurface) made = surface_of(surface);
  GeomAPI_ProjectPointOnSurf projection;
  projection.Init(made, surface.u.begin(), surface.u.end(), surface.v.begin(), surface.v.end(), 1e-10);
  const std::pair<double, double> nowhere(std::numeric_limits<double>::infinity(), 0);
  std::vector<std::pair<double, double>> places;
  const double begin = cpu_ms();
  for (const Vec3<double>& p : points) {
    projection.Perform(gp_Pnt(p.x, p.y, p.z));
    places.push_back(nowhere);
    const bool found = projection.IsDone() && projection.NbPoints() > 0;
    if (found) projection.LowerDistanceParameters(places.back().first, places.back().second);
  }
  spent = cpu_ms() - begin;
  std::vector<double> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [u, v] = places[i];
    out.push_back(places[i] == nowhere ? nowhere.first : length(point_at(surface, u, v).point - points[i]));
  }
  return out;
}

}  // namespace abut::bench
