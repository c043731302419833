import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { signedAxes } from '#core/mesh/source-space';
import { dollied, flown, focusedAt, looked, mixedPose, orbited, shifted, zoomed } from '../../../../renderer/state/camera/camera-moves.ts';
import { axesOf, eyeOf, frameOf, type CameraPose } from '../../../../renderer/state/camera/camera-pose.ts';

const frame = frameOf('+y');
const pose: CameraPose = { target: [0, 0, 0], distance: 10, azimuthRadians: 0, elevationRadians: 0, projection: 'perspective' };

describe('a camera pose', () => {
  it('looks from the front along −Z with Y up, and along +Y with Z up', () => {
    expect(eyeOf(pose, frame)).toEqual([0, 0, 10]);
    expect(rounded(eyeOf(pose, frameOf('+z')))).toEqual([0, -10, 0]);
    expect(rounded(axesOf(pose, frameOf('+z')).right)).toEqual([1, 0, 0]);
  });

  it('has right-handed axes of length 1 in every direction, straight above too', () => {
    for (const up of signedAxes) {
      for (const elevationRadians of [-Math.PI / 2, -1, 0, 0.3, Math.PI / 2]) {
        const { right, up: upward, back } = axesOf({ ...pose, azimuthRadians: 0.7, elevationRadians }, frameOf(up));
        for (const axis of [right, upward, back]) expect(Math.hypot(...axis)).toBeCloseTo(1, 12);
        cross(right, upward).forEach((value, i) => expect(value).toBeCloseTo(back[i]!, 12));
        expect(dot(right, frameOf(up).up)).toBeCloseTo(0, 12);
      }
    }
  });
});

describe('moves of a camera', () => {
  it('orbit keeps target and distance, and stops straight above', () => {
    const next = orbited(pose, Math.PI / 2, 9);
    expect(next).toMatchObject({ target: pose.target, distance: 10, elevationRadians: Math.PI / 2 });
    expect(rounded(eyeOf(orbited(pose, Math.PI / 2, 0), frame))).toEqual([10, 0, 0]);
    expect(orbited(pose, 4, 0).azimuthRadians).toBeCloseTo(4 - 2 * Math.PI, 12);
  });

  it('look keeps the eye, and turns to the right and up', () => {
    const start = { ...pose, azimuthRadians: 0.4, elevationRadians: 0.2 };
    const next = looked(start, frame, 0.3, 0.1);
    eyeOf(next, frame).forEach((value, i) => expect(value).toBeCloseTo(eyeOf(start, frame)[i]!, 12));
    const [right, up] = [axesOf(start, frame).right, axesOf(start, frame).up];
    const ahead = minus(next.target, eyeOf(next, frame));
    expect(dot(ahead, right)).toBeGreaterThan(0);
    expect(dot(ahead, up)).toBeGreaterThan(0);
  });

  it('shift follows the axes of the picture, flight goes up along the world', () => {
    const above = { ...pose, elevationRadians: Math.PI / 2 };
    expect(rounded(shifted(above, frame, [1, 2, 3]).target)).toEqual([1, -3, -2]);
    expect(rounded(flown(above, frame, [1, 2, 3]).target)).toEqual([1, 2 - 3, 0]);
  });

  it('focus keeps the eye and ignores a distance that is no distance', () => {
    const next = focusedAt(pose, frame, 2.5);
    expect(next.distance).toBe(2.5);
    expect(eyeOf(next, frame)).toEqual([0, 0, 10]);
    for (const distance of [0, -1, NaN, Infinity]) expect(focusedAt(pose, frame, distance)).toBe(pose);
  });
});

describe('a dolly', () => {
  const ahead: Vec3 = [0, 0, -1];

  it('takes 28 percent of the way to the surface under the pointer, and gives it back', () => {
    const ground = { surface: 8, direction: ahead, minStep: 0.1 };
    const next = dollied(pose, frame, 1, ground);
    expect(eyeOf(next, frame)[2]).toBeCloseTo(10 - 0.28 * 8, 12);
    expect(next.distance).toBeCloseTo(0.72 * 8, 12);
    const back = dollied(next, frame, -1, { ...ground, surface: 0.72 * 8 });
    expect(eyeOf(back, frame)[2]).toBeCloseTo(10, 12);
  });

  it('goes through a wall in a few notches, and the target moves ahead', () => {
    let now = pose;
    let notches = 0;
    // A wall at z = 0 and another one at z = −20.
    while (eyeOf(now, frame)[2] > -5) {
      const eye = eyeOf(now, frame)[2];
      now = dollied(now, frame, 1, { surface: eye > 0 ? eye : eye + 20, direction: ahead, minStep: 0.5 });
      expect(now.distance).toBeGreaterThanOrEqual(0.5);
      notches++;
    }
    expect(notches).toBeLessThanOrEqual(14);
    expect(now.target[2]).toBeLessThan(eyeOf(now, frame)[2]);
  });

  it('keeps the point under the pointer in place', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.double({ min: 1, max: 50, noNaN: true }),
        fc.integer({ min: -4, max: 4 }),
        (x, y, surface, notches) => {
          const size = Math.hypot(x, y, 1);
          const direction: Vec3 = [x / size, y / size, -1 / size];
          const next = dollied(pose, frame, notches, { surface, direction, minStep: 0 });
          const [a, b, c] = minus([direction[0] * surface, direction[1] * surface, 10 + direction[2] * surface], eyeOf(next, frame));
          expect(a / -c).toBeCloseTo(x, 9);
          expect(b / -c).toBeCloseTo(y, 9);
        },
      ),
    );
  });

  it('moves by its minimum step if nothing is under the pointer', () => {
    const near = { ...pose, distance: 0.01 };
    const next = dollied(near, frame, 1, { surface: null, direction: ahead, minStep: 2 });
    expect(eyeOf(next, frame)[2]).toBeCloseTo(eyeOf(near, frame)[2] - 2, 12);
  });

  it('scales an orthographic picture about the pointer', () => {
    const next = zoomed({ ...pose, projection: 'orthographic' }, frame, 1, [4, -2]);
    expect(next.distance).toBeCloseTo(7.2, 12);
    // The offset shrinks as the picture grows.
    minus([4, -2, 0], next.target).forEach((value, i) => expect(value).toBeCloseTo([2.88, -1.44, 0][i]!, 12));
  });
});

describe('a transition', () => {
  it('begins at the first pose, ends exactly at the second one, and rotates the short way', () => {
    const to: CameraPose = { ...pose, target: [4, 0, 0], distance: 1000, azimuthRadians: -3, projection: 'orthographic' };
    const from = { ...pose, azimuthRadians: 3 };
    expect(mixedPose(from, to, 1)).toBe(to);
    expect(mixedPose(from, to, 0)).toMatchObject({ target: [0, 0, 0], distance: 10, azimuthRadians: 3 });
    const half = mixedPose(from, to, 0.5);
    expect(half.target).toEqual([2, 0, 0]);
    expect(half.distance).toBeCloseTo(100, 9);
    expect(half.azimuthRadians).toBeCloseTo(Math.PI, 9);
  });
});

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec3, b: Vec3): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function minus(a: Vec3, b: Vec3): [number, number, number] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function rounded(vector: Vec3): number[] {
  return vector.map((value) => Math.round(value * 1e9) / 1e9 + 0);
}
