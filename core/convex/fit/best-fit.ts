import { cosSin } from '../../math/cos-sin.ts';
import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { bothWayDistance, bothWaySquare, type FittedSurface } from './both-way-distance.ts';
import type { FittedShape } from './fitted-shape.ts';

/** Changes of a shape that are tried: the numbers are lengths, or angles in radians times the size. */
type Move = (fitted: FittedShape, amount: number, size: number) => FittedShape;

/** A fit, and how many shapes were compared with the points to find it. */
export interface BestFit {
  readonly fitted: FittedShape;
  readonly tried: number;
}

/** Shapes that are compared with the points. Fits of solids end after some hundreds, at most a few thousand. */
export const maxTried = 8000;
/** The largest radius or length, in sizes of the surface. */
const maxGrowth = 64;
/** Points along an edge of a shape that are compared with the surface. */
const density = 5;

/**
 * Returns the shape with the smallest both-way distance from a surface, near a first shape; see `bothWaySquare`. It changes one number at a time,
 * by steps that become smaller (compass search), so it finds a local minimum and never becomes worse. It ends after `maxTried` shapes.
 * @throws whatever `progress` throws.
 */
export function bestFit(start: FittedShape, surface: FittedSurface, size: number, progress: Progress = noProgress): BestFit {
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
        progress(tries++ / maxTried);
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

function costOf(fitted: FittedShape, surface: FittedSurface): number {
  return bothWaySquare(bothWayDistance(fitted, surface, density));
}

/** A shape of a flat mesh may be as flat. */
function isValid(fitted: FittedShape, max: number): boolean {
  const isOne = (length: number): boolean => length >= 0 && length <= max;
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
  const [cos, sin] = cosSin(angle / (2 * Math.PI));
  const turned = normalized([0, 1, 2].map((k) => cos * other[k]! + sin * axes[(about + 2) % 3]![k]!) as unknown as Vec3)!;
  const found: [Vec3, Vec3, Vec3] = [...axes];
  found[(about + 1) % 3] = turned;
  found[(about + 2) % 3] = cross(axis, turned);
  return found;
}
