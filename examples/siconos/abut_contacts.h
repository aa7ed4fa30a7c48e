// Abut as the narrow phase: candidate pairs, pair queries and patches of the bodies of a scene of examples/dem.
#pragma once

#include "abut/abut.h"
#include "examples/dem/scene.h"
#include "examples/siconos/contacts.h"

namespace siconos_run {

struct PatchSettings {
  double alert_distance = 2e-3;   ///< m: contacts are known before they touch
  double margin = 0;              ///< m: see `abut::PatchOptions`
  std::uint32_t most_points = 4;  ///< of a pair, besides the deepest
  double spread = 1e-3;           ///< m: corners nearer to the deepest point add nothing but unknowns to the problem
};

class AbutContacts : public ContactSource {
 public:
  /// The first `scene.walls` bodies are fixed, the others are Siconos's bodies 0, 1 and so on.
  AbutContacts(const dem::Scene& scene, const PatchSettings& settings);

  void find(const std::vector<Placed>& bodies, std::vector<ContactPoint>& found) override;

  /// Of the last call. Data only.
  struct Last {
    std::uint64_t candidate_pairs = 0, pairs = 0, failures = 0;
    double deepest = 0;
  };
  const Last& last() const { return last_; }

 private:
  void add_pair(const abut::Pair& pair, const abut::Contact<double>& contact, const abut::Patches<double>& patches,
                std::size_t index, std::vector<ContactPoint>& found);

  const dem::Scene& scene_;
  PatchSettings settings_;
  abut::BodySet bodies_;
  Last last_;
};

}  // namespace siconos_run
