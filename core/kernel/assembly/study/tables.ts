import { allocate, release } from '../arena';
import { indices, vertices } from '../mesh';

/**
 * What is known of how the triangles of one mesh hang together, of V vertices, T triangles and E edges: what `MeshTopology` and
 * `VertexCorners` of `core/mesh` describe, in the same numbers.
 */
export let triangles: u32 = 0;
/** (3·T) u32 the indices that the mesh came with. */
export let source: usize = 0;
/** (V) u32 */
export let welded: usize = 0;
/** (3·T) u32 */
export let corners: usize = 0;
/** (T) u8 of `triangleStates` */
export let states: usize = 0;
/** (T) u8 1 for corners exactly on one line; see `markFlat`. */
export let flats: usize = 0;
/** (V) u8 1 for welded vertices of finite triangles. */
export let used: usize = 0;
/** (2·E), (E + 1), (3·T), (3·T) u32; there is room for three edges a triangle. */
export let edgeVertices: usize = 0;
export let edgeFirst: usize = 0;
export let edgeSides: usize = 0;
export let sideEdges: usize = 0;
/** (V + 2) and (3·T) u32: where the corners around each vertex begin, and these. The last word of the first is of no use. */
export let aroundFirst: usize = 0;
export let around: usize = 0;
/** (T) u32 component of each triangle */
export let componentOf: usize = 0;
/** (V) u8 1 for vertices around which no triangles meet beyond what they share: see `self/stars.ts`. */
export let simple: usize = 0;
/** (T) u32 piece of each triangle, and (T) u8 1 for those that are turned in theirs; (P) u8 flags and i32 of each piece, for which there is room for T. */
export let pieceOf: usize = 0;
export let turned: usize = 0;
export let pieceFlags: usize = 0;
export let pieceBalances: usize = 0;
/** (T) u32, see `pieces.ts`. */
export let links: usize = 0;
/** (T) f64 each, see `forms.ts`. */
export let longestEdges: usize = 0;
export let heights: usize = 0;
export let sorted: usize = 0;
/** (V) u8 1 for vertices that triangles name, finite or not. */
export let named: usize = 0;
/** (L) u32 triangles with area, ascending. */
export let withArea: usize = 0;
/** (2·n) u32, see `near-points.ts`. */
export let nearPoints: usize = 0;
export const maxNearPoints: i32 = 4096;
/** Words and numbers that the host reads: see `counts.ts` and `measures.ts`. */
export let figures: usize = 0;
export const figureBytes: usize = 512;

/** A triangle that has edges, one with a coordinate that is not finite, and one that uses a position twice. */
export const plain: u8 = 0;
export const nonFinite: u8 = 1;
export const repeatedVertex: u8 = 2;

/** In place of an edge or component where there is none. */
export const none: u32 = 0xffff_ffff;

/** Room for all of it, and so much `beside` it that may be allocated later without the memory growing; 0 where there is none. */
export function reserveTables(triangleCount: u32, beside: usize): bool {
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
  turned = allocate(T);
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
  const spare = allocate(beside);
  // What found none stays at 0, and what is smaller may yet be granted behind it.
  if (welded == 0 || corners == 0 || states == 0 || flats == 0 || used == 0 || edgeVertices == 0 || edgeFirst == 0 || edgeSides == 0 || sideEdges == 0) return false;
  if (aroundFirst == 0 || around == 0 || componentOf == 0 || simple == 0 || pieceOf == 0 || turned == 0 || pieceFlags == 0 || pieceBalances == 0 || links == 0) return false;
  if (longestEdges == 0 || heights == 0 || sorted == 0 || named == 0 || withArea == 0 || nearPoints == 0 || figures == 0 || spare == 0) return false;
  release(spare);
  return true;
}
