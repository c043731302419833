import { readFileSync } from 'node:fs';
import { buildOptions, quickTree, wideBytesPerTriangle } from '#core/options/build-options';
import { meshBounds } from '#core/mesh/bounds';
import { type Kernel, blockBytes, noReference, theKernel, wideNodeBytes, wideReferencesByte } from '#core/kernel/index';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import type { TreeRule } from '#core/tree/tree-rules';
import { headerBytes, type Tree } from '#core/tree/layout';
import { openTree } from '#core/tree/open-tree';
import { nodeBox } from '#core/tree/node-box';
import { nodePath } from '#core/tree/node-path';
import { childAt, childCount, isLeaf, leafCount, splitAxis } from '#core/tree/nodes';
import { treeStatistics } from '#core/tree/statistics';
import { boxPadding, chooseFrame, isSoundFrame } from '#core/tree/kinds/wide/frame';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';

const mesh = soup(60, seededRandom(11));

/** By TypeScript. */
function treeOf(of: TriangleMesh = mesh, leafTriangles = 2, maxDepth = 0, kernel: Kernel | null = null): Tree {
  return openTree(buildTree(of, { kind: 'wide', leafTriangles, maxDepth }, noProgress, kernel));
}

function boundsOf(of: TriangleMesh): Float64Array {
  const { min, max } = meshBounds(of)!;
  return Float64Array.of(...min, ...max);
}

it('wide trees have about the size that their description names, and the decision record has the same number', () => {
  const surface = knot(2, 3, 400, 24);
  for (const [leafTriangles, bytes] of wideBytesPerTriangle) {
    const { bytesPerTriangle } = treeStatistics(treeOf(surface, leafTriangles, 0, theKernel));
    expect(bytesPerTriangle / bytes, `leaf size ${leafTriangles}`).toBeGreaterThan(0.9);
    expect(bytesPerTriangle / bytes, `leaf size ${leafTriangles}`).toBeLessThan(1.1);
    expect(buildOptions.kind.choices.wide.meaning).toContain(String(bytes));
  }
  const [[leafTriangles, bytes]] = wideBytesPerTriangle as [[number, number]];
  expect(leafTriangles).toBe(quickTree.leafTriangles);
  expect(readFileSync('resources/manual/decisions/014-wide-trees.md', 'utf8')).toContain(` ${bytes} bytes a triangle`);
});

describe.each([
  ['TypeScript', null],
  ['WebAssembly', theKernel],
] as const)('T9, wide trees built by %s', (name, kernel) => {
  const treeBy = (of?: TriangleMesh, leafTriangles?: number, maxDepth?: number): Tree => treeOf(of, leafTriangles, maxDepth, kernel);

  it('exist', () => expect(kernel === null).toBe(name === 'TypeScript'));

  it('have stored nodes of 256 bytes, blocks of 160, an entry for each node, and the leaf order', () => {
    const tree = treeBy();
    const stored = tree.nodesU32.length / tree.nodeWords;
    const blocks = (4 * tree.wide.blocksU32.length) / blockBytes;
    expect(tree.nodeCount).toBe(stored + tree.leafCount);
    // Leaves of two fill one block each.
    expect(blocks).toBe(tree.leafCount);
    expect(tree.bytes.byteLength).toBe(headerBytes + 64 + wideNodeBytes * stored + blockBytes * blocks + 12 * tree.nodeCount + 4 * 60);
  });

  it('have up to eight children per node, and so a third of the levels', () => {
    const tree = treeBy(soup(2000, seededRandom(3)), 1);
    const counts = Array.from({ length: tree.nodeCount }, (_, node) => childCount(tree, node)).filter((count) => count > 0);
    expect(Math.max(...counts)).toBe(8);
    expect(Math.min(...counts)).toBeGreaterThan(1);
    const binary = openTree(buildTree(soup(2000, seededRandom(3)), { leafTriangles: 1 }));
    expect(tree.depth).toBeLessThan(binary.depth / 2);
    expect(splitAxis(tree, 0)).toBeNull();
  });

  it('built in WebAssembly divide leaves down to a block where a stored node has free slots', () => {
    if (kernel === null) return;
    const tree = treeBy(soup(5000, seededRandom(4)), 8);
    const inner = Array.from({ length: tree.nodeCount }, (_, node) => node).filter((node) => !isLeaf(tree, node));
    const leaves = inner.flatMap((node) =>
      Array.from({ length: childCount(tree, node) }, (_, i) => ({ node: childAt(tree, node, i), isFull: childCount(tree, node) === 8 })),
    );
    const max = (isFull: boolean): number =>
      Math.max(...leaves.filter((leaf) => isLeaf(tree, leaf.node) && leaf.isFull === isFull).map(({ node }) => leafCount(tree, node)));
    expect([max(true), max(false)]).toEqual([8, 4]);
    expect(checkTree(tree, soup(5000, seededRandom(4)))).toEqual([]);
  });

  it('are one leaf for few triangles, and have no node without triangles', () => {
    const one = treeBy(soup(3, seededRandom(1)), 4);
    expect([one.nodeCount, one.leafCount, one.depth, isLeaf(one, 0), leafCount(one, 0)]).toEqual([1, 1, 0, true, 3]);
    expect(nodePath(one, 0)).toEqual([0]);
    const none = treeBy(meshOf([], []));
    expect([none.nodeCount, none.nodesU32.length, none.triangles]).toEqual([0, 0, 0]);
  });

  it('count wide levels for the maximum depth', () => {
    const many = soup(500, seededRandom(5));
    for (const maxDepth of [1, 2, 3]) {
      const tree = treeBy(many, 1, maxDepth);
      expect([tree.depth, checkTree(tree, many)]).toEqual([maxDepth, []]);
    }
  });

  it('pad boxes by the error bound of an f32 slab test', () => {
    const tree = treeBy();
    const { min, max } = nodeBox(tree, 0);
    const bounds = boundsOf(mesh);
    const pad = boxPadding / tree.wide.scale;
    for (let k = 0; k < 3; k++) {
      expect(bounds[k]! - min[k]!).toBeGreaterThan(0.99 * pad);
      expect(max[k]! - bounds[k + 3]!).toBeLessThan(1.3 * pad);
    }
  });

  it('are marked as exact where the source is f32', () => {
    const f32 = { ...mesh, positions: mesh.positions.map(Math.fround) };
    expect([treeBy(f32).wide.isExact, treeBy(mesh).wide.isExact]).toEqual([true, false]);
    const far = placed(f32, 1, [4096, -8192, 0]);
    expect(treeBy({ ...far, positions: far.positions.map(Math.fround) }).wide.isExact).toBe(true);
  });

  it('have the same statistics as other kinds', () => {
    const { nodes, leaves, triangles, sahCost, leafDepths } = treeStatistics(treeBy());
    expect([nodes, triangles, leafDepths.reduce((sum, count) => sum + count, 0)]).toEqual([treeBy().nodeCount, 60, leaves]);
    expect(sahCost).toBeGreaterThan(1);
  });
});

