import { describe, expect, it } from 'vitest';
import { axisRotation } from '#core/math/axis-rotation';
import { normalized, type Vec3 } from '#core/math/vec3';
import { createWorldBoxes, updateWorldBoxes } from '#core/scene/boxes/world-boxes';
import { sortedBoxPairs } from '#core/scene/broad/box-pairs';
import { createBruteForce } from '#core/scene/broad/brute-force';
import { packScene } from '#core/scene/document/packed-scene';
import type { SceneInstance } from '#core/scene/document/scene-document';
import { orbitRotation } from '#core/scene/motion/orbit-rotation';
import { createScenePoses, moveToStep } from '#core/scene/motion/scene-poses';
import { noProgress } from '#core/progress';
import { box } from '../../fixtures/shapes.ts';

const at = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

describe('orbits', () => {
  const axes: readonly Vec3[] = [
    [0, 1, 0],
    [0, 3, 0],
    [0.1, 0, 0],
    [0, 0, -7],
    [1e-300, 0, 0],
    [5e-324, 0, 0],
    [0, 1e300, 0],
  ];

  it.each(axes)('quarter turns about (%d, %d, %d) have exact 0 and ±1', (...axis) => {
    for (const degrees of [-720, -450, -90, 0, 90, 180, 270, 360, 810])
      for (const value of orbitRotation(axis, degrees)) expect([0, 1]).toContain(Math.abs(value));
  });

  it('half turns about a diagonal swap coordinates exactly', () => {
    expect(orbitRotation([1, 1, 0], 180).map((value) => value + 0)).toEqual([0, 1, 0, 1, 0, 0, 0, 0, -1]);
    expect(orbitRotation([0, -5, 5], -180).map((value) => value + 0)).toEqual([-1, 0, 0, 0, 0, -1, 0, -1, 0]);
  });

  it('other angles are those of the normalised axis', () => {
    for (const axis of [
      [1, 2, 2],
      [-3, 0.5, 0.01],
      [2e200, 1e200, 0],
    ] as const)
      for (const degrees of [1e-6, 2, 45, 120, 179.5, -300]) {
        const wanted = axisRotation(normalized(axis)!, (degrees * Math.PI) / 180);
        orbitRotation(axis, degrees).forEach((value, k) => expect(Math.abs(value - wanted[k]!)).toBeLessThan(1e-14));
      }
  });

  it('a cube that orbits by a quarter turn still touches its neighbour', () => {
    // Cubes of edge 2 about (10, 0, 0) and (12, 0, 0) touch; so do they after quarter turns about a vertical axis of length 3.
    const motion = { kind: 'orbit', center: [0, 0, 0], axis: [0, 3, 0], degrees: 90 } as const;
    const instances = [10, 12].map((x): SceneInstance => ({ mesh: 0, matrix: at(x, 0, 0), set: 'moving', layer: 1, mask: 1, motion }));
    const poses = createScenePoses(packScene({ meshes: ['box.obj'], instances }));
    const world = createWorldBoxes([box()], poses);
    const phase = createBruteForce(2, null);
    for (let step = 0; step <= 8; step++) {
      moveToStep(poses, step);
      updateWorldBoxes(world, poses);
      expect([...sortedBoxPairs(phase.update(world.boxes, noProgress).found, 2, noProgress)]).toEqual([0, 1]);
      expect([...world.boxes].map((value) => value % 1)).toEqual(new Array(12).fill(expect.closeTo(0, 300)));
    }
  });
});
