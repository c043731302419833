import { createNumbering, numberOfKey, type Numbering } from '../../math/numbering.ts';
import type { Transform } from '../../math/transform.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { cornerOf, edgeEnd, edgeStart, isCorner, isEdge } from '../../shape/feature-code.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import { contactKinds } from '../../shape/triangle-triangle-contact.ts';
import type { ContactKeys } from './contact-keys.ts';
import type { Contacts } from './contacts.ts';
import { createCornerNumbers, numberOfCorner, type CornerNumbers } from '../corner-numbers.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';

/**
 * Why a curve ends at a point:
 * - `border`: at an edge with an odd number of triangles, where A or B is open;
 * - `common-area`: at the outline of an area that both surfaces have in common;
 * - `flat-triangle`: at a triangle without area, whose edges lie on one another;
 * - `touch`: an edge or a corner that only touches the other surface leaves it there.
 */
export const curveEndKinds = ['border', 'common-area', 'flat-triangle', 'touch'] as const;
export type CurveEndKind = (typeof curveEndKinds)[number];

/** Texts that follow the word "ends". */
export const curveEndTexts: Readonly<Record<CurveEndKind, string>> = {
  border: 'at the border of an open mesh',
  'common-area': 'at a coplanar contact',
  'flat-triangle': 'at a triangle without area',
  touch: 'where the surfaces only touch',
};

/** Contacts, points or ends between two calls of `progress`. */
const reportStep = 1 << 12;
/** Progress when the points, and when the flat triangles, are done. */
const pointsTo = 0.4;
const sidesTo = 0.7;
/** In place of the number of a key: no curve ends there. */
const noEnd = 0xffff_ffff;

/**
 * Returns (n) an index into `curveEndKinds` for each of `ends`, which are points (n) of the contacts. All triangles that share a
 * point are in contact there, so the contacts know their edges: neither mesh is searched.
 * @throws whatever `progress` throws.
 */
export function findCurveEnds(
  all: Contacts,
  keys: ContactKeys,
  ends: Uint32Array,
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  progress: Progress,
): Uint8Array {
  const numberOf = new Uint32Array(keys.count).fill(noEnd);
  let count = 0;
  for (const point of ends) if (numberOf[keys.keys[point]] === noEnd) numberOf[keys.keys[point]] = count++;

  const firstHere = new Uint32Array(count + 1);
  for (const key of keys.keys) if (numberOf[key] !== noEnd) firstHere[numberOf[key] + 1]++;
  for (let i = 0; i < count; i++) firstHere[i + 1] += firstHere[i];
  const next = firstHere.slice();
  const points = new Uint32Array(firstHere[count]);
  const contacts = new Uint32Array(firstHere[count]);
  for (let i = 0; i < all.kinds.length; i++) {
    for (let point = all.firstPoint[i]; point < all.firstPoint[i + 1]; point++) {
      if (point % reportStep === 0) progress((pointsTo * point) / keys.keys.length);
      const number = numberOf[keys.keys[point]];
      if (number === noEnd) continue;
      points[next[number]] = point;
      contacts[next[number]++] = i;
    }
  }

  const sides =
    count === 0
      ? []
      : [
          createSide(
            all,
            0,
            (triangle, out) => readCorners(a, triangle, out),
            (fraction) => progress(pointsTo + (sidesTo - pointsTo) * 0.5 * fraction),
          ),
          createSide(
            all,
            1,
            (triangle, out) => void readPlacedCorners(b, triangle, aFromB, out),
            (fraction) => progress(pointsTo + (sidesTo - pointsTo) * (0.5 + 0.5 * fraction)),
          ),
        ];
  const kinds = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (i % reportStep === 0) progress(sidesTo + ((1 - sidesTo) * i) / count);
    const from = firstHere[i];
    const end = firstHere[i + 1];
    kinds[i] = curveEndKinds.indexOf(kindOf(all, sides, points.subarray(from, end), contacts.subarray(from, end)));
  }
  return Uint8Array.from(ends, (point) => kinds[numberOf[keys.keys[point]]]);
}

