import type { Progress } from '../../progress.ts';
import { pairFilter } from '../broad/pair-filter.ts';
import { type BoxTree, createBoxTree } from '../broad/tree/box-tree.ts';
import { createDynamicTree, treeMargin } from '../broad/tree/dynamic-tree.ts';
import { nodesOverlap, splitsFirst } from '../broad/tree/tree-pairs.ts';
import type { SceneInstance } from '../document/scene-document.ts';

/** Tests of the first step with a tree for each set, and with one tree for all (catalogue B2). */
export interface SetsRow {
  /** With a tree for each set: the sum of the next two. */
  readonly apart: number;
  /** Moving against moving. */
  readonly movingTests: number;
  /** Moving against static. */
  readonly staticTests: number;
  /** With one tree for all. */
  readonly together: number;
  /** Those of one tree where both sides are static objects only: all that a tree for each set can avoid. */
  readonly avoidable: number;
}

/** Returns the tests of both arrangements of trees; `null` if all instances are in one set. */
export function compareSets(instances: readonly SceneInstance[], boxes: Float64Array, progress: Progress): SetsRow | null {
  const filter = pairFilter(instances);
  if (filter === null || new Set(filter.moving).size < 2) return null;
  const stepOf = (apart: boolean) => createDynamicTree(instances.length, filter, apart).update(boxes, progress);
  const { tests: apart, tree } = stepOf(true);
  const { movingTests, staticTests } = tree!;
  const members = Uint32Array.from({ length: instances.length }, (_, i) => i);
  const avoidable = countStaticTests(createBoxTree(members, boxes, treeMargin(boxes)), filter.moving);
  return { apart, movingTests, staticTests, together: stepOf(false).tests, avoidable };
}

/** Returns the number of pairs of nodes without a moving box that a search of pairs within a tree tests. */
function countStaticTests(tree: BoxTree, moving: Uint8Array): number {
  const { children, members, boxes } = tree;
  const leaves = members.length;
  const isStatic = new Uint8Array(boxes.length / 6);
  for (let leaf = 0; leaf < leaves; leaf++) isStatic[leaf] = 1 - moving[members[leaf]];
  // Children of a new tree have higher numbers than their parents.
  for (let node = isStatic.length - 1; node >= leaves; node--)
    isStatic[node] = isStatic[children[2 * node]] & isStatic[children[2 * node + 1]];
  let tests = 0;
  const stack: number[] = [];
  for (let node = leaves; node < isStatic.length; node++) {
    stack.push(children[2 * node], children[2 * node + 1]);
    while (stack.length > 0) {
      const b = stack.pop()!;
      const a = stack.pop()!;
      tests += isStatic[a] & isStatic[b];
      if (!nodesOverlap(boxes, a, boxes, b) || (a < leaves && b < leaves)) continue;
      if (splitsFirst(tree, a, tree, b)) stack.push(children[2 * a], b, children[2 * a + 1], b);
      else stack.push(a, children[2 * b], a, children[2 * b + 1]);
    }
  }
  return tests;
}

/** Returns what the counts say in words. @param count formats a number */
export function setsText({ apart, movingTests, staticTests, together, avoidable }: SetsRow, count: (value: number) => string): string {
  const trees = `a tree for each set: ${count(apart)} tests (${count(movingTests)} moving against moving, ${count(staticTests)} moving against static)`;
  const one = `one tree for all: ${count(together)}, of which ${count(avoidable)} compare static objects only`;
  const result =
    apart <= together
      ? `the sets save ${count(together - apart)}`
      : `the sets cost ${count(apart - together)} more, because few tests are between static objects and the two trees fill the same space`;
  return `${trees}; ${one}; ${result}`;
}
