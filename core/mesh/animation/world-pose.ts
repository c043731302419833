import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { LocalPose } from './local-pose.ts';
import { scaleOf } from './transform-step.ts';

/** A child takes over its parent's scale as it is (RSrs), along its own axes (RrSs), or all but that of the parent itself (Rrs): FBX's `InheritType`. */
export type InheritedScale = 'RSrs' | 'RrSs' | 'Rrs';

/** Where a node stands in the world, with what its children may take over of its scale. */
export interface WorldPose {
  readonly worldFromNode: Matrix;
  /** Times `rotation` its linear part without its scale. */
  readonly worldFromTurned: Matrix;
  readonly rotation: Matrix;
  /** Of the node, with that which it took over along its axes. */
  readonly scale: Vec3;
  /** That which it took over. */
  readonly takenOver: Vec3;
}

const one: Vec3 = [1, 1, 1];

export const worldOrigin: WorldPose = {
  worldFromNode: identityTransform,
  worldFromTurned: identityTransform,
  rotation: identityTransform,
  scale: one,
  takenOver: one,
};

/**
 * A node in the world. A parent's scale that is not taken over as it is goes behind the node's own turn. Source: Autodesk FBX SDK 2020, `FbxTransform::EInheritType`; where a node of one
 * type stands below another, what Maya shows ("Segment scale compensate"): the SDK's sample `Transformations` turns a scale from farther above the wrong way.
 */
export function worldPose(
  parent: WorldPose,
  { parentFromNode, rotation = identityTransform, scale = one }: LocalPose,
  inherits: InheritedScale = 'RSrs',
): WorldPose {
  const placed = multiply(parent.worldFromNode, parentFromNode);
  if (inherits === 'RSrs') return { worldFromNode: placed, worldFromTurned: parent.worldFromNode, rotation, scale, takenOver: one };
  const takenOver = inherits === 'RrSs' ? parent.scale : parent.takenOver;
  const worldFromTurned = multiply(linearPart(parent.worldFromTurned), parent.rotation);
  const whole: Vec3 = [scale[0] * takenOver[0], scale[1] * takenOver[1], scale[2] * takenOver[2]];
  const linear = multiply(multiply(worldFromTurned, rotation), scaleOf(whole));
  return { worldFromNode: [...linear.slice(0, 12), ...placed.slice(12)], worldFromTurned, rotation, scale: whole, takenOver };
}

/** The inverse of a turn. */
export function transposed(m: Matrix): Matrix {
  return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, 0, 0, 0, 1];
}

function linearPart(m: Matrix): Matrix {
  return [...m.slice(0, 12), 0, 0, 0, 1];
}
