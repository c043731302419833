import { meshBounds } from '../mesh/bounds.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { EngineFacts } from './engines.ts';

/** How much larger an engine stores the boxes of its tree. Hits stay the same; more triangles are tested. */
export interface BoxGrowth {
  /** Largest distance by which a side of the box around one triangle moves outward, in mesh units. */
  readonly max: number;
  /** Triangles with a box that is unbounded on some side. */
  readonly unbounded: number;
}

/** Distance by which Bullet grows the bounds of a tree before it divides them. */
const bulletMargin = 1;
const bulletSteps = 65_533;
/** Largest finite half float. */
const maxHalf = 65_504;
const minHalfExponent = -14;
const halfBits = 10;

/** Returns the growth of the boxes of finite triangles; `null` for boxes of 32-bit floats, and without triangles. */
export function boxGrowth(mesh: TriangleMesh, boxes: EngineFacts['boxes']): BoxGrowth | null {
  const bounds = meshBounds(mesh);
  if (bounds === null || boxes === 'f32') return null;
  const grown = boxes === 'half' ? halfSides : boxes === 'u16' ? u16Sides(bounds.min, bounds.max) : i16Sides(mesh);
  let max = 0;
  let unbounded = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    let isUnbounded = false;
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((corner) => mesh.positions[3 * mesh.indices[3 * triangle + corner] + k]) as [number, number, number];
      const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
      const growth = Math.max(low - grown(low, k, false), grown(high, k, true) - high);
      if (growth === Infinity) isUnbounded = true;
      else max = Math.max(max, growth);
    }
    if (isUnbounded) unbounded++;
  }
  return { max, unbounded };
}

/** Steps of PhysX on either side of the origin. */
const physxSteps = 32_767;
/** By this part of the largest coordinate PhysX grows boxes before it rounds them. */
const physxEpsilon = 2 ** -22;

/** Returns the side of a box as the engine stores it. */
type StoredSide = (value: number, axis: number, isMax: boolean) => number;

/** Half floats, rounded outward. */
const halfSides: StoredSide = (value, _, isMax) => {
  const size = Math.abs(value);
  const isAway = isMax === value > 0;
  if (size > maxHalf) return isAway ? Math.sign(value) * Infinity : Math.sign(value) * maxHalf;
  const step = 2 ** (Math.max(minHalfExponent, Math.floor(Math.log2(size))) - halfBits);
  const rounded = (isMax ? Math.ceil(value / step) : Math.floor(value / step)) * step;
  return Math.abs(rounded) > maxHalf ? Math.sign(rounded) * Infinity : rounded;
};

/** 16-bit integers over the grown bounds: the lowest bit is cleared for a minimum and set for a maximum. */
function u16Sides(min: readonly number[], max: readonly number[]): StoredSide {
  return (value, k, isMax) => {
    const scale = bulletSteps / (max[k]! - min[k]! + 2 * bulletMargin);
    const steps = (value - (min[k]! - bulletMargin)) * scale;
    const number = isMax ? Math.trunc(steps + 1) | 1 : Math.trunc(steps) & 0xfffe;
    return number / scale + min[k]! - bulletMargin;
  };
}

/** 16-bit integers about the origin: the farthest minimum, and the farthest maximum, along an axis are 32,767 steps away. */
function i16Sides({ positions, indices }: TriangleMesh): StoredSide {
  const farthest = { min: [0, 0, 0], max: [0, 0, 0] };
  let largest = 0;
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [positions[3 * indices[i] + k], positions[3 * indices[i + 1] + k], positions[3 * indices[i + 2] + k]];
      const [low, high] = [Math.abs(Math.min(a, b, c)), Math.abs(Math.max(a, b, c))];
      if (low > farthest.min[k]!) farthest.min[k] = low;
      if (high > farthest.max[k]!) farthest.max[k] = high;
      largest = Math.max(largest, low, high);
    }
  }
  const epsilon = largest * physxEpsilon;
  return (value, k, isMax) => {
    const step = ((isMax ? farthest.max[k]! : farthest.min[k]!) + epsilon) / physxSteps;
    if (step === 0) return value;
    return isMax ? Math.ceil((value + epsilon) / step) * step : Math.floor((value - epsilon) / step) * step;
  };
}
