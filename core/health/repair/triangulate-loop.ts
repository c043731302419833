import { none } from '../../mesh/topology.ts';

/** Longer loops are divided first, since the search takes cubic time. */
const maxSearched = 200;
/** Weight of the shape of a triangle relative to its area: enough to choose among the fillings of a planar loop. */
const shapeWeight = 0.1;
/** Weight of a fold between two triangles. */
const foldWeight = 0.5;
/** The part of its edges squared that a triangle's area must exceed. */
const minShape = 1e-10;

/** A loop with its surroundings: n corners. */
interface Loop {
  /** (3·n) relative to the first corner. */
  readonly points: Float64Array;
  /** (3·n) vertex opposite to the edge from each corner to the next; NaN where there is none. */
  readonly outer: Float64Array;
  /** Whether the mesh has an edge between two corners already. */
  readonly isTaken: (a: number, b: number) => boolean;
}

/**
 * Returns triangles that fill a closed loop, as numbers of its corners (3·(n − 2)), with the direction of the loop. Returns `null` if each
 * filling has a triangle without area, or an edge that the mesh has already.
 *
 * The filling has the smallest sum of areas, with a cost for bad shapes and for folds at inner edges and at the border. It is found by
 * dynamic programming over all triangulations (Barequet and Sharir 1995). Folds are as in Liepa 2003, but as a cost instead of a first
 * criterion, so that rounding of planar loops does not decide. A loop with more than 200 corners is divided at its best diagonals first.
 * @param outer (n) vertex opposite to the edge from each corner to the next; `none` if unknown.
 */
export function triangulateLoop(
  positions: Float64Array,
  rim: readonly number[],
  outer: readonly number[],
  isTaken: (a: number, b: number) => boolean,
): readonly number[] | null {
  const origin = 3 * rim[0]!;
  const near = (vertex: number): readonly number[] =>
    vertex === none ? [NaN, NaN, NaN] : [0, 1, 2].map((k) => positions[3 * vertex + k] - positions[origin + k]);
  const loop: Loop = { points: Float64Array.from(rim.flatMap(near)), outer: Float64Array.from(outer.flatMap(near)), isTaken };
  const triangles: number[] = [];
  return fillPart(
    loop,
    rim.map((_, i) => i),
    triangles,
  )
    ? triangles
    : null;
}

/** Appends the triangles that fill a polygon of corners. Its edges are boundary edges or diagonals of a division. */
function fillPart(loop: Loop, corners: readonly number[], triangles: number[]): boolean {
  if (corners.length <= maxSearched) return searchPart(loop, corners, triangles);
  const diagonal = bestDiagonal(loop, corners);
  if (diagonal === null) return false;
  const [from, to] = diagonal;
  return (
    fillPart(loop, corners.slice(from, to + 1), triangles) &&
    fillPart(loop, [...corners.slice(to), ...corners.slice(0, from + 1)], triangles)
  );
}

/** Returns the diagonal that is shortest relative to the way along the rim, with a sixth of the corners or more on each side. */
function bestDiagonal({ points, isTaken }: Loop, corners: readonly number[]): readonly [number, number] | null {
  const n = corners.length;
  const ways = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) ways[i + 1] = ways[i] + distance(points, corners[i]!, corners[(i + 1) % n]!);
  const margin = Math.floor(n / 6);
  let best: readonly [number, number] | null = null;
  let bestRatio = Infinity;
  for (let i = 0; i < n; i++) {
    for (let k = i + margin; k < n && n - (k - i) >= margin; k++) {
      const way = Math.min(ways[k] - ways[i], ways[n] - (ways[k] - ways[i]));
      const ratio = distance(points, corners[i]!, corners[k]!) / way;
      if (ratio >= bestRatio || isTaken(corners[i]!, corners[k]!)) continue;
      bestRatio = ratio;
      best = [i, k];
    }
  }
  return best;
}

