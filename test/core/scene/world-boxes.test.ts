import { transformPoints } from '#core/math/transform';
import { createWorldBoxes, updateWorldBoxes } from '#core/scene/boxes/world-boxes';
import { packScene } from '#core/scene/document/packed-scene';
import { everyLayer, type SceneInstance, type SceneMotion } from '#core/scene/document/scene-document';
import { createScenePoses, moveToStep, type ScenePoses } from '#core/scene/motion/scene-poses';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, meshOf } from '../../fixtures/shapes.ts';

function instance(matrix: readonly number[], motion: SceneMotion | null = null, mesh = 0): SceneInstance {
  return { mesh, matrix, set: 'moving', layer: 1, mask: everyLayer, motion };
}

function at(x: number, y: number, z: number): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function posesOf(instances: readonly SceneInstance[]): ScenePoses {
  return createScenePoses(packScene({ meshes: [], instances }));
}

/** Any affine matrix. */
function anyMatrix(random: () => number): number[] {
  const number = (): number => (random() - 0.5) * 10 ** (4 * random());
  return at(0, 0, 0).map((value, i) => (i % 4 === 3 ? value : number()));
}

describe('the box of an instance', () => {
  it('is bit for bit the bounds of its placed vertices, at every step of every motion', () => {
    const random = seededRandom(5);
    const meshes = [box(), ball(12, 6)];
    const motions: (SceneMotion | null)[] = [
      null,
      { kind: 'velocity', velocity: [0.1, -0.2, 1e-7] },
      { kind: 'orbit', center: [1, 2, 3], axis: [1, 1, 0.5], degrees: 33 },
      { kind: 'walk', seed: 9, stride: 0.7 },
      { kind: 'recorded', matrices: [anyMatrix(random), anyMatrix(random)] },
    ];
    const instances = motions.flatMap((motion) => [0, 1].map((mesh) => instance(anyMatrix(random), motion, mesh)));
    const poses = posesOf(instances);
    const world = createWorldBoxes(meshes, poses);
    for (const step of [0, 1, 2, 5, 3]) {
      moveToStep(poses, step);
      updateWorldBoxes(world, poses);
      instances.forEach(({ mesh }, i) => {
        const { positions } = meshes[mesh]!;
        const placed = new Float64Array(positions.length);
        transformPoints(Array.from(poses.matrices.subarray(16 * i, 16 * i + 16)), positions, placed);
        const along = (axis: number): number[] => Array.from(placed.filter((_, k) => k % 3 === axis));
        const wanted = [0, 1, 2].map((axis) => Math.min(...along(axis))).concat([0, 1, 2].map((axis) => Math.max(...along(axis))));
        expect(Array.from(world.boxes.subarray(6 * i, 6 * i + 6))).toEqual(wanted);
      });
    }
  });

  it('leaves out vertices that no finite triangle uses', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9, Number.NaN, 0, 0], [0, 1, 2, 0, 1, 4]);
    const { boxes } = createWorldBoxes([mesh], posesOf([instance(at(0, 0, 5))]));
    expect(Array.from(boxes)).toEqual([0, 0, 5, 1, 1, 5]);
  });

  it('is refused by name when it is not finite, at the start or later', () => {
    const huge = at(0, 0, 0).map((value, i) => (i === 0 ? 1e308 : value));
    const wide = meshOf([0, 0, 0, 9, 0, 0, 0, 1, 0], [0, 1, 2]);
    expect(() => createWorldBoxes([wide], posesOf([instance(at(0, 0, 0)), instance(huge)]))).toThrow(
      'The box of instance 1 is not finite at step 0',
    );
    const poses = posesOf([instance(at(1e308, 0, 0), { kind: 'velocity', velocity: [1e308, 0, 0] })]);
    const world = createWorldBoxes([box()], poses);
    moveToStep(poses, 1);
    expect(() => updateWorldBoxes(world, poses)).toThrow('The box of instance 0 is not finite at step 1');
  });

  it('needs a mesh with a usable triangle', () => {
    expect(() => createWorldBoxes([meshOf([0, 0, 0], [])], posesOf([]))).toThrow('no usable triangle');
  });
});

describe('a motion', () => {
  it('repeats its poses when it goes back', () => {
    const instances = [instance(at(1, 2, 3), { kind: 'walk', seed: 4, stride: 1 }), instance(at(0, 0, 0))];
    const poses = posesOf(instances);
    const seen = [0, 1, 2, 3].map((step) => {
      moveToStep(poses, step);
      return Array.from(poses.matrices);
    });
    expect(new Set(seen.map(String)).size).toBe(4);
    for (const step of [3, 1, 2, 0]) {
      moveToStep(poses, step);
      expect(Array.from(poses.matrices)).toEqual(seen[step]);
    }
  });

  it('along an orbit turns the instance with it', () => {
    const poses = posesOf([instance(at(3, 0, 0), { kind: 'orbit', center: [1, 0, 0], axis: [0, 0, 4], degrees: 90 })]);
    moveToStep(poses, 1);
    const wanted = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0, 1];
    poses.matrices.forEach((value, i) => expect(value).toBeCloseTo(wanted[i]!, 12));
  });

  it('that was recorded stays at its last pose', () => {
    const poses = posesOf([instance(at(0, 0, 0), { kind: 'recorded', matrices: [at(1, 0, 0), at(2, 0, 0)] })]);
    const xs = [0, 1, 2, 3].map((step) => {
      moveToStep(poses, step);
      return poses.matrices[12];
    });
    expect(xs).toEqual([0, 1, 2, 2]);
  });
});
