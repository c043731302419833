import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { scaleOf } from './transform-step.ts';

/** A child takes over its parent's scale as it is (RSrs), along its own axes (RrSs), or all but that of the parent itself (Rrs): FBX's `InheritType`. */
export type InheritedScale = 'RSrs' | 'RrSs' | 'Rrs';

/** How a node stands in its parent. */
export interface LocalPose {
  readonly parentFromNode: Matrix;
  /** Its turn and its scale alone; left out where no node needs its parent's. */
  readonly rotation?: Matrix;
  readonly scale?: Vec3;
}

/** Where a node stands in the world, with the two factors of its linear part. */
export interface WorldPose {
  readonly worldFromNode: Matrix;
  /** Of this node and all above it. */
  readonly rotation: Matrix;
  /** Of the node itself. */
  readonly scale: Vec3;
}

const one: Vec3 = [1, 1, 1];

export const worldOrigin: WorldPose = { worldFromNode: identityTransform, rotation: identityTransform, scale: one };

/** A node in the world. Source: Autodesk FBX SDK 2020, sample `Transformations`. */
export function worldPose(parent: WorldPose, { parentFromNode, rotation = identityTransform, scale = one }: LocalPose, inherits: InheritedScale = 'RSrs'): WorldPose {
  const placed = multiply(parent.worldFromNode, parentFromNode);
  const worldRotation = rotation === identityTransform ? parent.rotation : multiply(parent.rotation, rotation);
  const result = { rotation: worldRotation, scale };
  if (inherits === 'RSrs') return { ...result, worldFromNode: placed };
  // What is left of the parent's linear part without its turn: scale and shear.
  const parentScale = multiply(transposed(parent.rotation), linearPart(parent.worldFromNode));
  const inherited = inherits === 'RrSs' ? parentScale : multiply(parentScale, scaleOf(inverse(parent.scale)));
  const linear = multiply(multiply(worldRotation, inherited), scaleOf(scale));
  return { ...result, worldFromNode: [...linear.slice(0, 12), ...placed.slice(12)] };
}

/** The inverse of a turn. */
export function transposed(m: Matrix): Matrix {
  return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, 0, 0, 0, 1];
}

function linearPart(m: Matrix): Matrix {
  return [...m.slice(0, 12), 0, 0, 0, 1];
}

/** A scale of 0 has no inverse: what it flattened stays flat. */
function inverse([x, y, z]: Vec3): Vec3 {
  return [x === 0 ? 0 : 1 / x, y === 0 ? 0 : 1 / y, z === 0 ? 0 : 1 / z];
}
