import type { Vec3 } from '../../../math/vec3.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../../mesh/triangle-sets.ts';
import { readCorners } from '../../../mesh/read-corners.ts';
import { segmentCrossing } from '../../../shape/segment-crossing.ts';
import { boxesOnSegment } from '../boxes/boxes-on-segment.ts';
import type { BoxHierarchy } from '../boxes/box-hierarchy.ts';

/** The crossings of a segment, from a vertex to a point outside all solids, with the surfaces of solids. */
export interface SolidLine {
  /** From the far end to the vertex. Crossings within the rounding error of each other are in one run. */
  readonly runs: readonly (readonly SolidCrossing[])[];
  /** Solids that the segment hits in an edge, a vertex or the plane of a triangle: undecided. */
  readonly touched: ReadonlySet<number>;
  /** Number of tested boxes. */
  readonly tests: number;
}

export interface SolidCrossing {
  readonly solid: number;
  /** Increase of the winding number towards the vertex. */
  readonly step: 1 | -1;
}

interface PlacedCrossing extends SolidCrossing {
  /** 0 at the vertex, 1 at the far end. */
  readonly at: number;
}

/**
 * Returns the crossings of a segment with solids; `null` after more than `maxTests` tested boxes.
 * @param start position of a vertex; triangles of solid `own` with a corner there are skipped. @param to a point outside all solids.
 * @param hierarchy boxes of `sets.triangles`.
 */
export function solidLine(
  mesh: TriangleMesh,
  sets: TriangleSets,
  hierarchy: BoxHierarchy,
  start: Vec3,
  to: Vec3,
  own: number,
  maxTests: number,
): SolidLine | null {
  const near = boxesOnSegment(hierarchy, start, to, maxTests);
  if (near === null) return null;
  const touched = new Set<number>();
  const crossings: PlacedCrossing[] = [];
  const t = new Float64Array(9);
  let error = 0;
  for (const item of near.unsorted) {
    const triangle = sets.triangles[item];
    const solid = sets.setOf[triangle];
    readCorners(mesh, triangle, t);
    const step = segmentCrossing(start, to, t);
    if (step === 0) continue;
    if (step === null) {
      if (solid !== own || !hasCorner(t, start)) touched.add(solid);
      continue;
    }
    const { at, error: its } = crossingAt(start, to, t);
    error = Math.max(error, its);
    crossings.push({ solid, step, at });
  }
  crossings.sort((a, b) => b.at - a.at);
  const runs: PlacedCrossing[][] = [];
  crossings.forEach((crossing, i) => {
    // False for NaN after an overflow: then all crossings are in one run.
    if (i === 0 || crossings[i - 1].at - crossing.at > 2 * error) runs.push([crossing]);
    else runs[runs.length - 1].push(crossing);
  });
  return { runs, touched, tests: near.tests };
}

function hasCorner(t: Float64Array, [x, y, z]: Vec3): boolean {
  for (let k = 0; k < 9; k += 3) if (t[k] === x && t[k + 1] === y && t[k + 2] === z) return true;
  return false;
}

/** Above the relative rounding error of two heights over a plane, their sum and a quotient. */
const relativeError = 2 ** -49;

/** Returns where a segment crosses the plane of a triangle (9), from 0 to 1, and the error bound. */
function crossingAt(from: Vec3, to: Vec3, t: Float64Array): { readonly at: number; readonly error: number } {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const sx = Math.abs(uy * vz) + Math.abs(uz * vy);
  const sy = Math.abs(uz * vx) + Math.abs(ux * vz);
  const sz = Math.abs(ux * vy) + Math.abs(uy * vx);
  const height = ([x, y, z]: Vec3): number => nx * (x - t[0]) + ny * (y - t[1]) + nz * (z - t[2]);
  const size = ([x, y, z]: Vec3): number => sx * Math.abs(x - t[0]) + sy * Math.abs(y - t[1]) + sz * Math.abs(z - t[2]);
  const start = height(from);
  const whole = start - height(to);
  return { at: start / whole, error: relativeError * ((size(from) + size(to)) / Math.abs(whole) + 1) };
}
