import { createNumbering, numberOfKey } from '../../math/numbering.ts';
import type { Transform } from '../../math/transform.ts';
import { none } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { contactKinds } from '../../shape/triangle-triangle-contact.ts';
import type { Contacts } from './contacts.ts';
import { createCornerNumbers, numberOfCorner } from '../corner-numbers.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';

/** Contacts between two calls of `progress`. */
const reportStep = 1 << 12;

/**
 * Returns (n) for each contact the equal contact of the first of coincident triangles; the contact itself if there is none.
 * Coincident triangles have the same three positions, for instance where two boxes of one mesh share a face. Only triangles with a
 * coplanar contact are considered, since only common areas must be counted once.
 * @throws whatever `progress` throws.
 */
export function firstOfDoubled(all: Contacts, a: TriangleMesh, b: TriangleMesh, aFromB: Transform, progress: Progress): Uint32Array {
  const count = all.kinds.length;
  const firsts = Uint32Array.from(all.kinds.keys());
  const firstA = firstTriangles(
    all,
    0,
    a.indices.length / 3,
    (triangle, out) => readCorners(a, triangle, out),
    (fraction) => progress(0.3 * fraction),
  );
  const firstB = firstTriangles(
    all,
    1,
    b.indices.length / 3,
    (triangle, out) => void readPlacedCorners(b, triangle, aFromB, out),
    (fraction) => progress(0.3 + 0.3 * fraction),
  );
  if (firstA === null && firstB === null) return firsts;

  const known = createNumbering(2);
  const contactOf = new Uint32Array(count);
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    if (i % reportStep === 0) progress(0.6 + (0.4 * i) / count);
    const triangleA = all.pairs[2 * i];
    const triangleB = all.pairs[2 * i + 1];
    known.key[0] = firstA?.[triangleA] ?? triangleA;
    known.key[1] = firstB?.[triangleB] ?? triangleB;
    const isFirst = known.key[0] === triangleA && known.key[1] === triangleB;
    const before = known.count;
    numbers[i] = numberOfKey(known);
    if (isFirst || numbers[i] === before) contactOf[numbers[i]] = i;
  }
  return firsts.map((contact) => contactOf[numbers[contact]]);
}

/** Returns (triangles) the lowest triangle that coincides with each; `null` if no triangle with a common area has a copy. */
function firstTriangles(
  all: Contacts,
  side: 0 | 1,
  triangles: number,
  read: (triangle: number, out: Float64Array) => void,
  progress: Progress,
): Uint32Array | null {
  const numbers = createCornerNumbers();
  const known = createNumbering(3);
  const isSeen = new Uint8Array(triangles);
  const lowest = new Uint32Array(triangles).fill(none);
  const numberOf = new Uint32Array(triangles);
  let seen = 0;
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(i / all.kinds.length);
    const triangle = all.pairs[2 * i + side];
    if (contactKinds[all.kinds[i]] !== 'coplanar' || isSeen[triangle] === 1) continue;
    isSeen[triangle] = 1;
    seen++;
    read(triangle, numbers.corners);
    for (let corner = 0; corner < 3; corner++) known.key[corner] = numberOfCorner(numbers, corner);
    known.key.sort();
    const number = numberOfKey(known);
    numberOf[triangle] = number;
    lowest[number] = Math.min(lowest[number], triangle);
  }
  return known.count === seen ? null : numberOf.map((number, triangle) => (isSeen[triangle] === 1 ? lowest[number] : triangle));
}
