import { multiply } from '../../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../../math/transform.ts';
import type { ColliderShape, ExactShape } from '../../../mesh/collider-role.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import { refuse } from '../../refuse.ts';
import { cleanName } from '../../text/clean-name.ts';
import { isObject, type GltfDocument, type JsonObject } from '../document.ts';
import type { ColliderPhysics } from '../../../mesh/collider-physics.ts';
import { parentFromNode } from '../node-transform.ts';
import type { SceneNode } from '../scene-instances.ts';
import { gltfPhysicsOf } from './physics-of.ts';
import { readOldCollider, shapeAt, type ReadShape, type ShapeList } from './shape-of.ts';

/** A collider that an extension defines at a node of the scene. */
export interface FoundCollider {
  readonly name: string;
  readonly node: number;
  readonly shape: ColliderShape;
  readonly isTrigger: boolean;
  /** Omitted if the file defines none. */
  readonly physics?: ColliderPhysics;
  readonly worldFromShape: Matrix;
  readonly geometry: { readonly exact: ExactShape } | { readonly mesh: number };
  /** JSON pointer. */
  readonly pointer: string;
}

/** Limit of the nodes visited: many colliders can refer to the same node. */
const maxSteps = 2 ** 22;

const unreadable: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Colliders of an extension name a shape, mesh or node that is missing or not supported, and were left out',
  fix: 'Correct the physics extension in the program that made the file',
};

const unreadablePhysics: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Colliders name a physics material or collision filter that is missing or not supported; their shape was read',
  fix: 'Correct the physics extension in the program that made the file',
};

/** The extensions that define colliders at nodes, and the lists that have their shapes. */
const extensions: Readonly<Record<string, readonly ShapeList[]>> = {
  KHR_physics_rigid_bodies: ['KHR_implicit_shapes', 'KHR_collision_shapes'],
  KHR_rigid_bodies: ['KHR_collision_shapes', 'KHR_implicit_shapes'],
  OMI_physics_body: ['OMI_physics_shape', 'KHR_implicit_shapes'],
};

/**
 * Returns the colliders and triggers at the nodes of a scene, in node order.
 *
 * These extensions are read. KHR_physics_rigid_bodies with KHR_implicit_shapes: its `geometry` names a `shape`, a
 * `node` whose meshes and those below it are used (until 2025), or a `mesh` (2026). The older KHR_rigid_bodies with
 * KHR_collision_shapes: its `collider` names the shape. OMI_physics_body with OMI_physics_shape, and OMI_collider with
 * its drafts.
 *
 * Damaged entries become findings, because the validator knows none of these extensions.
 */
export function findColliders(document: GltfDocument, nodes: readonly SceneNode[], findings: FindingList): readonly FoundCollider[] {
  const found: FoundCollider[] = [];
  const walk = { steps: 0 };
  for (const { node: index, worldFromNode } of nodes) {
    const node = document.nodes?.[index];
    for (const [extension, lists] of Object.entries(extensions)) {
      const body = node?.extensions?.[extension];
      if (!isObject(body)) continue;
      for (const key of ['collider', 'trigger']) {
        const entry = body[key];
        if (!isObject(entry)) continue;
        const pointer = `/nodes/${index}/extensions/${extension}/${key}`;
        const name = cleanName(node?.name ?? `node ${index}`);
        const physics = gltfPhysicsOf(rootExtensions(document)[extension], entry);
        if (physics === null) addFinding(findings, unreadablePhysics, { pointer });
        const locations = shapesOf(document, isObject(entry['geometry']) ? entry['geometry'] : entry, lists, walk);
        // The nodes of a compound trigger have the shapes.
        if (locations === null && Array.isArray(entry['nodes'])) continue;
        if (locations === null || locations.length === 0) addFinding(findings, unreadable, { pointer });
        for (const { shapeFromNode, ...location } of locations ?? []) {
          found.push({
            name,
            node: index,
            ...location,
            isTrigger: key === 'trigger',
            ...(physics != null && { physics }),
            worldFromShape: shapeFromNode === identityTransform ? worldFromNode : multiply(worldFromNode, shapeFromNode),
            pointer,
          });
        }
      }
    }
    found.push(...oldCollider(document, index, worldFromNode, findings));
  }
  return found;
}

/**
 * Reads OMI_collider: a node refers to a collider in the list, which declares whether it is a trigger. In the first
 * drafts the node had the collider itself.
 */
