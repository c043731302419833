import type { BufferGeometry } from 'three';
import type { MeshBVH } from 'three-mesh-bvh';

export interface LoadedBvh {
  readonly geometry: BufferGeometry;
  readonly bvh: MeshBVH;
  /** The triangle of the source for each face of `geometry`. */
  readonly sourceTriangles: Uint32Array;
  readonly parts: readonly { readonly name: string; readonly firstTriangle: number; readonly triangleCount: number }[];
}

export function loadThreeMeshBvh(buffer: ArrayBuffer): LoadedBvh;
