import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { maxOfEachRule, treeRules, type TreeRule } from '#core/tree/tree-rules';
import { countWord, linkWord, maxWord, minWord, aabbBytes, aabbWords } from '#core/tree/kinds/aabb/node-aabb';
import { headerBytes, leafFlag, type Tree } from '#core/tree/layout';
import { openTree } from '#core/tree/open-tree';
import { childAt, isLeaf } from '#core/tree/nodes';
import { roundDownF32 } from '#core/math/round-f32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { meshOf, placed, soup } from '../../fixtures/shapes.ts';

const mesh = soup(60, seededRandom(11));
const options = { split: 'sah', leafTriangles: 2, maxDepth: 0, minExtent: 0 } as const;
const sound = buildTree(mesh, options);
const fresh = (): Tree => openTree(sound.slice(0));
const nodeCount = fresh().nodeCount;
const inner = [...Array(nodeCount).keys()].filter((node) => !isLeaf(fresh(), node));
const leaves = [...Array(nodeCount).keys()].filter((node) => isLeaf(fresh(), node));

/** The rules that a damaged copy breaks. */
function broken(damage: (tree: Tree) => void): Set<TreeRule> {
  const tree = fresh();
  damage(tree);
  return new Set(checkTree(openTree(tree.bytes), mesh).map((violation) => violation.rule));
}

function header(tree: Tree): DataView {
  return new DataView(tree.bytes, 0, headerBytes);
}

