import { expect, it } from 'vitest';
import { packScene } from '#core/scene/document/packed-scene';
import { everyLayer, type SceneInstance } from '#core/scene/document/scene-document';
import { instanceGroups } from '../../../../renderer/state/instances/instance-groups.ts';

const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function scene(layers: readonly number[]): ReturnType<typeof packScene> {
  const instances = layers.map(
    (layer, i): SceneInstance => ({
      mesh: i % 2,
      matrix,
      set: i % 3 === 0 ? 'static' : 'moving',
      layer,
      mask: everyLayer,
      motion: null,
    }),
  );
  return packScene({ meshes: ['a.obj', 'b.obj'], instances });
}

it('groups instances by layer, mesh and set, in ascending order, and counts each', () => {
  const packed = scene([4, 1, 1, 4, 2, 1, 9]);
  const layers = instanceGroups(packed, 'layer', null, packed.meshes);
  expect(layers.groups.map(({ title, count }) => [title, count])).toEqual([
    ['Layer 1', 3],
    ['Layer 2', 1],
    ['Layer 4', 2],
    ['Layer 9', 1],
  ]);
  expect([...layers.groupOf]).toEqual([2, 0, 0, 2, 1, 0, 3]);
  const meshes = instanceGroups(packed, 'mesh', null, packed.meshes);
  expect(meshes.groups.map(({ title, count }) => [title, count])).toEqual([
    ['a.obj', 4],
    ['b.obj', 3],
  ]);
  expect([...instanceGroups(packed, 'set', null, packed.meshes).groupOf]).toEqual([0, 1, 1, 0, 1, 1, 0]);
});

it('layers beyond the first 1,000 share the last colour', () => {
  const layers = Array.from({ length: 70_000 }, (_, i) => (i * 31) % 70_001);
  const { groups, groupOf } = instanceGroups(scene(layers), 'layer', null, ['a.obj', 'b.obj']);
  expect(groups).toHaveLength(1000);
  const ranks = new Map([...new Set(layers)].sort((a, b) => a - b).map((layer, rank) => [layer, rank]));
  const wrong = layers.filter((layer, i) => groupOf[i] !== Math.min(ranks.get(layer)!, 999));
  expect(wrong).toEqual([]);
});
