import type { Vec3 } from '../../math/vec3.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { exitBound } from '../../shape/exit-bound.ts';
import { faceCode, featureOf, type TriangleFeature } from '../../shape/triangle-feature.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';
import { minDistance, triangleDistanceSq } from '../../shape/triangle-triangle-distance.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { writeAxis } from '../capsule/exact.ts';
import { capsuleScratch } from '../capsule/workspace.ts';
import { closestOfTriangle } from '../closest/record.ts';
import { centerOf, type PushFrame, pushFrame, type PushShape } from './push-shape.ts';
import { shapeTouch, type ShapeTouch } from './shape-touch.ts';

/** A move of a shape, and the triangle that it leaves. */
export interface PushMove extends TriangleFeature {
  readonly triangle: number;
  /** Unit vector of the move. */
  readonly direction: Vec3;
  readonly length: number;
}

/** Returns the move that frees a shape of the deepest of some triangles that it overlaps, of equally deep ones the lowest. */
export function moveOffDeepest(mesh: TriangleMesh, triangles: Uint32Array, shape: PushShape): PushMove {
  const { triangle, feature, featureIndex, depth, direction } = deepestTouch(mesh, triangles, shape);
  return { triangle, feature, featureIndex, direction, length: depth + clearanceOf(mesh, triangle, shape) };
}

/** Returns the deepest of some triangles, of equally deep ones the lowest. Bounds in plain f64 rule out most of the others. */
function deepestTouch(mesh: TriangleMesh, triangles: Uint32Array, shape: PushShape): ShapeTouch {
  const bounds = depthBounds(mesh, triangles, shape);
  const order = Array.from(triangles.keys()).sort((i, j) => bounds[j]! - bounds[i]! || i - j);
  let deepest = shapeTouch(mesh, triangles[order[0]!]!, shape);
  for (const i of order.slice(1)) {
    if (bounds[i]! < deepest.depth) break;
    const touch = shapeTouch(mesh, triangles[i]!, shape);
    if (touch.depth > deepest.depth || (touch.depth === deepest.depth && touch.triangle < deepest.triangle)) deepest = touch;
  }
  return deepest;
}

/** Returns a number that is at least its depth for each triangle. */
function depthBounds(mesh: TriangleMesh, triangles: Uint32Array, shape: PushShape): Float64Array {
  const { center, halfEdges, normals, radius } = pushFrame(shape);
  const { axis, corners, nearest, closest } = capsuleScratch();
  if (shape.kind === 'capsule') writeAxis(shape, axis);
  return Float64Array.from(triangles, (triangle) => {
    readCorners(mesh, triangle, corners);
    if (shape.kind === 'box' || trianglesIntersect(axis, corners)) return radius + exitBound(center, halfEdges, normals, corners);
    triangleDistanceSq(axis, corners, nearest, closest);
    return radius - Math.max(0, minDistance(axis, corners, nearest));
  });
}

/**
 * Returns the longest of the moves that free a shape of one triangle along its normal, to the nearer side. Of equally long ones it is
 * that of the lowest triangle. Where the axis of a capsule does not cross a triangle, and without area, the move is the shortest one.
 */
export function moveAlongNormals(mesh: TriangleMesh, triangles: Uint32Array, shape: PushShape): PushMove {
  const frame = pushFrame(shape);
  const { axis, corners } = capsuleScratch();
  if (shape.kind === 'capsule') writeAxis(shape, axis);
  let longest: PushMove | null = null;
  for (const triangle of triangles) {
    readCorners(mesh, triangle, corners);
    const normal = triangleNormal(...triangleVertices(mesh, triangle));
    const isAcross = normal !== null && (shape.kind === 'box' || trianglesIntersect(axis, corners));
    const move = isAcross
      ? { triangle, ...featureOf(faceCode), ...normalExit(frame, corners, normal) }
      : shortestMove(mesh, triangle, shape);
    if (longest === null || move.length > longest.length) longest = move;
  }
  return { ...longest!, length: longest!.length + clearanceOf(mesh, longest!.triangle, shape) };
}

function shortestMove(mesh: TriangleMesh, triangle: number, shape: PushShape): PushMove {
  const { feature, featureIndex, depth, direction } = shapeTouch(mesh, triangle, shape);
  return { triangle, feature, featureIndex, direction, length: depth };
}

function normalExit(
  { center, halfEdges: e, radius }: PushFrame,
  corners: Float64Array,
  [x, y, z]: Vec3,
): Pick<PushMove, 'direction' | 'length'> {
  let reach = radius;
  for (let i = 0; i < 9; i += 3) reach += Math.abs(x * e[i] + y * e[i + 1] + z * e[i + 2]);
  const height = x * (center[0] - corners[0]) + y * (center[1] - corners[1]) + z * (center[2] - corners[2]);
  return { direction: height >= 0 ? [x, y, z] : [0 - x, 0 - y, 0 - z], length: reach - Math.abs(height) };
}

/**
 * Returns the move out of a closed mesh, for a shape whose centre is inside. It goes from the centre to the closest of some triangles, and on
 * until the whole shape is beyond that point.
 */
export function moveOutside(mesh: TriangleMesh, triangles: Uint32Array, shape: PushShape): PushMove {
  const center = centerOf(shape);
  const scratch = new Float64Array(4);
  let triangle = triangles[0]!;
  let closest = closestOfTriangle(mesh, triangle, center, scratch);
  for (const other of triangles.subarray(1)) {
    const found = closestOfTriangle(mesh, other, center, scratch);
    if (found.distance < closest.distance) [triangle, closest] = [other, found];
  }
  if (closest.direction === null) return moveOffDeepest(mesh, triangles, shape);
  const [x, y, z] = closest.direction;
  const { halfEdges: e, radius } = pushFrame(shape);
  let reach = radius;
  for (let i = 0; i < 9; i += 3) reach += Math.abs(x * e[i] + y * e[i + 1] + z * e[i + 2]);
  const length = closest.distance + reach + clearanceOf(mesh, triangle, shape);
  return { triangle, ...featureOf(closest.code), direction: [0 - x, 0 - y, 0 - z], length };
}

/** Larger than the rounding error of a depth, as a part of the lengths that it is computed from. */
const clearance = 2 ** -44;
/** Larger than the rounding error of a moved coordinate, as a part of the coordinates. */
const coordinateClearance = 2 ** -50;

function clearanceOf(mesh: TriangleMesh, triangle: number, shape: PushShape): number {
  const { center, halfEdges, radius } = pushFrame(shape);
  const corners = new Float64Array(9);
  readCorners(mesh, triangle, corners);
  let size = radius;
  let coordinate = 0;
  for (let i = 0; i < 9; i++) {
    size = Math.max(size, Math.abs(corners[i]! - center[i % 3]!), 3 * Math.abs(halfEdges[i]!));
    coordinate = Math.max(coordinate, Math.abs(center[i % 3]!));
  }
  return clearance * size + coordinateClearance * (coordinate + size);
}
