import { transformPoint, type Matrix } from '../math/transform.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { ExactShape } from './collider-role.ts';

/** Integrals of a solid with mirror symmetry in x and z: volume, y of the centre, and the integrals of x², y² and z². */
interface SolidMoments {
  readonly volume: number;
  readonly y: number;
  readonly squares: Vec3;
}

/**
 * Returns (10) integrals like `integralsOf` of `mass-properties.ts`, of the exact solid instead of its triangles; `null` without a volume.
 * Valid for every affine transform, because second moments transform with its matrix on both sides.
 */
export function shapeIntegrals(shape: ExactShape, worldFromShape: Matrix, about: Vec3): readonly number[] | null {
  const solid = momentsOf(shape);
  const m = worldFromShape;
  const determinant = m[0] * (m[5] * m[10] - m[6] * m[9]) + m[4] * (m[2] * m[9] - m[1] * m[10]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  const volume = solid === null ? 0 : solid.volume * Math.abs(determinant);
  if (solid === null || !(volume > 0 && volume < Infinity)) return null;
  const [x, y, z] = transformPoint(m, [0, solid.y, 0]);
  const middle = [x - about[0], y - about[1], z - about[2]];
  // About the centre of the solid.
  const spread = solid.squares.map((square, axis) => square / solid.volume - (axis === 1 ? solid.y ** 2 : 0));
  const square = (a: number, b: number): number =>
    120 * volume * (middle[a] * middle[b] + [0, 1, 2].reduce((sum, k) => sum + m[4 * k + a] * spread[k] * m[4 * k + b], 0));
  return [
    6 * volume,
    ...middle.map((value) => 24 * volume * value),
    square(0, 0),
    square(1, 1),
    square(2, 2),
    square(1, 2),
    square(2, 0),
    square(0, 1),
  ];
}

function momentsOf(shape: ExactShape): SolidMoments | null {
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.size;
      const volume = x * y * z;
      return { volume, y: 0, squares: [(volume * x * x) / 12, (volume * y * y) / 12, (volume * z * z) / 12] };
    }
    case 'plane':
      return null;
    case 'sphere':
      return revolved([ball(shape.radius, 0, -shape.radius, shape.radius)]);
    case 'cylinder':
      return revolved([cone(-shape.height / 2, shape.radiusBottom, shape.height / 2, shape.radiusTop)]);
    case 'capsule':
      return revolved(capsule(shape.height, shape.radiusTop, shape.radiusBottom));
  }
}

/** A segment of a solid of revolution about y, given by its squared radius, a polynomial of degree two. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly radiusSquared: (y: number) => number;
}

function ball(radius: number, centre: number, from: number, to: number): Stretch {
  return { from, to, radiusSquared: (y) => radius ** 2 - (y - centre) ** 2 };
}

function cone(from: number, below: number, to: number, above: number): Stretch {
  return { from, to, radiusSquared: (y) => (below + ((above - below) * (y - from)) / (to - from)) ** 2 };
}

/** Returns the segments of the hull of two balls. The cone tangent to both touches them at the same latitude. */
function capsule(height: number, top: number, bottom: number): readonly Stretch[] {
  const low = -height / 2;
  const high = height / 2;
  // One ball contains the other.
  if (Math.abs(bottom - top) >= height) {
    const [radius, centre] = bottom > top ? [bottom, low] : [top, high];
    return [ball(radius, centre, centre - radius, centre + radius)];
  }
  const sine = (bottom - top) / height;
  const cosine = Math.sqrt(1 - sine ** 2);
  const from = low + bottom * sine;
  const to = high + top * sine;
  return [ball(bottom, low, low - bottom, from), cone(from, bottom * cosine, to, top * cosine), ball(top, high, to, high + top)];
}

const root = Math.sqrt(3 / 5);
const nodes = [
  [-root, 5 / 18],
  [0, 8 / 18],
  [root, 5 / 18],
] as const;

/** Three-point Gauss-Legendre quadrature, exact because the integrands have degree four at most. */
function revolved(stretches: readonly Stretch[]): SolidMoments {
  let volume = 0;
  let first = 0;
  let second = 0;
  let across = 0;
  for (const { from, to, radiusSquared } of stretches) {
    if (!(to > from)) continue;
    for (const [node, weight] of nodes) {
      const y = (from + to) / 2 + (node * (to - from)) / 2;
      const disc = Math.PI * radiusSquared(y) * weight * (to - from);
      volume += disc;
      first += disc * y;
      second += disc * y * y;
      across += (disc * radiusSquared(y)) / 4;
    }
  }
  return { volume, y: volume === 0 ? 0 : first / volume, squares: [across, second, across] };
}
