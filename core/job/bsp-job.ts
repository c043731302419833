import { type BspReport, bspReportOf, type BuiltBsp, buildBspCells } from '../bsp/bsp-report.ts';
import { meanOfPoints } from '../bsp/cells.ts';
import { type Quake3Visibility, quake3Visibility } from '../import/quake3/quake3-visibility.ts';
import { createVisibleSets, type VisibleSet } from '../bsp/visible-set.ts';
import { bspRay } from '../bsp/bsp-ray.ts';
import type { Vec3 } from '../math/vec3.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BspOptions } from '../options/bsp-options.ts';
import type { Progress } from '../progress.ts';
import { raycast } from '../query/ray/ray.ts';
import { type PlaneOffsetSweep, planeOffsetSweep } from '../sweep/bsp/plane-offset-sweep.ts';
import { type FollowedObject, followObject } from '../sweep/bsp/follow-object.ts';
import { createBspSweeper } from '../sweep/bsp/sweep-bsp.ts';
import type { ShapeSweep } from '../sweep/convex/query.ts';
import { sweepShape } from '../sweep/convex/sweep-shape.ts';
import { buildTree } from '../tree/build-tree.ts';
import { openTree } from '../tree/open-tree.ts';
import { type BspComparison, compareBsp } from './compare-bsp.ts';

export interface BspJobRequest {
  readonly kind: 'bsp';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly points: readonly Vec3[];
  readonly withCells: boolean;
  readonly ray: { readonly origin: Vec3; readonly direction: Vec3 } | null;
  readonly sweep: ShapeSweep | null;
  readonly compare: boolean;
  /** A ball whose centre moves along straight pieces. */
  readonly route: { readonly points: readonly Vec3[]; readonly radius: number } | null;
  /** Whether to find the cells that may be seen from the cells of `points`. */
  readonly visible: boolean;
  /** The whole file, to compare visible sets with those that it has. */
  readonly level: Uint8Array | null;
  readonly options: Partial<BspOptions>;
}

