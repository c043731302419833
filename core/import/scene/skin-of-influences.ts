import type { SourceLocation } from '../../error.ts';
import type { Matrix } from '../../math/transform.ts';
import type { VertexSkin } from '../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { Room } from './room.ts';

/** Weights of one joint at vertices. Weights of 0 or less are ignored. */
export interface Influences {
  readonly joint: number;
  readonly vertices: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  readonly location: SourceLocation;
}

/**
 * Returns a skin of influences by joint. Vertices without weights follow the last joint. The weights of each vertex are
 * normalised to the sum 1.
 * @throws InspectorError `index-out-of-range`, `malformed`, `too-large`.
 */
export function skinOfInfluences(
  joints: readonly { readonly node: number; readonly inverseBind: Matrix }[],
  lists: readonly Influences[],
  vertices: number,
  room: Room,
): VertexSkin {
  const counts = new Uint32Array(vertices);
  for (const { vertices: at, weights, location } of lists) {
    for (let i = 0; i < at.length; i++) {
      if (!Number.isInteger(at[i]) || at[i] < 0 || at[i] >= vertices)
        throw refuse('index-out-of-range', `a skin weighs vertex ${at[i]} of ${vertices}`, exportAgain, location);
      if (!Number.isFinite(weights[i])) throw refuse('malformed', 'a weight is not finite', exportAgain, location);
      if (weights[i] > 0) counts[at[i]]++;
    }
  }
  const influences = counts.reduce((max, count) => Math.max(max, count), 1);
  room(2 * influences * vertices + 17 * joints.length, lists[0]?.location ?? {});
  const vertexJoints = new Uint32Array(influences * vertices);
  const vertexWeights = new Float64Array(influences * vertices);
  const filled = new Uint32Array(vertices);
  for (const { joint, vertices: at, weights } of lists) {
    for (let i = 0; i < at.length; i++) {
      if (!(weights[i] > 0)) continue;
      const slot = influences * at[i] + filled[at[i]]++;
      vertexJoints[slot] = joint;
      vertexWeights[slot] = weights[i];
    }
  }
  normaliseWeights(vertexJoints, vertexWeights, influences, joints.length - 1);
  return {
    joints: Uint32Array.from(joints, ({ node }) => node),
    inverseBind: Float64Array.from(joints.flatMap(({ inverseBind }) => [...inverseBind])),
    influences,
    vertexJoints,
    vertexWeights,
  };
}

/** Normalises the weights of each vertex to the sum 1, in place. If the sum is 0, the vertex follows the last joint. */
export function normaliseWeights(joints: Uint32Array, weights: Float64Array, influences: number, last: number): void {
  for (let i = 0; i < weights.length; i += influences) {
    let sum = 0;
    for (let k = i; k < i + influences; k++) sum += weights[k];
    if (sum > 0) for (let k = i; k < i + influences; k++) weights[k] /= sum;
    else {
      joints[i] = last;
      weights[i] = 1;
    }
  }
}
