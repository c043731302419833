import { InspectorError } from '#core/error';
import { type Kernel, type KernelExports, compileKernel, theKernel } from '#core/kernel/index';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { BuildOptions } from '#core/options/build-options';
import { noProgress } from '#core/progress';
import { buildWithEngine, buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { treeStatistics } from '#core/tree/statistics';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, meshOf, placed, soup } from '../../fixtures/shapes.ts';

const kernel = theKernel!;

function treeOf(mesh: TriangleMesh, options: Partial<BuildOptions> = {}, by: Kernel | null = kernel): Tree {
  return openTree(buildTree(mesh, { kind: 'wide', ...options }, noProgress, by));
}

/** Two rings of triangles that all lie on each other, in a soup that is large enough for clusters. */
function withCopies(): TriangleMesh {
  const some = soup(3000, seededRandom(4));
  const indices = new Uint32Array(3 * 9000);
  indices.set(some.indices);
  for (let t = 3000; t < 9000; t++) indices.set(some.indices.subarray(0, 3), 3 * t);
  return { positions: some.positions, indices, parts: [] };
}

describe('the builder in WebAssembly', () => {
  it('builds valid trees around the number of triangles where clusters start', () => {
    for (const count of [4095, 4096, 4097, 20_000]) {
      const mesh = soup(count, seededRandom(count), 1, 0.02);
      for (const leafTriangles of [1, 4, 8]) {
        const tree = treeOf(mesh, { leafTriangles });
        expect([tree.triangles, checkTree(tree, mesh)]).toEqual([count, []]);
        expect(treeStatistics(tree).leafSizes.at(-1)![0]).toBeLessThanOrEqual(leafTriangles);
      }
    }
  });

  it('builds valid trees of bounded depth for many coincident triangles', () => {
    const mesh = withCopies();
    const tree = treeOf(mesh, { leafTriangles: 1 });
    expect([tree.leafCount, checkTree(tree, mesh)]).toEqual([9000, []]);
    expect(tree.depth).toBeLessThan(20);
  });

  it('builds about the same tree as TypeScript: as many leaves, the same cost', () => {
    const mesh = ball(200, 100);
    const [ours, theirs] = [treeStatistics(treeOf(mesh)), treeStatistics(treeOf(mesh, {}, null))];
    expect(ours.leaves / theirs.leaves).toBeGreaterThan(0.7);
    expect(ours.sahCost! / theirs.sahCost!).toBeLessThan(1.25);
  });

  it('reports the engines of the build and of queries, which may differ', () => {
    const engines = (mesh: TriangleMesh, options: Partial<BuildOptions>, kernel: Kernel | null = theKernel): readonly unknown[] => {
      const { bytes, engine } = buildWithEngine(mesh, options, noProgress, kernel);
      const statistics = treeStatistics(openTree(bytes), engine, kernel);
      return [statistics.engine, statistics.queryEngine];
    };
    expect(engines(ball(), { kind: 'wide' })).toEqual(['webassembly', 'webassembly']);
    expect(engines(ball(), { kind: 'wide', split: 'ploc' })).toEqual(['typescript', 'webassembly']);
    expect(engines(ball(), { kind: 'aabb' })).toEqual(['webassembly', 'typescript']);
    expect(engines(ball(), { kind: 'aabb' }, null)).toEqual(['typescript', 'typescript']);
    expect(engines(ball(), { kind: 'wide' }, null)).toEqual(['typescript', 'typescript']);
    // f32 has no frame for it.
    const huge = meshOf([0, 0, 0, 1e300, 0, 0, 0, 1e300, 0], [0, 1, 2]);
    expect(engines(huge, { kind: 'wide' })).toEqual(['typescript', 'typescript']);
    // One that was opened does not say.
    expect(treeStatistics(treeOf(ball()))).toMatchObject({ engine: null, queryEngine: 'webassembly' });
  });

  it('returns the same bytes on every run', () => {
    const mesh = soup(10_000, seededRandom(9), 1, 0.05);
    expect(new Uint8Array(treeOf(mesh).bytes)).toEqual(new Uint8Array(treeOf(mesh).bytes));
  });

  it('applies the maximum depth and the minimum extent', () => {
    const mesh = soup(6000, seededRandom(2), 1, 0.01);
    const shallow = treeOf(mesh, { maxDepth: 2 });
    expect([shallow.depth, checkTree(shallow, mesh)]).toEqual([2, []]);
    const coarse = treeOf(mesh, { leafTriangles: 1, minExtent: 0.5 });
    expect(checkTree(coarse, mesh)).toEqual([]);
    expect(coarse.leafCount).toBeLessThan(treeOf(mesh, { leafTriangles: 1 }).leafCount / 10);
  });

  it('takes its frame from finite triangles, not from unused vertices', () => {
    const mesh = soup(5000, seededRandom(6), 1, 0.05);
    const littered = { ...mesh, positions: Float64Array.of(...mesh.positions, 1e300, -1e9, 0, NaN, Infinity, 5) };
    const [clean, other] = [treeOf(mesh), treeOf(littered)];
    expect(checkTree(other, littered)).toEqual([]);
    expect([other.wide.scale, other.origin, [...other.bounds]]).toEqual([clean.wide.scale, clean.origin, [...clean.bounds]]);
    const holes = { ...mesh, positions: mesh.positions.slice() };
    for (let t = 0; t < 5000; t += 7) holes.positions[9 * t + (t % 9)] = t % 2 === 0 ? NaN : -Infinity;
    const tree = treeOf(holes);
    expect([tree.triangles, checkTree(tree, holes)]).toEqual([5000 - Math.ceil(5000 / 7), []]);
  });

  it('detects f32 sources as TypeScript does', () => {
    const f32 = { ...soup(50, seededRandom(3)), positions: soup(50, seededRandom(3)).positions.map(Math.fround) };
    for (const mesh of [f32, placed(f32, 1, [0.1, 0, 0]), placed(f32, 3, [0, 0, 0])]) {
      expect([treeOf(mesh).wide.isExact, treeOf(mesh).origin]).toEqual([
        treeOf(mesh, {}, null).wide.isExact,
        treeOf(mesh, {}, null).origin,
      ]);
    }
  });

  it('returns null for meshes without a valid f32 frame and without triangles', () => {
    const mesh = soup(20, seededRandom(5));
    for (const factor of [1e-295, 1e290]) {
      const extreme = placed(mesh, factor, [0, 0, 0]);
      expect(new Uint8Array(treeOf(extreme).bytes)).toEqual(new Uint8Array(treeOf(extreme, {}, null).bytes));
    }
    expect(treeOf(meshOf([], [])).nodeCount).toBe(0);
    expect(treeOf(meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])).nodeCount).toBe(0);
  });

  it('reports ascending progress, and stops when progress throws', () => {
    const mesh = isFullRun ? ball(900, 400) : ball(450, 200);
    const reported: number[] = [];
    buildTree(mesh, { kind: 'wide' }, (fraction) => reported.push(fraction));
    expect(reported.length).toBeGreaterThan(12);
    expect(reported.every((fraction, i) => fraction >= (reported[i - 1] ?? 0))).toBe(true);
    expect(reported.at(-1)).toBe(1);
    let calls = 0;
    const cancel = (): void => {
      if (++calls === 5) throw new InspectorError({ code: 'cancelled', message: 'no longer wanted', fix: 'none', location: {} });
    };
    expect(() => buildTree(mesh, { kind: 'wide' }, cancel)).toThrow('no longer wanted');
    expect(calls).toBe(5);
  });
});

