import type { BspTree } from '../../bsp/bsp-tree.ts';
import { createCellTriangles } from '../../bsp/cell-triangles.ts';
import type { BspCells } from '../../bsp/cells.ts';
import { type CellVisit, followPoint } from '../../bsp/follow.ts';
import type { CellLinks } from '../../bsp/route.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { type Bounds, meshBounds } from '../../mesh/bounds.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { Tree } from '../../tree/layout.ts';
import { considerTriangle, createFoundTriangles, firstTriangleOf, sweepResult } from '../convex/found.ts';
import type { ShapeSweep, SweepResult } from '../convex/query.ts';
import { setupSweep } from '../convex/setup.ts';
import { intervalLimit, sweepShape } from '../convex/sweep-shape.ts';
import { createTriangleWork } from '../convex/workspace.ts';
import { trianglesWithoutPlane } from './sweep-bsp.ts';

/** A ball that moved along a route. */
export interface FollowedObject {
  readonly state: 'arrived' | 'blocked' | 'outside';
  /** Cells of the centre in order, with times of the piece of the route they are on. */
  readonly visits: readonly (CellVisit & { readonly piece: number })[];
  readonly portalsTested: number;
  readonly located: number;
  /** Short sweeps along the route, up to its end or the solid. */
  readonly steps: number;
  /** Steps that touch the mesh. */
  readonly contacts: number;
  /** Tested triangles of all steps: in the cells of the ball and those without area, with an AABB tree, and all of the mesh. */
  readonly cellTriangles: number;
  readonly treeTriangles: number;
  readonly allTriangles: number;
  /** Steps whose result in the cells differs from that against the whole mesh. */
  readonly differences: number;
}

export interface FollowRequest {
  readonly bsp: BspTree;
  readonly cells: BspCells;
  readonly links: CellLinks;
  /** An AABB tree of the same mesh. */
  readonly tree: Tree;
}

/** Steps of a piece of a route. */
const stepsOfPiece = 32;

/**
 * Moves a ball along straight pieces. Its centre is followed from cell to cell through portals, and each step is tested against the triangles
 * on the borders of the cells that the ball may touch. Those without area are on no border, so each step tests them all. The same step against the whole mesh must have the same result: state, time, and place of a hit.
 * @throws InspectorError `invalid-argument` as `sweepShape`; whatever `progress` throws.
 */
export function followObject(
  { bsp, cells, links, tree }: FollowRequest,
  route: readonly Vec3[],
  radius: number,
  progress: Progress = noProgress,
): FollowedObject {
  const { mesh } = bsp;
  const near = createCellTriangles(bsp, cells, links);
  const others = trianglesWithoutPlane(bsp);
  const bounds = meshBounds(mesh);
  const visits: (CellVisit & { readonly piece: number })[] = [];
  const sum = { portalsTested: 0, located: 0, steps: 0, contacts: 0, cellTriangles: 0, treeTriangles: 0, differences: 0 };
  let state: FollowedObject['state'] = 'arrived';
  for (let piece = 0; piece + 1 < route.length && state === 'arrived'; piece++) {
    const from = route[piece]!;
    const to = route[piece + 1]!;
    const followed = followPoint(bsp, cells, links, from, to);
    for (const visit of followed.visits) visits.push({ ...visit, piece });
    sum.portalsTested += followed.portalsTested;
    sum.located += followed.located;
    state = followed.state;
    const end = followed.visits.at(-1)?.to ?? 0;
    const at = (t: number): Vec3 => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]), from[2] + t * (to[2] - from[2])];
    for (let step = 0; step < stepsOfPiece; step++) {
      const start = step / stepsOfPiece;
      // Beyond it the centre is in the solid: the last step ends there.
      if (start >= end) break;
      const stop = Math.min((step + 1) / stepsOfPiece, end);
      progress((piece + start) / (route.length - 1));
      // Where the centre was located again, the visits have a gap of rounding: the cell before it is still within reach. The first
      // visit begins at 0, and without one the end is 0 too, so there is always one.
      const visit = followed.visits.findLast((one) => one.from <= start)!;
      const sweep: ShapeSweep = { shape: { kind: 'sphere', radius }, from: at(start), to: at(stop) };
      const reach = Math.hypot(...sweep.to.map((value, k) => value - sweep.from[k]!)) / 2 + radius;
      const whole = sweepShape(tree, mesh, sweep);
      const cellsInReach = near.near(visit.leaf, at((start + stop) / 2), reach);
      const own = sweepTriangles(mesh, bounds, sweep, [...trianglesOf(cellsInReach, near.ofCell), ...others]);
      sum.steps++;
      sum.cellTriangles += own.stats.trianglesTested;
      sum.treeTriangles += whole.stats.trianglesTested;
      if (whole.state !== 'miss') sum.contacts++;
      if (!isSameResult(own, whole)) sum.differences++;
    }
  }
  return { state, visits, ...sum, allTriangles: sum.steps * triangleCount(mesh) };
}

/**
 * Whether two sweeps stop at the same time and place. Several triangles may be touched at that time, and the first of the whole mesh may be one
 * inside the solid, on no border of a cell. So the place counts for a hit, and the overlap alone at the start.
 */
function isSameResult(own: SweepResult, whole: SweepResult): boolean {
  if (own.state !== whole.state || own.time !== whole.time || String(own.interval) !== String(whole.interval)) return false;
  if (own.state !== 'hit') return true;
  const [p, q] = [own.contact!.position, whole.contact!.position];
  const isNear = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) <= whole.tolerance;
  return own.contact!.triangle === whole.contact!.triangle || isNear;
}

function trianglesOf(cells: readonly number[], ofCell: (leaf: number) => Uint32Array): readonly number[] {
  return [...new Set(cells.flatMap((leaf) => [...ofCell(leaf)]))];
}

/** Returns the result of `sweepShape` against some triangles of a mesh with these bounds. */
function sweepTriangles(mesh: TriangleMesh, bounds: Bounds | null, sweep: ShapeSweep, triangles: readonly number[]): SweepResult {
  const setup = setupSweep(sweep);
  const work = createTriangleWork(setup);
  const { tolerance, maxInterval } = intervalLimit(setup, bounds === null ? [] : [...bounds.min, ...bounds.max], {});
  const found = createFoundTriangles();
  for (const triangle of triangles) {
    work.trianglesTested++;
    considerTriangle(found, work, mesh, triangle, maxInterval);
  }
  return sweepResult(work, mesh, firstTriangleOf(found, work, mesh, maxInterval), tolerance);
}
