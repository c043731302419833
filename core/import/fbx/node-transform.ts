import { multiply } from '../../math/matrix.ts';
import type { Matrix } from '../../math/transform.ts';
import { eulerTurn, scaleMatrix, translationMatrix, type TransformStep } from '../../mesh/animation/transform-step.ts';
import { transposed, type InheritedScale } from '../../mesh/animation/world-pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { numberProperty, vectorProperty, type Properties } from './properties.ts';

/** The transform of a node as steps. `poseOfSteps` computes its matrix from their numbers. */
export interface FbxNodeSteps {
  readonly steps: readonly TransformStep[];
  readonly rest: Float64Array;
  readonly inherits: InheritedScale;
}

/** Indices of translation, rotation and scale among the numbers of `nodeSteps`. */
export const stepsAt = { 'Lcl Translation': 0, 'Lcl Rotation': 3, 'Lcl Scaling': 6 } as const;

const zero: Vec3 = [0, 0, 0];
const one: Vec3 = [1, 1, 1];

/**
 * Returns the transform of a node: T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹. Without
 * `RotationActive`, rotation order, pre- and post-rotation are ignored. Source: Autodesk FBX SDK 2020, "Computing
 * transformation matrices" and `FbxNode::RotationActive`.
 */
export function fbxNodeSteps(properties: Properties): FbxNodeSteps {
  const vector = (name: string, preset: Vec3): Vec3 => vectorProperty(properties, name, preset);
  const moved = (by: Vec3): TransformStep => ({ kind: 'fixed', matrix: translationMatrix(by) });
  const isActive = numberProperty(properties, 'RotationActive', 0) !== 0;
  const order = isActive ? (orders[numberProperty(properties, 'RotationOrder', 0)] ?? orders[0]) : orders[0];
  const before = isActive ? eulerTurn(vector('PreRotation', zero), orders[0]) : null;
  const behind = isActive ? transposed(eulerTurn(vector('PostRotation', zero), orders[0])) : null;
  const rotationPivot = vector('RotationPivot', zero);
  const scalingPivot = vector('ScalingPivot', zero);
  return {
    steps: [
      { kind: 'translate' },
      moved(vector('RotationOffset', zero)),
      moved(rotationPivot),
      { kind: 'euler', order, before, behind },
      moved(negated(rotationPivot)),
      moved(vector('ScalingOffset', zero)),
      moved(scalingPivot),
      { kind: 'scale' },
      moved(negated(scalingPivot)),
    ],
    rest: Float64Array.of(...vector('Lcl Translation', zero), ...vector('Lcl Rotation', zero), ...vector('Lcl Scaling', one)),
    inherits: inheritTypes[numberProperty(properties, 'InheritType', 0)] ?? 'RSrs',
  };
}

/** Returns the geometric transform of a node, which does not affect its children: T · R · S. */
export function geometryPose(properties: Properties): Matrix {
  const [translation, rotation, scale] = [
    translationMatrix(vectorProperty(properties, 'GeometricTranslation', zero)),
    eulerTurn(vectorProperty(properties, 'GeometricRotation', zero), orders[0]),
    scaleMatrix(vectorProperty(properties, 'GeometricScaling', one)),
  ];
  return multiply(multiply(translation, rotation), scale);
}

const inheritTypes: readonly InheritedScale[] = ['RrSs', 'RSrs', 'Rrs'];

/**
 * Axes of rotation in order of application, indexed by `RotationOrder`. The last value (spheric) is read as the first.
 */
const orders: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
  [0, 1, 2],
];

function negated([x, y, z]: Vec3): Vec3 {
  return [0 - x, 0 - y, 0 - z];
}
