import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ShapeSweep, SweptShape } from './query.ts';

/**
 * Throws for an invalid sweep. A motion of length 0 is valid.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a radius below 0, and a hull without points.
 */
export function checkSweep({ shape, from, to }: ShapeSweep): void {
  if (!isFinite3(from) || !isFinite3(to))
    throw invalidArgument('The motion of the shape is not finite', 'Use three finite numbers for both ends');
  if (!Number.isFinite(to[0] - from[0]) || !Number.isFinite(to[1] - from[1]) || !Number.isFinite(to[2] - from[2]))
    throw invalidArgument('The motion of the shape is too long', 'Use a shorter motion');
  checkShape(shape);
}

/** Throws for an invalid shape. @throws InspectorError `invalid-argument`. */
export function checkShape(shape: SweptShape): void {
  switch (shape.kind) {
    case 'sphere':
      return checkRadius(shape.radius);
    case 'capsule':
      if (!isFinite3(shape.axis)) throw invalidArgument('The axis of the capsule is not finite', 'Use three finite numbers');
      return checkRadius(shape.radius);
    case 'box':
      if (!shape.halfEdges.every(isFinite3)) throw invalidArgument('The size of the box is not finite', 'Use three finite lengths');
      return;
    case 'hull':
      if (shape.points.length < 3) throw invalidArgument('The hull has no points', 'Give at least one point');
      if (!shape.points.every(Number.isFinite))
        throw invalidArgument('A point of the hull is not finite', 'Use three finite numbers for each point');
  }
}

function checkRadius(radius: number): void {
  if (!(radius >= 0 && radius < Infinity))
    throw invalidArgument(`The radius of the shape cannot be ${radius}`, 'Use a finite length of 0 or more');
}

/** A finite number minus itself is 0. */
function isFinite3(vector: Vec3): boolean {
  return vector[0] - vector[0] + (vector[1] - vector[1]) + (vector[2] - vector[2]) === 0;
}
