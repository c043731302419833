import { InspectorError, invalidArgument } from '../../error.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { partLabel } from '../../mesh/part-label.ts';
import type { ExportOptions } from '../../options/export-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { BakeFormatName } from '../bake-format.ts';
import { bakeFormats } from '../bake-formats.ts';
import { changesNothing, planConversion } from './conversion.ts';
import type { BakeNote } from '../bake-note.ts';
import { withConvexHulls } from './convex-parts.ts';
import { hullFormats, withoutFlatParts } from './flat-parts.ts';
import { withColliderNames } from './collider-part-names.ts';
import { convertMesh } from './convert-mesh.ts';
import { meshOfRuns, type TriangleRuns } from '../../mesh/mesh-of-runs.ts';

/** What to export of a mesh, and how. */
export interface ExportTask {
  readonly format: BakeFormatName;
  /** Unit and axes of the mesh. */
  readonly space: SourceSpace;
  /** With the values of the preset; see `withPreset`. */
  readonly options: ExportOptions;
  /** The triangles to write; `null` for all. */
  readonly runs: TriangleRuns | null;
}

/** A mesh that is ready to be written. */
export interface ExportedMesh {
  /** The mesh of the task itself, if nothing changes. */
  readonly mesh: TriangleMesh;
  readonly space: SourceSpace;
  /** What became of hulls. */
  readonly notes: readonly BakeNote[];
}

/**
 * Returns the mesh that an export writes: the chosen triangles in another unit and along other axes.
 * @throws InspectorError `invalid-argument` without a triangle to write, for plain formats also if a vertex is not finite, and as
 * `planConversion`; `too-large` as `convertMesh`; whatever `progress` throws.
 */
export function exportMesh(mesh: TriangleMesh, task: ExportTask, progress: Progress = noProgress): ExportedMesh {
  const { format, space, options, runs } = task;
  const conversion = planConversion(space, options);
  if (runs?.length === 0) throw invalidArgument('No triangle is chosen', 'Choose parts with triangles, or export all parts');
  const { hasTree, keepsVertices } = bakeFormats[format];
  if (!hasTree) refuseNonFinite(mesh, runs, keepsVertices === 'all');
  const written = runs === null ? mesh : meshOfRuns(mesh, runs);
  const convex = hasHulls(task)
    ? withConvexHulls(written, options.hulls, (fraction) => progress(0.25 * fraction))
    : { mesh: written, notes: [] };
  const named = withColliderNames(convex.mesh, options.colliderNames);
  const { mesh: chosen, notes } = withoutFlatParts(named, format, options.flat, (fraction) => progress(0.25 + 0.25 * fraction));
  const converted = changesNothing(conversion) ? chosen : convertMesh(chosen, conversion, (fraction) => progress(0.5 + 0.5 * fraction));
  return { mesh: converted, space: conversion.space, notes: [...convex.notes, ...notes] };
}

/** Whether hulls and triangle meshes differ in a file. */
function hasHulls({ format, options }: ExportTask): boolean {
  return options.colliderNames === 'godot' || (bakeFormats[format].shapes !== undefined && !hullFormats.includes(format));
}

/** Plain formats either cannot store vertices that are not finite, or are rejected by other programs because of them. */
function refuseNonFinite(mesh: TriangleMesh, runs: TriangleRuns | null, isEachWritten: boolean): void {
  const { positions, indices } = mesh;
  const isBad = (vertex: number): boolean => !positions.subarray(3 * vertex, 3 * vertex + 3).every(Number.isFinite);
  const bad = new Set<number>();
  let firstTriangle = -1;
  for (const [first, count] of pairsOf(runs ?? [0, indices.length / 3])) {
    for (let i = 3 * first; i < 3 * (first + count); i++) {
      if (!isBad(indices[i])) continue;
      if (firstTriangle < 0) firstTriangle = Math.floor(i / 3);
      bad.add(indices[i]);
    }
  }
  if (runs === null && isEachWritten) for (let vertex = 0; vertex < positions.length / 3; vertex++) if (isBad(vertex)) bad.add(vertex);
  const [vertex] = bad;
  if (vertex === undefined) return;
  const part = firstTriangle < 0 ? null : partOfTriangle(mesh, firstTriangle);
  const where = part === null ? '' : `, the first in ${partLabel(mesh.parts[part].name, part)}`;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `${bad.size === 1 ? '1 vertex has' : `${bad.size} vertices have`} coordinates that are not finite${where}`,
    fix: 'Repair the mesh first (drop degenerate triangles and unused vertices), or write a Boxwood bake, which keeps them',
    location: { index: vertex, element: 'vertex' },
  });
}

function* pairsOf(runs: TriangleRuns): Generator<readonly [first: number, count: number]> {
  for (let i = 0; i < runs.length; i += 2) yield [runs[i], runs[i + 1]];
}
