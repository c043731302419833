import { blockRowBytes } from '../../layouts/wide-tree';
import { originX, originY, originZ } from '../frame';
import { indices, vertexAt } from '../mesh';
import { inverseScale, isExact } from '../tree';

/** The corners of the triangle read last, in source space. */
export let ax: f64 = 0, ay: f64 = 0, az: f64 = 0;
export let bx: f64 = 0, by: f64 = 0, bz: f64 = 0;
export let cx: f64 = 0, cy: f64 = 0, cz: f64 = 0;

/** Reads the corners from the block where that is exact, since it is in the cache already; else from the mesh. `at` is the address of its lane. */
// @ts-ignore: decorator
@inline
export function readCorners(triangle: u32, at: usize): void {
  if (isExact) {
    const f = inverseScale;
    ax = <f64>load<f32>(at) * f + originX;
    ay = <f64>load<f32>(at, blockRowBytes) * f + originY;
    az = <f64>load<f32>(at, 2 * blockRowBytes) * f + originZ;
    bx = <f64>load<f32>(at, 3 * blockRowBytes) * f + originX;
    by = <f64>load<f32>(at, 4 * blockRowBytes) * f + originY;
    bz = <f64>load<f32>(at, 5 * blockRowBytes) * f + originZ;
    cx = <f64>load<f32>(at, 6 * blockRowBytes) * f + originX;
    cy = <f64>load<f32>(at, 7 * blockRowBytes) * f + originY;
    cz = <f64>load<f32>(at, 8 * blockRowBytes) * f + originZ;
    return;
  }
  const corner = indices + 12 * <usize>triangle;
  const a = vertexAt(corner), b = vertexAt(corner + 4), c = vertexAt(corner + 8);
  ax = load<f64>(a);
  ay = load<f64>(a, 8);
  az = load<f64>(a, 16);
  bx = load<f64>(b);
  by = load<f64>(b, 8);
  bz = load<f64>(b, 16);
  cx = load<f64>(c);
  cy = load<f64>(c, 8);
  cz = load<f64>(c, 16);
}
