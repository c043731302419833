import { nextF32 } from '#core/math/round-f32';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { readNodeBox } from '#core/tree/node-box';
import {
  decodeMax,
  decodeMin,
  gridSteps,
  gridWords,
  readQuantisedBox,
  writeGrid,
  writeQuantisedBox,
} from '#core/tree/kinds/quantised/quantised-box';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { meshOf, placed, soup } from '../../fixtures/shapes.ts';

function gridOf(box: readonly number[]): Float32Array {
  const grid = new Float32Array(gridWords);
  writeGrid(grid, Float32Array.from(box));
  return grid;
}

describe('boxes in 16 bits', () => {
  it('have exactly the sides of the root, and steps of 0 on axes without extent', () => {
    const root = [-1, 2, 0.1, 3, 2, 0.30000001192092896];
    const grid = gridOf(root);
    const numbers = new Uint16Array(6);
    const out = new Float32Array(6);
    writeQuantisedBox(Float32Array.from(root), 0, grid, numbers, 0);
    readQuantisedBox(numbers, 0, grid, out);
    expect([...numbers]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(out).toEqual(Float32Array.from(root));
    expect(grid[7]).toBe(0);
  });

  it('are the tightest boxes on the grid around the input, for any root', () => {
    const random = seededRandom(5);
    for (const [low, size] of [
      [0, 1],
      [-1e6, 3],
      [1e6, 1e-3],
      [-7, 1e30],
      [0, 1e-40],
      [-1, 2 ** -23],
    ] as const) {
      const high = Math.max(nextF32(Math.fround(low)), Math.fround(low + size));
      const grid = gridOf([low, low, low, high, high, high]);
      const numbers = new Uint16Array(6);
      const out = new Float32Array(6);
      for (let i = 0; i < 500; i++) {
        const sides = Float32Array.from({ length: 6 }, () => Math.min(high, Math.max(low, low + random() * (high - low))));
        const box = Float32Array.from([0, 1, 2, 0, 1, 2], (k, at) => (at < 3 ? Math.min : Math.max)(sides[k]!, sides[k + 3]!));
        writeQuantisedBox(box, 0, grid, numbers, 0);
        readQuantisedBox(numbers, 0, grid, out);
        for (let axis = 0; axis < 3; axis++) {
          expect(out[axis]).toBeLessThanOrEqual(box[axis]!);
          expect(out[axis + 3]).toBeGreaterThanOrEqual(box[axis + 3]!);
          const [min, max] = [numbers[axis]!, numbers[axis + 3]!];
          if (min < gridSteps && grid[axis + 6]! > 0) expect(decodeMin(grid, axis, min + 1)).toBeGreaterThan(box[axis]!);
          if (max < gridSteps && grid[axis + 6]! > 0) expect(decodeMax(grid, axis, max + 1)).toBeLessThan(box[axis + 3]!);
        }
      }
    }
  });

  it('contain everything on an axis outside the range of f32', () => {
    const mesh = placed(soup(40, seededRandom(7)), 1e200);
    const tree = openTree(buildTree(mesh, { kind: 'quantised' }));
    expect(checkTree(tree, mesh)).toEqual([]);
    const box = new Float32Array(6);
    readNodeBox(tree, tree.nodeCount - 1, box);
    expect([...box]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
  });

  it('that are one step too small are found', () => {
    const mesh = soup(30, seededRandom(3));
    const sound = openTree(buildTree(mesh, { kind: 'quantised', leafTriangles: 1 }));
    for (let node = 0; node < sound.nodeCount; node++) {
      for (let side = 0; side < 6; side++) {
        const tree = openTree(sound.bytes.slice(0));
        tree.nodesU16[2 * tree.nodeWords * node + side]! += 1;
        expect(checkTree(tree, mesh).map(({ rule }) => rule)).toEqual(
          expect.arrayContaining([expect.stringMatching(/^(vertex|child-box)$/)]),
        );
      }
    }
  });

  it('of a point and of no triangle are valid', () => {
    for (const mesh of [meshOf([1, 2, 3], [0, 0, 0]), meshOf([], [])]) {
      expect(checkTree(openTree(buildTree(mesh, { kind: 'quantised' })), mesh)).toEqual([]);
    }
  });
});