/** The first hit of a ray in one tree. */
export interface BspRayReport {
  readonly triangle: number | null;
  readonly distance: number | null;
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

/** The first contact of a moving shape by one method. */
export interface BspSweepReport {
  readonly state: 'miss' | 'hit' | 'startsInside';
  readonly time: number | null;
  readonly normal: Vec3 | null;
  readonly triangle: number | null;
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

/** The cells that may be seen from the cell of a point; `null` for a point without a cell. */
export interface BspVisible {
  readonly point: Vec3;
  readonly cell: number | null;
  readonly visible: number | null;
  readonly inFront: number | null;
  /** Next to the visible set that the level compiler stored; `null` without one, and for a point without a cluster. */
  readonly map: MapVisible | null;
}

/** Cells by two visible sets: ours, and that of a level. A cell has the cluster of its middle; cells without a cluster are left out. */
export interface MapVisible {
  /** The cluster of the point. */
  readonly cluster: number;
  /** Clusters that it sees, and all. */
  readonly visibleClusters: number;
  readonly clusters: number;
  /** Cells in both sets, only in ours, and only in that of the level. */
  readonly both: number;
  readonly onlyOurs: number;
  readonly onlyMap: number;
}

/** Queries on the tree and on an AABB tree of the same mesh. `null` where one is not wanted, and without a tree. */
export interface BspQueries {
  readonly ray: { readonly bsp: BspRayReport; readonly aabb: BspRayReport } | null;
  readonly sweep: {
    readonly bsp: BspSweepReport;
    readonly aabb: BspSweepReport;
    /** By offset planes, which stop the shape too early at edges and corners. */
    readonly offset: BspSweepReport;
    /** How much earlier, in mesh units along the motion; `null` if one of them has no contact. */
    readonly offsetEarly: number | null;
    readonly startsInSolid: boolean;
  } | null;
  readonly comparison: BspComparison | null;
  readonly route: FollowedObject | null;
  readonly visible: readonly BspVisible[] | null;
}

export interface BspJobResult extends BspQueries {
  readonly kind: 'bsp';
  readonly report: BspReport;
  readonly milliseconds: number;
}

/** Builds a BSP tree with its cells, and runs queries on it. @throws InspectorError as `buildBspCells` and the queries; whatever `progress` throws. */
export function runBsp(request: BspJobRequest, progress: Progress): BspJobResult {
  const mesh = openMeshBytes(request.mesh);
  const start = performance.now();
  const built = buildBspCells(mesh, request.options, progress);
  const milliseconds = performance.now() - start;
  const report = bspReportOf(built, request.points, request.withCells);
  return { kind: 'bsp', report, milliseconds, ...queriesOf(mesh, built, request, progress) };
}

function queriesOf(
  mesh: TriangleMesh,
  built: BuiltBsp,
  { ray, sweep, compare, route, visible, points, level }: BspJobRequest,
  progress: Progress,
): BspQueries {
  if (built.kind === 'open') return { ray: null, sweep: null, comparison: null, route: null, visible: null };
  return {
    ray: ray === null ? null : rayReports(mesh, built, ray),
    sweep: sweep === null ? null : sweepReports(mesh, built, sweep),
    route: route === null ? null : followed(mesh, built, route, progress),
    visible: visible ? visibleFrom(built, points, level, progress) : null,
    comparison: compare ? compareBsp(built.tree, built.milliseconds, progress) : null,
  };
}

type Closed = Extract<BuiltBsp, { kind: 'closed' }>;

function followed(
  mesh: TriangleMesh,
  { tree: bsp, cells, links }: Closed,
  { points, radius }: NonNullable<BspJobRequest['route']>,
  progress: Progress,
) {
  return followObject({ bsp, cells, links, tree: openTree(buildTree(mesh, {})) }, points, radius, progress);
}

function visibleFrom(built: Closed, points: readonly Vec3[], level: Uint8Array | null, progress: Progress): readonly BspVisible[] {
  const map = level === null ? null : quake3Visibility(level);
  const sets = createVisibleSets(built.cells, built.links);
  // Points of one cell see the same.
  const known = new Map<number, VisibleSet>();
  return bspReportOf(built, points, false).points.map(({ point, cell }, i) => {
    if (cell === null) return { point, cell, visible: null, inFront: null, map: null };
    const from = known.get(cell) ?? sets.from(cell, (fraction) => progress((i + fraction) / points.length));
    known.set(cell, from);
    return { point, cell, visible: from.visible, inFront: from.inFront, map: map === null ? null : mapVisible(built, from, map, point) };
  });
}

function mapVisible({ tree, cells }: Closed, { isVisible }: VisibleSet, map: Quake3Visibility, point: Vec3): MapVisible | null {
  const cluster = map.clusterAt(point);
  if (cluster < 0) return null;
  const counts = { both: 0, onlyOurs: 0, onlyMap: 0 };
  for (const [leaf, region] of cells.regions.entries()) {
    if (tree.windings[leaf] !== 0) continue;
    const other = map.clusterAt(meanOfPoints([...new Set(region.flatMap((face) => face.points))]));
    if (other < 0) continue;
    const [ours, theirs] = [isVisible[leaf] === 1, map.isVisible(cluster, other)];
    if (ours && theirs) counts.both++;
    else if (ours) counts.onlyOurs++;
    else if (theirs) counts.onlyMap++;
  }
  const visibleClusters = Array.from({ length: map.clusters }, (_, to) => map.isVisible(cluster, to)).filter(Boolean).length;
  return { cluster, visibleClusters, clusters: map.clusters, ...counts };
}

function rayReports(mesh: TriangleMesh, { tree: bsp }: Closed, { origin, direction }: NonNullable<BspJobRequest['ray']>) {
  const { hit, nodesVisited, trianglesTested } = bspRay(bsp, origin, direction);
  const { hits, stats } = raycast(openTree(buildTree(mesh, {})), mesh, { origin, direction, far: Infinity });
  const of = (first: { readonly triangle: number; readonly distance: number } | null | undefined) => ({
    triangle: first?.triangle ?? null,
    distance: first?.distance ?? null,
  });
  return {
    bsp: { ...of(hit), nodesVisited, trianglesTested },
    aabb: { ...of(hits[0]), nodesVisited: stats.nodesVisited, trianglesTested: stats.trianglesTested },
  };
}

function sweepReports(mesh: TriangleMesh, { tree: bsp }: Closed, sweep: ShapeSweep) {
  const { startsInSolid, ...ours } = createBspSweeper(bsp).sweep(sweep);
  const offset = planeOffsetSweep(bsp, sweep);
  const [x, y, z] = [0, 1, 2].map((k) => sweep.to[k]! - sweep.from[k]!) as [number, number, number];
  const areBoth = ours.state === 'hit' && offset.state === 'hit';
  return {
    bsp: reportOf(ours),
    aabb: reportOf(sweepShape(openTree(buildTree(mesh, {})), mesh, sweep)),
    offset: offsetReport(offset),
    offsetEarly: areBoth ? Math.hypot(x, y, z) * (ours.time! - offset.time!) : null,
    startsInSolid,
  };
}

function reportOf({ state, time, contact, stats }: ReturnType<typeof sweepShape>): BspSweepReport {
  const { nodesVisited, trianglesTested } = stats;
  return { state, time, normal: contact?.normal ?? null, triangle: contact?.triangle ?? null, nodesVisited, trianglesTested };
}

function offsetReport({ state, time, normal, nodesVisited }: PlaneOffsetSweep): BspSweepReport {
  return { state, time, normal, triangle: null, nodesVisited, trianglesTested: 0 };
}
