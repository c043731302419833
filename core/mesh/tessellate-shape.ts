import type { ExactShape } from './collider-role.ts';

/** Number of sides around, and of rings from pole to pole. */
const sides = 32;
const rings = 16;

/**
 * Returns a closed triangle mesh of a shape, facing outward, about the origin with the axis along Y. A box is exact. Round shapes have their
 * vertices on the surface, 32 around and 16 rings from pole to pole, so they lie inside by at most 0.5 % of the radius. A plane is two
 * triangles that face +Y; an infinite one has none, see `isEndless`.
 */
export function tessellate(shape: ExactShape): { readonly positions: Float64Array; readonly triangles: Uint32Array } {
  switch (shape.kind) {
    case 'box':
      return box(shape.size);
    case 'plane':
      return plane(shape.sizeX ?? 0, shape.sizeZ ?? 0);
    case 'sphere':
      return revolve(arc(shape.radius, 0, -Math.PI / 2, Math.PI / 2, rings));
    case 'cylinder': {
      const { height, radiusTop, radiusBottom } = shape;
      const profile: Profile = [
        [0, -height / 2],
        [radiusBottom, -height / 2],
        [radiusTop, height / 2],
        [0, height / 2],
      ];
      // The apex of a cone is one vertex.
      return revolve(profile.filter(([radius], i) => radius > 0 || i === 0 || i === 3));
    }
    case 'capsule':
      return revolve(capsule(shape.height, shape.radiusTop, shape.radiusBottom));
  }
}

/** Whether a shape is infinite, and so has no triangles. */
export function isEndless(shape: ExactShape): boolean {
  return shape.kind === 'plane' && (shape.sizeX === null || shape.sizeZ === null);
}

function plane(x: number, z: number): { readonly positions: Float64Array; readonly triangles: Uint32Array } {
  const corners = [
    [-x / 2, 0, -z / 2],
    [-x / 2, 0, z / 2],
    [x / 2, 0, z / 2],
    [x / 2, 0, -z / 2],
  ];
  return { positions: Float64Array.from(corners.flat()), triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) };
}

type Profile = readonly (readonly [radius: number, y: number])[];

/** Returns the profile of the hull of two balls. The cone tangent to both touches them at the same latitude. */
function capsule(height: number, top: number, bottom: number): Profile {
  const larger = Math.max(top, bottom);
  // One ball contains the other.
  if (Math.abs(bottom - top) >= height) return arc(larger, (bottom > top ? -height : height) / 2, -Math.PI / 2, Math.PI / 2, rings);
  const latitude = Math.asin((bottom - top) / height);
  return [...arc(bottom, -height / 2, -Math.PI / 2, latitude, rings / 2), ...arc(top, height / 2, latitude, Math.PI / 2, rings / 2)];
}

function arc(radius: number, centre: number, from: number, to: number, steps: number): Profile {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps;
    const atPole = Math.abs(angle) === Math.PI / 2;
    return [atPole ? 0 : radius * Math.cos(angle), centre + radius * Math.sin(angle)];
  });
}

/** Revolves a profile, from bottom to top, about y. A point on the axis is one vertex. */
function revolve(profile: Profile): { readonly positions: Float64Array; readonly triangles: Uint32Array } {
  const positions: number[] = [];
  const triangles: number[] = [];
  let below: readonly number[] = [];
  for (const [radius, y] of profile) {
    const ring = Array.from({ length: radius === 0 ? 1 : sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides;
      return positions.push(radius * Math.sin(angle), y, radius * Math.cos(angle)) / 3 - 1;
    });
    if (below.length > 0) join(below, ring, triangles);
    below = ring;
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

function join(below: readonly number[], above: readonly number[], triangles: number[]): void {
  const at = (ring: readonly number[], i: number): number => ring[i % ring.length];
  for (let i = 0; i < sides; i++) {
    if (below.length > 1) triangles.push(at(below, i), at(below, i + 1), at(above, i));
    if (above.length > 1) triangles.push(at(below, i + 1), at(above, i + 1), at(above, i));
  }
}

function box([x, y, z]: readonly [number, number, number]): { readonly positions: Float64Array; readonly triangles: Uint32Array } {
  const corners = Array.from({ length: 8 }, (_, i) => [(i & 1 ? x : -x) / 2, (i & 2 ? y : -y) / 2, (i & 4 ? z : -z) / 2]);
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return {
    positions: Float64Array.from(corners.flat()),
    triangles: Uint32Array.from(faces.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])),
  };
}
