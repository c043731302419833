import { orient2dSign } from '../math/orientation.ts';
import { edgeOrientation } from './edge-orientation.ts';
import { allAbove, allBelow, allOn, sideOf, sidesOfPlane, type Sides } from './triangle-sides.ts';

/**
 * Runs `trianglesIntersect` for triangles in one plane, and for pairs with a triangle without area. `p` (9), `q` (9).
 */
export function flatTrianglesIntersect(p: Float64Array, q: Float64Array): boolean {
  const qSides = sidesOfPlane(p, q);
  const pSides = sidesOfPlane(q, p);
  if (isApart(qSides) || isApart(pSides)) return false;
  // A triangle without area crosses the plane of the other one.
  if (pSides !== allOn) return edgesPierce(p, pSides, q);
  if (qSides !== allOn) return edgesPierce(q, qSides, p);
  return projectionsOverlap(p, q, 0, 1) && projectionsOverlap(p, q, 1, 2) && projectionsOverlap(p, q, 2, 0) && !areSkew(p, q);
}

function isApart(sides: Sides): boolean {
  return sides === allAbove || sides === allBelow;
}

/** Whether an edge of the thin triangle, whose corners lie on these sides of the plane of `t`, passes through `t`. */
function edgesPierce(thin: Float64Array, sides: Sides, t: Float64Array): boolean {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const from = sideOf(sides, i);
    const to = sideOf(sides, j);
    if (from !== to && from * to <= 0 && passesThrough(thin, i, j, t)) return true;
  }
  return false;
}

/** Whether the line through two corners, which crosses the plane of `t`, passes its edges on one side. */
function passesThrough(thin: Float64Array, i: number, j: number, t: Float64Array): boolean {
  let isLeft = false;
  let isRight = false;
  for (let k = 0; k < 3; k++) {
    const sign = edgeOrientation(thin, i, j, t, k, (k + 1) % 3);
    if (sign > 0) isLeft = true;
    if (sign < 0) isRight = true;
  }
  return !(isLeft && isRight);
}

/** Whether the triangles are two segments on skew lines: the only pair without a common plane that gets here. */
function areSkew(p: Float64Array, q: Float64Array): boolean {
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) if (edgeOrientation(p, i, (i + 1) % 3, q, k, (k + 1) % 3) !== 0) return true;
  }
  return false;
}

/**
 * Whether the projections of both onto the plane of two axes overlap. Sets in one plane intersect exactly if their projections along
 * all three axes do, since one of these projections is injective.
 *
 * Convex sets in the plane are apart exactly if the line through an edge of one separates them, or, on one line, if their intervals
 * are apart.
 */
function projectionsOverlap(p: Float64Array, q: Float64Array, x: number, y: number): boolean {
  return !areIntervalsApart(p, q, x) && !areIntervalsApart(p, q, y) && !isEdgeBetween(p, q, x, y) && !isEdgeBetween(q, p, x, y);
}

function areIntervalsApart(p: Float64Array, q: Float64Array, axis: number): boolean {
  const p0 = p[axis];
  const p1 = p[axis + 3];
  const p2 = p[axis + 6];
  const q0 = q[axis];
  const q1 = q[axis + 3];
  const q2 = q[axis + 6];
  return Math.max(p0, p1, p2) < Math.min(q0, q1, q2) || Math.max(q0, q1, q2) < Math.min(p0, p1, p2);
}

/** Whether the line through an edge of `p` has all of `q` strictly on one side and nothing of `p` on that side. */
function isEdgeBetween(p: Float64Array, q: Float64Array, x: number, y: number): boolean {
  for (let i = 0; i < 9; i += 3) {
    const j = (i + 3) % 9;
    const k = (i + 6) % 9;
    const ax = p[i + x];
    const ay = p[i + y];
    const bx = p[j + x];
    const by = p[j + y];
    const side = orient2dSign(ax, ay, bx, by, q[x], q[y]);
    if (side === 0) continue;
    if (orient2dSign(ax, ay, bx, by, q[x + 3], q[y + 3]) !== side) continue;
    if (orient2dSign(ax, ay, bx, by, q[x + 6], q[y + 6]) !== side) continue;
    if (orient2dSign(ax, ay, bx, by, p[k + x], p[k + y]) !== side) return true;
  }
  return false;
}
