import { describe, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import {
  advancedWalk,
  changedWalk,
  loadedWalk,
  replayedWalk,
  startedWalk,
  type WalkSession,
} from '../../../../renderer/state/walk/walk-session.ts';
import { box } from '../../../fixtures/shapes.ts';

const floor = box([-100, -1, -100], [100, 0, 100]);
const treed = { mesh: floor, tree: openTree(buildTree(floor, defaultValues(buildOptions))) };
const step = 1 / 60;

function started(): WalkSession {
  return startedWalk(treed, 1, [0, 1.7, 0], 'y', 1.8)!;
}

/** An input that differs in each step, as from a moving camera. */
function turning(i: number): { readonly move: readonly [number, number, number]; readonly look: readonly [number, number, number] } {
  return { move: [Math.cos(i / 50), 0, Math.sin(i / 50)], look: [Math.cos(i / 50), 0, Math.sin(i / 50)] };
}

function walked(session: WalkSession, steps: number, inputOf: typeof turning): WalkSession {
  let now = session;
  for (let i = 0; i < steps; i++) now = advancedWalk(now, session.walker.settings.timeStep * 1.000001, inputOf(i));
  return now;
}

describe('a recorded walk', () => {
  test('adds each step to one list: nothing is copied, however long the walk is', () => {
    const first = started();
    const { inputs } = first.walk;
    const last = walked(first, 500, turning);
    expect(last.walk.inputs).toBe(inputs);
    expect(inputs.length).toBe(last.recorded);
    expect(last.recorded).toBeGreaterThanOrEqual(500);
  });

  test('counts equal steps in one entry', () => {
    const last = walked(started(), 40, () => turning(7));
    expect(last.walk.inputs).toEqual([{ ...turning(7), steps: last.recorded }]);
  });

  test('is replayed to the place where it ended, with entries of one and of many steps', () => {
    const recorded = walked(
      walked(walked(started(), 30, turning), 25, () => turning(3)),
      10,
      turning,
    );
    const end = [...recorded.walker.position];
    expect(Math.hypot(end[0]!, end[2]!)).toBeGreaterThan(0.2);
    let replay = replayedWalk(recorded);
    let frames = 0;
    // Frames of other lengths than those of the recording.
    for (; replay.replays && frames < 1000; frames++) replay = advancedWalk(replay, 3.7 * step, { move: [0, 0, 0] });
    expect(replay.replays).toBe(false);
    expect(replay.done).toBe(recorded.recorded);
    expect([...replay.walker.position]).toEqual(end);
    expect(replay.walk.inputs.reduce((sum, { steps = 1 }) => sum + steps, 0)).toBe(recorded.recorded);
  });
});

describe('another body or other settings', () => {
  test('replay the recorded inputs from the start, and learn where that ends', () => {
    const recorded = walked(started(), 64, () => turning(0));
    const { body, settings } = recorded.walk;
    const ball = changedWalk(recorded, { body: { shape: 'sphere', radius: body.radius }, settings: { ...settings, mode: 'article' } });
    expect([ball.replays, ball.recorded, ball.done]).toEqual([true, recorded.recorded, 0]);
    let now = ball;
    for (let frames = 0; now.replays && frames < 1000; frames++) now = advancedWalk(now, 3.7 * step, { move: [0, 0, 0] });
    expect(now.done).toBe(recorded.recorded);
    expect([...now.recordedEnd]).toEqual([...now.walker.position]);
    // A sphere stands lower than the middle of a capsule.
    expect(now.walker.position[1]).toBeLessThan(recorded.walker.position[1] - 0.1);
  });

  test('are refused if the body cannot be there, and the walk stays', () => {
    const recorded = walked(started(), 8, turning);
    const { walk } = recorded;
    expect(() => changedWalk(recorded, { body: { shape: 'capsule', radius: 0, height: 1.8 } })).toThrow('radius of the body');
    expect(() => changedWalk(recorded, { settings: { ...walk.settings, mode: 'article' } })).toThrow('Mode article moves a sphere only');
    expect(() => loadedWalk(treed, 1, { ...walk, start: [0, 0, 0] })).toThrow('The body starts on the surface');
    expect(recorded.walk).toBe(walk);
  });

  test('a walk of a file is replayed at once, to the end of the walk that was saved', () => {
    const recorded = walked(started(), 40, turning);
    let now = loadedWalk(treed, 1, { ...recorded.walk, inputs: [...recorded.walk.inputs] });
    for (let frames = 0; now.replays && frames < 1000; frames++) now = advancedWalk(now, step, { move: [0, 0, 0] });
    expect([...now.walker.position]).toEqual([...recorded.walker.position]);
  });
});
