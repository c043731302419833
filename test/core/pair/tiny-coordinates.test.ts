import { describe, expect, it } from 'vitest';
import { identityTransform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshDistanceBruteForce } from '#core/pair/distance/brute-force';
import { meshDistance } from '#core/pair/distance/distance';
import { loadPair } from '#core/pair/loaded/load-pair';
import { checkTree } from '#core/tree/check-tree';
import { splitNames, treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { meshOf } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

/** Powers of two that scale whole numbers: from the smallest denormals, over products that underflow, to plain numbers. */
const powers = [-1074, -1073, -1066, -1050, -1030, -1022, -1010, -1000, -700, -560, -540, -532, -520, -500, -480, -300, -160, -149, 0];
const exact = (value: number, power: number): number => (power < -1000 ? value * 2 ** -1000 * 2 ** (power + 1000) : value * 2 ** power);

/** Triangles whose corners are whole numbers up to about 300 · `size`. */
function wholeSoup(count: number, random: () => number, from: number, size = 1): TriangleMesh {
  const whole = (half: number): number => Math.round(half * size * (2 * random() - 1));
  const positions = Array.from({ length: count }, () => {
    const centre = [Math.round(from * size) + whole(200), whole(200), whole(200)];
    return [0, 1, 2].flatMap(() => centre.map((x) => x + whole(90)));
  }).flat();
  return meshOf(
    positions,
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

const scaled = (mesh: TriangleMesh, power: number): TriangleMesh => ({ ...mesh, positions: mesh.positions.map((x) => exact(x, power)) });

describe('trees of meshes with the smallest coordinates', () => {
  it.each(treeKinds)('of kind %s contain their triangles', (kind) => {
    const random = seededRandom(11);
    const faults: string[] = [];
    for (const [at, power] of powers.entries()) {
      for (const from of [0, 500]) {
        const mesh = scaled(wholeSoup(40, random, from), power);
        // In turn, three at each power, unless all are to be run.
        for (const split of splitNames.filter((_, i) => isFullRun || (i + at) % 2 === 0)) {
          const { tree } = treed(mesh, { kind, split, leafTriangles: 2 });
          for (const { rule, message } of checkTree(tree, mesh)) faults.push(`2^${power} from ${from}, ${split}: ${rule} ${message}`);
        }
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
  });
});

describe('the distance of meshes with the smallest coordinates', () => {
  it.each(['javascript', 'wasm'] as const)('is that of whole numbers, scaled: %s', async (engine) => {
    const random = seededRandom(12);
    const faults: string[] = [];
    let used = 0;
    for (let round = 0; round < 32; round += isFullRun ? 1 : 2) {
      const size = round < 12 ? 1 : 0.02;
      const [wholeA, wholeB] = [wholeSoup(6, random, 0, size), wholeSoup(6, random, [180, 300, 520][round % 3]!, size)];
      const whole = meshDistanceBruteForce(wholeA, wholeB, identityTransform)!;
      for (const power of powers) {
        const [a, b] = [treed(scaled(wholeA, power)), treed(scaled(wholeB, power))];
        const loaded = engine === 'wasm' ? loadPair(a, b, { buildsWide: true }) : null;
        if (loaded !== null) used++;
        const { distance } = meshDistance(a, b, identityTransform, undefined, loaded);
        const wanted = exact(whole, power);
        // Denormals are whole numbers again: the nearest one. Else the error that `meshDistance` allows.
        const isRight =
          power <= -1050
            ? Math.abs(distance! * 2 ** 900 * 2 ** (-power - 900) - whole) <= 0.5 * 2 ** (-1074 - power) + 1e-9
            : Math.abs(distance! - wanted) <= 1e-10 * wanted;
        if (!isRight || (distance === 0) !== (wanted === 0)) faults.push(`2^${power}, round ${round}: ${distance} is not ${wanted}`);
      }
    }
    expect(faults.slice(0, 12)).toEqual([]);
    expect(used > 0).toBe(engine === 'wasm');
  });
});
