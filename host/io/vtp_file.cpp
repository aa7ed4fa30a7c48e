#include "host/io/vtp_file.h"

#include <bit>
#include <cstring>

namespace abut::io {

VtpFile::VtpFile(OutputFile& file, const Counts& counts) : file_(file) {
  std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"";
  text += std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  text += "\" header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"";
  host::append_number(text, counts.points);
  text += "\" NumberOfVerts=\"";
  host::append_number(text, counts.vertices);
  text += "\" NumberOfLines=\"";
  host::append_number(text, counts.lines);
  text += "\" NumberOfStrips=\"0\" NumberOfPolys=\"";
  host::append_number(text, counts.polygons);
  text += "\">\n";
  file_.write(text);
}

void VtpFile::open(std::string_view tag) {
  file_.write("<");
  file_.write(tag);
  file_.write(">\n");
}

void VtpFile::close(std::string_view tag) {
  file_.write("</");
  file_.write(tag);
  file_.write(">\n");
}

void VtpFile::end() { file_.write("</Piece>\n</PolyData>\n</VTKFile>\n"); }

void VtpFile::begin_array(const char* type, const char* name, int components, std::uint64_t bytes) {
  std::string text = "<DataArray type=\"" + std::string(type) + "\" Name=\"" + name + "\" NumberOfComponents=\"";
  host::append_number(text, components);
  text += "\" format=\"binary\">\n";
  file_.write(text);
  put(&bytes, sizeof bytes);
}

void VtpFile::put(const void* data, std::size_t size) {
  std::memcpy(bytes_ + used_, data, size);
  used_ += size;
  if (used_ < chunk_) return;
  const std::size_t rest = used_ - chunk_;
  used_ = chunk_;
  encode();
  std::memmove(bytes_, bytes_ + chunk_, rest);
  used_ = rest;
}

void VtpFile::encode() {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  text_.clear();
  for (std::size_t i = 0; i < used_; i += 3) {
    const std::size_t count = used_ - i < 3 ? used_ - i : 3;
    const unsigned b0 = bytes_[i], b1 = count > 1 ? bytes_[i + 1] : 0, b2 = count > 2 ? bytes_[i + 2] : 0;
    const unsigned bits = b0 << 16 | b1 << 8 | b2;
    text_ += digits[bits >> 18];
    text_ += digits[bits >> 12 & 63];
    text_ += count > 1 ? digits[bits >> 6 & 63] : '=';
    text_ += count > 2 ? digits[bits & 63] : '=';
  }
  file_.write(text_);
}

void VtpFile::end_array() {
  encode();
  used_ = 0;
  file_.write("\n</DataArray>\n");
}

}  // namespace abut::io
