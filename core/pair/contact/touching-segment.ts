import { orient2dSign } from '../../math/orientation.ts';
import type { Transform } from '../../math/transform.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { edgeOrientation } from '../../shape/edge-orientation.ts';
import { commonEdge, edgeEnd, edgeStart } from '../../shape/feature-code.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import type { Contacts } from './contacts.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';

/** The triangles with area of one mesh that share a segment. */
interface Sheets {
  /** (9) corners of the first one. */
  readonly first: Float64Array;
  /** Edge of the first one on which the segment lies; `null` if it passes through the interior. */
  readonly edge: number | null;
  /** (9·m) corners of each, rotated so that the corner off the edge is first. */
  readonly corners: Float64Array;
}

/**
 * Whether two surfaces only touch along a segment, and do not pass through each other. They pass through each other if their
 * triangles alternate in a turn around the segment. `contacts` are all contacts of this segment; none is a polygon. Exact.
 *
 * An edge with an odd number of triangles has no inside, so it only touches. Triangles without area lie on no side and do not
 * count: where one closes a slit, the edges along it touch, whichever mesh is A.
 */
export function isTouching(all: Contacts, contacts: Uint32Array, a: TriangleMesh, b: TriangleMesh, aFromB: Transform): boolean {
  const sheetsA = sheetsOf(all, contacts, 0, (triangle, out) => readCorners(a, triangle, out));
  const sheetsB = sheetsOf(all, contacts, 1, (triangle, out) => void readPlacedCorners(b, triangle, aFromB, out));
  if (sheetsA.corners.length === 0 || sheetsB.corners.length === 0) return true;
  // Two interiors cross.
  if (sheetsA.edge === null && sheetsB.edge === null) return false;
  if (sheetsA.edge === null) return !passesThrough(sheetsB, sheetsA.first);
  if (sheetsB.edge === null) return !passesThrough(sheetsA, sheetsB.first);
  return !alternate(sheetsA, sheetsA.edge, sheetsB);
}

function sheetsOf(all: Contacts, contacts: Uint32Array, side: 0 | 1, read: (triangle: number, out: Float64Array) => void): Sheets {
  const features = side === 0 ? all.featuresA : all.featuresB;
  const edgeOf = (contact: number): number | null => {
    const point = all.firstPoint[contact];
    return commonEdge(features[point], features[point + 1]);
  };
  const edges = new Map([...contacts].map((contact) => [all.pairs[2 * contact + side], edgeOf(contact)] as const));
  const first = new Float64Array(9);
  const t = new Float64Array(9);
  const corners = new Float64Array(9 * edges.size);
  let at = 0;
  let firstEdge: number | null = null;
  for (const [triangle, edge] of edges) {
    read(triangle, t);
    if (hasNoArea(t)) continue;
    if (at === 0) {
      first.set(t);
      firstEdge = edge;
    }
    const off = edge === null ? 0 : 3 - edgeStart(edge) - edgeEnd(edge);
    for (let k = 0; k < 9; k++) corners[at++] = t[(3 * off + k) % 9];
  }
  return { first, edge: firstEdge, corners: corners.subarray(0, at) };
}

/** Whether sheets pass through a triangle that contains their edge: whether an odd number of an even total lies above it. */
function passesThrough(sheets: Sheets, triangle: Float64Array): boolean {
  let above = 0;
  const count = sheets.corners.length / 9;
  for (let i = 0; i < count; i++) {
    const points = Float64Array.of(...triangle.subarray(6), ...cornerOff(sheets, i));
    if (edgeOrientation(triangle, 0, 1, points, 0, 1) > 0) above++;
  }
  return count % 2 === 0 && above % 2 === 1;
}

/** Whether the sheets of A and B alternate around an edge of A's first sheet: whether an odd number of A lies between pairs of B. */
function alternate(a: Sheets, edge: number, b: Sheets): boolean {
  const countA = a.corners.length / 9;
  const countB = b.corners.length / 9;
  if (countA % 2 === 1 || countB % 2 === 1) return false;
  let between = 0;
  for (let j = 0; j < countB; j += 2) {
    for (let i = 0; i < countA; i++) {
      const points = Float64Array.of(...cornerOff(b, j), ...cornerOff(b, j + 1), ...cornerOff(a, i));
      if (isBetween(a.first, edgeStart(edge), edgeEnd(edge), points)) between++;
    }
  }
  return between % 2 === 1;
}

function cornerOff({ corners }: Sheets, sheet: number): Float64Array {
  return corners.subarray(9 * sheet, 9 * sheet + 3);
}

/**
 * Whether the third of `points` (9) lies between the half-planes through the first and the second, in a rotation about the line from
 * corner i to corner j of `t`. The third lies on neither half-plane.
 */
function isBetween(t: Float64Array, i: number, j: number, points: Float64Array): boolean {
  const firstToSecond = edgeOrientation(t, i, j, points, 0, 1);
  const firstToThird = edgeOrientation(t, i, j, points, 0, 2);
  const secondToThird = edgeOrientation(t, i, j, points, 1, 2);
  if (firstToSecond > 0) return firstToThird > 0 && secondToThird < 0;
  if (firstToSecond < 0) return !(secondToThird > 0 && firstToThird < 0);
  // Nothing is between equal half-planes; everything above is between opposite ones.
  return firstToThird > 0 && !isOnSameSide(t, i, j, points);
}

/** Whether the first two of `points` lie on the same side of the line from corner i to corner j of `t`. All lie in one plane. */
function isOnSameSide(t: Float64Array, i: number, j: number, points: Float64Array): boolean {
  for (let x = 0; x < 3; x++) {
    const y = (x + 1) % 3;
    const sideOf = (at: number): number =>
      orient2dSign(t[3 * i + x], t[3 * i + y], t[3 * j + x], t[3 * j + y], points[at + x], points[at + y]);
    const first = sideOf(0);
    if (first !== 0) return first === sideOf(3);
  }
  return true;
}
