import type { Transform } from '../../math/transform.ts';
import { length, plus, times, type Vec3 } from '../../math/vec3.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { trianglesWithin } from '../../pair/distance/triangles-within.ts';
import { readPlacedCorners } from '../../pair/placed-triangle.ts';
import { differencePlanes } from './difference-planes.ts';
import { shortestOutside } from './shortest-outside.ts';
import { doOverlap, overlapAfter, translated, type SolidPair } from './solid-pair.ts';

/** Pairs of triangles that a step starts with: the nearest ones. */
const maxPairs = 200;
/** Steps that halve the distance of these pairs; with more pairs at the last distance, some of them. */
const maxHalved = 12;
/** Steps of the search in one cube. */
const maxBranches = 200;
const maxSteps = 40;
const maxVerified = 6;
/** Part of the largest coordinate that is kept from every triangle: dozens of times the rounding of a placed vertex. */
export const relativeMargin = 2 ** -46;

/** Queries of pairs that `refinePushOut` makes at most: each step finds the near triangles once, and verifies some translations. */
export const maxRefinements = maxSteps * (1 + maxVerified);

/** A translation that `refinePushOut` made shorter. */
export interface RefinedPushOut {
  readonly pushOut: Vec3;
  /** No translation that differs from it by at most this along each axis, and separates the meshes, is shorter; `null` after the last step. */
  readonly localRadius: number | null;
}

/**
 * Makes a translation that separates two meshes shorter until it is a local minimum. Each step finds the triangles of both meshes that are near each
 * other after the translation. Of all translations in a cube around it, it takes the shortest one by which none of these pairs overlap; see
 * `shortestOutside`. The query of pairs then verifies it, or finds a further pair. If no translation in the cube is shorter, then the search ends with
 * a proof, up to rounding: 1e-9 of the length, or 1e-13 of the largest coordinate. At `maxRefinements` queries it ends without one.
 * @param size largest coordinate, to which rounding is relative. @param halfSide of the first cube. @throws whatever `progress` throws.
 */
export function refinePushOut(pair: SolidPair, start: Vec3, size: number, halfSide: number): RefinedPushOut {
  const margin = relativeMargin * size;
  let pushOut = start;
  let radius = halfSide;
  /** Distance of the pairs that a step starts with. */
  let near = halfSide;
  for (let step = 0; step < maxSteps && radius > 64 * margin; step++) {
    const { polytopes, areAll } = polytopesAround(pair, pushOut, near);
    if (!areAll && near > halfSide / 2 ** maxHalved) {
      near /= 2;
      continue;
    }
    const found = shorterWithin(pair, pushOut, polytopes, radius, margin);
    if (found === 'none') return { pushOut, localRadius: radius };
    if (found !== 'unknown') pushOut = found;
    else {
      radius /= 2;
      near = Math.min(near, radius);
    }
  }
  return { pushOut, localRadius: null };
}

/**
 * Returns a shorter translation in a cube that separates the meshes; `none` if there is none; `unknown` if the shortest ones overlap by triangles that
 * are not near. Then one such pair is added, and the search repeated.
 */
function shorterWithin(
  pair: SolidPair,
  pushOut: Vec3,
  polytopes: Float64Array[],
  radius: number,
  margin: number,
): Vec3 | 'none' | 'unknown' {
  const upper = length(pushOut);
  const target: Vec3 = [-pushOut[0], -pushOut[1], -pushOut[2]];
  const limit = Math.max(0, upper - Math.max(4 * margin, 1e-9 * upper));
  for (let tries = 0; tries < maxVerified; tries++) {
    const { points, isProven } = shortestOutside(polytopes, { target, limit, radius, margin, maxSteps: maxBranches });
    const point = points.at(-1);
    if (point === undefined) return isProven ? 'none' : 'unknown';
    const tried = plus(pushOut, point);
    const overlap = overlapAfter(pair, tried);
    if (!overlap.overlap) return tries + 2 < maxVerified ? farther(pair, pushOut, tried, maxVerified - tries - 1) : tried;
    // Of a mesh inside the other no pair is known.
    if (overlap.witness === null) return 'unknown';
    polytopes.push(overlapPolytope(pair, translated(pair.aFromB, pushOut), overlap.witness.a, overlap.witness.b));
  }
  return 'unknown';
}

/** Returns a translation beyond a shorter one on the same line, which is shorter still and separates the meshes, if a few attempts find one. */
function farther(pair: SolidPair, from: Vec3, shorter: Vec3, attempts: number): Vec3 {
  const step: Vec3 = [shorter[0] - from[0], shorter[1] - from[1], shorter[2] - from[2]];
  let best = shorter;
  for (let attempt = 0, factor = 2; attempt < attempts; attempt++, factor *= 2) {
    const tried = plus(from, times(step, factor));
    if (!(length(tried) < length(best)) || doOverlap(pair, tried)) return best;
    best = tried;
  }
  return best;
}

interface Polytopes {
  /** For each pair of triangles the translations by which it overlaps, minus that of the middle; see `differencePlanes`. */
  readonly polytopes: Float64Array[];
  readonly areAll: boolean;
}

function polytopesAround(pair: SolidPair, by: Vec3, radius: number): Polytopes {
  pair.tests++;
  const { a, b } = pair;
  const aFromB = translated(pair.aFromB, by);
  const { pairs, areAll } = trianglesWithin(a, b, aFromB, radius, maxPairs, () => pair.progress(pair.fraction));
  const polytopes = Array.from({ length: pairs.length / 2 }, (_, i) => overlapPolytope(pair, aFromB, pairs[2 * i], pairs[2 * i + 1]));
  return { polytopes, areAll };
}

/** Returns the translations, minus that in `aFromB`, by which two triangles overlap; see `differencePlanes`. */
export function overlapPolytope({ a, b }: SolidPair, aFromB: Transform, triangleA: number, triangleB: number): Float64Array {
  const [p, q] = [new Float64Array(9), new Float64Array(9)];
  readCorners(a.mesh, triangleA, p);
  readPlacedCorners(b.mesh, triangleB, aFromB, q);
  return differencePlanes(p, q);
}
