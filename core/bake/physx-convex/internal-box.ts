import type { ConvexTables } from './convex-tables.ts';

/** Planes closer to a direction than this do not limit a box along it. */
const parallel = 1e-7;

/**
 * Returns a radius and the half sizes of a box. The radius is of the ball about the centre of mass that no plane cuts. PhysX keeps the box inside
 * a hull to decide about pairs early. The box lies along the coordinates: first as long as it fits with the ball's cube as its section, then as wide.
 * Source: PhysX `GuCookingConvexMeshBuilder.cpp`, `computeInternalObjects`.
 */
export function internalBox(
  { planes, positions }: Pick<ConvexTables, 'planes' | 'positions'>,
  centre: readonly number[],
): readonly number[] {
  const count = planes.length / 4;
  const normal = (i: number, k: number): number => planes[4 * i + k];
  const distances = Array.from(
    { length: count },
    (_, i) => -planes[4 * i + 3] - centre.reduce((sum, value, k) => sum + value * normal(i, k), 0),
  );
  const radius = distances.reduce((min, distance) => Math.min(min, Math.abs(distance)), Infinity);
  const half = radius / Math.sqrt(3);
  const sizes = [0, 1, 2].map((k) => extentOf(positions, k));
  const long = sizes.indexOf(Math.max(...sizes));
  const [a, b] = [(long + 1) % 3, (long + 2) % 3] as const;
  const length = smallest(count, (i) => {
    const along = normal(i, long);
    if (Math.abs(along) < parallel) return Infinity;
    return Math.min(
      ...signs.map(([s, t]) => Math.max(half, Math.abs((distances[i]! - half * (s * normal(i, a) + t * normal(i, b))) / along))),
    );
  });
  const width = smallest(count, (i) =>
    Math.min(
      ...[normal(i, a) + normal(i, b), normal(i, a) - normal(i, b)].flatMap((across) => {
        if (Math.abs(across) < parallel) return [];
        return [-1, 1].map((sign) => Math.max(half, Math.abs((distances[i]! + sign * length * normal(i, long)) / across)));
      }),
    ),
  );
  const box = [width, width, width];
  box[long] = length;
  return [radius, ...box];
}

const signs = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
] as const;

function extentOf(positions: Float32Array, k: number): number {
  const own = positions.filter((_, i) => i % 3 === k);
  return Math.max(...own) - Math.min(...own);
}

function smallest(count: number, of: (i: number) => number): number {
  return Array.from({ length: count }, (_, i) => of(i)).reduce((min, value) => Math.min(min, value), Infinity);
}
