import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { closestTriangleInto } from '../../query/closest/into.ts';
import { createClosestWorkspace } from '../../query/closest/workspace.ts';
import { noTriangleIndex } from '../../query/no-triangle.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { triangleArea } from '../../shape/triangle-area.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { fastestTree } from '../../tree/fastest-tree.ts';
import { loadTree } from '../../tree/kinds/wide/load-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import { type FittedShape, shapeDistances } from './fitted-shape.ts';
import { shapeSamples, type SurfacePoints } from './shape-samples.ts';

/** A surface that shapes are compared with. */
export interface FittedSurface extends SurfacePoints {
  /** Fewer points, for a search. */
  readonly coarse: SurfacePoints;
  /** Returns the distance of a point from the surface. */
  readonly distanceTo: (x: number, y: number, z: number) => number;
  /** Memory for the distances of points, which all shapes of a fit use one after another. */
  readonly scratch: { distances: Float64Array };
}

/** How far a surface and a shape are from each other: root mean squares over the area of one, and the largest distance that was seen. */
export interface BothWayDistance {
  /** From points of the surface to the shape. */
  readonly rmsToShape: number;
  /** From points of the shape to the surface. */
  readonly rmsToSurface: number;
  readonly maxToSurface: number;
}

/** Returns the mean of both squares: the measure that a best fit makes small. One way is not enough: a large sphere is near a plane everywhere. */
export function bothWaySquare({ rmsToShape, rmsToSurface }: BothWayDistance): number {
  return (rmsToShape ** 2 + rmsToSurface ** 2) / 2;
}

/** Compares a shape with a surface at points of both. @param density see `shapeSamples`. */
export function bothWayDistance(fitted: FittedShape, surface: FittedSurface, density: number): BothWayDistance {
  const toShape = distancesFor(surface, surface.weights.length);
  shapeDistances(fitted, surface.points, toShape);
  const rmsToShape = rmsOf(toShape, surface.weights);
  const { points, weights } = shapeSamples(fitted, density);
  const toSurface = distancesFor(surface, weights.length);
  for (let i = 0; i < weights.length; i++) toSurface[i] = surface.distanceTo(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  let maxToSurface = 0;
  for (let i = 0; i < weights.length; i++) maxToSurface = Math.max(maxToSurface, Math.abs(toSurface[i]));
  return { rmsToShape, rmsToSurface: rmsOf(toSurface, weights), maxToSurface };
}

function distancesFor({ scratch }: FittedSurface, count: number): Float64Array {
  if (scratch.distances.length < count) scratch.distances = new Float64Array(count);
  return scratch.distances;
}

/** Returns the root mean square, without weights for surfaces without an area. Hot. */
function rmsOf(values: Float64Array, weights: Float64Array): number {
  const count = weights.length;
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < count; i++) {
    sum += weights[i] * (values[i] * values[i]);
    weight += weights[i];
  }
  if (weight > 0) return Math.sqrt(sum / weight);
  let plain = 0;
  for (let i = 0; i < count; i++) plain += values[i] * values[i];
  return Math.sqrt(plain / Math.max(1, count));
}

/**
 * Prepares the surface of some triangles for fits, near the origin. @throws whatever `progress` throws.
 */
export function fittedSurface(mesh: TriangleMesh, triangles: Uint32Array, origin: Vec3, progress: Progress = noProgress): FittedSurface {
  const positions = new Float64Array(9 * triangles.length);
  const indices = new Uint32Array(3 * triangles.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const vertex = mesh.indices[3 * triangles[Math.floor(corner / 3)] + (corner % 3)];
    for (let k = 0; k < 3; k++) positions[3 * corner + k] = mesh.positions[3 * vertex + k] - origin[k]!;
    indices[corner] = corner;
  }
  const own: TriangleMesh = { positions, indices, parts: [] };
  return {
    ...pointsOf(positions, maxMeasured),
    coarse: pointsOf(positions, maxFitted),
    distanceTo: distanceOf(own, progress),
    scratch: { distances: new Float64Array(0) },
  };
}

/** Triangles of which points are taken for measures, and for a fit: more make it slower, and hardly better. */
const maxMeasured = 10_000;
const maxFitted = 400;

/**
 * Returns points of triangles: at least four of each, and more of large ones. They follow Roberts' R2 sequence, which fills a triangle evenly.
 * @param maxTriangles of more triangles, only some have points.
 */
function pointsOf(positions: Float64Array, maxTriangles: number): SurfacePoints {
  const count = positions.length / 9;
  const step = Math.max(1, Math.ceil(count / maxTriangles));
  const areas: number[] = [];
  for (let triangle = 0; triangle < count; triangle += step) areas.push(triangleArea(positions.subarray(9 * triangle, 9 * triangle + 9)));
  const total = areas.reduce((sum, area) => sum + area, 0);
  const [points, weights]: [number[], number[]] = [[], []];
  areas.forEach((area, i) => {
    const corners = positions.subarray(9 * i * step, 9 * i * step + 9);
    const own = Math.max(pointsOfTriangle, total > 0 ? Math.round((pointsOfTriangle * maxTriangles * area) / total) : 0);
    for (let j = 0; j < own; j++) {
      const [p, q] = [fraction(0.5 + j * 0.7548776662466927), fraction(0.5 + j * 0.5698402909980532)];
      const [s, t] = p + q > 1 ? [1 - p, 1 - q] : [p, q];
      for (let k = 0; k < 3; k++) points.push((1 - s - t) * corners[k] + s * corners[3 + k] + t * corners[6 + k]);
      weights.push(area / own);
    }
  });
  return { points: Float64Array.from(points), weights: Float64Array.from(weights) };
}

const pointsOfTriangle = 4;

function fraction(value: number): number {
  return value - Math.floor(value);
}

function distanceOf(mesh: TriangleMesh, progress: Progress): FittedSurface['distanceTo'] {
  const tree = loadTree(openTree(buildTree(mesh, fastestTree(), () => progress(0))), mesh);
  const workspace = createClosestWorkspace(tree);
  const scratch = new Float64Array(4);
  let last = noTriangleIndex;
  return (x, y, z) => {
    last = closestTriangleInto(tree, mesh, [x, y, z], Infinity, workspace, last);
    if (last === noTriangleIndex) return Infinity;
    closestPointTriangle(x, y, z, mesh.positions, 9 * last, 9 * last + 3, 9 * last + 6, scratch);
    return hypot(scratch[0], scratch[1], scratch[2]);
  };
}
