#include "examples/dem/snapshot.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <type_traits>

#include "abut/core/error.h"

namespace dem {

namespace {

static_assert(std::endian::native == std::endian::little, "restart files are written as they lie in memory");
static_assert(std::is_trivially_copyable_v<Settings> && std::is_trivially_copyable_v<Progressed>);

constexpr char magic[8] = {'A', 'B', 'U', 'T', 'D', 'E', 'M', '7'};

struct Sizes {
  std::uint64_t settings = sizeof(Settings), progressed = sizeof(Progressed);
  std::uint64_t bodies = 0, pairs = 0, keys = 0, caches = 0, candidates = 0, search = 0;
};

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    sum = abut::mix64(sum ^ word) + 0x9e3779b97f4a7c15ull;
  }
  return sum;
}

template <class E>
void put(std::string& out, const E* data, std::size_t count) {
  out.append(reinterpret_cast<const char*>(data), count * sizeof(E));
}

/// The rest of a file; the sizes have been checked.
struct Reader {
  std::string_view bytes;
  template <class E>
  void get(E* data, std::size_t count) {
    if (count != 0) std::memcpy(static_cast<void*>(data), bytes.data(), count * sizeof(E));
    bytes.remove_prefix(count * sizeof(E));
  }
};

constexpr std::uint64_t bytes_per_pair = sizeof(abut::Pair) + sizeof(Spring);
constexpr std::uint64_t bytes_per_candidate = sizeof(abut::Pair) + sizeof(double);

}  // namespace

PairTotals totals_of(std::uint64_t candidates, std::uint64_t count, const std::uint8_t* status,
                     const double* separation, const PairForce* forces) {
  PairTotals out;
  out.candidates = candidates;
  out.pairs = count;
  for (std::uint64_t i = 0; i < count; ++i) {
    const abut::Status s = abut::status_of(status[i]);
    if (!abut::is_contact(status[i]) && s != abut::Status::farther_than_alert) ++out.failures;
    if (forces[i].touches == 0) continue;
    ++out.contacts;
    out.normal_energy += forces[i].normal_energy;
    out.tangential_energy += forces[i].tangential_energy;
    out.deepest = std::max(out.deepest, -separation[i]);
  }
  return out;
}

void write_restart(const std::string& path, const Settings& settings, const Snapshot& s) {
  std::string out;
  put(out, magic, 8);
  const Sizes sizes{sizeof(Settings), sizeof(Progressed), s.states.size(),     s.pairs.size(),
                    s.keys.size(),    s.caches.size(),    s.candidates.size(), s.search.size()};
  put(out, &sizes, 1);
  put(out, &settings, 1);
  put(out, &s.at, 1);
  put(out, s.states.data(), s.states.size());
  put(out, s.pairs.data(), s.pairs.size());
  put(out, s.keys.data(), s.keys.size());
  put(out, s.caches.data(), s.caches.size());
  put(out, s.springs.data(), s.springs.size());
  put(out, s.candidates.data(), s.candidates.size());
  put(out, s.clearances.data(), s.clearances.size());
  put(out, s.search.data(), s.search.size());
  const std::uint64_t sum = checksum(out);
  put(out, &sum, 1);
  const std::string partial = path + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file.write(out.data(), static_cast<std::streamsize>(out.size()));
  file.close();
  if (!file || std::rename(partial.c_str(), path.c_str()) != 0) {
    throw abut::FileError(path + ": cannot be written: " + std::strerror(errno));
  }
}

Restart read_restart(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw abut::FileError(path + ": cannot be read: " + std::strerror(errno));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto refuse = [&](const char* what) { throw abut::InvalidInput(path + ": " + what); };
  if (text.size() < 8 || std::memcmp(text.data(), magic, 7) != 0) refuse("is not a restart file of dem");
  if (text[7] != magic[7]) refuse("is a restart file of another version of dem");
  Reader reader{text};
  reader.bytes.remove_prefix(8);
  Sizes sizes;
  if (reader.bytes.size() < sizeof sizes + 8) refuse("is cut off");
  reader.get(&sizes, 1);
  if (sizes.settings != sizeof(Settings) || sizes.progressed != sizeof(Progressed)) {
    refuse("is a restart file of another version of dem");
  }
  const std::uint64_t rest = reader.bytes.size();
  if (sizes.bodies > rest / sizeof(BodyState) || sizes.pairs > rest / bytes_per_pair ||
      sizes.keys > rest / sizeof(std::uint64_t) || sizes.caches > rest / sizeof(abut::CachedPolytope) ||
      sizes.candidates > rest / bytes_per_candidate || sizes.search > rest ||
      rest != sizeof(Settings) + sizeof(Progressed) + sizes.bodies * sizeof(BodyState) + sizes.pairs * bytes_per_pair +
                  sizes.keys * sizeof(std::uint64_t) + sizes.caches * sizeof(abut::CachedPolytope) +
                  sizes.candidates * bytes_per_candidate + sizes.search + 8) {
    refuse("is cut off, or longer than it says");
  }
  std::uint64_t sum;
  std::memcpy(&sum, text.data() + text.size() - 8, 8);
  if (sum != checksum(std::string_view(text).substr(0, text.size() - 8))) refuse("has a wrong checksum");
  Restart out;
  reader.get(&out.settings, 1);
  reader.get(&out.snapshot.at, 1);
  out.snapshot.states.resize(sizes.bodies);
  out.snapshot.pairs.resize(sizes.pairs);
  out.snapshot.keys.resize(sizes.keys);
  out.snapshot.caches.resize(sizes.caches);
  out.snapshot.springs.resize(sizes.pairs);
  out.snapshot.candidates.resize(sizes.candidates);
  out.snapshot.clearances.resize(sizes.candidates);
  out.snapshot.search.resize(sizes.search);
  reader.get(out.snapshot.states.data(), sizes.bodies);
  reader.get(out.snapshot.pairs.data(), sizes.pairs);
  reader.get(out.snapshot.keys.data(), sizes.keys);
  reader.get(out.snapshot.caches.data(), sizes.caches);
  reader.get(out.snapshot.springs.data(), sizes.pairs);
  reader.get(out.snapshot.candidates.data(), sizes.candidates);
  reader.get(out.snapshot.clearances.data(), sizes.candidates);
  reader.get(out.snapshot.search.data(), sizes.search);
  return out;
}

}  // namespace dem
