import type { LeafMesh } from '../leaf-mesh.ts';
import {
  activeEdgesShift,
  joltBlockBytes,
  blockTriangles,
  leafBytes,
  offsetToVerticesBits,
  joltVertexBytes,
  windowVertices,
} from './layout.ts';

/** Triangles in leaf order, and where they are written. */
export interface JoltLeaf {
  readonly first: number;
  readonly count: number;
  /** Bytes from the start of the tree. */
  readonly offset: number;
}

export interface PackedLeaves {
  readonly bytes: Uint8Array;
  /** The vertices of the mesh in the order of the file; some several times. */
  readonly vertices: Uint32Array;
}

/**
 * Packs leaves that follow each other. A leaf names vertices by one byte, from a window that starts so far back that there is room for new ones;
 * a vertex before the window is written again. As `TriangleCodecIndexed8BitPackSOA4Flags::EncodingContext::Pack`.
 * @param active (T) bits of the edges that take part in contacts
 * @param verticesAt bytes from the start of the tree to the vertices
 */
export function packLeaves(leaves: readonly JoltLeaf[], mesh: LeafMesh, active: Uint8Array, verticesAt: number): PackedLeaves {
  const start = leaves[0].offset;
  const bytes = new Uint8Array(verticesAt - start);
  const view = new DataView(bytes.buffer);
  const numberOf = new Int32Array(mesh.positions.length / 3).fill(-1);
  const vertices: number[] = [];
  for (const { first, count, offset } of leaves) {
    const at = offset - start;
    const window = Math.max(0, vertices.length - windowVertices + 3 * count);
    const blocks = Math.ceil(count / blockTriangles);
    const toVertices = (verticesAt - offset + joltVertexBytes * window) / 4;
    view.setUint32(at, toVertices + blocks * 2 ** offsetToVerticesBits, true);
    for (let i = 0; i < blocks * blockTriangles; i++) {
      const block = at + 4 + joltBlockBytes * Math.floor(i / blockTriangles) + (i % blockTriangles);
      for (let corner = 0; corner < 3; corner++) {
        // Padding repeats the first vertex of the last triangle.
        const vertex = i < count ? mesh.index[3 * (first + i) + corner] : mesh.index[3 * (first + count - 1)];
        if (numberOf[vertex] < window) {
          numberOf[vertex] = vertices.length;
          vertices.push(vertex);
        }
        bytes[block + blockTriangles * corner] = numberOf[vertex] - window;
      }
      if (i < count) bytes[block + 3 * blockTriangles] = active[first + i] << activeEdgesShift;
    }
    const userDataAt = at + leafBytes(count, false);
    for (let i = 0; i < count; i++) view.setUint32(userDataAt + 4 * i, mesh.sourceTriangles[first + i], true);
  }
  return { bytes, vertices: Uint32Array.from(vertices) };
}
