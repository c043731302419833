import { InspectorError } from '../../error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { ScenePoses } from '../motion/scene-poses.ts';
import { usedPoints } from './used-points.ts';

/** The boxes of the instances of a scene. A box is six numbers: min x, y, z, max x, y, z. Boxes are closed. */
export interface WorldBoxes {
  /** (6·n) at the step of the last update. */
  readonly boxes: Float64Array;
  /** (6·n) without the translation. */
  readonly linear: Float64Array;
  /** The points of each mesh: `usedPoints`. */
  readonly points: readonly Float64Array[];
}

/**
 * Returns the boxes at the step of the poses: exactly the bounds of the vertices as `transformPoints` places them.
 * @throws InspectorError `no-triangles` with the pointer of a mesh without finite triangles; as `updateWorldBoxes`.
 */
export function createWorldBoxes(meshes: readonly TriangleMesh[], poses: ScenePoses): WorldBoxes {
  const count = poses.scene.meshOf.length;
  const points = meshes.map(usedPoints);
  points.forEach((list, i) => {
    if (list.length === 0)
      throw new InspectorError({
        code: 'no-triangles',
        message: `The mesh ${JSON.stringify(poses.scene.meshes[i])} of the scene has no usable triangle`,
        fix: 'Remove it from the scene, or run boxwood inspect to see its findings',
        location: { pointer: `/meshes/${i}` },
      });
  });
  const world: WorldBoxes = { boxes: new Float64Array(6 * count), linear: new Float64Array(6 * count), points };
  for (let i = 0; i < count; i++) writeLinearBox(world, poses, i);
  updateWorldBoxes(world, poses);
  return world;
}

/**
 * Updates the boxes to the step of the poses. Only rotating instances need their vertices: rounding is monotone, so the extremes stay
 * extremes after the translation is added. Hot.
 * @throws InspectorError `malformed` with the pointer of an instance whose box is not finite, after an overflow.
 */
export function updateWorldBoxes(world: WorldBoxes, poses: ScenePoses): void {
  const { boxes, linear } = world;
  const { matrices, turns } = poses;
  for (let i = 0; i < turns.length; i++) {
    if (turns[i] === 1) writeLinearBox(world, poses, i);
    let check = 0;
    for (let k = 0; k < 6; k++) {
      const value = linear[6 * i + k] + matrices[16 * i + 12 + (k % 3)];
      boxes[6 * i + k] = value;
      check += value - value;
    }
    if (check !== 0) throw overflow(i, poses.step);
  }
}

/** Writes the bounds of the points of an instance under the first three columns of its matrix, in the rounding of `transformPoints`. */
function writeLinearBox({ linear, points }: WorldBoxes, { scene, matrices }: ScenePoses, i: number): void {
  const list = points[scene.meshOf[i]];
  for (let axis = 0; axis < 3; axis++) {
    const mx = matrices[16 * i + axis];
    const my = matrices[16 * i + 4 + axis];
    const mz = matrices[16 * i + 8 + axis];
    let min = Infinity;
    let max = -Infinity;
    // A finite number minus itself is 0; NaN and infinities give NaN.
    let check = 0;
    for (let at = 0; at < list.length; at += 3) {
      const value = mx * list[at] + my * list[at + 1] + mz * list[at + 2];
      if (value < min) min = value;
      if (value > max) max = value;
      check += value - value;
    }
    linear[6 * i + axis] = min + check;
    linear[6 * i + 3 + axis] = max + check;
  }
}

function overflow(instance: number, step: number): InspectorError {
  return new InspectorError({
    code: 'malformed',
    message: `The box of instance ${instance} is not finite at step ${step}`,
    fix: 'Use smaller numbers in its matrix or its motion',
    location: { pointer: `/instances/${instance}` },
  });
}
