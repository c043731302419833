import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/**
 * Returns a mesh in which triangles are divided into similar pieces, without its parts. The pieces of a triangle follow one another, row by row
 * from its edge opposite the third corner. A mesh without divided triangles is returned as it is.
 * @param divisions (T) each triangle becomes the square of this number, 1 to 255
 */
export function divideTriangles(mesh: TriangleMesh, divisions: Uint8Array): TriangleMesh {
  const { positions, indices } = mesh;
  let pieces = 0;
  let added = 0;
  for (const n of divisions) {
    pieces += n * n;
    if (n > 1) added += ((n + 1) * (n + 2)) / 2;
  }
  if (added === 0) return mesh;
  const out = { positions: new Float64Array(positions.length + 3 * added), indices: new Uint32Array(3 * pieces) };
  out.positions.set(positions);
  let vertex = positions.length / 3;
  let corner = 0;
  divisions.forEach((n, triangle) => {
    if (n <= 1) {
      for (let k = 0; k < 3; k++) out.indices[corner++] = indices[3 * triangle + k]!;
      return;
    }
    addGrid(positions, indices.subarray(3 * triangle, 3 * triangle + 3), n, out.positions, 3 * vertex);
    corner = addPieces(n, vertex, out.indices, corner);
    vertex += ((n + 1) * (n + 2)) / 2;
  });
  return { ...out, parts: [] };
}

/** Writes the points of a triangle in rows from its first edge to its third corner: n + 1, n, …, 1. */
function addGrid(positions: Float64Array, corners: Uint32Array, n: number, out: Float64Array, at: number): void {
  const [a, b, c] = [3 * corners[0]!, 3 * corners[1]!, 3 * corners[2]!];
  for (let row = 0; row <= n; row++) {
    for (let column = 0; column <= n - row; column++) {
      for (let k = 0; k < 3; k++)
        out[at++] = ((n - row - column) * positions[a + k]! + column * positions[b + k]! + row * positions[c + k]!) / n;
    }
  }
}

function addPieces(n: number, first: number, indices: Uint32Array, at: number): number {
  let corner = at;
  let below = first;
  for (let row = 0; row < n; row++) {
    const width = n - row;
    const above = below + width + 1;
    for (let column = 0; column < width; column++) {
      indices[corner++] = below + column;
      indices[corner++] = below + column + 1;
      indices[corner++] = above + column;
      if (column === width - 1) continue;
      indices[corner++] = below + column + 1;
      indices[corner++] = above + column + 1;
      indices[corner++] = above + column;
    }
    below = above;
  }
  return corner;
}
