import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** A primitive shape in mesh units. Axes are unit vectors up to rounding. */
export type FittedShape =
  | { readonly shape: 'box'; readonly center: Vec3; readonly axes: readonly [Vec3, Vec3, Vec3]; readonly size: Vec3 }
  | { readonly shape: 'sphere'; readonly center: Vec3; readonly radius: number }
  /** Around the segment between two points; a cylinder has flat ends there. */
  | { readonly shape: 'capsule' | 'cylinder'; readonly from: Vec3; readonly to: Vec3; readonly radius: number };

export type ShapeKind = FittedShape['shape'];

export function shapeVolume(fitted: FittedShape): number {
  switch (fitted.shape) {
    case 'box':
      return fitted.size[0] * fitted.size[1] * fitted.size[2];
    case 'sphere':
      return (4 / 3) * Math.PI * fitted.radius ** 3;
    case 'cylinder':
      return Math.PI * fitted.radius ** 2 * lengthOf(fitted.from, fitted.to);
    case 'capsule':
      return Math.PI * fitted.radius ** 2 * (lengthOf(fitted.from, fitted.to) + (4 / 3) * fitted.radius);
  }
}

/** Returns a shape after a translation. */
export function translatedFit(fitted: FittedShape, by: Vec3): FittedShape {
  const add = (point: Vec3): Vec3 => [point[0] + by[0], point[1] + by[1], point[2] + by[2]];
  return 'center' in fitted ? { ...fitted, center: add(fitted.center) } : { ...fitted, from: add(fitted.from), to: add(fitted.to) };
}

function lengthOf(p: Vec3, q: Vec3): number {
  return hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
}

/** Returns the distance of a point from the surface of a shape; negative inside. Rounded. Hot. */
export function shapeDistance(fitted: FittedShape, x: number, y: number, z: number): number {
  switch (fitted.shape) {
    case 'sphere': {
      const [cx, cy, cz] = fitted.center;
      return hypot(x - cx, y - cy, z - cz) - fitted.radius;
    }
    case 'box':
      return boxDistance(fitted, x, y, z);
    case 'capsule':
    case 'cylinder': {
      const { from, to, radius, shape } = fitted;
      const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
      const [px, py, pz] = [x - from[0], y - from[1], z - from[2]];
      const lengthSq = dx * dx + dy * dy + dz * dz;
      const along = lengthSq > 0 ? (px * dx + py * dy + pz * dz) / lengthSq : 0;
      if (shape === 'capsule') {
        const t = Math.min(1, Math.max(0, along));
        return hypot(px - t * dx, py - t * dy, pz - t * dz) - radius;
      }
      const outside = hypot(px - along * dx, py - along * dy, pz - along * dz) - radius;
      const beyond = Math.max(-along, along - 1) * Math.sqrt(lengthSq);
      return outside > 0 && beyond > 0 ? hypot(outside, beyond) : Math.max(outside, beyond);
    }
  }
}

function boxDistance({ center, axes, size }: Extract<FittedShape, { shape: 'box' }>, x: number, y: number, z: number): number {
  let [outside, inside] = [0, -Infinity];
  for (let k = 0; k < 3; k++) {
    const axis = axes[k]!;
    const beyond = Math.abs((x - center[0]) * axis[0] + (y - center[1]) * axis[1] + (z - center[2]) * axis[2]) - size[k]! / 2;
    if (beyond > 0) outside += beyond * beyond;
    inside = Math.max(inside, beyond);
  }
  return outside > 0 ? Math.sqrt(outside) : inside;
}