function oldCollider(document: GltfDocument, index: number, worldFromNode: Matrix, findings: FindingList): readonly FoundCollider[] {
  const node = document.nodes?.[index];
  const entry = node?.extensions?.['OMI_collider'];
  if (!isObject(entry)) return [];
  const pointer = `/nodes/${index}/extensions/OMI_collider`;
  const list = rootExtensions(document)['OMI_collider'];
  const colliders = isObject(list) && Array.isArray(list['colliders']) ? list['colliders'] : [];
  const isOnNode = entry['collider'] === undefined;
  const collider: unknown = isOnNode ? entry : typeof entry['collider'] === 'number' ? colliders[entry['collider']] : undefined;
  // The children of a compound body have its shapes.
  if (isObject(collider) && collider['type'] === 'compound') return [];
  const shape = isObject(collider) ? readOldCollider(collider, isOnNode, node?.mesh) : null;
  const locations = shape === null ? [] : shapesOfShape(document, shape, false);
  if (locations.length === 0) addFinding(findings, unreadable, { pointer });
  const isTrigger = isObject(collider) && collider['isTrigger'] === true;
  return locations.map(({ shapeFromNode: _, ...location }) => ({
    name: cleanName(node?.name ?? `node ${index}`),
    node: index,
    ...location,
    isTrigger,
    worldFromShape: worldFromNode,
    pointer,
  }));
}

type LocatedShape = Pick<FoundCollider, 'shape' | 'geometry'> & { readonly shapeFromNode: Matrix };

function shapesOf(
  document: GltfDocument,
  geometry: JsonObject,
  lists: readonly ShapeList[],
  walk: { steps: number },
): readonly LocatedShape[] | null {
  const hull = geometry['convexHull'] === true;
  if (typeof geometry['mesh'] === 'number') return shapesOfMesh(document, geometry['mesh'], hull);
  if (typeof geometry['node'] === 'number') {
    return meshesBelow(document, geometry['node'], walk).flatMap(({ mesh, shapeFromNode }) =>
      shapesOfMesh(document, mesh, hull, shapeFromNode),
    );
  }
  if (geometry['shape'] === undefined) return null;
  const shape = shapeAt(rootExtensions(document), geometry['shape'], lists);
  return shape === null ? [] : shapesOfShape(document, shape, hull);
}

function shapesOfShape(document: GltfDocument, shape: ReadShape, hull: boolean): readonly LocatedShape[] {
  if ('mesh' in shape) return shapesOfMesh(document, shape.mesh, hull || shape.isHull);
  return [{ shape: shape.exact.kind, geometry: { exact: shape.exact }, shapeFromNode: identityTransform }];
}

function shapesOfMesh(document: GltfDocument, mesh: number, isHull: boolean, shapeFromNode = identityTransform): readonly LocatedShape[] {
  return document.meshes?.[mesh] === undefined ? [] : [{ shape: isHull ? 'hull' : 'triangles', geometry: { mesh }, shapeFromNode }];
}

function rootExtensions(document: GltfDocument): JsonObject {
  return isObject(document.extensions) ? document.extensions : {};
}

interface MeshBelow {
  readonly mesh: number;
  readonly shapeFromNode: Matrix;
}

/**
 * Returns the meshes of a node and of all nodes below it, in the space of that node. Its own transform is replaced by
 * that of the collider's node.
 */
function meshesBelow({ nodes = [] }: GltfDocument, root: number, walk: { steps: number }): readonly MeshBelow[] {
  const meshes: MeshBelow[] = [];
  const seen = new Set<number>();
  const open = [{ index: root, shapeFromNode: identityTransform }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, shapeFromNode } = next;
    const node = nodes[index];
    if (node === undefined || seen.has(index)) continue;
    seen.add(index);
    if (++walk.steps > maxSteps)
      throw refuse('too-large', `Colliders name the same nodes beyond ${maxSteps} times`, 'Give each collider its own mesh', {
        pointer: '/nodes',
      });
    if (node.mesh !== undefined) meshes.push({ mesh: node.mesh, shapeFromNode });
    for (const child of (node.children ?? []).toReversed()) {
      const below = nodes[child];
      if (below !== undefined) open.push({ index: child, shapeFromNode: multiply(shapeFromNode, parentFromNode(below)) });
    }
  }
  return meshes;
}
