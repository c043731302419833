import type { Matrix } from '../../../math/transform.ts';
import { cleanName } from '../../text/clean-name.ts';
import { isObject, type GltfDocument } from '../document.ts';
import type { MeshInstance, SceneNode } from '../scene-instances.ts';

/** A collider at a node of the scene, from any source. */
export interface ColliderAtNode {
  readonly node: number;
  /** Whether the mesh of its node is the collider. */
  readonly isOwnMesh: boolean;
  /** Mesh and transform of its shape. */
  readonly shape: { readonly mesh: number; readonly worldFromShape: Matrix } | null;
}

/** The nodes that colliders represent. */
export interface CollidedNodes {
  /** Nodes whose mesh a collider represents. */
  readonly nodes: ReadonlySet<number>;
  /**
   * Name of the rendered node that each collider matches best: by mesh, transform or name, or the only candidate. `null`
   * if there is no single match.
   */
  readonly names: readonly (string | null)[];
}

/**
 * Returns the rendered nodes that the colliders represent.
 *
 * A collider belongs to its rigid body: the nearest node at or above it that has one. It then represents all rendered
 * nodes below the body. Without a body it represents the nearest mesh at or above it. Otherwise it represents the node
 * that shows its mesh with the same transform, or the node whose name starts its own name (`Rock` for `RockCollider`).
 * Otherwise it represents all rendered nodes below its parent.
 * @param nodes depth first, as `sceneNodes`.
 */
export function collidedNodes(
  document: GltfDocument,
  nodes: readonly SceneNode[],
  seen: readonly MeshInstance[],
  colliders: readonly ColliderAtNode[],
): CollidedNodes {
  const parentOf = new Map(nodes.flatMap(({ node }) => (document.nodes?.[node]?.children ?? []).map((child) => [child, node] as const)));
  const hasMesh = new Set(seen.map(({ node }) => node));
  const own = new Set(colliders.filter(({ isOwnMesh }) => isOwnMesh).map(({ node }) => node));
  const isSeen = (node: number): boolean => hasMesh.has(node) && !own.has(node);
  // Parents come before children, so each node needs only its parent.
  const bodyAt = new Map<number, number>();
  const meshAt = new Map<number, number>();
  for (const { node } of nodes) {
    const parent = parentOf.get(node);
    const body = isBody(document, node) ? node : parent === undefined ? undefined : bodyAt.get(parent);
    if (body !== undefined) bodyAt.set(node, body);
    const mesh = isSeen(node) ? node : parent === undefined ? undefined : meshAt.get(parent);
    if (mesh !== undefined) meshAt.set(node, mesh);
  }
  const seenBelow = nodesBelow(
    document,
    nodes.map(({ node }) => node),
    parentOf,
    isSeen,
  );
  const collided = new Set<number>();
  const roots = new Set<number>();
  const matching = matchingNodes(
    document,
    seen.filter(({ node }) => isSeen(node)),
  );
  const bestMatch = colliders.map((collider) => {
    const { node } = collider;
    const alone = meshAt.get(node) ?? matching(collider);
    const root = bodyAt.get(node) ?? (alone === undefined ? parentOf.get(node) : undefined);
    if (root !== undefined) roots.add(root);
    if (root !== undefined) return seenBelow(root).bestMatch(node, alone);
    if (alone !== undefined) collided.add(alone);
    return alone ?? null;
  });
  for (const { node } of nodes) {
    const parent = parentOf.get(node);
    if (parent !== undefined && roots.has(parent)) roots.add(node);
    if (roots.has(node) && isSeen(node)) collided.add(node);
  }
  return { nodes: collided, names: bestMatch.map((node) => (node === null ? null : nameOf(document, node))) };
}

/** The rendered nodes at and below a node. */
interface SeenBelow {
  /**
   * Returns the node that best matches a collider; `null` without a match. Candidates in this order: `matching` if it is one of the nodes,
   * the only node with the same name stem, the node with the same stem and copy number. Last is the only node.
   */
  readonly bestMatch: (collider: number, matching: number | undefined) => number | null;
}

/**
 * Returns a lookup of the rendered nodes at and below a node.
 * @param order depth first, so the nodes below a node follow it without gaps.
 */
