import { triangleCount, type TriangleMesh, vertexCount } from '#core/mesh';

/**
 * Returns (3·T) for each corner the edges of its triangle that are inside a polygon of the file, and are not drawn. 1, 2 and 4 are the
 * edges opposite the first, second and third corner. `null` where all polygons are triangles.
 */
export function innerEdges(mesh: TriangleMesh): Uint8Array | null {
  const { indices, polygons } = mesh;
  if (polygons === undefined) return null;
  const masks = new Uint8Array(3 * triangleCount(mesh));
  const sides = new Set<number>();
  const vertices = vertexCount(mesh);
  for (let p = 0; p < polygons.length; p += 2) {
    const from = 3 * polygons[p]!;
    const to = from + 3 * polygons[p + 1]!;
    sides.clear();
    for (let i = from; i < to; i++) sides.add(indices[i]! * vertices + indices[nextCorner(i)]!);
    for (let i = from; i < to; i++) {
      if (!sides.has(indices[nextCorner(i)]! * vertices + indices[i]!)) continue;
      const triangle = i - (i % 3);
      const mask = 1 << ((i + 2) % 3);
      for (let k = 0; k < 3; k++) masks[triangle + k]! |= mask;
    }
  }
  return masks;
}

function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}
