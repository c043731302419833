import { curveAxisBits, liveIndexBits } from '../../../kernel/index.ts';
import { rankOf } from '../../../math/rank-of.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { curveGrid, ignoredPart, sampleSize } from '../boxes/curve-grid.ts';

/** The grid of the curve on which the kernel sorts live triangles: see `setCurve` there. */
export type LiveCurve = readonly [x: number, y: number, z: number, cellsX: number, cellsY: number, cellsZ: number];

/** Cells of the curve on each axis. */
const cells = 2 ** curveAxisBits;
/** Max number of live triangles: the limit of a sort key in the kernel. */
export const maxLive = 2 ** liveIndexBits;

/** Returns a grid for all triangles: they may be sorted on it before it is known which are live. */
export function curveOfAll(mesh: TriangleMesh): LiveCurve {
  return curveOf(mesh, mesh.indices.length / 3, (position) => position);
}

/**
 * Returns the grid for the live triangles, an ascending list that is not empty. It is the grid of all triangles if few of its sample are dead, no more than
 * the grid ignores; else one from live triangles only. Many triangles without area, or duplicates, at one location would put all others into few cells.
 */
export function liveCurve(mesh: TriangleMesh, live: Uint32Array): LiveCurve {
  const sample = sampled(mesh.indices.length / 3, (triangle) => (live[rankOf(live, triangle)] === triangle ? 0 : 1));
  const others = sample.reduce((sum, isOther) => sum + isOther, 0);
  return ignoredPart * others <= sample.length ? curveOfAll(mesh) : curveOf(mesh, live.length, (position) => live[position]);
}

/** Returns a grid for some triangles, from a sample of those that are finite. */
function curveOf({ positions, indices }: TriangleMesh, count: number, triangleAt: (position: number) => number): LiveCurve {
  const [x, y, z] = [0, 1, 2].map((axis) => {
    const sums = sampled(count, (position) => {
      const at = 3 * triangleAt(position);
      return positions[3 * indices[at] + axis] + positions[3 * indices[at + 1] + axis] + positions[3 * indices[at + 2] + axis];
    });
    return curveGrid(sums.filter(Number.isFinite), cells);
  });
  return [x.low, y.low, z.low, x.cellsPerUnit, y.cellsPerUnit, z.cellsPerUnit];
}

/** Returns the longest sides of the boxes of some live triangles, ascending. */
export function liveSides({ positions, indices }: TriangleMesh, live: Uint32Array): Float64Array {
  return sampled(live.length, (i) => {
    const at = 3 * live[i];
    let side = 0;
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * indices[at] + k];
      const b = positions[3 * indices[at + 1] + k];
      const c = positions[3 * indices[at + 2] + k];
      side = Math.max(side, Math.max(a, b, c) - Math.min(a, b, c));
    }
    return side;
  }).sort();
}

/** Returns a number for each of some evenly spaced positions of `count`. */
function sampled(count: number, numberAt: (position: number) => number): Float64Array {
  const step = Math.max(1, Math.floor(count / sampleSize));
  return Float64Array.from({ length: Math.ceil(count / step) }, (_, i) => numberAt(i * step));
}
