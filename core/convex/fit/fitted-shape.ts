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
    case 'capsule':
    case 'cylinder':
      point[0] = x;
      point[1] = y;
      point[2] = z;
      shapeDistances(fitted, point, one);
      return one[0];
  }
}

const point = new Float64Array(3);
const one = new Float64Array(1);

/** Writes the distance of each of the points (3·n) from the surface of a shape, as `shapeDistance`. Hot: fits measure thousands of shapes. */
export function shapeDistances(fitted: FittedShape, points: Float64Array, out: Float64Array): void {
  switch (fitted.shape) {
    case 'sphere':
      for (let i = 0; 3 * i < points.length; i++) out[i] = shapeDistance(fitted, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      return;
    case 'box':
      return boxDistances(fitted, points, out);
    case 'capsule':
    case 'cylinder':
      return roundDistances(fitted, points, out);
  }
}

type Round = Extract<FittedShape, { shape: 'capsule' | 'cylinder' }>;

function roundDistances({ from, to, radius, shape }: Round, points: Float64Array, out: Float64Array): void {
  const [fx, fy, fz] = from;
  const [dx, dy, dz] = [to[0] - fx, to[1] - fy, to[2] - fz];
  const lengthSq = dx * dx + dy * dy + dz * dz;
  const length = Math.sqrt(lengthSq);
  for (let i = 0; 3 * i < points.length; i++) {
    const px = points[3 * i] - fx;
    const py = points[3 * i + 1] - fy;
    const pz = points[3 * i + 2] - fz;
    const along = lengthSq > 0 ? (px * dx + py * dy + pz * dz) / lengthSq : 0;
    if (shape === 'capsule') {
      const t = Math.min(1, Math.max(0, along));
      out[i] = hypot(px - t * dx, py - t * dy, pz - t * dz) - radius;
      continue;
    }
    const outside = hypot(px - along * dx, py - along * dy, pz - along * dz) - radius;
    const beyond = Math.max(-along, along - 1) * length;
    out[i] = outside > 0 && beyond > 0 ? hypot(outside, beyond) : Math.max(outside, beyond);
  }
}

type Box = Extract<FittedShape, { shape: 'box' }>;

function boxDistances({ center, axes, size }: Box, points: Float64Array, out: Float64Array): void {
  const [cx, cy, cz] = center;
  const [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]] = axes;
  const [u, v, w] = [size[0] / 2, size[1] / 2, size[2] / 2];
  for (let i = 0; 3 * i < points.length; i++) {
    const x = points[3 * i] - cx;
    const y = points[3 * i + 1] - cy;
    const z = points[3 * i + 2] - cz;
    const p = Math.abs(x * ux + y * uy + z * uz) - u;
    const q = Math.abs(x * vx + y * vy + z * vz) - v;
    const r = Math.abs(x * wx + y * wy + z * wz) - w;
    const outside = (p > 0 ? p * p : 0) + (q > 0 ? q * q : 0) + (r > 0 ? r * r : 0);
    out[i] = outside > 0 ? Math.sqrt(outside) : Math.max(p, q, r);
  }
}
