import { buildMemory } from '#core/tree/builders/check-build-fits';
import { theKernel } from '#core/kernel/index';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';

describe('a mesh too large to build', () => {
  it('is refused in every kind and engine before anything is allocated', () => {
    // 36 million triangles, of which only the count is looked at.
    const length = 3 * 36_000_000;
    const never = new Proxy({ length }, { get: (target, key) => (key === 'length' ? target.length : fail(key)) }) as unknown as Uint32Array;
    const mesh = { positions: new Float64Array(9), indices: never, parts: [] };
    for (const kind of treeKinds) {
      for (const kernel of [null, theKernel]) {
        expect(() => buildTree(mesh, { kind }, noProgress, kernel), kind).toThrow(
          expect.objectContaining({ code: 'too-large', message: expect.stringMatching(/needs (at least|about) \d+\.\d GiB/) }),
        );
      }
    }
  });

  it('is refused depending on the memory of its kind and leaf size', () => {
    // Bytes a triangle that a build of a million was seen to take, beside the mesh.
    const seen = [
      ['aabb', 1, 189],
      ['dop26', 1, 371],
      ['obb', 1, 300],
      ['dop26', 4, 183],
    ] as const;
    for (const [kind, leafTriangles, bytes] of seen) {
      const counted = buildMemory(1_000_000, kind, leafTriangles) / 1_000_000;
      expect(counted, kind).toBeGreaterThan(0.9 * bytes);
      expect(counted, kind).toBeLessThan(1.3 * bytes);
    }
    const mesh = { positions: new Float64Array(9), indices: { length: 3 * 15_000_000 } as Uint32Array, parts: [] };
    expect(() => buildTree(mesh, { kind: 'dop26', leafTriangles: 1 })).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  it('is refused with its memory and the maximum size of a part', () => {
    const mesh = { positions: new Float64Array(9), indices: { length: 3 * 80_000_000 } as Uint32Array, parts: [] };
    // 120 bytes a triangle while it is built, and 36 of boxes: a node of 32 and a place in the leaf order.
    expect(() => buildTree(mesh, {})).toThrow(
      expect.objectContaining({
        message: 'This tree of kind aabb needs about 11.6 GiB to build, and builds may take 4',
        fix: 'Split the file into parts of at most 27 million triangles, or choose kind aabb or a larger leaf size',
      }),
    );
  });
});

function fail(key: string | symbol): never {
  throw new Error(`Looked at ${String(key)}`);
}
