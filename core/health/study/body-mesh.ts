import { partOfTriangle, type MeshPart, type TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** A subset of the triangles as a mesh of its own, with the vertices that they use, both in the same order. */
export interface BodyMesh {
  readonly mesh: TriangleMesh;
  /** (T) index of each triangle in the whole mesh; `null` for the whole mesh. */
  readonly triangles: Uint32Array | null;
  /** (V) index of each vertex in the whole mesh; `null` likewise. */
  readonly vertices: Uint32Array | null;
}

/** Extracts a body. @param triangles ascending; all triangles return the mesh itself. @param scratch (V) of the whole mesh, any content. */
export function bodyMesh(mesh: TriangleMesh, triangles: Uint32Array, scratch: Uint32Array): BodyMesh {
  if (3 * triangles.length === mesh.indices.length) return { mesh, triangles: null, vertices: null };
  const corners = new Uint32Array(3 * triangles.length);
  for (let i = 0; i < corners.length; i++) corners[i] = mesh.indices[3 * triangles[(i / 3) | 0] + (i % 3)];
  const vertices = corners
    .slice()
    .sort()
    .filter((vertex, i, sorted) => i === 0 || vertex !== sorted[i - 1]);
  const positions = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    scratch[vertices[i]] = i;
    for (let k = 0; k < 3; k++) positions[3 * i + k] = mesh.positions[3 * vertices[i] + k];
  }
  return { mesh: { positions, indices: corners.map((vertex) => scratch[vertex]), parts: partsOf(mesh, triangles) }, triangles, vertices };
}

/** Returns the parts of the triangles. It visits only these parts, because there can be thousands of bodies. */
function partsOf({ parts }: TriangleMesh, triangles: Uint32Array): readonly MeshPart[] {
  const own: MeshPart[] = [];
  let at = 0;
  for (let i = partOfTriangle({ parts }, triangles[0]) ?? 0; i < parts.length && at < triangles.length; i++) {
    const part = parts[i];
    while (at < triangles.length && triangles[at] < part.firstTriangle) at++;
    const firstTriangle = at;
    while (at < triangles.length && triangles[at] < part.firstTriangle + part.triangleCount) at++;
    if (at > firstTriangle) own.push({ ...part, firstTriangle, triangleCount: at - firstTriangle });
  }
  return own;
}
