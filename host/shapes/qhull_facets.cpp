// qhull's C interface (libqhull_r, reentrant). Its errors leave by longjmp inside qh_new_qhull; what follows that call
// only reads qhull's structures, since an error raised out there would end the process.
#include "host/shapes/qhull_facets.h"

#include <stdio.h>
#include <stdlib.h>

#include <memory>

#include "abut/core/error.h"

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace abut::host {
namespace {

static_assert(sizeof(coordT) == sizeof(double));

/// A stream that keeps qhull's messages.
class MessageStream {
 public:
  MessageStream() : file_(open_memstream(&text_, &length_)) {
    if (file_ == nullptr) throw FileError("convex hull: no memory for qhull's messages");
  }
  MessageStream(const MessageStream&) = delete;
  MessageStream& operator=(const MessageStream&) = delete;
  ~MessageStream() {
    fclose(file_);
    free(text_);
  }
  FILE* file() { return file_; }
  std::string first_line() {
    fflush(file_);
    const std::string all(text_, length_);
    const std::size_t from = all.find_first_not_of("\r\n ");
    if (from == std::string::npos) return "";
    return all.substr(from, all.find_first_of("\r\n", from) - from);
  }

 private:
  char* text_ = nullptr;
  size_t length_ = 0;
  FILE* file_;
};

/// Links of the vertices of one facet: each vertex of a cycle has two neighbours.
class CycleMaker {
 public:
  explicit CycleMaker(std::size_t points) : links_(points) {}

  void add_edge(std::uint32_t a, std::uint32_t b) {
    add_link(a, b);
    add_link(b, a);
  }

  /// The cycle through all edges added since the last call, or nothing if they do not form one.
  Polygon take() {
    Polygon cycle;
    bool good = good_ && used_.size() >= 3;
    for (const std::uint32_t v : used_) good = good && links_[v].count == 2;
    if (good) {
      std::uint32_t previous = used_[0];
      std::uint32_t at = links_[previous].to[0];
      cycle.push_back(previous);
      while (at != used_[0] && cycle.size() < used_.size()) {
        cycle.push_back(at);
        const std::uint32_t next = links_[at].to[0] == previous ? links_[at].to[1] : links_[at].to[0];
        previous = at;
        at = next;
      }
      good = at == used_[0] && cycle.size() == used_.size();
    }
    for (const std::uint32_t v : used_) links_[v].count = 0;
    used_.clear();
    good_ = true;
    return good ? cycle : Polygon{};
  }

 private:
  struct Links {
    std::uint32_t to[2] = {0, 0};
    std::uint32_t count = 0;
  };
  void add_link(std::uint32_t from, std::uint32_t to) {
    Links& links = links_[from];
    if (links.count == 0) used_.push_back(from);
    if (links.count < 2) {
      links.to[links.count++] = to;
    } else {
      good_ = false;
    }
  }
  std::vector<Links> links_;
  std::vector<std::uint32_t> used_;
  bool good_ = true;
};

/// qhull's state, freed whatever happens.
struct QhullState {
  qhT qh;
  explicit QhullState(FILE* messages) { qh_zero(&qh, messages); }
  QhullState(const QhullState&) = delete;
  QhullState& operator=(const QhullState&) = delete;
  ~QhullState() {
    qh_freeqhull(&qh, !qh_ALL);
    int left_count = 0, left_bytes = 0;
    qh_memfreeshort(&qh, &left_count, &left_bytes);
  }
};

std::vector<Polygon> facets_of(const qhT& qh, std::size_t points) {
  // Joggled points are qhull's own copy, in the same order.
  const auto index_of = [&qh](const void* vertex) {
    return static_cast<std::uint32_t>((static_cast<const vertexT*>(vertex)->point - qh.first_point) / 3);
  };
  std::vector<Polygon> polygons;
  CycleMaker cycles(points);
  for (const facetT* facet = qh.facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
    if (facet->simplicial) {
      const setelemT* v = facet->vertices->e;
      cycles.add_edge(index_of(v[0].p), index_of(v[1].p));
      cycles.add_edge(index_of(v[1].p), index_of(v[2].p));
      cycles.add_edge(index_of(v[2].p), index_of(v[0].p));
    } else {
      for (const setelemT* e = facet->ridges->e; e->p != nullptr; ++e) {
        const setelemT* v = static_cast<const ridgeT*>(e->p)->vertices->e;
        cycles.add_edge(index_of(v[0].p), index_of(v[1].p));
      }
    }
    polygons.push_back(cycles.take());
    if (polygons.back().empty()) return {};
  }
  return polygons;
}

}  // namespace

std::vector<Polygon> qhull_facets(std::span<const Vec3<double>> points, const char* options, std::string& message) {
  static_assert(sizeof(Vec3<double>) == 3 * sizeof(double));
  // qhull takes a pointer to non-const, and keeps the points where they are.
  std::vector<coordT> coordinates(3 * points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    coordinates[3 * i] = points[i].x;
    coordinates[3 * i + 1] = points[i].y;
    coordinates[3 * i + 2] = points[i].z;
  }
  std::string command = std::string("qhull ") + options;
  MessageStream messages;
  const auto state = std::make_unique<QhullState>(messages.file());
  const int failed = qh_new_qhull(&state->qh, 3, static_cast<int>(points.size()), coordinates.data(), False,
                                  command.data(), nullptr, messages.file());
  std::vector<Polygon> polygons;
  if (failed == 0) polygons = facets_of(state->qh, points.size());
  if (polygons.empty()) {
    message = messages.first_line();
    if (message.empty()) message = "qhull's facets do not close";
  }
  return polygons;
}

}  // namespace abut::host
