import { relativeBound, underflow } from '../../math/orientation.ts';
import { sideOfPlane } from './side-of-plane.ts';

/** A triangle of the surface of a hull. */
export interface Facet {
  /** Indices of points, counter-clockwise from outside. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** The facets across the edges ab, bc and ca. */
  acrossAB: Facet;
  acrossBC: Facet;
  acrossCA: Facet;
  isAlive: boolean;
  /** The product of the edges ab and ac, and the rounding of its products with offsets from corner a, at most. */
  readonly normalX: number;
  readonly normalY: number;
  readonly normalZ: number;
  readonly rounding: number;
  /** The first and last of the points strictly outside this facet, each in the list of one facet only; -1 for none. */
  first: number;
  last: number;
  /** That of the largest height in rounded numbers: which one it is matters for speed only. */
  farthest: number;
  /** Its number among the facets of the result. */
  index: number;
}

/** Points with their extents along x, y and z, at least; they may grow. */
export interface HullPoints {
  points: Float64Array;
  readonly extent: readonly [number, number, number];
  /** (N) the point after each one in its list; -1 after the last. Empty where no point is outside a facet. */
  readonly next: Int32Array;
}

/** Returns points (3·N) with their extents. */
function hullPoints(points: Float64Array): HullPoints {
  const extent = [0, 1, 2].map((k) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = k; at < points.length; at += 3) {
      if (points[at] < low) low = points[at];
      if (points[at] > high) high = points[at];
    }
    return high - low;
  });
  return { points, extent: extent as [number, number, number], next: new Int32Array(points.length / 3) };
}

/**
 * Returns the facets of the hull of points, from four that are not in a plane. No point is outside a facet, exactly. Corners may be on edges or
 * inside faces of the hull, and several facets may be in one plane: see `mergeFaces`. Hot: bench `convex-hull`.
 *
 * Source: Barber, Dobkin and Huhdanpaa (1996). A point that was outside a removed facet and is outside the new hull is outside a new facet. By one it
 * enters the new hull on its way to the removed one. So the lists are complete, and exact signs need no tolerance.
 */
export function quickhull(points: Float64Array, span: readonly [number, number, number, number]): readonly Facet[] {
  const hull = hullPoints(points);
  const first = firstFacets(hull, span);
  const count = points.length / 3;
  for (let i = 0; i < count; i++) hull.next[i] = i + 1 < count ? i + 1 : -1;
  share(hull, 0, -1, first);
  const facets: Facet[] = [...first];
  const waiting = [...first];
  for (let facet = waiting.pop(); facet !== undefined; facet = waiting.pop()) {
    if (!facet.isAlive || facet.first < 0) continue;
    for (const added of addPoint(hull, facet, facet.farthest)) {
      facets.push(added);
      waiting.push(added);
    }
  }
  const alive = facets.filter(({ isAlive }) => isAlive);
  alive.forEach((facet, i) => (facet.index = i));
  return alive;
}

/** Returns the facets of the tetrahedron of four points that are not in a plane, without lists of points outside. */
export function firstFacets(hull: HullPoints, [a, b, c, d]: readonly [number, number, number, number]): readonly Facet[] {
  const [p, q, r] = sideOfPlane(hull.points, a, b, c, d) > 0 ? [a, c, b] : [a, b, c];
  const base = facetOf(hull, p, q, r);
  const pq = facetOf(hull, p, d, q);
  const qr = facetOf(hull, q, d, r);
  const rp = facetOf(hull, r, d, p);
  link(base, pq, qr, rp);
  link(pq, rp, qr, base);
  link(qr, pq, rp, base);
  link(rp, qr, pq, base);
  return [base, pq, qr, rp];
}

/** Twice the rounding error of a product of three differences, as a part of the sum of its absolute products, and some more for the extents. */
const partOfProducts = relativeBound * (1 + 2 ** -40);

function facetOf({ points, extent }: HullPoints, a: number, b: number, c: number): Facet {
  const ax = points[3 * a];
  const ay = points[3 * a + 1];
  const az = points[3 * a + 2];
  const ux = points[3 * b] - ax;
  const uy = points[3 * b + 1] - ay;
  const uz = points[3 * b + 2] - az;
  const vx = points[3 * c] - ax;
  const vy = points[3 * c + 1] - ay;
  const vz = points[3 * c + 2] - az;
  const xPlus = uy * vz;
  const xMinus = uz * vy;
  const yPlus = uz * vx;
  const yMinus = ux * vz;
  const zPlus = ux * vy;
  const zMinus = uy * vx;
  const products =
    (Math.abs(xPlus) + Math.abs(xMinus)) * extent[0] +
    (Math.abs(yPlus) + Math.abs(yMinus)) * extent[1] +
    (Math.abs(zPlus) + Math.abs(zMinus)) * extent[2];
  return {
    a,
    b,
    c,
    // The neighbours follow in `link`.
    acrossAB: unlinked,
    acrossBC: unlinked,
    acrossCA: unlinked,
    isAlive: true,
    normalX: xPlus - xMinus,
    normalY: yPlus - yMinus,
    normalZ: zPlus - zMinus,
    rounding: products * partOfProducts + (extent[0] + extent[1] + extent[2] + 1) * underflow,
    first: -1,
    last: -1,
    farthest: -1,
    index: -1,
  };
}

