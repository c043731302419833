import { InspectorError } from '#core/error';
import { type Kernel, theKernel } from '#core/kernel';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import type { BuildOptions } from '#core/options/build-options';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import type { SplitName, Tree } from '#core/tree/layout';
import { childAt, isLeaf, leafCount } from '#core/tree/nodes';
import { nodeBox } from '#core/tree/node-box';
import { nodeRange } from '#core/tree/node-range';
import { treeStatistics } from '#core/tree/statistics';
import { describe, expect, it } from 'vitest';
import { splitNames } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun, scaled } from '../../fixtures/scale.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';

const splits = splitNames;

function treeOf(mesh: TriangleMesh, options: Partial<BuildOptions> = {}, kernel?: Kernel | null): Tree {
  return openTree(buildTree(mesh, { split: 'sah', leafTriangles: 1, maxDepth: 0, minExtent: 0, ...options }, noProgress, kernel));
}

/** Triangles of a node, ascending. */
function trianglesOf(tree: Tree, node: number): number[] {
  const { first, count } = nodeRange(tree, node);
  return [...tree.leafOrder.subarray(first, first + count)].sort((p, q) => p - q);
}

/** One small triangle about each point of a line along x. */
function along(...centres: readonly number[]): TriangleMesh {
  const positions = centres.flatMap((x) => [x - 0.25, 0, 0, x + 0.25, 0, 0, x, 0.25, 0]);
  return meshOf(
    positions,
    positions.slice(0, positions.length / 3).map((_, i) => i),
  );
}

/** The same triangle again and again. */
function coincident(count: number): TriangleMesh {
  const indices = new Uint32Array(3 * count).map((_, i) => i % 3);
  return { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0.5), indices, parts: [] };
}

describe('a tree of zero or one triangle', () => {
  it.each(splits)('has no node without triangles (%s)', (split) => {
    const mesh = meshOf([], []);
    const tree = treeOf(mesh, { split });
    expect([tree.nodeCount, tree.leafCount, tree.depth, tree.triangles]).toEqual([0, 0, 0, 0]);
    expect([...tree.bounds]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(checkTree(tree, mesh)).toEqual([]);
  });

  it.each(splits)('is one leaf for one triangle (%s)', (split) => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 2, 0], [0, 1, 2]);
    const tree = treeOf(mesh, { split });
    expect([tree.nodeCount, tree.leafCount, tree.depth]).toEqual([1, 1, 0]);
    expect(nodeBox(tree, 0)).toEqual({ min: [0, 0, 0], max: [1, 2, 0] });
    expect(checkTree(tree, mesh)).toEqual([]);
  });

  it.each(splits)('leaves out triangles that are not finite (%s)', (split) => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0, 0, Infinity, 0], [3, 0, 1, 0, 1, 2, 4, 1, 2]);
    const tree = treeOf(mesh, { split });
    expect([...tree.leafOrder]).toEqual([1]);
    expect(tree.meshTriangles).toBe(3);
    expect(checkTree(tree, mesh)).toEqual([]);
    const none = meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    expect(treeOf(none, { split }).nodeCount).toBe(0);
    expect(checkTree(treeOf(none, { split }), none)).toEqual([]);
  });
});

describe('every small tree', () => {
  it.each(splits)('is valid for 0 to 64 triangles and every leaf size up to 9 (%s)', (split) => {
    const random = seededRandom(1);
    const problems: string[] = [];
    const leafSizes = new Set<number>();
    for (let count = 0; count <= 64; count++) {
      // A short run takes one large count in four.
      if (!isFullRun && count > 17 && count % 4 !== 0) continue;
      const meshes = [soup(count, random), coincident(count), along(...Array.from({ length: count }, (_, i) => 2 ** (i % 40)))];
      // A short run looks at leaves of one triangle, and at those of one of the other sizes in turn.
      const sizes = isFullRun ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 2 + (count % 8)];
      for (const leafTriangles of sizes) {
        leafSizes.add(leafTriangles);
        for (const [mesh, kernel] of meshes.flatMap((mesh) => [theKernel, null].map((kernel) => [mesh, kernel] as const))) {
          const tree = treeOf(mesh, { split, leafTriangles }, kernel);
          const found = checkTree(tree, mesh).map(({ message }) => message);
          if (leafTriangles === 1 && tree.leafCount !== count) found.push(`${tree.leafCount} leaves`);
          problems.push(...found.map((problem) => `${count} triangles, leaves of ${leafTriangles}: ${problem}`));
        }
      }
    }
    expect(problems).toEqual([]);
    expect(leafSizes.size).toBe(9);
  });
});

