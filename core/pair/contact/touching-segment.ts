import { orient2dSign } from '../../math/orientation.ts';
import type { Transform } from '../../math/transform.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { edgeOrientation } from '../../shape/edge-orientation.ts';
import { commonEdge, edgeEnd, edgeStart } from '../../shape/feature-code.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import type { Contacts } from './contacts.ts';
import { readPlacedCorners, readCorners } from '../placed-triangle.ts';

/** The triangles of one mesh with area that come together in a segment. */
interface Sheets {
  /** (9) of the first one. */
  readonly first: Float64Array;
  /** Edge of the first one on which the segment lies; `null` where it passes through its inside. */
  readonly edge: number | null;
  /** (9·m) of each, moved round so that the corner off the edge is the first. */
  readonly corners: Float64Array;
}

/**
 * Whether surfaces only touch along a segment: unless each goes through the other there, that is unless going round the segment
 * one meets them in turns. `contacts` are all that are this segment, none of which is a polygon. Exact.
 *
 * Of an odd number of triangles around an edge no side is inside, so such an edge only touches. Triangles without area lie on no
 * side and do not count: where one closes a slit, the edges along it touch, whichever mesh is A.
 */
export function isTouching(all: Contacts, contacts: Uint32Array, a: TriangleMesh, b: TriangleMesh, aFromB: Transform): boolean {
  const sheetsA = sheetsOf(all, contacts, 0, (triangle, out) => readCorners(a, triangle, out));
  const sheetsB = sheetsOf(all, contacts, 1, (triangle, out) => void readPlacedCorners(b, triangle, aFromB, out));
  if (sheetsA.corners.length === 0 || sheetsB.corners.length === 0) return true;
  // Two insides that cross.
  if (sheetsA.edge === null && sheetsB.edge === null) return false;
  if (sheetsA.edge === null) return !passesThrough(sheetsB, sheetsA.first);
  if (sheetsB.edge === null) return !passesThrough(sheetsA, sheetsB.first);
  return !takeTurns(sheetsA, sheetsA.edge, sheetsB);
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

/** Whether an odd number of an even number of sheets lies above a triangle, within which their edge lies. */
function passesThrough(sheets: Sheets, triangle: Float64Array): boolean {
  let above = 0;
  const count = sheets.corners.length / 9;
  for (let i = 0; i < count; i++) {
    const points = Float64Array.of(...triangle.subarray(6), ...cornerOff(sheets, i));
    if (edgeOrientation(triangle, 0, 1, points, 0, 1) > 0) above++;
  }
  return count % 2 === 0 && above % 2 === 1;
}

/** Whether, going round the line of an edge of the first sheet of A, an odd number of sheets of A lies between sheets of B, taken in twos. */
function takeTurns(a: Sheets, edge: number, b: Sheets): boolean {
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
 * Whether turning about the line from corner i to corner j of `t` from the half-plane through the first of `points` (9) to that through the
 * second one meets the third, which lies on neither.
 */
function isBetween(t: Float64Array, i: number, j: number, points: Float64Array): boolean {
  const firstToSecond = edgeOrientation(t, i, j, points, 0, 1);
  const firstToThird = edgeOrientation(t, i, j, points, 0, 2);
  const secondToThird = edgeOrientation(t, i, j, points, 1, 2);
  if (firstToSecond > 0) return firstToThird > 0 && secondToThird < 0;
  if (firstToSecond < 0) return !(secondToThird > 0 && firstToThird < 0);
  // Nothing is between one half-plane and itself; between opposite ones all that is above.
  return firstToThird > 0 && !isOnSameSide(t, i, j, points);
}

/** Whether the first two of `points`, which lie in one plane with the line from corner i to corner j of `t`, lie on one side of it. */
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
