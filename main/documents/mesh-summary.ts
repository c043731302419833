import type { ImportJobResult } from '#core/job';
import { openMeshBytes, openMeshSurface, triangleCount, vertexCount } from '#core/mesh';
import { defaultValues, importOptions, type ImportOptions, sameValues } from '#core/options';
import type { MeshSummary } from '#host-api';

/** Returns the summary of an imported mesh that pages show. */
export function meshSummary(result: ImportJobResult, importing: ImportOptions): MeshSummary {
  const mesh = openMeshBytes(result.mesh);
  const { format, dialect, source, sideSha256, units, space, scenes, findings, colliders, readMilliseconds, milliseconds } = result;
  return {
    format,
    dialect,
    source,
    sideSha256,
    units,
    space,
    scenes,
    importing,
    colliders,
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    byteLength: result.mesh.byteLength,
    findings,
    readMilliseconds,
    parseMilliseconds: milliseconds,
  };
}

/** Whether other import options could give another mesh. */
export function hasChoices({ scenes, colliders, findings, mesh }: ImportJobResult, options: ImportOptions): boolean {
  const many = scenes !== null && scenes.names.length > 1;
  const folds = findings.some(({ code }) => code === 'folded-fans');
  return (
    many ||
    folds ||
    openMeshSurface(mesh).length > 0 ||
    colliders.length > 0 ||
    !sameValues(importOptions, options, defaultValues(importOptions)) ||
    openMeshBytes(mesh).parts.some(({ role }) => role !== undefined)
  );
}
