import type { TriangleMesh } from './triangle-mesh.ts';

const { fround } = Math;

/**
 * Whether a triangle has an area when an engine computes it with 32-bit floats. Engines leave the others out, or report hits on them anywhere.
 * @returns false for triangles with a vertex that is not finite in f32
 */
export function hasF32Area({ positions, indices }: Pick<TriangleMesh, 'positions' | 'indices'>, triangle: number): boolean {
  const corner = (i: number, k: number): number => fround(positions[3 * indices[3 * triangle + i] + k]);
  const edge = (i: number, k: number): number => fround(corner(i, k) - corner(0, k));
  const part = (k: number, l: number): number => fround(fround(edge(1, k) * edge(2, l)) - fround(edge(1, l) * edge(2, k)));
  const normal = [part(1, 2), part(2, 0), part(0, 1)];
  const squared = normal.reduce((sum, value) => fround(sum + fround(value * value)), 0);
  return squared > 0;
}
