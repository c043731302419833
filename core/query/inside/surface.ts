import { isClosed } from '../../mesh/is-closed.ts';
import { pieces } from '../../mesh/pieces.ts';
import { meshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** The surface that winding numbers are counted on. */
export interface WindingSurface {
  /** Whether it bounds a volume. Then winding numbers are whole. */
  readonly isClosed: boolean;
  /** (T) 1 for triangles that are flipped, so that neighbours agree; `null` where the winding of the mesh is consistent. */
  readonly flipped: Uint8Array | null;
}

/**
 * Returns the surface of a mesh with consistent winding: a flood fill flips the triangles that are wound against the majority of their piece.
 * Pieces keep their majority, and one without a consistent winding (a Möbius strip) stays as it is. Linear time.
 */
export function windingSurface(mesh: TriangleMesh): WindingSurface {
  if (isClosed(mesh)) return { isClosed: true, flipped: null };
  const { isFlipped } = pieces(meshTopology(mesh));
  if (!isFlipped.includes(1)) return { isClosed: false, flipped: null };
  return { isClosed: isClosed(orientedMesh(mesh, isFlipped)), flipped: isFlipped };
}

/** Returns the mesh with some triangles flipped: their last two corners are exchanged. */
function orientedMesh(mesh: TriangleMesh, isFlipped: Uint8Array): TriangleMesh {
  const indices = mesh.indices.slice();
  for (let triangle = 0; triangle < isFlipped.length; triangle++) {
    if (isFlipped[triangle] === 0) continue;
    indices[3 * triangle + 1] = mesh.indices[3 * triangle + 2];
    indices[3 * triangle + 2] = mesh.indices[3 * triangle + 1];
  }
  return { ...mesh, indices };
}