describe('memory', () => {
  /** A kernel of which one function finds no more memory. */
  const without = (broken: Partial<KernelExports>): Kernel => ({ instantiate: (host) => ({ ...kernel.instantiate(host), ...broken }) });

  it.each([
    ['reserveMesh', { reserveMesh: () => 0 }],
    ['reservePrimitives', { reservePrimitives: () => 0 }],
    ['sortPrimitives', { sortPrimitives: () => 0 }],
    ['beginBuild', { beginBuild: () => 0 }],
    ['stepBuild', { stepBuild: () => -1 }],
    ['beginFinish', { beginFinish: () => 0 }],
  ] as const)('that runs out in %s is reported in one line with a fix', (_, broken) => {
    expect(() => treeOf(ball(), {}, without(broken))).toThrow(
      expect.objectContaining({ code: 'too-large', fix: expect.stringContaining('Split the file') }),
    );
  });

  it('that cannot suffice is refused before anything is allocated', () => {
    const instantiate = vi.fn(kernel.instantiate);
    // 40 million triangles by their numbers alone.
    const mesh = { positions: new Float64Array(9), indices: { length: 120e6 } as Uint32Array, parts: [] };
    expect(() => treeOf(mesh, {}, { instantiate })).toThrow(/needs at least 4\.\d GiB/);
    expect(instantiate).not.toHaveBeenCalled();
  });
});

describe('where WebAssembly', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is missing there is no kernel', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(compileKernel()).toBeNull();
  });

  it('is forbidden, or has no SIMD, there is no kernel', () => {
    const refuse = (): never => {
      throw new Error('Refused to compile');
    };
    vi.stubGlobal('WebAssembly', { ...WebAssembly, Module: refuse, Instance: WebAssembly.Instance });
    expect(compileKernel()).toBeNull();
    vi.unstubAllGlobals();
    vi.stubGlobal('WebAssembly', { Module: WebAssembly.Module, Instance: refuse });
    expect(compileKernel()).toBeNull();
  });

  it('is not available trees have the same kind', () => {
    const mesh = ball();
    const tree = treeOf(mesh, {}, null);
    expect([tree.kind, checkTree(tree, mesh)]).toEqual(['wide', []]);
  });
});
