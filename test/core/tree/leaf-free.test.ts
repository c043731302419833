import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import type { TreeRule } from '#core/tree/tree-rules';
import { countBitsByte, headerBytes, type Tree } from '#core/tree/layout';
import { openTree } from '#core/tree/open-tree';
import { orderWords, packedBits, packOrder, positionOf, triangleAt, trianglesOfRun } from '#core/tree/leaf-order';
import { childCount, hasVolume, isLeaf, leafCount } from '#core/tree/nodes';
import { nodeBox } from '#core/tree/node-box';
import { nodePath } from '#core/tree/node-path';
import { treeStatistics } from '#core/tree/statistics';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { meshOf, soup } from '../../fixtures/shapes.ts';

const mesh = soup(60, seededRandom(11));
const kinds = ['leaf-free', 'compressed'] as const;

function treeOf(kind: (typeof kinds)[number], leafTriangles = 2, of = mesh): Tree {
  return openTree(buildTree(of, { kind, leafTriangles }));
}

describe('T5, leaf-free storage', () => {
  it('takes 33 bytes per inner node, and 21 as in the article with 16-bit boxes', () => {
    const wide = treeOf('leaf-free', 1);
    const narrow = treeOf('compressed', 1);
    expect([wide.leafCount, wide.flags.length, wide.nodeCount]).toEqual([60, 59, 119]);
    // Flags go on to a multiple of 4, the grid takes 48 bytes, and the order of 60 triangles 6 bits each: 12 words of 32.
    expect(wide.bytes.byteLength).toBe(headerBytes + 33 * 59 + 1 + 4 * 60);
    expect(narrow.bytes.byteLength).toBe(headerBytes + 48 + 21 * 59 + 1 + 4 * 12);
    expect(treeStatistics(narrow)).toMatchObject({ nodes: 59, leaves: 60 });
  });

  it('has one root without stored nodes for one triangle, and no root without triangles', () => {
    for (const kind of kinds) {
      const one = treeOf(kind, 4, soup(3, seededRandom(1)));
      expect([one.nodeCount, one.flags.length, childCount(one, 0), leafCount(one, 0), hasVolume(one, 0)]).toEqual([1, 0, 0, 3, true]);
      const none = treeOf(kind, 4, meshOf([], []));
      expect([none.nodeCount, none.flags.length, none.triangles]).toEqual([0, 0, 0]);
    }
  });

  it('bounds a leaf by the box of its parent', () => {
    for (const kind of kinds) {
      const tree = treeOf(kind);
      for (let node = 1; node < tree.nodeCount; node++) {
        expect(hasVolume(tree, node)).toBe(!isLeaf(tree, node));
        if (isLeaf(tree, node)) expect(nodeBox(tree, node)).toEqual(nodeBox(tree, nodePath(tree, node).at(-2)!));
      }
    }
  });

  it('refuses a leaf whose position and count do not fit into a slot, with a fix', () => {
    // Two leaves: 65,537 triangles on the left and one far off take 17 bits of place and 17 of count.
    const many = soup(0x1_0001, seededRandom(2), 0.1, 0.01);
    const positions = Float64Array.from([...many.positions, 9, 9, 9, 9.1, 9, 9, 9, 9.1, 9]);
    const far = { positions, indices: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i), parts: [] };
    const build = (): ArrayBuffer => buildTree(far, { kind: 'leaf-free', maxDepth: 1 });
    expect(build).toThrow(expect.objectContaining({ code: 'too-large', message: expect.stringContaining('child slot') }));
    expect(checkTree(openTree(buildTree(far, { kind: 'leaf-free', leafTriangles: 64 })), far)).toEqual([]);
  });
});