describe('the frame of a wide tree', () => {
  it('may be too small for a mesh at the limit of f64, and the tree is valid', () => {
    const random = seededRandom(5);
    const mesh = soup(61, random);
    const large = { ...mesh, positions: mesh.positions.map((value) => (value * 8e307) / 2) };
    expect(Math.max(...large.positions.map(Math.abs))).toBeLessThan(Infinity);
    for (const split of ['ploc', 'median'] as const)
      expect(checkTree(openTree(buildTree(large, { kind: 'wide', split, leafTriangles: 8 })), large)).toEqual([]);
  });

  it('scales every mesh to −1..1 by a power of two', () => {
    for (const size of [1e-300, 1e-6, 1, 3, 1e9, 1e300]) {
      const bounds = Float64Array.of(-size, 0, 0, size, size / 2, size / 3);
      const frame = chooseFrame(bounds, false);
      expect(isSoundFrame(frame, bounds)).toBe(size > 1e-270 && size < 1e270);
      if (!isSoundFrame(frame, bounds)) continue;
      expect(size * frame.scale).toBeGreaterThan(0.5);
      expect(size * frame.scale).toBeLessThanOrEqual(1);
      expect(Number.isInteger(Math.log2(frame.scale))).toBe(true);
    }
  });

  it('has its origin at 0 for an f32 mesh near 0, else at the middle', () => {
    expect(chooseFrame(Float64Array.of(1, 1, 1, 3, 3, 3), true).origin).toEqual([0, 0, 0]);
    expect(chooseFrame(Float64Array.of(1, 1, 1, 3, 3, 3), false).origin).toEqual([2, 2, 2]);
    expect(chooseFrame(Float64Array.of(1e6, 1, 1, 1e6 + 2, 3, 3), true).origin).toEqual([1e6 + 1, 0, 0]);
  });
});

describe('checkTree on wide trees', () => {
  const broken = (damage: (tree: Tree) => void): readonly TreeRule[] => {
    const tree = openTree(treeOf().bytes.slice(0) as ArrayBuffer);
    damage(tree);
    return checkTree(openTree(tree.bytes), mesh).map(({ rule }) => rule);
  };

  it('finds boxes without padding', () => {
    expect(broken(() => undefined)).toEqual([]);
    const leaf = Array.from({ length: treeOf().nodeCount }, (_, node) => node).find((node) => isLeaf(treeOf(), node))!;
    const location = treeOf().wide.entries[3 * leaf]!;
    const word = Math.floor(location / 8) * 64 + (location % 8);
    expect(broken((tree) => (tree.nodesF32[word]! += boxPadding / 2))).toContain('vertex');
  });

  it('finds wrong references, and missing children', () => {
    const references = wideReferencesByte / 4;
    expect(broken((tree) => (tree.nodesU32[references] = 0))).toContain('link');
    expect(broken((tree) => (tree.nodesU32[references + 7] = noReference))).not.toEqual([]);
    expect(broken((tree) => tree.wide.entries[4]!++)).toContain('link');
  });

  it('finds blocks with other triangles or corners, and a wrong exact flag', () => {
    expect(broken((tree) => (tree.wide.blocksF32[0]! += 1e-6))).toContain('block');
    expect(broken((tree) => tree.wide.blocksU32[36]!++)).toContain('block');
    expect(broken((tree) => new DataView(tree.bytes).setUint32(144, 1, true))).toContain('block');
  });

  it('finds a scale that is not a power of two, and bytes that are not zero', () => {
    expect(broken((tree) => new DataView(tree.bytes).setFloat64(128, 3, true))).toContain('header');
    expect(broken((tree) => new DataView(tree.bytes).setUint32(150, 1, true))).toContain('header');
  });
});
