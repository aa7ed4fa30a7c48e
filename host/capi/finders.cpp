// Neighbour lists that look after themselves, and the filter of pairs that are known to be apart.
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

/// Runs one step, whose list is kept for who has too little room for it.
template <class F, class Step>
void step(Finder<F>& finder, const abut_pair_list* out, Step&& run) {
  const abut::PairList list = list_without_rows("out", out);
  finder.last = {};
  finder.last = run(finder.finder);
  give_pairs(finder.last, list);
}

}  // namespace

int abut_pair_finder_new(int threads, abut_pair_finder** finder) {
  return make_handle("abut_pair_finder_new", "finder", finder, [&] {
    return std::make_shared<Finder<abut::PairFinder>>(
        Finder<abut::PairFinder>{abut::PairFinder(abut::Cpu{threads}), {}});
  });
}
int abut_pair_finder_free(abut_pair_finder* finder) { return freed("abut_pair_finder_free", finder); }

int abut_pair_finder_find(abut_pair_finder* finder, const abut_boxed_parts* parts, const abut_pair_list* out) {
  return guarded("abut_pair_finder_find", [&] {
    const auto held = object(finder, "finder");
    const SearchedParts of = searched_parts("parts", parts);
    step(*held, out, [&](abut::PairFinder& f) { return f.find(of.shapes->headers(), of.parts, of.alert_distance); });
  });
}

int abut_pair_finder_pairs(const abut_pair_finder* finder, const abut_pair_list* out) {
  return guarded("abut_pair_finder_pairs",
                 [&] { give_pairs(object(finder, "finder")->last, list_without_rows("out", out)); });
}
int abut_pair_finder_reset(abut_pair_finder* finder) {
  return guarded("abut_pair_finder_reset", [&] {
    const auto held = object(finder, "finder");
    held->last = {};
    held->finder.reset();
  });
}
int abut_pair_finder_searches(const abut_pair_finder* finder, uint64_t* searches) {
  return guarded("abut_pair_finder_searches", [&] {
    need("searches", searches);
    *searches = object(finder, "finder")->finder.searches();
  });
}
int abut_pair_finder_memory(const abut_pair_finder* finder, size_t* bytes) {
  return guarded("abut_pair_finder_memory", [&] {
    need("bytes", bytes);
    *bytes = object(finder, "finder")->finder.memory();
  });
}

int abut_pair_filter_new(int threads, abut_pair_filter** filter) {
  return make_handle("abut_pair_filter_new", "filter", filter, [&] {
    return std::make_shared<Finder<abut::PairFilter>>(
        Finder<abut::PairFilter>{abut::PairFilter(abut::Cpu{threads}), {}});
  });
}
int abut_pair_filter_free(abut_pair_filter* filter) { return freed("abut_pair_filter_free", filter); }

int abut_pair_filter_filter(abut_pair_filter* filter, const abut_boxed_parts* parts, const abut_pairs* candidates,
                            const abut_pair_list* out) {
  return guarded("abut_pair_filter_filter", [&] {
    const auto held = object(filter, "filter");
    const SearchedParts of = searched_parts("parts", parts);
    const auto list = pairs_of("candidates", candidates);
    step(*held, out,
         [&](abut::PairFilter& f) { return f.filter(of.shapes->headers(), of.parts, list, of.alert_distance); });
  });
}

int abut_pair_filter_remaining(const abut_pair_filter* filter, const abut_pair_list* out) {
  return guarded("abut_pair_filter_remaining",
                 [&] { give_pairs(object(filter, "filter")->last, list_without_rows("out", out)); });
}

int abut_pair_filter_learn_f32(abut_pair_filter* filter, const float* lower_bounds, size_t count) {
  return guarded("abut_pair_filter_learn_f32", [&] {
    const auto held = object(filter, "filter");
    need_array("lower_bounds", lower_bounds, count);
    held->finder.learn<float>({lower_bounds, count});
  });
}
int abut_pair_filter_learn_f64(abut_pair_filter* filter, const double* lower_bounds, size_t count) {
  return guarded("abut_pair_filter_learn_f64", [&] {
    const auto held = object(filter, "filter");
    need_array("lower_bounds", lower_bounds, count);
    held->finder.learn<double>({lower_bounds, count});
  });
}

int abut_pair_filter_pairs(const abut_pair_filter* filter, const abut_pair_list* out) {
  return guarded("abut_pair_filter_pairs",
                 [&] { give_pairs(object(filter, "filter")->finder.pairs(), list_without_rows("out", out)); });
}
int abut_pair_filter_clearances(const abut_pair_filter* filter, double* clearances, size_t capacity, size_t* count) {
  return guarded("abut_pair_filter_clearances", [&] {
    give_list(object(filter, "filter")->finder.clearances(), clearances, capacity, count, "clearances");
  });
}
int abut_pair_filter_restore(abut_pair_filter* filter, const abut_shapes* shapes, const abut_parts* parts,
                             const abut_pairs* pairs, const double* clearances) {
  return guarded("abut_pair_filter_restore", [&] {
    const auto held = object(filter, "filter");
    const auto of = object(shapes, "shapes");
    const auto list = pairs_of("pairs", pairs);
    need_array("clearances", clearances, list.size());
    const abut::PartsView view = parts_view("parts", parts);
    held->last = {};
    held->finder.restore(of->headers(), view, list, {clearances, list.size()});
  });
}
int abut_pair_filter_reset(abut_pair_filter* filter) {
  return guarded("abut_pair_filter_reset", [&] {
    const auto held = object(filter, "filter");
    held->last = {};
    held->finder.reset();
  });
}
