import { describe, expect, it } from 'vitest';
import { type Kernel, theKernel } from '#core/kernel';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { checkValues } from '#core/options/option';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildTree } from '#core/tree/build-tree';
import { divideInKernel } from '#core/tree/builders/divide-in-kernel';
import { noProgress } from '#core/progress';
import { halvedFrom } from '#core/tree/max-tree-depth';
import { openTree } from '#core/tree/open-tree';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf, soup } from '../../fixtures/shapes.ts';

const splits = Object.keys(buildOptions.split.choices) as BuildOptions['split'][];

/** Returns the mesh with some numbers replaced, again and again. */
function replaced(mesh: TriangleMesh, values: readonly number[], every: number): TriangleMesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += every) positions[i] = values[(i / every) % values.length]!;
  return { ...mesh, positions };
}

/** Triangles that no plane divides: the same one many times, with a few others. */
function coincident(): TriangleMesh {
  const indices = Array.from({ length: 300 }, (_, i) => (i % 50 === 0 ? [1, 2, 3] : [0, 1, 2])).flat();
  return meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices);
}

/** Heaps of triangles that are much smaller than their distance, so that many have the same cell, or nearly. */
function heaps(): TriangleMesh {
  const random = seededRandom(23);
  const positions = [1e-3, 3e-4, 1e-5, 1e-7, 0].flatMap((size, i) =>
    Array.from({ length: 9 * 200 }, (_, k) => 7 * i + (k % 3) + size * random()),
  );
  return meshOf(
    positions,
    Array.from({ length: positions.length / 3 }, (_, i) => i),
  );
}

/** Triangles in cells whose Morton codes have one bit each, so that the tree is a chain. */
function chain(): TriangleMesh {
  const at = (x: number, y: number, z: number): number[] => [x, y, z, x + 0.1, y, z, x, y + 0.1, z];
  const powers = Array.from({ length: 20 }, (_, k) => 2 ** k + 0.4);
  const positions = [at(0, 0, 0), at(2 ** 20, 0, 0), ...powers.flatMap((p) => [at(p, 0, 0), at(0, p, 0), at(0, 0, p)])].flat();
  return meshOf(
    positions,
    Array.from({ length: positions.length / 3 }, (_, i) => i),
  );
}

/** Coordinates that double from triangle to triangle, so that the middle of a side cuts off one triangle each time. */
function doubling(): TriangleMesh {
  const positions: number[] = [];
  for (let i = 0; i < 900; i++) positions.push(2 ** i, 0, 0, 2 ** i, 1, 0, 2 ** i, 0, 1);
  return meshOf(
    positions,
    Array.from({ length: 2700 }, (_, i) => i),
  );
}

/** Returns the mesh with coordinates that f32 holds, which the kernel divides as records of half the size. */
function inF32(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, positions: Float64Array.from(mesh.positions, Math.fround) };
}

