import { meshBounds } from '../../../mesh/bounds.ts';
import type { TreedMesh } from '../../../pair/treed-mesh.ts';
import { length } from '../../../math/vec3.ts';
import type { MotionResult } from '../result.ts';
import { movingBoxesSat } from './moving-boxes-sat.ts';
import { timeBisection } from './time-bisection.ts';

/**
 * How an older method compares with the proven result.
 * - `agrees`: no contact either, or a contact within the interval and the tolerance.
 * - `misses`: no contact, where there is one.
 * - `late`, `early`: contact after the interval, or before it.
 * - `invents`: contact, where there is none.
 */
export type RivalVerdict = 'agrees' | 'misses' | 'late' | 'early' | 'invents';

export interface MotionRival {
  /** Fraction of the motion; `null` for no contact. */
  readonly time: number | null;
  readonly verdict: RivalVerdict;
  readonly milliseconds: number;
}

/** What the older methods find for a motion. */
export interface MotionRivals {
  /** Bisection of time. */
  readonly bisection: MotionRival;
  /** The 15 axes with velocity, of the bounds of both meshes. */
  readonly boxes: MotionRival;
}

/** Halvings of time: to a millionth of the motion. */
const bisectionSteps = 20;

/**
 * Runs the older methods on a motion and compares them with its proven result. Boxes that contain the meshes touch early, so `early` is
 * expected of them.
 * @throws InspectorError as `surfacesIntersect`.
 */
export function motionRivals(a: TreedMesh, b: TreedMesh, result: MotionResult): MotionRivals {
  const { path } = result;
  const [boundsA, boundsB] = [meshBounds(a.mesh), meshBounds(b.mesh)];
  return {
    bisection: compared(result, () => timeBisection(a, b, path, bisectionSteps)),
    boxes: compared(result, () =>
      boundsA === null || boundsB === null ? null : (movingBoxesSat(boundsA, boundsB, path.from, path.to)?.[0] ?? null),
    ),
  };
}

function compared(result: MotionResult, run: () => number | null): MotionRival {
  const start = performance.now();
  const time = run();
  return { time, verdict: verdictOn(result, time), milliseconds: performance.now() - start };
}

function verdictOn(result: MotionResult, time: number | null): RivalVerdict {
  const { state, interval, path, tolerance } = result;
  const hasContact = state === 'hit' || state === 'startsTouching';
  if (!hasContact || interval === null) return time === null ? 'agrees' : 'invents';
  if (time === null) return 'misses';
  const reach = length(path.step);
  const slack = 2 ** -bisectionSteps + (reach > 0 ? tolerance / reach : 0);
  if (time > interval[1] + slack) return 'late';
  return time < interval[0] - slack ? 'early' : 'agrees';
}
