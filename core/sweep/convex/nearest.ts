import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { cornerCode, edgeCode } from '../../shape/feature-code.ts';
import { highestPoint } from '../../shape/highest-point.ts';
import { faceCode } from '../../shape/triangle-feature.ts';
import { faceNormal, originMargin, reduceSimplex } from '../../shape/simplex.ts';
import type { TriangleWork } from './workspace.ts';

/** Half the spacing of f64 at 1. */
const unit = 2 ** -53;
/** Steps of GJK. A longer search would cycle among rounding errors. */
const maxSteps = 48;

/**
 * Finds where the shape at time t and the triangle are nearest, in plain f64. It writes directions in which a plane may separate them, the
 * witness, and a certain upper bound of their distance. Directions need not be exact: what is proven with them is bounded apart. Hot.
 */
export function findNearest(work: TriangleWork, t: number): void {
  const { setup } = work;
  const { motion } = setup;
  const x = t * motion[0];
  const y = t * motion[1];
  const z = t * motion[2];
  if (setup.points.length === 3) ofPoint(work, x + setup.points[0], y + setup.points[1], z + setup.points[2]);
  else ofHull(work, x, y, z);
}

/** One point has a closed form. */
function ofPoint(work: TriangleWork, x: number, y: number, z: number): void {
  const { q, closest, directions, witness } = work;
  work.feature = closestPointTriangle(x, y, z, q, 0, 3, 6, closest);
  const dx = closest[0];
  const dy = closest[1];
  const dz = closest[2];
  directions[0] = dx;
  directions[1] = dy;
  directions[2] = dz;
  work.directionCount = 1;
  witness[0] = x + dx;
  witness[1] = y + dy;
  witness[2] = z + dz;
  work.maxDistance = Math.sqrt(dx * dx + dy * dy + dz * dz) * (1 + 4 * unit) + 64 * unit * work.size;
}

/**
 * Gilbert, Johnson and Keerthi (1988). It starts from the simplex of the last call, so a small step in time takes few steps here.
 */
function ofHull(work: TriangleWork, x: number, y: number, z: number): void {
  const { simplex } = work;
  if (simplex.count === 0) push(work, 0, 0);
  for (let i = 0; i < simplex.count; i++) place(work, i, x, y, z);
  reduceSimplex(simplex);
  for (let step = 0; step < maxSteps && !simplex.containsOrigin; step++) {
    const [nx, ny, nz] = [simplex.nearest[0], simplex.nearest[1], simplex.nearest[2]];
    const sizeSq = nx * nx + ny * ny + nz * nz;
    const core = highestPoint(work.setup.points, nx, ny, nz);
    const corner = lowestCorner(work.q, nx, ny, nz);
    if (isCorner(work, core, corner) || simplex.count === 4) break;
    push(work, core, corner);
    place(work, simplex.count - 1, x, y, z);
    const at = 3 * (simplex.count - 1);
    const height = nx * simplex.corners[at] + ny * simplex.corners[at + 1] + nz * simplex.corners[at + 2];
    if (!(height < sizeSq * (1 - 16 * unit))) {
      simplex.count--;
      break;
    }
    reduceSimplex(simplex);
    if (!simplex.containsOrigin && !(lengthSq(simplex.nearest) < sizeSq)) break;
  }
  record(work);
}

function lengthSq(v: Float64Array): number {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

function push({ simplex }: TriangleWork, core: number, corner: number): void {
  simplex.ofA[simplex.count] = core;
  simplex.ofB[simplex.count++] = corner;
}

function place({ simplex, setup: { points }, q }: TriangleWork, i: number, x: number, y: number, z: number): void {
  const p = 3 * simplex.ofA[i];
  const c = 3 * simplex.ofB[i];
  simplex.corners[3 * i] = q[c] - points[p] - x;
  simplex.corners[3 * i + 1] = q[c + 1] - points[p + 1] - y;
  simplex.corners[3 * i + 2] = q[c + 2] - points[p + 2] - z;
}

function isCorner({ simplex }: TriangleWork, core: number, corner: number): boolean {
  for (let i = 0; i < simplex.count; i++) if (simplex.ofA[i] === core && simplex.ofB[i] === corner) return true;
  return false;
}

function lowestCorner(q: Float64Array, x: number, y: number, z: number): number {
  const a = q[0] * x + q[1] * y + q[2] * z;
  const b = q[3] * x + q[4] * y + q[5] * z;
  const c = q[6] * x + q[7] * y + q[8] * z;
  return a <= b && a <= c ? 0 : b <= c ? 1 : 2;
}

/** Writes what the simplex says about the distance. */
function record(work: TriangleWork): void {
  const { simplex, directions, witness, q } = work;
  const { nearest, weights, ofB, count } = simplex;
  directions.set(nearest);
  work.directionCount = 1;
  if (!simplex.containsOrigin && count === 3) {
    // Near contact the normal of the face keeps its digits, and the nearest point does not.
    faceNormal(simplex, 0, 1, 2, simplex.trial);
    const { trial } = simplex;
    const side = trial[0] * nearest[0] + trial[1] * nearest[1] + trial[2] * nearest[2] < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) directions[3 + k] = side * trial[k];
    work.directionCount = 2;
  }
  if (simplex.containsOrigin) {
    const isCertain = originMargin(simplex) > 4096 * unit * work.size ** 3;
    work.maxDistance = isCertain ? -1 : 64 * unit * work.size;
  } else work.maxDistance = Math.sqrt(lengthSq(nearest)) * (1 + 4 * unit) + 64 * unit * work.size;
  witness.fill(0);
  let corners = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) witness[k] += weights[i] * q[3 * ofB[i] + k];
    if (weights[i] > 0) corners |= 1 << ofB[i];
  }
  work.feature = featureOfCorners(corners);
}

/** Returns the code of the smallest feature with these corners, one bit each. */
function featureOfCorners(corners: number): number {
  switch (corners) {
    case 1:
      return cornerCode(0);
    case 2:
      return cornerCode(1);
    case 4:
      return cornerCode(2);
    case 3:
      return edgeCode(0, 1);
    case 6:
      return edgeCode(1, 2);
    case 5:
      return edgeCode(2, 0);
    default:
      return faceCode;
  }
}
