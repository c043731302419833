import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { GltfDocument } from './document.ts';
import { parentFromNode } from './node-transform.ts';

/** A node of the scene. */
export interface SceneNode {
  readonly node: number;
  readonly worldFromNode: Matrix;
}

/** A node of the scene that shows a mesh. */
export interface MeshInstance extends SceneNode {
  readonly mesh: number;
  /** Number of the copy, if an extension shows the node many times. */
  readonly copy?: number;
  /** Transform of a copy relative to its node. */
  readonly nodeFromCopy?: Matrix;
}

/**
 * Returns the nodes of a scene, or of all root nodes for `null`, depth first in file order.
 * @throws InspectorError `cyclic` for a node that is reached twice.
 */
export function sceneNodes(document: GltfDocument, scene: number | null): readonly SceneNode[] {
  const nodes = document.nodes ?? [];
  const found: SceneNode[] = [];
  const seen = new Set<number>();
  // Uses a stack instead of recursion, because chains of nodes can be as long as the file.
  const open = sceneRoots(document, scene)
    .map((node) => ({ node, worldFromParent: identityTransform }))
    .reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node: index, worldFromParent } = next;
    const node = nodes[index];
    if (node === undefined) throw refuse('index-out-of-range', `There is no node ${index}`, exportAgain, { pointer: '/nodes' });
    if (seen.has(index))
      throw refuse('cyclic', `Node ${index} is reached twice`, 'Give every node one parent', { pointer: `/nodes/${index}` });
    seen.add(index);
    const worldFromNode = multiply(worldFromParent, parentFromNode(node));
    found.push({ node: index, worldFromNode });
    const children = node.children ?? [];
    for (let i = children.length - 1; i >= 0; i--) open.push({ node: children[i], worldFromParent: worldFromNode });
  }
  return found;
}

/** Returns the nodes that show a mesh. */
export function meshInstances({ nodes = [] }: GltfDocument, found: readonly SceneNode[]): readonly MeshInstance[] {
  return found.flatMap((location) => {
    const mesh = nodes[location.node]?.mesh;
    return mesh === undefined ? [] : [{ ...location, mesh }];
  });
}

function sceneRoots({ scenes = [], nodes = [] }: GltfDocument, scene: number | null): readonly number[] {
  if (scene !== null) return scenes[scene]?.nodes ?? [];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  return nodes.map((_, i) => i).filter((i) => !children.has(i));
}
