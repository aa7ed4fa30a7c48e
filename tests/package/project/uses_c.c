/* The same ball on the same brick, in C. */
#include <abut/abut_c.h>
#include <stdio.h>

static int failed(int code) {
  if (code != ABUT_OK) fprintf(stderr, "error %d: %s\n", code, abut_last_message());
  return code != ABUT_OK;
}

int main(void) {
  const double half[3] = {1.0, 0.5, 0.25};
  const abut_pose at_ball = {{0.2, 0.1, 0.7}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  abut_shapes* shapes = NULL;
  abut_bodies* bodies = NULL;
  abut_detection* found = NULL;
  uint32_t ball, brick;
  abut_pair pairs[4];
  double separations[4];
  abut_contacts_f64 contacts = {0};
  uint64_t pair_count;
  size_t count, i;
  const abut_pair_list list = {sizeof list, pairs, 4, &pair_count, NULL};
  if (failed(ABUT_CHECK_VERSION()) || failed(abut_shapes_new(&shapes)) ||
      failed(abut_shapes_add_sphere(shapes, 0.5, &ball)) || failed(abut_shapes_add_box(shapes, half, 0, &brick)) ||
      failed(abut_bodies_new(&bodies)) || failed(abut_bodies_add(bodies, NULL, brick, NULL, NULL)) ||
      failed(abut_bodies_add(bodies, &at_ball, ball, NULL, NULL)) ||
      failed(abut_detect_f64(0, shapes, bodies, NULL, &found)) || failed(abut_detection_pairs(found, &list))) {
    return 1;
  }
  contacts.size = sizeof contacts;
  contacts.separation.data = separations;
  if (failed(abut_detection_contacts_f64(found, &contacts, 4, &count))) return 1;
  for (i = 0; i < count; ++i) printf("%u %u %a\n", pairs[i].a, pairs[i].b, separations[i]);
  return failed(abut_detection_free(found)) || failed(abut_bodies_free(bodies)) || failed(abut_shapes_free(shapes));
}
