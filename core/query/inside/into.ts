import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { addSolidAngle, clearSolidAngles, solidAngleTurns } from '../../shape/solid-angle.ts';
import { checkClosestQuery } from '../closest/check.ts';
import { closestTriangleInto } from '../closest/into.ts';
import { windingByRays } from '../inside-closed-mesh.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { createRayWorkspace } from '../ray/workspace.ts';
import { areaNumber, farField, farFieldBound, momentNumbers, radiusNumber, roundingNumber, spreadNumber } from './moments.ts';
import { windingKernel } from './kernel.ts';
import { insideCode, onCode, outsideCode, unknownCode } from './query.ts';
import type { InsideWorkspace } from './workspace.ts';
import type { WindingTree } from './winding-tree.ts';

/** Of a closed mesh any error below one half gives the whole number. */
const closedAccuracy = 0.3;
/** Factor of the second try, where the first does not decide. */
const finer = 1e-4;

/** Watches the sums of one query, for its trace. */
export interface WindingObserver {
  /** A cluster is tested: it counts by its far field, is divided, or its triangles are summed. The bound is NaN where the point may be in it. */
  cluster(cluster: number, outcome: 'far' | 'open' | 'sum', bound: number, limit: number): void;
  /** All triangles are summed. */
  all(triangles: number): void;
}

/**
 * Returns whether a point is inside, as a code of `query.ts`, and writes winding number and error bound to the workspace. `accuracy` is
 * above 0.
 *
 * Far clusters count by their far field, near triangles by their solid angle. Where the error does not decide, smaller errors are tried,
 * and at last all triangles are summed in import order. So the code does not depend on the tree. For a closed mesh that is still
 * undecided, exact rays decide. A tree loaded into WebAssembly counts the crossings of a ray first, if the mesh is closed. Hot: bench `inside`.
 * @throws InspectorError `invalid-argument` for a point that is not finite.
 */
export function insideInto(
  winding: WindingTree,
  point: Vec3,
  accuracy: number,
  workspace: InsideWorkspace,
  observer: WindingObserver | null = null,
): number {
  workspace.nodesVisited = workspace.trianglesTested = 0;
  workspace.winding = workspace.windingError = Number.NaN;
  const { tree, mesh, surface } = winding;
  checkClosestQuery(point, 0);
  const isWhole = surface.flipped === null && surface.chosen === null;
  if (tree.loaded !== null && surface.isClosed && isWhole && tree.triangles === tree.meshTriangles) {
    const whole = windingKernel(tree, tree.loaded, point);
    if (whole !== null) return takeWhole(workspace, whole);
  }
  if (closestTriangleInto(tree, mesh, point, 0, workspace.closest, noTriangleIndex, workspace.accepts) !== noTriangleIndex) return onCode;
  if (surface.isClosed) return insideClosed(winding, point, workspace, observer);
  for (const limit of [accuracy, accuracy * finer]) {
    windingInto(winding, point, limit, workspace, observer);
    const code = codeOf(workspace);
    if (code !== unknownCode) return code;
  }
  sumAll(winding, point, workspace, observer);
  return codeOf(workspace);
}

function codeOf({ winding, windingError }: InsideWorkspace): number {
  const size = Math.abs(winding);
  return size - windingError > 0.5 ? insideCode : size + windingError < 0.5 ? outsideCode : unknownCode;
}

function insideClosed(winding: WindingTree, point: Vec3, workspace: InsideWorkspace, observer: WindingObserver | null): number {
  windingInto(winding, point, closedAccuracy, workspace, observer);
  if (!(workspace.windingError < 0.5 - Math.abs(workspace.winding - Math.round(workspace.winding))))
    sumAll(winding, point, workspace, observer);
  const rounded = Math.round(workspace.winding);
  const isSure = Math.abs(workspace.winding - rounded) + workspace.windingError < 0.5;
  // Rays count the winding of the mesh as it is.
  const whole = isSure
    ? rounded
    : winding.surface.flipped === null
      ? windingByRays(winding.tree, winding.mesh, point, workspace.accepts, (workspace.rays ??= createRayWorkspace(winding.tree)))
      : null;
  return whole === null ? unknownCode : takeWhole(workspace, whole);
}

