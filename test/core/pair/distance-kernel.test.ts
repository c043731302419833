import { identityTransform, transformOf, transformPoints, type Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshDistanceBruteForce } from '#core/pair/distance/brute-force';
import { loadPair } from '#core/pair/loaded/load-pair';
import { meshDistance } from '#core/pair/distance/distance';
import { pairs } from '#core/pair/pairs/pairs';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { noProgress, type Progress } from '#core/progress';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, blades, box, knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const f32 = (mesh: TriangleMesh): TriangleMesh => ({ ...mesh, positions: mesh.positions.map(Math.fround) });
const wide = (mesh: TriangleMesh, leafTriangles = 4): TreedMesh => treed(mesh, { kind: 'wide', leafTriangles });
const moved = (x: number, y = 0, z = 0, degrees = 0): Transform =>
  transformOf({ translate: [x, y, z], rotateDegrees: [degrees, 2 * degrees, 3 * degrees], scale: [1, 1, 1] });

/** Moves each vertex towards the origin or away from it, by a tenth at most. */
function bumpy(mesh: TriangleMesh): TriangleMesh {
  const bump = (i: number): number => 1 + 0.1 * Math.sin(7 * mesh.positions[i]!) * Math.cos(9 * mesh.positions[i + 1]!);
  return { ...mesh, positions: mesh.positions.map((value, i) => value * bump(i - (i % 3))) };
}

/** Both engines give the same distance and, where the surfaces are apart, the same witness to the last bit; the distance. */
function expectSame(a: TreedMesh, b: TreedMesh, aFromB: Transform, engine: 'webassembly' | 'typescript' = 'webassembly'): number {
  const quick = meshDistance(a, b, aFromB, noProgress, loadPair(a, b));
  const { distance, witness } = meshDistance(a, b, aFromB);
  expect(quick.stats.engine).toBe(engine);
  expect(quick.distance).toBe(distance);
  if (distance !== 0) expect(quick.witness).toEqual(witness);
  else {
    const found = pairs(a, b, aFromB, { maxPairs: 1_000_000 }).pairs;
    expect(Array.from({ length: found.length / 2 }, (_, i) => [found[2 * i], found[2 * i + 1]])).toContainEqual([
      quick.witness!.a,
      quick.witness!.b,
    ]);
  }
  return distance!;
}

