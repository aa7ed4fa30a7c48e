// Trees of facets that a Python object holds.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "abut/io.h"
#include "host/python/held.h"

namespace abut::python {

/// Trees of the shapes of one set, which lives at least as long; one call at a time.
struct Trees {
  const Shapes& shapes;
  FacetTrees value{};
  std::vector<Scene::FacetMesh> meshes{};  ///< that stand for shapes, one each
  std::mutex guard{};

  explicit Trees(const Shapes& s) : shapes(s) {}
  Trees(const Shapes& s, FacetTrees&& made, std::vector<Scene::FacetMesh>&& of)
      : shapes(s), value(std::move(made)), meshes(std::move(of)) {}
};

}  // namespace abut::python
