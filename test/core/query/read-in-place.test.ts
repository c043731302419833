import { transformOf } from '#core/math/transform';
import { meshDistance } from '#core/pair/distance/distance';
import { pairs } from '#core/pair/pairs/pairs';
import { boxOverlap } from '#core/query/box/box';
import { planeOverlap } from '#core/query/plane/plane';
import { closestPoint } from '#core/query/closest/closest';
import { raycast } from '#core/query/ray/ray';
import { sphereOverlap } from '#core/query/sphere/sphere';
import type { Tree } from '#core/tree/layout';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

describe('plain boxes', () => {
  const random = seededRandom(3);
  const { mesh, tree } = treed(soup(200, random));
  const general: Tree = { ...tree, isReadInPlace: false };
  const point = [0.3, 0.1, -0.2] as const;

  it('return the same through the descent of every kind as through their own, with the same nodes', () => {
    expect(tree.isReadInPlace).toBe(true);
    const requested = [tree, general].map((by) => [
      raycast(by, mesh, { origin: [3, 0.1, 0.2], direction: [-1, 0.02, 0], far: Infinity }, { mode: 'first' }),
      sphereOverlap(by, mesh, { center: point, radius: 0.3 }, { isClosed: false }),
      closestPoint(by, mesh, point),
      boxOverlap(by, mesh, { kind: 'aligned', min: [0, 0, 0], max: [0.4, 0.3, 0.2] }),
      planeOverlap(by, mesh, { point: [0.1, 0, 0], normal: [1, 2, 0.5] }, { thickness: 0.01 }),
    ]);
    expect(requested[1]).toEqual(requested[0]);
  });

  it('hit other trees with it too', () => {
    const placement = transformOf({ translate: [0.9, 0.2, 0], rotateDegrees: [10, 20, 30], scale: [1, 1, 1] });
    const apart = transformOf({ translate: [5, 0.2, 0], rotateDegrees: [10, 20, 30], scale: [1, 1, 1] });
    const [own, other] = [tree, general].map((by) => ({ mesh, tree: by }));
    for (const [a, b] of [
      [own!, own!],
      [own!, other!],
      [other!, own!],
      [other!, other!],
    ] as const) {
      expect(pairs(a, b, placement, { maxPairs: 100_000 })).toEqual(pairs(own!, own!, placement, { maxPairs: 100_000 }));
      expect(meshDistance(a, b, apart)).toEqual(meshDistance(own!, own!, apart));
    }
  });
});