describe('the distance of two meshes by WebAssembly', () => {
  it('is that of TypeScript, with the same witness, and of rational numbers, for every count from 1 to 64', () => {
    let apart = 0;
    for (let count = 1; count <= 64; count++) {
      const random = seededRandom(count);
      const other = 1 + Math.floor(64 * random());
      const round = count % 2 === 0 ? f32 : (mesh: TriangleMesh): TriangleMesh => mesh;
      const [a, b] = [wide(round(soup(count, random, 1, 0.1)), 1 + (count % 9)), wide(round(soup(other, random, 1, 0.1)), 1 + (other % 9))];
      for (const aFromB of [identityTransform, moved(2.2, 0.1, 0.2, 7), moved(0.5, 9, 0.2, 40), moved(3 * random(), 0, 0)])
        apart += expectSame(a, b, aFromB) > 0 ? 1 : 0;
      if (count > 6) continue;
      const aFromB = moved(0.3, 0.2, 0.1, 11);
      expect(expectSame(a, b, aFromB)).toBeCloseTo(meshDistanceBruteForce(a.mesh, b.mesh, aFromB)!, 11);
    }
    expect(apart).toBeGreaterThan(150);
  });

  it('is the same at any size and far from the origin', () => {
    for (const [scale, move] of [
      [1e-6, [0, 0, 0]],
      [1e6, [0, 0, 0]],
      [1, [4e5, 5e6, 120]],
      [2 ** -300, [0, 0, 0]],
      [2 ** 200, [0, 0, 0]],
    ] as const) {
      const random = seededRandom(scale);
      const [a, b] = [40, 64].map((count) => wide(placed(soup(count, random, 1, 0.3), scale, move), 3));
      for (const x of [2.5, 3, 30])
        expect(expectSame(a!, b!, [...identityTransform.slice(0, 12), x * scale, 0.1 * scale, 0, 1])).toBeGreaterThan(0);
    }
  });

  it('is the same where a sheared placement bridges sizes whose squares of squares no f64 holds', () => {
    for (const scale of [1e-100, 1e-82, 1e80, 1e100]) {
      const random = seededRandom(3);
      const within = (max: number): number => max * (2 * random() - 1);
      for (let round = 0; round < 20; round++) {
        const [a, b] = [wide(soup(60, random), 3), wide(placed(soup(60, random), 1 / scale), 3)];
        const columns = [scale, 0, 0, 0, within(5) * scale, scale, 0, 0, within(5) * scale, within(5) * scale, scale, 0];
        expectSame(a, b, [...columns, within(8), within(8), within(8), 1]);
      }
    }
  });

  it('is the same where faces are parallel, edges pass each other, and many pairs are equally near', () => {
    const cube = wide(box());
    for (const gap of [1, 1e-3, 2 ** -20, 2 ** -40]) expect(expectSame(cube, wide(box()), moved(2 + gap))).toBe(2 + gap - 2);
    expect(expectSame(cube, cube, moved(2))).toBe(0);
    expect(expectSame(cube, cube, moved(3, 0, 0, 45))).toBeGreaterThan(0);
    expect(expectSame(wide(ball()), wide(ball(30, 20, 0.5)), moved(0.1, 0.05))).toBeGreaterThan(0.3);
    expect(expectSame(wide(knot(2, 3, 96, 12)), wide(knot(3, 2, 96, 12)), moved(5, 4, 3, 20))).toBeGreaterThan(0);
    expect(expectSame(wide(blades(30, 0)), wide(blades(40, 1)), moved(0, 0, 500))).toBeGreaterThan(0);
    const points = wide(meshOf([0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 1, 1], [0, 0, 0, 0, 1, 2, 1, 1, 3]));
    expect(expectSame(points, cube, moved(9, 1, 1))).toBeGreaterThan(0);
    expect(expectSame(points, points, moved(0, 0, 0.5))).toBeGreaterThan(0);
  });

  it('is the same if many pairs are equally near in f32', () => {
    const random = seededRandom(11);
    const tilted = moved(0, 0, 0, 23);
    const tiles = (count: number, z: () => number): TriangleMesh => {
      const corners = Array.from({ length: count }, (_, i) => [i, 0, z(), i + 0.5, 0, z(), i, 0.5, z()]).flat();
      const positions = new Float64Array(corners.length);
      transformPoints(tilted, Float64Array.from(corners), positions);
      return meshOf(
        [...positions],
        Array.from({ length: 3 * count }, (_, i) => i),
      );
    };
    for (let round = 0; round < 20; round++) {
      const [a, b] = [wide(tiles(64, () => 1e-9 * random())), wide(tiles(64, () => 0.01 + 1e-9 * random()))];
      expect(expectSame(a, b, identityTransform)).toBeCloseTo(0.01, 8);
    }
  });

  it('is the same for curved surfaces from all sides, with leaves of any size', () => {
    const random = seededRandom(19);
    const turn = (): number => 360 * random();
    for (const leafTriangles of [1, 24, 200]) {
      const [a, b] = [wide(knot(2, 3, 96, 16), leafTriangles), wide(bumpy(ball(48, 32)), leafTriangles)];
      for (let round = 0; round < 20; round++) {
        const [height, angle, away] = [2 * random() - 1, 2 * Math.PI * random(), 4 + 6 * random()];
        const across = away * Math.sqrt(1 - height * height);
        const aFromB = transformOf({
          translate: [across * Math.cos(angle), across * Math.sin(angle), away * height],
          rotateDegrees: [turn(), turn(), turn()],
          scale: [1, 1, 1],
        });
        expectSame(a, b, aFromB);
        expectSame(b, a, aFromB);
      }
    }
  });

  it('is the same where more pairs wait than there is place for', () => {
    const aFromB = transformOf({ translate: [1e-4, 2e-4, 0], rotateDegrees: [11, 23, 37], scale: [1, 1, 1] });
    expect(expectSame(wide(ball(128, 64)), wide(ball(128, 64, 1.1)), aFromB)).toBeGreaterThan(0.099);
  });

  it('is the same where B is sheared, flattened, mirrored or of another size', () => {
    const [a, b] = [wide(knot(2, 3, 48, 12)), wide(soup(64, seededRandom(9), 1, 0.3))];
    const sheared = [1, 0.4, 0, 0, 0.7, 1, 0.2, 0, 0, 0.3, 1, 0, 6, 1, 0, 1];
    expect(expectSame(a, b, sheared)).toBeGreaterThan(0);
    for (const scale of [
      [1, 1, 1e-6],
      [-2, 1, 0.5],
      [0.001, 0.001, 0.001],
      [20, 20, 20],
    ] as const) {
      expectSame(a, b, transformOf({ translate: [8, 1, 0], rotateDegrees: [10, 20, 30], scale }));
    }
  });

  it('is left to TypeScript where f32 has not the digits', () => {
    const cube = wide(box());
    expect(expectSame(cube, cube, moved(1e9), 'typescript')).toBe(1e9 - 2);
    expect(
      expectSame(cube, cube, transformOf({ translate: [1e7, 0, 0], rotateDegrees: [0, 0, 0], scale: [1e6, 1e6, 1e6] }), 'typescript'),
    ).toBeGreaterThan(1e6);
  });

  it('can be cancelled', () => {
    const [a, b] = [wide(ball(192, 96)), wide(ball(192, 96, 1.01))];
    const stop: Progress = () => {
      throw new Error('given up');
    };
    expect(() => meshDistance(a, b, identityTransform, stop, loadPair(a, b))).toThrow('given up');
  });
});
