import type { Vec3 } from '../math/vec3.ts';
import { type Bounds, meshBounds } from './bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/** What lies outside reaches at least this many times farther than everything inside. */
const gapFactor = 4;
/** At most this share of the triangles lies outside, or `maxFew` triangles if that is more. */
const maxOutsideShare = 0.1;
const maxFew = 64;
/** At least this share of the triangles lies inside. */
const minInsideShare = 0.5;
/** Number of triangles whose corners determine the centre. */
const maxSamples = 4096;
/** Bins of reaches: a quarter of an octave each, from the largest reach down. */
const binsPerOctave = 4;
const binCount = 64 * binsPerOctave;

/**
 * Returns the box of a mesh without the few triangles and parts that reach far beyond the others: a giant ground plane, a sky box,
 * a lone triangle far away. It is the box to frame first. Source space, mesh units; `meshBounds` if nothing is far out, `null`
 * without finite triangles.
 *
 * The reach of a triangle is its largest distance along an axis from the median corner. Triangles, and then whole parts, are left out
 * beyond the first gap of a factor of 4 between successive reaches that leaves at most a tenth of the triangles outside.
 */
export function mainBounds(mesh: TriangleMesh): Bounds | null {
  const whole = meshBounds(mesh);
  if (whole === null) return null;
  const reaches = triangleReaches(mesh, medianCorner(mesh));
  const near = reachLimit(rangesOfTriangles(reaches));
  const partReaches = mesh.parts.map((part) => maxReach(reaches, part.firstTriangle, part.triangleCount, near));
  const far = reachLimit(rangesOfParts(mesh, partReaches));
  if (near === Infinity && far === Infinity) return whole;
  mesh.parts.forEach(({ firstTriangle, triangleCount: count }, part) => {
    if (partReaches[part] > far) reaches.fill(Infinity, firstTriangle, firstTriangle + count);
  });
  return boundsWithin(mesh, reaches, near) ?? whole;
}

/** Returns the median of the corners of evenly chosen triangles, for each axis. */
function medianCorner(mesh: TriangleMesh): Vec3 {
  const { positions, indices } = mesh;
  const count = triangleCount(mesh);
  const stride = Math.max(1, Math.floor(count / maxSamples));
  const corners: number[] = [];
  for (let t = 0; t < count; t += stride) {
    if (isFiniteTriangle(mesh, t)) corners.push(indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]);
  }
  const median = (axis: number): number => {
    const values = corners.map((corner) => positions[3 * corner + axis]).sort((a, b) => a - b);
    return values[values.length >> 1] ?? 0;
  };
  return [median(0), median(1), median(2)];
}

/** Returns (T) the largest distance of each triangle's corners from a point along an axis; -1 if it is not finite. */
function triangleReaches(mesh: TriangleMesh, [x, y, z]: Vec3): Float64Array {
  const { positions, indices } = mesh;
  const reaches = new Float64Array(triangleCount(mesh)).fill(-1);
  for (let t = 0; t < reaches.length; t++) {
    if (!isFiniteTriangle(mesh, t)) continue;
    let reach = 0;
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const at = 3 * indices[corner];
      reach = Math.max(reach, Math.abs(positions[at] - x), Math.abs(positions[at + 1] - y), Math.abs(positions[at + 2] - z));
    }
    reaches[t] = reach;
  }
  return reaches;
}

/** Number of triangles in a range of reaches. Ranges ascend and are disjoint. */
interface ReachRange {
  readonly min: number;
  readonly max: number;
  readonly triangles: number;
}

function rangesOfTriangles(reaches: Float64Array): readonly ReachRange[] {
  const largest = maxReach(reaches, 0, reaches.length, Infinity);
  const min = new Float64Array(binCount).fill(Infinity);
  const max = new Float64Array(binCount);
  const triangles = new Uint32Array(binCount);
  for (const reach of reaches) {
    if (reach < 0) continue;
    const below = reach > 0 ? Math.floor(binsPerOctave * Math.log2(largest / reach)) : binCount;
    const bin = Math.max(0, binCount - 1 - below);
    if (reach < min[bin]) min[bin] = reach;
    if (reach > max[bin]) max[bin] = reach;
    triangles[bin]++;
  }
  const ranges = Array.from(triangles, (count, bin) => ({ min: min[bin], max: max[bin], triangles: count }));
  return ranges.filter((range) => range.triangles > 0);
}

function rangesOfParts(mesh: TriangleMesh, partReaches: readonly number[]): readonly ReachRange[] {
  return mesh.parts
    .map(({ triangleCount: triangles }, part) => ({ min: partReaches[part], max: partReaches[part], triangles }))
    .filter(({ max }) => max >= 0)
    .sort((a, b) => a.max - b.max);
}

/** Returns the largest reach of a run of triangles that is not beyond `near`; -1 for none. */
function maxReach(reaches: Float64Array, first: number, count: number, near: number): number {
  let max = -1;
  for (let t = first; t < first + count; t++) if (reaches[t] <= near && reaches[t] > max) max = reaches[t];
  return max;
}

/** Returns the largest reach below the first gap that leaves few triangles outside; infinity without such a gap. */
function reachLimit(ranges: readonly ReachRange[]): number {
  const all = ranges.reduce((sum, { triangles }) => sum + triangles, 0);
  const maxOutside = Math.min(Math.max(maxFew, maxOutsideShare * all), (1 - minInsideShare) * all);
  let inside = 0;
  for (let i = 0; i + 1 < ranges.length; i++) {
    inside += ranges[i].triangles;
    if (all - inside <= maxOutside && ranges[i + 1].min > gapFactor * ranges[i].max) return ranges[i].max;
  }
  return Infinity;
}

/** Returns the box of the triangles that reach no farther than `near`. */
function boundsWithin(mesh: TriangleMesh, reaches: Float64Array, near: number): Bounds | null {
  const indices = new Uint32Array(mesh.indices.length);
  let count = 0;
  reaches.forEach((reach, t) => {
    if (reach < 0 || reach > near || reach === Infinity) return;
    indices.set(mesh.indices.subarray(3 * t, 3 * t + 3), count);
    count += 3;
  });
  return meshBounds({ positions: mesh.positions, indices: indices.subarray(0, count), parts: [] });
}
