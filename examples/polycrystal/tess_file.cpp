#include "examples/polycrystal/tess_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "abut/core/error.h"

namespace polycrystal {

namespace {

/// The words of a file, and what is read just now.
class Words {
 public:
  explicit Words(const std::string& path) : path_(path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw abut::FileError(path + ": " + std::strerror(errno));
    std::istringstream text(std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>()));
    for (std::string word; text >> word;) words_.push_back(word);
  }

  [[noreturn]] void refuse(const std::string& why) const { throw abut::InvalidInput(path_ + ": " + section_ + why); }
  bool is_over() const { return at_ == words_.size(); }
  const std::string& see() const { return words_[at_]; }
  std::string next() {
    if (is_over()) refuse("the file ends early");
    return words_[at_++];
  }
  template <class T>
  T number() {
    const std::string word = next();
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) refuse("\"" + word + "\" is no number");
    return value;
  }
  /// How many follow, each of at least one word: not more than there are words.
  std::size_t count() {
    const auto n = number<std::uint64_t>();
    if (n > words_.size()) refuse("the file ends early: there are " + std::to_string(n) + " to come");
    return n;
  }
  /// A number from 1 to `most`, signed if asked for, as index from 0.
  std::uint32_t index(std::size_t most, bool* is_negative = nullptr) {
    const auto n = number<std::int64_t>();
    const std::int64_t i = n < 0 && is_negative != nullptr ? -n : n;
    if (is_negative != nullptr) *is_negative = n < 0;
    if (i < 1 || static_cast<std::uint64_t>(i) > most) {
      refuse("number " + std::to_string(n) + " is not from 1 to " + std::to_string(most));
    }
    return static_cast<std::uint32_t>(i - 1);
  }
  Vector vector() {
    const double x = number<double>(), y = number<double>();
    return {x, y, number<double>()};
  }
  /// Goes to the next section: what lies before it is skipped.
  void skip_to_mark() {
    while (!is_over() && see()[0] != '*') ++at_;
  }
  void name(const std::string& section) { section_ = section + ": "; }