function nodesBelow(
  document: GltfDocument,
  order: readonly number[],
  parentOf: ReadonlyMap<number, number>,
  isSeen: (node: number) => boolean,
): (root: number) => SeenBelow {
  const locationOf = new Map(order.map((node, i) => [node, i]));
  const sizes = new Map<number, number>();
  for (const node of order.toReversed()) {
    const parent = parentOf.get(node);
    const size = (sizes.get(node) ?? 0) + 1;
    sizes.set(node, size);
    if (parent !== undefined) sizes.set(parent, (sizes.get(parent) ?? 0) + size);
  }
  const known = new Map<number, SeenBelow>();
  return (root) => {
    const from = locationOf.get(root) ?? 0;
    const found = known.get(root) ?? belowOf(order.slice(from, from + (sizes.get(root) ?? 0)).filter(isSeen));
    known.set(root, found);
    return found;
  };

  function belowOf(seen: readonly number[]): SeenBelow {
    const all = new Set(seen);
    // `null` for several nodes.
    const byStem = new Map<string, number | null>();
    const byCopy = new Map<string, number | null>();
    for (const node of seen) {
      const { stem, copy } = stemOf(nameOf(document, node));
      byStem.set(stem, byStem.has(stem) ? null : node);
      byCopy.set(`${stem} ${copy}`, byCopy.has(`${stem} ${copy}`) ? null : node);
    }
    const ofName = (collider: number): number | null => {
      const { stem, copy } = stemOf(nameOf(document, collider));
      return stem === '' ? null : (byStem.get(stem) ?? byCopy.get(`${stem} ${copy}`) ?? null);
    };
    return {
      bestMatch: (collider, matching) =>
        matching !== undefined && all.has(matching) ? matching : (ofName(collider) ?? (seen.length === 1 ? seen[0]! : null)),
    };
  }
}

/** Returns the stem and the copy number of a name: stem `road` for `RoadMesh`, `Road_Collider` and `Road-col.001`. */
function stemOf(name: string): { readonly stem: string; readonly copy: number } {
  const [, text = '', digits = ''] = /^(.*?)[\s._-]*(\d*)$/s.exec(name.slice(0, maxLetters).toLowerCase()) ?? [];
  return {
    stem: text.replace(/[\s._-]*(mesh|visual|render|model|geo|geometry|collider|collision|col|shape|hull|body|trimesh)$/, ''),
    copy: Number(digits),
  };
}

/** Returns a lookup of the rendered node that matches a collider by mesh and transform, or by name. */
function matchingNodes(document: GltfDocument, seen: readonly MeshInstance[]): (collider: ColliderAtNode) => number | undefined {
  const transformKey = (mesh: number, matrix: Matrix): string => `${mesh} ${matrix.join()}`;
  const byTransform = new Map(seen.map(({ node, mesh, worldFromNode }) => [transformKey(mesh, worldFromNode), node]));
  const byName = new Map(seen.map(({ node }) => [nameOf(document, node).toLowerCase(), node]));
  return ({ node, shape }) => {
    const byMeshAndTransform = shape === null ? undefined : byTransform.get(transformKey(shape.mesh, shape.worldFromShape));
    if (byMeshAndTransform !== undefined) return byMeshAndTransform;
    const name = nameOf(document, node).toLowerCase().slice(0, maxLetters);
    for (let length = name.length - 1; length > 0; length--) {
      const found = byName.get(name.slice(0, length));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Maximum characters of a name that are compared. */
const maxLetters = 200;

function nameOf({ nodes, meshes }: GltfDocument, node: number): string {
  return cleanName(nodes?.[node]?.name ?? meshes?.[nodes?.[node]?.mesh ?? -1]?.name ?? `node ${node}`);
}

function isBody({ nodes = [] }: GltfDocument, index: number): boolean {
  const extensions = nodes[index]?.extensions;
  return ['KHR_physics_rigid_bodies', 'KHR_rigid_bodies', 'OMI_physics_body'].some((name) => {
    const body = extensions?.[name];
    return isObject(body) && (isObject(body['motion']) || typeof body['type'] === 'string');
  });
}
