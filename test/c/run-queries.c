/* Opens a .boxwood file and prints the results of the queries in a file of doubles: kind, then ten numbers each. */
#define _POSIX_C_SOURCE 200112L
#include "boxwood.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  void *bytes = NULL;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) exit(90);
  const long length = ftell(file);
  if (length < 0 || posix_memalign(&bytes, 16, (size_t)length + 1) != 0) exit(91);
  rewind(file);
  *size = fread(bytes, 1, (size_t)length, file);
  fclose(file);
  return bytes;
}

static int print_triangle(uint32_t triangle, void *context) {
  (void)context;
  printf(" %" PRIu32, triangle);
  return 1;
}

int main(int count, char **arguments) {
  size_t size = 0, query_bytes = 0;
  boxwood_file file;
  if (count < 2) return 92;
  void *bytes = read_file(arguments[1], &size);
  const boxwood_result result = boxwood_open(bytes, size, &file);
  if (result != BOXWOOD_OK || count < 3) {
    free(bytes);
    return (int)result;
  }
  double *queries = (double *)read_file(arguments[2], &query_bytes);
  printf("%" PRIu32 " %" PRIu32 " %" PRIu32 "\n", file.vertex_count, file.triangle_count, file.node_count);
  for (size_t i = 0; i + 11 <= query_bytes / sizeof(double); i += 11) {
    const double *q = queries + i + 1;
    if (queries[i] == 0) {
      boxwood_hit hit;
      if (boxwood_ray(&file, q, q + 3, q[6], &hit)) printf("ray %" PRIu32 " %.17g\n", hit.triangle, hit.distance);
      else printf("ray\n");
    } else {
      printf(queries[i] == 1 ? "sphere" : "box");
      if (queries[i] == 1) boxwood_sphere(&file, q, q[3], print_triangle, NULL);
      else boxwood_box(&file, q, q + 3, print_triangle, NULL);
      printf("\n");
    }
  }
  free(queries);
  free(bytes);
  return 0;
}
