import { orient2dSign } from '../math/orientation.ts';
import { edgeOrientation } from './edge-orientation.ts';
import { cornerCode, edgeCode, isOnEdge } from './feature-code.ts';
import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';
import { allAbove, allBelow, allOn, sideOf, sidesOfPlane, type Sides } from './triangle-sides.ts';

/** A point, given by the lowest-dimensional feature of each triangle on which it lies. */
export interface FeaturePair {
  readonly p: number;
  readonly q: number;
}

const none: readonly FeaturePair[] = [];

/**
 * Runs `triangleContact` for triangles in one plane, and for pairs with a triangle without area. Returns the corners of the
 * intersection in order; none if they are apart. `p` (9), `q` (9).
 *
 * A triangle without area counts as the segment between its two outermost corners (or as one corner), so a middle corner is a point
 * inside that edge. The corners of the intersection are corners of one triangle inside the other, and points where edges cross. Only
 * exact signs are used; no position is computed.
 */
export function flatTriangleContact(p: Float64Array, q: Float64Array): readonly FeaturePair[] {
  const qSides = sidesOfPlane(p, q);
  const pSides = sidesOfPlane(q, p);
  if (isApart(qSides) || isApart(pSides)) return none;
  const pHull = hullCorners(p);
  const qHull = hullCorners(q);
  if (pSides !== allOn) return pierced(p, pHull, pSides, q);
  if (qSides !== allOn) return pierced(q, qHull, qSides, p).map((point) => ({ p: point.q, q: point.p }));
  if (areSkew(p, pHull, q, qHull)) return none;
  const x = injectiveAxis(p, q);
  const projection = { x, y: (x + 1) % 3 };
  const points = [
    ...pHull.map((corner) => ({ p: cornerCode(corner), q: featureAt(q, qHull, p, corner, projection) })),
    ...qHull.map((corner) => ({ p: featureAt(p, pHull, q, corner, projection), q: cornerCode(corner) })),
  ].filter((point) => point.p !== outside && point.q !== outside);
  // Two coincident corners are found twice.
  const corners = points.filter(({ p, q }, i) => points.findIndex((other) => other.p === p && other.q === q) === i);
  return inOrder([...corners, ...crossings(p, pHull, q, qHull, projection)]);
}

function isApart(sides: Sides): boolean {
  return sides === allAbove || sides === allBelow;
}

/** Two axes such that the projection of the common plane onto their plane is injective. */
interface Projection {
  readonly x: number;
  readonly y: number;
}

/** In place of a feature. */
const outside = -1;

/** Returns all three corners; without area the two outermost, or one if all are the same point. */
function hullCorners(t: Float64Array): readonly number[] {
  for (let x = 0; x < 3; x++) if (cornerOrientation(t, 0, t, 3, t, 6, { x, y: (x + 1) % 3 }) !== 0) return [0, 1, 2];
  // Along a line the order by (x, y, z) is the order on the line.
  const [first = 0, , last = 0] = [0, 1, 2].sort((i, j) => compareCorners(t, i, t, j));
  return compareCorners(t, first, t, last) === 0 ? [first] : [first, last];
}

function compareCorners(s: Float64Array, i: number, t: Float64Array, j: number): number {
  for (let k = 0; k < 3; k++) if (s[3 * i + k] !== t[3 * j + k]) return s[3 * i + k] < t[3 * j + k] ? -1 : 1;
  return 0;
}

/** Returns the point where a segment passes through `t`. Its ends lie on these sides of the plane of `t`, not both in it. */
function pierced(thin: Float64Array, hull: readonly number[], sides: Sides, t: Float64Array): readonly FeaturePair[] {
  const [i = 0, j = i] = hull;
  const from = sideOf(sides, i);
  const to = sideOf(sides, j);
  const around = [0, 1, 2].map((k) => edgeOrientation(thin, i, j, t, k, (k + 1) % 3));
  if (from * to > 0 || (around.includes(1) && around.includes(-1))) return none;
  const through = from === 0 ? cornerCode(i) : to === 0 ? cornerCode(j) : edgeCode(i, j);
  return [{ p: through, q: featureByZeros(around.map((sign) => sign === 0)) }];
}

/** Returns the feature of a point on the lines of these edges and inside the others. */
function featureByZeros(isOnLine: readonly boolean[]): number {
  const [on0, on1, on2] = isOnLine;
  if (on2 && on0) return cornerCode(0);
  if (on0 && on1) return cornerCode(1);
  if (on1 && on2) return cornerCode(2);
  return on0 ? firstEdgeCode : on1 ? firstEdgeCode + 1 : on2 ? firstEdgeCode + 2 : faceCode;
}

