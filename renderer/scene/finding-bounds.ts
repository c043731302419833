import { type Elements, itemWords } from '#core/health';
import type { Vec3 } from '#core/math';
import type { Bounds, TriangleMesh } from '#core/mesh';
import { itemBounds } from '../state/health/item-bounds.ts';

/** Margin on each side of a finding, as a share of its size: it fills half of the view or more. */
const itemRoom = 0.15;
/** Margin around a vertex that only degenerate triangles use, as a share of the mesh size. */
const pointRoom = 0.02;
/** If the larger triangle of a pair exceeds the smaller one by this factor, only the smaller one is framed: the intersection lies there. */
const maxUnlike = 8;
/**
 * Minimum margin on each side, as a share of the mesh size. Vertices are f32 on the GPU, and `depthRange` keeps the near plane at a
 * millionth of the far distance or more.
 */
const minRoom = 5e-6;

/**
 * Returns the bounds to frame for a finding, source space: those of the elements of an item, or of all items for `null`.
 * The size of the mesh has no effect. An element without size, such as a vertex, gets the size of the smallest triangle at it as
 * margin. Returns `null` if no element is finite.
 */
export function findingBounds(mesh: TriangleMesh, whole: Bounds, elements: Elements, item: number | null): Bounds | null {
  const exact = itemBounds(mesh, elements, item);
  if (exact === null || item === null) return exact;
  const min = minRoom * longestSideOf(whole);
  const bounds = elements.kind === 'pair' ? pairBounds(mesh, elements, item, exact) : exact;
  return longestSideOf(bounds) > 0
    ? withRoom(bounds, itemRoom, min)
    : withRoom(bounds, 0, Math.max(min, neighbourSize(mesh, bounds.min) ?? pointRoom * longestSideOf(whole)));
}

function pairBounds(mesh: TriangleMesh, elements: Elements, item: number, both: Bounds): Bounds {
  const [a, b] = [...itemWords(elements, item)].map((triangle) => triangleBounds(mesh, triangle));
  if (a == null || b == null) return both;
  const [small, large] = longestSideOf(a) < longestSideOf(b) ? [a, b] : [b, a];
  return longestSideOf(large) > maxUnlike * longestSideOf(small) ? small : both;
}

/** Returns the size of the smallest triangle with a vertex at a point; `null` if all of them are degenerate. */
function neighbourSize(mesh: TriangleMesh, [x, y, z]: Vec3): number | null {
  const { positions, indices } = mesh;
  const isThere = (vertex: number): boolean =>
    positions[3 * vertex] === x && positions[3 * vertex + 1] === y && positions[3 * vertex + 2] === z;
  let smallest = Infinity;
  for (let first = 0; first < indices.length; first += 3) {
    if (!isThere(indices[first]!) && !isThere(indices[first + 1]!) && !isThere(indices[first + 2]!)) continue;
    const bounds = triangleBounds(mesh, first / 3);
    const size = bounds === null ? 0 : longestSideOf(bounds);
    if (size > 0 && size < smallest) smallest = size;
  }
  return smallest === Infinity ? null : smallest;
}

function triangleBounds(mesh: TriangleMesh, triangle: number): Bounds | null {
  const words = Uint32Array.of(triangle);
  return itemBounds(mesh, { kind: 'triangle', words, triangles: words, groups: null, measures: null }, 0);
}

/** Returns a box with a margin of `share` times its longest side, at least `minRoom`. */
export function withRoom(bounds: Bounds, share: number, minRoom?: number): Bounds;
export function withRoom(bounds: Bounds | null, share: number, minRoom?: number): Bounds | null;
export function withRoom(bounds: Bounds | null, share: number, minRoom = 0): Bounds | null {
  if (bounds === null) return null;
  const { min, max } = bounds;
  const room = Math.max(share * longestSideOf(bounds), minRoom);
  return { min: [min[0] - room, min[1] - room, min[2] - room], max: [max[0] + room, max[1] + room, max[2] + room] };
}

/** Returns the longest side of a box. */
export function longestSideOf({ min, max }: Bounds): number {
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}
