import type { Elements } from '#core/health/report/placed-found';
import { itemWords } from '#core/health/report/finding-items';
import type { Vec3 } from '#core/math/vec3';
import type { Bounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { itemBounds } from '../state/health/item-bounds.ts';

/** So much of its own size is shown around what is found, to each side: it fills half of the view, or more where nothing lies over that. */
const itemRoom = 0.15;
/** A vertex that no triangle with a size has: it is framed with so much of the mesh's size around it. */
const pointRoom = 0.02;
/** Of a pair whose larger triangle has more than so many times the size of the other, the smaller one is framed: it is where they meet. */
const maxUnlike = 8;
/**
 * Nothing is framed closer than with so much of the mesh's size to each side: corners are f32 on the graphics card, and
 * `depthRange` puts the near plane no nearer than a millionth of the way to the far one.
 */
const minRoom = 5e-6;

/**
 * The box that framing a finding puts into view, source space: tight around the elements of an item, or of all items for `null`. The size of the mesh has
 * no part in it; what has no size itself, like a vertex, is shown as far about as the smallest triangle at it reaches. `null` where nothing of it is finite.
 */
export function findingBounds(mesh: TriangleMesh, whole: Bounds, elements: Elements, item: number | null): Bounds | null {
  const exact = itemBounds(mesh, elements, item);
  if (exact === null || item === null) return exact;
  const min = minRoom * sizeOf(whole);
  const bounds = elements.kind === 'pair' ? pairBounds(mesh, elements, item, exact) : exact;
  return sizeOf(bounds) > 0
    ? withRoom(bounds, itemRoom, min)
    : withRoom(bounds, 0, Math.max(min, neighbourSize(mesh, bounds.min) ?? pointRoom * sizeOf(whole)));
}

function pairBounds(mesh: TriangleMesh, elements: Elements, item: number, both: Bounds): Bounds {
  const [a, b] = [...itemWords(elements, item)].map((triangle) => triangleBounds(mesh, triangle));
  if (a == null || b == null) return both;
  const [small, large] = sizeOf(a) < sizeOf(b) ? [a, b] : [b, a];
  return sizeOf(large) > maxUnlike * sizeOf(small) ? small : both;
}

/** The size of the smallest triangle with a corner at a point; `null` where none has a size. */
function neighbourSize(mesh: TriangleMesh, [x, y, z]: Vec3): number | null {
  const { positions, indices } = mesh;
  const isThere = (vertex: number): boolean =>
    positions[3 * vertex] === x && positions[3 * vertex + 1] === y && positions[3 * vertex + 2] === z;
  let smallest = Infinity;
  for (let first = 0; first < indices.length; first += 3) {
    if (!isThere(indices[first]!) && !isThere(indices[first + 1]!) && !isThere(indices[first + 2]!)) continue;
    const bounds = triangleBounds(mesh, first / 3);
    const size = bounds === null ? 0 : sizeOf(bounds);
    if (size > 0 && size < smallest) smallest = size;
  }
  return smallest === Infinity ? null : smallest;
}

function triangleBounds(mesh: TriangleMesh, triangle: number): Bounds | null {
  const words = Uint32Array.of(triangle);
  return itemBounds(mesh, { kind: 'triangle', words, triangles: words, groups: null, measures: null }, 0);
}

/** A box with so much of its largest side around it, and at least `minRoom`. */
export function withRoom(bounds: Bounds, share: number, minRoom?: number): Bounds;
export function withRoom(bounds: Bounds | null, share: number, minRoom?: number): Bounds | null;
export function withRoom(bounds: Bounds | null, share: number, minRoom = 0): Bounds | null {
  if (bounds === null) return null;
  const { min, max } = bounds;
  const room = Math.max(share * sizeOf(bounds), minRoom);
  return { min: [min[0] - room, min[1] - room, min[2] - room], max: [max[0] + room, max[1] + room, max[2] + room] };
}

function sizeOf({ min, max }: Bounds): number {
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}
