import { length, minus, type Vec3 } from '#core/math';
import { partOfTriangle, type TriangleMesh } from '#core/mesh';
import {
  boxTouch,
  capsuleTouch,
  closestPoint,
  createInsideWorkspace,
  createSphereWorkspace,
  type InsideResult,
  nearestRecord,
  nearestTriangles,
  noTriangleIndex,
  overlap,
  planeOverlap,
  pointWinding,
  type PolygonHit,
  type QueryShape,
  raycast,
  segmentCast,
  segmentPolygon,
  signedDistance,
  sphereOverlapInto,
  sphereTouch,
  type TriangleFilter,
  type WindingTree,
} from '#core/query';
import type { BoxSolid, TriangleFeature } from '#core/shape';
import { sweepShape, type SweepContact, type SweepResult } from '#core/sweep';
import type { Tree } from '#core/tree';
import { frustumMatrix, probeBox } from './probe-solids.ts';
import { probeSweep } from './probe-sweep.ts';
import type { ProbeOf, ProbeShape, SweptProbe } from './probe-shapes.ts';

/** A triangle of a probe's result. */
export interface ProbeRow {
  readonly triangle: number;
  readonly part: number | null;
  /** Distance or depth, by the shape; see `probeSpecs`. */
  readonly number: number | null;
  readonly feature: TriangleFeature | null;
  /** The hit, or the closest point. */
  readonly point: Vec3 | null;
}

/** What a probe found. */
export interface ProbeFound {
  /** Import indices: by distance for rays, segments and nearest triangles, else ascending. */
  readonly triangles: ArrayLike<number>;
  /** Returns the record of the triangle at an index: made for the rows that are shown. */
  readonly rowAt: (index: number) => ProbeRow;
  /** `null` for a polygon, which has no mesh. */
  readonly stats: { readonly nodesVisited: number; readonly trianglesTested: number } | null;
  readonly inside: { readonly result: InsideResult; readonly signedDistance: number | null } | null;
  readonly polygon: PolygonHit | null;
  /** The first contact of a shape that moves. */
  readonly sweep: SweepResult | null;
}

export interface ProbedMesh {
  readonly mesh: TriangleMesh;
  readonly tree: Tree;
  /** Prepares winding numbers of the parts of the probe; called by the shape that needs them. */
  readonly winding: () => WindingTree;
}

/** Runs the query of a shape on the triangles that a filter accepts. @throws InspectorError `invalid-argument` as that query. */
export function runProbe(shape: ProbeShape, probed: ProbedMesh, accepts: TriangleFilter = null): ProbeFound {
  const { mesh, tree } = probed;
  switch (shape.kind) {
    case 'ray': {
      const { hits, stats } = raycast(tree, mesh, shape, { mode: 'all' }, undefined, accepts);
      return listed(mesh, hits.map(hitRow), stats);
    }
    case 'segment': {
      const { hits, stats } = segmentCast(tree, mesh, shape, { mode: 'all' }, undefined, accepts);
      return listed(mesh, hits.map(hitRow), stats);
    }
    case 'polygon':
      return { ...listed(mesh, [], null), polygon: segmentPolygon(shape.points, shape) };
    case 'sphere':
    case 'within':
      return ballFound(shape, probed, accepts);
    case 'box':
      return boxFound(probeBox(shape), probed, accepts);
    case 'capsule':
      return overlapFound(probed, shape, accepts, (triangle) => {
        const { part, depth, point, ...feature } = capsuleTouch(mesh, triangle, shape);
        return { triangle, part, number: depth, feature, point };
      });
    case 'triangle':
    case 'hull':
      return overlapFound(probed, shape, accepts);
    case 'frustum':
      return overlapFound(probed, { kind: 'frustum', clipFromMesh: frustumMatrix(shape) }, accepts);
    case 'plane':
      return found(mesh, planeOverlap(tree, mesh, shape, { thickness: shape.thickness }, undefined, accepts));
    case 'closest': {
      const { closest, stats } = nearestTriangles(tree, mesh, shape.point, shape.count, {}, accepts);
      return listed(mesh, closest.map(closestRow), stats);
    }
    // A worker measures it: see `followSlice`.
    case 'slice':
      return listed(mesh, [], null);
    case 'inside':
      return insideFound(shape, probed);
    case 'sweepSphere':
    case 'sweepCapsule':
    case 'sweepBox':
    case 'sweepHull':
      return sweepFound(shape, probed, accepts);
  }
}

