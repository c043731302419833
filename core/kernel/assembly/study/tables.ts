import { allocate, release } from '../arena';
import { indices, vertices } from '../mesh';

/**
 * The topology of a mesh with V vertices, T triangles and E edges: the arrays that `MeshTopology` and `VertexCorners` of `core/mesh` describe,
 * with the same numbers.
 */
export let triangles: u32 = 0;
/** (3·T) u32 the source indices of the mesh. */
export let source: usize = 0;
/** (V) u32 */
export let welded: usize = 0;
/** (3·T) u32 */
export let corners: usize = 0;
/** (T) u8 of `triangleStates` */
export let states: usize = 0;
/** (T) u8 1 for triangles whose corners are exactly on one line; see `markFlat`. */
export let flats: usize = 0;
/** (V) u8 1 for welded vertices of finite triangles. */
export let used: usize = 0;
/** (2·E), (E + 1), (3·T), (3·T) u32, with memory for three edges per triangle. */
export let edgeVertices: usize = 0;
export let edgeFirst: usize = 0;
export let edgeSides: usize = 0;
export let sideEdges: usize = 0;
/** (V + 2) and (3·T) u32: where the corners around each vertex begin, and these corners. The last word of the first array is unused. */
export let aroundFirst: usize = 0;
export let around: usize = 0;
/** (T) u32 component of each triangle */
export let componentOf: usize = 0;
/** (V) u8 1 for vertices whose triangles intersect only in what they share: see `self/stars.ts`. */
export let simple: usize = 0;
/** (T) u32 piece of each triangle, and (T) u8 1 for flipped triangles; (P) u8 flags and i32 balance of each piece, with memory for T pieces. */
export let pieceOf: usize = 0;
export let flipped: usize = 0;
export let pieceFlags: usize = 0;
export let pieceBalances: usize = 0;
/** (T) u32, see `pieces.ts`. */
export let links: usize = 0;
/** (T) f64 each, see `forms.ts`. */
export let longestEdges: usize = 0;
export let heights: usize = 0;
export let sorted: usize = 0;
/** (V) u8 1 for vertices that triangles refer to, finite or not. */
export let named: usize = 0;
/** (L) u32 triangles with area, ascending. */
export let withArea: usize = 0;
/** (2·n) u32, see `near-points.ts`. */
export let nearPoints: usize = 0;
export const maxNearPoints: i32 = 4096;
/** Counts and measures that the host reads: see `layouts/study.ts`. */
export let figures: usize = 0;
const figureBytes: usize = 512;

/** Reserves counts and measures for an instance that is not the only one in its memory; false without memory. */
export function reserveFigures(): bool {
  figures = allocate(figureBytes);
  return figures != 0;
}

/** States of a triangle: it has edges; a coordinate is not finite; it uses a position twice. */
export const plain: u8 = 0;
export const nonFinite: u8 = 1;
export const repeatedVertex: u8 = 2;

/** In place of an edge or component that does not exist. */
export const none: u32 = 0xffff_ffff;

/** Reserves all tables, and grows the memory for `spareBytes` more, to be allocated later without growing; false without memory. */
export function reserveTables(triangleCount: u32, spareBytes: usize): bool {
  triangles = triangleCount;
  source = indices;
  const V: usize = vertices, T: usize = triangleCount;
  welded = allocate(4 * V);
  corners = allocate(12 * T);
  states = allocate(T);
  flats = allocate(T);
  used = allocate(V);
  edgeVertices = allocate(24 * T);
  edgeFirst = allocate(12 * T + 4);
  edgeSides = allocate(12 * T);
  sideEdges = allocate(12 * T);
  aroundFirst = allocate(4 * V + 8);
  around = allocate(12 * T);
  componentOf = allocate(4 * T);
  simple = allocate(V);
  pieceOf = allocate(4 * T);
  flipped = allocate(T);
  pieceFlags = allocate(T);
  pieceBalances = allocate(4 * T);
  links = allocate(4 * T);
  longestEdges = allocate(8 * T);
  heights = allocate(8 * T);
  sorted = allocate(8 * T + 8);
  named = allocate(V);
  withArea = allocate(4 * T);
  nearPoints = allocate(8 * maxNearPoints);
  figures = allocate(figureBytes);
  const spare = allocate(spareBytes);
  // A smaller table may be reserved after a larger one has failed.
  if (welded == 0 || corners == 0 || states == 0 || flats == 0 || used == 0) return false;
  if (edgeVertices == 0 || edgeFirst == 0 || edgeSides == 0 || sideEdges == 0 || aroundFirst == 0 || around == 0) return false;
  if (componentOf == 0 || simple == 0 || pieceOf == 0 || flipped == 0 || pieceFlags == 0 || pieceBalances == 0 || links == 0) return false;
  if (longestEdges == 0 || heights == 0 || sorted == 0 || named == 0 || withArea == 0 || nearPoints == 0) return false;
  if (figures == 0 || spare == 0) return false;
  release(spare);
  return true;
}
