import { isClosed } from '../../mesh/is-closed.ts';
import { pieces } from '../../mesh/pieces.ts';
import { meshTopology } from '../../mesh/topology.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { chosenTriangles } from '../triangle-filter.ts';

/** The surface that winding numbers are counted on. */
export interface WindingSurface {
  /** Whether it bounds a volume. Then winding numbers are whole. */
  readonly isClosed: boolean;
  /** (T) 1 for triangles that are flipped, so that neighbours agree; `null` where the winding of the mesh is consistent. */
  readonly flipped: Uint8Array | null;
  /** (T) 1 for triangles of the chosen parts, which alone are the surface; `null` for all. */
  readonly chosen: Uint8Array | null;
}

/**
 * Returns the surface of a mesh with consistent winding: a flood fill flips the triangles that are wound against the majority of their piece.
 * Pieces keep their majority, and one without a consistent winding (a Möbius strip) stays as it is. Linear time.
 *
 * `parts` names the parts whose triangles are the surface (`partsByName`), as if the mesh had no others; the empty text stands for all.
 * @throws InspectorError `invalid-argument` for a name that selects no part.
 */
export function windingSurface(mesh: TriangleMesh, parts = ''): WindingSurface {
  const chosen = chosenTriangles(mesh, parts);
  if (chosen === null) return surfaceOfAll(mesh);
  const triangles = Uint32Array.from({ length: triangleCount(mesh) }, (_, triangle) => triangle).filter(
    (triangle) => chosen[triangle] === 1,
  );
  const indices = Uint32Array.from({ length: 3 * triangles.length }, (_, i) => mesh.indices[3 * triangles[Math.floor(i / 3)]! + (i % 3)]!);
  const { isClosed, flipped } = surfaceOfAll({ positions: mesh.positions, indices, parts: [] });
  if (flipped === null) return { isClosed, flipped, chosen };
  const ofMesh = new Uint8Array(chosen.length);
  triangles.forEach((triangle, i) => (ofMesh[triangle] = flipped[i]!));
  return { isClosed, flipped: ofMesh, chosen };
}

function surfaceOfAll(mesh: TriangleMesh): WindingSurface {
  if (isClosed(mesh)) return { isClosed: true, flipped: null, chosen: null };
  const { isFlipped } = pieces(meshTopology(mesh));
  if (!isFlipped.includes(1)) return { isClosed: false, flipped: null, chosen: null };
  return { isClosed: isClosed(orientedMesh(mesh, isFlipped)), flipped: isFlipped, chosen: null };
}

/** Returns the mesh with some triangles flipped: their last two corners are exchanged. */
export function orientedMesh(mesh: TriangleMesh, isFlipped: Uint8Array): TriangleMesh {
  const indices = mesh.indices.slice();
  for (let triangle = 0; triangle < isFlipped.length; triangle++) {
    if (isFlipped[triangle] === 0) continue;
    indices[3 * triangle + 1] = mesh.indices[3 * triangle + 2];
    indices[3 * triangle + 2] = mesh.indices[3 * triangle + 1];
  }
  return { ...mesh, indices };
}
