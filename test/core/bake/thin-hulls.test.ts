import { expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { convexHull } from '#core/convex/hull/convex-hull';
import { flatBeforeRounding, singleDimension } from '#core/convex/hull/single-dimension';
import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { hullPart } from '../../fixtures/collider-parts.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';
import { inputOf } from './bake-input.ts';

/** A hull of up to 40 points, of 10^-7 to 1 of its size, in any direction and place. */
function thinHull(random: () => number): TriangleMesh {
  const points = 4 + Math.floor((random() < 0.5 ? 37 : 6) * random());
  const [breadth, thickness] = [random() < 0.5 ? 1 : 10 ** (-7 * random()), 10 ** (-4 - 3 * random())];
  const axes = [0, 1, 2].map(() => [0, 1, 2].map(() => 2 * random() - 1));
  const at = [0, 1, 2].map(() => (random() < 0.5 ? 0 : 100 * (2 * random() - 1)));
  const positions = Float64Array.from({ length: points }, () => 0).reduce<number[]>((all) => {
    const [x, y, z] = [2 * random() - 1, breadth * (2 * random() - 1), thickness * (2 * random() - 1)];
    return [...all, ...[0, 1, 2].map((k) => at[k]! + x * axes[0]![k]! + y * axes[1]![k]! + z * axes[2]![k]!)];
  }, []);
  return hullPart('thin', { positions: Float64Array.from(positions), indices: new Uint32Array(), parts: [] });
}

it('thin hulls of Jolt are refused as flat, or written and verified', async () => {
  const random = seededRandom(20);
  let [solid, refused] = [0, 0];
  const problems: string[] = [];
  for (let i = 0; i < scaled(4000); i++) {
    const mesh = thinHull(random);
    const input = inputOf(mesh, []);
    let bytes: Uint8Array;
    try {
      ({ bytes } = bakeMesh('jolt-state', input));
    } catch (error) {
      expect(error).toBeInstanceOf(InspectorError);
      expect(singleDimension(convexHull(mesh.positions), flatBeforeRounding)).toBeLessThan(3);
      refused++;
      continue;
    }
    solid++;
    const verified = await verifyBaked({ bytes, fileName: 'x.shapes.jolt', against: input, queries: 20, seed: 1 });
    problems.push(...verified.problems.map((problem) => `${i}: ${problem}`));
  }
  expect(problems).toEqual([]);
  expect(Math.min(solid, refused)).toBeGreaterThan(scaled(4000) / 4);
});
