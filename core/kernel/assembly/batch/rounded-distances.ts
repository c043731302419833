import { allocate } from '../arena';

/**
 * The distances of two rays at a time, one in each lane, as the f64 nearest to the true values. The operations are those of
 * `core/shape/ray-distance-rounded.ts`, in the same order, so that every bit is the same. Pairs of f64 are 32 bytes: two heads, then two tails.
 */

/** f64x2 by number: corners a, b, c, origin and direction of both rays. */
export let lanes: usize = 0;
const cornerA: usize = 0;
const cornerB: usize = 48;
const cornerC: usize = 96;
export const rayOrigin: usize = 144;
export const rayDirection: usize = 192;
const lanesBytes: usize = 240;

/** Pairs: edges b − a and c − a, a − origin, normal, numerator and denominator. */
let pairs: usize = 0;
const first: usize = 0;
const second: usize = 96;
const away: usize = 192;
const normal: usize = 288;
const numerator: usize = 384;
const denominator: usize = 416;
const pairsBytes: usize = 448;

/** The limits of TypeScript's twin: 2⁻⁹², 2⁻⁸⁰, 2⁸⁰, 2⁻⁹⁰. */
const relativeError: f64 = 2.0194839173657902e-28;
const minSize: f64 = 8.271806125530277e-25;
const maxSize: f64 = 1.2089258196146292e24;
const tinyPart: f64 = 8.077935669463161e-28;
/** 2²⁷ + 1 */
const splitter: f64 = 134217729;

export function reserveDistances(): bool {
  lanes = allocate(lanesBytes);
  pairs = allocate(pairsBytes);
  return lanes != 0 && pairs != 0;
}

/** Writes the two distances to `out`; NaN where double-double arithmetic does not decide. */
export function writeDistances(out: usize): void {
  let edge = f64x2.splat(0), other = edge, reach = edge;
  for (let k: usize = 0; k < 3; k++) {
    const a = v128.load(lanes + cornerA + 16 * k);
    edge = largest(edge, writeDifference(first + 32 * k, v128.load(lanes + cornerB + 16 * k), a));
    other = largest(other, writeDifference(second + 32 * k, v128.load(lanes + cornerC + 16 * k), a));
    reach = largest(reach, writeDifference(away + 32 * k, a, v128.load(lanes + rayOrigin + 16 * k)));
  }
  const isSized = v128.and(isBetween(edge), v128.and(isBetween(other), isBetween(reach)));
  memory.fill(pairs + normal, 0, pairsBytes - normal);
  const plus = f64x2.splat(1), minus = f64x2.splat(-1);
  for (let k: usize = 0; k < 3; k++) {
    const p = k == 2 ? 0 : 32 * (k + 1), q = k == 0 ? 64 : 32 * (k - 1);
    addProduct(normal + 32 * k, first + p, second + q, plus);
    addProduct(normal + 32 * k, first + q, second + p, minus);
  }
  for (let k: usize = 0; k < 3; k++) {
    addProduct(numerator, normal + 32 * k, away + 32 * k, plus);
    addTimes(denominator, normal + 32 * k, v128.load(lanes + rayDirection + 16 * k));
  }
  const bottom = head(denominator), top = head(numerator);
  const size = f64x2.abs(bottom);
  const distance = f64x2.div(top, bottom);
  const product = f64x2.mul(distance, bottom);
  // The remainder of the division, in pairs.
  const rest = f64x2.add(
    f64x2.sub(f64x2.sub(top, product), productError(distance, bottom, product)),
    f64x2.sub(tail(numerator), f64x2.mul(distance, tail(denominator))),
  );
  const correction = f64x2.div(rest, bottom);
  const magnitude = f64x2.abs(distance);
  const spread = f64x2.mul(f64x2.mul(f64x2.splat(relativeError * 24), f64x2.mul(edge, other)), f64x2.add(reach, magnitude));
  const slack = f64x2.add(f64x2.div(spread, size), f64x2.mul(f64x2.splat(tinyPart), magnitude));
  const low = f64x2.add(distance, f64x2.sub(correction, slack)), high = f64x2.add(distance, f64x2.add(correction, slack));
  const isDecided = v128.and(isSized, v128.and(f64x2.eq(low, high), f64x2.ge(low, f64x2.splat(0))));
  v128.store(out, v128.bitselect(f64x2.add(low, f64x2.splat(0)), f64x2.splat(f64.NaN), isDecided));
}

