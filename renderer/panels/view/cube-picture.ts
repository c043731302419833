import { dot, type Vec3 } from '#core/math';
import type { ViewCamera } from '../../state/heat/heat-image.ts';
import type { CubeDirection } from '../../state/camera/standard-views.ts';

/** A face of the view cube: outward, and to the right and up on it, seen from outside. */
export interface CubeFace {
  readonly name: 'Front' | 'Back' | 'Right' | 'Left' | 'Top' | 'Bottom';
  readonly outward: CubeDirection;
  readonly right: CubeDirection;
  readonly up: CubeDirection;
}

export const cubeFaces: readonly CubeFace[] = [
  { name: 'Front', outward: [0, 0, 1], right: [1, 0, 0], up: [0, 1, 0] },
  { name: 'Back', outward: [0, 0, -1], right: [-1, 0, 0], up: [0, 1, 0] },
  { name: 'Right', outward: [1, 0, 0], right: [0, 0, -1], up: [0, 1, 0] },
  { name: 'Left', outward: [-1, 0, 0], right: [0, 0, 1], up: [0, 1, 0] },
  { name: 'Top', outward: [0, 1, 0], right: [1, 0, 0], up: [0, 0, -1] },
  { name: 'Bottom', outward: [0, -1, 0], right: [1, 0, 0], up: [0, 0, 1] },
];

/** How the view cube is drawn from a camera, without perspective. Directions are those of the world, length 1. */
export interface CubePicture {
  /** A direction on the screen: to the right, down, and towards the viewer. */
  screenOf(direction: Vec3): Vec3;
  /** Cosine of the angle between a direction and the one towards the viewer. */
  facing(direction: Vec3): number;
  /** The CSS transform of a face at a distance from the middle, CSS pixels. */
  matrixOf(right: Vec3, up: Vec3, outward: Vec3, away: number): string;
  /** Whether the picture is mirrored, so that text needs to be mirrored back. */
  readonly isMirrored: boolean;
}

export function cubePicture({ right, up, forward }: Pick<ViewCamera, 'right' | 'up' | 'forward'>): CubePicture {
  const [x, y, z]: Vec3 = [right[1] * up[2] - right[2] * up[1], right[2] * up[0] - right[0] * up[2], right[0] * up[1] - right[1] * up[0]];
  const isMirrored = dot([x, y, z], forward) > 0;
  const towards: Vec3 = isMirrored ? [-x, -y, -z] : [x, y, z];
  const screenOf = (direction: Vec3): Vec3 => [dot(direction, right), -dot(direction, up), dot(direction, towards)];
  return {
    screenOf,
    isMirrored,
    facing: (direction) => dot(direction, towards),
    matrixOf(toRight, upward, outward, away) {
      const [across, down, out] = [toRight, negated(upward), outward].map(screenOf) as [Vec3, Vec3, Vec3];
      const columns = [
        [...across, 0],
        [...down, 0],
        [...out, 0],
        [away * out[0], away * out[1], 0, 1],
      ];
      return `matrix3d(${columns
        .flat()
        .map((value) => value.toFixed(5))
        .join(', ')})`;
    },
  };
}

function negated([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}
