import { hypot } from '../../math/hypot.ts';
import { cosSin } from '../../math/cos-sin.ts';
import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import type { FittedShape } from './fitted-shape.ts';

/** Points of a surface with their share of its area. */
export interface SurfacePoints {
  /** (3·N) */
  readonly points: Float64Array;
  /** (N) their sum is the area. */
  readonly weights: Float64Array;
}

/**
 * Returns points of the surface of a shape, the same for each shape of a kind, so that they move smoothly with its numbers.
 * @param density points along an edge of a box; the others have as many points as a box, about.
 */
export function shapeSamples(fitted: FittedShape, density: number): SurfacePoints {
  const samples: Samples = { points: [], weights: [] };
  switch (fitted.shape) {
    case 'sphere':
      addZone(samples, { from: fitted.center, to: fitted.center, radius: fitted.radius }, [0, 0, 1], [-1, 1], 6 * density ** 2);
      break;
    case 'box':
      addBox(samples, fitted, density);
      break;
    case 'capsule':
    case 'cylinder':
      addRound(samples, fitted, density);
      break;
  }
  return { points: Float64Array.from(samples.points), weights: Float64Array.from(samples.weights) };
}

interface Samples {
  readonly points: number[];
  readonly weights: number[];
}

function addBox({ points, weights }: Samples, { center, axes, size }: Extract<FittedShape, { shape: 'box' }>, density: number): void {
  for (let face = 0; face < 6; face++) {
    const [k, side] = [face % 3, face < 3 ? 0.5 : -0.5];
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    for (let i = 0; i < density; i++) {
      for (let j = 0; j < density; j++) {
        const [s, t] = [((i + 0.5) / density - 0.5) * size[u]!, ((j + 0.5) / density - 0.5) * size[v]!];
        for (let x = 0; x < 3; x++) points.push(center[x]! + side * size[k]! * axes[k]![x]! + s * axes[u]![x]! + t * axes[v]![x]!);
        weights.push((size[u]! * size[v]!) / density ** 2);
      }
    }
  }
}

type Round = Pick<Extract<FittedShape, { shape: 'capsule' | 'cylinder' }>, 'from' | 'to' | 'radius'>;

function addRound(
  samples: Samples,
  { shape, from, to, radius }: Round & { readonly shape: 'capsule' | 'cylinder' },
  density: number,
): void {
  const offset: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const axis = normalized(offset) ?? [0, 0, 1];
  const length = hypot(...offset);
  const [rings, around] = [density, 3 * density];
  const [u, v] = acrossOf(axis);
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < around; j++) {
      const height = ((i + 0.5) / rings) * length;
      const [s, t] = cosSin((j + (i % 2) / 2) / around).map((part) => radius * part) as [number, number];
      for (let x = 0; x < 3; x++) samples.points.push(from[x]! + height * axis[x]! + s * u[x]! + t * v[x]!);
      samples.weights.push((2 * Math.PI * radius * length) / (rings * around));
    }
  }
  const caps = Math.ceil(1.5 * density ** 2);
  const round = { from, to, radius };
  if (shape === 'capsule') {
    addZone(samples, { ...round, to: from }, axis, [-1, 0], caps);
    addZone(samples, { ...round, from: to }, axis, [0, 1], caps);
    return;
  }
  for (const end of [from, to]) addDisc(samples, end, u, v, radius, caps);
}

/** Adds points of a sphere between two heights along an axis, in parts of the radius, on a spiral with equal areas. */
function addZone(
  { points, weights }: Samples,
  { from, radius }: Round,
  axis: Vec3,
  [low, high]: readonly [number, number],
  count: number,
): void {
  const [u, v] = acrossOf(axis);
  for (let i = 0; i < count; i++) {
    const height = low + ((i + 0.5) / count) * (high - low);
    const across = radius * Math.sqrt(1 - height * height);
    const [s, t] = cosSin(goldenTurns * i).map((part) => across * part) as [number, number];
    for (let x = 0; x < 3; x++) points.push(from[x]! + radius * height * axis[x]! + s * u[x]! + t * v[x]!);
    weights.push((2 * Math.PI * radius * radius * (high - low)) / count);
  }
}

function addDisc({ points, weights }: Samples, center: Vec3, u: Vec3, v: Vec3, radius: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const across = radius * Math.sqrt((i + 0.5) / count);
    const [s, t] = cosSin(goldenTurns * i).map((part) => across * part) as [number, number];
    for (let x = 0; x < 3; x++) points.push(center[x]! + s * u[x]! + t * v[x]!);
    weights.push((Math.PI * radius * radius) / count);
  }
}

/** The golden angle in turns. */
const goldenTurns = (3 - Math.sqrt(5)) / 2;

/** Returns two unit vectors across an axis. */
function acrossOf(axis: Vec3): readonly [Vec3, Vec3] {
  const [x, y, z] = axis.map(Math.abs) as [number, number, number];
  const other: Vec3 = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const u = normalized(cross(axis, other))!;
  return [u, cross(axis, u)];
}