const random = seededRandom(19);
const inF64: readonly [string, TriangleMesh][] = [
  ['a ball', ball(60, 30)],
  ['triangles at random', soup(3000, random, 1, 0.05)],
  ['long triangles', soup(500, random, 1, 3)],
  ['zeros of both signs', replaced(soup(400, random, 1, 0.3), [0, -0], 2)],
  ['vertices that are not finite', replaced(soup(900, random, 1, 0.1), [NaN, Infinity, -Infinity], 7)],
  ['coordinates near the end of f64', replaced(soup(300, random, 1, 0.3), [1.7e308, -1.7e308, 1e-308], 5)],
  ['coordinates far from the origin', replaced(soup(300, random, 1, 0.3), [4e6 + 0.1, 4e6 + 0.3], 3)],
  ['equal triangles', coincident()],
  ['coordinates that double', doubling()],
  ['heaps of small triangles', heaps()],
  ['a chain of cells', chain()],
  ['one triangle', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
  ['no triangle', meshOf([0, 0, 0], [])],
  ['no finite triangle', meshOf([0, 0, NaN, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
];
const meshes: readonly [string, TriangleMesh][] = [
  ...inF64,
  ...inF64.map(([what, mesh]): [string, TriangleMesh] => [`${what}, in f32`, inF32(mesh)]),
  ['coordinates near the end of f32', inF32(replaced(soup(300, random, 1, 0.3), [3.4e38, -3.4e38, 1e-45], 5))],
  ['a last coordinate that only f64 holds', replaced(inF32(soup(301, random, 1, 0.3)), [0.1], 9 * 301 - 1)],
];
/** So many triangles that nodes reach the memory of records; with a leaf size of 1 they need more. */
const large = ball(300, 120);
const options: readonly Partial<BuildOptions>[] = [
  {},
  { leafTriangles: 1 },
  { leafTriangles: 3, maxDepth: 6 },
  { leafTriangles: 2, minExtent: 0.2 },
];

describe('division in WebAssembly', () => {
  it('is tried with all six splits', () => {
    expect(splits).toHaveLength(6);
  });

  it.each(splits.flatMap((split) => meshes.map(([what, mesh]) => ({ split, what, mesh }))))(
    'gives the bytes of TypeScript: $split, $what',
    ({ split, mesh }) => {
      for (const given of options) {
        const checked = checkValues(buildOptions, { ...given, kind: 'aabb', split });
        const ours = divideInKernel(theKernel!, mesh, checked, noProgress);
        const theirs = buildTree(mesh, checked, noProgress, null);
        expect(ours).not.toBeNull();
        expect(Buffer.compare(Buffer.from(ours!), Buffer.from(theirs)), JSON.stringify(given)).toBe(0);
      }
    },
  );

  it.each(splits.flatMap((split) => [1, 2, 4].map((leafTriangles) => ({ split, leafTriangles }))))(
    'gives the bytes of TypeScript where nodes take the place of records, or outgrow it: $split, leaf size $leafTriangles',
    ({ split, leafTriangles }) => {
      const checked = checkValues(buildOptions, { kind: 'aabb', split, leafTriangles });
      for (const mesh of [large, inF32(large)]) {
        const ours = divideInKernel(theKernel!, mesh, checked, noProgress);
        expect(Buffer.compare(Buffer.from(ours!), Buffer.from(buildTree(mesh, checked, noProgress, null)))).toBe(0);
      }
    },
  );

  it('halves what is too deep along a curve', () => {
    const checked = checkValues(buildOptions, { kind: 'aabb', split: 'morton', leafTriangles: 1 });
    const tree = openTree(divideInKernel(theKernel!, chain(), checked, noProgress)!);
    expect(tree.depth).toBeGreaterThan(halvedFrom(tree.triangles));
  });

  it('ends when progress throws', () => {
    const stop = new Error('stop');
    let calls = 0;
    const progress = (): void => {
      if (++calls === 3) throw stop;
    };
    const checked = checkValues(buildOptions, { kind: 'aabb', split: 'sah', leafTriangles: 1 });
    expect(() => divideInKernel(theKernel!, ball(60, 30), checked, progress)).toThrow(stop);
    expect(calls).toBe(3);
  });
});

/** Returns the bytes of memory after the kernel has grown it, and at the end of a build. */
function memoryOf(mesh: TriangleMesh, options: Partial<BuildOptions>): readonly [grown: number, end: number] {
  let grown = 0;
  let bytes = (): number => 0;
  const instantiate: Kernel['instantiate'] = (host) => {
    const kernel = theKernel!.instantiate(host);
    bytes = () => kernel.memory.buffer.byteLength;
    const growOnce = (more: number): number => {
      const result = kernel.growOnce(more);
      grown = bytes();
      return result;
    };
    return { ...kernel, growOnce };
  };
  expect(
    divideInKernel({ ...theKernel!, instantiate }, mesh, checkValues(buildOptions, { kind: 'aabb', ...options }), noProgress),
  ).not.toBeNull();
  return [grown, bytes()];
}

it('a build grows the memory once', () => {
  const random = seededRandom(31);
  const exact = soup(60_000, random, 1, 0.01);
  const meshes = [exact, { ...exact, positions: exact.positions.map(Math.fround) }, ball(300, 100)];
  for (const mesh of meshes) {
    for (const split of splits) {
      for (const leafTriangles of [1, 4]) {
        for (const minExtent of [0, 1e-9]) {
          const [grown, end] = memoryOf(mesh, { split, leafTriangles, minExtent });
          expect(grown).toBeGreaterThan(2 ** 21);
          expect(end, `${split}, leaves of ${leafTriangles}, sides of ${minExtent}`).toBe(grown);
        }
      }
    }
  }
});
