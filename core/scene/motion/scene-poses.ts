import { axisRotation } from '../../math/axis-rotation.ts';
import { seededRandom } from '../../math/seeded-random.ts';
import type { Transform } from '../../math/transform.ts';
import { normalized, type Vec3 } from '../../math/vec3.ts';
import type { SceneInstance, SceneMotion } from '../document/scene-document.ts';

/** Where the instances of a scene are at one step. */
export interface ScenePoses {
  readonly instances: readonly SceneInstance[];
  /** (16·n) scene from mesh at `step`, column-major. */
  readonly matrices: Float64Array;
  /** (n) 1 for an instance whose motion changes more than its translation. */
  readonly turns: Uint8Array;
  /** Generators of the random walks at `step`; `null` for an instance without. */
  readonly walks: ((() => number) | null)[];
  step: number;
}

/** Returns the poses at step 0, which are the matrices of the document. */
export function createScenePoses(instances: readonly SceneInstance[]): ScenePoses {
  const poses: ScenePoses = {
    instances,
    matrices: new Float64Array(16 * instances.length),
    turns: Uint8Array.from(instances, ({ motion }) => (motion?.kind === 'orbit' || motion?.kind === 'recorded' ? 1 : 0)),
    walks: instances.map(() => null),
    step: 0,
  };
  rewind(poses);
  return poses;
}

/** Moves the instances to a step. Every step is a function of the document alone: going back and forth returns the same bits. */
export function moveToStep(poses: ScenePoses, step: number): void {
  if (step < poses.step) rewind(poses);
  const { instances, matrices } = poses;
  for (let i = 0; i < instances.length; i++) {
    const { motion, matrix } = instances[i];
    if (motion === null) continue;
    if (motion.kind === 'walk') {
      const random = poses.walks[i]!;
      for (let k = poses.step; k < step; k++)
        for (let axis = 0; axis < 3; axis++) matrices[16 * i + 12 + axis] += motion.stride * (2 * random() - 1);
    } else if (motion.kind === 'velocity') {
      for (let axis = 0; axis < 3; axis++) matrices[16 * i + 12 + axis] = matrix[12 + axis] + step * motion.velocity[axis];
    } else {
      matrices.set(turnedPose(matrix, motion, step), 16 * i);
    }
  }
  poses.step = step;
}

function rewind(poses: ScenePoses): void {
  const { instances, matrices, walks } = poses;
  instances.forEach(({ matrix, motion }, i) => {
    matrices.set(matrix, 16 * i);
    if (motion?.kind === 'walk') walks[i] = seededRandom(motion.seed);
  });
  poses.step = 0;
}

function turnedPose(matrix: Transform, motion: Extract<SceneMotion, { kind: 'orbit' | 'recorded' }>, step: number): Transform {
  if (step === 0) return matrix;
  if (motion.kind === 'recorded') return motion.matrices[Math.min(step, motion.matrices.length) - 1] ?? matrix;
  const { center, axis, degrees } = motion;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = axisRotation(normalized(axis)!, (((step * degrees) % 360) * Math.PI) / 180);
  const rotated = (x: number, y: number, z: number): Vec3 => [m0 * x + m3 * y + m6 * z, m1 * x + m4 * y + m7 * z, m2 * x + m5 * y + m8 * z];
  const column = (at: number): Vec3 => rotated(matrix[at], matrix[at + 1], matrix[at + 2]);
  const arm = rotated(matrix[12] - center[0], matrix[13] - center[1], matrix[14] - center[2]);
  return [...column(0), 0, ...column(4), 0, ...column(8), 0, center[0] + arm[0], center[1] + arm[1], center[2] + arm[2], 1];
}
