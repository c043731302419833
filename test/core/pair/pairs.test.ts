import { describe, expect, it } from 'vitest';
import { InspectorError, type InspectorErrorCode } from '#core/error';
import { identityTransform, transformOf, transformPoints } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const options = defaultValues(pairOptions);
const moved = (x: number, y = 0, z = 0) => transformOf({ translate: [x, y, z], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });

function codeOf(act: () => unknown): InspectorErrorCode | null {
  try {
    act();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(InspectorError);
    return (error as InspectorError).code;
  }
}

describe('pairs', () => {
  it('lists a triangle with those that it intersects, in ascending order, and the triangles of both sides once', () => {
    const floor = meshOf([0, 0, 0, 8, 0, 0, 0, 8, 0, 8, 8, 0], [0, 1, 2, 2, 1, 3]);
    const walls = meshOf([1, 1, -1, 1, 1, 1, 2, 1, 1, 6, 6, -1, 6, 6, 1, 1, 1, 1, 0, 0, 9, 1, 0, 9, 0, 1, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const answer = pairs(treed(floor, { leafTriangles: 1 }), treed(walls, { leafTriangles: 1 }), identityTransform, options);
    // The second wall crosses the floor from (6, 6) to (3.5, 3.5): over the diagonal, so it meets both halves.
    expect([...answer.pairs]).toEqual([0, 0, 0, 1, 1, 1]);
    expect([...answer.trianglesA]).toEqual([0, 1]);
    expect([...answer.trianglesB]).toEqual([0, 1]);
    expect(answer.overlap).toBe(true);
    expect(answer.pairCount).toBe(3);
  });

  it.each(treeKinds)('finds a corner that touches a corner far from the origin, where rounding is more than the distance (%s)', (kind) => {
    const random = seededRandom(5);
    for (let n = 0; n < (isFullRun ? 200 : 50); n++) {
      const rotateDegrees = [0, 1, 2].map(() => 360 * random()) as [number, number, number];
      const translate = [0, 1, 2].map(() => 1e9 * (random() - 0.5)) as [number, number, number];
      const aFromB = transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });
      // The corner of B's box that lies farthest along -x of A, where nothing but it meets A's box: a corner of both triangles.
      const [x, y, z] = [0, 4, 8].map((at) => (aFromB[at]! > 0 ? -0.5 : 0.5)) as [number, number, number];
      const b = meshOf([x, y, z, -x, y, z, x, -y, -z], [0, 1, 2]);
      const touch = new Float64Array(9);
      transformPoints(aFromB, b.positions, touch);
      const a = meshOf(
        [...touch.subarray(0, 3), touch[0]! - 0.5, touch[1]! + 0.25, touch[2]!, touch[0]! - 0.5, touch[1]! - 0.25, touch[2]! + 0.25],
        [0, 1, 2],
      );
      expect([...pairsBruteForce(a, b, aFromB)]).toEqual([0, 0]);
      expect([...pairs(treed(a, { kind }), treed(b, { kind }), aFromB, options).pairs]).toEqual([0, 0]);
    }
  });

  it('counts touching: two unit boxes face to face', () => {
    const a = treed(box([0, 0, 0], [1, 1, 1]));
    expect(surfacesIntersect(a, a, moved(1)).overlap).toBe(true);
    expect(surfacesIntersect(a, a, moved(1 + 2 ** -52)).overlap).toBe(false);
    expect(surfacesIntersect(a, a, moved(1, 1, 1)).overlap).toBe(true);
  });

  it('is about surfaces: a box inside a box does not overlap it', () => {
    const answer = surfacesIntersect(treed(box([-9, -9, -9], [9, 9, 9])), treed(box()), identityTransform);
    expect(answer.overlap).toBe(false);
    expect(answer.witness).toBeNull();
  });

  it('names a pair that really intersects if the surfaces intersect', () => {
    const a = treed(ball());
    const { witness } = surfacesIntersect(a, a, moved(0.5));
    const all = pairsBruteForce(a.mesh, a.mesh, moved(0.5));
    const listed = Array.from({ length: all.length / 2 }, (_, i) => `${all[2 * i]} ${all[2 * i + 1]}`);
    expect(listed).toContain(`${witness?.a} ${witness?.b}`);
  });

  it('finds nothing with an empty mesh', () => {
    const empty = treed(meshOf([], []));
    expect(pairs(empty, treed(box()), identityTransform, options).pairCount).toBe(0);
    expect(surfacesIntersect(treed(box()), empty, identityTransform).overlap).toBe(false);
  });

  it('leaves out triangles that are not finite, as parsed or once placed', () => {
    const broken = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 0, 0], [0, 1, 2, 0, 1, 3]);
    expect([...pairs(treed(broken), treed(broken), identityTransform, options).pairs]).toEqual([0, 0]);
    const near = treed(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
    const tall = treed(meshOf([0, 0, 0, 1, 0, 0, 0, 1e308, 0], [0, 1, 2]));
    const grown = transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 10, 1] });
    expect([...pairs(near, tall, identityTransform, options).pairs]).toEqual([0, 0]);
    expect([...pairs(near, tall, grown, options).pairs]).toEqual([]);
    expect([...pairsBruteForce(near.mesh, tall.mesh, grown)]).toEqual([]);
  });

  it.each([1e-300, 1e-40, 1e40, 1e150, 1e300])('equals brute force at size %d, beyond f32 boxes and plain f64 products', (size) => {
    const random = seededRandom(4);
    const a = placed(soup(30, random, 1, 0.6), size);
    const b = placed(soup(30, random, 1, 0.6), size);
    const expected = pairsBruteForce(a, b, identityTransform);
    expect(expected.length).toBeGreaterThan(10);
    expect(pairs(treed(a), treed(b), identityTransform, options).pairs).toEqual(expected);
  });

  it('equals brute force when B is made a million times smaller or larger, stretched, sheared or mirrored', () => {
    const random = seededRandom(6);
    const a = soup(60, random, 1, 0.5);
    const b = soup(60, random, 1, 0.5);
    const small = placed(b, 1e6);
    const large = placed(b, 1e-6);
    const scale = (x: number, y: number, z: number) =>
      transformOf({ translate: [0.1, 0, 0], rotateDegrees: [20, 30, 40], scale: [x, y, z] });
    const shear = [1, 0, 0, 0, 0.7, 1, 0, 0, -0.3, 2, 1, 0, 0, 0, 0, 1];
    for (const [mesh, transform] of [
      [small, scale(1e-6, 1e-6, 1e-6)],
      [large, scale(1e6, 1e6, 1e6)],
      [b, scale(1, 7, 0.05)],
      [b, scale(-1, 1, 1)],
      [b, shear],
    ] as const) {
      const expected = pairsBruteForce(a, mesh, transform);
      expect(expected.length).toBeGreaterThan(10);
      expect(pairs(treed(a), treed(mesh), transform, options).pairs).toEqual(expected);
    }
  });

  it('refuses more pairs than allowed, a singular transform, and the tree of another mesh', () => {
    const a = treed(ball());
    expect(codeOf(() => pairs(a, a, identityTransform, { maxPairs: 10 }))).toBe('too-large');
    expect(codeOf(() => pairs(a, a, identityTransform, { maxPairs: 0 }))).toBe('invalid-argument');
    expect(codeOf(() => pairs(a, a, new Array<number>(16).fill(0), options))).toBe('invalid-argument');
    expect(codeOf(() => pairs({ mesh: box(), tree: a.tree }, a, identityTransform, options))).toBe('invalid-argument');
  });

  it.each(['aabb', 'wide'] as const)('reports rising fractions, and stops when the caller throws (%s)', (kind) => {
    const a = treed(ball(48, 30), { kind, leafTriangles: 1 });
    const fractions: number[] = [];
    pairs(a, a, identityTransform, options, (fraction) => fractions.push(fraction));
    expect(fractions.length).toBeGreaterThan(3);
    expect(fractions).toEqual(fractions.toSorted((x, y) => x - y));
    expect(fractions[0]).toBeGreaterThanOrEqual(0);
    expect(fractions.at(-1)).toBe(1);
    const cancelled = new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'Start again', location: {} });
    expect(
      codeOf(() =>
        pairs(a, a, identityTransform, options, () => {
          throw cancelled;
        }),
      ),
    ).toBe('cancelled');
  });

  it.each([{ leafTriangles: 1024 }, { maxDepth: 1 }])(
    'look whether they are wanted while two large leaves are tested, with %o',
    (build) => {
      const a = treed(ripples(80, 0), build);
      const b = treed(ripples(80, 0.0005), build);
      const told: number[] = [];
      const cancelled = new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'Start again', location: {} });
      const progress = (fraction: number): void => {
        told.push(fraction);
        if (told.length === 50) throw cancelled;
      };
      expect(codeOf(() => pairs(a, b, moved(0.0003), options, progress))).toBe('cancelled');
      expect(told).toEqual(told.toSorted((x, y) => x - y));
      // Boxes that are apart are finished at once, so this is more than what a million of 164 million pairs are.
      expect(told.at(-1)).toBeGreaterThan(0);
      expect(told.at(-1)).toBeLessThan(0.5);
    },
  );

  it('allows exactly as many pairs as the option says, and names the flag where that is too few', () => {
    const a = treed(ball());
    const { pairCount } = pairs(a, a, identityTransform, options);
    expect(pairs(a, a, identityTransform, { maxPairs: pairCount }).pairCount).toBe(pairCount);
    expect(() => pairs(a, a, identityTransform, { maxPairs: pairCount - 1 })).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('--max-pairs') as string }) as Error,
    );
  });

  it('opens the box that is larger once placed: a scale in the transform costs the same box tests as one in the mesh', () => {
    const large = treed(ball(200, 120, 1000));
    const small = treed(ball(60, 40, 1));
    const blownUp = treed(placed(small.mesh, 1024));
    const direct = pairs(large, small, moved(1000), options);
    const shrunk = pairs(
      large,
      blownUp,
      transformOf({ translate: [1000, 0, 0], rotateDegrees: [0, 0, 0], scale: [2 ** -10, 2 ** -10, 2 ** -10] }),
      options,
    );
    expect(direct.pairCount).toBeGreaterThan(0);
    expect(shrunk).toEqual(direct);
    // Whichever is A, and far fewer than the trees have nodes.
    const back = pairs(small, large, moved(-1000), options);
    expect(back.pairCount).toBe(direct.pairCount);
    expect(direct.stats.nodePairsTested).toBeLessThan(large.tree.nodeCount / 4);
    expect(back.stats.nodePairsTested).toBeLessThan(large.tree.nodeCount / 4);
  });
});

/** A sheet of 2·n² triangles over the unit square. */
function ripples(n: number, z: number): TriangleMesh {
  const positions = Array.from({ length: (n + 1) ** 2 }, (_, i) => {
    const x = i % (n + 1);
    const y = Math.floor(i / (n + 1));
    return [x / n, y / n, z + ((x * 7 + y * 13) % 11) * 1e-3];
  });
  const corner = (x: number, y: number): number => y * (n + 1) + x;
  const indices = Array.from({ length: n * n }, (_, i) => {
    const x = i % n;
    const y = Math.floor(i / n);
    return [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y), corner(x + 1, y + 1), corner(x, y + 1)];
  });
  return meshOf(positions.flat(), indices.flat());
}
