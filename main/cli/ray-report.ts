import { medianMicroseconds } from '#core/median-microseconds';
import { normalized } from '#core/math';
import { materialOf, partLabel, partNameOf, physicsText, roleText, type TriangleMesh } from '#core/mesh';
import type { FilterOptions, RayOptions } from '#core/options';
import { createRayWorkspace, noTriangleIndex, type Ray, raycastInto, raycastSteps, triangleFilter } from '#core/query';
import type { CurvedSurface } from '#core/patch';
import type { Tree } from '#core/tree';
import { columns, counted, many, measured, moreRows, maxRowsShown, printable, vector } from '../terminal/columns.ts';
import { inTurns } from './in-turns.ts';
import { queryCostText } from './query-cost.ts';
import { raySurface, surfaceText } from './surface-report.ts';

type RayReport = Awaited<ReturnType<typeof rayReport>>;

/** Returns the result of `query ray` as data: the hits, and the cost of the query. */
export async function rayReport(
  file: string,
  mesh: TriangleMesh,
  tree: Tree,
  ray: Ray,
  options: RayOptions,
  filter: FilterOptions,
  surface: CurvedSurface | null,
  signal: AbortSignal,
) {
  const accepts = triangleFilter(mesh, filter, { direction: ray.direction });
  const result = await inTurns(raycastSteps(tree, mesh, ray, options, undefined, accepts), signal);
  const workspace = createRayWorkspace(tree);
  const microseconds = medianMicroseconds(() => raycastInto(tree, mesh, ray, options, workspace, noTriangleIndex, accepts));
  const hits = result.hits.map(({ triangle, distance, position, normal, barycentric, part }) => {
    return {
      triangle,
      distance,
      position,
      normal,
      barycentric,
      part,
      partName: partNameOf(mesh, part),
      role: part === null ? null : (mesh.parts[part]?.role ?? null),
      material: materialOf(mesh.materials, triangle),
    };
  });
  // The query uses the direction as given: normalised first, it would be rounded twice. The report has it normalised.
  const shown = { ...ray, direction: normalized(ray.direction) ?? ray.direction };
  return {
    file,
    kind: tree.kind,
    ...options,
    ...filter,
    ray: shown,
    hits,
    surface: raySurface(surface, ray),
    stats: { ...result.stats, microseconds },
  };
}

/** Returns the result as text. */
export function rayText({ file, hits, surface, stats }: RayReport): string {
  const shown = hits.slice(0, maxRowsShown);
  const hasRoles = shown.some(({ role }) => role !== null);
  const rows = shown.map((hit) => [
    measured(hit.distance),
    counted(hit.triangle),
    hit.part === null ? '' : partLabel(hit.partName, hit.part),
    vector(hit.position),
    vector(hit.normal),
    vector(hit.barycentric),
    ...(hasRoles
      ? [
          hit.role === null
            ? roleText(null)
            : [roleText(hit.role), ...(hit.role.physics === undefined ? [] : physicsText(hit.role.physics))].join('; '),
        ]
      : []),
  ]);
  const head = ['distance', 'triangle', 'part', 'position', 'normal', 'barycentric', ...(hasRoles ? ['role'] : [])];
  return [
    `${printable(file)}: ${hits.length === 0 ? 'no hit' : many(hits.length, 'hit')}\n`,
    hits.length === 0 ? '' : columns([head, ...rows], [0, 1]),
    moreRows(hits.length),
    surfaceText(surface, ({ distance }) => (distance === null ? 'no hit' : `distance ${measured(distance)}`)),
    queryCostText(stats),
  ].join('');
}
