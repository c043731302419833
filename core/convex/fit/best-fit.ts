import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import { type FittedShape, shapeDistance } from './fitted-shape.ts';

/** Points of a surface with their share of its area. */
export interface SurfacePoints {
  /** (3·N) */
  readonly points: Float64Array;
  /** (N) */
  readonly weights: Float64Array;
}

/** Changes of a shape that are tried: the numbers are lengths, or angles in radians times the size. */
type Move = (fitted: FittedShape, amount: number, size: number) => FittedShape;

/** A fit, and how many shapes were compared with the points to find it. */
export interface BestFit {
  readonly fitted: FittedShape;
  readonly tried: number;
}

/** Shapes that are compared with the points. Fits of solids end after some hundreds, at most a few thousand. */
export const maxTried = 8000;
/**
 * The largest radius or length, in sizes of the points. The best sphere or cylinder of a plane has no end: each larger one is a little nearer. At
 * this size it is within a two-thousandth of the size.
 */
const maxGrowth = 64;

/**
 * Returns the shape whose surface has the smallest root mean square distance from points, near a first shape. It changes one number at a time, by
 * steps that become smaller (compass search), so it finds a local minimum and never becomes worse. It ends after `maxTried` shapes.
 */
export function bestFit(start: FittedShape, surface: SurfacePoints, size: number): BestFit {
  const moves = movesOf(start);
  let best = start;
  let cost = costOf(best, surface);
  let tries = 1;
  for (let step = size / 8; step > size * 1e-6 && tries < maxTried; ) {
    let isBetter = false;
    for (const move of moves) {
      for (const amount of [step, -step]) {
        const tried = move(best, amount, size);
        if (tries === maxTried || !isValid(tried, maxGrowth * size)) continue;
        tries++;
        const triedCost = costOf(tried, surface);
        if (!(triedCost < cost * (1 - 1e-9))) continue;
        [best, cost, isBetter] = [tried, triedCost, true];
        break;
      }
    }
    if (!isBetter) step /= 2;
  }
  return { fitted: best, tried: tries };
}

function costOf(fitted: FittedShape, { points, weights }: SurfacePoints): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    const distance = shapeDistance(fitted, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    sum += weights[i] * distance * distance;
  }
  return sum;
}

function isValid(fitted: FittedShape, max: number): boolean {
  const isOne = (length: number): boolean => length > 0 && length <= max;
  return fitted.shape === 'box' ? fitted.size.every(isOne) : isOne(fitted.radius);
}

function movesOf(fitted: FittedShape): readonly Move[] {
  const moved = (vector: Vec3, k: number, amount: number): Vec3 =>
    vector.map((value, i) => (i === k ? value + amount : value)) as unknown as Vec3;
  const each = (move: (k: number) => Move): readonly Move[] => [0, 1, 2].map(move);
  switch (fitted.shape) {
    case 'sphere':
      return [
        ...each((k) => (shape, amount) => (shape.shape === 'sphere' ? { ...shape, center: moved(shape.center, k, amount) } : shape)),
        (shape, amount) => (shape.shape === 'sphere' ? { ...shape, radius: shape.radius + amount } : shape),
      ];
    case 'capsule':
    case 'cylinder':
      return [
        ...each((k) => (shape, amount) => ('from' in shape ? { ...shape, from: moved(shape.from, k, amount) } : shape)),
        ...each((k) => (shape, amount) => ('from' in shape ? { ...shape, to: moved(shape.to, k, amount) } : shape)),
        (shape, amount) => ('from' in shape ? { ...shape, radius: shape.radius + amount } : shape),
      ];
    case 'box':
      return [
        ...each((k) => (shape, amount) => (shape.shape === 'box' ? { ...shape, center: moved(shape.center, k, amount) } : shape)),
        ...each((k) => (shape, amount) => (shape.shape === 'box' ? { ...shape, size: moved(shape.size, k, amount) } : shape)),
        ...each(
          (k) => (shape, amount, size) => (shape.shape === 'box' ? { ...shape, axes: rotated(shape.axes, k, amount / size) } : shape),
        ),
      ];
  }
}

/** Rotates two axes about the third one. */
function rotated(axes: readonly [Vec3, Vec3, Vec3], about: number, angle: number): readonly [Vec3, Vec3, Vec3] {
  const axis = axes[about]!;
  const other = axes[(about + 1) % 3]!;
  const turned = normalized(
    [0, 1, 2].map((k) => Math.cos(angle) * other[k]! + Math.sin(angle) * axes[(about + 2) % 3]![k]!) as unknown as Vec3,
  )!;
  const found: [Vec3, Vec3, Vec3] = [...axes];
  found[(about + 1) % 3] = turned;
  found[(about + 2) % 3] = cross(axis, turned);
  return found;
}
