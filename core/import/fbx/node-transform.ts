import { multiply } from '../../math/matrix.ts';
import { identityTransform, turnAbout, type Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { numberProperty, vectorProperty, type Properties } from './properties.ts';

/** How a node stands in its parent, taken apart as far as its children's `InheritType` needs it. */
export interface NodePose {
  /** Everything: pivots, offsets, rotations, scale. */
  readonly parentFromNode: Matrix;
  /** The turn alone: Rpre · R · Rpost⁻¹. */
  readonly rotation: Matrix;
  readonly scale: Vec3;
  readonly inherits: 'RrSs' | 'RSrs' | 'Rrs';
}

/** Where a node stands in the world, with the two factors of its linear part. */
export interface WorldPose {
  readonly worldFromNode: Matrix;
  /** Of this node and all above it. */
  readonly rotation: Matrix;
  /** Of the node itself. */
  readonly scale: Vec3;
}

export const worldOrigin: WorldPose = { worldFromNode: identityTransform, rotation: identityTransform, scale: [1, 1, 1] };

const zero: Vec3 = [0, 0, 0];
const one: Vec3 = [1, 1, 1];

/**
 * T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹. Without `RotationActive`, order, pre- and post-rotation do
 * not count. Source: Autodesk FBX SDK 2020, "Computing transformation matrices" and `FbxNode::RotationActive`.
 */
export function nodePose(properties: Properties): NodePose {
  const vector = (name: string, preset: Vec3): Vec3 => vectorProperty(properties, name, preset);
  const isActive = numberProperty(properties, 'RotationActive', 0) !== 0;
  const order = isActive ? (orders[numberProperty(properties, 'RotationOrder', 0)] ?? orders[0]) : orders[0];
  const turn = rotationOf(vector('Lcl Rotation', zero), order);
  const pre = isActive ? rotationOf(vector('PreRotation', zero), orders[0]) : identityTransform;
  const post = isActive ? transposed(rotationOf(vector('PostRotation', zero), orders[0])) : identityTransform;
  const rotation = product(pre, turn, post);
  const scale = vector('Lcl Scaling', one);
  const rotationPivot = vector('RotationPivot', zero);
  const scalingPivot = vector('ScalingPivot', zero);
  const parentFromNode = product(
    translationOf(vector('Lcl Translation', zero)),
    translationOf(vector('RotationOffset', zero)),
    translationOf(rotationPivot),
    rotation,
    translationOf(negated(rotationPivot)),
    translationOf(vector('ScalingOffset', zero)),
    translationOf(scalingPivot),
    scaleOf(scale),
    translationOf(negated(scalingPivot)),
  );
  return { parentFromNode, rotation, scale, inherits: inheritTypes[numberProperty(properties, 'InheritType', 0)] ?? 'RSrs' };
}

/** What moves the geometry of a node and not its children: T · R · S. */
export function geometryPose(properties: Properties): Matrix {
  return product(
    translationOf(vectorProperty(properties, 'GeometricTranslation', zero)),
    rotationOf(vectorProperty(properties, 'GeometricRotation', zero), orders[0]),
    scaleOf(vectorProperty(properties, 'GeometricScaling', one)),
  );
}

/**
 * A node in the world. By `InheritType` a child takes over its parent's scale as it is (RSrs), along its own axes (RrSs), or
 * all but that of the parent itself (Rrs). Source: Autodesk FBX SDK 2020, sample `Transformations`.
 */
export function worldPose(parent: WorldPose, pose: NodePose): WorldPose {
  const { parentFromNode, rotation, scale, inherits } = pose;
  const placed = multiply(parent.worldFromNode, parentFromNode);
  const worldRotation = multiply(parent.rotation, rotation);
  const result = { rotation: worldRotation, scale };
  if (inherits === 'RSrs') return { ...result, worldFromNode: placed };
  // What is left of the parent's linear part without its turn: scale and shear.
  const parentScale = multiply(transposed(parent.rotation), linearPart(parent.worldFromNode));
  const inherited = inherits === 'RrSs' ? parentScale : multiply(parentScale, scaleOf(inverse(parent.scale)));
  const linear = product(worldRotation, inherited, scaleOf(scale));
  return { ...result, worldFromNode: [...linear.slice(0, 12), ...placed.slice(12)] };
}

const inheritTypes: readonly NodePose['inherits'][] = ['RrSs', 'RSrs', 'Rrs'];

/** The axes in the order in which they are turned about, as `RotationOrder` numbers them; the last, spheric, is read as the first. */
const orders: readonly (readonly number[])[] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0], [0, 1, 2]];

/** Degrees about the fixed axes, one after the other. */
function rotationOf(degrees: Vec3, order: readonly number[]): Matrix {
  return order.reduce((matrix, axis) => multiply(turnAbout(axis, degrees[axis]), matrix), identityTransform);
}

function translationOf([x, y, z]: Vec3): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function scaleOf([x, y, z]: Vec3): Matrix {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
}

function product(...matrices: readonly Matrix[]): Matrix {
  return matrices.reduce((left, right) => (right === identityTransform ? left : left === identityTransform ? right : multiply(left, right)));
}

/** The inverse of a turn. */
function transposed(m: Matrix): Matrix {
  return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, 0, 0, 0, 1];
}

function linearPart(m: Matrix): Matrix {
  return [...m.slice(0, 12), 0, 0, 0, 1];
}

function negated([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

/** A scale of 0 has no inverse: what it flattened stays flat. */
function inverse([x, y, z]: Vec3): Vec3 {
  return [x === 0 ? 0 : 1 / x, y === 0 ? 0 : 1 / y, z === 0 ? 0 : 1 / z];
}
