import type { Transform } from '../../math/transform.ts';
import { none } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { contactKinds } from '../../shape/triangle-triangle-contact.ts';
import type { Contacts } from './contacts.ts';
import type { Segments } from './different-segments.ts';
import { isTouching } from './touching-segment.ts';

/**
 * Kinds of a contact curve, and of each of its segments:
 * - `crossing`: each surface passes through the other;
 * - `touching`: an edge of one surface lies on the other without passing through it, or is the border of an open mesh;
 * - `outline`: it bounds an area that both surfaces have in common.
 */
export const curveKinds = ['crossing', 'touching', 'outline'] as const;
export type CurveKind = (typeof curveKinds)[number];

/** Contacts or segments between two calls of `progress`. */
const reportStep = 1 << 12;

/** Returns (S) an index into `curveKinds` for each segment. @throws whatever `progress` throws. */
export function segmentKinds(
  all: Contacts,
  { contacts, isOutline, segmentOf }: Segments,
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  progress: Progress,
): Uint8Array {
  // If the interiors of two triangles cross, the surfaces cross.
  const isUndecided = (segment: number): boolean => isOutline[segment] === 0 && contactKinds[all.kinds[contacts[segment]]] !== 'crossing';
  const count = contacts.length;
  const first = new Uint32Array(count + 1);
  for (const segment of segmentOf) if (segment !== none && isUndecided(segment)) first[segment + 1]++;
  for (let segment = 0; segment < count; segment++) first[segment + 1] += first[segment];
  const next = first.slice();
  const members = new Uint32Array(first[count]);
  for (let i = 0; i < segmentOf.length; i++) {
    if (i % reportStep === 0) progress((0.5 * i) / segmentOf.length);
    if (segmentOf[i] !== none && isUndecided(segmentOf[i])) members[next[segmentOf[i]]++] = i;
  }
  const kinds = new Uint8Array(count);
  for (let segment = 0; segment < count; segment++) {
    if (segment % reportStep === 0) progress(0.5 + (0.5 * segment) / count);
    const kind =
      isOutline[segment] === 1
        ? 'outline'
        : isUndecided(segment) && isTouching(all, members.subarray(first[segment], first[segment + 1]), a, b, aFromB)
          ? 'touching'
          : 'crossing';
    kinds[segment] = curveKinds.indexOf(kind);
  }
  return kinds;
}
