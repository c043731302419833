import type { Vec3 } from '../../math/vec3.ts';
import type { Separation } from '../../pair/trace/separation.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { actionCodes, noStep, type Trace } from '../../query/trace/trace.ts';
import { boxWords, nodeReach, readBoxA, readBoxB } from './first-contact.ts';
import { motionSetup, type MotionRequest, type MotionSettings } from './mesh-motion.ts';
import { beginSegment, createMotionWork, segmentCount } from './motion-work.ts';

/** Why a box and a moving box do not overlap during a segment of time. Times are parts of it. */
export type BoxesApart =
  /** One axis separates them all the time; `gap` is the smallest, at the start or at the end. */
  | { readonly kind: 'axis'; readonly axis: number; readonly gap: number; readonly time: 0 | 1 }
  /** They leave each other along one axis before they overlap along another one. */
  | { readonly kind: 'times'; readonly enterAxis: number; readonly leaveAxis: number; readonly enter: number; readonly leave: number };

/** Returns why two boxes (18: at rest, at the start, at the end) that `overlapBoxes` found apart do not come within `reach`. */
export function boxesApartIn(boxes: Float64Array, reach: number): BoxesApart {
  const times = { enter: 0, leave: 1, enterAxis: 0, leaveAxis: 0 };
  for (let axis = 0; axis < 3; axis++) {
    const above = [boxes[6 + axis] - reach - boxes[3 + axis], boxes[12 + axis] - reach - boxes[3 + axis]] as const;
    const below = [boxes[axis] - boxes[9 + axis] - reach, boxes[axis] - boxes[15 + axis] - reach] as const;
    for (const [first, last] of [above, below]) {
      if (first > 0 && last > 0) return { kind: 'axis', axis, gap: Math.min(first, last) + reach, time: first <= last ? 0 : 1 };
      const crossing = first / (first - last);
      if (first > 0 && crossing >= times.enter) {
        times.enter = crossing;
        times.enterAxis = axis;
      }
      if (last > 0 && crossing <= times.leave) {
        times.leave = crossing;
        times.leaveAxis = axis;
      }
    }
  }
  return { kind: 'times', ...times };
}

/**
 * Returns a function for the axis and the intervals of a step of `traceMotion` that culled a pair of nodes; it returns `null` for other steps. Where
 * the boxes overlap along two axes at different times, the axis is the one that they have left, in the middle between these times.
 */
export function motionSeparations(
  a: TreedMesh,
  b: TreedMesh,
  request: MotionRequest,
  settings: Omit<MotionSettings, 'withProof'>,
  trace: Trace,
): (step: number) => Separation | null {
  const { path, separation, tolerance, bounds } = motionSetup(a, b, request, settings);
  if (bounds === null) return () => null;
  const work = createMotionWork(a, b, path, bounds, { separation, tolerance, withRows: false });
  const segments = segmentCount(path);
  // Each segment of time begins with the roots.
  const segmentOf = new Uint32Array(trace.count);
  let begun = 0;
  for (let step = 0; step < trace.count; step++) {
    if (trace.parents[step] === noStep && trace.actions[step] <= actionCodes.cull) begun++;
    segmentOf[step] = begun - 1;
  }
  const box = new Float32Array(6);
  const boxes = new Float64Array(boxWords);
  return (step) => {
    if (trace.actions[step] !== actionCodes.cull) return null;
    beginSegment(work, segmentOf[step], segments);
    readBoxA(a.tree, trace.subjects[step], box, boxes, 0);
    readBoxB(work, trace.subjectsB[step], box, boxes, 0);
    const apart = boxesApartIn(boxes, nodeReach(work));
    const axis = apart.kind === 'axis' ? apart.axis : apart.leaveAxis;
    const time = apart.kind === 'axis' ? apart.time : (apart.enter + apart.leave) / 2;
    const at = (word: number): number => boxes[6 + word] + time * (boxes[12 + word] - boxes[6 + word]);
    const intervalA = [boxes[axis], boxes[axis + 3]] as const;
    const intervalB = [at(axis), at(axis + 3)] as const;
    const direction: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
    return { axis, direction, intervalA, intervalB, gap: Math.max(intervalB[0] - intervalA[1], intervalA[0] - intervalB[1]) };
  };
}
