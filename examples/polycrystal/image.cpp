#include "examples/polycrystal/image.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "abut/core/error.h"
#include "examples/dem/output.h"

namespace polycrystal {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw abut::InvalidInput(path + ": " + why);
}

std::string whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw abut::FileError(path + ": " + std::strerror(errno));
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) throw abut::FileError(path + ": " + std::strerror(errno));
  return text;
}

bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ','; }

/// Numbers from `begin` on, up to `most`; ends before what is none.
std::vector<std::int32_t> numbers(const std::string& text, std::size_t begin, std::size_t most) {
  std::vector<std::int32_t> out;
  const char *at = text.data() + begin, *const end = text.data() + text.size();
  while (out.size() < most) {
    while (at != end && blank(*at)) ++at;
    std::int32_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || (next != end && !blank(*next))) break;
    out.push_back(value);
    at = next;
  }
  return out;
}

/// The three numbers of "[119 x 112 x 79]" or of "119 112 79".
bool three(std::string text, double (&out)[3]) {
  for (char& c : text) {
    if (std::strchr("0123456789.+-eE", c) == nullptr) c = ' ';
  }
  std::istringstream in(text);
  return static_cast<bool>(in >> out[0] >> out[1] >> out[2]);
}

bool take_count(const std::string& text, VoxelImage& image) {
  double n[3];
  if (!three(text, n)) return false;
  for (int k = 0; k < 3; ++k) {
    if (!(n[k] >= 0 && n[k] < 1e6)) return false;
    image.count[static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(n[k]);
  }
  return true;
}

/// Header lines begin with `**`; of brackets the first are the voxels' counts, those of "voxel" lines after it sizes.
std::size_t read_prisms_header(const std::string& text, VoxelImage& image) {
  std::size_t at = 0;
  while (text.compare(at, 2, "**") == 0) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t open = line.find('[');
    double n[3];
    if (open != std::string::npos && line.find("dimensions") != std::string::npos) take_count(line.substr(open), image);
    if (open != std::string::npos && line.find("per voxel") != std::string::npos && three(line.substr(open), n)) {
      image.spacing = {n[0], n[1], n[2]};
    }
    at = std::min(end + 1, text.size());
  }
  return at;
}

/// The value of a VTK header's line, from behind its keyword; empty where there is none.
std::string after(const std::string& text, const std::string& keyword) {
  const std::size_t at = text.find("\n" + keyword);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + 1 + keyword.size();
  return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

std::size_t read_vtk_header(const std::string& path, const std::string& text, VoxelImage& image) {
  if (text.find("\nASCII") == std::string::npos || text.find("STRUCTURED_POINTS") == std::string::npos) {
    refuse(path, "a VTK file of another kind: STRUCTURED_POINTS in ASCII");
  }
  double n[3];
  if (!take_count(after(text, "DIMENSIONS"), image)) refuse(path, "DIMENSIONS are missing");
  const bool cells = text.find("\nCELL_DATA") != std::string::npos;  // which are one fewer than points
  for (std::uint32_t& c : image.count) c -= cells && c > 0 ? 1 : 0;
  std::string spacing = after(text, "SPACING");
  if (spacing.empty()) spacing = after(text, "ASPECT_RATIO");
  if (three(spacing, n)) image.spacing = {n[0], n[1], n[2]};
  if (three(after(text, "ORIGIN"), n)) image.origin = {n[0], n[1], n[2]};
  // Points are the voxels' middles, the image's origin is a corner.
  if (!cells) image.origin = image.origin - image.spacing * 0.5;
  const std::size_t table = text.find("\nLOOKUP_TABLE");
  if (table == std::string::npos) refuse(path, "LOOKUP_TABLE is missing");
  return std::min(text.find('\n', table + 1), text.size() - 1) + 1;
}

/// The last index is the fastest there.
void turn_over(VoxelImage& image) {
  const std::vector<std::int32_t> given = image.labels;
  const auto [nx, ny, nz] = image.count;
  for (std::size_t x = 0, k = 0; x < nx; ++x) {
    for (std::size_t y = 0; y < ny; ++y) {
      for (std::size_t z = 0; z < nz; ++z) image.labels[x + nx * (y + ny * z)] = given[k++];
    }
  }
}

std::vector<std::int32_t> raw_labels(const std::string& path, const std::string& bytes, std::size_t voxels) {
  const std::size_t width = voxels > 0 ? bytes.size() / voxels : 0;
  if ((width != 1 && width != 2 && width != 4) || width * voxels != bytes.size()) {
    refuse(path, std::to_string(bytes.size()) + " bytes for " + std::to_string(voxels) + " voxels: 1, 2 or 4 each");
  }
  std::vector<std::int32_t> out(voxels);
  for (std::size_t i = 0; i < voxels; ++i) {
    std::uint32_t value = 0;
    for (std::size_t b = width; b-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[width * i + b]);
    out[i] = static_cast<std::int32_t>(value);
  }
  return out;
}

void check_shape(const std::string& path, const VoxelImage& image) {
  const Vector& s = image.spacing;
  if (image.size() == 0) refuse(path, "the image is empty: its header or --voxels gives it at least one voxel");
  if (!(s.x > 0 && s.y > 0 && s.z > 0) || !std::isfinite(s.x + s.y + s.z)) refuse(path, "voxels have sizes above 0");
}

}  // namespace

