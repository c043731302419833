/*
 * Reads .boxwood files and runs ray, sphere and box queries. C99, header only, without dependencies and allocations.
 *
 * SPDX-License-Identifier: MIT
 *
 * The file is used where it is: map it into memory, or read it into a buffer aligned to 16 bytes, and keep it while the
 * boxwood_file is in use. boxwood_open checks everything that the queries rely on, so damaged and hostile files are
 * refused. The layout is documented in resources/formats/boxwood-1.md. The host must be little-endian.
 *
 * All lengths are in mesh units and double precision. Decisions are those of rounded arithmetic: for a ray through an edge
 * the library decides exactly, this header by rounding. A file without a tree of kind 1 (axis-aligned boxes) is searched
 * triangle by triangle.
 *
 *   boxwood_file file;
 *   if (boxwood_open(bytes, size, &file) != BOXWOOD_OK) ...
 *   boxwood_hit hit;
 *   if (boxwood_ray(&file, origin, direction, HUGE_VAL, &hit)) ... hit.triangle, hit.distance
 */
#ifndef BOXWOOD_H
#define BOXWOOD_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef BOXWOOD_API
#define BOXWOOD_API static inline
#endif

/** Deeper trees are refused: a search keeps one node for each level. */
#define BOXWOOD_MAX_DEPTH 256
/** The triangle of a query without a result. */
#define BOXWOOD_NONE UINT32_MAX

typedef enum {
  BOXWOOD_OK = 0,
  BOXWOOD_NOT_BOXWOOD = 1,  /* The first bytes are those of another format. */
  BOXWOOD_NEWER = 2,        /* A version, or a required chunk, that this header does not know. */
  BOXWOOD_DAMAGED = 3,      /* A length, checksum or number is wrong. */
  BOXWOOD_UNALIGNED = 4,    /* The bytes do not begin at a multiple of 16. */
  BOXWOOD_TOO_DEEP = 5      /* The tree has more than BOXWOOD_MAX_DEPTH levels. */
} boxwood_result;

typedef struct {
  float min[3];
  float max[3];
  uint32_t first; /* Inner node: index of the right child. Leaf: first position in the order. */
  uint32_t count; /* Inner node: split axis. Leaf: 0x80000000 plus the number of triangles. */
} boxwood_node;

/** An opened file: views of its bytes. */
typedef struct {
  const double *vertices;     /* (3 * vertex_count) x y z */
  const uint32_t *indices;    /* (3 * triangle_count) */
  uint32_t vertex_count;
  uint32_t triangle_count;
  const boxwood_node *nodes;  /* NULL without a tree of kind 1 */
  const uint32_t *order;      /* (ordered_count) triangle at each position of the leaf order */
  uint32_t node_count;
  uint32_t ordered_count;
  double origin[3];           /* boxes of nodes are relative to it */
} boxwood_file;

typedef struct {
  uint32_t triangle; /* index in the file, as everywhere in Boxwood */
  double distance;   /* Euclidean, from the origin of the ray */
  double u, v;       /* barycentric weights of the second and third corner */
} boxwood_hit;

/** Receives the triangles of an overlap, in the order of the search. Returning 0 ends the search. */
typedef int (*boxwood_visit)(uint32_t triangle, void *context);

/* -- Reading ------------------------------------------------------------------------------------------------------ */

