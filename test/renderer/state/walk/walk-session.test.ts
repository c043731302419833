import { describe, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { advancedWalk, replayedWalk, startedWalk, type WalkSession } from '../../../../renderer/state/walk/walk-session.ts';
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