/** One of the two meshes, seen through its contacts. */
interface Side {
  readonly features: Uint8Array;
  readonly triangleOf: (contact: number) => number;
  /** Writes a triangle to the corners of `numbers`. */
  readonly read: (triangle: number) => void;
  readonly numbers: CornerNumbers;
  /** Edges, numbered by the numbers of their ends, the lower first. */
  readonly edges: Numbering;
  /** Edges with lower numbers belong to triangles without area. Of edges that lie on one another a contact names only one. */
  readonly flatEdges: number;
}

function createSide(all: Contacts, side: 0 | 1, readTo: (triangle: number, out: Float64Array) => void, progress: Progress): Side {
  const numbers = createCornerNumbers();
  const edges = createNumbering(2);
  const read = (triangle: number): void => readTo(triangle, numbers.corners);
  const triangleOf = (contact: number): number => all.pairs[2 * contact + side];
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(i / all.kinds.length);
    const kind = contactKinds[all.kinds[i]];
    // A triangle without area has no such contact.
    if (kind === 'crossing' || kind === 'coplanar') continue;
    read(triangleOf(i));
    if (hasNoArea(numbers.corners)) for (let corner = 0; corner < 3; corner++) numberOfEdge(numbers, edges, corner, (corner + 1) % 3);
  }
  return { features: side === 0 ? all.featuresA : all.featuresB, triangleOf, read, numbers, edges, flatEdges: edges.count };
}

/** Returns the kind of one end. `points` are the points of the contacts at it. */
function kindOf(all: Contacts, sides: readonly Side[], points: Uint32Array, contacts: Uint32Array): CurveEndKind {
  const open = sides.map((side) => openEdges(side, points, contacts));
  if (sides.some(({ flatEdges }, i) => open[i]!.some((edge) => edge < flatEdges))) return 'flat-triangle';
  if (open.some((edges) => edges.length > 0)) return 'border';
  if (contacts.some((contact) => all.firstPoint[contact + 1] - all.firstPoint[contact] > 2)) return 'common-area';
  return sides.some((side) => side.flatEdges > 0 && contacts.some((contact) => isFlat(side, contact))) ? 'flat-triangle' : 'touch';
}

/** Returns the open edges (with an odd number of triangles) on which a point lies, or which lead to the vertex at it. */
function openEdges(side: Side, points: Uint32Array, contacts: Uint32Array): readonly number[] {
  const { features, triangleOf, read, numbers, edges, flatEdges } = side;
  // Equal for all contacts: the point lies in one face, or on one edge or vertex.
  const feature = features[points[0]];
  if (!isCorner(feature) && !isEdge(feature)) return [];
  const seen = new Set<number>();
  const counts = new Map<number, number>();
  contacts.forEach((contact, i) => {
    const triangle = triangleOf(contact);
    if (seen.has(triangle)) return;
    seen.add(triangle);
    if (!isCorner(feature)) return;
    read(triangle);
    const own = cornerOf(features[points[i]]);
    for (const far of [(own + 1) % 3, (own + 2) % 3]) {
      const edge = numberOfEdge(numbers, edges, own, far);
      counts.set(edge, (counts.get(edge) ?? 0) + 1);
    }
  });
  if (isCorner(feature)) return [...counts].flatMap(([edge, count]) => (count % 2 === 1 ? [edge] : []));
  if (seen.size % 2 === 0) return [];
  // The number matters only if there are flat triangles, and there may be a million contacts.
  if (flatEdges === 0) return [0];
  read(triangleOf(contacts[0]));
  return [numberOfEdge(numbers, edges, edgeStart(feature), edgeEnd(feature))];
}

function numberOfEdge(numbers: CornerNumbers, edges: Numbering, i: number, j: number): number {
  const from = numberOfCorner(numbers, i);
  const to = numberOfCorner(numbers, j);
  edges.key[0] = Math.min(from, to);
  edges.key[1] = Math.max(from, to);
  return numberOfKey(edges);
}

function isFlat({ triangleOf, read, numbers }: Side, contact: number): boolean {
  read(triangleOf(contact));
  return hasNoArea(numbers.corners);
}