function areSkew(p: Float64Array, pHull: readonly number[], q: Float64Array, qHull: readonly number[]): boolean {
  if (pHull.length !== 2 || qHull.length !== 2) return false;
  return edgeOrientation(p, pHull[0]!, pHull[1]!, q, qHull[0]!, qHull[1]!) !== 0;
}

/** Returns the first axis of a pair (x, x + 1) onto which the projection of all six points is injective. */
function injectiveAxis(p: Float64Array, q: Float64Array): number {
  const points = [p, p, p, q, q, q];
  const offsets = [0, 3, 6, 0, 3, 6];
  for (let x = 0; x < 3; x++) {
    const projection = { x, y: (x + 1) % 3 };
    for (let i = 0; i < 6; i++) {
      for (let j = i + 1; j < 6; j++) {
        for (let k = j + 1; k < 6; k++) {
          if (cornerOrientation(points[i]!, offsets[i]!, points[j]!, offsets[j]!, points[k]!, offsets[k]!, projection) !== 0) return x;
        }
      }
    }
  }
  for (let x = 0; x < 3; x++) if (points.some((t, i) => t[offsets[i]! + x] !== p[x])) return x;
  return 0;
}

function cornerOrientation(
  r: Float64Array,
  i: number,
  s: Float64Array,
  j: number,
  t: Float64Array,
  k: number,
  { x, y }: Projection,
): number {
  return orient2dSign(r[i + x], r[i + y], s[j + x], s[j + y], t[k + x], t[k + y]);
}

/** Returns the feature of `t` on which a corner of `s` lies; `outside` if on none. */
function featureAt(t: Float64Array, hull: readonly number[], s: Float64Array, corner: number, projection: Projection): number {
  const [i = 0, j = i] = hull;
  if (hull.length === 3) {
    const signs = [0, 1, 2].map((k) => cornerOrientation(t, 3 * k, t, 3 * ((k + 1) % 3), s, 3 * corner, projection));
    if (signs.includes(1) && signs.includes(-1)) return outside;
    return featureByZeros(signs.map((sign) => sign === 0));
  }
  const toFirst = compareCorners(s, corner, t, i);
  const toLast = compareCorners(s, corner, t, j);
  if (toFirst === 0) return cornerCode(i);
  if (toLast === 0) return cornerCode(j);
  if (toFirst < 0 || toLast > 0) return outside;
  return cornerOrientation(t, 3 * i, t, 3 * j, s, 3 * corner, projection) === 0 ? edgeCode(i, j) : outside;
}

/** Returns the points where the interiors of an edge of `p` and an edge of `q` intersect. */
function crossings(
  p: Float64Array,
  pHull: readonly number[],
  q: Float64Array,
  qHull: readonly number[],
  projection: Projection,
): readonly FeaturePair[] {
  const found: FeaturePair[] = [];
  for (const [i, j] of edgesOf(pHull)) {
    for (const [k, l] of edgesOf(qHull)) {
      const first =
        cornerOrientation(p, 3 * i, p, 3 * j, q, 3 * k, projection) * cornerOrientation(p, 3 * i, p, 3 * j, q, 3 * l, projection);
      const second =
        cornerOrientation(q, 3 * k, q, 3 * l, p, 3 * i, projection) * cornerOrientation(q, 3 * k, q, 3 * l, p, 3 * j, projection);
      if (first < 0 && second < 0) found.push({ p: edgeCode(i, j), q: edgeCode(k, l) });
    }
  }
  return found;
}

function edgesOf(hull: readonly number[]): readonly (readonly [number, number])[] {
  const [i = 0, j = 0] = hull;
  return hull.length === 3
    ? [
        [0, 1],
        [1, 2],
        [2, 0],
      ]
    : hull.length === 2
      ? [[i, j]]
      : [];
}

/**
 * Returns the corners of a convex polygon in order. Each side is on the line of an edge of `p` or `q`, and no line contains more than
 * two corners, so features alone determine the neighbours.
 */
function inOrder(points: readonly FeaturePair[]): readonly FeaturePair[] {
  const ordered = points.slice(0, 1);
  const rest = points.slice(1);
  while (rest.length > 0) {
    const last = ordered.at(-1)!;
    const next = rest.findIndex((point) => shareLine(point, last));
    ordered.push(...rest.splice(Math.max(0, next), 1));
  }
  return ordered;
}

function shareLine(a: FeaturePair, b: FeaturePair): boolean {
  for (let edge = firstEdgeCode; edge < firstVertexCode; edge++) {
    if ((isOnEdge(a.p, edge) && isOnEdge(b.p, edge)) || (isOnEdge(a.q, edge) && isOnEdge(b.q, edge))) return true;
  }
  return false;
}
