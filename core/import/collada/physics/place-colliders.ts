import { multiply } from '../../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../../math/transform.ts';
import { poseOfSteps } from '../../../mesh/animation/transform-step.ts';
import type { ColliderRole } from '../../../mesh/collider-role.ts';
import { tessellate } from '../../../mesh/tessellate-shape.ts';
import type { SourceLocation } from '../../../error.ts';
import type { ApartCollider } from '../../importer.ts';
import type { PlacedMesh } from '../../scene/place-meshes.ts';
import { addPlaced, countStep, type PlacedList } from '../../scene/placed-list.ts';
import { cleanName } from '../../text/clean-name.ts';
import { attributeOf, xmlChildrenOf, type XmlElement } from '../../xml/read-xml-tree.ts';
import { elementLocation, techniqueOf, type Library } from '../library.ts';
import { colladaNodeSteps } from '../node-transform.ts';
import { nameOf, type NodePlace, type PlacedColladaScene, type SetsOf, type ShownSet } from '../place-scene.ts';
import { findBodies, type FoundBody } from './find-bodies.ts';
import { colladaPhysics, readColladaShape, type ColladaShape } from './read-shape.ts';

/** A collider that the scene does not show. */
export interface ColladaCollider {
  readonly record: ApartCollider;
  readonly location: SourceLocation;
  /** Parts of the mesh if the options add it: none for a shape without faces. */
  readonly parts: readonly PlacedMesh[];
  /** What animates each part. */
  readonly shown: ShownSet;
}

/**
 * Returns the colliders of rigid bodies that the scene does not show. Parts that the scene shows at the node of the
 * body, with the geometry of its shape, get the role instead. `placed` has the parts of the scene.
 * @throws InspectorError `cyclic`, `malformed` with the line; `too-large`.
 */
export function placeColladaColliders(
  library: Library,
  { places }: Pick<PlacedColladaScene, 'places'>,
  setsOf: SetsOf,
  placed: PlacedList,
  limits: PlacedList,
): readonly ColladaCollider[] {
  const apart: ColladaCollider[] = [];
  for (const found of findBodies(library, limits)) {
    const common = techniqueOf(found.body) ?? found.body;
    // A node that the scene does not place has no pose.
    const place = places.get(found.node) ?? { worldFromNode: identityTransform, node: -1, parts: [] };
    for (const shape of xmlChildrenOf(common, 'shape')) {
      countStep(limits, 0);
      const content = readColladaShape(library, shape);
      if (content === null) continue;
      const physics = colladaPhysics(library, shape, common);
      const role: ColliderRole = {
        shape: 'exact' in content ? content.exact.kind : content.kind,
        isRendered: false,
        isTrigger: false,
        of: null,
        from: 'extension',
        exact: 'exact' in content ? content.exact : null,
        ...(physics !== undefined && { physics }),
      };
      const nodeFromShape = shapePose(shape);
      if (markShown(placed, place, content, nodeFromShape, role)) continue;
      for (const { part } of place.parts) placed.meshes[part] = { ...placed.meshes[part], hasCollider: true };
      apart.push(colliderOf(found, { shape, content, role, nodeFromShape, place }, setsOf, limits));
    }
  }
  return apart;
}

/** Returns the transform of a `shape`; the same object for each identity. */
function shapePose(shape: XmlElement): Matrix {
  const { steps, rest } = colladaNodeSteps(shape);
  const pose = poseOfSteps(steps, rest).parentFromNode;
  return identityTransform.every((value, i) => pose[i] === value) ? identityTransform : pose;
}

/** Gives the role to the shown parts with the same geometry and transform, and returns whether there are any. */
function markShown(placed: PlacedList, place: NodePlace, content: ColladaShape, nodeFromShape: Matrix, role: ColliderRole): boolean {
  if ('exact' in content || nodeFromShape !== identityTransform) return false;
  const same = place.parts.filter(({ geometry }) => geometry === content.geometry);
  for (const { part } of same) placed.meshes[part] = { ...placed.meshes[part], role: { ...role, isRendered: true } };
  return same.length > 0;
}

interface BodyShape {
  readonly shape: XmlElement;
  readonly content: ColladaShape;
  readonly role: ColliderRole;
  readonly nodeFromShape: Matrix;
  readonly place: NodePlace;
}

function colliderOf(found: FoundBody, of: BodyShape, setsOf: SetsOf, limits: PlacedList): ColladaCollider {
  const { shape, content, nodeFromShape, place } = of;
  const { worldFromNode, node, parts: rendered } = place;
  const name = (found.node === null ? '' : nameOf(found.node)) || nameOf(found.body) || cleanName(attributeOf(found.body, 'sid') ?? '');
  const role = { ...of.role, of: rendered.length > 0 && found.node !== null ? nameOf(found.node) : null };
  const worldFromPart = nodeFromShape === identityTransform ? worldFromNode : multiply(worldFromNode, nodeFromShape);
  const sets = 'exact' in content ? [{ ...tessellate(content.exact), symbol: null }] : setsOf(content.geometry);
  const parts = sets.map(({ symbol, ...set }, i) => ({
    name: sets.length > 1 ? `${name}/${i}` : name,
    ...set,
    worldFromPart,
    role,
    material: symbol ?? undefined,
  }));
  for (const part of parts) addPlaced(limits, part);
  const triangles = role.exact === null ? parts.reduce((sum, part) => sum + part.triangles.length / 3, 0) : 0;
  const { shape: kind, isTrigger, exact, physics } = role;
  return {
    record: {
      name,
      shape: kind,
      isTrigger,
      exact,
      triangles,
      worldFromShape: worldFromPart,
      pointer: found.pointer,
      ...(physics !== undefined && { physics }),
    },
    location: elementLocation(shape),
    parts,
    shown: { geometry: 'exact' in content ? shape : content.geometry, node, controlled: null, nodeFromShape },
  };
}
