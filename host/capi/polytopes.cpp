// The Minkowski difference and the entrance block as polytopes.
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

std::shared_ptr<abut::MinkowskiDifference> shared(abut::MinkowskiDifference&& made) {
  return std::make_shared<abut::MinkowskiDifference>(std::move(made));
}

size_t face_vertices_of(const abut::MinkowskiDifference& p) {
  size_t n = 0;
  for (const auto& face : p.faces) n += face.size();
  return n;
}

}  // namespace

int abut_minkowski_difference(const abut_vertices* a, const abut_vertices* b, const abut_pose* b_in_a,
                              abut_polytope** difference) {
  return make_handle("abut_minkowski_difference", "difference", difference, [&] {
    const abut::Pose pose = pose_of(b_in_a);
    return shared(abut::minkowski_difference(points3("a", a), points3("b", b), {pose.rotation, pose.position}));
  });
}

int abut_entrance_block(const abut_vertices* a, const abut_vertices* b, const double b_rotation[9],
                        const double reference_point[3], abut_polytope** block) {
  return make_handle("abut_entrance_block", "block", block, [&] {
    abut::Mat3<double> turn = abut::Pose{}.rotation;
    if (b_rotation != nullptr) std::copy(b_rotation, b_rotation + 9, turn.m);
    const abut::Vec3<double> at =
        reference_point != nullptr ? vec3("reference_point", reference_point) : abut::Vec3<double>{0, 0, 0};
    return shared(abut::entrance_block(points3("a", a), points3("b", b), turn, at));
  });
}

int abut_polytope_free(abut_polytope* polytope) { return freed("abut_polytope_free", polytope); }

int abut_polytope_counts(const abut_polytope* polytope, uint32_t* dimension, size_t* vertices, size_t* faces,
                         size_t* face_vertices) {
  return guarded("abut_polytope_counts", [&] {
    const auto held = object(polytope, "polytope");
    if (dimension != nullptr) *dimension = static_cast<uint32_t>(held->dimension);
    if (vertices != nullptr) *vertices = held->vertices.size();
    if (faces != nullptr) *faces = held->faces.size();
    if (face_vertices != nullptr) *face_vertices = face_vertices_of(*held);
  });
}

int abut_polytope_copy(const abut_polytope* polytope, double* vertices, uint32_t* sources, uint32_t* begin,
                       uint32_t* face_vertices) {
  return guarded("abut_polytope_copy", [&] {
    const auto held = object(polytope, "polytope");
    const size_t n = held->vertices.size();
    if (vertices != nullptr && n > 0) std::memcpy(vertices, held->vertices.data(), n * sizeof(held->vertices[0]));
    if (sources != nullptr && n > 0) std::memcpy(sources, held->sources.data(), n * sizeof(held->sources[0]));
    uint32_t at = 0;
    if (begin != nullptr) *begin = 0;
    for (size_t f = 0; f < held->faces.size(); ++f) {
      const auto& face = held->faces[f];
      if (face_vertices != nullptr) std::copy(face.begin(), face.end(), face_vertices + at);
      at += static_cast<uint32_t>(face.size());
      if (begin != nullptr) begin[f + 1] = at;
    }
  });
}