describe('T1, the spatial median', () => {
  it('divides the longest side in the middle; a centre at the middle goes left', () => {
    // The box runs from -0.25 to 8.25, so the middle is 4.
    const tree = treeOf(along(0, 4, 8, 1, 5), { split: 'median' });
    expect(tree.nodesU32[7]).toBe(0);
    expect(trianglesOf(tree, 1)).toEqual([0, 1, 3]);
    expect(trianglesOf(tree, childAt(tree, 0, 1))).toEqual([2, 4]);
  });

  it('uses the centre of the box, not of the vertices', () => {
    // Projections 0..8 and 3..6: centres 4 and 4.5 about a middle of 4. The centroids lie at 2.9 and 4.3.
    const mesh = meshOf([0, 0, 0, 8, 0, 0, 0.5, 1, 0, 3, 0, 0, 6, 0, 0, 4, 1, 0], [0, 1, 2, 3, 4, 5]);
    const tree = treeOf(mesh, { split: 'median' });
    expect(trianglesOf(tree, 1)).toEqual([0]);
    expect(trianglesOf(tree, 2)).toEqual([1]);
  });

  it('takes the lower axis of two equal sides', () => {
    const tree = treeOf(box(), { split: 'median' });
    expect(tree.nodesU32[7]).toBe(0);
  });
});

describe('T2, the empty-side fix', () => {
  it('tries the second axis when the first does not divide', () => {
    // Both run from 0 to 8 in x, and lie one behind the other in y.
    const mesh = meshOf([0, 0, 0, 8, 0, 0, 4, 1, 0, 0, 2, 0, 8, 2, 0, 4, 3, 0], [3, 4, 5, 0, 1, 2]);
    const tree = treeOf(mesh, { split: 'median' });
    expect(tree.nodesU32[7]).toBe(1);
    expect([trianglesOf(tree, 1), trianglesOf(tree, 2)]).toEqual([[1], [0]]);
  });

  it('moves the largest triangle right when no axis divides, of equal ones that with the lowest index', () => {
    // Three about one centre: the second and the third are equal and larger than the first.
    const about = (s: number): number[] => [-s, -s, -s, s, s, s, 0, s, -s];
    const mesh = meshOf([...about(1), ...about(2), ...about(2)], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const tree = treeOf(mesh, { split: 'median' });
    expect([trianglesOf(tree, 1), trianglesOf(tree, childAt(tree, 0, 1))]).toEqual([[0, 2], [1]]);
  });

  it('halves the list after two consecutive fixes', () => {
    const tree = treeOf(coincident(34), { split: 'median' });
    // 34 → 33 + 1 → 32 + 1 → 16 + 16 → … : depth 2 + 5.
    expect(trianglesOf(tree, 1)).toHaveLength(33);
    expect(trianglesOf(tree, 2)).toHaveLength(32);
    expect(trianglesOf(tree, 3)).toHaveLength(16);
    expect(tree.depth).toBe(7);
  });

  it.each(splits)('builds very many coincident triangles in bounded depth (%s)', (split) => {
    // A million in the full run.
    const count = scaled(1_000_000);
    const mesh = coincident(count);
    const tree = treeOf(mesh, { split });
    expect(tree.depth).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 2);
    expect(tree.leafCount).toBe(count);
    expect(checkTree(tree, mesh)).toEqual([]);
  });

  it.each(splits)('bounds the depth where every plane cuts off one triangle (%s)', (split) => {
    // Sizes and distances double, so that the middle always divides the last from the rest.
    const mesh = along(...Array.from({ length: 900 }, (_, i) => 2 ** (i - 400)));
    const tree = treeOf(mesh, { split });
    expect(tree.depth).toBeLessThanOrEqual(2 * 10 + 32 + 10 + 1);
    expect(checkTree(tree, mesh)).toEqual([]);
  });
});

describe('T3, pruning', () => {
  it.each(splits)('stops at the maximum depth, with all remaining triangles in one leaf (%s)', (split) => {
    for (const maxDepth of [1, 2, 5]) {
      const mesh = ball();
      const tree = treeOf(mesh, { split, maxDepth });
      expect(tree.depth).toBe(maxDepth);
      expect(checkTree(tree, mesh)).toEqual([]);
    }
  });

  it.each(splits)('stops where no side is longer than the minimum extent (%s)', (split) => {
    const mesh = ball();
    const tree = treeOf(mesh, { split, minExtent: 0.5 });
    for (let node = 0; node < tree.nodeCount; node++) {
      const { min, max } = nodeBox(tree, node);
      const side = Math.max(...max.map((value, k) => value - min[k]!));
      if (!isLeaf(tree, node)) expect(side).toBeGreaterThan(0.5);
      else if (leafCount(tree, node) > 1) expect(side).toBeLessThanOrEqual(0.5 + 1e-6);
    }
    expect(treeStatistics(tree).leafSizes.at(-1)![0]).toBeGreaterThan(2);
    expect(checkTree(tree, mesh)).toEqual([]);
    expect(treeOf(mesh, { split, minExtent: 3 }).nodeCount).toBe(1);
  });
});

