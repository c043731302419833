import { seededRandom } from '#core/math/seeded-random';
import type { Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';

/** Seeded numbers in the shapes that the tasks need; the same seed gives the same everywhere. */
export interface Seeded {
  readonly number: () => number;
  /** Uniform on the unit sphere. */
  readonly direction: () => Vec3;
  /** Uniform in the ball of this radius about the origin. */
  readonly inBall: (radius: number) => Vec3;
  /** A turn by any angle about any axis (uniform among all), then a move by up to `reach` in any direction. */
  readonly placement: (reach: number) => Transform;
}

export function seeded(seed: number): Seeded {
  const number = seededRandom(seed);
  const direction = (): Vec3 => {
    const z = 2 * number() - 1;
    const angle = 2 * Math.PI * number();
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  };
  const along = ([x, y, z]: Vec3, length: number): Vec3 => [x * length, y * length, z * length];
  return {
    number,
    direction,
    inBall: (radius) => along(direction(), radius * Math.cbrt(number())),
    placement: (reach) => turnThenMove(quaternion(number), along(direction(), reach * number())),
  };
}

/** Uniform among all turns: Shoemake, "Uniform random rotations", Graphics Gems III. */
function quaternion(number: () => number): readonly [x: number, y: number, z: number, w: number] {
  const [share, first, second] = [number(), 2 * Math.PI * number(), 2 * Math.PI * number()];
  const [a, b] = [Math.sqrt(1 - share), Math.sqrt(share)];
  return [a * Math.sin(first), a * Math.cos(first), b * Math.sin(second), b * Math.cos(second)];
}

function turnThenMove([x, y, z, w]: ReturnType<typeof quaternion>, move: Vec3): Transform {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    0,
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    0,
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
    0,
    ...move,
    1,
  ];
}
