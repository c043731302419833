import { beforeEach, describe, expect, test } from 'vitest';
import { meshBounds } from '#core/mesh/bounds';
import { meshMotion } from '#core/sweep/motion/mesh-motion';
import { transformOf } from '#core/math/transform';
import { commandLineOf } from '../../../../renderer/commands/command-lines.ts';
import {
  withEditedEnd,
  withMotion,
  withMotionOptions,
  withMotionTurn,
  withoutMotion,
} from '../../../../renderer/state/motion/motion-edits.ts';
import { isSameMotion, motionRequest } from '../../../../renderer/state/motion/motion-input.ts';
import type { FromMotionWorker, MotionJob, SpawnMotion } from '../../../../renderer/state/motion/motion-messages.ts';
import { createMotionRunner, type MotionRunner } from '../../../../renderer/state/motion/motion-runner.ts';
import { placementOf } from '../../../../renderer/state/pair/placement.ts';
import { withMovingMesh, withMovingPose, withoutMovingMesh } from '../../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { serveMotion } from '../../../../renderer/workers/serve-motion.ts';
import { ball, box } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';
import { motionBounds } from '../../../../renderer/state/motion/shown-moving.ts';
import { targetBounds } from '../../../../renderer/scene/target-bounds.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const [plate, round] = [box([-2, -0.001, -2], [2, 0.001, 2]), ball(12, 8)];

let store: WritableStore;
let runner: MotionRunner;
let clock: { time: number; readonly frames: (() => void)[] };
let workers: {
  readonly job: MotionJob;
  readonly say: (message: FromMotionWorker) => void;
  readonly lose: (reason: string) => void;
  ended: boolean;
}[];

const end = { translate: [0, -5, 0], rotateDegrees: [0, 0, 0], scale: 1 } as const;

beforeEach(() => {
  workers = [];
  clock = { time: 0, frames: [] };
  store = storeWith([plate, round]);
  const spawn: SpawnMotion = (job, say, lose) => {
    const worker = { job, say, lose, ended: false };
    workers.push(worker);
    return () => void (worker.ended = true);
  };
  runner = createMotionRunner(store, spawn, { now: () => clock.time, nextFrame: (run) => void clock.frames.push(run) });
  store.history.change('Move', (scene) => withMovingPose(withMovingMesh(scene, 2, 1), { translate: [0, 5, 0] }));
});

function addMotion(): void {
  store.history.change('Add motion', (scene) => withMotion(scene, end));
}

function frame(milliseconds: number): void {
  clock.time += milliseconds;
  clock.frames.shift()?.();
}

describe('the motion of a scene', () => {
  test('begins at the pose of the moving mesh, and its end is edited next', () => {
    addMotion();
    const { motion, movingMesh } = store.scene.value;
    expect(motion!.start.translate).toEqual([0, 5, 0]);
    expect(movingMesh!.translate).toEqual([0, -5, 0]);
    store.history.change('Move', (scene) => withMovingPose(scene, { translate: [1, -5, 0] }));
    expect(store.scene.value.motion!.end.translate).toEqual([1, -5, 0]);
    expect(store.scene.value.motion!.start.translate).toEqual([0, 5, 0]);
    store.history.change('Edit start', (scene) => withEditedEnd(scene, 'start'));
    expect(store.scene.value.movingMesh!.translate).toEqual([0, 5, 0]);
    store.history.change('Move', (scene) => withMovingPose(scene, { translate: [0, 7, 0], scale: 2 }));
    expect(store.scene.value.motion).toMatchObject({ start: { translate: [0, 7, 0], scale: 2 }, end: { translate: [1, -5, 0], scale: 2 } });
  });

  test('is framed with both of its ends', () => {
    const fixed = meshBounds(plate)!;
    const own = meshBounds(round)!;
    addMotion();
    const { min, max } = targetBounds(store, { kind: 'pair' })!;
    expect(min[1]).toBeCloseTo(own.min[1] - 5, 12);
    expect(max[1]).toBeCloseTo(own.max[1] + 5, 12);
    expect([min[0], max[0]]).toEqual([fixed.min[0], fixed.max[0]]);
    expect(motionBounds(withoutMotion(store.scene.value), store.shown.value)).toBeNull();
  });

  test('is the same motion whichever pose is edited, and another one with other options', () => {
    addMotion();
    const { motion } = store.scene.value;
    const other = withEditedEnd(store.scene.value, 'start').motion!;
    expect(isSameMotion(motion!, other)).toBe(true);
    expect(isSameMotion(motion!, withMotionOptions(store.scene.value, { tolerance: 0.1 }).motion!)).toBe(false);
    expect(isSameMotion(motion!, withMotionTurn(store.scene.value, { axis: [0, 1, 0], angleDegrees: 360 }).motion!)).toBe(false);
  });

  test('goes with its moving mesh, and can be removed alone', () => {
    addMotion();
    expect(withoutMovingMesh(store.scene.value).motion).toBeNull();
    const without = withoutMotion(store.scene.value);
    expect(without.motion).toBeNull();
    expect(without.movingMesh!.translate).toEqual([0, -5, 0]);
  });

  test('is repeated by a command line', () => {
    addMotion();
    expect(commandLineOf(store, 'motion')).toBe(
      'boxwood query motion 1.obj 2.obj --from 1,0,0,0,0,1,0,0,0,0,1,0,0,5,0,1 --to 1,0,0,0,0,1,0,0,0,0,1,0,0,-5,0,1',
    );
    store.history.change('Turn', (scene) =>
      withMotionTurn(withMotionOptions(scene, { path: 'screw', separation: 0.5 }), { axis: [0, 1, 0], angleDegrees: 360 }),
    );
    expect(commandLineOf(store, 'motion')).toMatch(/ --axis 0,1,0 --angle 360 --path screw --separation 0.5$/);
  });
});

