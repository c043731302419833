import { expect, it } from 'vitest';
import { motionCount } from '#core/scene/document/packed-motions';
import { instanceSummaryAt, packScene, unpackScene } from '#core/scene/document/packed-scene';
import { parseScene } from '#core/scene/document/parse-scene';
import { everyLayer, type SceneDocument } from '#core/scene/document/scene-document';
import { sceneText, sceneTextPieces } from '#core/scene/document/scene-text';

const place = (x: number): readonly number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.1 + 0.2, -1e-300, 1];
const velocity = { kind: 'velocity', velocity: [1, 0, -0.5] } as const;
const scene: SceneDocument = {
  meshes: ['crates/a "b".obj', 'floor.obj'],
  instances: [
    { mesh: 0, matrix: place(1 / 3), set: 'moving', layer: 1, mask: everyLayer, motion: velocity },
    { mesh: 1, matrix: place(-7), set: 'static', layer: 0, mask: 0, motion: null },
    { mesh: 0, matrix: place(1e21), set: 'moving', layer: 0x80000000, mask: 3, motion: { ...velocity } },
    { mesh: 0, matrix: place(0), set: 'moving', layer: 1, mask: 1, motion: { kind: 'recorded', matrices: [place(2), place(3)] } },
    {
      mesh: 0,
      matrix: place(0),
      set: 'moving',
      layer: 1,
      mask: 1,
      motion: { kind: 'orbit', center: [0, 1, 2], axis: [0, 3, 0], degrees: 7 },
    },
    { mesh: 0, matrix: place(0), set: 'moving', layer: 1, mask: 1, motion: { kind: 'walk', seed: 4294967295, stride: 0 } },
  ],
};

it('a scene in columns is the same scene, and equal motions are one', () => {
  const packed = packScene(scene);
  expect(unpackScene(packed)).toEqual(scene);
  expect(motionCount(packed.motions)).toBe(4);
  expect(Array.from(packed.motionOf)).toEqual([1, 0, 1, 2, 3, 4]);
});

it('the motion that instances share is unpacked once', () => {
  const { instances } = unpackScene(packScene({ ...scene, instances: [3, 0, 3, 3].map((i) => scene.instances[i]!) }));
  expect(instances[0]!.motion).toMatchObject({ kind: 'recorded' });
  expect(instances[2]!.motion).toBe(instances[0]!.motion);
  expect(instances[3]!.motion).toBe(instances[0]!.motion);
  expect(instances[1]!.motion).not.toBe(instances[0]!.motion);
});

it('a summary of an instance has the number of recorded steps in place of matrices', () => {
  const packed = packScene(scene);
  const wanted = scene.instances.map(({ mesh, set, layer, mask, motion }) => ({
    mesh,
    set,
    layer,
    mask,
    motion: motion?.kind === 'recorded' ? { kind: 'recorded', steps: 2 } : motion,
  }));
  expect(wanted.map((_, i) => instanceSummaryAt(packed, i))).toEqual(wanted);
});

it('the text of a scene is read as the same scene, bit for bit', () => {
  expect(parseScene(sceneText(scene))).toEqual(scene);
  expect(sceneText(scene).split('\n')).toHaveLength(scene.instances.length + 3);
  const empty = { meshes: [], instances: [] };
  expect(parseScene(sceneText(empty))).toEqual(empty);
});

it('a recorded motion that instances share is written once, and read as one', () => {
  const matrices = Array.from({ length: 1000 }, (_, k) => place(k / 7));
  const recorded = (): SceneDocument['instances'][number] => ({ ...scene.instances[3]!, motion: { kind: 'recorded', matrices } });
  const other = { ...scene.instances[3]!, motion: { kind: 'recorded', matrices: matrices.slice(1) } } as const;
  const many: SceneDocument = {
    meshes: ['a.obj'],
    instances: [...Array.from({ length: 500 }, recorded), other, scene.instances[0]!].map((instance) => ({ ...instance, mesh: 0 })),
  };
  const packed = packScene(many);
  expect(motionCount(packed.motions)).toBe(3);
  const pieces = [...sceneTextPieces(packed)];
  const text = pieces.join('');
  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2 ** 17);
  // One of 500 equal motions, and the other one.
  expect(text.split('"recorded"')).toHaveLength(3);
  expect(text.length).toBeLessThan(400_000);
  const read = parseScene(text);
  expect(read).toEqual(many);
  expect(read.instances[499]!.motion).toBe(read.instances[0]!.motion);
});

it('equal motions of separate objects are one, and those that differ in one number are not', () => {
  const motionOf = (last: number) => ({ kind: 'recorded', matrices: [place(1), place(last)] }) as const;
  const instances = [2, 3, 2, 3, 2.0000000001].map((last) => ({ ...scene.instances[3]!, mesh: 0, motion: motionOf(last) }));
  expect(Array.from(packScene({ meshes: ['a.obj'], instances }).motionOf)).toEqual([1, 2, 1, 2, 3]);
});
