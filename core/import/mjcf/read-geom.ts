import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import { minus, length, type Vec3 } from '../../math/vec3.ts';
import type { ColliderPhysics } from '../../mesh/collider-physics.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import { isEndless, tessellate } from '../../mesh/tessellate-shape.ts';
import type { PlacedMesh } from '../scene/place-meshes.ts';
import { damagedAt, numbersOf, type Attributes } from '../robot/numbers.ts';
import { placed, zFromY, zTowards } from '../robot/rotation.ts';
import { cleanName } from '../text/clean-name.ts';
import type { XmlElement } from '../xml/read-xml-tree.ts';
import { mjcfPose, type AngleRules } from './orientation.ts';
import type { MjcfAssets } from './read-assets.ts';

/** A geom with all its attributes and the pose of its body. */
export interface GeomAt {
  readonly element: XmlElement;
  readonly attributes: Attributes;
  readonly worldFromBody: Matrix;
  /** Number of the geom in the file, from 0. */
  readonly number: number;
}

/** Whether MuJoCo takes the size of a primitive from a mesh. Without a type a geom is a sphere, also one with a mesh. */
export function isFittedToMesh(attributes: Attributes): boolean {
  return attributes.has('mesh') && !['mesh', 'sdf'].includes(attributes.get('type') ?? 'sphere');
}

/**
 * Returns the part of a geom: its primitive, or the triangles of its mesh. A mesh that collides has the role of a hull, because MuJoCo takes the
 * convex hull of every mesh. `null` for what has no triangles: an infinite plane, an ellipsoid, a height field.
 * @throws InspectorError `malformed` with the line.
 */
export function partOfGeom(geom: GeomAt, assets: MjcfAssets, rules: AngleRules): PlacedMesh | null {
  const { element, attributes, worldFromBody, number } = geom;
  const mesh = attributes.get('mesh');
  const type = attributes.get('type') ?? 'sphere';
  const name = cleanName(attributes.get('name') ?? `geom ${number}`);
  if (type === 'mesh') {
    const asset = mesh === undefined ? undefined : assets.get(mesh);
    if (asset === undefined) throw damagedAt(element, `The mesh "${mesh ?? ''}" of a geom is missing`);
    if (asset === null) return null;
    const worldFromPart = multiply(worldFromBody, mjcfPose(element, attributes, rules));
    const role = roleOf(geom, 'hull', null);
    return { name, positions: asset.positions, triangles: asset.indices, worldFromPart, ...(role !== null && { role }) };
  }
  const found = primitiveOf(element, attributes, type, rules);
  if (found === null || isEndless(found.exact)) return null;
  const role = roleOf(geom, found.exact.kind, found.exact);
  return { name, ...tessellate(found.exact), worldFromPart: multiply(worldFromBody, found.bodyFromShape), ...(role !== null && { role }) };
}

interface Primitive {
  readonly exact: ExactShape;
  readonly bodyFromShape: Matrix;
}

function primitiveOf(element: XmlElement, attributes: Attributes, type: string, rules: AngleRules): Primitive | null {
  if (!['box', 'sphere', 'capsule', 'cylinder', 'plane'].includes(type)) return null;
  const size = numbersOf(element, attributes, 'size', 1, 3) ?? [];
  const ends = numbersOf(element, attributes, 'fromto', 6);
  if (ends !== null && (type === 'sphere' || type === 'plane')) throw damagedAt(element, `A ${type} has no fromto`);
  const between = ends === null ? null : spanOf(ends);
  if (between?.height === 0) throw damagedAt(element, `Both ends of the fromto of a ${type} are at one point`);
  const needed = { box: 3, plane: 3, sphere: 1, capsule: 2, cylinder: 2 }[type]! - (between === null ? 0 : 1);
  const isValid = size.length >= Math.min(needed, type === 'box' && between !== null ? 1 : needed) && size.every((value) => value >= 0);
  if (!isValid) throw damagedAt(element, `A ${type} needs a size of ${needed} numbers of 0 or more`);
  const pose = between?.pose ?? mjcfPose(element, attributes, rules);
  const [a = 0, b = 0, c = 0] = size;
  switch (type) {
    case 'sphere':
      return { exact: { kind: 'sphere', radius: a }, bodyFromShape: pose };
    case 'plane':
      return {
        exact: { kind: 'plane', sizeX: a === 0 ? null : 2 * a, sizeZ: b === 0 ? null : 2 * b, isDoubleSided: false },
        bodyFromShape: multiply(pose, zFromY),
      };
    case 'box':
      return {
        exact: { kind: 'box', size: between === null ? [2 * a, 2 * b, 2 * c] : [2 * a, 2 * a, between.height] },
        bodyFromShape: pose,
      };
    default: {
      const height = between?.height ?? 2 * b;
      return {
        exact: { kind: type === 'capsule' ? 'capsule' : 'cylinder', height, radiusTop: a, radiusBottom: a },
        bodyFromShape: multiply(pose, zFromY),
      };
    }
  }
}

/** Returns length and pose of `fromto`. MuJoCo points the axis Z from the second point to the first. */
function spanOf(ends: readonly number[]): { readonly height: number; readonly pose: Matrix } {
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0] = ends;
  const along: Vec3 = minus([ax, ay, az], [bx, by, bz]);
  const middle: Vec3 = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2];
  return { height: length(along), pose: placed(zTowards(along) ?? identityTransform, middle) };
}

/** Returns `null` for a geom that touches nothing. A class named `trigger` is one that detects overlaps, as Boxwood writes it. */
function roleOf({ element, attributes }: GeomAt, shape: ColliderRole['shape'], exact: ExactShape | null): ColliderRole | null {
  const isTrigger = attributes.get('class') === 'trigger';
  const bits = ['contype', 'conaffinity'].map((name) => numbersOf(element, attributes, name, 1)?.[0] ?? 1);
  if (!isTrigger && bits.every((value) => value === 0)) return null;
  const physics = physicsOf(element, attributes);
  return { shape, isRendered: false, isTrigger, of: null, from: 'extension', exact, ...(physics !== null && { physics }) };
}

/** Reads the sliding friction, if the file declares it. Two geoms slide with the larger one. */
function physicsOf(element: XmlElement, attributes: Attributes): ColliderPhysics | null {
  const friction = numbersOf(element, attributes, 'friction', 1, 3)?.[0];
  if (friction === undefined || !(friction >= 0)) return null;
  const material = {
    staticFriction: friction,
    dynamicFriction: friction,
    restitution: 0,
    frictionCombine: 'maximum',
    restitutionCombine: 'maximum',
  } as const;
  return { material, filter: null };
}
