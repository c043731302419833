import type { Vec3 } from '../../../math/vec3.ts';
import type { Tree } from '../../layout.ts';
import type { Polytope } from '../kind-spec.ts';
import { rssAxesWord, rssHalfWord, rssRadiusWord, rssWords } from './node-rss.ts';

/** Parts of a quarter of a circle. */
const parts = 6;
/** Rings of points from one flat side to the other, and points of a ring. */
const rings = 2 * parts;
const ringPoints = 4 * (parts + 1);

/** Cosines and sines of the multiples of 15 degrees. Constants, because the last digit of `Math.cos` may differ between engines. */
const cosines = [1, 0.9659258262890683, 0.8660254037844387, 0.7071067811865476, 0.5, 0.25881904510252074, 0];
/** Cosine of half a part: flat faces around a circle touch it where its radius grows by the inverse. */
const halfCosine = 0.9914448613738104;

/**
 * Returns the rounded body of a node as faces and lines, relative to the tree's origin, for drawing. Its faces are outside the exact body, by at
 * most a part in fifty of the radius. The lines are its flat sides, its outline, and the arcs between round and straight parts.
 */
export function rssPolytope({ nodesF32 }: Tree, node: number): Polytope {
  const at = node * rssWords;
  const vectorAt = (i: number): Vec3 => [nodesF32[at + i], nodesF32[at + i + 1], nodesF32[at + i + 2]];
  const [centre, u, v] = [vectorAt(0), vectorAt(rssAxesWord), vectorAt(rssAxesWord + 3)];
  const w: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const [a, b] = [nodesF32[at + rssHalfWord], nodesF32[at + rssHalfWord + 1]];
  const radius = nodesF32[at + rssRadiusWord] / (halfCosine * halfCosine);
  const place = (p: number, q: number, r: number): Vec3 => [
    centre[0] + p * u[0] + q * v[0] + r * w[0],
    centre[1] + p * u[1] + q * v[1] + r * w[1],
    centre[2] + p * u[2] + q * v[2] + r * w[2],
  ];
  const points = Array.from({ length: rings + 1 }, (_, ring) => {
    const [across, along] = [radius * sineOf(ring), radius * cosineOf(ring)];
    return Array.from({ length: ringPoints }, (_unused, i) => {
      const quarter = Math.floor(i / (parts + 1));
      const step = quarter * parts + (i % (parts + 1));
      const [sideU, sideV] = [quarter === 0 || quarter === 3 ? a : -a, quarter < 2 ? b : -b];
      return place(sideU + across * cosineOf(step), sideV + across * sineOf(step), along);
    });
  });
  return { faces: facesOf(points), edges: linesOf(points) };
}

function facesOf(points: readonly (readonly Vec3[])[]): readonly (readonly Vec3[])[] {
  const flat = (ring: number): Vec3[] => [0, 1, 2, 3].map((quarter) => points[ring]![quarter * (parts + 1)]!);
  const faces: Vec3[][] = [flat(0), flat(rings).reverse()];
  for (let ring = 0; ring < rings; ring++) {
    for (let i = 0; i < ringPoints; i++) {
      const next = (i + 1) % ringPoints;
      faces.push([points[ring]![i]!, points[ring + 1]![i]!, points[ring + 1]![next]!, points[ring]![next]!]);
    }
  }
  return faces;
}

function linesOf(points: readonly (readonly Vec3[])[]): readonly (readonly [Vec3, Vec3])[] {
  const lines: (readonly [Vec3, Vec3])[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    const first = quarter * (parts + 1);
    const next = (first + parts + 1) % ringPoints;
    for (const ring of [0, rings]) lines.push([points[ring]![first]!, points[ring]![next]!]);
    for (let ring = 0; ring < rings; ring++) for (const i of [first, first + parts]) lines.push([points[ring]![i]!, points[ring + 1]![i]!]);
  }
  for (let i = 0; i < ringPoints; i++) lines.push([points[parts]![i]!, points[parts]![(i + 1) % ringPoints]!]);
  return lines;
}

/** Cosine of a multiple of 15 degrees. */
function cosineOf(step: number): number {
  const part = step % (4 * parts);
  if (part > 2 * parts) return cosineOf(4 * parts - part);
  return part > parts ? -cosines[2 * parts - part]! : cosines[part]!;
}

function sineOf(step: number): number {
  return cosineOf(step + 3 * parts);
}
