import { describe, expect, test } from 'vitest';
import { defaultValues } from '#core/options/option';
import { buildOptions } from '#core/options/build-options';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { isLeaf } from '#core/tree/nodes';
import { nodeDepth, nodePath } from '#core/tree/node-path';
import { meshOf, knot } from '../../fixtures/shapes.ts';
import { firstOpen, openRows, rowOfNode, withAllOpenBelow, withOpen, withPathOpen } from '../../../renderer/panels/hierarchy/open-rows.ts';
import { keyTarget } from '../../../renderer/panels/hierarchy/key-target.ts';

function treeOf(mesh = knot()): Tree {
  return openTree(buildTree(mesh, { ...defaultValues(buildOptions), leafTriangles: 1 }));
}

const none: ReadonlySet<number> = new Set();

describe('rows of the hierarchy', () => {
  const tree = treeOf();
  const all = withAllOpenBelow(tree, none, 0);

  test('with nothing open there is the root alone', () => {
    expect(openRows(tree, none)).toEqual({ nodes: [0], depths: [0] });
  });

  test('with everything open every node has its row, at its depth', () => {
    const rows = openRows(tree, all);
    expect(rows.nodes).toEqual(Array.from({ length: tree.nodeCount }, (_, node) => node));
    for (const node of [0, 1, 17, tree.nodeCount - 1]) expect(rows.depths[node]).toBe(nodeDepth(tree, node));
  });

  test('a new tree begins with the root and two levels', () => {
    expect(Math.max(...openRows(tree, firstOpen(tree)).depths)).toBe(2);
  });

  test('a node selected elsewhere gets a row when its path is opened, and its siblings too', () => {
    const node = tree.nodeCount - 1;
    const open = withPathOpen(tree, none, node);
    const rows = openRows(tree, open);
    expect(rows.nodes[rowOfNode(rows, node)]).toBe(node);
    expect(rows.nodes.length).toBe(1 + 2 * (nodePath(tree, node).length - 1));
    expect(withPathOpen(tree, open, node)).toBe(open);
  });

  test('a node under a closed one has no row', () => {
    expect(rowOfNode(openRows(tree, none), 5)).toBe(-1);
  });

  test('nodes below stay open while their parent is closed', () => {
    const closed = withOpen(tree, all, 0, false);
    expect(openRows(tree, closed).nodes).toEqual([0]);
    expect(openRows(tree, withOpen(tree, closed, 0, true)).nodes.length).toBe(tree.nodeCount);
  });

  test('a leaf is never open', () => {
    const leaf = openRows(tree, all).nodes.findLast((node) => isLeaf(tree, node))!;
    expect(withOpen(tree, none, leaf, true)).toBe(none);
  });

  test('a tree without nodes has no rows', () => {
    const empty = treeOf(meshOf([], []));
    expect(openRows(empty, firstOpen(empty)).nodes).toEqual([]);
    expect(keyTarget('ArrowDown', empty, openRows(empty, none), none, null)).toBeNull();
  });
});

describe('keys of the hierarchy', () => {
  const tree = treeOf();
  const open = firstOpen(tree);
  const rows = openRows(tree, open);
  const press = (key: string, chosen: number | null): unknown => keyTarget(key, tree, rows, open, chosen);

  test('down and up go from row to row and stop at the ends', () => {
    expect(press('ArrowDown', null)).toEqual({ kind: 'choose', node: 0 });
    expect(press('ArrowDown', 0)).toEqual({ kind: 'choose', node: 1 });
    expect(press('ArrowUp', 0)).toEqual({ kind: 'choose', node: 0 });
    expect(press('End', 0)).toEqual({ kind: 'choose', node: rows.nodes.at(-1) });
  });

  test('right opens, then enters; left closes, then leaves', () => {
    const closedNode = rows.nodes[2]!;
    expect(press('ArrowRight', closedNode)).toEqual({ kind: 'open', node: closedNode });
    expect(press('ArrowRight', 0)).toEqual({ kind: 'choose', node: 1 });
    expect(press('ArrowLeft', 1)).toEqual({ kind: 'close', node: 1 });
    expect(press('ArrowLeft', closedNode)).toEqual({ kind: 'choose', node: 1 });
    expect(press('ArrowLeft', rows.nodes[3]!)).toEqual({ kind: 'choose', node: 1 });
  });

  test('other keys do nothing', () => {
    expect(press('f', 0)).toBeNull();
  });
});
