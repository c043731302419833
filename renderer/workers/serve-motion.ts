import { toErrorData } from '#core/error';
import type { TreedMesh } from '#core/pair';
import {
  clearanceCurve,
  type ClearanceCurve,
  firstTests,
  meshMotion,
  type MotionResult,
  motionRivals,
  sweptBox,
  sweptHull,
} from '#core/sweep';
import type { Progress } from '#core/progress';
import { openTree } from '#core/tree';
import type { FromMotionWorker, MotionJob, SweptVolumes } from '../state/motion/motion-messages.ts';
import type { HeldBytes } from '../state/store/held-bytes.ts';
import { hullFigure } from './hull-figure.ts';

/** Minimum time between two messages of progress, ms. */
const progressEvery = 100;
/** Parts of the progress: the contact, the clearance, and the rest for the older methods and the swept volumes. */
const contactPart = 0.5;
const clearancePart = 0.4;

/** Runs a motion and posts what it finds, step by step. Problems are posted too. */
export function serveMotion(
  { a, b, motion, settings, intervals }: MotionJob,
  post: (message: FromMotionWorker) => void,
  now: () => number,
): void {
  let reported = now();
  const isTime = (): boolean => {
    const time = now();
    if (time - reported < progressEvery) return false;
    reported = time;
    return true;
  };
  const progress = (fraction: number): void => {
    if (isTime()) post({ kind: 'progress', fraction });
  };
  try {
    const [treedA, treedB] = [treed(a), treed(b)];
    const start = now();
    const result = meshMotion(treedA, treedB, motion, settings, (part) => progress(contactPart * part));
    post({ kind: 'contact', result, milliseconds: now() - start });
    const curve = clearanceCurve(
      treedA,
      treedB,
      result.path,
      intervals,
      (part) => progress(contactPart + clearancePart * part),
      (known, count) => {
        if (isTime()) post({ kind: 'clearance', curve: firstOf(known, count) });
      },
    );
    post({ kind: 'progress', fraction: contactPart + clearancePart });
    const rest = (part: number): void => progress(contactPart + clearancePart + (1 - contactPart - clearancePart) * part);
    post({ kind: 'done', curve, rivals: motionRivals(treedA, treedB, result), volumes: volumesOf(treedA, treedB, result, rest) });
  } catch (thrown) {
    post({ kind: 'failed', problem: toErrorData(thrown) });
  }
}

function volumesOf(a: TreedMesh, b: TreedMesh, { path, separation, tolerance }: MotionResult, progress: Progress): SweptVolumes {
  const swept = sweptHull(b.mesh, path);
  return {
    box: sweptBox(b.mesh, path),
    hull: swept === null || swept.hull.dimension < 2 ? null : hullFigure(swept.hull),
    tests: firstTests(a, b, path, 'both', separation + tolerance, true, progress),
  };
}

function firstOf({ times, distances }: ClearanceCurve, count: number): ClearanceCurve {
  return { times: times.slice(0, count), distances: distances.slice(0, count) };
}

function treed({ positions, indices, tree }: HeldBytes): TreedMesh {
  return { mesh: { positions, indices, parts: [] }, tree: openTree(tree) };
}