describe('T6, two seeds', () => {
  it('gives each triangle to the nearer of the outermost centres on the longest side', () => {
    // Seeds 0 and 10: what lies below 5 is nearer to 0.
    const tree = treeOf(along(0, 4.9, 10, 5.1, 1), { split: 'seeds' });
    expect(tree.nodesU32[7]).toBe(0);
    expect(trianglesOf(tree, 1)).toEqual([0, 1, 4]);
    expect(trianglesOf(tree, childAt(tree, 0, 1))).toEqual([2, 3]);
  });

  it('assigns triangles in the middle last, by index, each to the smaller group', () => {
    // Nearer to 0: one; to 10: two. Of the five in the middle the first evens that, the second goes left, then right, left, right.
    const tree = treeOf(along(5, 0, 5, 10, 5, 9, 5, 5), { split: 'seeds' });
    expect(trianglesOf(tree, 1)).toEqual([0, 1, 2, 6]);
    expect(trianglesOf(tree, childAt(tree, 0, 1))).toEqual([3, 4, 5, 7]);
  });

  it('assigns triangles with equal centres alternately', () => {
    const tree = treeOf(coincident(64), { split: 'seeds' });
    expect(tree.depth).toBe(6);
    expect(trianglesOf(tree, 1)).toEqual(Array.from({ length: 32 }, (_, i) => 2 * i));
  });
});

describe('T7, full sweep', () => {
  it('finds the cheapest of all divisions by centre, like brute force', () => {
    for (let seed = 0; seed < 40; seed++) {
      const mesh = soup(2 + (seed % 14), seededRandom(seed), 1, 0.7);
      const tree = treeOf(mesh, { split: 'sweep' });
      expect(divisionCost(mesh, trianglesOf(tree, 1), trianglesOf(tree, childAt(tree, 0, 1)))).toBeCloseTo(cheapestDivision(mesh), 12);
    }
  });
});

describe('T8, along a space-filling curve', () => {
  it('divides where the highest bit of the Morton codes changes', () => {
    // Of 2^20 cells over 0..8 the highest bit changes at 4, then at 2 and 6.
    const tree = treeOf(along(7, 1, 8, 3, 0, 4.5), { split: 'morton' });
    expect(trianglesOf(tree, 1)).toEqual([1, 3, 4]);
    expect(trianglesOf(tree, 2)).toEqual([1, 4]);
    expect(trianglesOf(tree, childAt(tree, 0, 1))).toEqual([0, 2, 5]);
    expect(trianglesOf(tree, childAt(tree, childAt(tree, 0, 1), 1))).toEqual([0, 2]);
  });

  it('merges the nearest neighbours first', () => {
    const tree = treeOf(along(0, 100, 1, 101, 103), { split: 'ploc' });
    expect([trianglesOf(tree, 1), trianglesOf(tree, childAt(tree, 0, 1))]).toEqual([
      [0, 2],
      [1, 3, 4],
    ]);
    const right = childAt(tree, 0, 1);
    expect([trianglesOf(tree, right + 1), trianglesOf(tree, childAt(tree, right, 1))]).toEqual([[1, 3], [4]]);
  });

  it('costs at most 1.5 times binned SAH on a soup and on a ball, and PLOC less than Morton', () => {
    for (const mesh of [soup(5000, seededRandom(3)), ball(96, 48)]) {
      const [sah, morton, ploc] = (['sah', 'morton', 'ploc'] as const).map((split) => costOf(mesh, split));
      expect(morton).toBeLessThan(1.5 * sah!);
      expect(ploc).toBeLessThan(morton!);
      expect(ploc).toBeLessThan(1.04 * sah!);
    }
  });

  it.each(['morton', 'ploc'] as const)('has a bounded depth where areas are zero, equal, or grow along the curve (%s)', (split) => {
    const count = isFullRun ? 200_000 : 20_000;
    const levels = Math.ceil(Math.log2(count));
    const line = (xAt: (i: number) => number): TriangleMesh => {
      const positions = new Float64Array(9 * count);
      for (let i = 0; i < count; i++) positions.set([xAt(i), 0, 0, xAt(i) + 0.1, 0, 0, xAt(i), 0, 0], 9 * i);
      return { positions, indices: new Uint32Array(3 * count).map((_, i) => i), parts: [] };
    };
    const side = Math.floor(Math.sqrt(count / 2));
    const power = 200_000 / count;
    for (const mesh of [line((i) => i), line((i) => i * i), line((i) => 1.0001 ** (power * i)), ball(side, side)]) {
      const tree = treeOf(mesh, { split });
      expect(tree.depth).toBeLessThanOrEqual(2 * levels + 32 + levels);
      expect(checkTree(tree, mesh)).toEqual([]);
    }
  });
});

