/* The main job in C: shapes, bodies, and time steps of candidate pairs, queries with a warm start, and contacts. Arrays
 * are the caller's and grow as they have to. C99; docs/how-to/c.md explains it. */
#include <abut/abut_c.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the library's own words. */
static void need(int code) {
  if (code == ABUT_OK) return;
  fprintf(stderr, "c_contacts: %s\n", abut_last_message());
  exit(1);
}

/* As realloc; ends the program where there is no memory. */
static void* grown(void* array, size_t bytes) {
  void* const bigger = realloc(array, bytes);
  if (bigger == NULL) {
    fprintf(stderr, "c_contacts: no memory for %lu bytes\n", (unsigned long)bytes);
    exit(1);
  }
  return bigger;
}

static void add_body(abut_bodies* bodies, uint32_t shape, double x, double y, double z) {
  abut_pose pose = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  pose.position[0] = x, pose.position[1] = y, pose.position[2] = z;
  need(abut_rotation_from_quaternion(1, 0.1 * x, 0.3 * y, 0, pose.rotation));
  need(abut_bodies_add(bodies, &pose, shape, NULL, NULL));
}

/* Lowers a body a little. */
static void sink(abut_bodies* bodies, uint32_t body, double by) {
  abut_pose pose;
  need(abut_bodies_pose(bodies, body, &pose));
  pose.position[2] -= by;
  need(abut_bodies_set_pose(bodies, body, &pose));
}

int main(void) {
  const double half_extents[3] = {1.0, 0.5, 0.25};
  const double tetrahedron[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  abut_shapes* shapes = NULL;
  abut_bodies* bodies = NULL;
  abut_pair_finder* finder = NULL;
  abut_query_options options;
  abut_parts parts;
  abut_boxed_parts searched = {sizeof searched, NULL, NULL, 0.05};
  abut_pair_list found = {sizeof found, NULL, 0, NULL, NULL};
  abut_pairs pairs = {sizeof pairs, NULL, 0}, before = {sizeof before, NULL, 0};
  abut_carried carried = {sizeof carried, NULL, 0, NULL};
  abut_pair* old_pairs = NULL;
  abut_cache *cache = NULL, *old_cache = NULL;
  uint32_t *places = NULL, ball, brick, tooth, step;
  double* record = NULL;
  uint8_t* status = NULL;
  uint64_t count = 0;
  size_t i;

  need(ABUT_CHECK_VERSION());
  need(abut_shapes_new(&shapes));
  need(abut_shapes_add_sphere(shapes, 0.5, &ball));
  need(abut_shapes_add_box(shapes, half_extents, 0.02, &brick));
  need(abut_shapes_add_hull(shapes, tetrahedron, 4, 0, &tooth));
  need(abut_bodies_new(&bodies));
  add_body(bodies, brick, 0.0, 0.0, 0.0);
  add_body(bodies, ball, 0.2, 0.1, 0.78);
  add_body(bodies, tooth, 0.9, -0.2, 0.35);

  need(abut_pair_finder_new(0, &finder));
  need(abut_query_options_init(&options, sizeof options));
  options.alert_distance = searched.alert_distance;
  searched.shapes = shapes, searched.parts = &parts;
  found.count = &count;
  for (step = 0; step < 3; ++step) {
    abut_contacts_f64 out = {0};
    int code;
    parts.size = sizeof parts;
    need(abut_bodies_parts(bodies, &parts));
    code = abut_pair_finder_find(finder, &searched, &found);
    if (code != ABUT_TOO_SMALL) need(code);
    if (count > found.capacity) { /* at the first step, and wherever there are more than ever before */
      const size_t capacity = 2 * count;
      found.capacity = capacity;
      found.pairs = grown(found.pairs, capacity * sizeof *found.pairs);
      old_pairs = grown(old_pairs, capacity * sizeof *old_pairs);
      cache = grown(cache, capacity * sizeof *cache);
      old_cache = grown(old_cache, capacity * sizeof *old_cache);
      places = grown(places, capacity * sizeof *places);
      record = grown(record, capacity * 4 * sizeof *record);
      status = grown(status, capacity * sizeof *status);
      need(abut_pair_finder_pairs(finder, &found));
    }
    pairs.pairs = found.pairs, pairs.count = count;
    before.pairs = old_pairs;
    /* What the last step has left of each pair, all zero for new ones. */
    need(abut_match_pairs(0, &before, &pairs, places));
    carried.places = places, carried.capacity = count;
    need(abut_carry(0, &carried, old_cache, before.count, cache, sizeof *cache));
    options.cache = cache;

    /* Rows of separation and normal. */
    out.size = sizeof out;
    out.separation.data = record, out.separation.stride = 4;
    out.normal.x = record + 1, out.normal.y = record + 2, out.normal.z = record + 3, out.normal.stride = 4;
    out.status.data = status;
    need(abut_query_pairs_f64(0, shapes, &parts, &pairs, &options, &out));
    for (i = 0; i < count; ++i) {
      const double* const r = record + 4 * i;
      if ((status[i] & ABUT_STATUS_MASK) > ABUT_TOUCHING || r[0] > options.alert_distance) continue;
      printf("step %lu, parts %lu and %lu: separation %.6f, normal (%.3f, %.3f, %.3f)\n", (unsigned long)step,
             (unsigned long)found.pairs[i].a, (unsigned long)found.pairs[i].b, r[0], r[1], r[2], r[3]);
    }
    for (i = 0; i < count; ++i) old_pairs[i] = found.pairs[i], old_cache[i] = cache[i];
    before.count = count;
    sink(bodies, 1, 0.02);
    sink(bodies, 2, 0.04);
  }
  need(abut_pair_finder_free(finder));
  need(abut_bodies_free(bodies));
  need(abut_shapes_free(shapes));
  free(found.pairs), free(old_pairs), free(cache), free(old_cache), free(places), free(record), free(status);
  return 0;
}
