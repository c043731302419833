import { dot, plus, times, type Vec3 } from '../../math/vec3.ts';
import { sweepShape, type SweepResult } from '../convex/sweep-shape.ts';
import { bodyShape, type Walker } from './walker.ts';

/** A straight move of the body that ends before the surface. */
export interface Move {
  readonly position: Vec3;
  /** Part of the motion that was done. */
  readonly fraction: number;
  /** The triangle that stopped it. */
  readonly hit: MoveHit | null;
}

export interface MoveHit {
  readonly triangle: number;
  readonly feature: 'face' | 'edge' | 'vertex';
  /** Point of the triangle. */
  readonly position: Vec3;
  /** Unit vector from the triangle to the body. */
  readonly normal: Vec3;
}

/**
 * Moves the body along a straight line up to its first contact, and keeps the skin where there is room for it. The sweep proves that the way
 * is free. A body that overlaps the surface does not move.
 */
export function move(walker: Walker, from: Vec3, motion: Vec3): Move {
  const to = plus(from, motion);
  if (motion.every((component) => component === 0)) return { position: from, fraction: 1, hit: null };
  const { state, time, contact } = sweep(walker, from, to, walker.sweptRadius);
  if (state === 'miss') return { position: to, fraction: 1, hit: null };
  if (contact === null || contact.normal === null || time === null) return { position: from, fraction: 0, hit: null };
  const { triangle, feature, position, normal } = contact;
  const hit = { triangle, feature, position, normal };
  const approach = -dot(motion, normal);
  const fraction = state === 'startsInside' || !(approach > 0) ? 0 : Math.max(0, time - walker.skin / approach);
  return { position: fraction === 0 ? from : plus(from, times(motion, fraction)), fraction, hit };
}

/** Whether the core of the body passes through the surface between two positions. */
export function coreCrosses(walker: Walker, from: Vec3, to: Vec3): boolean {
  return sweep(walker, from, to, 0).state !== 'miss';
}

/** Whether the core of the body touches the surface at a position. */
export function coreTouches(walker: Walker, position: Vec3): boolean {
  return sweep(walker, position, position, 0).state !== 'miss';
}

function sweep(walker: Walker, from: Vec3, to: Vec3, radius: number): SweepResult {
  const { tree, mesh, workspace, stats, skin } = walker;
  const direction: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const accepts = walker.filterFrom(direction.every((component) => component === 0) ? { point: from } : { direction });
  const result = sweepShape(tree, mesh, { shape: bodyShape(walker, radius), from, to }, { tolerance: skin / 8 }, workspace, accepts);
  stats.sweeps++;
  stats.nodesVisited += result.stats.nodesVisited;
  stats.trianglesTested += result.stats.trianglesTested;
  stats.exactTests += result.stats.exactTests;
  return result;
}
