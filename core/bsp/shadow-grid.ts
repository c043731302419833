import type { Vec3 } from '../math/vec3.ts';
import type { Fragment } from './fragments.ts';
import type { BspPoint } from './point.ts';

/** Triangles by their shadow along a direction. */
export interface ShadowGrid {
  /** Returns the indices of all triangles whose shadow may contain that of a point, and of others. */
  readonly near: (point: BspPoint) => readonly number[];
}

/** Part of the size by which shadows are widened: far more than rounding moves them. */
const slack = 1e-9;
const maxCellsPerSide = 512;
/** Cells of one triangle. A triangle with more is near every point instead. */
const maxCellsOfTriangle = 64;

/** Returns a grid of shadows along a direction whose z is not 0. It only culls. */
export function createShadowGrid(triangles: readonly Fragment[], [dx, dy, dz]: Vec3): ShadowGrid {
  const shadow = ({ x, y, z }: BspPoint): readonly [u: number, v: number] => [x - (z * dx) / dz, y - (z * dy) / dz];
  const shadows = triangles.map(({ points }) => points.map(shadow));
  const us = shadows.flatMap((corners) => corners.map(([u]) => u));
  const vs = shadows.flatMap((corners) => corners.map(([, v]) => v));
  const [minU, maxU, minV, maxV] = [min(us), -min(us.map((u) => -u)), min(vs), -min(vs.map((v) => -v))];
  const largest = triangles.reduce(
    (size, { points }) => points.reduce((s, p) => Math.max(s, Math.abs(p.x), Math.abs(p.y), Math.abs(p.z)), size),
    0,
  );
  const pad = slack * (maxU - minU + (maxV - minV)) + largest * 2 ** -45;
  const cells = Math.min(maxCellsPerSide, Math.max(1, Math.ceil(Math.sqrt(triangles.length))));
  const scaleU = cells / (maxU - minU);
  const scaleV = cells / (maxV - minV);
  const all = triangles.map((_, i) => i);
  // Coordinates that overflow or have no extent are not sorted.
  if (!Number.isFinite(scaleU) || !Number.isFinite(scaleV) || !Number.isFinite(pad)) return { near: () => all };
  const cellU = (u: number): number => Math.min(cells - 1, Math.max(0, Math.floor((u - minU) * scaleU)));
  const cellV = (v: number): number => Math.min(cells - 1, Math.max(0, Math.floor((v - minV) * scaleV)));
  const large: number[] = [];
  const lists = Array.from({ length: cells * cells }, (): number[] => []);
  for (const [i, [a, b, c]] of shadows.entries()) {
    const fromU = cellU(Math.min(a![0], b![0], c![0]) - pad);
    const toU = cellU(Math.max(a![0], b![0], c![0]) + pad);
    const fromV = cellV(Math.min(a![1], b![1], c![1]) - pad);
    const toV = cellV(Math.max(a![1], b![1], c![1]) + pad);
    if ((toU - fromU + 1) * (toV - fromV + 1) > maxCellsOfTriangle) large.push(i);
    else for (let u = fromU; u <= toU; u++) for (let v = fromV; v <= toV; v++) lists[u * cells + v]!.push(i);
  }
  return {
    near: (point) => {
      const [u, v] = shadow(point);
      const list = lists[cellU(u) * cells + cellV(v)]!;
      return large.length === 0 ? list : [...large, ...list];
    },
  };
}

function min(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}
