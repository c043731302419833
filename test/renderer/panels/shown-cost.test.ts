import { expect, test } from 'vitest';
import type { RefitFrame } from '#core/job/refit-run';
import { shownCost } from '../../../renderer/panels/deform/nearest-frame.ts';
import type { PlayerState } from '../../../renderer/state/playback/player-state.ts';

const frame = (seconds: number, decay: number): RefitFrame => ({
  seconds,
  refitMilliseconds: 1,
  rebuildMilliseconds: 1,
  refitEngine: 'typescript',
  rebuildEngine: 'typescript',
  likeMilliseconds: 1,
  copyMilliseconds: 0,
  refittedCost: 20 * decay,
  rebuiltCost: 20,
  decay,
  shouldRebuild: false,
  advised: { rebuilt: false, milliseconds: 1, cost: 20 },
});

const state: PlayerState = {
  document: 1,
  clips: [{ name: 'Walk', seconds: 2 }],
  clip: 0,
  seconds: 1.1,
  isPlaying: false,
  figures: { poseMilliseconds: 1, refitMilliseconds: 1, engine: 'typescript', cost: 30, decay: 1.338 },
  isBehind: false,
  frames: 3,
  rebuildPercent: 150,
  run: { kind: 'none' },
};

test('one moment has one relative cost: that of the plot once the clip is measured, else that of the pose', () => {
  expect(shownCost(state)).toEqual({ cost: 30, decay: 1.338, of: 'rest pose' });
  const run = { kind: 'done', clip: 0, wanted: 3, rebuildPercent: 150, frames: [frame(0, 1), frame(1, 1.105), frame(2, 1.2)] } as const;
  expect(shownCost({ ...state, run })).toEqual({ cost: 22.1, decay: 1.105, of: 'first frame' });
  // Another clip, and the rest pose.
  expect(shownCost({ ...state, run: { ...run, clip: 1 } })).toMatchObject({ of: 'rest pose' });
  expect(shownCost({ ...state, run, figures: null })).toBeNull();
});
