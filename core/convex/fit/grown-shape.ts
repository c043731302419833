import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { type FittedShape, translatedFit } from './fitted-shape.ts';
import { shapeContains } from './shape-contains.ts';

/**
 * Returns a shape around points near the origin at its place, enlarged until it contains the points (3·N), exactly; `null` after 60 steps. It is
 * enlarged near the origin, where its axis keeps its digits. @param size largest coordinate near the origin.
 */
export function grownShape(fitted: FittedShape, origin: Vec3, points: Float64Array, size: number): FittedShape | null {
  const scale = Math.max(size, points.reduce((max, value) => Math.max(max, Math.abs(value)), 0) * 2 ** -40, Number.MIN_VALUE * 2 ** 60);
  for (let step = 0; ; step++) {
    const larger = translatedFit(step === 0 ? fitted : enlarged(fitted, scale * 2 ** (step - 53)), origin);
    if (shapeContains(larger, points)) return larger;
    if (step > 60) return null;
  }
}

/** Returns the shape with its surface moved outwards. */
function enlarged(fitted: FittedShape, by: number): FittedShape {
  switch (fitted.shape) {
    case 'box':
      return { ...fitted, size: [fitted.size[0] + 2 * by, fitted.size[1] + 2 * by, fitted.size[2] + 2 * by] };
    case 'sphere':
    case 'capsule':
      return { ...fitted, radius: fitted.radius + by };
    case 'cylinder': {
      const { from, to, radius } = fitted;
      const length = hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
      // Without a length it has no axis: any will do for points in one place.
      const axis = [0, 1, 2].map((k) => (length > 0 ? (by * (to[k]! - from[k]!)) / length : k === 2 ? by : 0));
      const [low, high] = [-1, 1].map((sign) => [0, 1, 2].map((k) => (sign < 0 ? from : to)[k]! + sign * axis[k]!) as unknown as Vec3);
      return { ...fitted, from: low!, to: high!, radius: radius + by };
    }
  }
}