// @ts-ignore: decorator
@inline
function head(pair: usize): v128 {
  return v128.load(pairs + pair);
}

// @ts-ignore: decorator
@inline
function tail(pair: usize): v128 {
  return v128.load(pairs + pair, 16);
}

/** The larger, or NaN. */
// @ts-ignore: decorator
@inline
function largest(a: v128, b: v128): v128 {
  return f64x2.max(a, f64x2.abs(b));
}

// @ts-ignore: decorator
@inline
function isBetween(size: v128): v128 {
  return v128.and(f64x2.gt(size, f64x2.splat(minSize)), f64x2.lt(size, f64x2.splat(maxSize)));
}

/** Writes p − q exactly, and returns its head. */
// @ts-ignore: decorator
@inline
function writeDifference(to: usize, p: v128, q: v128): v128 {
  const sum = f64x2.sub(p, q);
  const part = f64x2.sub(sum, p);
  v128.store(pairs + to, sum);
  v128.store(pairs + to, f64x2.sub(f64x2.sub(p, f64x2.sub(sum, part)), f64x2.add(q, part)), 16);
  return sum;
}

/** Adds the product of two pairs, times `sign`, to a pair. */
// @ts-ignore: decorator
@inline
function addProduct(to: usize, p: usize, q: usize, sign: v128): void {
  const a = head(p), b = head(q);
  const product = f64x2.mul(a, b);
  const rest = f64x2.add(productError(a, b, product), f64x2.add(f64x2.mul(a, tail(q)), f64x2.mul(tail(p), b)));
  addPair(to, f64x2.mul(sign, product), f64x2.mul(sign, rest));
}

/** Adds the product of a pair and a number to a pair. */
// @ts-ignore: decorator
@inline
function addTimes(to: usize, p: usize, factor: v128): void {
  const a = head(p);
  const product = f64x2.mul(a, factor);
  addPair(to, product, f64x2.add(productError(a, factor, product), f64x2.mul(tail(p), factor)));
}

// @ts-ignore: decorator
@inline
function addPair(to: usize, more: v128, moreTail: v128): void {
  const before = head(to);
  const sum = f64x2.add(before, more);
  const part = f64x2.sub(sum, before);
  const lost = f64x2.add(f64x2.sub(before, f64x2.sub(sum, part)), f64x2.sub(more, part));
  const rest = f64x2.add(lost, f64x2.add(tail(to), moreTail));
  const result = f64x2.add(sum, rest);
  v128.store(pairs + to, result);
  v128.store(pairs + to, f64x2.sub(rest, f64x2.sub(result, sum)), 16);
}

/** Returns p·q − product, where `product` is p·q rounded; exact without overflow and underflow. */
// @ts-ignore: decorator
@inline
function productError(p: v128, q: v128, product: v128): v128 {
  const bigP = f64x2.mul(f64x2.splat(splitter), p), bigQ = f64x2.mul(f64x2.splat(splitter), q);
  const highP = f64x2.sub(bigP, f64x2.sub(bigP, p)), highQ = f64x2.sub(bigQ, f64x2.sub(bigQ, q));
  const lowP = f64x2.sub(p, highP), lowQ = f64x2.sub(q, highQ);
  const rest = f64x2.sub(f64x2.sub(f64x2.sub(product, f64x2.mul(highP, highQ)), f64x2.mul(lowP, highQ)), f64x2.mul(highP, lowQ));
  return f64x2.sub(f64x2.mul(lowP, lowQ), rest);
}
