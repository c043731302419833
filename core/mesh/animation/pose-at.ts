import { multiply } from '../../math/matrix.ts';
import { transformPoints, type Matrix } from '../../math/transform.ts';
import { matrixOfTrs } from '../../math/trs.ts';
import { blendShares } from './blend-shares.ts';
import { sampleChannel } from './sample-channel.ts';
import type { AnimatedNode, Clip, SceneAnimation, VertexRun, VertexSkin } from './scene-animation.ts';
import { poseOfSteps } from './transform-step.ts';
import { worldOrigin, worldPose, type WorldPose } from './world-pose.ts';
import type { NodePose } from './node-pose.ts';

/**
 * Writes the animated vertices at a time of a clip to `positions` (3·V), world space in f64; other vertices do not change. Morph targets
 * come first, then the skin, which only its joints place, or the node (glTF 2.0, section 3.7). Hot: once per frame.
 */
export function poseAt(animation: SceneAnimation, clip: Clip, seconds: number, positions: Float64Array): void {
  const { nodes, runs } = animation;
  const rests = nodes.map(({ rest }) => Float64Array.from(rest));
  const weights = nodes.map(({ weights: own }) => Float64Array.from(own));
  for (const channel of clip.channels) {
    const into = channel.path === 'weights' ? weights[channel.node] : rests[channel.node];
    sampleChannel(channel, seconds, into, restOffset[channel.path] + (channel.at ?? 0));
  }
  const poses: WorldPose[] = [];
  for (const [i, node] of nodes.entries()) {
    poses.push(worldPose(node.parent < 0 ? worldOrigin : poses[node.parent], localPose(node, rests[i]), node.inherits));
  }
  const worlds = poses.map(({ worldFromNode }) => worldFromNode);
  for (const run of runs) {
    const morphed = morphedPositions(run, weights[run.node]);
    const out = positions.subarray(3 * run.firstVertex, 3 * run.firstVertex + run.positions.length);
    if (run.skin === null) transformPoints(multiply(worlds[run.node], [...run.nodeFromRun]), morphed, out);
    else skinned(run.skin, morphed, worlds, out);
  }
}

const restOffset = { translation: 0, rotation: 3, scale: 7, weights: 0, steps: 0 } as const;

function localPose({ matrix, steps }: AnimatedNode, rest: Float64Array): NodePose {
  if (steps !== undefined) return poseOfSteps(steps, rest);
  return { parentFromNode: matrix === null ? matrixOfTrs(rest.subarray(0, 3), rest.subarray(3, 7), rest.subarray(7, 10)) : [...matrix] };
}

function morphedPositions({ positions, targets, blends }: VertexRun, weights: Float64Array): Float64Array {
  if (targets.length === 0) return positions;
  const morphed = positions.slice();
  const shares = blends === undefined ? weights : blendShares(blends, weights, targets.length);
  for (const [t, target] of targets.entries()) {
    const weight = shares[t] ?? 0;
    if (weight === 0) continue;
    for (let i = 0; i < target.length; i++) morphed[i] += weight * target[i];
  }
  return morphed;
}

function skinned(skin: VertexSkin, points: Float64Array, worlds: readonly Matrix[], out: Float64Array): void {
  const { joints, inverseBind, influences, vertexJoints, vertexWeights } = skin;
  const matrices = new Float64Array(16 * joints.length);
  joints.forEach((node, j) => matrices.set(multiply(worlds[node], [...inverseBind.subarray(16 * j, 16 * j + 16)]), 16 * j));
  for (let i = 0, at = 0; i < points.length; i += 3, at += influences) {
    const px = points[i];
    const py = points[i + 1];
    const pz = points[i + 2];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = at; k < at + influences; k++) {
      const weight = vertexWeights[k];
      if (weight === 0) continue;
      const m = 16 * vertexJoints[k];
      x += weight * (matrices[m] * px + matrices[m + 4] * py + matrices[m + 8] * pz + matrices[m + 12]);
      y += weight * (matrices[m + 1] * px + matrices[m + 5] * py + matrices[m + 9] * pz + matrices[m + 13]);
      z += weight * (matrices[m + 2] * px + matrices[m + 6] * py + matrices[m + 10] * pz + matrices[m + 14]);
    }
    out[i] = x;
    out[i + 1] = y;
    out[i + 2] = z;
  }
}
