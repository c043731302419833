import { openMeshBytes } from '#core/mesh';
import { defaultValues, importOptions } from '#core/options';
import type { DocumentSummary, MeshSummary } from '#host-api';
import type { RepairedCopy } from './repaired-mesh.ts';

/** Returns the document of a collider of a mesh, or of one that was edited. */
export function colliderCopy(
  { id, name }: DocumentSummary,
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
  return { of: id, name: colliderFileName(name), bytes, mesh: collider, isCollider: true };
}

/** `crate.obj` → `crate (collider).obj` */
function colliderFileName(name: string): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  return `${stem} (collider)${extension}`;
}
