// What the mesh readers share: the file in memory, its errors, and the formats' readers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abut/shapes/mesh.h"

namespace abut::io {

/// A whole file in memory.
struct FileText {
  std::string path;
  std::string bytes;
};

/// Throws `FileError` when `path` is missing, not a regular file, or cannot be read.
FileText load_file(const std::string& path);

/// `text` in quotes, made fit for one line of an error message: control characters escaped, cut when long.
std::string in_quotes(std::string_view text);

/// A path keeps its letters of any language; only what would break the line is escaped.
std::string path_in_line(const std::string& path);

[[noreturn]] void fail_at_line(const FileText& file, std::uint64_t line, const std::string& what);
[[noreturn]] void fail_at_byte(const FileText& file, std::uint64_t offset, const std::string& what);

/// Largest number of vertices and of triangles: ids have 32 bits, and the hull's point table 31.
inline constexpr std::uint64_t max_mesh_elements = 0x7fffffff;

/// A mesh, which may have no triangles yet, and a line for each thing that was passed over or taken otherwise than it
/// stands there. Data only.
struct LoadedMesh {
  Mesh mesh;
  std::vector<std::string> notes;
};

/// read_mesh() for a file that is in memory already.
Mesh read_loaded_mesh(const FileText& file, std::vector<std::string>* notes = nullptr);

LoadedMesh read_obj(const FileText& file);
LoadedMesh read_stl(const FileText& file);
LoadedMesh read_ply(const FileText& file);
LoadedMesh read_off(const FileText& file);

/// Whether the file begins as the format does.
bool looks_like_text_stl(const FileText& file);
bool has_size_of_binary_stl(const FileText& file);
bool looks_like_ply(const FileText& file);
bool looks_like_off(const FileText& file);

}  // namespace abut::io