Vector VoxelImage::centre(std::size_t voxel) const {
  const double x = static_cast<double>(voxel % count[0]), y = static_cast<double>(voxel / count[0] % count[1]);
  const double z = static_cast<double>(voxel / (static_cast<std::size_t>(count[0]) * count[1]));
  return {origin.x + spacing.x * (x + 0.5), origin.y + spacing.y * (y + 0.5), origin.z + spacing.z * (z + 0.5)};
}

Box VoxelImage::box() const {
  return {origin, {origin.x + spacing.x * count[0], origin.y + spacing.y * count[1], origin.z + spacing.z * count[2]}};
}

VoxelImage read_image(const std::string& path, const ImageShape& shape) {
  const std::string text = whole(path);
  VoxelImage image;
  std::size_t begin = 0;
  const std::size_t grid = text.find("class gridpositions counts"), data = text.find("data follows");
  const bool is_dx = grid != std::string::npos, is_raw = path.ends_with(".raw");
  if (!is_raw && text.starts_with("# vtk")) {
    begin = read_vtk_header(path, text, image);
  } else if (!is_raw && is_dx) {
    if (data == std::string::npos) refuse(path, "an OpenDX file without \"data follows\"");
    take_count(text.substr(grid + 26, std::min(text.find('\n', grid), text.size()) - grid - 26), image);
    begin = data + 12;
  } else if (!is_raw) {
    begin = read_prisms_header(text, image);
  }
  if (shape.count) image.count = *shape.count;
  if (shape.spacing) image.spacing = *shape.spacing;
  check_shape(path, image);
  image.labels = is_raw ? raw_labels(path, text, image.size()) : numbers(text, begin, image.size() + 1);
  const std::size_t found = image.labels.size();
  if (found < image.size()) {
    refuse(path, "it ends after " + std::to_string(found) + " of " + std::to_string(image.size()) + " labels");
  }
  if (found > image.size()) refuse(path, "there are more than its " + std::to_string(image.size()) + " labels");
  if (is_dx) turn_over(image);
  return image;
}

VoxelImage image_of(const Tessellation& tessellation, const std::array<std::uint32_t, 3>& count) {
  VoxelImage image;
  image.count = count;
  double voxels = 1;
  for (const std::uint32_t n : count) voxels *= n;
  if (!(voxels >= 1 && voxels <= 0x1p31)) {
    throw abut::InvalidInput("voxels are " + std::to_string(count[0]) + " by " + std::to_string(count[1]) + " by " +
                             std::to_string(count[2]) + "; allowed are 1 or more along each, and up to 2^31 in all");
  }
  const Box& box = tessellation.box();
  const Vector size = box.high - box.low;
  image.origin = box.low;
  image.spacing = {size.x / count[0], size.y / count[1], size.z / count[2]};
  image.labels.resize(image.size());
  for (std::size_t i = 0; i < image.size(); ++i) {
    image.labels[i] = static_cast<std::int32_t>(cell_at(tessellation.seeds(), image.centre(i))) + 1;
  }
  return image;
}

void write_image(const std::string& path, const VoxelImage& image) {
  std::ostringstream out;
  out.precision(17);
  const Vector first = image.origin + image.spacing * 0.5;
  out << "# vtk DataFile Version 3.0\nlabels\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS " << image.count[0] << ' '
      << image.count[1] << ' ' << image.count[2] << "\nORIGIN " << first.x << ' ' << first.y << ' ' << first.z
      << "\nSPACING " << image.spacing.x << ' ' << image.spacing.y << ' ' << image.spacing.z << "\nPOINT_DATA "
      << image.size() << "\nSCALARS label int 1\nLOOKUP_TABLE default\n";
  for (std::size_t i = 0; i < image.size(); ++i) out << image.labels[i] << ((i + 1) % image.count[0] == 0 ? '\n' : ' ');
  dem::write_whole(path, out.str());
}

}  // namespace polycrystal
