import type { Matrix } from '../../../math/transform.ts';
import { cleanName } from '../../text/clean-name.ts';
import { isObject, type GltfDocument } from '../document.ts';
import type { MeshInstance, SceneNode } from '../scene-instances.ts';

/** A collider at a node of the scene, whoever says so. */
export interface ColliderAtNode {
  readonly node: number;
  /** Whether the mesh of its node is nothing but the collider. */
  readonly isOwnMesh: boolean;
  /** Mesh of its shape, and where that stands. */
  readonly shape: { readonly mesh: number; readonly worldFromShape: Matrix } | null;
}

/** What colliders stand for. */
export interface CollidedNodes {
  /** Nodes whose mesh a collider stands for. */
  readonly nodes: ReadonlySet<number>;
  /** Of each collider the name of the one that it is most like, by mesh, place or name, or of the only one; `null` where nothing says which. */
  readonly names: readonly (string | null)[];
}

/**
 * What is seen where a collider is felt. A collider is of its rigid body, the nearest node at or above it that has one: then of all
 * that is seen below that. Without a body it is of the nearest mesh at or above it; else of the node that shows its mesh in its place, or whose name
 * its own begins with (`Rock` for `RockCollider`); else of all that is seen below its parent.
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
  const alike = alikeNodes(
    document,
    seen.filter(({ node }) => isSeen(node)),
  );
  const likest = colliders.map((collider) => {
    const { node } = collider;
    const alone = meshAt.get(node) ?? alike(collider);
    const root = bodyAt.get(node) ?? (alone === undefined ? parentOf.get(node) : undefined);
    if (root !== undefined) roots.add(root);
    if (root !== undefined) return seenBelow(root).likest(node, alone);
    if (alone !== undefined) collided.add(alone);
    return alone ?? null;
  });
  for (const { node } of nodes) {
    const parent = parentOf.get(node);
    if (parent !== undefined && roots.has(parent)) roots.add(node);
    if (roots.has(node) && isSeen(node)) collided.add(node);
  }
  return { nodes: collided, names: likest.map((node) => (node === null ? null : nameOf(document, node))) };
}

/** What is seen at and below a node. */
interface SeenBelow {
  /** The node that a collider is most like: `alike` if it is one of them, else the one of its name but for what both are, of several copies the one of its number, else the only one. */
  readonly likest: (collider: number, alike: number | undefined) => number | null;
}

/** @param order depth first: what is below a node comes behind it in a row. */
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
    // `null` where there are several.
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
      likest: (collider, alike) =>
        alike !== undefined && all.has(alike) ? alike : (ofName(collider) ?? (seen.length === 1 ? seen[0]! : null)),
    };
  }
}

/** `road` of `RoadMesh`, `Road_Collider` and `Road-col.001`, and which copy it is. */
function stemOf(name: string): { readonly stem: string; readonly copy: number } {
  const [, text = '', digits = ''] = /^(.*?)[\s._-]*(\d*)$/s.exec(name.slice(0, maxLetters).toLowerCase()) ?? [];
  return {
    stem: text.replace(/[\s._-]*(mesh|visual|render|model|geo|geometry|collider|collision|col|shape|hull|body|trimesh)$/, ''),
    copy: Number(digits),
  };
}

/** Finds the node that is seen and alike a collider. */
function alikeNodes(document: GltfDocument, seen: readonly MeshInstance[]): (collider: ColliderAtNode) => number | undefined {
  const placeKey = (mesh: number, matrix: Matrix): string => `${mesh} ${matrix.join()}`;
  const byPlace = new Map(seen.map(({ node, mesh, worldFromNode }) => [placeKey(mesh, worldFromNode), node]));
  const byName = new Map(seen.map(({ node }) => [nameOf(document, node).toLowerCase(), node]));
  return ({ node, shape }) => {
    const inPlace = shape === null ? undefined : byPlace.get(placeKey(shape.mesh, shape.worldFromShape));
    if (inPlace !== undefined) return inPlace;
    const name = nameOf(document, node).toLowerCase().slice(0, maxLetters);
    for (let length = name.length - 1; length > 0; length--) {
      const found = byName.get(name.slice(0, length));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Of a name that is compared. */
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
