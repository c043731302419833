import { bigCross, bigDot, bigMinus, bigPoint, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { type FittedShape, shapeDistance } from './fitted-shape.ts';

/**
 * Whether a shape contains points (3·N), its surface included, in exact arithmetic on its numbers. A box is the set of points p with
 * |(p − center) · axis| ≤ size / 2 for each axis.
 */
export function shapeContains(fitted: FittedShape, points: Float64Array): boolean {
  if (!numbersOf(fitted).every(Number.isFinite)) return false;
  const undecided = notClearlyInside(fitted, points);
  if (undecided.length === 0) return true;
  const numbers = numbersOf(fitted);
  const { integers, exponent } = scaledIntegers([...numbers, ...undecided]);
  const test = testOf(fitted, integers, exponent);
  for (let at = numbers.length; at < integers.length; at += 3) if (!test(bigPoint(integers, at))) return false;
  return true;
}

/** Part of the largest number by which a point is clearly inside: thousands of times the rounding of a distance. */
const clearDepth = 2 ** -40;
/** Range of the largest number in which squares neither overflow nor lose bits. */
const [minScale, maxScale] = [1e-100, 1e100];

/** Returns the points that rounded numbers do not prove to be inside. */
function notClearlyInside(fitted: FittedShape, points: Float64Array): readonly number[] {
  let scale = numbersOf(fitted).reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  for (let at = 0; at < points.length; at++) scale = Math.max(scale, Math.abs(points[at]));
  if (!(scale > minScale && scale < maxScale)) return [...points];
  const found: number[] = [];
  for (let at = 0; at < points.length; at += 3) {
    if (shapeDistance(fitted, points[at], points[at + 1], points[at + 2]) < -clearDepth * scale) continue;
    found.push(points[at], points[at + 1], points[at + 2]);
  }
  return found;
}

/** The numbers of a shape, with twice the centre of a box, so that its size need not be halved. */
function numbersOf(fitted: FittedShape): readonly number[] {
  switch (fitted.shape) {
    case 'box':
      return [...fitted.center, ...fitted.axes.flat(), ...fitted.size];
    case 'sphere':
      return [...fitted.center, fitted.radius];
    case 'capsule':
    case 'cylinder':
      return [...fitted.from, ...fitted.to, fitted.radius];
  }
}

function testOf(fitted: FittedShape, integers: readonly bigint[], exponent: number): (point: BigVec3) => boolean {
  switch (fitted.shape) {
    case 'sphere': {
      const [center, radius] = [bigPoint(integers, 0), integers[3]!];
      return (point) => isWithin(bigMinus(point, center), radius);
    }
    case 'box': {
      const center = bigPoint(integers, 0);
      // A product of two numbers has the exponent twice.
      const [up, down] = [BigInt(Math.max(0, exponent)), BigInt(Math.max(0, -exponent))];
      return (point) =>
        [0, 1, 2].every((k) => {
          const height = bigDot(bigMinus(point, center), bigPoint(integers, 3 + 3 * k));
          return (2n * (height < 0n ? -height : height)) << up <= integers[12 + k]! << down;
        });
    }
    case 'capsule':
    case 'cylinder':
      return roundTest(fitted.shape, bigPoint(integers, 0), bigPoint(integers, 3), integers[6]!);
  }
}

function isWithin(offset: BigVec3, radius: bigint): boolean {
  return bigDot(offset, offset) <= radius * radius;
}

function roundTest(shape: 'capsule' | 'cylinder', from: BigVec3, to: BigVec3, radius: bigint): (point: BigVec3) => boolean {
  const axis = bigMinus(to, from);
  const lengthSq = bigDot(axis, axis);
  return (point) => {
    const offset = bigMinus(point, from);
    const along = bigDot(offset, axis);
    // A cylinder without a length has no axis: it is a point.
    if (lengthSq === 0n) return isWithin(offset, shape === 'capsule' ? radius : 0n);
    if (along < 0n) return shape === 'capsule' && isWithin(offset, radius);
    if (along > lengthSq) return shape === 'capsule' && isWithin(bigMinus(point, to), radius);
    const across = bigCross(offset, axis);
    return bigDot(across, across) <= radius * radius * lengthSq;
  };
}
