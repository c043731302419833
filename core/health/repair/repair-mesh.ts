import { InspectorError, invalidArgument } from '../../error.ts';
import { meshBounds } from '../../mesh/bounds.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HealthOptions } from '../../options/health-options.ts';
import { checkValues } from '../../options/option.ts';
import { repairOptions, type RepairOptions } from '../../options/repair-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { healthCodes, type HealthCode } from '../health-check.ts';
import { checkHealth, type HealthReport } from '../report/check-health.ts';
import { chosenHoles, type ChosenHoles } from './chosen-holes.ts';
import { meshOfDraft } from './mesh-draft.ts';
import { repairBodies } from './repair-bodies.ts';
import type { GivenRepairs, Repair, RepairCount, RepairName } from './repair.ts';
import { repairs } from './repairs.ts';
import { surfaceChange, type SurfaceChange } from './surface-change.ts';

/** A repaired mesh with a report, as plain data. */
export interface RepairedMesh {
  readonly mesh: TriangleMesh;
  /** (T) source of each triangle: the triangle before the repairs that gave it its part and material. Ascending. */
  readonly sources: Uint32Array;
  readonly before: HealthReport;
  readonly after: HealthReport;
  /** One for each requested repair, in the order in which they ran. */
  readonly steps: readonly RepairStep[];
}

/** What one repair changed. */
export interface RepairStep {
  readonly repair: RepairName;
  /** Counts of changes and of what could not be changed, without zeros; empty if there was nothing to do. */
  readonly counts: readonly RepairCount[];
  readonly triangles: BeforeAfter;
  readonly vertices: BeforeAfter;
  readonly surface: SurfaceChange;
  /** Findings that changed in number, in the order of the checks. */
  readonly findings: readonly ChangedFinding[];
}

export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

export interface ChangedFinding extends BeforeAfter {
  readonly code: HealthCode;
}

const noChange: SurfaceChange = {
  removed: { found: 0, atMost: 0, position: null, samples: 0 },
  added: { found: 0, atMost: 0, position: null, samples: 0 },
};

/** Returns the repairs that options request, in their order. */
export function requestedRepairs(given: GivenRepairs): readonly Repair[] {
  return repairs.filter(({ isRequested }) => isRequested(given));
}

/**
 * Repairs a mesh, and checks it before the first repair and after each. Returns a new mesh; parts, materials and polygons of surviving triangles
 * are kept. Deterministic: the same mesh and options give the same result.
 * @throws InspectorError `no-triangles` for a mesh without finite triangles; `invalid-argument` for options out of range, without a repair, or if
 *   no triangle would be left; whatever `progress` throws.
 */
export async function repairMesh(
  mesh: TriangleMesh,
  given: GivenRepairs,
  health: HealthOptions,
  progress: Progress = noProgress,
): Promise<RepairedMesh> {
  const options = checkValues(repairOptions, given);
  const requested = requestedRepairs(given);
  if (requested.length === 0) throw invalidArgument('No repair was requested', `Request one or more: ${requestableOptions().join(', ')}`);
  if (meshBounds(mesh) === null)
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The mesh has no finite triangle to repair',
      fix: 'Open a mesh with finite triangles',
      location: {},
    });
  const parts = 1 + 3 * requested.length;
  let part = 0;
  const next = (): Progress => {
    const start = part++;
    return (fraction) => progress((start + fraction) / parts);
  };
  const before = checkHealth(mesh, health, next());
  const holes = options.fillHoles && options.holes !== '' ? chosenHoles(mesh, options.holes, health) : null;
  let current: RepairedMesh = { mesh, sources: Uint32Array.from(Array(triangleCount(mesh)).keys()), before, after: before, steps: [] };
  for (const repair of requested) current = await applyRepair(current, repair, { options, health, holes }, next);
  progress(1);
  return current;
}

function requestableOptions(): readonly string[] {
  return repairs.map(({ options: [first] }) => repairOptions[first!].title);
}

/** What all repairs of one run share. */
interface RepairRun {
  readonly options: RepairOptions;
  readonly health: HealthOptions;
  readonly holes: ChosenHoles | null;
}

async function applyRepair(
  current: RepairedMesh,
  repair: Repair,
  { options, health, holes }: RepairRun,
  next: () => Progress,
): Promise<RepairedMesh> {
  const { mesh, sources, before, after, steps } = current;
  const [running, measuring, checking] = [next(), next(), next()];
  running(0);
  const repaired = await repairBodies(mesh, repair, options, { sources, holes }, running);
  const same = { triangles: countOf(triangleCount(mesh)), vertices: countOf(vertexCount(mesh)), surface: noChange, findings: [] };
  const counts = repaired?.counts.filter(({ count }) => count > 0) ?? [];
  if (repaired?.draft == null) return { ...current, steps: [...steps, { repair: repair.name, counts, ...same }] };
  const edited = meshOfDraft(mesh, repaired.draft, repair);
  if (meshBounds(edited.mesh) === null) {
    throw invalidArgument(`${repair.title} would leave no triangle`, 'Set a smaller limit, or leave this repair out');
  }
  const surface = surfaceChange(mesh, edited, repaired.bound, measuring);
  const report = checkHealth(edited.mesh, health, checking);
  const step: RepairStep = {
    repair: repair.name,
    counts,
    triangles: { before: triangleCount(mesh), after: triangleCount(edited.mesh) },
    vertices: { before: vertexCount(mesh), after: vertexCount(edited.mesh) },
    surface,
    findings: changedFindings(after, report),
  };
  const throughAll = edited.sources.map((source) => sources[source]);
  return { mesh: edited.mesh, sources: throughAll, before, after: report, steps: [...steps, step] };
}

function countOf(count: number): BeforeAfter {
  return { before: count, after: count };
}

/** Returns the findings that differ in number between two reports. */
export function changedFindings(before: HealthReport, after: HealthReport): readonly ChangedFinding[] {
  const countIn = ({ findings }: HealthReport, code: HealthCode): number => findings.find((finding) => finding.code === code)?.count ?? 0;
  return healthCodes
    .map((code) => ({ code, before: countIn(before, code), after: countIn(after, code) }))
    .filter((change) => change.before !== change.after);
}
