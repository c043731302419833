import { transformOf, type Transform } from '#core/math/transform';
import { seededRandom } from '#core/math/seeded-random';
import { meshMotion } from '#core/sweep/motion/mesh-motion';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { isFullRun, scaled } from '../../fixtures/scale.ts';
import { ball, box, knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const meshes = [
  box(),
  ball(16, 10),
  placed(knot(2, 3, 48, 6), 0.4),
  placed(box([-1, -1, -0.001], [1, 1, 0.001]), 1.3),
  soup(40, seededRandom(3), 1, 0.5),
  meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]),
];

describe('the result of a motion', () => {
  const trees = treeKinds.flatMap((kind) => [1, 6].map((leafTriangles) => meshes.map((mesh) => treed(mesh, { kind, leafTriangles }))));

  it.each([0, 0.05])('is the same to the last bit through every kind of tree, with separation %s', (separation) => {
    const random = seededRandom(150);
    const number = (): number => 2 * random() - 1;
    const pose = (reach: number): Transform =>
      transformOf({
        translate: [reach * number(), reach * number(), reach * number()],
        rotateDegrees: [180 * number(), 180 * number(), 180 * number()],
        scale: [1, 1, 1],
      });
    const differing: string[] = [];
    const states: Record<string, number> = {};
    for (let i = 0; i < scaled(1440); i++) {
      const path = (['linear', 'slerp', 'screw'] as const)[i % 3]!;
      const seen = new Set<string>();
      const request = { path, from: pose(4), to: pose(2) };
      // The first variant, and all others in turn unless all are to be run.
      const variants = trees.filter((_, at) => isFullRun || at === 0 || (at + i) % 4 === 0);
      // Any of the pairs in contact may witness that the meshes start in contact.
      const results = variants.map((kind) => {
        const { state, time, interval, freeUntil, witness } = meshMotion(kind[(i + (i >> 3)) % 6]!, kind[(i >> 2) % 6]!, request, {
          separation,
        });
        seen.add(state);
        return JSON.stringify({ state, time, interval, freeUntil, witness: state === 'startsTouching' ? null : witness });
      });
      for (const state of seen) states[state] = (states[state] ?? 0) + 1;
      if (results.some((result) => result !== results[0])) differing.push(`${i}: ${[...new Set(results)].join(' | ')}`);
    }
    expect(differing).toEqual([]);
    expect(states['hit']).toBeGreaterThan(scaled(1440) / 24);
    expect(states['apart']).toBeGreaterThan(scaled(1440) / 24);
  });
});