describe('T7, binned SAH', () => {
  it('separates the far triangle, where the median would halve', () => {
    const tree = treeOf(along(0, 1, 2, 3, 100), { split: 'sah' });
    expect(trianglesOf(tree, 1)).toEqual([0, 1, 2, 3]);
  });

  it('costs less than the median on a soup and on a ball', () => {
    for (const mesh of [soup(5000, seededRandom(3)), ball(96, 48)]) {
      const [median, sah, sweep] = (['median', 'sah', 'sweep'] as const).map((split) => costOf(mesh, split));
      expect(sah).toBeLessThan(median!);
      expect(sweep).toBeLessThan(sah! * 1.01);
    }
  });

  it.each([1e-200, 1e160, 1e300])('builds where areas overflow or underflow: scale %g', (scale) => {
    const mesh = placed(soup(500, seededRandom(4)), scale);
    const tree = treeOf(mesh);
    expect(tree.depth).toBeLessThanOrEqual(64);
    expect(checkTree(tree, mesh)).toEqual([]);
  });
});

describe('a build', () => {
  it.each(splits)('returns the same bytes every time (%s)', (split) => {
    const mesh = soup(2000, seededRandom(5));
    const options: Partial<BuildOptions> = { split, leafTriangles: 2, maxDepth: 0, minExtent: 0 };
    expect(new Uint8Array(buildTree(mesh, options))).toEqual(new Uint8Array(buildTree(mesh, options)));
  });

  it('does not change the mesh', () => {
    const mesh = soup(200, seededRandom(6));
    const before = { positions: mesh.positions.slice(), indices: mesh.indices.slice() };
    treeOf(mesh);
    expect({ positions: mesh.positions, indices: mesh.indices }).toEqual(before);
  });

  it('contains its vertices far from the origin, where f32 has steps of half a metre', () => {
    const mesh = placed(ball(24, 12), 1, [500_000.1, 5_400_000.7, 312.3]);
    for (const split of splits) expect(checkTree(treeOf(mesh, { split }), mesh)).toEqual([]);
  });

  it.each(splits)('reports progress about 50 to 150 times, ascending, up to 1 (%s)', (split) => {
    const seen: number[] = [];
    buildTree(ball(256, 128), { split, leafTriangles: 4, maxDepth: 0, minExtent: 0 }, (fraction) => seen.push(fraction));
    expect(seen.length).toBeGreaterThanOrEqual(50);
    expect(seen.length).toBeLessThanOrEqual(150);
    expect(seen).toEqual([...seen].sort((p, q) => p - q));
    expect(seen.at(-1)).toBe(1);
  });

  it('stops when progress throws', () => {
    const cancelled = new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'Start again', location: {} });
    const stop = (): never => {
      throw cancelled;
    };
    expect(() => buildTree(ball(), { split: 'sah', leafTriangles: 4, maxDepth: 0, minExtent: 0 }, stop)).toThrow(cancelled);
  });

  it('refuses options out of range', () => {
    expect(() => treeOf(box(), { leafTriangles: 0 })).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });
});

function costOf(mesh: TriangleMesh, split: SplitName): number {
  return treeStatistics(treeOf(mesh, { split, leafTriangles: 4 })).sahCost!;
}

/** Σ area·count of both sides, areas of their boxes. */
function divisionCost(mesh: TriangleMesh, left: readonly number[], right: readonly number[]): number {
  return [left, right].reduce((sum, side) => {
    const corners = side.flatMap((triangle) => triangleVertices(mesh, triangle));
    const [x, y, z] = [0, 1, 2].map((k) => Math.max(...corners.map((v) => v[k]!)) - Math.min(...corners.map((v) => v[k]!))) as [
      number,
      number,
      number,
    ];
    return sum + (x * y + y * z + z * x) * side.length;
  }, 0);
}

/** The least cost over all three axes and all places in the order of the centres of the boxes. */
function cheapestDivision(mesh: TriangleMesh): number {
  const triangles = Array.from({ length: mesh.indices.length / 3 }, (_, t) => t);
  const centre = (triangle: number, axis: number): number => {
    const values = triangleVertices(mesh, triangle).map((v) => v[axis]!);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const costs = [0, 1, 2].flatMap((axis) => {
    const sorted = triangles.toSorted((p, q) => centre(p, axis) - centre(q, axis));
    return triangles.slice(1).map((at) => divisionCost(mesh, sorted.slice(0, at), sorted.slice(at)));
  });
  return Math.min(...costs);
}