static inline uint32_t boxwood_u32(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static inline uint64_t boxwood_u64(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

/** CRC-32 as in zip, four bits at a time: a table of 16 numbers needs no preparation. */
static inline uint32_t boxwood_crc32(const uint8_t *bytes, size_t length) {
  static const uint32_t table[16] = {
      0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u, 0x4DB26158u, 0x5005713Cu,
      0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu, 0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu};
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < length; i++) {
    crc = table[(crc ^ bytes[i]) & 15u] ^ (crc >> 4);
    crc = table[(crc ^ ((uint32_t)bytes[i] >> 4)) & 15u] ^ (crc >> 4);
  }
  return ~crc;
}

/** Checks the preorder of the nodes, and that leaves follow one another in the leaf order and cover it. */
static inline boxwood_result boxwood_check_nodes(const boxwood_node *nodes, uint32_t count, uint32_t ordered) {
  uint32_t pending[BOXWOOD_MAX_DEPTH];
  uint32_t depth = 0;
  uint32_t position = 0;
  if (count == 0) return ordered == 0 ? BOXWOOD_OK : BOXWOOD_DAMAGED;
  for (uint32_t node = 0; node < count; node++) {
    const boxwood_node *at = nodes + node;
    if (at->count & 0x80000000u) {
      const uint32_t triangles = at->count & 0x7FFFFFFFu;
      if (triangles == 0 || at->first != position || triangles > ordered - position) return BOXWOOD_DAMAGED;
      position += triangles;
      if (depth == 0) return node + 1 == count && position == ordered ? BOXWOOD_OK : BOXWOOD_DAMAGED;
      if (pending[--depth] != node + 1) return BOXWOOD_DAMAGED;
    } else {
      const uint32_t end = depth > 0 ? pending[depth - 1] : count;
      if (at->count > 2 || at->first <= node + 1 || at->first >= end) return BOXWOOD_DAMAGED;
      if (depth == BOXWOOD_MAX_DEPTH) return BOXWOOD_TOO_DEEP;
      pending[depth++] = at->first;
    }
  }
  return BOXWOOD_DAMAGED;
}

static inline boxwood_result boxwood_open_tree(const uint8_t *tree, uint64_t length, boxwood_file *file) {
  if (length < 128 || memcmp(tree, "BXTR", 4) != 0) return BOXWOOD_DAMAGED;
  if (boxwood_u32(tree + 4) != 1) return BOXWOOD_NEWER;
  if (boxwood_u32(tree + 8) != 1) return BOXWOOD_OK; /* Another kind of tree is not used. */
  const uint32_t nodes = boxwood_u32(tree + 16);
  const uint32_t ordered = boxwood_u32(tree + 24);
  if (length != 128 + 32 * (uint64_t)nodes + 4 * (uint64_t)ordered) return BOXWOOD_DAMAGED;
  if (boxwood_u32(tree + 28) != file->triangle_count || ordered > file->triangle_count) return BOXWOOD_DAMAGED;
  const boxwood_node *first = (const boxwood_node *)(const void *)(tree + 128);
  const uint32_t *order = (const uint32_t *)(const void *)(tree + 128 + 32 * (size_t)nodes);
  for (uint32_t i = 0; i < ordered; i++)
    if (order[i] >= file->triangle_count) return BOXWOOD_DAMAGED;
  const boxwood_result checked = boxwood_check_nodes(first, nodes, ordered);
  if (checked != BOXWOOD_OK) return checked;
  file->nodes = first;
  file->order = order;
  file->node_count = nodes;
  file->ordered_count = ordered;
  memcpy(file->origin, tree + 56, sizeof file->origin);
  return BOXWOOD_OK;
}

/** Opens the bytes of a file, which it does not copy. On an error the content of `file` means nothing. */
BOXWOOD_API boxwood_result boxwood_open(const void *data, size_t size, boxwood_file *file) {
  static const uint8_t magic[8] = {0x89, 0x42, 0x58, 0x57, 0x0D, 0x0A, 0x1A, 0x0A};
  const uint8_t *bytes = (const uint8_t *)data;
  memset(file, 0, sizeof *file);
  if (size < 32 || memcmp(bytes, magic, sizeof magic) != 0) return BOXWOOD_NOT_BOXWOOD;
  if ((uintptr_t)bytes % 16 != 0) return BOXWOOD_UNALIGNED;
  if (boxwood_crc32(bytes, 28) != boxwood_u32(bytes + 28)) return BOXWOOD_DAMAGED;
  if (boxwood_u32(bytes + 8) != 1) return BOXWOOD_NEWER;
  const uint64_t chunks = boxwood_u32(bytes + 12);
  if (boxwood_u64(bytes + 16) != size || chunks > (size - 32) / 32) return BOXWOOD_DAMAGED;
  if (boxwood_crc32(bytes + 32, (size_t)(32 * chunks)) != boxwood_u32(bytes + 24)) return BOXWOOD_DAMAGED;
  const uint8_t *vertices = NULL, *indices = NULL, *tree = NULL;
  uint64_t vertex_bytes = 0, index_bytes = 0, tree_bytes = 0;
  uint64_t end = 32 + 32 * chunks;
  for (uint64_t i = 0; i < chunks; i++) {
    const uint8_t *entry = bytes + 32 + 32 * i;
    const uint64_t offset = boxwood_u64(entry + 8), length = boxwood_u64(entry + 16);
    if (offset != (end + 15) / 16 * 16 || offset > size || length > size - offset) return BOXWOOD_DAMAGED;
    if (boxwood_crc32(bytes + offset, (size_t)length) != boxwood_u32(entry + 24)) return BOXWOOD_DAMAGED;
    end = offset + length;
    const int is_known = boxwood_u32(entry + 4) == 1;
    if (is_known && memcmp(entry, "VERT", 4) == 0) {
      vertices = bytes + offset;
      vertex_bytes = length;
    } else if (is_known && memcmp(entry, "INDX", 4) == 0) {
      indices = bytes + offset;
      index_bytes = length;
    } else if (is_known && memcmp(entry, "TREE", 4) == 0) {
      if (tree == NULL && length >= 12 && boxwood_u32(bytes + offset + 8) == 1) {
        tree = bytes + offset;
        tree_bytes = length;
      }
    } else if ((boxwood_u32(entry + 28) & 1u) && !(is_known && memcmp(entry, "PART", 4) == 0)) {
      return BOXWOOD_NEWER;
    }
  }
  if (vertices == NULL || indices == NULL || vertex_bytes % 24 != 0 || index_bytes % 12 != 0) return BOXWOOD_DAMAGED;
  if (vertex_bytes / 24 > UINT32_MAX || index_bytes / 12 >= BOXWOOD_NONE) return BOXWOOD_DAMAGED;
  file->vertices = (const double *)(const void *)vertices;
  file->indices = (const uint32_t *)(const void *)indices;
  file->vertex_count = (uint32_t)(vertex_bytes / 24);
  file->triangle_count = (uint32_t)(index_bytes / 12);
  for (size_t i = 0; i < 3 * (size_t)file->triangle_count; i++)
    if (file->indices[i] >= file->vertex_count) return BOXWOOD_DAMAGED;
  return tree == NULL ? BOXWOOD_OK : boxwood_open_tree(tree, tree_bytes, file);
}

/* -- Geometry ----------------------------------------------------------------------------------------------------- */

static inline const double *boxwood_corner(const boxwood_file *file, uint32_t triangle, int corner) {
  return file->vertices + 3 * (size_t)file->indices[3 * (size_t)triangle + (size_t)corner];
}

static inline int boxwood_is_finite(const boxwood_file *file, uint32_t triangle) {
  for (int corner = 0; corner < 3; corner++) {
    const double *p = boxwood_corner(file, triangle, corner);
    if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) return 0;
  }
  return 1;
}