describe('a time of the motion', () => {
  test('places the moving mesh there, and no undo step has it', () => {
    addMotion();
    const marks = store.history.marks.value.length;
    runner.seek(0.25);
    expect(placementOf(store.scene.value, 2)!.slice(12)).toEqual([0, 2.5, 0, 1]);
    expect(store.history.marks.value.length).toBe(marks);
    expect(store.history.current.value.movingMesh!.at).toBeUndefined();
    expect(commandLineOf(store, 'pair')).toContain('--matrix 1,0,0,0,0,1,0,0,0,0,1,0,0,2.5,0,1');
    runner.rest();
    expect(placementOf(store.scene.value, 2)!.slice(12)).toEqual([0, -5, 0, 1]);
  });

  test('steps to whole steps, and plays to the end', () => {
    addMotion();
    runner.seek(0.3);
    runner.step(1);
    expect(store.motionTime.value).toBeCloseTo(15 / 48, 12);
    runner.step(-1);
    expect(store.motionTime.value).toBeCloseTo(14 / 48, 12);
    runner.step(-100);
    expect(store.motionTime.value).toBe(0);
    runner.play();
    frame(1000);
    expect(store.motionTime.value).toBeCloseTo(0.25, 12);
    runner.pause();
    frame(1000);
    expect(store.motionTime.value).toBeCloseTo(0.25, 12);
    runner.play();
    frame(9000);
    expect([store.motionTime.value, store.motionPlays.value, clock.frames.length]).toEqual([1, false, 0]);
  });

  test('is left with the motion', () => {
    addMotion();
    runner.seek(0.5);
    store.history.change('Remove', withoutMotion);
    expect(store.motionTime.value).toBeNull();
  });
});

describe('the search', () => {
  test('cannot start without a motion', () => {
    expect(runner.whyNot.value).toBe('Add a motion first.');
    runner.find();
    expect(workers).toHaveLength(0);
  });

  test('sends both meshes, reports its steps, and ends its worker with the result', () => {
    addMotion();
    expect(runner.whyNot.value).toBeNull();
    runner.find();
    const [{ job, say }] = workers as [(typeof workers)[0]];
    expect(job.a.positions).toBe(plate.positions);
    expect(job.motion.pivot).toEqual([0, 0, 0]);
    const messages: FromMotionWorker[] = [];
    serveMotion(
      job,
      (message) => messages.push(message),
      () => 0,
    );
    expect(messages.map(({ kind }) => kind)).toEqual(['contact', 'progress', 'done']);
    say({ kind: 'progress', fraction: 0.25 });
    expect(store.motion.value).toEqual({ kind: 'running', fraction: 0.25, outcome: null });
    for (const message of messages) say(message);
    const state = store.motion.value;
    if (state.kind !== 'done') throw new Error('The search is not done');
    const alone = meshMotion(treed(plate), treed(round), { path: 'slerp', from: at(5), to: at(-5) }, { withProof: true });
    expect({ ...state.outcome.result, firstTests: null }).toEqual({ ...alone, firstTests: null });
    expect(state.outcome.volumes!.tests.box).toMatchObject({ overlaps: true, triangles: 4 });
    expect(state.outcome.volumes!.hull!.edges.length % 6).toBe(0);
    expect(state.outcome.result.interval![0]).toBeCloseTo((5 - 1.001) / 10, 4);
    expect(state.outcome.curve.times).toHaveLength(97);
    expect(state.outcome.rivals!.bisection.verdict).toBe('misses');
    expect(workers[0]!.ended).toBe(true);
  });

  test('is cancelled, and reports a lost worker and an impossible motion', () => {
    addMotion();
    runner.find();
    runner.stop();
    expect(workers[0]!.ended).toBe(true);
    expect(store.motion.value).toMatchObject({ kind: 'failed', problem: { code: 'cancelled' } });
    runner.find();
    workers[1]!.lose('out of memory');
    expect(store.motion.value).toMatchObject({ kind: 'failed', problem: { code: 'worker-lost', detail: 'out of memory' } });
    store.history.change('Turn', (scene) => withMotionTurn(scene, { axis: [0, 1, 0], angleDegrees: 90 }));
    runner.find();
    const messages: FromMotionWorker[] = [];
    serveMotion(
      workers[2]!.job,
      (message) => messages.push(message),
      () => 0,
    );
    expect(messages).toMatchObject([{ kind: 'failed', problem: { code: 'invalid-argument' } }]);
  });

  test('is forgotten with its moving mesh', () => {
    addMotion();
    runner.find();
    store.history.change('Release', withoutMovingMesh);
    expect(store.motion.value).toEqual({ kind: 'none' });
    expect(workers[0]!.ended).toBe(true);
  });
});

test('the pivot is the centre of the bounds of the moving mesh', () => {
  addMotion();
  const bounds = meshBounds(round)!;
  expect(motionRequest(store.scene.value.motion!, [0, 0, 0]).pivot).toEqual([0, 0, 0]);
  expect(bounds.max[1] + bounds.min[1]).toBeCloseTo(0, 12);
});

function at(y: number) {
  return transformOf({ translate: [0, y, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
}
