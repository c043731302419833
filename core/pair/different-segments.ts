import { createNumbering, numberOfKey } from '../math/numbering.ts';
import { none } from '../mesh/topology.ts';
import type { Progress } from '../progress.ts';
import type { ContactKeys } from './contact-keys.ts';
import type { Contacts } from './contacts.ts';

/** The pieces that lines are made of, each once. */
export interface Segments {
  /** (S) a contact that is the segment, the first one; where none is, the first polygon that has it as a side. */
  readonly contacts: Uint32Array;
  /** (2·S) points of that contact at its two ends. */
  readonly points: Uint32Array;
  /** (S) 1 for a side of a common area. */
  readonly isOutline: Uint8Array;
  /** (n) the segment that each contact is; `none` for points, polygons, and what lies in a common area. */
  readonly segmentOf: Uint32Array;
}

/** Contacts between two calls of `progress`. */
const reportStep = 1 << 12;

/** Of how many polygons a segment is a side. */
const oddPolygons = 1, evenPolygons = 2;

/**
 * Every contact that is a segment, and every side that an odd number of polygons has: their sum modulo 2 is the outline of the
 * areas that the surfaces have in common. A side of two lies inside, and so does a contact between them, as where two
 * triangles of one plane meet in an edge. A segment in an edge is found with every triangle of that edge.
 * @throws whatever `progress` throws.
 */
export function differentSegments(all: Contacts, { keys }: ContactKeys, progress: Progress): Segments {
  const known = createNumbering(2);
  // A polygon has as many sides as points.
  const most = all.featuresA.length;
  const contacts = new Uint32Array(most);
  const points = new Uint32Array(2 * most);
  const polygons = new Uint8Array(most);
  const segmentOf = new Uint32Array(all.kinds.length).fill(none);
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(i / all.kinds.length);
    const from = all.firstPoint[i], corners = all.firstPoint[i + 1] - from;
    const sides = corners === 1 ? 0 : corners === 2 ? 1 : corners;
    for (let side = 0; side < sides; side++) {
      const start = from + side, end = from + ((side + 1) % corners);
      known.key[0] = Math.min(keys[start], keys[end]);
      known.key[1] = Math.max(keys[start], keys[end]);
      const before = known.count;
      const segment = numberOfKey(known);
      if (segment === before || (corners === 2 && isPolygon(all, contacts[segment]))) {
        contacts[segment] = i;
        points[2 * segment] = start;
        points[2 * segment + 1] = end;
      }
      if (corners === 2) segmentOf[i] = segment;
      else polygons[segment] = polygons[segment] === oddPolygons ? evenPolygons : oddPolygons;
    }
  }

  let kept = 0;
  const keptAs = new Uint32Array(known.count).fill(none);
  for (let segment = 0; segment < known.count; segment++) {
    if (polygons[segment] === evenPolygons) continue;
    keptAs[segment] = kept;
    contacts[kept] = contacts[segment];
    points.copyWithin(2 * kept, 2 * segment, 2 * segment + 2);
    polygons[kept++] = polygons[segment];
  }
  for (let i = 0; i < segmentOf.length; i++) if (segmentOf[i] !== none) segmentOf[i] = keptAs[segmentOf[i]];
  return { contacts: contacts.slice(0, kept), points: points.slice(0, 2 * kept), isOutline: polygons.slice(0, kept), segmentOf };
}

function isPolygon({ firstPoint }: Contacts, contact: number): boolean {
  return firstPoint[contact + 1] - firstPoint[contact] > 2;
}
