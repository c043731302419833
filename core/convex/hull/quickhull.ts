import { sideOfPlane } from './side-of-plane.ts';

/** A triangle of the surface of a hull. */
export interface Facet {
  /** Indices of points, counter-clockwise from outside. */
  readonly corners: readonly [number, number, number];
  /** The facet across the edge from each corner to the next. */
  readonly across: [Facet, Facet, Facet];
  isAlive: boolean;
  /** Points strictly outside this facet, each in the list of one facet only. */
  outside: readonly number[];
}

/**
 * Returns the facets of the hull of points, from four that are not in a plane. No point is outside a facet, exactly. Corners may be on edges or
 * inside faces of the hull, and several facets may be in one plane: see `mergeFaces`.
 *
 * Source: Barber, Dobkin and Huhdanpaa (1996). A point that was outside a removed facet and is outside the new hull is outside a new facet. By one it
 * enters the new hull on its way to the removed one. So the lists are complete, and exact signs need no tolerance.
 */
export function quickhull(points: Float64Array, span: readonly [number, number, number, number]): readonly Facet[] {
  const first = firstFacets(points, span);
  const count = points.length / 3;
  share(
    points,
    Uint32Array.from({ length: count }, (_, i) => i),
    first,
  );
  const facets: Facet[] = [...first];
  const waiting = [...first];
  for (let facet = waiting.pop(); facet !== undefined; facet = waiting.pop()) {
    if (!facet.isAlive || facet.outside.length === 0) continue;
    const added = addPoint(points, facet, farthest(points, facet));
    facets.push(...added);
    waiting.push(...added);
  }
  return facets.filter(({ isAlive }) => isAlive);
}

/** Returns the facets of the tetrahedron of four points that are not in a plane, without lists of points outside. */
export function firstFacets(points: Float64Array, [a, b, c, d]: readonly [number, number, number, number]): readonly Facet[] {
  const [p, q, r] = sideOfPlane(points, a, b, c, d) > 0 ? [a, c, b] : [a, b, c];
  const [base, pq, qr, rp] = [facetOf(p, q, r), facetOf(p, d, q), facetOf(q, d, r), facetOf(r, d, p)];
  link(base, [pq, qr, rp]);
  link(pq, [rp, qr, base]);
  link(qr, [pq, rp, base]);
  link(rp, [qr, pq, base]);
  return [base, pq, qr, rp];
}

function facetOf(a: number, b: number, c: number): Facet {
  // The neighbours follow in `link`.
  return { corners: [a, b, c], across: [] as unknown as Facet['across'], isAlive: true, outside: [] };
}

function link(facet: Facet, across: readonly [Facet, Facet, Facet]): void {
  facet.across[0] = across[0];
  facet.across[1] = across[1];
  facet.across[2] = across[2];
}

/** Gives each point to the first facet that it is outside of. The others are inside the hull. */
function share(points: Float64Array, candidates: Iterable<number>, facets: readonly Facet[]): void {
  const lists = facets.map((): number[] => []);
  for (const point of candidates) {
    for (let i = 0; i < facets.length; i++) {
      const [a, b, c] = facets[i]!.corners;
      if (sideOfPlane(points, a, b, c, point) <= 0) continue;
      lists[i]!.push(point);
      break;
    }
  }
  facets.forEach((facet, i) => (facet.outside = lists[i]!));
}

/** Returns the point that is farthest from a facet in rounded numbers: which one it is matters for speed only. */
function farthest(points: Float64Array, { corners: [a, b, c], outside }: Facet): number {
  const [ax, ay, az] = [points[3 * a], points[3 * a + 1], points[3 * a + 2]];
  const [ux, uy, uz] = [points[3 * b] - ax, points[3 * b + 1] - ay, points[3 * b + 2] - az];
  const [vx, vy, vz] = [points[3 * c] - ax, points[3 * c + 1] - ay, points[3 * c + 2] - az];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  let best = outside[0]!;
  let max = -Infinity;
  for (const point of outside) {
    const height = nx * (points[3 * point] - ax) + ny * (points[3 * point + 1] - ay) + nz * (points[3 * point + 2] - az);
    if (!(height > max)) continue;
    max = height;
    best = point;
  }
  return best;
}

/** Replaces the facets that a point is strictly outside of by a fan around it, from one such facet. Returns the new facets. */
export function addPoint(points: Float64Array, start: Facet, point: number): readonly Facet[] {
  const seen = [start];
  start.isAlive = false;
  const fan = new Map<number, Facet>();
  for (let i = 0; i < seen.length; i++) {
    for (const beyond of seen[i]!.across) {
      const [a, b, c] = beyond.corners;
      if (!beyond.isAlive || sideOfPlane(points, a, b, c, point) <= 0) continue;
      beyond.isAlive = false;
      seen.push(beyond);
    }
  }
  for (const { corners, across } of seen) {
    for (let edge = 0; edge < 3; edge++) {
      const beyond = across[edge]!;
      if (!beyond.isAlive) continue;
      const [from, to] = [corners[edge]!, corners[(edge + 1) % 3]!];
      const facet = facetOf(from, to, point);
      facet.across[0] = beyond;
      beyond.across[beyond.corners.indexOf(to)] = facet;
      fan.set(from, facet);
    }
  }
  const added = [...fan.values()];
  for (const facet of added) {
    const next = fan.get(facet.corners[1])!;
    facet.across[1] = next;
    next.across[2] = facet;
  }
  share(points, orphans(seen, point), added);
  return added;
}

function* orphans(seen: readonly Facet[], added: number): Generator<number> {
  for (const facet of seen) {
    for (const point of facet.outside) if (point !== added) yield point;
    facet.outside = [];
  }
}
