import { length, type Transform, type Vec3 } from '#core/math';
import { relativePlacement } from '#core/scene';
import { rotationDegrees } from '../pair/rotation-degrees.ts';
import type { MovingPose } from '../store/records.ts';
import type { InstancePair } from './scene-run-state.ts';

/** Relative difference of scales, and cosine of angles, that count as rounding. */
const tolerance = 1e-9;

/**
 * Returns the pose of instance j in the space of instance i, as the moving mesh has it; `null` if that takes shear or scales that differ by
 * axis. It is the placement up to rounding.
 * @param matrices (16·n) scene from mesh
 */
export function pairPose(matrices: Float64Array, { i, j }: InstancePair): MovingPose | null {
  const placed = relativePlacement(matrices, i, j);
  const columns = [0, 4, 8].map((at): Vec3 => [placed[at]!, placed[at + 1]!, placed[at + 2]!]);
  const sizes = columns.map(length);
  const size = sizes[0]!;
  if (!sizes.every((other) => Math.abs(other - size) <= tolerance * size)) return null;
  const isMirrored = determinant(columns) < 0;
  const scale = isMirrored ? -size : size;
  const rotation = columns.flatMap((column) => column.map((value) => value / scale));
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const)
    if (Math.abs(product(columns[a]!, columns[b]!)) > tolerance * size * size) return null;
  return { translate: translationOf(placed), rotateDegrees: rotationDegrees(rotation), scale };
}

function translationOf(placed: Transform): Vec3 {
  return [placed[12]!, placed[13]!, placed[14]!];
}

function product(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function determinant([a, b, c]: readonly Vec3[]): number {
  const cross: Vec3 = [b![1] * c![2] - b![2] * c![1], b![2] * c![0] - b![0] * c![2], b![0] * c![1] - b![1] * c![0]];
  return product(a!, cross);
}
