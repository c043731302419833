import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** The f32 mesh without triangles that are not finite, for engines that do not check. */
export function finiteMesh(mesh: TriangleMesh): TriangleMesh {
  const positions = mesh.positions.map(Math.fround);
  const isFinite = (i: number): boolean => [0, 1, 2].every((k) => Number.isFinite(positions[3 * mesh.indices[i]! + k]));
  const kept = mesh.indices.filter((_, i) => [0, 1, 2].every((k) => isFinite(i - (i % 3) + k)));
  const parts = [{ name: '', firstTriangle: 0, triangleCount: kept.length / 3, worldFromPart: null }];
  return { positions: positions.map((value) => (Number.isFinite(value) ? value : 0)), indices: kept, parts };
}
