import { InspectorError } from '#core/error';
import type { Finding } from '#core/finding';
import type { HealthReport } from '#core/health/report/check-health';
import type { IgnoreSource } from '#core/health/report/ignore-list';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { OpenedFormat } from '#core/job/job';
import type { SurfaceMaterials } from '#core/mesh/surface-materials';
import { triangleCount, vertexCount, type MeshPart } from '#core/mesh/triangle-mesh';
import type { HealthOptions } from '#core/options/health-options';
import type { ImportOptions } from '#core/options/import-options';
import type { MeshWork, ReadMesh } from '../mesh-work.ts';

/** How files are read and checked: all options that the answer goes by. */
export interface ExamineSettings {
  readonly options: HealthOptions;
  readonly reading: ImportOptions;
}

/** What a file holds and what is wrong with it, before anyone has said what may stay. Plain data, which a cache can keep. */
export interface Examined {
  readonly format: OpenedFormat;
  readonly triangles: number;
  readonly vertices: number;
  readonly materials?: SurfaceMaterials;
  /** Of the mesh, as far as any is a collider. */
  readonly parts: readonly MeshPart[];
  readonly source: IgnoreSource;
  /** What a baked file says is let be. */
  readonly ignored: readonly IgnoredFinding[];
  /** Of the import. */
  readonly findings: readonly Finding[];
  readonly report: HealthReport;
}

/** What was examined, and how long that took; what a cache knew took no time to parse and check. */
export interface Examination {
  readonly examined: Examined;
  readonly timings: { readonly readMilliseconds: number; readonly parseMilliseconds: number; readonly checkMilliseconds: number };
}

/** @throws InspectorError as reading and checking do; `no-triangles` for a file without any. */
export async function examineFile(work: MeshWork, file: string, settings: ExamineSettings): Promise<Examination> {
  return examineMesh(work, await work.read(file, settings.reading), settings);
}

/** As `examineFile`, of a mesh that was read with these options. */
export async function examineMesh(
  { run }: MeshWork,
  { file, mesh, imported, readMilliseconds }: ReadMesh,
  { options }: ExamineSettings,
): Promise<Examination> {
  if (triangleCount(mesh) === 0) throw noTriangles(file, imported.colliders.length);
  const { report, milliseconds } = await run(file, 'checking', { kind: 'check', mesh: imported.mesh, options });
  const { format, findings, ignored, source } = imported;
  const materials = mesh.materials === undefined ? {} : { materials: mesh.materials };
  return {
    examined: {
      format,
      triangles: triangleCount(mesh),
      vertices: vertexCount(mesh),
      ...materials,
      parts: mesh.parts.some(({ role }) => role !== undefined) ? mesh.parts : [],
      source,
      ignored,
      findings,
      report,
    },
    timings: { readMilliseconds, parseMilliseconds: imported.milliseconds, checkMilliseconds: milliseconds },
  };
}

function noTriangles(file: string, collidersApart: number): InspectorError {
  return new InspectorError({
    code: 'no-triangles',
    message: 'The mesh has no triangle',
    fix:
      collidersApart > 0
        ? 'Only a physics extension refers to what is in the file: leave --colliders apart out, or see what boxwood inspect finds'
        : 'See what boxwood inspect finds in the file',
    location: { file },
  });
}
