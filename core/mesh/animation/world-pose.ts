import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { NodePose } from './node-pose.ts';
import { scaleMatrix } from './transform-step.ts';

/** How a child inherits the scale of its parent: directly (RSrs), along its own axes (RrSs), or without the scale of the parent itself (Rrs). `InheritType` of FBX. */
export type InheritedScale = 'RSrs' | 'RrSs' | 'Rrs';

/** The pose of a node in the world, with the scale that its children can inherit. */
export interface WorldPose {
  readonly worldFromNode: Matrix;
  /** Its product with `rotation` is the linear part without scale. */
  readonly worldFromTurned: Matrix;
  readonly rotation: Matrix;
  /** Scale of the node, including the scale inherited along its axes. */
  readonly scale: Vec3;
  /** The inherited scale. */
  readonly inheritedScale: Vec3;
}

const one: Vec3 = [1, 1, 1];

export const worldOrigin: WorldPose = {
  worldFromNode: identityTransform,
  worldFromTurned: identityTransform,
  rotation: identityTransform,
  scale: one,
  inheritedScale: one,
};

/**
 * Returns the pose of a node in the world. A parent scale that is not inherited directly applies after the rotation of the node. Source:
 * Autodesk FBX SDK 2020, `FbxTransform::EInheritType`. For mixed types in a chain the result follows Maya ("Segment scale compensate"),
 * because the SDK sample `Transformations` rotates the scale of a higher ancestor the wrong way.
 */
export function worldPose(
  parent: WorldPose,
  { parentFromNode, rotation = identityTransform, scale = one }: NodePose,
  inherits: InheritedScale = 'RSrs',
): WorldPose {
  const placed = multiply(parent.worldFromNode, parentFromNode);
  if (inherits === 'RSrs') return { worldFromNode: placed, worldFromTurned: parent.worldFromNode, rotation, scale, inheritedScale: one };
  const inheritedScale = inherits === 'RrSs' ? parent.scale : parent.inheritedScale;
  const worldFromTurned = multiply(linearPart(parent.worldFromTurned), parent.rotation);
  const whole: Vec3 = [scale[0] * inheritedScale[0], scale[1] * inheritedScale[1], scale[2] * inheritedScale[2]];
  const linear = multiply(multiply(worldFromTurned, rotation), scaleMatrix(whole));
  return { worldFromNode: [...linear.slice(0, 12), ...placed.slice(12)], worldFromTurned, rotation, scale: whole, inheritedScale };
}

/** Returns the inverse of a rotation. */
export function transposed(m: Matrix): Matrix {
  return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, 0, 0, 0, 1];
}

function linearPart(m: Matrix): Matrix {
  return [...m.slice(0, 12), 0, 0, 0, 1];
}
