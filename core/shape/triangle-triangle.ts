import { edgeOrientation } from './edge-orientation.ts';
import { flatTrianglesIntersect } from './triangle-triangle-flat.ts';
import { allAbove, allBelow, allOn, loneCorner, secondCorner, sidesOfPlane } from './triangle-sides.ts';

/**
 * Whether two closed triangles share a point, exactly for every finite input. `p` (9) and `q` (9) are their corners. Touching counts; a
 * triangle without area acts as a segment or a point.
 *
 * Source: Guigue & Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates" (2003). If neither triangle is
 * entirely on one side of the other's plane, both intersect the common line of the planes in an interval. Two more signs decide whether the
 * intervals overlap. Changed: a rule instead of a table orders the corners, and triangles in one plane or without area go to
 * `flatTrianglesIntersect`. Hot: bench `pairs-all`.
 */
export function trianglesIntersect(p: Float64Array, q: Float64Array): boolean {
  const qSides = sidesOfPlane(p, q);
  if (qSides === allAbove || qSides === allBelow) return false;
  const pSides = sidesOfPlane(q, p);
  if (pSides === allAbove || pSides === allBelow) return false;
  if (qSides === allOn || pSides === allOn) return flatTrianglesIntersect(p, q);

  // Both have area, and their planes intersect. In each corner order the other's lone corner is above.
  const p1 = loneCorner(pSides);
  const q1 = loneCorner(qSides);
  const p2 = secondCorner(p1, qSides, q1);
  const p3 = 3 - p1 - p2;
  const q2 = secondCorner(q1, pSides, p1);
  const q3 = 3 - q1 - q2;
  return cutOrder(p, p1, p2, q, q1, q2) <= 0 && cutOrder(p, p1, p3, q, q1, q3) >= 0;
}

/**
 * Compares two points on the common line of both planes: where the edge from the lone corner `p1` of `p` to `p2` crosses it, and where that
 * of `q` does. Returns 1 if p's point comes before q's, 0 if they are equal. In the corner order of `trianglesIntersect`, p's interval
 * begins at its edge to p3 and ends at its edge to p2. That of q begins at its edge to q2 and ends at its edge to q3. Hot.
 */
export function cutOrder(p: Float64Array, p1: number, p2: number, q: Float64Array, q1: number, q2: number): number {
  return edgeOrientation(p, p1, p2, q, q1, q2);
}
