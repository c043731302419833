import { blockRowBytes } from '../../layouts/wide-tree';
import { originX, originY, originZ } from '../frame';
import { indices, vertexAt } from '../mesh';
import { inverseScale, isExact } from '../tree';
import { axisX, axisY, axisZ, distanceRounding, inverseZ, rayX, rayY, rayZ, reach, shearX, shearY } from './ray';

/** Results of the test; see `rayTriangle` in `core/shape/ray-triangle.ts`. */
export const rayMisses: i32 = 0;
export const rayHits: i32 = 1;
export const rayUnsure: i32 = 2;

const unit: f64 = 1.1102230246251565e-16;
const underflow: f64 = 1e-290;

/** Distance and error bound of the last hit. */
export let testedDistance: f64 = 0;
export let testedError: f64 = 0;
/** Whether the ray hit the front of its triangle. */
export let testedFront: bool = false;

/** Tests the triangle in a lane of a block, with its f64 vertices. */
// @ts-ignore: decorator
@inline
export function testTriangle(block: usize, lane: i32, triangle: u32, cull: bool): i32 {
  if (isExact) {
    const f = inverseScale;
    const place = block + (<usize>lane << 2);
    const x = place + (<usize>axisX << 4), y = place + (<usize>axisY << 4), z = place + (<usize>axisZ << 4);
    const ox = originOf(axisX), oy = originOf(axisY), oz = originOf(axisZ);
    return testVertices(
      <f64>load<f32>(x) * f + ox, <f64>load<f32>(y) * f + oy, <f64>load<f32>(z) * f + oz,
      <f64>load<f32>(x, 3 * blockRowBytes) * f + ox, <f64>load<f32>(y, 3 * blockRowBytes) * f + oy, <f64>load<f32>(z, 3 * blockRowBytes) * f + oz,
      <f64>load<f32>(x, 6 * blockRowBytes) * f + ox, <f64>load<f32>(y, 6 * blockRowBytes) * f + oy, <f64>load<f32>(z, 6 * blockRowBytes) * f + oz,
      cull,
    );
  }
  const corner = indices + 12 * <usize>triangle;
  return testCorners(vertexAt(corner), vertexAt(corner + 4), vertexAt(corner + 8), cull);
}

/** Tests the triangle with corners f64 x 3 at three addresses. */
// @ts-ignore: decorator
@inline
export function testCorners(a: usize, b: usize, c: usize, cull: bool): i32 {
  const x = <usize>axisX << 3, y = <usize>axisY << 3, z = <usize>axisZ << 3;
  return testVertices(
    load<f64>(a + x), load<f64>(a + y), load<f64>(a + z), load<f64>(b + x), load<f64>(b + y), load<f64>(b + z), load<f64>(c + x), load<f64>(c + y), load<f64>(c + z), cull,
  );
}

// @ts-ignore: decorator
@inline
function originOf(axis: i32): f64 {
  return axis == 0 ? originX : axis == 1 ? originY : originZ;
}

// @ts-ignore: decorator
@inline
function greater(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** The operations of `rayTriangle`, in the same order, so that every bit is the same; the bounds are explained there. */
function testVertices(pax: f64, pay: f64, paz: f64, pbx: f64, pby: f64, pbz: f64, pcx: f64, pcy: f64, pcz: f64, cull: bool): i32 {
  const az = paz - rayZ, bz = pbz - rayZ, cz = pcz - rayZ;
  const ax = pax - rayX - shearX * az, ay = pay - rayY - shearY * az;
  const bx = pbx - rayX - shearX * bz, by = pby - rayY - shearY * bz;
  const cx = pcx - rayX - shearX * cz, cy = pcy - rayY - shearY * cz;
  const u = bx * cy - by * cx;
  const v = cx * ay - cy * ax;
  const w = ax * by - ay * bx;
  let bound = unit * reach * reach * 160 + underflow;
  let above = i32(u > bound) + i32(v > bound) + i32(w > bound), below = i32(u < -bound) + i32(v < -bound) + i32(w < -bound);
  if (above != 0 && below != 0) return rayMisses;
  if (above != 3 && below != 3) {
    const m = greater(greater(greater(abs(ax), abs(ay)), greater(abs(bx), abs(by))), greater(abs(cx), abs(cy)));
    bound = unit * reach * (64 * m + 256 * unit * reach) + underflow;
    above = i32(u > bound) + i32(v > bound) + i32(w > bound);
    below = i32(u < -bound) + i32(v < -bound) + i32(w < -bound);
    if (above != 0 && below != 0) return rayMisses;
    if (above != 3 && below != 3) return rayUnsure;
  }
  const sum = u + v + w;
  const isFront = (sum < 0) == (inverseZ > 0);
  if (cull && !isFront) return rayMisses;
  const size = abs(sum);
  if (!(size > 16 * bound)) return rayUnsure;
  const inverse = 1 / sum;
  const t = (u * inverse * az + v * inverse * bz + w * inverse * cz) * inverseZ;
  const low = -greater(greater(-az, -bz), -cz), high = greater(greater(az, bz), cz);
  const error = ((8 * bound * (high - low)) / size + distanceRounding * greater(-low, high)) * abs(inverseZ) + underflow;
  if (t < -error) return rayMisses;
  if (!(t > error)) return rayUnsure;
  testedDistance = t;
  testedError = error;
  testedFront = isFront;
  return rayHits;
}
