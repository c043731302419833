import { expect, test } from 'vitest';
import { buildTree, distance, intersect, overlaps, transformOf } from '#core/index';
import { startPairThreads } from '../../main/threads/start-pair-threads.ts';
import { ball } from '../fixtures/shapes.ts';

test('threads of Node that share two meshes return the bits of one thread, and end', async () => {
  const [meshA, meshB] = [ball(32, 16), ball(24, 12)];
  const [a, b] = [
    { mesh: meshA, tree: buildTree(meshA) },
    { mesh: meshB, tree: buildTree(meshB) },
  ];
  const placements = Array.from({ length: 60 }, (_, i) => transformOf({ translate: [i / 20, 0.1, 0], rotateDegrees: [7 * i, 3 * i, 0] }));
  const pairs = startPairThreads(a, b, { threads: 2 });
  expect(await pairs.intersectMany(placements)).toEqual(placements.map((aFromB) => intersect(a, b, aFromB)));
  expect(await pairs.overlapsMany(placements)).toEqual(placements.map((aFromB) => overlaps(a, b, aFromB)));
  expect(await pairs.distanceMany(placements)).toEqual(placements.map((aFromB) => distance(a, b, aFromB)));
  pairs.end();
  await expect(pairs.overlapsMany(placements)).rejects.toMatchObject({ code: 'cancelled' });
});