function searchPart(loop: Loop, corners: readonly number[], triangles: number[]): boolean {
  const n = corners.length;
  /** (n·n) min cost of the part between corners i and k, and the corner of its triangle at the diagonal from i to k. */
  const costs = new Float64Array(n * n);
  const apexes = new Int32Array(n * n).fill(-1);
  for (let span = 2; span < n; span++) {
    for (let i = 0; i + span < n; i++) {
      const k = i + span;
      costs[i * n + k] = Infinity;
      if (span < n - 1 && loop.isTaken(corners[i]!, corners[k]!)) continue;
      for (let m = i + 1; m < k; m++) {
        const below = costs[i * n + m] + costs[m * n + k];
        if (!(below < costs[i * n + k])) continue;
        const cost = below + costOf(loop, corners, n, apexes, i, m, k);
        if (!(cost < costs[i * n + k])) continue;
        costs[i * n + k] = cost;
        apexes[i * n + k] = m;
      }
    }
  }
  if (costs[n - 1] === Infinity) return false;
  const stack: (readonly [number, number])[] = [[0, n - 1]];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    const [i, k] = part;
    const m = apexes[i * n + k];
    if (m < 0) continue;
    triangles.push(corners[i]!, corners[m]!, corners[k]!);
    stack.push([m, k], [i, m]);
  }
  return true;
}

/** Returns the cost of a triangle with its folds; `Infinity` without area. Hot. */
function costOf(loop: Loop, corners: readonly number[], n: number, apexes: Int32Array, i: number, m: number, k: number): number {
  const { points } = loop;
  const [a, b, c] = [corners[i]!, corners[m]!, corners[k]!];
  const normal = normalOf(points, 3 * a, points, 3 * b, points, 3 * c);
  const squares = distanceSq(points, a, b) + distanceSq(points, b, c) + distanceSq(points, c, a);
  const area = Math.hypot(normal[0], normal[1], normal[2]) / 2;
  if (!(area > minShape * squares)) return Infinity;
  let folds = foldAt(loop, corners, n, apexes, i, m, normal) + foldAt(loop, corners, n, apexes, m, k, normal);
  if (i === 0 && k === n - 1) folds += foldAt(loop, corners, n, apexes, k, i, normal);
  return area * (1 + foldWeight * folds) + (shapeWeight * squares) / (4 * Math.sqrt(3));
}

/** Returns 0 for a flat continuation across the edge between two corners, up to 2 for a fold back. */
function foldAt(
  { points, outer }: Loop,
  corners: readonly number[],
  n: number,
  apexes: Int32Array,
  from: number,
  to: number,
  normal: readonly [number, number, number],
): number {
  const [a, b] = [corners[from]!, corners[to]!];
  const isRim = b === (a + 1) % (points.length / 3);
  const apex = to > from ? apexes[from * n + to] : -1;
  if (!isRim && apex < 0) return 0;
  // The neighbour runs along the edge the other way. Inside the loop, it has the direction of the loop.
  const other = isRim
    ? normalOf(points, 3 * b, points, 3 * a, outer, 3 * a)
    : normalOf(points, 3 * a, points, 3 * corners[apex]!, points, 3 * b);
  const size = Math.hypot(other[0], other[1], other[2]) * Math.hypot(normal[0], normal[1], normal[2]);
  const dot = other[0] * normal[0] + other[1] * normal[1] + other[2] * normal[2];
  return size > 0 ? 1 - dot / size : 0;
}

function normalOf(
  of: Float64Array,
  i: number,
  second: Float64Array,
  j: number,
  third: Float64Array,
  k: number,
): readonly [number, number, number] {
  const ux = second[j] - of[i];
  const uy = second[j + 1] - of[i + 1];
  const uz = second[j + 2] - of[i + 2];
  const vx = third[k] - of[i];
  const vy = third[k + 1] - of[i + 1];
  const vz = third[k + 2] - of[i + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function distanceSq(points: Float64Array, a: number, b: number): number {
  const x = points[3 * a] - points[3 * b];
  const y = points[3 * a + 1] - points[3 * b + 1];
  const z = points[3 * a + 2] - points[3 * b + 2];
  return x * x + y * y + z * z;
}

function distance(points: Float64Array, a: number, b: number): number {
  return Math.sqrt(distanceSq(points, a, b));
}
