import { transformPoint, type Transform } from '../../math/transform.ts';
import { length, minus, type Vec3 } from '../../math/vec3.ts';
import type { Bounds } from '../../mesh/bounds.ts';
import { distanceWords } from '../../shape/triangle-triangle-distance.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import type { BoxOverlapTime } from './overlap-boxes.ts';
import { motionPose, type MotionPath } from './path.ts';

/** Proofs that two triangles are apart: A, B, first and last time, and the direction (3) of the planes between them. */
export const rowWords = 7;

/** Contact, or a pair that could not be proven apart. */
export interface MotionEvent {
  readonly a: number;
  readonly b: number;
  /** No contact of the pair before it, proven. */
  readonly lo: number;
  /** Contact of the pair at this time, tested on the placed triangles; `null` if none was found. */
  readonly hi: number | null;
}

/** Numbers of a search for the first contact. */
export interface MotionWork {
  readonly a: TreedMesh;
  readonly b: TreedMesh;
  readonly path: MotionPath;
  /** Surfaces within this distance are in contact. */
  readonly separation: number;
  /** A pair whose proven steps move it less than this is examined for contact. */
  readonly stall: number;
  /** The longest motion between `lo` and `hi` of an event: half the tolerance, since events of several pairs are joined. */
  readonly maxMotion: number;
  /** Largest coordinate, and a bound of all rounding errors of lengths. */
  readonly size: number;
  readonly padding: number;
  /** Of contacts nothing after it is wanted. */
  limit: number;
  readonly events: MotionEvent[];
  /** (7·n) `rowWords`; `null` if no certificate is wanted. */
  readonly rows: number[] | null;
  nodePairs: number;
  trianglePairs: number;
  steps: number;
  /** Ends of the segment of time, and the poses there. */
  start: number;
  end: number;
  startPose: Transform;
  endPose: Transform;
  /** (9) corners of the triangle of A; of B at some time, at the start and at the end. */
  readonly p: Float64Array;
  readonly q: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** (6) boxes of the same. */
  readonly boxP: Float64Array;
  readonly boxFirst: Float64Array;
  readonly boxLast: Float64Array;
  /** (9) velocities of the corners of B, and (3) bounds of their accelerations. */
  readonly velocities: Float64Array;
  readonly accelerations: Float64Array;
  readonly overlap: BoxOverlapTime;
  readonly found: Float64Array;
  readonly scratch: Float64Array;
}

export interface MotionLimits {
  readonly separation: number;
  readonly tolerance: number;
  readonly withRows: boolean;
}

/** @param bounds of both meshes, in their own spaces. */
export function createMotionWork(
  a: TreedMesh,
  b: TreedMesh,
  path: MotionPath,
  bounds: { readonly a: Bounds; readonly b: Bounds },
  { separation, tolerance, withRows }: MotionLimits,
): MotionWork {
  const size = motionSize(path, bounds);
  return {
    a,
    b,
    path,
    separation,
    stall: tolerance / 16,
    maxMotion: tolerance / 2,
    size,
    padding: paddingPart * size,
    limit: 1,
    events: [],
    rows: withRows ? [] : null,
    nodePairs: 0,
    trianglePairs: 0,
    steps: 0,
    start: 0,
    end: 1,
    startPose: path.from,
    endPose: path.from,
    p: new Float64Array(9),
    q: new Float64Array(9),
    first: new Float64Array(9),
    last: new Float64Array(9),
    boxP: new Float64Array(6),
    boxFirst: new Float64Array(6),
    boxLast: new Float64Array(6),
    velocities: new Float64Array(9),
    accelerations: new Float64Array(3),
    overlap: { enter: 0, leave: 1 },
    found: new Float64Array(distanceWords),
    scratch: new Float64Array(4),
  };
}

/** More than the rounding errors of a placed point, as a part of the largest number. */
export const roundingPart = 2 ** -41;

/** Sines, cosines and some twenty roundings of a placed corner, as a part of the largest number; with a wide margin. */
const paddingPart = 2 ** -44;

/** Returns a number that no coordinate of the motion exceeds, in the space of A. */
export function motionSize({ from, pivot, step, to }: MotionPath, { a, b }: { readonly a: Bounds; readonly b: Bounds }): number {
  const corners = cornersOf(b);
  const first = corners.map((corner) => transformPoint(from, corner));
  const last = corners.map((corner) => transformPoint(to, corner));
  const arm = Math.max(...first.map((corner) => length(minus(corner, pivot))));
  const reach = length(pivot) + length(step) + arm;
  return Math.max(reach, ...[...cornersOf(a), ...first, ...last].map(length));
}

function cornersOf({ min, max }: Bounds): readonly Vec3[] {
  return Array.from({ length: 8 }, (_, i): Vec3 => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]);
}

/** The largest rotation between two ends of a segment of time, in radians: arcs are then straight up to a thousandth of their radius. */
const maxTurn = 0.1;

/** Returns the number of segments of time, of equal length. */
export function segmentCount({ angle }: MotionPath): number {
  return Math.max(1, Math.ceil(angle / maxTurn));
}

/** Sets the segment of time. */
export function beginSegment(work: MotionWork, segment: number, segments: number): void {
  work.start = segment / segments;
  work.end = (segment + 1) / segments;
  work.startPose = motionPose(work.path, work.start);
  work.endPose = motionPose(work.path, work.end);
}
