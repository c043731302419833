import { describe, expect, it } from 'vitest';
import { motionAt, motionCount } from '#core/scene/document/packed-motions';
import { packScene, unpackScene } from '#core/scene/document/packed-scene';
import { everyLayer } from '#core/scene/document/scene-document';
import { instancesText, parseInstances, withInstancesChanged } from '../../../../renderer/state/instances/edit-instances.ts';

const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const velocity = { kind: 'velocity', velocity: [1, 0, 0] } as const;
const plain = { mesh: 0, matrix, set: 'moving', layer: 1, mask: everyLayer, motion: null } as const;
const packed = packScene({ meshes: ['a.obj'], instances: [plain, { ...plain, motion: velocity }, { ...plain, set: 'static' }, plain] });

describe('changed instances', () => {
  it('only the chosen ones change, and the scene before stays as it was', () => {
    const before = unpackScene(packed);
    const { instances } = unpackScene(withInstancesChanged(packed, [0, 2], { layer: 4, mask: 8 }));
    expect(instances.map(({ layer, mask }) => [layer, mask])).toEqual([
      [4, 8],
      [1, everyLayer],
      [4, 8],
      [1, everyLayer],
    ]);
    expect(unpackScene(packed)).toEqual(before);
  });

  it('a static instance has no motion, and a motion makes an instance moving', () => {
    const still = withInstancesChanged(packed, [1], { set: 'static' });
    expect(unpackScene(still).instances[1]).toMatchObject({ set: 'static', motion: null });
    expect(motionCount(still.motions)).toBe(0);
    const moved = withInstancesChanged(packed, [2, 3], { motion: velocity });
    expect(unpackScene(moved).instances.slice(2)).toMatchObject([
      { set: 'moving', motion: velocity },
      { set: 'moving', motion: velocity },
    ]);
    expect(unpackScene(withInstancesChanged(moved, [1, 2], { motion: null })).instances.map(({ motion }) => motion)).toEqual([
      null,
      null,
      null,
      velocity,
    ]);
  });

  it('walks have seeds of their own, and unused motions do not pile up', () => {
    let scene = packed;
    for (let edit = 0; edit < 5; edit++)
      scene = withInstancesChanged(scene, [0, 1, 3], { motion: { kind: 'walk', seed: edit, stride: 1 } });
    expect(motionCount(scene.motions)).toBe(3);
    const seeds = [0, 1, 2].map((i) => motionAt(scene.motions, i)).map((motion) => (motion.kind === 'walk' ? motion.seed : null));
    expect(new Set(seeds).size).toBe(3);
  });

  it('recorded motions of others keep their matrices, and what does not change is shared', () => {
    const recorded = { kind: 'recorded', matrices: [matrix.map((value, k) => (k === 12 ? 7 : value)), matrix] } as const;
    const orbit = { kind: 'orbit', center: [1, 2, 3], axis: [0, 1, 0], degrees: 5 } as const;
    const scene = packScene({
      meshes: ['a.obj'],
      instances: [plain, { ...plain, motion: recorded }, { ...plain, motion: velocity }, { ...plain, motion: recorded }],
    });
    const moved = withInstancesChanged(scene, [0, 1], { motion: orbit });
    expect(unpackScene(moved).instances.map(({ motion }) => motion)).toEqual([orbit, orbit, velocity, recorded]);
    expect(motionCount(moved.motions)).toBe(3);
    const still = withInstancesChanged(moved, [2], { set: 'static' });
    expect(unpackScene(still).instances.map(({ motion }) => motion)).toEqual([orbit, orbit, null, recorded]);
    // Filters of 10,000 instances with long motions change at once.
    const layered = withInstancesChanged(scene, [1], { layer: 2, mask: 4 });
    expect(layered.motions).toBe(scene.motions);
    expect(layered.matrices).toBe(scene.matrices);
  });
});

describe('the numbers of instances as text', () => {
  it.each([
    ['0-3, 7', [0, 1, 2, 3, 7]],
    ['8-', [8, 9]],
    ['all', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['', []],
    [' 5 , 5-6 ', [5, 6]],
    ['7-900', [7, 8, 9]],
    ['42', []],
    ['3-1', []],
  ] as const)('reads %j', (text, expected) => {
    expect([...parseInstances(text, 10)!]).toEqual(expected);
  });

  it.each(['a', '1,,2', '-3', '1-2-3', '1.5'])('refuses %j', (text) => {
    expect(parseInstances(text, 10)).toBeNull();
  });

  it('writes runs, which are read as the same numbers', () => {
    const numbers = new Set([9, 0, 1, 2, 4, 6, 7]);
    expect(instancesText(numbers)).toBe('0-2, 4, 6-7, 9');
    expect(parseInstances(instancesText(numbers), 10)).toEqual(new Set([...numbers].sort((a, b) => a - b)));
    expect(instancesText(new Set(Array.from({ length: 40 }, (_, i) => 2 * i)), 3)).toBe('0, 2, 4, …');
  });
});
