import { expect, test } from 'vitest';
import { type CameraPose, axesOf, frameOf } from '../../../renderer/state/camera/camera-pose.ts';
import { clearView, type Sight } from '../../../renderer/scene/clear-view.ts';

const frame = frameOf('+y');
const pose: CameraPose = { target: [0, 0, 0], distance: 4, azimuthRadians: 0.6, elevationRadians: 0.5, projection: 'perspective' };
const sight: Sight = {
  points: [
    [0, -1, 0],
    [0.1, -1, 0],
    [0, -1, 0.1],
  ],
  center: [0, -1, 0],
  distance: 1,
  enoughToStay: 0.15,
};

test('the camera keeps its side where some of the points are seen', () => {
  let seen = 0;
  expect(clearView(pose, frame, sight, () => seen++ % 3 === 0)).toBe(pose);
  expect(clearView(pose, frame, { ...sight, points: [] }, () => false)).toBe(pose);
});

test('a hole of which only a part of the rim is seen is looked at from the other side', () => {
  const hole = { ...sight, enoughToStay: 0.5 };
  const isSeen = (eye: readonly number[], point: readonly number[]): boolean => eye[1]! < -1 || point[0]! > 0;
  expect(clearView(pose, frame, sight, isSeen)).toBe(pose);
  expect(axesOf(clearView(pose, frame, hole, isSeen), frame).back[1]).toBeLessThan(0);
});

test('what is at the underside of a floor is seen from below, from the direction nearest to the camera', () => {
  const below = clearView(pose, frame, sight, (eye) => eye[1] < -1);
  const { back } = axesOf(below, frame);
  expect(back[1]).toBeLessThan(0);
  expect(below).toMatchObject({ target: pose.target, distance: pose.distance, projection: pose.projection });
  // The camera was to the front and right.
  expect(back[0]).toBeGreaterThan(0);
  expect(back[2]).toBeGreaterThan(0);
});

test('nowhere in sight, the camera stays', () => {
  expect(clearView(pose, frame, sight, () => false)).toBe(pose);
});
