import { seededRandom } from '../../math/seeded-random.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { motionCount, motionKindAt } from '../document/packed-motions.ts';
import type { PackedScene } from '../document/packed-scene.ts';
import { orbitRotation } from './orbit-rotation.ts';

/** Where the instances of a scene are at one step. */
export interface ScenePoses {
  readonly scene: PackedScene;
  /** (16·n) scene from mesh at `step`, column-major. */
  readonly matrices: Float64Array;
  /** (n) 1 for an instance whose motion changes more than its translation. */
  readonly turns: Uint8Array;
  /** Generators of the random walks at `step`; `null` for an instance without. */
  readonly walks: ((() => number) | null)[];
  step: number;
}

/** Returns the poses at step 0, which are the matrices of the scene. */
export function createScenePoses(scene: PackedScene): ScenePoses {
  const { motionOf, motions } = scene;
  const turning = Uint8Array.from({ length: motionCount(motions) }, (_, motion) => {
    const kind = motionKindAt(motions, motion);
    return kind === 'orbit' || kind === 'recorded' ? 1 : 0;
  });
  const poses: ScenePoses = {
    scene,
    matrices: new Float64Array(scene.matrices.length),
    turns: Uint8Array.from(motionOf, (number) => (number === 0 ? 0 : turning[number - 1])),
    walks: new Array<null>(motionOf.length).fill(null),
    step: 0,
  };
  rewind(poses);
  return poses;
}

/** Moves the instances to a step. Every step is a function of the scene alone: going back and forth returns the same bits. Hot. */
export function moveToStep(poses: ScenePoses, step: number): void {
  if (step < poses.step) rewind(poses);
  const { scene, matrices } = poses;
  const { motionOf, motions, matrices: placed } = scene;
  const { starts, numbers } = motions;
  for (let i = 0; i < motionOf.length; i++) {
    if (motionOf[i] === 0) continue;
    const motion = motionOf[i] - 1;
    const at = starts[motion];
    switch (motionKindAt(motions, motion)) {
      case 'walk': {
        const random = poses.walks[i]!;
        const stride = numbers[at + 1];
        for (let k = poses.step; k < step; k++)
          for (let axis = 0; axis < 3; axis++) matrices[16 * i + 12 + axis] += stride * (2 * random() - 1);
        break;
      }
      case 'velocity':
        for (let axis = 0; axis < 3; axis++) matrices[16 * i + 12 + axis] = placed[16 * i + 12 + axis] + step * numbers[at + axis];
        break;
      case 'recorded': {
        const recorded = Math.min(step, (starts[motion + 1] - at) / 16);
        const [from, first] = recorded === 0 ? [placed, 16 * i] : [numbers, at + 16 * (recorded - 1)];
        for (let k = 0; k < 16; k++) matrices[16 * i + k] = from[first + k];
        break;
      }
      case 'orbit':
        matrices.set(orbitPose(placed.subarray(16 * i, 16 * i + 16), numbers.subarray(at, at + 7), step), 16 * i);
    }
  }
  poses.step = step;
}

function rewind(poses: ScenePoses): void {
  const { scene, matrices, walks } = poses;
  const { motionOf, motions } = scene;
  matrices.set(scene.matrices);
  for (let i = 0; i < motionOf.length; i++) {
    if (motionOf[i] > 0 && motionKindAt(motions, motionOf[i] - 1) === 'walk')
      walks[i] = seededRandom(motions.numbers[motions.starts[motionOf[i] - 1]]);
  }
  poses.step = 0;
}

/** @param orbit centre, axis and degrees of a step */
function orbitPose(matrix: Float64Array, orbit: Float64Array, step: number): ArrayLike<number> {
  const degrees = (step * orbit[6]) % 360;
  if (degrees === 0) return matrix;
  const axis: Vec3 = [orbit[3], orbit[4], orbit[5]];
  const center: Vec3 = [orbit[0], orbit[1], orbit[2]];
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = orbitRotation(axis, degrees);
  const rotated = (x: number, y: number, z: number): Vec3 => [m0 * x + m3 * y + m6 * z, m1 * x + m4 * y + m7 * z, m2 * x + m5 * y + m8 * z];
  const column = (at: number): Vec3 => rotated(matrix[at], matrix[at + 1], matrix[at + 2]);
  const arm = rotated(matrix[12] - center[0], matrix[13] - center[1], matrix[14] - center[2]);
  return [...column(0), 0, ...column(4), 0, ...column(8), 0, center[0] + arm[0], center[1] + arm[1], center[2] + arm[2], 1];
}
