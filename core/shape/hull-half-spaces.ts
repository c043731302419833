import { bigCross, bigDot, bigMinus, bigPoint, bigTimes, isBigZero, type BigVec3 } from '../math/big-vec3.ts';
import { scaledIntegers } from '../math/exact.ts';
import { orient3dSign } from '../math/orientation.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { ExactHalfSpace } from './half-spaces.ts';

/**
 * Returns the half-spaces of the convex hull of points, exactly. Points may repeat. For points in a plane, on a line or in one place they
 * contain only that polygon, segment or point. There is at least one point, and all are finite.
 *
 * The hull grows by one point at a time. Facets that see the point strictly are replaced by a fan around it. Signs are exact, so points in
 * the plane of a facet need no tolerance. The time is the number of points times the number of facets.
 *
 * Source: Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996), without its outside sets.
 */
export function hullHalfSpaces(points: readonly Vec3[]): readonly ExactHalfSpace[] {
  const { integers, exponent } = scaledIntegers(points.flat());
  const all = points.map((_, i) => bigPoint(integers, 3 * i));
  const beyond = (normal: BigVec3, from: BigVec3): ExactHalfSpace => ({ normal, offset: -bigDot(normal, from), exponent });
  const within = (normal: BigVec3, from: BigVec3): readonly ExactHalfSpace[] => [beyond(normal, from), beyond(bigTimes(normal, -1n), from)];
  const [a] = all as [BigVec3];
  const b = all.findIndex((point) => !isBigZero(bigMinus(point, a)));
  if (b < 0) return axes.flatMap((axis) => within(axis, a));
  const along = bigMinus(all[b]!, a);
  const c = all.findIndex((point) => !isBigZero(bigCross(along, bigMinus(point, a))));
  if (c < 0) {
    const [first, last] = endsAlong(all, along);
    const across = axes.map((axis) => bigCross(along, axis)).filter((direction) => !isBigZero(direction));
    return [...across.flatMap((direction) => within(direction, a)), beyond(along, first), beyond(bigTimes(along, -1n), last)];
  }
  const normal = bigCross(along, bigMinus(all[c]!, a));
  const d = all.findIndex((point) => bigDot(normal, bigMinus(point, a)) !== 0n);
  if (d < 0)
    return [...within(normal, a), ...outlineOf(all, normal).map(([from, to]) => beyond(bigCross(normal, bigMinus(to, from)), from))];
  return distinct(
    facetsOf(points, [0, b, c, d]).map(([p, q, r]) => {
      const outward = bigCross(bigMinus(all[q]!, all[p]!), bigMinus(all[r]!, all[p]!));
      return beyond(bigTimes(outward, -1n), all[p]!);
    }),
  );
}

const axes: readonly BigVec3[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
];

/** Returns the first and last of points on a line. Points at one height are the same point, so it does not matter which is taken. */
function endsAlong(points: readonly BigVec3[], along: BigVec3): readonly [BigVec3, BigVec3] {
  return [
    points.reduce((p, q) => (bigDot(along, q) < bigDot(along, p) ? q : p)),
    points.reduce((p, q) => (bigDot(along, q) > bigDot(along, p) ? q : p)),
  ];
}

/** Returns the sides of the hull of points in a plane, counter-clockwise seen from its normal (gift wrapping). */
function outlineOf(points: readonly BigVec3[], normal: BigVec3): readonly (readonly [BigVec3, BigVec3])[] {
  const side = points.map((point) => bigMinus(point, points[0]!)).find((edge) => !isBigZero(edge))!;
  const inPlane = bigCross(normal, side);
  // The lowest point, of several the first along the side, is a corner.
  const start = points.reduce((p, q) => {
    const order = bigDot(inPlane, bigMinus(q, p));
    return order < 0n || (order === 0n && bigDot(side, bigMinus(q, p)) < 0n) ? q : p;
  });
  const sides: (readonly [BigVec3, BigVec3])[] = [];
  let from = start;
  do {
    let to: BigVec3 | null = null;
    for (const point of points) {
      const edge = bigMinus(point, from);
      if (isBigZero(edge)) continue;
      const turn = to === null ? -1n : bigDot(normal, bigCross(bigMinus(to, from), edge));
      // Of two at one distance in one direction either will do: they are the same point.
      const isFarther = to !== null && turn === 0n && bigDot(edge, edge) > bigDot(bigMinus(to, from), bigMinus(to, from));
      if (turn < 0n || isFarther) to = point;
    }
    sides.push([from, to!]);
    from = to!;
  } while (!isBigZero(bigMinus(from, start)));
  return sides;
}

/** Three points, counter-clockwise seen from outside. */
type Facet = readonly [number, number, number];

/** Returns the facets of the hull of points in space, from four that span it. */
function facetsOf(points: readonly Vec3[], [a, b, c, d]: readonly [number, number, number, number]): readonly Facet[] {
  // The fourth point is not in the plane of the others: the sign is never 0.
  const [p, q, r] = sideOf(points, [a, b, c], d) > 0 ? [a, c, b] : [a, b, c];
  let facets: readonly Facet[] = [
    [p, q, r],
    [p, d, q],
    [q, d, r],
    [r, d, p],
  ];
  for (let point = 0; point < points.length; point++) {
    // With points in the plane of a facet (>=) the half-spaces are the same, since all facets of that plane are replaced; it is only more work.
    const seen = facets.filter((facet) => sideOf(points, facet, point) > 0);
    if (seen.length === 0) continue;
    const edges = seen.flatMap(([i, j, k]) => [
      [i, j],
      [j, k],
      [k, i],
    ]);
    const isSeen = new Set(edges.map(([i, j]) => `${i} ${j}`));
    const horizon = edges.filter(([i, j]) => !isSeen.has(`${j} ${i}`));
    const removed = new Set(seen);
    facets = [...facets.filter((facet) => !removed.has(facet)), ...horizon.map(([i, j]): Facet => [i!, j!, point])];
  }
  return facets;
}

function sideOf(points: readonly Vec3[], [i, j, k]: Facet, at: number): number {
  const [a, b, c, d] = [points[i]!, points[j]!, points[k]!, points[at]!];
  return orient3dSign(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]);
}

/** Facets of one plane give the same half-space: of those one is kept. */
function distinct(spaces: readonly ExactHalfSpace[]): readonly ExactHalfSpace[] {
  const byPlane = new Map<string, ExactHalfSpace>();
  for (const space of spaces) {
    const divisor = [...space.normal, space.offset].reduce(greatestDivisor);
    const size = divisor < 0n ? -divisor : divisor;
    byPlane.set([...space.normal, space.offset].map((value) => value / size).join(' '), space);
  }
  return [...byPlane.values()];
}

function greatestDivisor(p: bigint, q: bigint): bigint {
  let [a, b] = [p, q];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
