import { leavesOf, trianglesOfNodes, type LeafGroup } from '../state/nodes/leaf-group.ts';
import type { App } from './app.ts';
import { pickSet } from './selection-actions.ts';

/** Selects the triangles of a group of leaves, and lists these leaves in the hierarchy panel. */
export function selectLeaves({ store, nodes }: App, group: LeafGroup): void {
  const tree = store.scene.peek().trees.get(group.document)?.tree;
  if (tree === undefined) return;
  const set = trianglesOfNodes(tree, leavesOf(tree, group));
  pickSet(store, { kind: 'triangles', document: group.document, set }, 'replace');
  nodes.showLeaves(group);
}
