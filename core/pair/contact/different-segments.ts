import { createNumbering, numberOfKey } from '../../math/numbering.ts';
import type { Transform } from '../../math/transform.ts';
import { none } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { commonEdge } from '../../shape/feature-code.ts';
import type { ContactKeys } from './contact-keys.ts';
import type { Contacts } from './contacts.ts';
import { firstOfDoubled } from './doubled-contacts.ts';

/** The segments of contact curves, each once. */
export interface Segments {
  /** (S) the first contact that is the segment; if there is none, the first polygon that has it as a side. */
  readonly contacts: Uint32Array;
  /** (2·S) points of that contact at its two ends. */
  readonly points: Uint32Array;
  /** (S) 1 for a side of a common area. */
  readonly isOutline: Uint8Array;
  /** (n) the segment of each contact; `none` for points, polygons, and segments inside a common area. */
  readonly segmentOf: Uint32Array;
}

/** Contacts between two calls of `progress`. */
const reportStep = 1 << 12;

/** Whether a segment is a side of an odd or an even number of polygons. */
const oddPolygons = 1;
const evenPolygons = 2;

/** Progress at which the segments begin. */
const sidesFrom = 0.4;

/**
 * Returns every contact that is a segment, and every side that belongs to an odd number of polygons. The sum of the polygons modulo
 * 2 is the outline of the common areas. A side of two polygons lies inside the area, and so does a contact between them: for
 * example, where two triangles of one plane share an edge. Of the polygons of coincident triangles one counts.
 *
 * Contacts are the same segment if their ends are equal and if, on each side, they lie in the same edge or triangle. A segment in
 * an edge is found with every triangle of that edge. A segment inside a triangle that exists twice counts twice.
 * @throws whatever `progress` throws.
 */
export function differentSegments(
  all: Contacts,
  { keys }: ContactKeys,
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  progress: Progress,
): Segments {
  const { pairs, featuresA, featuresB, firstPoint } = all;
  const firsts = firstOfDoubled(all, a, b, aFromB, (fraction) => progress(sidesFrom * fraction));
  const known = createNumbering(4);
  // A polygon has as many sides as points.
  const max = featuresA.length;
  const contacts = new Uint32Array(max);
  const points = new Uint32Array(2 * max);
  const polygons = new Uint8Array(max);
  const segmentOf = new Uint32Array(all.kinds.length).fill(none);
  const numberOfSide = (contact: number, start: number, end: number, isWhole: boolean): number => {
    known.key[0] = Math.min(keys[start], keys[end]);
    known.key[1] = Math.max(keys[start], keys[end]);
    known.key[2] = commonEdge(featuresA[start], featuresA[end]) === null ? pairs[2 * contact] : none;
    known.key[3] = commonEdge(featuresB[start], featuresB[end]) === null ? pairs[2 * contact + 1] : none;
    const before = known.count;
    const segment = numberOfKey(known);
    if (segment === before || (isWhole && isPolygon(all, contacts[segment]))) {
      contacts[segment] = contact;
      points[2 * segment] = start;
      points[2 * segment + 1] = end;
    }
    return segment;
  };
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(sidesFrom + ((1 - sidesFrom) * i) / all.kinds.length);
    const from = firstPoint[i];
    const corners = firstPoint[i + 1] - from;
    if (firsts[i] !== i || corners === 1) continue;
    if (corners === 2) {
      segmentOf[i] = numberOfSide(i, from, from + 1, true);
      continue;
    }
    for (let side = 0; side < corners; side++) {
      const segment = numberOfSide(i, from + side, from + ((side + 1) % corners), false);
      polygons[segment] = polygons[segment] === oddPolygons ? evenPolygons : oddPolygons;
    }
  }
  // A copy of a segment is a segment too, unless the first one bounds a common area or lies in it.
  for (let i = 0; i < all.kinds.length; i++) {
    if (firsts[i] === i || firstPoint[i + 1] - firstPoint[i] !== 2) continue;
    const first = segmentOf[firsts[i]];
    segmentOf[i] = first !== none && polygons[first] !== 0 ? first : numberOfSide(i, firstPoint[i], firstPoint[i] + 1, true);
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
