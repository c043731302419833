import { closestPointMany } from '#core/query/batch/closest-point-many';
import { overlapMany } from '#core/query/batch/overlap-many';
import type { FromQueryThread } from '#core/query/batch/batch-work';
import { raycastMany } from '#core/query/batch/raycast-many';
import { serveQueries } from '#core/query/batch/serve-queries';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import { sharedCopy } from '#core/shared-copy';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { buildTree } from '#core/tree/build-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { joinSharedTree, shareTree, type SharedTree } from '#core/tree/kinds/wide/share-tree';
import { openTree } from '#core/tree/open-tree';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { sharedMemory } from '../../fixtures/shared-memory.ts';

const random = seededRandom(61);
const count = 300;
const numbers = (length: number, scale = 1): Float64Array => Float64Array.from({ length }, () => scale * (4 * random() - 2));
const points = numbers(3 * count);
const directions = numbers(3 * count);
const radii = Float64Array.from({ length: count }, () => 2 * random());
const meshes = [
  ['a mesh whose vertices are f32', ball(48, 24)],
  ['a mesh whose vertices are not', placed(soup(400, random), 1 / 3, [0.1, 0, 0])],
] as const;

describe('a tree in shared memory', () => {
  it.each(meshes)('of %s is searched by two instances in turns, with the bits of a tree of its own', (_, mesh) => {
    const tree = openTree(buildTree(mesh, { kind: 'wide' }));
    const own = loadTree(tree, mesh);
    const shared = shareTree(tree, mesh)!;
    const pages = shared.memory.buffer.byteLength;
    expect(pages).toBeGreaterThan(tree.nodesU32.byteLength + tree.wide.blocksU32.byteLength);
    expect(shared.mesh === null).toBe(tree.wide.isExact);
    const instances = [joinSharedTree(tree, shared), joinSharedTree(tree, shared)];
    for (let round = 0; round < 2; round++) {
      for (const joined of instances) {
        expect(joined.loaded!.isShared).toBe(true);
        expect(raycastMany(joined, mesh, { origins: points, directions })).toEqual(raycastMany(own, mesh, { origins: points, directions }));
        expect(closestPointMany(joined, mesh, { points })).toEqual(closestPointMany(own, mesh, { points }));
        const spheres = { centers: points, radii };
        expect(overlapMany(joined, mesh, spheres)).toEqual(overlapMany(own, mesh, spheres));
        for (let i = 0; i < 40; i++) {
          const at = (k: number): [number, number, number] => [points[k]!, points[k + 1]!, points[k + 2]!];
          const sweep = { shape: { kind: 'sphere', radius: 0.1 }, from: at(3 * i), to: at(3 * i + 3) } as const;
          expect(sweepShape(joined, mesh, sweep)).toEqual(sweepShape(own, mesh, sweep));
        }
      }
    }
  });

  it('is not copied by an instance that joins', () => {
    const mesh = ball(400, 200);
    const tree = openTree(buildTree(mesh, { kind: 'wide' }));
    const shared = shareTree(tree, mesh)!;
    const before = shared.memory.buffer.byteLength;
    for (let i = 0; i < 4; i++) joinSharedTree(tree, shared);
    const each = (shared.memory.buffer.byteLength - before) / 4;
    expect(tree.nodesU32.byteLength + tree.wide.blocksU32.byteLength).toBeGreaterThan(5e6);
    expect(each).toBeLessThan(1e6);
  });

  it('finds more hits than the memory had room for, though another instance has grown it', () => {
    // All triangles lie in one place: a box overlaps every one.
    const corners = Array.from({ length: 40_000 }, (_, i) => [i / 40_000, 0, 0, 1, i / 40_000, 0, 0, 1, i / 40_000]).flat();
    const mesh = meshOf(
      corners,
      Array.from({ length: 120_000 }, (_, i) => i),
    );
    const tree = openTree(buildTree(mesh, { kind: 'wide' }));
    const shared = shareTree(tree, mesh)!;
    const [first, second] = [joinSharedTree(tree, shared), joinSharedTree(tree, shared)];
    const boxes = { kind: 'alignedBox', mins: [-1, -1, -1], maxs: [2, 2, 2] } as const;
    const before = shared.memory.buffer.byteLength;
    expect(overlapMany(first, mesh, boxes).triangles).toHaveLength(40_000);
    expect(shared.memory.buffer.byteLength).toBeGreaterThan(before);
    expect(overlapMany(second, mesh, boxes).triangles).toEqual(overlapMany(first, mesh, boxes).triangles);
  });

  describe('without memory', () => {
    const mesh = ball(24, 12);
    const tree = openTree(buildTree(mesh, { kind: 'wide' }));
    const refusal = (): never => {
      throw new RangeError('could not allocate memory');
    };
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it.each(['Memory', 'Instance'] as const)('is not made where the engine refuses a WebAssembly.%s', (kind) => {
      vi.spyOn(WebAssembly, kind).mockImplementation(function () {
        return refusal();
      });
      expect(shareTree(tree, mesh)).toBeNull();
    });

    it('is not joined where the engine refuses an instance, and JavaScript runs the queries', () => {
      const shared = shareTree(tree, mesh)!;
      vi.spyOn(WebAssembly, 'Instance').mockImplementation(function () {
        return refusal();
      });
      expect(joinSharedTree(tree, shared)).toBe(tree);
    });

    it('is not joined where no scratch memory is left, and JavaScript runs the queries', () => {
      const memory = sharedMemory(1);
      const full: SharedTree = { ...shareTree(tree, mesh)!, memory };
      const replies: FromQueryThread[] = [];
      const receive = serveQueries((message) => replies.push(message));
      receive({
        kind: 'start',
        start: { mesh: writeMeshBytes(mesh, (length) => new SharedArrayBuffer(length)), tree: sharedCopy(tree.bytes), loaded: full },
      });
      const result = { triangles: new Int32Array(count), distances: new Float64Array(count) };
      receive({ kind: 'step', step: { kind: 'rays', rays: { origins: points, directions }, options: {}, filter: {}, result } });
      receive({ kind: 'batch', batch: { from: 0, to: count } });
      expect(replies).toEqual([{ result: null }]);
      expect(result).toEqual(raycastMany(tree, mesh, { origins: points, directions }));
    });
  });

  it('is not made of other kinds, nor of an empty mesh', () => {
    const mesh = ball(8, 4);
    expect(shareTree(openTree(buildTree(mesh, { kind: 'aabb' })), mesh)).toBeNull();
    const empty = meshOf([], []);
    expect(shareTree(openTree(buildTree(empty, { kind: 'wide' })), empty)).toBeNull();
  });
});
