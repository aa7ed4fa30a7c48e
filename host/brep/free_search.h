// The search that `free_pairs.h` is about: all roots of a system of equations over two features' pieces.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "host/brep/free_pairs.h"
#include "host/brep/stationary_system.h"

namespace abut::host {

/// A place of both. Data only.
struct FreeRoot {
  std::uint32_t x, y;       ///< pieces
  double at_x[2], at_y[2];  ///< their parameters, from 0 to 1
  bool simple;              ///< proved to be the only one around; else one of a curve of them, or a multiple one
};

/// What is done with roots is a derived class's.
class FreeSearch {
 public:
  FreeSearch(PieceForest& first, PieceForest& second, SystemKind kind, std::uint64_t budget);
  virtual ~FreeSearch() = default;
  FreeSearch(const FreeSearch&) = delete;
  FreeSearch& operator=(const FreeSearch&) = delete;

  FreeOutcome run();

 protected:
  virtual double reach() const = 0;  ///< of points on pieces
  virtual void take(const FreeRoot& root) = 0;

  PieceForest &x_, &y_;
  SystemKind kind_;
  Unknowns unknowns_;
  StraightOne one_;
  bool both_surfaces_ = false, done_ = false;
  double offsets_ = 0, noise_ = 0;  ///< of both shapes; of the difference of two points

 private:
  using Point = double[most_unknowns];
  using Square = double[most_unknowns][most_unknowns];

  /// The nearest first, and of these the older.
  struct Rectangle {
    double bound;
    std::uint64_t number;
    std::uint32_t x, y;
    int cuts;
    bool operator<(const Rectangle& o) const { return bound != o.bound ? bound > o.bound : number > o.number; }
  };

  void push(std::uint32_t i, std::uint32_t j, int cuts);
  bool turns_away(const PieceNode& x, const PieceNode& y) const;
  bool has_foot_outside(const PieceNode& x, const PieceNode& y) const;
  bool misses_poles(const PieceNode& x, const PieceNode& y) const;
  bool is_at_pole(const PieceForest& of, const PieceNode& n, const double* at) const;
  void look(const Rectangle& r);
  void cut(const Rectangle& r, const PieceNode& x, const PieceNode& y);
  double noise_of(int equation, const PieceNode& x, const PieceNode& y) const;
  bool is_decided(const PieceNode& x, const PieceNode& y, const Equations<NearNumber>& all,
                  const Equations<double>& middle);
  void close_in(const PieceNode& x, const PieceNode& y, const Square& inverse, const Square& radius);
  bool narrow(const Point& at, const Point& room, Point& c, Point& r) const;
  void evaluate(const PieceNode& x, const PieceNode& y, const Point& c, Equations<double>& e) const;
  void sharpen(const PieceNode& x, const PieceNode& y, Point& c) const;
  bool is_degenerate(const PieceNode& x, const PieceNode& y, bool is_small);
  double balance(Equations<double>& e, const PieceNode& x, const PieceNode& y) const;
  bool step_down(const Equations<double>& e, double room, Point& c) const;
  void found(const PieceNode& x, const PieceNode& y, const Point& c, bool simple);

  std::uint64_t budget_, number_ = 0;
  int samples_ = 0;
  std::priority_queue<Rectangle> queue_;
  std::vector<FreeRoot> roots_;
  FreeOutcome out_;
};

}  // namespace abut::host
