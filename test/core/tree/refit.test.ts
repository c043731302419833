import { InspectorError } from '#core/error';
import { defaultValues } from '#core/options/option';
import { refitOptions } from '#core/options/refit-options';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { refitQuality } from '#core/tree/refit/refit-quality';
import { refitTree } from '#core/tree/refit/refit-tree';
import { sahCost } from '#core/tree/subtree-costs';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, meshOf } from '../../fixtures/shapes.ts';

const options = defaultValues(refitOptions);

describe('refitting in place', () => {
  it('writes to the tree’s own bytes, and to another buffer of its length', () => {
    const mesh = ball(30, 20);
    const moved = { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 0 ? 3 * value + 100 : value)) };
    const bytes = buildTree(mesh, {});
    const other = refitTree(openTree(bytes), moved, new ArrayBuffer(bytes.byteLength));
    expect(checkTree(openTree(bytes), mesh)).toEqual([]);
    expect(refitTree(openTree(bytes), moved, bytes)).toBe(bytes);
    expect(new Uint8Array(bytes)).toEqual(new Uint8Array(other));
    expect(checkTree(openTree(bytes), moved)).toEqual([]);
    expect(() => refitTree(openTree(bytes), mesh, new ArrayBuffer(bytes.byteLength - 4))).toThrow(InspectorError);
  });
});

describe('the quality of a refit', () => {
  it('does not change when the whole mesh moves or grows', () => {
    const mesh = ball(40, 30);
    const tree = openTree(buildTree(mesh, {}));
    const moved = { ...mesh, positions: mesh.positions.map((value) => 7 * value + 1000) };
    const { decay, shouldRebuild } = refitQuality(sahCost(tree), openTree(refitTree(tree, moved)), options);
    expect(decay).toBeCloseTo(1, 3);
    expect(shouldRebuild).toBe(false);
  });

  it('is lost when neighbours move apart, and a rebuild is advised', () => {
    const mesh = ball(40, 30);
    const tree = openTree(buildTree(mesh, {}));
    const random = seededRandom(1);
    const torn = { ...mesh, positions: mesh.positions.map(() => random()) };
    const { builtCost, refittedCost, decay, shouldRebuild } = refitQuality(sahCost(tree), openTree(refitTree(tree, torn)), options);
    expect(decay).toBe(refittedCost! / builtCost!);
    expect(decay).toBeGreaterThan(2);
    expect(shouldRebuild).toBe(true);
    expect(refitQuality(builtCost, openTree(refitTree(tree, torn)), { rebuildPercent: 10000 }).shouldRebuild).toBe(false);
  });

  it('is unknown without area', () => {
    const point = meshOf([1, 1, 1], [0, 0, 0]);
    const tree = openTree(buildTree(point, {}));
    expect(refitQuality(sahCost(tree), tree, options)).toMatchObject({ decay: null, shouldRebuild: false });
    expect(() => refitQuality(1, openTree(buildTree(box(), {})), { rebuildPercent: 50 })).toThrow(InspectorError);
  });
});

describe('a refit of triangles too small for f32', () => {
  it.each(treeKinds.filter((kind) => kind !== 'wide'))('gives the bytes of the build, whatever the signs of zeros (%s)', (kind) => {
    for (let seed = 0; seed < 40; seed++) {
      const random = seededRandom(seed);
      const positions = Array.from({ length: 9 * 12 }, () => (Math.floor(5 * random()) - 2) * 1e-160);
      const mesh = meshOf(
        positions,
        positions.slice(0, positions.length / 3).map((_, i) => i),
      );
      const tree = openTree(buildTree(mesh, { kind, leafTriangles: 1 + (seed % 3) }));
      const built = new Uint8Array(tree.bytes as ArrayBuffer).slice();
      expect(new Uint8Array(refitTree(tree, mesh))).toEqual(built);
    }
  });
});
