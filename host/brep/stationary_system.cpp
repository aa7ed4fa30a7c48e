#include "host/brep/stationary_system.h"

namespace abut::host {

bool inverted(const double (&given)[most_unknowns][most_unknowns], int n, double singular,
              double (&out)[most_unknowns][most_unknowns]) {
  double a[most_unknowns][most_unknowns], row[most_unknowns], column[most_unknowns] = {0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {
    row[i] = 0;
    for (int k = 0; k < n; ++k) row[i] = std::max(row[i], std::abs(given[i][k]));
    if (!(row[i] > 0) || !std::isfinite(row[i])) return false;
  }
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i) column[k] = std::max(column[k], std::abs(given[i][k]) / row[i]);
    if (!(column[k] > 0)) return false;
  }
  int at_row[most_unknowns], at_column[most_unknowns];
  for (int i = 0; i < n; ++i) {
    at_row[i] = at_column[i] = i;
    for (int k = 0; k < n; ++k) a[i][k] = given[i][k] / (row[i] * column[k]);
  }
  double largest = 0;
  for (int s = 0; s < n; ++s) {  // in place, with the pivot in (s, s)
    int p = s, q = s;
    for (int i = s; i < n; ++i) {
      for (int k = s; k < n; ++k) {
        if (std::abs(a[i][k]) > std::abs(a[p][q])) p = i, q = k;
      }
    }
    const double pivot = a[p][q];
    largest = std::max(largest, std::abs(pivot));
    if (!(std::abs(pivot) > singular * largest)) return false;
    for (int k = 0; k < n; ++k) std::swap(a[s][k], a[p][k]);
    for (int i = 0; i < n; ++i) std::swap(a[i][s], a[i][q]);
    std::swap(at_row[s], at_row[p]), std::swap(at_column[s], at_column[q]);
    a[s][s] = 1;
    for (int k = 0; k < n; ++k) a[s][k] /= pivot;
    for (int i = 0; i < n; ++i) {
      if (i == s) continue;
      const double f = a[i][s];
      a[i][s] = 0;
      for (int k = 0; k < n; ++k) a[i][k] -= f * a[s][k];
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) out[at_column[i]][at_row[k]] = a[i][k] / (column[at_column[i]] * row[at_row[k]]);
  }
  return true;
}

}  // namespace abut::host