describe('checkTree', () => {
  it('finds nothing in a valid tree', () => {
    expect(checkTree(fresh(), mesh)).toEqual([]);
  });

  it('reports the rule, the node and a message', () => {
    const tree = fresh();
    tree.nodesU32[inner[3]! * aabbWords + countWord] = 3;
    expect(checkTree(tree, mesh)).toEqual([{ rule: 'axis', node: inner[3], message: 'the split axis is 3' }]);
  });

  it('finds a link to an earlier node, to itself, or outside its subtree', () => {
    for (const node of inner) {
      const end = childAt(fresh(), node, 1) + 1;
      for (const link of [0, node, node + 1, nodeCount, 0xffff_ffff]) {
        expect(broken((tree) => (tree.nodesU32[node * aabbWords + linkWord] = link))).toContain('link');
      }
      const moved = broken((tree) => (tree.nodesU32[node * aabbWords + linkWord] = end));
      expect(moved.size).toBeGreaterThan(0);
    }
  });

  it('finds a leaf changed to an inner node, and the reverse', () => {
    expect(leaves.length).toBe(inner.length + 1);
    for (const leaf of leaves) expect(broken((tree) => (tree.nodesU32[leaf * aabbWords + countWord] = 0))).toContain('link');
    for (const node of inner) {
      expect(broken((tree) => (tree.nodesU32[node * aabbWords + countWord] = leafFlag + 1))).toContain('link');
    }
  });

  it('finds a leaf with a wrong start, end or count', () => {
    for (const leaf of leaves) {
      const at = leaf * aabbWords;
      expect(broken((tree) => tree.nodesU32[at + linkWord]!++)).toContain('leaf-run');
      expect(broken((tree) => tree.nodesU32[at + countWord]!++)).toContain('leaf-run');
      expect(broken((tree) => (tree.nodesU32[at + countWord] = leafFlag))).toContain('leaf-run');
      expect(broken((tree) => (tree.nodesU32[at + countWord] = 0xffff_ffff))).toContain('leaf-run');
    }
  });

  it('finds an invalid box', () => {
    for (let node = 0; node < nodeCount; node++) {
      expect(broken((tree) => (tree.nodesF32[node * aabbWords + minWord + (node % 3)] = NaN))).toContain('box');
      expect(broken((tree) => (tree.nodesF32[node * aabbWords + maxWord + (node % 3)] = -100))).toContain('box');
    }
  });

  it('finds a child that extends outside its parent by one f32 step', () => {
    const tree = fresh();
    for (const node of inner) {
      for (let axis = 0; axis < 3; axis++) {
        const outer = tree.nodesF32[node * aabbWords + maxWord + axis]!;
        const beyond = Math.fround(outer + Math.abs(outer) * 2 ** -23);
        expect(broken((copy) => (copy.nodesF32[(node + 1) * aabbWords + maxWord + axis] = beyond))).toContain('child-box');
      }
    }
  });

  it('finds a leaf box one f32 too small on each of its six sides', () => {
    for (const leaf of leaves) {
      for (let axis = 0; axis < 3; axis++) {
        const shrink = (word: number, sign: number) =>
          broken((tree) => {
            const at = leaf * aabbWords + word + axis;
            const value = tree.nodesF32[at]!;
            tree.nodesF32[at] =
              sign > 0
                ? -roundDownF32(-value - 1e-12 - Math.abs(value) * 2 ** -25)
                : roundDownF32(value - 1e-12 - Math.abs(value) * 2 ** -25);
          });
        expect(shrink(minWord, 1)).toContain('vertex');
        expect(shrink(maxWord, -1)).toContain('vertex');
      }
    }
  });

  it('compares in exact arithmetic, where the f64 difference is rounded', () => {
    // x = 2^-60 about an origin of 1 is a little more than -1, which is what f64 makes of it.
    const x = 2 ** -60;
    const sliver = meshOf([x, 0, 0, x, 1, 0, x, 0, 1], [0, 1, 2]);
    const tree = openTree(buildTree(sliver, options));
    header(tree).setFloat64(56, 1, true);
    const moved = openTree(tree.bytes);
    moved.nodesF32[minWord] = -1;
    moved.nodesF32[maxWord] = -1 + 2 ** -24;
    expect(checkTree(moved, sliver)).toEqual([]);
    moved.nodesF32[maxWord] = -1;
    expect(checkTree(moved, sliver).map((violation) => violation.rule)).toContain('vertex');
  });

  it('finds a triangle that occurs twice, is missing, out of range or not finite', () => {
    const orderOf = (change: (order: Uint32Array) => void) => broken((tree) => change(tree.leafOrder));
    expect(orderOf((order) => (order[5] = order[6]!))).toContain('order');
    expect(orderOf((order) => (order[5] = 60))).toContain('order');
    expect(orderOf((order) => (order[5] = 0xffff_ffff))).toContain('order');
    const lame = { ...mesh, positions: mesh.positions.slice() };
    lame.positions[0] = NaN;
    expect(checkTree(fresh(), lame).map((violation) => violation.message)).toContain('triangle 0 is not finite');
  });

  it('finds leaves larger than the options allow', () => {
    expect(broken((tree) => header(tree).setUint32(36, 1, true))).toContain('leaf-size');
    expect(broken((tree) => header(tree).setUint32(36, 0, true))).toContain('header');
    const pruned = openTree(buildTree(mesh, { ...options, leafTriangles: 1, maxDepth: 2 }));
    expect(checkTree(pruned, mesh)).toEqual([]);
    header(pruned).setUint32(40, 3, true);
    expect(checkTree(openTree(pruned.bytes), mesh).map((violation) => violation.rule)).toContain('leaf-size');
  });

  it('finds a tree deeper than the options allow', () => {
    expect(broken((tree) => header(tree).setUint32(40, 2, true))).toContain('depth');
  });

  it.each([
    ['leaves', 20],
    ['triangles of the mesh', 28],
    ['depth', 32],
    ['reserved', 44],
  ])('finds a wrong header: %s', (_, byte) => {
    expect(broken((tree) => header(tree).setUint32(byte, header(tree).getUint32(byte, true) + 1, true))).toContain('header');
  });

  it.each([
    ['minExtent', 48],
    ['origin', 56],
    ['bounds', 80],
    ['bounds', 120],
  ])('finds a wrong header: %s at byte %i', (_, byte) => {
    expect(broken((tree) => header(tree).setFloat64(byte, NaN, true))).toContain('header');
  });

  it('finds that the mesh has moved', () => {
    expect(checkTree(fresh(), placed(mesh, 1, [1, 0, 0])).length).toBeGreaterThan(0);
    expect(checkTree(fresh(), meshOf([], [])).length).toBeGreaterThan(0);
  });

  it('ends with at most ten violations of each rule for any bytes', () => {
    const word = fc.oneof(fc.integer({ min: 0, max: 0xffff_ffff }), fc.integer({ min: 0, max: 80 }), fc.constant(leafFlag + 60));
    const change = fc.tuple(fc.nat((sound.byteLength - headerBytes) / 4 - 1), word);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 200 }), (changes) => {
        const copy = sound.slice(0);
        const words = new Uint32Array(copy, headerBytes);
        for (const [at, value] of changes) words[at] = value;
        expect(checkTree(openTree(copy), mesh).length).toBeLessThanOrEqual(treeRules.length * maxOfEachRule);
      }),
      { numRuns: 500 },
    );
  });

  it('stays linear when every leaf claims every triangle', () => {
    const large = soup(40_000, seededRandom(12));
    const bytes = buildTree(large, { ...options, leafTriangles: 1 });
    const tree = openTree(bytes);
    for (let node = 0; node < tree.nodeCount; node++) {
      if (!isLeaf(tree, node)) continue;
      tree.nodesU32[node * aabbWords + linkWord] = 0;
      tree.nodesU32[node * aabbWords + countWord] = leafFlag + 40_000;
    }
    let looks = 0;
    const leafOrder = new Proxy(tree.leafOrder, {
      get(target, name) {
        looks++;
        // Every leaf with every triangle would be 1.6 thousand million.
        if (looks > 400_000) throw new Error('looks at triangles again and again');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    expect(checkTree({ ...tree, leafOrder }, large).filter((violation) => violation.rule === 'leaf-run')).toHaveLength(maxOfEachRule);
    expect(looks).toBeGreaterThan(40_000);
  });

  it('finds a change of any byte of the links, counts and leaf order', () => {
    // Not the boxes: a slightly larger one is sound too.
    for (let byte = headerBytes; byte < sound.byteLength; byte++) {
      const inNode = (byte - headerBytes) % aabbBytes;
      const isBox = byte < headerBytes + nodeCount * aabbBytes && inNode < 24;
      if (isBox) continue;
      const copy = sound.slice(0);
      new Uint8Array(copy)[byte]! ^= 0x40;
      expect(checkTree(openTree(copy), mesh).length, `byte ${byte}`).toBeGreaterThan(0);
    }
  });
});