static inline double boxwood_dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void boxwood_sub(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

static inline void boxwood_cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/** Box of a node in source coordinates, enlarged by the rounding of the sum. */
static inline void boxwood_bounds(const boxwood_file *file, const boxwood_node *node, double min[3], double max[3]) {
  for (int k = 0; k < 3; k++) {
    min[k] = file->origin[k] + (double)node->min[k];
    max[k] = file->origin[k] + (double)node->max[k];
    min[k] -= 2.3e-16 * fabs(min[k]);
    max[k] += 2.3e-16 * fabs(max[k]);
  }
}

/** A ray, sheared so that it runs along an axis: Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection" (2013). */
typedef struct {
  double origin[3], direction[3], inverse[3];
  double sx, sy, sz;
  int kx, ky, kz;
} boxwood_shear;

static inline int boxwood_hits_triangle(const boxwood_file *file, const boxwood_shear *ray, uint32_t triangle, double reach, boxwood_hit *hit) {
  double p[3][3], x[3], y[3];
  for (int i = 0; i < 3; i++) {
    boxwood_sub(boxwood_corner(file, triangle, i), ray->origin, p[i]);
    x[i] = p[i][ray->kx] - ray->sx * p[i][ray->kz];
    y[i] = p[i][ray->ky] - ray->sy * p[i][ray->kz];
  }
  const double u = x[2] * y[1] - y[2] * x[1];
  const double v = x[0] * y[2] - y[0] * x[2];
  const double w = x[1] * y[0] - y[1] * x[0];
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return 0;
  const double sum = u + v + w;
  if (sum == 0) return 0;
  const double t = ray->sz * (u * p[0][ray->kz] + v * p[1][ray->kz] + w * p[2][ray->kz]) / sum;
  if (!(t >= 0 && t <= reach)) return 0;
  hit->triangle = triangle;
  hit->distance = t;
  hit->u = v / sum;
  hit->v = w / sum;
  return 1;
}

/** Whether the ray enters a box before `reach`. NaN of a ray within a side plane counts as inside. */
static inline int boxwood_hits_box(const boxwood_shear *ray, const double min[3], const double max[3], double reach) {
  double from = 0, to = reach;
  for (int k = 0; k < 3; k++) {
    const int is_down = ray->direction[k] < 0;
    const double enter = ((is_down ? max[k] : min[k]) - ray->origin[k]) * ray->inverse[k];
    const double leave = ((is_down ? min[k] : max[k]) - ray->origin[k]) * ray->inverse[k] * (1 + 1e-15);
    if (enter > from) from = enter;
    if (leave < to) to = leave;
  }
  return from <= to * (1 + 1e-15);
}

/** Squared distance of a point from a segment, which may be a point. */
static inline double boxwood_segment_sq(const double p[3], const double a[3], const double b[3]) {
  double ab[3], ap[3], rest[3];
  boxwood_sub(b, a, ab);
  boxwood_sub(p, a, ap);
  const double length_sq = boxwood_dot(ab, ab);
  const double along = length_sq > 0 ? fmin(1, fmax(0, boxwood_dot(ap, ab) / length_sq)) : 0;
  for (int k = 0; k < 3; k++) rest[k] = ap[k] - along * ab[k];
  return boxwood_dot(rest, rest);
}

/** Squared distance of a point from a triangle: from its plane if the point projects into it, else from its nearest edge. */
static inline double boxwood_distance_sq(const double p[3], const double a[3], const double b[3], const double c[3]) {
  double ab[3], ac[3], ap[3], normal[3], across[3];
  boxwood_sub(b, a, ab);
  boxwood_sub(c, a, ac);
  boxwood_sub(p, a, ap);
  boxwood_cross(ab, ac, normal);
  const double area_sq = boxwood_dot(normal, normal);
  if (area_sq > 0) {
    boxwood_cross(ap, ac, across);
    const double v = boxwood_dot(across, normal);
    boxwood_cross(ab, ap, across);
    const double w = boxwood_dot(across, normal);
    if (v >= 0 && w >= 0 && v + w <= area_sq) {
      const double height = boxwood_dot(ap, normal);
      return height * height / area_sq;
    }
  }
  return fmin(boxwood_segment_sq(p, a, b), fmin(boxwood_segment_sq(p, b, c), boxwood_segment_sq(p, c, a)));
}

/** Whether a triangle overlaps a box about the origin, by the axes that are not its own (Akenine-Moeller, 2001). Touching counts. */
static inline int boxwood_box_triangle(const double half[3], double p[3][3]) {
  double edge[3][3], axis[3];
  for (int i = 0; i < 3; i++) boxwood_sub(p[(i + 1) % 3], p[i], edge[i]);
  for (int test = 0; test < 10; test++) {
    if (test == 9) {
      boxwood_cross(edge[0], edge[1], axis);
    } else {
      double unit[3] = {0, 0, 0};
      unit[test % 3] = 1;
      boxwood_cross(unit, edge[test / 3], axis);
    }
    const double a = boxwood_dot(axis, p[0]), b = boxwood_dot(axis, p[1]), c = boxwood_dot(axis, p[2]);
    const double radius = half[0] * fabs(axis[0]) + half[1] * fabs(axis[1]) + half[2] * fabs(axis[2]);
    if (fmin(a, fmin(b, c)) > radius || fmax(a, fmax(b, c)) < -radius) return 0;
  }
  return 1;
}

/* -- Queries ------------------------------------------------------------------------------------------------------ */

/**
 * Finds the first hit of a ray on either side of the triangles; of hits at one distance the lowest triangle. Returns whether there is one.
 * The direction needs no unit length; 0 has no hit. `reach` is a distance.
 */
BOXWOOD_API int boxwood_ray(const boxwood_file *file, const double origin[3], const double direction[3], double reach, boxwood_hit *hit) {
  boxwood_shear ray;
  /* Scaled first, so that 1e-300 and 1e300 keep all digits. */
  const double largest = fmax(fabs(direction[0]), fmax(fabs(direction[1]), fabs(direction[2])));
  hit->triangle = BOXWOOD_NONE;
  if (!(largest > 0) || !isfinite(direction[0]) || !isfinite(direction[1]) || !isfinite(direction[2])) return 0;
  const double scaled[3] = {direction[0] / largest, direction[1] / largest, direction[2] / largest};
  const double size = sqrt(boxwood_dot(scaled, scaled));
  for (int k = 0; k < 3; k++) {
    ray.origin[k] = origin[k];
    ray.direction[k] = scaled[k] / size;
    ray.inverse[k] = ray.direction[k] == 0 ? HUGE_VAL : 1 / ray.direction[k];
  }
  const double *d = ray.direction;
  ray.kz = fabs(d[0]) > fabs(d[1]) ? (fabs(d[0]) > fabs(d[2]) ? 0 : 2) : (fabs(d[1]) > fabs(d[2]) ? 1 : 2);
  ray.kx = (ray.kz + 1) % 3;
  ray.ky = (ray.kx + 1) % 3;
  ray.sx = d[ray.kx] / d[ray.kz];
  ray.sy = d[ray.ky] / d[ray.kz];
  ray.sz = 1 / d[ray.kz];
  boxwood_hit found;
  uint32_t pending[BOXWOOD_MAX_DEPTH];
  uint32_t depth = 0, node = 0;
  if (file->nodes == NULL) {
    for (uint32_t triangle = 0; triangle < file->triangle_count; triangle++) {
      if (!boxwood_is_finite(file, triangle) || !boxwood_hits_triangle(file, &ray, triangle, reach, &found)) continue;
      if (hit->triangle != BOXWOOD_NONE && found.distance >= hit->distance) continue;
      *hit = found;
      reach = found.distance;
    }
    return hit->triangle != BOXWOOD_NONE;
  }
  if (file->node_count == 0) return 0;
  for (;;) {
    const boxwood_node *at = file->nodes + node;
    double min[3], max[3];
    boxwood_bounds(file, at, min, max);
    if (boxwood_hits_box(&ray, min, max, reach)) {
      if (!(at->count & 0x80000000u)) {
        pending[depth++] = at->first;
        node++;
        continue;
      }
      for (uint32_t i = at->first; i < at->first + (at->count & 0x7FFFFFFFu); i++) {
        if (!boxwood_hits_triangle(file, &ray, file->order[i], reach, &found)) continue;
        if (hit->triangle != BOXWOOD_NONE && found.distance == hit->distance && found.triangle > hit->triangle) continue;
        *hit = found;
        reach = found.distance;
      }
    }
    if (depth == 0) return hit->triangle != BOXWOOD_NONE;
    node = pending[--depth];
  }
}

/** A sphere (`half`, `min` and `max` are not read) or a box (`radius_sq` is -1). */
typedef struct {
  double centre[3], half[3], min[3], max[3], radius_sq;
} boxwood_shape;

static inline int boxwood_overlaps(const boxwood_file *file, const boxwood_shape *shape, uint32_t triangle) {
  if (shape->radius_sq >= 0) {
    return boxwood_distance_sq(shape->centre, boxwood_corner(file, triangle, 0), boxwood_corner(file, triangle, 1),
                               boxwood_corner(file, triangle, 2)) <= shape->radius_sq;
  }
  const double *a = boxwood_corner(file, triangle, 0), *b = boxwood_corner(file, triangle, 1), *c = boxwood_corner(file, triangle, 2);
  /* Exact, also for boxes whose centre has lost the near side. */
  for (int k = 0; k < 3; k++) {
    if (fmin(a[k], fmin(b[k], c[k])) > shape->max[k] || fmax(a[k], fmax(b[k], c[k])) < shape->min[k]) return 0;
  }
  double p[3][3];
  for (int i = 0; i < 3; i++) boxwood_sub(boxwood_corner(file, triangle, i), shape->centre, p[i]);
  return boxwood_box_triangle(shape->half, p);
}

static inline int boxwood_near_box(const boxwood_shape *shape, const double min[3], const double max[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    if (shape->radius_sq < 0) {
      if (min[k] > shape->max[k] || max[k] < shape->min[k]) return 0;
      continue;
    }
    const double outside = fmax(0, fmax(min[k] - shape->centre[k], shape->centre[k] - max[k]));
    sum += outside * outside;
  }
  return shape->radius_sq < 0 || sum <= shape->radius_sq * (1 + 1e-14);
}

/** Returns the number of triangles that were visited. */
static inline uint32_t boxwood_overlap(const boxwood_file *file, const boxwood_shape *shape, boxwood_visit visit, void *context) {
  uint32_t count = 0, pending[BOXWOOD_MAX_DEPTH], depth = 0, node = 0;
  if (file->nodes == NULL) {
    for (uint32_t triangle = 0; triangle < file->triangle_count; triangle++) {
      if (!boxwood_is_finite(file, triangle) || !boxwood_overlaps(file, shape, triangle)) continue;
      count++;
      if (!visit(triangle, context)) return count;
    }
    return count;
  }
  if (file->node_count == 0) return 0;
  for (;;) {
    const boxwood_node *at = file->nodes + node;
    double min[3], max[3];
    boxwood_bounds(file, at, min, max);
    if (boxwood_near_box(shape, min, max)) {
      if (!(at->count & 0x80000000u)) {
        pending[depth++] = at->first;
        node++;
        continue;
      }
      for (uint32_t i = at->first; i < at->first + (at->count & 0x7FFFFFFFu); i++) {
        if (!boxwood_overlaps(file, shape, file->order[i])) continue;
        count++;
        if (!visit(file->order[i], context)) return count;
      }
    }
    if (depth == 0) return count;
    node = pending[--depth];
  }
}

/** Visits the triangles no farther than `radius` from a point. Returns their number. */
BOXWOOD_API uint32_t boxwood_sphere(const boxwood_file *file, const double centre[3], double radius, boxwood_visit visit, void *context) {
  boxwood_shape shape = {{centre[0], centre[1], centre[2]}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, radius * radius};
  return radius >= 0 ? boxwood_overlap(file, &shape, visit, context) : 0;
}

/** Visits the triangles that overlap an axis-aligned box of finite corners; touching counts. Returns their number. */
BOXWOOD_API uint32_t boxwood_box(const boxwood_file *file, const double min[3], const double max[3], boxwood_visit visit, void *context) {
  boxwood_shape shape = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, -1};
  for (int k = 0; k < 3; k++) {
    if (!(min[k] <= max[k]) || !isfinite(min[k]) || !isfinite(max[k])) return 0;
    shape.min[k] = min[k];
    shape.max[k] = max[k];
    shape.centre[k] = min[k] / 2 + max[k] / 2;
    shape.half[k] = max[k] / 2 - min[k] / 2;
  }
  return boxwood_overlap(file, &shape, visit, context);
}

#ifdef __cplusplus
}
#endif

#endif
