import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import { fastLength, type Vec3 } from '../../math/vec3.ts';
import { findNearest } from './nearest.ts';
import type { SweepContact, SweepResult } from './query.ts';
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

/** The triangle that is reported, and the first contact. */
export interface FirstTriangle {
  readonly triangle: number;
  readonly startsInside: boolean;
  /** No contact with any triangle is before it. */
  readonly time: number;
  /** The interval of the triangle itself. */
  readonly lo: number;
  readonly hi: number;
}

/** Returns the lowest triangle among those that may be touched first, and leaves its plane and corners in `work`. */
export function firstTriangleOf(
  { triangles, los, his, limit, startsInside }: FoundTriangles,
  work: TriangleWork,
  mesh: TriangleMesh,
  maxInterval: number,
): FirstTriangle | null {
  let first = -1;
  let time = 1;
  for (let i = 0; i < triangles.length; i++) {
    if (!(los[i]! <= limit)) continue;
    time = Math.min(time, los[i]!);
    if (first === -1 || triangles[i]! < triangles[first]!) first = i;
  }
  if (first === -1) return null;
  const triangle = triangles[first]!;
  const { exactTests } = work;
  if (work.lastTriangle !== triangle) triangleTime(work, mesh, triangle, maxInterval, 1);
  work.exactTests = exactTests;
  return { triangle, startsInside, time, lo: los[first]!, hi: his[first]! };
}

/** Returns the result for the first triangle, whose plane and corners are in `work`. */
export function sweepResult(work: TriangleWork, mesh: TriangleMesh, first: FirstTriangle | null, tolerance: number): SweepResult {
  const { nodesVisited, trianglesTested, exactTests } = work;
  const stats = { nodesVisited, trianglesTested, exactTests };
  if (first === null) return { state: 'miss', time: null, interval: null, tolerance, contact: null, stats };
  const { triangle, startsInside, time, lo, hi } = first;
  return {
    state: startsInside ? 'startsInside' : 'hit',
    time,
    interval: [time, hi],
    tolerance,
    contact: contactAt(work, mesh, triangle, startsInside ? 0 : lo, startsInside),
    stats,
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
  const length = fastLength(v[0], v[1], v[2]);
  return length > 0 ? [0 - v[0] / length, 0 - v[1] / length, 0 - v[2] / length] : null;
}
