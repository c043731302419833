import { cross, dot, length, minus, type Vec3 } from '#core/math';
import type { DocumentId } from '#host-api';

/** What a measured point was snapped to. */
export const snapKinds = ['vertex', 'midpoint', 'edge', 'face'] as const;
export type SnapKind = (typeof snapKinds)[number];

/** A point on a surface, in the source space of its document. */
export interface MeasurePoint {
  readonly document: DocumentId;
  readonly triangle: number;
  readonly position: Vec3;
  readonly kind: SnapKind;
  /** The instance of the open scene that has this point; without it, the document itself has the point. Sessions do not keep such points. */
  readonly instance?: number;
}

/** A measurement has at most three points: the third one gives an angle at the second. */
export const maxMeasurePoints = 3;

export interface Measurement {
  /** Between successive points, mesh units. */
  readonly distances: readonly number[];
  /** From each point to the next one. */
  readonly steps: readonly Vec3[];
  /** Angle at the second of three points, 0 to 180 degrees; `null` with fewer points, or if two of them are equal. */
  readonly angleDegrees: number | null;
}

/** Returns the distances of points in a row and the angle of three; all in one space. */
export function measurementOf(points: readonly Vec3[]): Measurement {
  const steps = points.slice(1).map((point, i) => minus(point, points[i]!));
  const distances = steps.map(length);
  const [first, second] = steps;
  const hasAngle = first !== undefined && second !== undefined && distances.every((distance) => distance > 0);
  return { steps, distances, angleDegrees: hasAngle ? angleBetween([-first[0], -first[1], -first[2]], second) : null };
}

/** Returns the points where all belong to documents. With one of an instance, which moves and is closed with its scene, none is left. */
export function withoutInstancePoints(points: readonly MeasurePoint[]): readonly MeasurePoint[] {
  return points.some(({ instance }) => instance !== undefined) ? [] : points;
}

/** By the arc tangent, which is exact for small and for right angles. */
function angleBetween(a: Vec3, b: Vec3): number {
  return (Math.atan2(length(cross(a, b)), dot(a, b)) * 180) / Math.PI;
}

/** Returns the points after another one: a fourth point begins a new measurement. */
export function withPoint(points: readonly MeasurePoint[], point: MeasurePoint): readonly MeasurePoint[] {
  return points.length < maxMeasurePoints ? [...points, point] : [point];
}