function takeWhole(workspace: InsideWorkspace, whole: number): number {
  // Adding 0 makes -0 a 0.
  workspace.winding = whole + 0;
  workspace.windingError = 0;
  return whole === 0 ? outsideCode : insideCode;
}

/** Writes the winding number of a point off the surface with an error of at most `accuracy`, rounding apart. Hot. */
export function windingInto(
  winding: WindingTree,
  point: Vec3,
  accuracy: number,
  workspace: InsideWorkspace,
  observer: WindingObserver | null = null,
): void {
  const { moments, next, terminal, first, count, scale } = winding;
  const { near } = workspace;
  const px = point[0] * scale;
  const py = point[1] * scale;
  const pz = point[2] * scale;
  clearSolidAngles(near);
  // The bounds of all clusters together are at most this times the whole area.
  const limit = count === 0 ? 0 : (4 * Math.PI * accuracy) / moments[areaNumber];
  let far = 0;
  let lost = 0;
  let error = 0;
  let visited = 0;
  let cluster = 0;
  while (cluster < count) {
    visited++;
    const at = momentNumbers * cluster;
    const x = moments[at] - px;
    const y = moments[at + 1] - py;
    const z = moments[at + 2] - pz;
    const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
    const ratio = moments[at + radiusNumber] * inverse;
    // NaN where the point may be in the cluster, also without area.
    const bound = ratio < 1 ? farFieldBound(ratio, moments[at + spreadNumber], inverse) : Number.NaN;
    if (observer !== null) observer.cluster(cluster, bound <= limit ? 'far' : terminal[cluster] === 0 ? 'open' : 'sum', bound, limit);
    if (bound <= limit) {
      // Squares may overflow; the solid angle is 0 then.
      const value = inverse > 0 ? farField(moments, at, x, y, z, inverse) : 0;
      error += bound * moments[at + areaNumber] + 6 * moments[at + roundingNumber] * inverse * inverse;
      const sum = far + value;
      lost += Math.abs(far) >= Math.abs(value) ? far - sum + value : value - sum + far;
      far = sum;
      cluster = next[cluster];
    } else if (terminal[cluster] === 0) cluster++;
    else {
      addRun(winding, first[cluster], terminal[cluster], px, py, pz, near);
      workspace.trianglesTested += terminal[cluster];
      cluster = next[cluster];
    }
  }
  workspace.nodesVisited += visited;
  workspace.winding = (far + lost) / (4 * Math.PI) + solidAngleTurns(near);
  workspace.windingError = (error / (4 * Math.PI) + near[3]) * (1 + 2 ** -40) + rounding * Math.abs(workspace.winding);
}

const rounding = 2 ** -48;

/** Hot. */
function addRun(winding: WindingTree, first: number, count: number, px: number, py: number, pz: number, near: Float64Array): void {
  const { mesh, scale, order, surface } = winding;
  for (let i = first; i < first + count; i++) addTriangle(near, mesh, order[i], px, py, pz, scale, surface.flipped);
}

/** Writes the sum of the solid angles of all triangles, in import order: it does not depend on the tree. */
function sumAll({ mesh, scale, surface }: WindingTree, point: Vec3, workspace: InsideWorkspace, observer: WindingObserver | null): void {
  const { near } = workspace;
  clearSolidAngles(near);
  const triangles = triangleCount(mesh);
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (!isFiniteTriangle(mesh, triangle) || (surface.chosen !== null && surface.chosen[triangle] === 0)) continue;
    addTriangle(near, mesh, triangle, point[0] * scale, point[1] * scale, point[2] * scale, scale, surface.flipped);
  }
  workspace.trianglesTested += triangles;
  observer?.all(triangles);
  workspace.winding = solidAngleTurns(near);
  workspace.windingError = near[3] + rounding * Math.abs(workspace.winding);
}

/** Hot. */
function addTriangle(
  near: Float64Array,
  { positions, indices }: TriangleMesh,
  triangle: number,
  px: number,
  py: number,
  pz: number,
  scale: number,
  flipped: Uint8Array | null,
): void {
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  addSolidAngle(near, positions, a, b, c, px, py, pz, scale, flipped !== null && flipped[triangle] === 1);
}
