import { blockRowBytes, blockTrianglesByte, moreBlocks } from '../../layouts/wide-tree';
import { originX, originY, originZ, pairOf } from '../frame';
import { indices, vertexAt } from '../mesh';
import { inverseScale, isExact } from '../tree';

/**
 * The distances of two rays at a time, one in each lane, as the f64 nearest to the true values. The method is that of
 * `core/shape/ray-distance-rounded.ts`; a distance that is decided is the only one, so the order of operations does not matter.
 */

/** The limits of TypeScript's twin: 2⁻⁹², 2⁻⁸⁰, 2⁸⁰, 2⁻⁹⁰. */
const relativeError: f64 = 2.0194839173657902e-28;
const minSize: f64 = 8.271806125530277e-25;
const maxSize: f64 = 1.2089258196146292e24;
const tinyPart: f64 = 8.077935669463161e-28;
/** 2²⁷ + 1 */
const splitter: f64 = 134217729;

/**
 * Returns the two distances at which rays cross the planes of triangles; NaN where double-double arithmetic does not decide. `place` is the address
 * of the lane of the triangle in its block; origin and direction, of length 1, are f64 x 3 at addresses.
 */
export function roundedDistances(placeA: usize, originA: usize, alongA: usize, placeB: usize, originB: usize, alongB: usize): v128 {
  const ax = corners(placeA, placeB, 0, 0), ay = corners(placeA, placeB, 0, 1), az = corners(placeA, placeB, 0, 2);
  const bx = corners(placeA, placeB, 1, 0), by = corners(placeA, placeB, 1, 1), bz = corners(placeA, placeB, 1, 2);
  // Edges b − a and c − a, with tails.
  const ex = f64x2.sub(bx, ax), ey = f64x2.sub(by, ay), ez = f64x2.sub(bz, az);
  const etx = differenceTail(bx, ax, ex), ety = differenceTail(by, ay, ey), etz = differenceTail(bz, az, ez);
  const cx = corners(placeA, placeB, 2, 0), cy = corners(placeA, placeB, 2, 1), cz = corners(placeA, placeB, 2, 2);
  const fx = f64x2.sub(cx, ax), fy = f64x2.sub(cy, ay), fz = f64x2.sub(cz, az);
  const ftx = differenceTail(cx, ax, fx), fty = differenceTail(cy, ay, fy), ftz = differenceTail(cz, az, fz);
  // The normal.
  const exh = highPart(ex), eyh = highPart(ey), ezh = highPart(ez), fxh = highPart(fx), fyh = highPart(fy), fzh = highPart(fz);
  const exl = f64x2.sub(ex, exh), eyl = f64x2.sub(ey, eyh), ezl = f64x2.sub(ez, ezh);
  const fxl = f64x2.sub(fx, fxh), fyl = f64x2.sub(fy, fyh), fzl = f64x2.sub(fz, fzh);
  const yz = f64x2.mul(ey, fz), zy = f64x2.mul(ez, fy), zx = f64x2.mul(ez, fx), xz = f64x2.mul(ex, fz), xy = f64x2.mul(ex, fy), yx = f64x2.mul(ey, fx);
  const headX = f64x2.sub(yz, zy), headY = f64x2.sub(zx, xz), headZ = f64x2.sub(xy, yx);
  let restX = differenceTail(yz, zy, headX), restY = differenceTail(zx, xz, headY), restZ = differenceTail(xy, yx, headZ);
  // Products of edges of up to 26 bits are exact: those of most meshes with f32 vertices.
  if (
    v128.any_true(v128.or(v128.or(v128.or(etx, ety), v128.or(etz, ftx)), v128.or(fty, ftz))) ||
    v128.any_true(v128.or(v128.or(v128.or(exl, eyl), v128.or(ezl, fxl)), v128.or(fyl, fzl)))
  ) {
    restX = f64x2.add(
      f64x2.add(restX, f64x2.sub(productError(yz, eyh, eyl, fzh, fzl), productError(zy, ezh, ezl, fyh, fyl))),
      f64x2.sub(mixed(ey, ety, fz, ftz), mixed(ez, etz, fy, fty)),
    );
    restY = f64x2.add(
      f64x2.add(restY, f64x2.sub(productError(zx, ezh, ezl, fxh, fxl), productError(xz, exh, exl, fzh, fzl))),
      f64x2.sub(mixed(ez, etz, fx, ftx), mixed(ex, etx, fz, ftz)),
    );
    restZ = f64x2.add(
      f64x2.add(restZ, f64x2.sub(productError(xy, exh, exl, fyh, fyl), productError(yx, eyh, eyl, fxh, fxl))),
      f64x2.sub(mixed(ex, etx, fy, fty), mixed(ey, ety, fx, ftx)),
    );
  }
  const nx = f64x2.add(headX, restX), ny = f64x2.add(headY, restY), nz = f64x2.add(headZ, restZ);
  const ntx = sumTail(headX, restX, nx), nty = sumTail(headY, restY, ny), ntz = sumTail(headZ, restZ, nz);
  const nxh = highPart(nx), nyh = highPart(ny), nzh = highPart(nz);
  const nxl = f64x2.sub(nx, nxh), nyl = f64x2.sub(ny, nyh), nzl = f64x2.sub(nz, nzh);
  // The numerator n·(a − origin).
  const ox = pairAt(originA, originB, 0), oy = pairAt(originA, originB, 8), oz = pairAt(originA, originB, 16);
  const qx = f64x2.sub(ax, ox), qy = f64x2.sub(ay, oy), qz = f64x2.sub(az, oz);
  const px = f64x2.mul(nx, qx), py = f64x2.mul(ny, qy), pz = f64x2.mul(nz, qz);
  const errors = f64x2.add(
    f64x2.add(errorOf(px, nxh, nxl, qx), f64x2.add(errorOf(py, nyh, nyl, qy), errorOf(pz, nzh, nzl, qz))),
    f64x2.add(
      mixed(nx, ntx, qx, differenceTail(ax, ox, qx)),
      f64x2.add(mixed(ny, nty, qy, differenceTail(ay, oy, qy)), mixed(nz, ntz, qz, differenceTail(az, oz, qz))),
    ),
  );
  const pxy = f64x2.add(px, py), sum = f64x2.add(pxy, pz);
  const tails = f64x2.add(f64x2.add(sumTail(px, py, pxy), sumTail(pxy, pz, sum)), errors);
  const top = f64x2.add(sum, tails), topTail = sumTail(sum, tails, top);
  // The denominator n·direction.
  const dx = pairAt(alongA, alongB, 0), dy = pairAt(alongA, alongB, 8), dz = pairAt(alongA, alongB, 16);
  const mx = f64x2.mul(nx, dx), my = f64x2.mul(ny, dy), mz = f64x2.mul(nz, dz);
  const slips = f64x2.add(
    f64x2.add(errorOf(mx, nxh, nxl, dx), f64x2.add(errorOf(my, nyh, nyl, dy), errorOf(mz, nzh, nzl, dz))),
    f64x2.add(f64x2.mul(ntx, dx), f64x2.add(f64x2.mul(nty, dy), f64x2.mul(ntz, dz))),
  );
  const mxy = f64x2.add(mx, my), total = f64x2.add(mxy, mz);
  const ends = f64x2.add(f64x2.add(sumTail(mx, my, mxy), sumTail(mxy, mz, total)), slips);
  const bottom = f64x2.add(total, ends), bottomTail = sumTail(total, ends, bottom);
  return quotient(top, topTail, bottom, bottomTail, largest(ex, ey, ez), largest(fx, fy, fz), largest(qx, qy, qz));
}