const unlinked = null as unknown as Facet;

function link(facet: Facet, acrossAB: Facet, acrossBC: Facet, acrossCA: Facet): void {
  facet.acrossAB = acrossAB;
  facet.acrossBC = acrossBC;
  facet.acrossCA = acrossCA;
}

/** Whether a point is strictly outside a facet. Exact; rounded numbers decide where they can. */
export function isOutside(points: Float64Array, facet: Facet, point: number): boolean {
  const a = 3 * facet.a;
  const at = 3 * point;
  const height =
    facet.normalX * (points[at] - points[a]) +
    facet.normalY * (points[at + 1] - points[a + 1]) +
    facet.normalZ * (points[at + 2] - points[a + 2]);
  if (height > facet.rounding) return true;
  if (height < -facet.rounding) return false;
  return sideOfPlane(points, facet.a, facet.b, facet.c, point) > 0;
}

/** Gives each point of a list, apart from one, to the first facet that it is outside of. The others are inside the hull. Hot. */
function share({ points, next }: HullPoints, start: number, without: number, facets: readonly Facet[]): void {
  let list = start;
  for (let i = 0; i < facets.length && list >= 0; i++) {
    const facet = facets[i]!;
    const a = 3 * facet.a;
    const ax = points[a];
    const ay = points[a + 1];
    const az = points[a + 2];
    const nx = facet.normalX;
    const ny = facet.normalY;
    const nz = facet.normalZ;
    const { rounding } = facet;
    let max = -Infinity;
    let left = -1;
    let last = -1;
    for (let point = list; point >= 0; point = next[point]) {
      const height = nx * (points[3 * point] - ax) + ny * (points[3 * point + 1] - ay) + nz * (points[3 * point + 2] - az);
      const isOut = height > rounding || (!(height < -rounding) && sideOfPlane(points, facet.a, facet.b, facet.c, point) > 0);
      if (!isOut) {
        if (left < 0) list = point;
        else next[left] = point;
        left = point;
        continue;
      }
      if (point === without) continue;
      if (last < 0) facet.first = point;
      else next[last] = point;
      if (height > max || last < 0) {
        max = height;
        facet.farthest = point;
      }
      last = point;
    }
    if (last >= 0) next[last] = -1;
    facet.last = last;
    if (left < 0) list = -1;
    else next[left] = -1;
  }
}

/** Replaces the facets that a point is strictly outside of by a fan around it, from one such facet. Returns the new facets. */
export function addPoint(hull: HullPoints, start: Facet, point: number): readonly Facet[] {
  const { points } = hull;
  const seen = [start];
  start.isAlive = false;
  const see = (facet: Facet): void => {
    if (!facet.isAlive || !isOutside(points, facet, point)) return;
    facet.isAlive = false;
    seen.push(facet);
  };
  for (let i = 0; i < seen.length; i++) {
    const { acrossAB, acrossBC, acrossCA } = seen[i]!;
    see(acrossAB);
    see(acrossBC);
    see(acrossCA);
  }
  const fan: Facet[] = [];
  const close = (from: number, to: number, beyond: Facet): void => {
    if (!beyond.isAlive) return;
    const facet = facetOf(hull, from, to, point);
    facet.acrossAB = beyond;
    if (beyond.a === to) beyond.acrossAB = facet;
    else if (beyond.b === to) beyond.acrossBC = facet;
    else beyond.acrossCA = facet;
    fan.push(facet);
  };
  for (const { a, b, c, acrossAB, acrossBC, acrossCA } of seen) {
    close(a, b, acrossAB);
    close(b, c, acrossBC);
    close(c, a, acrossCA);
  }
  linkFan(fan);
  share(hull, joinedLists(hull, seen), point, fan);
  return fan;
}

/** Facets of a fan up to which they are compared one by one. */
const maxCompared = 24;

/** Links each facet of a fan with the one that starts at its second corner. */
function linkFan(fan: readonly Facet[]): void {
  const byFirst = fan.length > maxCompared ? new Map(fan.map((facet) => [facet.a, facet])) : null;
  for (const facet of fan) {
    const next = byFirst === null ? startingAt(fan, facet.b) : byFirst.get(facet.b)!;
    facet.acrossBC = next;
    next.acrossCA = facet;
  }
}

function startingAt(fan: readonly Facet[], corner: number): Facet {
  let i = 0;
  while (fan[i]!.a !== corner) i++;
  return fan[i]!;
}

/** Returns the first point of the lists of some facets as one list, and empties theirs. */
function joinedLists({ next }: HullPoints, facets: readonly Facet[]): number {
  let start = -1;
  let last = -1;
  for (const facet of facets) {
    if (facet.first < 0) continue;
    if (last < 0) start = facet.first;
    else next[last] = facet.first;
    last = facet.last;
    facet.first = facet.last = -1;
  }
  return start;
}
