// parts_of(): what is kept of a decomposition beside a scene.
#include "host/io/kept_parts.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string_view>

#include "abut/core/error.h"
#include "host/decompose/promises.h"
#include "host/io/mesh_formats.h"
#include "host/io/obj_text.h"
#include "host/io/output_file.h"
#include "host/shapes/union_find.h"

namespace abut::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view head = "# parts of abut, checksum of what follows: ";

/// Changes when `decompose` makes other parts: tests/io/kept_parts_test.cpp fails then.
constexpr std::uint64_t decomposition_version = 3;

/// Fowler, Noll & Vo's hash, two of them for 128 bits.
class Hash {
 public:
  void add(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < bytes; ++i) {
      a_ = (a_ ^ at[i]) * 0x100000001b3;
      b_ = (b_ ^ at[i]) * 0x9e3779b97f4a7c15;
    }
  }
  template <class N>
  void add(N number) {
    add(&number, sizeof number);
  }
  std::string text() const {
    std::string digits;
    for (const std::uint64_t h : {a_, b_}) {
      for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[h >> shift & 15];
    }
    return digits;
  }

 private:
  std::uint64_t a_ = 0xcbf29ce484222325, b_ = 0x6a09e667f3bcc908;
};

std::string hash_of(const Mesh& mesh, const DecomposeOptions& options) {
  Hash hash;
  hash.add(decomposition_version);
  hash.add(static_cast<std::uint64_t>(options.mode));
  hash.add(options.concavity);
  hash.add(options.most_parts);
  hash.add(options.most_vertices);
  hash.add(static_cast<std::uint64_t>(options.cuts));
  hash.add(static_cast<std::uint64_t>(options.engine));
  if (options.body == PartsBody::surface) hash.add(options.thickness);
  hash.add(static_cast<std::uint64_t>(mesh.vertices.size()));
  hash.add(mesh.vertices.data(), mesh.vertices.size() * sizeof(mesh.vertices[0]));
  hash.add(mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
  return hash.text();
}

/// Objects of a file, in its order: what no triangle joins.
std::vector<Mesh> objects_of(const Mesh& all) {
  host::UnionFind sets(all.vertices.size());
  for (const auto& t : all.triangles) sets.join(t[1], t[0]), sets.join(t[2], t[0]);
  std::map<std::uint32_t, std::size_t> number;
  std::vector<Mesh> objects;
  std::vector<std::uint32_t> place(all.vertices.size());
  for (std::uint32_t v = 0; v < all.vertices.size(); ++v) {
    const auto [at, first] = number.try_emplace(sets.find(v), objects.size());
    if (first) objects.emplace_back();
    place[v] = static_cast<std::uint32_t>(objects[at->second].vertices.size());
    objects[at->second].vertices.push_back(all.vertices[v]);
  }
  for (const auto& t : all.triangles) {
    objects[number.at(sets.find(t[0]))].triangles.push_back({place[t[0]], place[t[1]], place[t[2]]});
  }
  return objects;
}

std::string checksum(std::string_view text) {
  Hash hash;
  hash.add(text.data(), text.size());
  return hash.text();
}

std::string kept_text(const std::vector<Mesh>& parts) {
  const std::string text = obj_text(parts);
  return std::string(head) + checksum(text) + "\n" + text;
}

/// Whether a file is whole, and as it was written.
bool is_as_written(const FileText& file) {
  const std::string_view text = file.bytes;
  const std::size_t end = text.find('\n');
  return text.starts_with(head) && end != std::string_view::npos &&
         text.substr(head.size(), end - head.size()) == checksum(text.substr(end + 1));
}

/// Empty where there is nothing that counts.
std::vector<Mesh> read_kept(const std::string& path, const Mesh& mesh, const DecomposeOptions& options) {
  std::vector<Mesh> parts;
  try {
    const FileText file = load_file(path);
    if (!is_as_written(file)) return {};
    parts = objects_of(read_loaded_mesh(file));
  } catch (const std::runtime_error&) {  // not there, or no mesh
    return {};
  }
  if (std::any_of(parts.begin(), parts.end(), [](const Mesh& p) { return p.triangles.empty(); })) return {};
  // A checksum tells that they are as they were written, not by whom.
  return host::broken_promise(mesh, parts, options).empty() ? parts : std::vector<Mesh>();
}

}  // namespace

std::vector<Mesh> parts_of(const Mesh& mesh, const DecomposeOptions& options, const std::string& folder) {
  const std::string kept = (fs::path(folder) / "abut-parts").string();
  const std::string path = (fs::path(kept) / (hash_of(mesh, options) + ".obj")).string();
  std::vector<Mesh> parts = read_kept(path, mesh, options);
  if (!parts.empty()) return parts;
  parts = decompose(mesh, options);
  try {
    make_folder(kept);
    OutputFile file(path);
    file.write(kept_text(parts));
    file.publish();
  } catch (const FileError&) {  // nothing is kept: the next one to read the scene decomposes again
  }
  return parts;
}

}  // namespace abut::io
