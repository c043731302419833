import { openMeshBytes } from '#core/mesh';
import { defaultValues, importOptions } from '#core/options';
import type { DocumentId, MeshSummary } from '#host-api';
import type { RepairedCopy } from './repaired-mesh.ts';

/** Returns the document of a collider of a mesh, or of one that was edited, under a file name. */
export function colliderCopy(
  id: DocumentId,
  name: string,
  mesh: MeshSummary,
  bytes: ArrayBuffer | SharedArrayBuffer,
  milliseconds: number,
): RepairedCopy {
  const { positions, indices } = openMeshBytes(bytes);
  const collider: MeshSummary = {
    ...mesh,
    triangles: indices.length / 3,
    vertices: positions.length / 3,
    byteLength: bytes.byteLength,
    sideSha256: null,
    scenes: null,
    colliders: [],
    importing: defaultValues(importOptions),
    findings: [],
    readMilliseconds: 0,
    parseMilliseconds: milliseconds,
  };
  return { of: id, name, bytes, mesh: collider, isCollider: true };
}