/** Returns the rounded quotient of two pairs, given the largest components of both edges and of the way to the plane. */
// @ts-ignore: decorator
@inline
function quotient(top: v128, topTail: v128, bottom: v128, bottomTail: v128, edge: v128, other: v128, reach: v128): v128 {
  const isSized = v128.and(isBetween(edge), v128.and(isBetween(other), isBetween(reach)));
  const distance = f64x2.div(top, bottom);
  const product = f64x2.mul(distance, bottom);
  const high = highPart(distance);
  // The remainder of the division, in pairs.
  const rest = f64x2.add(
    f64x2.sub(f64x2.sub(top, product), errorOf(product, high, f64x2.sub(distance, high), bottom)),
    f64x2.sub(topTail, f64x2.mul(distance, bottomTail)),
  );
  const inverse = f64x2.div(f64x2.splat(1), bottom);
  const correction = f64x2.mul(rest, inverse);
  const magnitude = f64x2.abs(distance);
  const spread = f64x2.mul(f64x2.mul(f64x2.splat(relativeError * 24), f64x2.mul(edge, other)), f64x2.add(reach, magnitude));
  const slack = f64x2.add(f64x2.mul(spread, f64x2.abs(inverse)), f64x2.mul(f64x2.splat(tinyPart), magnitude));
  const low = f64x2.add(distance, f64x2.sub(correction, slack)), up = f64x2.add(distance, f64x2.add(correction, slack));
  const isDecided = v128.and(isSized, v128.and(f64x2.eq(low, up), f64x2.ge(low, f64x2.splat(0))));
  return v128.bitselect(f64x2.add(low, f64x2.splat(0)), f64x2.splat(f64.NaN), isDecided);
}

