import { PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '#core/mesh/bounds';
import { isLost, isSeenFromOutside } from '../../../renderer/scene/is-lost.ts';

/** At (0, 0, 10), towards the origin, 90 degrees high and wide: at the origin the view is 20 units wide. */
const camera = new PerspectiveCamera(90, 1, 0.1, 100);
camera.position.set(0, 0, 10);
camera.updateProjectionMatrix();

function cube(x: number, z: number, half: number): Bounds {
  return { min: [x - half, -half, z - half], max: [x + half, half, z + half] };
}

describe('isLost', () => {
  it('is false for objects in the view, also in part, or around the camera', () => {
    expect(isLost(cube(0, 0, 3), camera)).toBe(false);
    expect(isLost(cube(11, 0, 4), camera)).toBe(false);
    expect(isLost(cube(0, 10, 5), camera)).toBe(false);
    expect(isLost(cube(0, 0, 500), camera)).toBe(false);
  });

  it('is true for objects outside the view or behind the camera', () => {
    expect(isLost(cube(40, 0, 3), camera)).toBe(true);
    expect(isLost(cube(0, 30, 3), camera)).toBe(true);
  });

  it('is for a speck: less than an eighth of the view', () => {
    expect(isLost(cube(0, 0, 1.5), camera)).toBe(false);
    expect(isLost(cube(0, 0, 1), camera)).toBe(true);
  });
});

describe('isSeenFromOutside', () => {
  it('is for boxes that reach into the view, however small', () => {
    expect(isSeenFromOutside(cube(0, 0, 3), camera)).toBe(true);
    expect(isSeenFromOutside(cube(9, 0, 0.01), camera)).toBe(true);
  });

  it('is false next to the view, behind the eye, and around it', () => {
    expect(isSeenFromOutside(cube(18, 0, 3), camera)).toBe(false);
    expect(isSeenFromOutside(cube(0, 18, 3), camera)).toBe(false);
    expect(isSeenFromOutside(cube(0, 10, 5), camera)).toBe(false);
    expect(isSeenFromOutside({ min: [-500, -500, 11], max: [500, 500, 90] }, camera)).toBe(false);
    // Some corners are ahead of the eye, but to the side.
    expect(isSeenFromOutside({ min: [-20, -3, 5], max: [-6, 3, 20] }, camera)).toBe(false);
  });
});
