// The sub-algorithms that the programs of bench/papers/ compare, by the thesis's abbreviations where it has one.
#pragma once

#include "bench/papers/johnson.h"
#include "bench/papers/library_signed_volumes.h"
#include "bench/papers/printed_signed_volumes.h"
#include "bench/papers/voronoi_search.h"

namespace abut::papers {

using Sv = LibrarySignedVolumes;
using Sp = PrintedSignedVolumes;
using Jh = JohnsonAlgorithm<Johnson::alone>;
using Je = JohnsonAlgorithm<Johnson::alone, Differences::of_vectors>;
using Jb = JohnsonAlgorithm<Johnson::with_backup>;
using Bk = JohnsonAlgorithm<Johnson::backup_only>;
using Vr = VoronoiSearch<Regions::all>;
using Vn = VoronoiSearch<Regions::of_newest>;

template <class Sub>
inline constexpr const char* abbreviation = "";
template <>
inline constexpr const char* abbreviation<Sv> = "SV";
template <>
inline constexpr const char* abbreviation<Sp> = "SP";
template <>
inline constexpr const char* abbreviation<Jh> = "JH";
template <>
inline constexpr const char* abbreviation<Je> = "JE";
template <>
inline constexpr const char* abbreviation<Jb> = "JB";
template <>
inline constexpr const char* abbreviation<Bk> = "BK";
template <>
inline constexpr const char* abbreviation<Vr> = "VR";
template <>
inline constexpr const char* abbreviation<Vn> = "VN";

inline constexpr const char* legend =
    "SV  Signed Volumes of the library\n"
    "SP  Signed Volumes as the thesis prints it, without what the library does for accuracy and packs\n"
    "JH  Johnson's algorithm alone\n"
    "JB  Johnson's algorithm, with the backup procedure where no subset passes\n"
    "BK  the backup procedure alone\n"
    "VR  search of all Voronoi regions\n"
    "VN  search of the Voronoi regions of the newest vertex\n";

/// Calls `f.template operator()<Sub>()` for each.
template <class... Subs>
struct Candidates {
  static constexpr int count = sizeof...(Subs);
  static constexpr const char* names[] = {abbreviation<Subs>...};
  template <class F>
  static void for_each(F&& f) {
    (f.template operator()<Subs>(), ...);
  }
};

}  // namespace abut::papers
