import { beginMaterial, materialNumber, materialRuns, takeMaterials } from './surface-materials.ts';
import type { MeshPart, TriangleMesh } from './triangle-mesh.ts';

/** (2·R) runs of triangles, ascending and apart: the first triangle and the number of triangles of each. */
export type TriangleRuns = readonly number[];

/** Returns a mesh with the triangles of runs and the vertices that they use. Parts without such triangles are left out. */
export function meshOfRuns(mesh: TriangleMesh, runs: TriangleRuns): TriangleMesh {
  const kept = keptTriangles(mesh, runs);
  const { ranks, positions } = usedPositions(mesh, kept);
  const indices = new Uint32Array(3 * kept.length);
  kept.forEach((triangle, i) => {
    for (let k = 0; k < 3; k++) indices[3 * i + k] = ranks[mesh.indices[3 * triangle + k]];
  });
  const polygons = keptPolygons(mesh, kept);
  return {
    positions,
    indices,
    parts: keptParts(mesh, kept),
    ...(polygons.length > 0 && { polygons }),
    ...keptMaterials(mesh, kept),
  };
}

/** Returns the numbers of the triangles of runs, ascending. */
function keptTriangles(mesh: TriangleMesh, runs: TriangleRuns): Uint32Array {
  const end = mesh.indices.length / 3;
  let count = 0;
  for (let i = 1; i < runs.length; i += 2) count += runs[i];
  const kept = new Uint32Array(Math.min(count, end));
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    for (let triangle = runs[i]; triangle < Math.min(runs[i] + runs[i + 1], end); triangle++) kept[at++] = triangle;
  }
  return kept.subarray(0, at);
}

/** Returns the positions of the used vertices in order, and for each vertex of the mesh its number among them. */
function usedPositions(
  { positions, indices }: TriangleMesh,
  kept: Uint32Array,
): { readonly ranks: Uint32Array; readonly positions: Float64Array } {
  const ranks = new Uint32Array(positions.length / 3);
  for (const triangle of kept) for (let i = 3 * triangle; i < 3 * triangle + 3; i++) ranks[indices[i]] = 1;
  const used = ranks.reduce((sum, mark) => sum + mark, 0);
  const values = new Float64Array(3 * used);
  let rank = 0;
  for (let vertex = 0; vertex < ranks.length; vertex++) {
    if (ranks[vertex] === 0) continue;
    for (let k = 0; k < 3; k++) values[3 * rank + k] = positions[3 * vertex + k];
    ranks[vertex] = rank++;
  }
  return { ranks, positions: values };
}

function keptParts({ parts }: TriangleMesh, kept: Uint32Array): readonly MeshPart[] {
  const found: MeshPart[] = [];
  let at = 0;
  for (const part of parts) {
    const firstTriangle = at;
    while (at < kept.length && kept[at] < part.firstTriangle + part.triangleCount) at++;
    if (at > firstTriangle) found.push({ ...part, firstTriangle, triangleCount: at - firstTriangle });
  }
  return found;
}

/** Returns the polygons of which all triangles are kept. */
function keptPolygons({ polygons = new Uint32Array(0) }: TriangleMesh, kept: Uint32Array): Uint32Array {
  const found: number[] = [];
  let at = 0;
  for (let i = 0; i < polygons.length; i += 2) {
    const [first, count] = [polygons[i], polygons[i + 1]];
    while (at < kept.length && kept[at] < first) at++;
    // Kept triangles ascend, so that the last one is in its place only with all others.
    if (kept[at] === first && kept[at + count - 1] === first + count - 1) found.push(at, count);
  }
  return Uint32Array.from(found);
}

function keptMaterials({ materials }: TriangleMesh, kept: Uint32Array): Pick<TriangleMesh, 'materials'> {
  if (materials === undefined) return {};
  const { names, runs } = materials;
  const found = materialRuns();
  let end = 0;
  kept.forEach((triangle, i) => {
    if (triangle < end) return;
    const number = materialNumber(materials, triangle);
    beginMaterial(found, i, number < 0 ? null : names[number]);
    end = endOfRun(runs, triangle);
  });
  return takeMaterials(found, kept.length);
}

/** Returns the first triangle after the run of a triangle. Binary search. */
function endOfRun(runs: readonly number[], triangle: number): number {
  let low = 0;
  let high = runs.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[2 * middle] <= triangle) low = middle + 1;
    else high = middle;
  }
  return runs[2 * low] ?? Infinity;
}
