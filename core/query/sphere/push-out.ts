import type { Vec3 } from '../../math/vec3.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { sphereOptions, type SphereOptions } from '../../options/sphere-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { checkValues } from '../../options/option.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';
import type { Tree } from '../../tree/layout.ts';
import { checkSphere } from './check.ts';
import { deepestTouch } from './deepest.ts';
import { isInsideClosedMesh } from '../inside-closed-mesh.ts';
import { articleTouch } from './article.ts';
import { sphereOverlapInto } from './into.ts';
import { sphereTouch } from './record.ts';
import { sphereOverlap, type Sphere, type SphereStats, type SphereTouch, type SurfaceFacts } from './sphere.ts';
import { createSphereWorkspace, type SphereWorkspace } from './workspace.ts';

/** One move of the sphere, and the triangle it was for. */
export interface PushOutStep extends TriangleFeature {
  readonly triangle: number;
  /** Unit vector of the move. */
  readonly direction: Vec3;
  readonly length: number;
  /** The centre after it. */
  readonly center: Vec3;
}

export interface PushOut {
  readonly method: SphereOptions['method'];
  /** Whether `isEnough` said so before it was done: a push-out from `center` goes on. */
  readonly isCut: boolean;
  readonly steps: readonly PushOutStep[];
  /** From the first centre to the last: what to move the sphere by. */
  readonly total: Vec3;
  /** The last centre. */
  readonly center: Vec3;
  /** What the sphere still touches there, ascending by triangle; empty when it is free. */
  readonly left: readonly SphereTouch[];
  /** Depth of the deepest of those; 0 when it is free. */
  readonly leftDepth: number;
  /** All overlap queries together; for the article's method every triangle of the mesh is tested once more. */
  readonly stats: SphereStats;
}

/**
 * Q3: moves a sphere until it touches nothing, and tells each move and what is left where that fails.
 *
 * `closest`: the deepest triangle (ties: the lowest) sends the sphere along its direction until it is just free of it;
 * that is repeated, at most `steps` times. A centre inside a closed mesh leaves by the nearest way: by distance plus
 * radius. Touching counts as overlap, so each move is longer than the depth by 2⁻⁴⁴ of the sizes involved, more than all
 * rounding. A gap narrower than the sphere sends it to and fro: that ends with the last step, and `left` tells.
 *
 * `article`: one pass over all triangles in order (see `articleTouch`); what is left is judged as above.
 *
 * A step looks at every triangle touched, so that a thousand steps of a large sphere take minutes. `isEnough` is asked
 * after each step of `closest`, for callers that cannot wait.
 * @throws InspectorError `invalid-argument` as `sphereOverlap`, and for options out of range; whatever `progress` throws.
 */
export function pushOut(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  surface: SurfaceFacts,
  options: SphereOptions,
  progress: Progress = noProgress,
  isEnough: () => boolean = () => false,
): PushOut {
  checkSphere(sphere);
  const checked = checkValues(sphereOptions, options);
  return checked.method === 'closest'
    ? pushDeepestFirst(tree, mesh, sphere, surface, checked, progress, isEnough)
    : pushInOrder(tree, mesh, sphere, surface, checked, progress);
}

function pushDeepestFirst(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  surface: SurfaceFacts,
  options: SphereOptions,
  progress: Progress,
  isEnough: () => boolean,
): PushOut {
  const workspace = createSphereWorkspace(tree);
  const steps: PushOutStep[] = [];
  let nodesVisited = 0;
  let trianglesTested = 0;
  let current = sphere;
  for (;;) {
    progress(steps.length / options.steps);
    const count = sphereOverlapInto(workspace, tree, mesh, current, 'all');
    nodesVisited += workspace.nodesVisited;
    trianglesTested += workspace.trianglesTested;
    const isDone = count === 0 || steps.length === options.steps;
    const isCut = !isDone && steps.length > 0 && isEnough();
    const step = isDone || isCut ? null : nextStep(tree, mesh, current, surface, workspace);
    if (step === null) {
      const left = count === 0 ? [] : sphereOverlap(tree, mesh, current, surface, workspace).touches;
      return resultOf('closest', isCut, sphere, current.center, steps, left, { nodesVisited, trianglesTested });
    }
    steps.push(step);
    current = { center: step.center, radius: sphere.radius };
  }
}

/** More than rounding does to a distance, over the lengths that it is computed from. */
const clearance = 2 ** -44;
/** More than rounding does to a coordinate of the new centre. */
const coordinateClearance = 2 ** -51;

/** Away from the deepest of the triangles in the workspace; `null` where the move would leave the range of numbers. */
function nextStep(tree: Tree, mesh: TriangleMesh, sphere: Sphere, surface: SurfaceFacts, workspace: SphereWorkspace): PushOutStep | null {
  const { center, radius } = sphere;
  const isCenterInside = surface.isClosed && isInsideClosedMesh(tree, mesh, center) === true;
  const triangle = deepestTouch(mesh, workspace.triangles, workspace.count, sphere, workspace.closest);
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

function pushInOrder(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  surface: SurfaceFacts,
  options: SphereOptions,
  progress: Progress,
): PushOut {
  const steps: PushOutStep[] = [];
  const { radius } = sphere;
  const triangles = triangleCount(mesh);
  let center = sphere.center;
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (triangle % reportStep === 0) progress(triangle / triangles);
    const touch = articleTouch(mesh, triangle, { center, radius }, options.edgePercent);
    if (touch === null) continue;
    const { feature, featureIndex, direction, depth } = touch;
    const moved = along(center, direction, depth);
    if (!moved.every(Number.isFinite)) break;
    center = moved;
    steps.push({ triangle, feature, featureIndex, direction, length: depth, center });
  }
  const { touches, stats } = sphereOverlap(tree, mesh, { center, radius }, surface);
  const trianglesTested = stats.trianglesTested + triangles;
  return resultOf('article', false, sphere, center, steps, touches, { nodesVisited: stats.nodesVisited, trianglesTested });
}

function along(p: Vec3, direction: Vec3, length: number): Vec3 {
  return [p[0] + direction[0] * length, p[1] + direction[1] * length, p[2] + direction[2] * length];
}

function resultOf(
  method: SphereOptions['method'],
  isCut: boolean,
  sphere: Sphere,
  center: Vec3,
  steps: readonly PushOutStep[],
  left: readonly SphereTouch[],
  stats: SphereStats,
): PushOut {
  const [x, y, z] = sphere.center;
  const total: Vec3 = [center[0] - x, center[1] - y, center[2] - z];
  const leftDepth = left.reduce((max, { depth }) => Math.max(max, depth), 0);
  return { method, isCut, steps, total, center, left, leftDepth, stats };
}
