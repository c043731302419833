import { hypot } from '../../math/hypot.ts';
import { cross, dot, normalized, type Vec3 } from '../../math/vec3.ts';

/** Sine of an angle below which two directions count as parallel: their product has no digits left. */
const parallel = 1e-9;
/** Sine of the angle below which two triangles may be in one plane, and the sides of their difference are not products of their edges. */
const nearlyFlat = 1e-6;
/** Axes whose components differ by less than this are one axis. */
const sameAxis = 1e-15;

/**
 * Returns (4·n) half-spaces x · normal ≤ offset. Their common part is the set of differences of a point of one triangle and a point of another. By
 * the translations in it the second triangle overlaps the first. `p` and `q` have the corners (9). Normals are unit vectors. Each half-space
 * contains the set up to rounding; of triangles without an area the common part may be larger than the set.
 */
export function differencePlanes(p: Float64Array, q: Float64Array): Float64Array {
  const axes = axesOf(edgesOf(p), edgesOf(q));
  const planes = new Float64Array(8 * axes.length);
  axes.forEach(([x, y, z], i) => {
    const [heightP, heightQ] = [heightsOf(p, x, y, z), heightsOf(q, x, y, z)];
    planes.set([x, y, z, heightP[1] - heightQ[0], 0 - x, 0 - y, 0 - z, heightQ[1] - heightP[0]], 8 * i);
  });
  return planes;
}

function heightsOf(p: Float64Array, x: number, y: number, z: number): readonly [number, number] {
  const a = p[0] * x + p[1] * y + p[2] * z;
  const b = p[3] * x + p[4] * y + p[5] * z;
  const c = p[6] * x + p[7] * y + p[8] * z;
  return [Math.min(a, b, c), Math.max(a, b, c)];
}

/** Returns the directions of the edges that have a length. */
function edgesOf(p: Float64Array): readonly Vec3[] {
  return [0, 1, 2].flatMap((k): readonly Vec3[] => {
    const [from, to] = [3 * k, 3 * ((k + 1) % 3)];
    const edge = normalized([p[to] - p[from], p[to + 1] - p[from + 1], p[to + 2] - p[from + 2]]);
    return edge === null ? [] : [edge];
  });
}

/** Returns unit vectors: every face of the difference has one of them or its opposite as its normal. */
function axesOf(edgesP: readonly Vec3[], edgesQ: readonly Vec3[]): readonly Vec3[] {
  const axes: Vec3[] = [];
  const add = (axis: Vec3): void => {
    if (!axes.some((known) => isSame(known, axis, 1) || isSame(known, axis, -1))) axes.push(axis);
  };
  const normals = [normalOf(edgesP), normalOf(edgesQ)].filter((normal) => normal !== null);
  normals.forEach(add);
  for (const e of edgesP) {
    for (const f of edgesQ) {
      const product = productOf(e, f);
      if (product !== null) add(product);
    }
  }
  const isFlat = normals.length < 2 || hypot(...cross(normals[0]!, normals[1]!)) < nearlyFlat;
  if (!isFlat) return axes;
  // The sides of a flat difference are those of the edges in its plane.
  const all = [...edgesP, ...edgesQ];
  const across = axes[0] ?? acrossOf(all[0] ?? [1, 0, 0]);
  add(across);
  for (const edge of all) {
    const side = productOf(across, edge);
    if (side !== null) add(side);
  }
  // Two segments or points: also their ends.
  if (normals.length === 0) {
    all.forEach(add);
    const side = productOf(across, all[0] ?? [1, 0, 0]);
    if (side !== null) add(side);
    if (all.length === 0) add([1, 0, 0]);
  }
  return axes;
}

function isSame(a: Vec3, b: Vec3, sign: 1 | -1): boolean {
  return Math.max(Math.abs(a[0] - sign * b[0]), Math.abs(a[1] - sign * b[1]), Math.abs(a[2] - sign * b[2])) < sameAxis;
}

function normalOf(edges: readonly Vec3[]): Vec3 | null {
  const products = edges.map((edge, i) => cross(edge, edges[(i + 1) % edges.length]!));
  const longest = products.reduce((best, product) => (dot(product, product) > dot(best, best) ? product : best), [0, 0, 0] as Vec3);
  return hypot(...longest) > parallel ? normalized(longest) : null;
}

/** Returns the unit product of two unit vectors; `null` for parallel ones. */
function productOf(e: Vec3, f: Vec3): Vec3 | null {
  const product = cross(e, f);
  return hypot(...product) > parallel ? normalized(product) : null;
}

/** Returns a unit vector across a direction. */
function acrossOf([x, y, z]: Vec3): Vec3 {
  return normalized(Math.abs(x) < 0.5 ? [0, z, -y] : [-z, 0, x]) ?? [0, 0, 1];
}
