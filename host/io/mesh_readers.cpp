// read_mesh(): loads a file, finds its format, and checks what every format must give.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "host/io/mesh_formats.h"

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

Mesh read_any(const FileText& file) {
  const std::string extension = extension_of(file.path);
  if (looks_like_ply(file)) return read_ply(file);
  if (looks_like_off(file)) return read_off(file);
  if (extension == ".obj") return read_obj(file);
  if (extension == ".stl" || has_size_of_binary_stl(file) || looks_like_text_stl(file)) return read_stl(file);
  if (extension == ".ply") fail_at_line(file, 1, "not a PLY file; its first line must be \"ply\"");
  if (extension == ".off") fail_at_line(file, 1, "not an OFF file; its first word must be OFF");
  throw InvalidInput(path_in_line(file.path) + ": unknown mesh format, extension " + in_quotes(extension) +
                     "; allowed: OBJ, STL, PLY and OFF files");
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

Mesh read_loaded_mesh(const FileText& file) {
  if (file.bytes.empty()) {
    throw InvalidInput(path_in_line(file.path) + ": empty file; an OBJ, STL, PLY or OFF mesh is needed");
  }
  Mesh mesh = read_any(file);
  if (mesh.triangles.empty()) {
    throw InvalidInput(path_in_line(file.path) + ": no triangles (" + std::to_string(mesh.vertices.size()) +
                       " vertices); a mesh needs at least one");
  }
  return mesh;
}

}  // namespace io

Mesh read_mesh(const std::string& path) { return io::read_loaded_mesh(io::load_file(path)); }

bool is_mesh_path(const std::string& path) {
  const std::string extension = io::extension_of(path);
  return extension == ".obj" || extension == ".stl" || extension == ".ply" || extension == ".off";
}

}  // namespace abut
