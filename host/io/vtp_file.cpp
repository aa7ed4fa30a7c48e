#include "host/io/vtp_file.h"

#include <oneapi/tbb/parallel_for.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <new>

namespace abut::io {

VtpFile::VtpFile(OutputFile& file, const Counts& counts) : file_(file) {
  std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"";
  text += std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  text += "\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<PolyData>\n<Piece NumberOfPoints=\"";
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

void VtpFile::begin_array(const char* type, const char* name, int components) {
  std::string text = "<DataArray type=\"" + std::string(type) + "\" Name=\"" + name + "\" NumberOfComponents=\"";
  host::append_number(text, components);
  text += "\" format=\"binary\">\n";
  file_.write(text);
}

/// All whole blocks, and at the end of an array what is left.
void VtpFile::compress() {
  const std::size_t count = (raw_.size() + block_ - 1) / block_;
  std::vector<std::string> blocks(count);
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t k) {
    const std::size_t size = std::min(block_, raw_.size() - k * block_);
    uLongf length = compressBound(static_cast<uLong>(size));
    blocks[k].resize(length);
    const int code = compress2(reinterpret_cast<Bytef*>(blocks[k].data()), &length, raw_.data() + k * block_,
                               static_cast<uLong>(size), Z_BEST_SPEED);
    if (code != Z_OK) throw std::bad_alloc();  // it has no other way to fail
    blocks[k].resize(length);
  });
  for (const std::string& block : blocks) {
    compressed_ += block;
    sizes_.push_back(block.size());
  }
  last_ = raw_.size() % block_;
  raw_.clear();
}

void VtpFile::encode(const std::string& bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t chunk = 3 * 4096;
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3);
    const auto byte = [&](std::size_t k) { return k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u; };
    const unsigned bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    text += digits[bits >> 18];
    text += digits[bits >> 12 & 63];
    text += count > 1 ? digits[bits >> 6 & 63] : '=';
    text += count > 2 ? digits[bits & 63] : '=';
    if (text.size() < chunk) continue;
    file_.write(text);
    text.clear();
  }
  file_.write(text);
}

/// In front stand the number of blocks, their size, that of the last one if it is not full, and their compressed sizes.
void VtpFile::end_array() {
  if (!raw_.empty()) compress();
  const std::uint64_t head[3] = {sizes_.size(), block_, last_};
  std::string header(reinterpret_cast<const char*>(head), sizeof head);
  header.append(reinterpret_cast<const char*>(sizes_.data()), sizes_.size() * sizeof sizes_[0]);
  encode(header);
  encode(compressed_);
  compressed_.clear();
  sizes_.clear();
  last_ = 0;
  file_.write("\n</DataArray>\n");
}

}  // namespace abut::io