 private:
  std::string path_, section_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

void read_cells(Words& in, Network& out) {
  out.cells.resize(in.count());
  out.seeds.resize(out.cells.size());
  while (in.skip_to_mark(), !in.is_over() && !in.see().starts_with("**")) {
    if (in.next() != "*seed") continue;
    for (std::size_t k = 0; k < out.seeds.size(); ++k) {
      Seed& seed = out.seeds[in.index(out.seeds.size())];
      seed.place = in.vector();
      seed.weight = in.number<double>();
    }
  }
}

void read_vertices(Words& in, Network& out) {
  out.vertices.resize(in.count());
  for (std::size_t k = 0; k < out.vertices.size(); ++k) {
    const std::uint32_t v = in.index(out.vertices.size());
    out.vertices[v] = in.vector();
    in.number<std::int64_t>();  // its state
  }
}

void read_edges(Words& in, const Network& out) {
  const std::size_t edges = in.count();
  for (std::size_t k = 0; k < edges; ++k) {
    in.index(edges);
    in.index(out.vertices.size());
    in.index(out.vertices.size());
    in.number<std::int64_t>();
  }
}

void read_faces(Words& in, Network& out) {
  out.faces.resize(in.count());
  for (std::size_t k = 0; k < out.faces.size(); ++k) {
    Network::Face& face = out.faces[in.index(out.faces.size())];
    face.loop.resize(in.count());
    for (std::uint32_t& v : face.loop) v = in.index(out.vertices.size());
    for (std::size_t edges = in.count(); edges > 0; --edges) in.number<std::int64_t>();
    face.offset = in.number<double>();
    face.normal = in.vector();
    in.number<std::int64_t>();  // its state, and the point that faces which are not flat are drawn about
    in.number<std::int64_t>();
    in.vector();
  }
}

struct Owner {
  std::int64_t in = -1, out = -1;  ///< the cells that the normal points into, and out of
};

void read_polyhedra(Words& in, Network& network) {
  const std::size_t cells = in.count();
  if (cells != network.cells.size()) in.refuse("there are " + std::to_string(cells) + " polyhedra of other cells");
  std::vector<Owner> owners(network.faces.size());
  for (std::size_t k = 0; k < cells; ++k) {
    const std::uint32_t i = in.index(cells);
    network.cells[i].resize(in.count());
    for (std::uint32_t& f : network.cells[i]) {
      bool inward = false;
      f = in.index(network.faces.size(), &inward);
      std::int64_t& owner = inward ? owners[f].in : owners[f].out;
      if (owner >= 0) in.refuse("face " + std::to_string(f + 1) + " is twice on one side");
      owner = i;
    }
  }
  for (std::size_t f = 0; f < owners.size(); ++f) {
    Network::Face& face = network.faces[f];
    if (owners[f].in < 0 && owners[f].out < 0) in.refuse("face " + std::to_string(f + 1) + " is no polyhedron's");
    const bool turn = owners[f].out < 0;
    if (turn) {
      std::reverse(face.loop.begin(), face.loop.end());
      face.normal = -face.normal;
      face.offset = -face.offset;
    }
    face.cell = static_cast<std::uint32_t>(turn ? owners[f].in : owners[f].out);
    face.beyond = turn || owners[f].in < 0 ? low_x : static_cast<Side>(owners[f].in);  // of the box: told apart later
  }
}

void read_domain(Words& in, Network& out) {
  bool first = true;
  while (in.skip_to_mark(), !in.is_over() && in.see() != "***end") {
    if (in.next() != "*vertex") continue;
    const std::size_t count = in.count();
    if (count != 8) in.refuse(std::to_string(count) + " vertices: boxes alone are read");
    for (std::size_t k = 0; k < count; ++k) {
      in.index(count);
      const Vector v = in.vector();
      in.next();  // its label
      for (std::size_t n = in.count(); n > 0; --n) in.index(out.vertices.size());
      Box& b = out.box;
      if (first) b = {v, v};
      first = false;
      b.low = {std::min(b.low.x, v.x), std::min(b.low.y, v.y), std::min(b.low.z, v.z)};
      b.high = {std::max(b.high.x, v.x), std::max(b.high.y, v.y), std::max(b.high.z, v.z)};
    }
  }
  if (first) in.refuse("there is no domain");
}

/// The box's side that a face's normal says.
void tell_sides(Words& in, Network& out) {
  const Vector size = out.box.high - out.box.low;
  for (std::size_t f = 0; f < out.faces.size(); ++f) {
    Network::Face& face = out.faces[f];
    if (!is_of_box(face.beyond)) continue;
    const Vector n = face.normal;
    const int k = abut::abs(n.x) > 0.9 ? 0 : abut::abs(n.y) > 0.9 ? 1 : 2;
    const double along = k == 0 ? n.x : k == 1 ? n.y : n.z;
    face.beyond = -1 - 2 * k - (along > 0 ? 1 : 0);
    const Vector corner = along > 0 ? out.box.high : out.box.low;
    for (const std::uint32_t v : face.loop) {
      if (!(abut::abs(abut::dot(n, out.vertices[v] - corner)) < 1e-6 * abut::max_abs(size))) {
        in.refuse("face " + std::to_string(f + 1) + " is on no side of the box");
      }
    }
  }
}

}  // namespace

Network read_tess(const std::string& path) {
  Words in(path);
  Network out;
  std::set<std::string> seen;
  in.name("**format");
  if (in.is_over() || in.next() != "***tess") in.refuse("it does not begin with ***tess");
  while (in.skip_to_mark(), !in.is_over() && in.see() != "***end") {
    const std::string section = in.next();
    in.name(section);
    seen.insert(section);
    if (section == "**cell") read_cells(in, out);
    if (section == "**vertex") read_vertices(in, out);
    if (section == "**edge") read_edges(in, out);
    if (section == "**face") read_faces(in, out);
    if (section == "**polyhedron") read_polyhedra(in, out);
    if (section == "**domain") read_domain(in, out);
  }
  if (in.is_over()) in.refuse("the file ends early, without ***end");
  for (const char* section : {"**cell", "**vertex", "**face", "**polyhedron", "**domain"}) {
    if (!seen.contains(section)) in.refuse(std::string(section) + " is missing");
  }
  tell_sides(in, out);
  if (const std::string fault = fault_of(out); !fault.empty()) in.refuse(fault);
  return out;
}

}  // namespace polycrystal
