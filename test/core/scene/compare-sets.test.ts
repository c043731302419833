import { everyLayer, type SceneInstance } from '#core/scene/document/scene-document';
import { noProgress } from '#core/progress';
import { type BoxTree, createBoxTree } from '#core/scene/broad/tree/box-tree';
import { treeMargin } from '#core/scene/broad/tree/dynamic-tree';
import { compareSets, setsText } from '#core/scene/compare/compare-sets';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function instancesOf(moving: readonly boolean[]): readonly SceneInstance[] {
  return moving.map((isMoving) => ({
    mesh: 0,
    matrix: identity,
    set: isMoving ? 'moving' : 'static',
    layer: 1,
    mask: everyLayer,
    motion: null,
  }));
}

function cloud(count: number, extent: number, random: () => number): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * i + axis] = extent * random();
      boxes[6 * i + 3 + axis] = boxes[6 * i + axis]! + random();
    }
  return boxes;
}

/** Counts by recursion what a search tests: pairs of nodes, pairs of boxes, and pairs of nodes that hold static boxes only. */
function countTests(a: BoxTree, b: BoxTree, starts: readonly (readonly [number, number])[], moving: readonly boolean[]) {
  const total = { nodes: 0, boxes: 0, still: 0 };
  const isLeaf = (tree: BoxTree, node: number): boolean => node < tree.members.length;
  const children = (tree: BoxTree, node: number): readonly number[] => [tree.children[2 * node]!, tree.children[2 * node + 1]!];
  const under = (tree: BoxTree, node: number): readonly number[] =>
    isLeaf(tree, node) ? [tree.members[node]!] : children(tree, node).flatMap((child) => under(tree, child));
  const size = (tree: BoxTree, node: number): number =>
    [0, 1, 2].reduce((sum, axis) => sum + (tree.boxes[6 * node + 3 + axis]! - tree.boxes[6 * node + axis]!), 0);
  const overlap = (i: number, j: number): boolean =>
    [0, 1, 2].every((axis) => a.boxes[6 * i + axis]! <= b.boxes[6 * j + 3 + axis]! && b.boxes[6 * j + axis]! <= a.boxes[6 * i + 3 + axis]!);
  const visit = (i: number, j: number): void => {
    total.nodes++;
    if (![...under(a, i), ...under(b, j)].some((box) => moving[box])) total.still++;
    if (!overlap(i, j)) return;
    if (isLeaf(a, i) && isLeaf(b, j)) {
      if (moving[a.members[i]!] || moving[b.members[j]!]) total.boxes++;
    } else if (isLeaf(b, j) || (!isLeaf(a, i) && size(a, i) > size(b, j))) for (const child of children(a, i)) visit(child, j);
    else for (const child of children(b, j)) visit(i, child);
  };
  for (const [i, j] of starts) visit(i, j);
  return total;
}

const within = (tree: BoxTree): readonly (readonly [number, number])[] =>
  Array.from({ length: Math.max(0, tree.members.length - 1) }, (_, k) => {
    const node = tree.members.length + k;
    return [tree.children[2 * node]!, tree.children[2 * node + 1]!];
  });

describe('a tree for each set', () => {
  it.each([0.02, 0.25, 0.5, 0.75, 0.95])('has the tests that a recursive count finds, of which %f are static boxes', (share) => {
    const random = seededRandom(31);
    for (let round = 0; round < 20; round++) {
      const count = 40 + Math.floor(100 * random());
      const boxes = cloud(count, 2 + 6 * random(), random);
      const moving = Array.from({ length: count }, (_, i) => i > 0 && (i === 1 || random() >= share));
      const row = compareSets(instancesOf(moving), boxes, noProgress)!;
      const treeOf = (isIn: (i: number) => boolean): BoxTree =>
        createBoxTree(Uint32Array.from({ length: count }, (_, i) => i).filter(isIn), boxes, treeMargin(boxes));
      const [movers, others, all] = [treeOf((i) => moving[i]!), treeOf((i) => !moving[i]), treeOf(() => true)];
      const inMoving = countTests(movers, movers, within(movers), moving);
      const across = countTests(movers, others, [[movers.root, others.root]], moving);
      const inAll = countTests(all, all, within(all), moving);
      expect(row).toEqual({
        movingTests: inMoving.nodes + inMoving.boxes,
        staticTests: across.nodes + across.boxes,
        apart: inMoving.nodes + inMoving.boxes + across.nodes + across.boxes,
        together: inAll.nodes + inAll.boxes,
        avoidable: inAll.still,
      });
      // The boxes compared are the same; only the nodes differ.
      expect(inMoving.boxes + across.boxes).toBe(inAll.boxes);
    }
  });

  it('is explained where it costs more and where it saves', () => {
    const row = { movingTests: 1490, staticTests: 1330, apart: 2820, together: 2433, avoidable: 19 };
    expect(setsText(row, String)).toBe(
      'a tree for each set: 2820 tests (1490 moving against moving, 1330 moving against static); one tree for all: 2433, of which 19 compare ' +
        'static objects only; the sets cost 387 more, because few tests are between static objects and the two trees fill the same space',
    );
    expect(setsText({ ...row, together: 3000, avoidable: 900 }, String)).toContain('900 compare static objects only; the sets save 180');
  });
});
