import type { Vec3 } from '../../math/vec3.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { checkValues } from '../../options/option.ts';
import { sphereOptions, type SphereOptions } from '../../options/sphere-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';
import type { Tree } from '../../tree/layout.ts';
import { insideTest } from '../inside-closed-mesh.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { pushDeepestFirst, type PushedShape } from '../push-out/push-deepest-first.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { articleTouch } from './article.ts';
import { checkSphereQuery } from './check.ts';
import { deepestTriangle } from './deepest.ts';
import { sphereOverlapInto } from './into.ts';
import type { Sphere, SphereStats, SphereTouch, SurfaceFacts } from './query.ts';
import { sphereTouch } from './record.ts';
import { sphereOverlap } from './sphere.ts';
import { createSphereWorkspace, type SphereWorkspace } from './workspace.ts';

/** One move of the sphere, and the triangle that caused it. */
export interface PushOutStep extends TriangleFeature {
  readonly triangle: number;
  /** Unit vector of the move. */
  readonly direction: Vec3;
  readonly length: number;
  /** The centre after the move. */
  readonly center: Vec3;
}

export interface PushOutResult {
  readonly method: SphereOptions['method'];
  /** Whether `shouldStop` ended it early: another push-out from `center` continues. */
  readonly isInterrupted: boolean;
  readonly steps: readonly PushOutStep[];
  /** The push-out vector, from the first centre to the last. */
  readonly total: Vec3;
  /** The last centre. */
  readonly center: Vec3;
  /** Triangles that the sphere still overlaps there, ascending; empty when it is free. */
  readonly left: readonly SphereTouch[];
  /** Depth of the deepest of those; 0 when the sphere is free. */
  readonly leftDepth: number;
  /** Of all overlap queries together; method `article` tests every triangle of the mesh once more. */
  readonly stats: SphereStats;
}

/** Push-out options, what is known about the mesh, and callbacks. */
export interface PushOutSettings extends Partial<SphereOptions>, Partial<SurfaceFacts> {
  readonly progress?: Progress;
  /** Called after each step of method `closest`: true ends the push-out early. */
  readonly shouldStop?: () => boolean;
  readonly accepts?: TriangleFilter;
}

/** The same with all defaults filled in. */
interface PushOutRun extends SurfaceFacts {
  readonly options: SphereOptions;
  readonly progress: Progress;
  readonly shouldStop: () => boolean;
  readonly accepts: TriangleFilter;
}

/**
 * Moves a sphere until it touches no triangle; returns all moves, and the remaining touches where that fails (catalogue Q3).
 *
 * Method `closest`: the deepest triangle (of equally deep ones the lowest) pushes the sphere along its direction until it is
 * just free of that triangle. This repeats for at most `steps` steps. If the centre is inside a closed mesh, the sphere moves
 * by the distance to the surface plus its radius. Touching counts as overlap, so each move is longer than the depth by 2⁻⁴⁴ of
 * the sizes involved, more than all rounding. In a gap narrower than the sphere the moves alternate until the last step, and
 * `left` reports the remaining touches.
 *
 * Method `article`: one pass over all triangles in order (see `articleTouch`); `left` is computed as above.
 *
 * A step of `closest` visits every triangle that is touched, so a thousand steps of a large sphere take minutes. Callers that
 * cannot wait use `shouldStop`.
 * @throws InspectorError `invalid-argument` as `sphereOverlap`, and for options out of range; whatever `progress` throws.
 */
export function pushOut(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  { isClosed = false, progress = noProgress, shouldStop = () => false, accepts = null, ...options }: PushOutSettings = {},
  workspace: SphereWorkspace = createSphereWorkspace(tree),
): PushOutResult {
  checkSphereQuery(sphere);
  const run = { isClosed, options: checkValues(sphereOptions, options), progress, shouldStop, accepts };
  return run.options.method === 'closest'
    ? pushFromDeepest(tree, mesh, sphere, run, workspace)
    : pushInOrder(tree, mesh, sphere, run, workspace);
}