describe('checkTree on leaf-free trees', () => {
  /** The rules that a damaged copy breaks. */
  function broken(kind: (typeof kinds)[number], damage: (tree: Tree) => void): Set<TreeRule> {
    const tree = openTree(treeOf(kind).bytes.slice(0));
    damage(tree);
    return new Set(checkTree(openTree(tree.bytes), mesh).map(({ rule }) => rule));
  }

  it.each(kinds)('finds links to earlier nodes, to themselves, or outside their subtree (%s)', (kind) => {
    const { flags, slots } = treeOf(kind);
    for (let slot = 0; slot < slots.length; slot++) {
      if ((flags[slot >> 1]! >> (slot & 1)) & 1) continue;
      for (const link of [0, slot >> 1, flags.length, 0xffff_ffff])
        expect(broken(kind, (tree) => (tree.slots[slot] = link))).toContain('link');
    }
  });

  it.each(kinds)('finds a leaf changed to an inner node and the reverse, a wrong axis and unknown flags (%s)', (kind) => {
    const { flags } = treeOf(kind);
    for (let inner = 0; inner < flags.length; inner++) {
      for (const bit of [1, 2]) {
        const found = broken(kind, (tree) => (tree.flags[inner]! ^= bit));
        expect(found.has('link') || found.has('leaf-run')).toBe(true);
      }
      expect(broken(kind, (tree) => (tree.flags[inner]! |= 12))).toContain('axis');
      expect(broken(kind, (tree) => (tree.flags[inner]! |= 64))).toContain('axis');
    }
  });

  it.each(kinds)('finds leaves with a wrong start, end or count (%s)', (kind) => {
    const { flags, slots } = treeOf(kind);
    for (let slot = 0; slot < slots.length; slot++) {
      if (((flags[slot >> 1]! >> (slot & 1)) & 1) === 0) continue;
      for (const change of [1, -1, 0x100, -slots[slot]!])
        expect(broken(kind, (tree) => (tree.slots[slot]! += change))).toContain('leaf-run');
    }
  });

  it('finds a wrong number of count bits, and bytes between the parts', () => {
    expect(broken('leaf-free', (tree) => new DataView(tree.bytes).setUint32(countBitsByte, 9, true))).toContain('leaf-run');
    const { flags } = treeOf('leaf-free', 1);
    const odd = treeOf('leaf-free', 1);
    new Uint8Array(odd.bytes)[flags.byteOffset + flags.length] = 1;
    expect(checkTree(odd, mesh).map(({ message }) => message)).toContain('the bytes after the flags are not zero');
    expect(broken('compressed', (tree) => (tree.leafOrder[11]! |= 0x8000_0000))).toContain('order');
    expect(broken('compressed', (tree) => (tree.grid[0]! = NaN))).toContain('header');
  });

  it('rejects node counts and count bits that no leaf-free tree has', () => {
    const even = treeOf('leaf-free').bytes.slice(0);
    new DataView(even).setUint32(16, 10, true);
    expect(() => openTree(even)).toThrow(expect.objectContaining({ code: 'invalid-bytes', location: { byte: 16 } }));
    const bits = treeOf('leaf-free').bytes.slice(0);
    new DataView(bits).setUint32(countBitsByte, 32, true);
    expect(() => openTree(bits)).toThrow(expect.objectContaining({ code: 'invalid-bytes', location: { byte: countBitsByte } }));
  });
});

describe('the packed leaf order', () => {
  it.each([1, 2, 3, 31, 32, 33, 1000, 0x10000, 0x10001])('unpacks every triangle of a mesh of %i', (count) => {
    const bits = packedBits(count);
    expect(2 ** bits).toBeGreaterThanOrEqual(count);
    const random = seededRandom(count);
    const order = Uint32Array.from({ length: Math.min(count, 500) }, (_, i) => (i === 0 ? count - 1 : Math.floor(random() * count)));
    const words = new Uint32Array(orderWords(order.length, bits));
    packOrder(order, bits, words);
    const tree = { ...treeOf('compressed'), leafOrder: words, orderBits: bits, triangles: order.length };
    expect(order.map((_, i) => triangleAt(tree, i))).toEqual(order);
    expect(trianglesOfRun(tree, 0, order.length)).toEqual(order);
    expect(positionOf(tree, order[0]!)).toBe(0);
    expect(positionOf(tree, count)).toBe(-1);
  });
});