function ballFound(shape: ProbeOf<'sphere'> | ProbeOf<'within'>, { mesh, tree }: ProbedMesh, accepts: TriangleFilter): ProbeFound {
  const sphere = shape.kind === 'sphere' ? shape : { center: shape.point, radius: shape.distance };
  const workspace = createSphereWorkspace(tree);
  sphereOverlapInto(tree, mesh, sphere, 'all', workspace, noTriangleIndex, accepts);
  const { nodesVisited, trianglesTested, count } = workspace;
  const triangles = Uint32Array.from(workspace.triangles.slice(0, count)).sort();
  const scratch = new Float64Array(4);
  const rowOf = (triangle: number): ProbeRow => {
    if (shape.kind === 'within') return closestRow(nearestRecord(mesh, triangle, shape.point, scratch));
    const { part, depth, point, ...feature } = sphereTouch(mesh, triangle, shape, false, scratch);
    return { triangle, part, number: depth, feature, point };
  };
  return found(mesh, { triangles, stats: { nodesVisited, trianglesTested } }, rowOf);
}

function boxFound(solid: BoxSolid, probed: ProbedMesh, accepts: TriangleFilter): ProbeFound {
  return overlapFound(probed, { kind: 'box', solid }, accepts, (triangle) => {
    const { part, depth, feature, featureIndex } = boxTouch(probed.mesh, triangle, solid);
    return { triangle, part, number: depth, feature: { feature, featureIndex }, point: null };
  });
}

function overlapFound(
  { mesh, tree }: ProbedMesh,
  shape: QueryShape,
  accepts: TriangleFilter,
  rowOf?: (triangle: number) => ProbeRow,
): ProbeFound {
  return found(mesh, overlap(tree, mesh, shape, {}, accepts), rowOf);
}

function insideFound({ point }: ProbeOf<'inside'>, { mesh, tree, winding }: ProbedMesh): ProbeFound {
  const surface = winding();
  const workspace = createInsideWorkspace(surface);
  const result = pointWinding(surface, point, {}, workspace);
  const { closest, stats } = closestPoint(tree, mesh, point, {}, undefined, workspace.accepts);
  return {
    ...listed(mesh, closest === null ? [] : [closestRow(closest)], {
      nodesVisited: stats.nodesVisited + result.stats.nodesVisited,
      trianglesTested: stats.trianglesTested + result.stats.trianglesTested,
    }),
    inside: { result, signedDistance: signedDistance(closest, result.inside) },
  };
}

/** The triangle of the first contact, with the distance that the shape moves until then. */
function sweepFound(shape: SweptProbe, { mesh, tree }: ProbedMesh, accepts: TriangleFilter): ProbeFound {
  const sweep = probeSweep(shape);
  const result = sweepShape(tree, mesh, sweep, {}, undefined, accepts);
  const { contact, time, stats } = result;
  const number = time === null ? null : time * length(minus(sweep.to, sweep.from));
  const rows = contact === null ? [] : [{ ...sweptRow(contact), number }];
  return { ...listed(mesh, rows, stats), sweep: result };
}

function sweptRow({ triangle, part, position, normal: _, center: __, ...feature }: SweepContact): Omit<ProbeRow, 'number'> {
  return { triangle, part, feature, point: position };
}

type Stats = ProbeFound['stats'];

/** A result whose rows are made when they are shown. */
function found(
  mesh: TriangleMesh,
  { triangles, stats }: { readonly triangles: ArrayLike<number>; readonly stats: Stats },
  rowOf: (triangle: number) => ProbeRow = (triangle) => ({
    triangle,
    part: partOfTriangle(mesh, triangle),
    number: null,
    feature: null,
    point: null,
  }),
): ProbeFound {
  return { triangles, rowAt: (index) => rowOf(triangles[index]!), stats, inside: null, polygon: null, sweep: null };
}

/** A result whose rows the query has made. */
function listed(mesh: TriangleMesh, rows: readonly ProbeRow[], stats: Stats): ProbeFound {
  return { ...found(mesh, { triangles: rows.map(({ triangle }) => triangle), stats }), rowAt: (index) => rows[index]! };
}

function hitRow(hit: {
  readonly triangle: number;
  readonly part: number | null;
  readonly distance: number;
  readonly position: Vec3;
}): ProbeRow {
  return { triangle: hit.triangle, part: hit.part, number: hit.distance, feature: null, point: hit.position };
}

function closestRow({ triangle, part, distance, position, ...feature }: ReturnType<typeof nearestRecord>): ProbeRow {
  return { triangle, part, number: distance, feature, point: position };
}
