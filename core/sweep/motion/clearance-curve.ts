import { meshDistance } from '../../pair/distance/distance.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { motionPose, type MotionPath } from './path.ts';

/** The distance of the moving mesh and the fixed mesh at some times. */
export interface ClearanceCurve {
  /** (n) fractions of the motion, ascending, from 0 to 1. */
  readonly times: Float64Array;
  /** (n) distances, mesh units of A; 0 where the surfaces intersect or touch. NaN for a mesh without triangles. */
  readonly distances: Float64Array;
}

/**
 * Returns the clearance at `intervals` + 1 equally spaced times. Unlike the first contact it is sampled: a contact between two times may be
 * missed. `sampled` gets the curve as far as it is known, and its number of times.
 * @throws InspectorError as `meshDistance`; whatever `progress` throws.
 */
export function clearanceCurve(
  a: TreedMesh,
  b: TreedMesh,
  path: MotionPath,
  intervals: number,
  progress: Progress = noProgress,
  sampled: (curve: ClearanceCurve, count: number) => void = () => {},
): ClearanceCurve {
  const count = intervals + 1;
  const curve = { times: new Float64Array(count), distances: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const time = i / intervals;
    curve.times[i] = time;
    curve.distances[i] = meshDistance(a, b, motionPose(path, time), (part) => progress((i + part) / count)).distance ?? Number.NaN;
    sampled(curve, i + 1);
  }
  return curve;
}
