// read_mesh(): loads a file, finds its format, and checks what every format must give.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "host/io/text_lines.h"
#include "host/shapes/hull.h"

namespace abut {
namespace io {
namespace {

std::string plain(std::string_view text, std::size_t longest) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f && byte < 0x80) {
      out += c;
    } else {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  if (text.size() > longest) out += "...";
  return out;
}

std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

bool begins_with_a_number(const FileText& file) {
  Lines lines(file, '#');
  std::uint64_t value = 0;
  return lines.next_with_words() && parse_integer(Words(lines.text()).next(), value) == Parsed::good;
}

LoadedMesh read_any(const FileText& file) {
  const std::string extension = extension_of(file.path);
  if (looks_like_ply(file)) return read_ply(file);
  if (looks_like_off(file)) return read_off(file);
  if (extension == ".obj") return read_obj(file);
  if (extension == ".stl" || has_size_of_binary_stl(file) || looks_like_text_stl(file)) return read_stl(file);
  if (extension == ".ply") fail_at_line(file, 1, "not a PLY file; its first line must be \"ply\"");
  if (extension == ".off" && begins_with_a_number(file)) return read_off(file);  // the keyword may be left out
  if (extension == ".off") fail_at_line(file, 1, "not an OFF file; its first word must be OFF");
  throw InvalidInput(path_in_line(file.path) + ": unknown mesh format, extension " + in_quotes(extension) +
                     "; allowed: OBJ, STL, PLY and OFF files");
}

/// Editors mark text as UTF-8, and some programs write UTF-16, by the bytes at its beginning.
bool has_mark(const FileText& file) {
  return file.bytes.starts_with("\xef\xbb\xbf") || file.bytes.starts_with("\xff\xfe") ||
         file.bytes.starts_with("\xfe\xff");
}

/// In one byte a character; those beyond, which only names have, become question marks.
FileText without_mark(const FileText& file) {
  if (file.bytes.starts_with("\xef\xbb\xbf")) return {file.path, file.bytes.substr(3)};
  FileText text{file.path, {}};
  const std::size_t low = file.bytes[0] == '\xff' ? 0 : 1;
  for (std::size_t k = 2; k + 1 < file.bytes.size(); k += 2) {
    text.bytes += file.bytes[k + 1 - low] == '\0' ? file.bytes[k + low] : '?';
  }
  return text;
}

/// Vertices alone serve as their convex hull.
void take_hull(const FileText& file, LoadedMesh& loaded) {
  const std::vector<Vec3<double>>& points = loaded.mesh.vertices;
  host::Hull hull;
  try {
    if (!points.empty()) hull = host::convex_hull(points);
  } catch (const InvalidInput& error) {
    throw InvalidInput(path_in_line(file.path) + ": " + error.what());
  }
  if (hull.dimension < 3) {
    throw InvalidInput(path_in_line(file.path) + ": no triangles (" + std::to_string(points.size()) +
                       " vertices), and the vertices have no hull with a volume; a mesh needs at least one triangle");
  }
  loaded.notes.push_back("no faces: the convex hull of the " + std::to_string(points.size()) +
                         " vertices stands for them");
  Mesh mesh{points, host::hull_triangles(hull)};
  loaded.mesh = weld(mesh);
}

}  // namespace

FileText load_file(const std::string& path) {
  const std::string name = path_in_line(path);
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) throw FileError(name + ": no such file");
  if (status.type() == std::filesystem::file_type::directory) {
    throw FileError(name + ": is a directory; a mesh file is needed");
  }
  if (status.type() != std::filesystem::file_type::regular) {
    throw FileError(name + ": " + (error ? error.message() : "not a regular file; a mesh file is needed"));
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream) throw FileError(name + ": cannot be opened: " + std::strerror(errno));
  const std::streamoff size = stream.tellg();
  FileText file{path, {}};
  if (size > 0) file.bytes.resize(static_cast<std::size_t>(size));
  stream.seekg(0);
  stream.read(file.bytes.data(), size);
  if (size < 0 || !stream) throw FileError(name + ": cannot be read: " + std::strerror(errno));
  return file;
}

std::string path_in_line(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7f ? plain(std::string_view(&c, 1), 1) : std::string(1, c);
  }
  return out;
}

std::string in_quotes(std::string_view text) { return '"' + plain(text, 40) + '"'; }

void fail_at_line(const FileText& file, std::uint64_t line, const std::string& what) {
  throw InvalidInput(path_in_line(file.path) + ":" + std::to_string(line) + ": " + what);
}

void fail_at_byte(const FileText& file, std::uint64_t offset, const std::string& what) {
  throw InvalidInput(path_in_line(file.path) + ": byte " + std::to_string(offset) + ": " + what);
}

Mesh read_loaded_mesh(const FileText& file, std::vector<std::string>* notes) {
  if (file.bytes.empty()) {
    throw InvalidInput(path_in_line(file.path) + ": empty file; an OBJ, STL, PLY or OFF mesh is needed");
  }
  LoadedMesh loaded = has_mark(file) ? read_any(without_mark(file)) : read_any(file);
  if (loaded.mesh.triangles.empty()) take_hull(file, loaded);
  if (notes != nullptr) notes->insert(notes->end(), loaded.notes.begin(), loaded.notes.end());
  return std::move(loaded.mesh);
}

}  // namespace io

Mesh read_mesh(const std::string& path, std::vector<std::string>* notes) {
  return io::read_loaded_mesh(io::load_file(path), notes);
}

bool is_mesh_path(const std::string& path) {
  const std::string extension = io::extension_of(path);
  return extension == ".obj" || extension == ".stl" || extension == ".ply" || extension == ".off";
}

}  // namespace abut