function pushFromDeepest(tree: Tree, mesh: TriangleMesh, sphere: Sphere, run: PushOutRun, workspace: SphereWorkspace): PushOutResult {
  const isInside = run.isClosed ? insideTest(tree, mesh) : () => false;
  const pushed: PushedShape<Sphere, PushOutStep> = {
    overlap: (current) => ({
      count: sphereOverlapInto(tree, mesh, current, 'all', workspace, noTriangleIndex, run.accepts),
      stats: { nodesVisited: workspace.nodesVisited, trianglesTested: workspace.trianglesTested },
    }),
    next: (current) => {
      const step = nextStep(mesh, current, isInside(current.center) === true, workspace);
      return step === null ? null : { step, shape: { center: step.center, radius: sphere.radius } };
    },
  };
  const { shape, steps, count, isInterrupted, stats } = pushDeepestFirst(sphere, pushed, { ...run, maxSteps: run.options.steps });
  const left = count === 0 ? [] : sphereOverlap(tree, mesh, shape, run, workspace, run.accepts, isInside).touches;
  return resultOf('closest', isInterrupted, sphere, shape.center, steps, left, stats);
}

/** Larger than the rounding error of a distance, as a part of the lengths that it is computed from. */
const clearance = 2 ** -44;
/** Larger than the rounding error of a coordinate of the new centre, as a part of the coordinates. */
const coordinateClearance = 2 ** -51;

/** Returns the move away from the deepest triangle in the workspace; `null` if the new centre would not be finite. */
function nextStep(mesh: TriangleMesh, sphere: Sphere, isCenterInside: boolean, workspace: SphereWorkspace): PushOutStep | null {
  const { center, radius } = sphere;
  const triangle = deepestTriangle(mesh, workspace.triangles, workspace.count, sphere, workspace.closest);
  const { feature, featureIndex, direction, distance, depth } = sphereTouch(mesh, triangle, sphere, isCenterInside, workspace.closest);
  const needed = isCenterInside ? radius + distance : depth;
  const length = needed + clearanceOf(mesh, triangle, center, radius);
  const moved = along(center, direction, length);
  return moved.every(Number.isFinite) ? { triangle, feature, featureIndex, direction, length, center: moved } : null;
}

function clearanceOf(mesh: TriangleMesh, triangle: number, center: Vec3, radius: number): number {
  const axes = [0, 1, 2] as const;
  const offsets = triangleVertices(mesh, triangle).flatMap((vertex) => axes.map((axis) => Math.abs(vertex[axis] - center[axis])));
  return clearance * Math.max(radius, ...offsets) + coordinateClearance * Math.max(...center.map(Math.abs), radius);
}

/** Triangles between two calls of `progress`. */
const reportStep = 1 << 14;

function pushInOrder(tree: Tree, mesh: TriangleMesh, sphere: Sphere, run: PushOutRun, workspace: SphereWorkspace): PushOutResult {
  const steps: PushOutStep[] = [];
  const { radius } = sphere;
  const triangles = triangleCount(mesh);
  let center = sphere.center;
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (triangle % reportStep === 0) run.progress(triangle / triangles);
    if (run.accepts !== null && !run.accepts(triangle)) continue;
    const touch = articleTouch(mesh, triangle, { center, radius }, run.options.edgePercent);
    if (touch === null) continue;
    const { feature, featureIndex, direction, depth } = touch;
    const moved = along(center, direction, depth);
    if (!moved.every(Number.isFinite)) break;
    center = moved;
    steps.push({ triangle, feature, featureIndex, direction, length: depth, center });
  }
  const { touches, stats } = sphereOverlap(tree, mesh, { center, radius }, run, workspace, run.accepts);
  const trianglesTested = stats.trianglesTested + triangles;
  return resultOf('article', false, sphere, center, steps, touches, { nodesVisited: stats.nodesVisited, trianglesTested });
}

function along(p: Vec3, direction: Vec3, length: number): Vec3 {
  return [p[0] + direction[0] * length, p[1] + direction[1] * length, p[2] + direction[2] * length];
}

function resultOf(
  method: SphereOptions['method'],
  isInterrupted: boolean,
  sphere: Sphere,
  center: Vec3,
  steps: readonly PushOutStep[],
  left: readonly SphereTouch[],
  stats: SphereStats,
): PushOutResult {
  const [x, y, z] = sphere.center;
  const total: Vec3 = [center[0] - x, center[1] - y, center[2] - z];
  const leftDepth = left.reduce((max, { depth }) => Math.max(max, depth), 0);
  return { method, isInterrupted, steps, total, center, left, leftDepth, stats };
}
