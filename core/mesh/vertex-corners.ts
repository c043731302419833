import { triangleStates, type MeshTopology } from './topology.ts';

/** The corners of the triangles around each vertex: V vertices, C corners of triangles with edges. */
export interface VertexCorners {
  /** (V + 1) start of the corners of each welded vertex. */
  readonly first: Uint32Array;
  /** (C) 3·triangle + i; ascending within a vertex. */
  readonly corners: Uint32Array;
}

/** Computes the corners in linear time. */
export function vertexCorners({ welded, corners, states }: MeshTopology): VertexCorners {
  const first = new Uint32Array(welded.length + 1);
  for (let corner = 0; corner < corners.length; corner++) {
    if (states[(corner / 3) | 0] === triangleStates.plain) first[corners[corner] + 1]++;
  }
  for (let vertex = 0; vertex < welded.length; vertex++) first[vertex + 1] += first[vertex];
  const next = first.slice();
  const sorted = new Uint32Array(first[welded.length]);
  for (let corner = 0; corner < corners.length; corner++) {
    if (states[(corner / 3) | 0] === triangleStates.plain) sorted[next[corners[corner]]++] = corner;
  }
  return { first, corners: sorted };
}
