import type { RepairJobResult } from '#core/job';
import { defaultValues, importOptions } from '#core/options';
import type { DocumentId, DocumentSummary, MeshSummary } from '#host-api';

/** A mesh in memory that becomes a document of its own: by default a repaired one. */
export interface RepairedCopy {
  readonly of: DocumentId;
  readonly name: string;
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  readonly mesh: MeshSummary;
  /** Whether it is a collider of that document, which is shown together with it. */
  readonly isCollider?: true;
  /** The collider that was edited to make it. */
  readonly editOf?: DocumentId;
  /** Whether it is the same mesh once more. */
  readonly isSame?: true;
}

/** Returns the document of a repaired mesh. What the import found was about the mesh before. */
export function repairedCopy({ id, name }: DocumentSummary, mesh: MeshSummary, { mesh: bytes, report }: RepairJobResult): RepairedCopy {
  const repaired: MeshSummary = {
    ...mesh,
    triangles: report.triangles.after,
    vertices: report.vertices.after,
    byteLength: bytes.byteLength,
    sideSha256: null,
    scenes: null,
    colliders: [],
    importing: defaultValues(importOptions),
    findings: [],
    readMilliseconds: 0,
    parseMilliseconds: report.milliseconds,
  };
  return { of: id, name: repairedName(name), bytes, mesh: repaired };
}

/** `crate.obj` → `crate (repaired).obj` → `crate (repaired 2).obj` */
export function repairedName(name: string): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  const again = /^(.*) \(repaired(?: (\d+))?\)$/.exec(stem);
  if (again === null) return `${stem} (repaired)${extension}`;
  return `${again[1] ?? ''} (repaired ${Number(again[2] ?? 1) + 1})${extension}`;
}
