import { transformPoint, type Transform } from '../../math/transform.ts';
import { length, minus, type Vec3 } from '../../math/vec3.ts';
import { type Bounds, meshBounds } from '../../mesh/bounds.ts';
import { isFiniteTriangle, type TriangleMesh, triangleCount } from '../../mesh/triangle-mesh.ts';
import { type ConvexHull, convexHull } from '../../convex/hull/convex-hull.ts';
import { motionSize, roundingPart } from '../motion/motion-work.ts';
import { type MotionPath, motionPose } from '../motion/path.ts';

/** A convex volume that contains a mesh during its whole motion, in the space of the fixed mesh. */
export interface SweptHull {
  /** Hull of the positions at the start, at the end, and between them where the mesh rotates. */
  readonly hull: ConvexHull;
  /** How far the mesh may be out of that hull on its arcs. */
  readonly bend: number;
}

/** The largest rotation between two positions of the hull, in radians: arcs are then within half a percent of their radius. */
const maxTurn = 0.2;

/**
 * Returns the hull of the positions of a mesh during its motion (catalogue P5). A straight motion needs the two ends; a rotation needs
 * positions between them, and is within `bend` of their hull. `null` for a mesh without finite triangles.
 *
 * Source: N. Bobic, "Advanced Collision Detection Techniques", Game Developer, 2000. Changed: the article takes the two ends of a rotation
 * too, which loses its arc.
 */
export function sweptHull(mesh: TriangleMesh, path: MotionPath): SweptHull | null {
  const used = usedPoints(mesh);
  if (used.length === 0) return null;
  const { positions } = convexHull(used);
  const corners = pointsOf(positions);
  const poses = sweptPoses(path);
  const all = new Float64Array(3 * corners.length * poses.length);
  let at = 0;
  for (const pose of poses) {
    for (const corner of corners) {
      all.set(transformPoint(pose, corner), at);
      at += 3;
    }
  }
  return { hull: convexHull(all), bend: bendOf(path, corners) };
}

/**
 * Returns the box around the swept solid (catalogue P5): that of the bounds of the mesh during its motion. It needs eight points, and is
 * what the article prefers for its cost. `null` for a mesh without finite triangles.
 */
export function sweptBox(mesh: TriangleMesh, path: MotionPath): Bounds | null {
  const bounds = meshBounds(mesh);
  if (bounds === null) return null;
  const corners = boundsCorners(bounds);
  const grow = bendOf(path, corners);
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const pose of sweptPoses(path)) {
    for (const corner of corners) {
      transformPoint(pose, corner).forEach((value, k) => {
        min[k] = Math.min(min[k]!, value - grow);
        max[k] = Math.max(max[k]!, value + grow);
      });
    }
  }
  return { min, max };
}

/** Returns a bound of the rounding errors of placed points: volumes are grown by it before a test. */
export function sweptRounding(a: Bounds, b: Bounds, path: MotionPath): number {
  return roundingPart * motionSize(path, { a, b });
}

function sweptPoses(path: MotionPath): readonly Transform[] {
  const steps = Math.max(1, Math.ceil(path.angle / maxTurn));
  return Array.from({ length: steps + 1 }, (_, i) => motionPose(path, i / steps));
}

/** Returns how far a point may be from the straight line between two neighbouring positions. */
function bendOf({ angle, from, pivot }: MotionPath, corners: readonly Vec3[]): number {
  if (angle === 0) return 0;
  const turn = angle / Math.max(1, Math.ceil(angle / maxTurn));
  const radius = corners.reduce((max, corner) => Math.max(max, length(minus(transformPoint(from, corner), pivot))), 0);
  return ((turn * turn) / 8) * radius * (1 + 2 ** -40);
}

/** (3·n) the corners of the finite triangles; some repeat. */
function usedPoints(mesh: TriangleMesh): Float64Array {
  const isUsed = new Uint8Array(mesh.positions.length / 3);
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    for (let k = 0; k < 3; k++) isUsed[mesh.indices[3 * triangle + k]!] = 1;
  }
  const count = isUsed.reduce((sum, used) => sum + used, 0);
  const points = new Float64Array(3 * count);
  let at = 0;
  isUsed.forEach((used, vertex) => {
    if (used === 0) return;
    for (let k = 0; k < 3; k++) points[at++] = mesh.positions[3 * vertex + k]!;
  });
  return points;
}

function pointsOf(positions: Float64Array): readonly Vec3[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!] as const);
}

function boundsCorners({ min, max }: Bounds): readonly Vec3[] {
  return Array.from({ length: 8 }, (_, i): Vec3 => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]);
}
