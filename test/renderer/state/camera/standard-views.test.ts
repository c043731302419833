import { describe, expect, it } from 'vitest';
import { eyeOf, frameOf, type CameraPose } from '../../../../renderer/state/camera/camera-pose.ts';
import {
  cubeDirections,
  directionName,
  directionOf,
  lookingFrom,
  nearestDirection,
  nextDirection,
  standardViews,
  worldDirection,
} from '../../../../renderer/state/camera/standard-views.ts';
import { defaultSpeed, speedAfter, speedLimits } from '../../../../renderer/state/camera/fly-speed.ts';

const pose: CameraPose = { target: [1, 2, 3], distance: 5, azimuthRadians: 0.3, elevationRadians: 0.4, projection: 'perspective' };

describe('standard views', () => {
  it('stand on their side of the same target, whichever axis is up', () => {
    for (const up of ['+y', '+z', '-x'] as const) {
      for (const view of standardViews) {
        const frame = frameOf(up);
        const eye = eyeOf(lookingFrom(pose, directionOf[view]), frame);
        const side = worldDirection(directionOf[view], frame);
        eye.forEach((value, axis) => expect(value).toBeCloseTo(pose.target[axis]! + 5 * side[axis]!, 9));
      }
    }
  });

  it('are the faces of a cube of 26 directions, each the nearest of its own camera', () => {
    expect(cubeDirections.length).toBe(26);
    expect(new Set(cubeDirections.map(directionName)).size).toBe(26);
    for (const direction of cubeDirections) expect(nearestDirection(lookingFrom(pose, direction))).toEqual(direction);
    expect(directionName([1, 1, 1])).toBe('Top front right');
    expect(directionName(directionOf.back)).toBe('Back');
  });

  it('lead to each other by steps: around the side, and up to the top', () => {
    let now = directionOf.front;
    for (let i = 0; i < 8; i++) now = nextDirection(now, 1, 0);
    expect(now).toEqual(directionOf.front);
    expect(nextDirection(directionOf.front, 1, 0)).toEqual([1, 0, 1]);
    expect(nextDirection(directionOf.right, 0, 1)).toEqual([1, 1, 0]);
    expect(nextDirection([1, 1, 0], 0, 1)).toEqual(directionOf.top);
    expect(nextDirection(directionOf.top, 0, 1)).toEqual(directionOf.top);
    expect(nextDirection(directionOf.top, 0, -1)).toEqual([0, 1, 1]);
  });
});

describe('the fly speed', () => {
  it('is about a fifth of the scene per second, a round number', () => {
    expect([50, 5000, 0.02, 1e-6, 26].map(defaultSpeed)).toEqual([10, 1000, 0.002, 2e-7, 5]);
    expect(defaultSpeed(0)).toBe(1);
  });

  it('goes up and down with the wheel, in two digits, and stays within the limits of the scene', () => {
    expect(speedAfter(10, 1, 50)).toBe(13);
    expect(speedAfter(speedAfter(10, 3, 50), -3, 50)).toBeCloseTo(10, 0);
    expect(speedAfter(10, 500, 50)).toBe(speedLimits(50)[1]);
    expect(speedAfter(10, -500, 50)).toBe(speedLimits(50)[0]);
  });
});
