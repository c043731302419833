import { InspectorError } from '#core/error';
import type { Finding } from '#core/finding';
import type { HealthReport, IgnoreSource } from '#core/health';
import type { OpenedFormat } from '#core/job';
import { type MeshPart, type SurfaceMaterials, triangleCount, vertexCount } from '#core/mesh';
import type { HealthOptions, ImportOptions } from '#core/options';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { MeshWork, ReadMesh } from '../mesh-work.ts';

/** All options that affect the result of a check. */
export interface ExamineSettings {
  readonly options: HealthOptions;
  readonly reading: ImportOptions;
  /** Threads for the checks of a large file; 1 unless given. The result does not depend on them. */
  readonly threads?: number;
}

/** The content and findings of a file, before budgets and ignore lists apply. Plain data for the cache. */
export interface Examined {
  readonly format: OpenedFormat;
  readonly triangles: number;
  readonly vertices: number;
  readonly materials?: SurfaceMaterials;
  /** Parts of the mesh; empty if none is a collider. */
  readonly parts: readonly MeshPart[];
  readonly source: IgnoreSource;
  /** Ignored findings that a baked file stores. */
  readonly ignored: readonly IgnoredFinding[];
  /** Findings of the import. */
  readonly findings: readonly Finding[];
  readonly report: HealthReport;
  /** Length of a mesh unit; `null` if unknown. */
  readonly metresPerUnit: number | null;
}

/** An examination with its times; parse and check times of a cached one are 0. */
export interface Examination {
  readonly examined: Examined;
  readonly timings: { readonly readMilliseconds: number; readonly parseMilliseconds: number; readonly checkMilliseconds: number };
}

/** Reads and checks a file. @throws InspectorError as reading and checking; `no-triangles` for a file without triangles. */
export async function examineFile(work: MeshWork, file: string, settings: ExamineSettings): Promise<Examination> {
  return examineMesh(work, await work.read(file, settings.reading), settings);
}

/** As `examineFile`, for a mesh that was read with these options. */
export async function examineMesh(
  { run }: MeshWork,
  { file, mesh, imported, readMilliseconds }: ReadMesh,
  { options, threads = 1 }: ExamineSettings,
): Promise<Examination> {
  if (triangleCount(mesh) === 0) throw noTriangles(file, imported.colliders.length);
  const { report, milliseconds } = await run(file, 'checking', { kind: 'check', mesh: imported.mesh, options, jobs: threads });
  const { format, findings, ignored, source, space } = imported;
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
      metresPerUnit: space.metresPerUnit,
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
        ? 'The file contains only colliders of a physics extension. Remove --colliders apart, or run boxwood inspect'
        : 'Run boxwood inspect to see the findings of the import',
    location: { file },
  });
}
