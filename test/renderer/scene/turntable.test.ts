import { describe, expect, it } from 'vitest';
import { createTurntableMotion, type TurntableMotion } from '../../../renderer/scene/turntable.ts';
import type { CameraPose } from '../../../renderer/state/camera/camera-pose.ts';
import { setFlies } from '../../../renderer/commands/camera-actions.ts';
import { setTurns, setTurntable } from '../../../renderer/commands/turntable-actions.ts';
import { createStore, type WritableStore } from '../../../renderer/state/store/store.ts';

interface Parts {
  readonly store: WritableStore;
  readonly motion: TurntableMotion;
  readonly rig: { pose: CameraPose; change(how: string, next: (pose: CameraPose) => CameraPose): void };
  readonly frames: () => number;
}

function parts(leads = true): Parts {
  const store = createStore();
  let frames = 0;
  const rig = {
    pose: { target: [0, 0, 0], distance: 5, azimuthRadians: 0, elevationRadians: 0, projection: 'perspective' } as CameraPose,
    change(_: string, next: (pose: CameraPose) => CameraPose) {
      rig.pose = next(rig.pose);
    },
  };
  const motion = createTurntableMotion({ store, rig, leads, changed: () => frames++ });
  return { store, motion, rig, frames: () => frames };
}

describe('the motion of the turntable', () => {
  it('does nothing until it is started, then requests frames and turns by the time between them', () => {
    const { store, motion, rig, frames } = parts();
    expect([motion.step(0), frames()]).toEqual([false, 0]);
    setTurntable(store, { degreesPerSecond: 90 });
    setTurns(store, true);
    expect(frames()).toBe(1);
    expect(motion.step(1000)).toBe(true);
    expect(rig.pose.azimuthRadians).toBe(0);
    expect(motion.step(1500)).toBe(true);
    expect(rig.pose.azimuthRadians).toBeCloseTo(Math.PI / 4, 12);
    // A slow frame turns by one second at most.
    motion.step(9500);
    expect(rig.pose.azimuthRadians).toBeCloseTo((3 * Math.PI) / 4, 12);
    setTurns(store, false);
    expect(motion.step(9600)).toBe(false);
    expect(rig.pose.azimuthRadians).toBeCloseTo((3 * Math.PI) / 4, 12);
    // Started again, it does not catch up.
    setTurns(store, true);
    motion.step(60_000);
    expect(rig.pose.azimuthRadians).toBeCloseTo((3 * Math.PI) / 4, 12);
  });

  it('stops when anything else moves the camera, and leaves that move as it is', () => {
    const { store, motion, rig } = parts();
    setTurns(store, true);
    motion.step(0);
    motion.step(16);
    rig.change('jump', (pose) => ({ ...pose, distance: 3 }));
    const { azimuthRadians } = rig.pose;
    expect(motion.step(32)).toBe(false);
    expect(store.turns.value).toBe(false);
    expect(rig.pose).toMatchObject({ distance: 3, azimuthRadians });
  });

  it('and the fly mode exclude each other', () => {
    const { store } = parts();
    setTurns(store, true);
    setFlies(store, true);
    expect([store.turns.value, store.flies.value]).toEqual([false, true]);
    setTurns(store, true);
    expect([store.turns.value, store.flies.value]).toEqual([true, false]);
  });

  it('is left to the leading one of several views', () => {
    const { store, motion, rig, frames } = parts(false);
    setTurns(store, true);
    expect([motion.step(0), motion.step(500), rig.pose.azimuthRadians, frames()]).toEqual([false, false, 0, 0]);
  });
});
