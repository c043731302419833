import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { findNearest } from './nearest.ts';
import type { SweepContact, SweepResult, SweepStats } from './query.ts';
import { sweepHits, sweepMisses, sweepStartsInside, triangleTime } from './triangle-time.ts';
import type { TriangleWork } from './workspace.ts';

/** The triangles that may be touched first. */
export interface FoundTriangles {
  /** Triangle, lo and hi of each. */
  readonly triangles: number[];
  readonly los: number[];
  readonly his: number[];
  startsInside: boolean;
  /** Contacts certainly after it are not wanted. */
  limit: number;
}

export function createFoundTriangles(): FoundTriangles {
  return { triangles: [], los: [], his: [], startsInside: false, limit: 1 };
}

/** Tests a triangle and keeps it if it may be touched first. Hot. */
export function considerTriangle(
  found: FoundTriangles,
  work: TriangleWork,
  mesh: TriangleMesh,
  triangle: number,
  maxInterval: number,
): void {
  const outcome = triangleTime(work, mesh, triangle, maxInterval, found.limit);
  if (outcome === sweepMisses) return;
  if (outcome === sweepStartsInside && !found.startsInside) {
    found.startsInside = true;
    found.triangles.length = found.los.length = found.his.length = 0;
  }
  if (outcome === sweepHits && found.startsInside) return;
  found.triangles.push(triangle);
  found.los.push(work.lo);
  found.his.push(work.hi);
  found.limit = Math.min(found.limit, work.hi);
}

/** Returns the result: the lowest triangle among those that may be touched first. */
export function sweepResult(
  found: FoundTriangles,
  work: TriangleWork,
  mesh: TriangleMesh,
  tolerance: number,
  maxInterval: number,
  stats: Omit<SweepStats, 'exactTests'>,
): SweepResult {
  const { triangles, los, his, limit, startsInside } = found;
  const candidates = triangles.map((_, i) => i).filter((i) => los[i]! <= limit);
  const { exactTests } = work;
  if (candidates.length === 0)
    return { state: 'miss', time: null, interval: null, tolerance, contact: null, stats: { ...stats, exactTests } };
  const first = candidates.reduce((best, i) => (triangles[i]! < triangles[best]! ? i : best));
  const lo = candidates.reduce((min, i) => Math.min(min, los[i]!), 1);
  // The test of the triangle alone leaves its plane and witness in `work`.
  triangleTime(work, mesh, triangles[first]!, maxInterval, 1);
  return {
    state: startsInside ? 'startsInside' : 'hit',
    time: lo,
    interval: [lo, his[first]!],
    tolerance,
    contact: contactAt(work, mesh, triangles[first]!, startsInside ? 0 : los[first]!, startsInside),
    stats: { ...stats, exactTests },
  };
}

function contactAt(work: TriangleWork, mesh: TriangleMesh, triangle: number, time: number, startsInside: boolean): SweepContact {
  findNearest(work, time);
  const { setup, witness, directions, proof } = work;
  const { from } = setup.sweep;
  const isApart = work.maxDistance > 64 * 2 ** -52 * work.size;
  const away = startsInside ? (isApart ? directions : null) : proof;
  return {
    triangle,
    ...featureOf(work.feature),
    part: partOfTriangle(mesh, triangle),
    position: [from[0] + witness[0], from[1] + witness[1], from[2] + witness[2]],
    normal: away === null ? null : reversedUnit(away),
    center: [from[0] + time * setup.motion[0], from[1] + time * setup.motion[1], from[2] + time * setup.motion[2]],
  };
}

function reversedUnit(v: Float64Array): Vec3 | null {
  const length = Math.hypot(v[0], v[1], v[2]);
  return length > 0 ? [0 - v[0] / length, 0 - v[1] / length, 0 - v[2] / length] : null;
}
