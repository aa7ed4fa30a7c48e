// What both sides of counted_kernels.cpp see: the callers' structures are plain bytes here.
#pragma once

#include <utility>
#include <vector>

#include "bench/floors/tally.h"

namespace floors {

/// Arrays of the caller's by group; the last group is what the steps have in memory between them.
enum Group : int { shapes, bodies, records, caches, trees, between, groups };

/// Plain bytes of the structures above, as the counted side takes them.
namespace bytes {
std::vector<Step> queries_in_float(const void* batch, std::size_t size, std::vector<Array> arrays);
std::vector<Step> queries_in_double(const void* batch, std::size_t size, std::vector<Array> arrays);
std::vector<Step> build(const void* parts, const void* tree, std::vector<Array> arrays);
std::vector<Step> refit(const void* parts, const void* tree, std::vector<Array> arrays);
std::vector<Step> search(const void* tree, const void* parts, const void* out, std::vector<Array> arrays);
}  // namespace bytes

}  // namespace floors
