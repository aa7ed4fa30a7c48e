// Distances of voxels' middles to cells, squared: the d(v_k, V(p_i)) of eq. 6.5, which is 0 inside.
#pragma once

#include <memory>
#include <string>

#include "abut/core/contact.h"
#include "examples/polycrystal/grains.h"

namespace polycrystal {

/// A boundary voxel and a cell that has a volume. Data only.
struct Query {
  std::uint32_t cell, voxel;
};

class Distances {
 public:
  virtual ~Distances() = default;
  virtual std::string name() const = 0;
  /// Into `squared[voxel]` of each query. Queries of a cell follow one another.
  virtual void measure(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
                       std::span<double> squared) = 0;
};

/// Data only.
struct DistanceOptions {
  bool exact_signs = true;  ///< choices among features are exact (abut/narrow/exact_signs.h)
  bool warm = false;        ///< starts from where the voxel's last query ended
};

/// Abut's GJK with Signed Volumes, pair by pair, on the corners that the cells have: nothing is built for a query.
class PairDistances : public Distances {
 public:
  explicit PairDistances(const DistanceOptions& options = {}) : options_(options) {}
  std::string name() const override;
  void measure(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
               std::span<double> squared) override;
  std::uint64_t iterations() const { return iterations_; }

 private:
  template <class Signs>
  void measure_as(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
                  std::span<double> squared);

  DistanceOptions options_;
  std::vector<Vector> last_;  ///< of each voxel, from it to the nearest point; 0 before the first query
  std::uint64_t iterations_ = 0;
};

/// Abut's batch of pair queries on cores: cells are hulls of a `ShapeSet`, which is made of those that are asked for.
/// Throws `std::runtime_error` where a query fails.
class BatchDistances : public Distances {
 public:
  explicit BatchDistances(bool warm = false, int threads = 0) : warm_(warm), threads_(threads) {}
  std::string name() const override { return warm_ ? "batch, warm" : "batch"; }
  void measure(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
               std::span<double> squared) override;

 private:
  bool warm_;
  int threads_;
  std::vector<abut::CachedPolytope> kept_;  ///< of each voxel
};

/// "exact", "rounded", "exact-warm", "rounded-warm", "batch", "batch-warm". Throws `InvalidInput` for another name.
std::unique_ptr<Distances> distances_named(const std::string& name);

}  // namespace polycrystal