/** Returns a coordinate of a corner of both triangles. */
// @ts-ignore: decorator
@inline
function corners(placeA: usize, placeB: usize, corner: usize, axis: usize): v128 {
  if (isExact) {
    const row = (3 * corner + axis) * blockRowBytes;
    const both = pairOf(<f64>load<f32>(placeA + row), <f64>load<f32>(placeB + row));
    const origin = axis == 0 ? originX : axis == 1 ? originY : originZ;
    return f64x2.add(f64x2.mul(both, f64x2.splat(inverseScale)), f64x2.splat(origin));
  }
  return pairOf(load<f64>(cornerAt(placeA, corner) + 8 * axis), load<f64>(cornerAt(placeB, corner) + 8 * axis));
}

/** Returns the address of the vertex at a corner of the triangle in a lane of a block. */
function cornerAt(place: usize, corner: usize): usize {
  return vertexAt(indices + 12 * <usize>(load<u32>(place, blockTrianglesByte) & ~moreBlocks) + 4 * corner);
}

// @ts-ignore: decorator
@inline
function pairAt(a: usize, b: usize, at: usize): v128 {
  return pairOf(load<f64>(a + at), load<f64>(b + at));
}

/** The largest of three absolute values, or NaN. */
// @ts-ignore: decorator
@inline
function largest(x: v128, y: v128, z: v128): v128 {
  return f64x2.max(f64x2.max(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
}

// @ts-ignore: decorator
@inline
function isBetween(size: v128): v128 {
  return v128.and(f64x2.gt(size, f64x2.splat(minSize)), f64x2.lt(size, f64x2.splat(maxSize)));
}

/** Returns p − q − difference, where `difference` is p − q rounded; exact. */
// @ts-ignore: decorator
@inline
function differenceTail(p: v128, q: v128, difference: v128): v128 {
  const part = f64x2.sub(difference, p);
  return f64x2.sub(f64x2.sub(p, f64x2.sub(difference, part)), f64x2.add(q, part));
}

/** Returns p + q − sum, where `sum` is p + q rounded; exact. */
// @ts-ignore: decorator
@inline
function sumTail(p: v128, q: v128, sum: v128): v128 {
  const part = f64x2.sub(sum, p);
  return f64x2.add(f64x2.sub(p, f64x2.sub(sum, part)), f64x2.sub(q, part));
}

/** Returns the upper half of the digits. */
// @ts-ignore: decorator
@inline
function highPart(p: v128): v128 {
  const big = f64x2.mul(f64x2.splat(splitter), p);
  return f64x2.sub(big, f64x2.sub(big, p));
}

/** Returns p·q − product, where `product` is p·q rounded; exact without overflow and underflow. The halves of the digits are given. */
// @ts-ignore: decorator
@inline
function productError(product: v128, highP: v128, lowP: v128, highQ: v128, lowQ: v128): v128 {
  const rest = f64x2.sub(f64x2.sub(f64x2.sub(product, f64x2.mul(highP, highQ)), f64x2.mul(lowP, highQ)), f64x2.mul(highP, lowQ));
  return f64x2.sub(f64x2.mul(lowP, lowQ), rest);
}

/** As `productError`, with q whole. */
// @ts-ignore: decorator
@inline
function errorOf(product: v128, highP: v128, lowP: v128, q: v128): v128 {
  const highQ = highPart(q);
  return productError(product, highP, lowP, highQ, f64x2.sub(q, highQ));
}

/** Returns p·qTail + pTail·q. */
// @ts-ignore: decorator
@inline
function mixed(p: v128, pTail: v128, q: v128, qTail: v128): v128 {
  return f64x2.add(f64x2.mul(p, qTail), f64x2.mul(pTail, q));
}
