import { components } from '../../../mesh/components.ts';
import { edgeCount, isInconsistent, meshTopology, type MeshTopology, sidesOnEdge, triangleStates } from '../../../mesh/topology.ts';
import { type TriangleMesh, triangleCount } from '../../../mesh/triangle-mesh.ts';

/** A convex part of a mesh: what the separating axis test needs of it. Mesh space. */
export interface ConvexPart {
  /** (3·v) its corners; other points of its surface are between them. */
  readonly corners: Float64Array;
  /** (3·f) unit normals of its faces; parallel ones once. */
  readonly normals: Float64Array;
  /** (3·e) unit directions of its edges; parallel ones once. */
  readonly edges: Float64Array;
  /** Largest absolute coordinate of the corners. */
  readonly reach: number;
  /** Largest distance between the plane of a triangle and the outermost corners in its direction: how far the part is from convex. */
  readonly deviation: number;
}

/** A part is convex if no vertex is farther beyond the plane of a face, in sizes of the part. */
export const convexTolerance = 1e-10;
/** Directions that differ by less are parallel: their true difference is far below the tolerance of the test. */
const sameDirection = 1e-11;
const maxBodies = 8;
const maxTriangles = 4096;
/** Parts of more corners or directions are faster by trees. */
const maxCorners = 32;
const maxNormals = 24;

/**
 * Returns the parts of a mesh if each of them is a closed convex surface with few corners; `null` for other meshes. Parts are the components.
 */
export function convexBodies(mesh: TriangleMesh): readonly ConvexPart[] | null {
  if (triangleCount(mesh) > maxTriangles) return null;
  const topology = meshTopology(mesh);
  if (topology.states.includes(triangleStates.repeatedVertex)) return null;
  for (let edge = 0; edge < edgeCount(topology); edge++)
    if (sidesOnEdge(topology, edge) !== 2 || isInconsistent(topology, edge)) return null;
  const { count, triangles, first } = components(topology);
  if (count === 0 || count > maxBodies) return null;
  const bodies: ConvexPart[] = [];
  for (let part = 0; part < count; part++) {
    const body = bodyOf(mesh, topology, triangles.subarray(first[part], first[part + 1]));
    if (body === null) return null;
    bodies.push(body);
  }
  return bodies;
}

/** Returns the corners that the separating axis test projects at most. */
export function projectionsOf(a: readonly ConvexPart[], b: readonly ConvexPart[]): number {
  let sum = 0;
  for (const { corners, normals, edges } of a)
    for (const other of b)
      sum +=
        ((normals.length + other.normals.length + (edges.length * other.edges.length) / 3) * (corners.length + other.corners.length)) / 9;
  return sum;
}

/** Returns a closed component as a body; `null` if it is not convex, or has too many corners. */
function bodyOf({ positions }: TriangleMesh, { corners }: MeshTopology, triangles: Uint32Array): ConvexPart | null {
  const normalOf = new Map<number, readonly number[]>();
  const normals: (readonly number[])[] = [];
  for (const triangle of triangles) {
    const normal = unitNormal(positions, corners, triangle);
    if (normal === null) return null;
    normalOf.set(triangle, normal);
    if (!normals.some((other) => areParallel(other, normal))) normals.push(normal);
    if (normals.length > maxNormals) return null;
  }
  const edges = sharpEdges(corners, triangles, normalOf);
  const used = cornersOf(positions, edges);
  if (used.length === 0 || used.length > maxCorners) return null;
  const points = Float64Array.from(used.flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]));
  const deviation = convexDeviation(positions, corners, triangles, normalOf, points);
  if (deviation === null) return null;
  const directions: (readonly number[])[] = [];
  for (const [from, to] of edges) {
    const direction = unitBetween(positions, from, to);
    if (direction !== null && !directions.some((other) => areParallel(other, direction))) directions.push(direction);
  }
  return {
    corners: points,
    normals: Float64Array.from(normals.flat()),
    edges: Float64Array.from(directions.flat()),
    reach: points.reduce((reach, value) => Math.max(reach, Math.abs(value)), 0),
    deviation,
  };
}

/** Returns the edges, as two vertices each, on which the faces form an angle. */
function sharpEdges(
  corners: Uint32Array,
  triangles: Uint32Array,
  normalOf: ReadonlyMap<number, readonly number[]>,
): readonly (readonly [from: number, to: number])[] {
  const first = new Map<string, number>();
  const edges: (readonly [number, number])[] = [];
  for (const triangle of triangles) {
    for (let side = 0; side < 3; side++) {
      const from = corners[3 * triangle + side];
      const to = corners[3 * triangle + ((side + 1) % 3)];
      const other = first.get(`${to} ${from}`);
      if (other === undefined) first.set(`${from} ${to}`, triangle);
      else if (!areParallel(normalOf.get(other)!, normalOf.get(triangle)!)) edges.push([from, to]);
    }
  }
  return edges;
}

/** Returns the vertices at which edges of different directions end. */
function cornersOf(positions: Float64Array, edges: readonly (readonly [number, number])[]): readonly number[] {
  const directionAt = new Map<number, readonly number[]>();
  const found = new Set<number>();
  for (const [from, to] of edges) {
    const direction = unitBetween(positions, from, to) ?? [0, 0, 0];
    for (const vertex of [from, to]) {
      const known = directionAt.get(vertex);
      if (known === undefined) directionAt.set(vertex, direction);
      else if (!areParallel(known, direction)) found.add(vertex);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * Returns the largest distance between the plane of a triangle and the outermost corners in its direction. `null` unless all planes have all
 * corners on one side, the same one, up to the tolerance. Every vertex lies on a face.
 */
function convexDeviation(
  positions: Float64Array,
  corners: Uint32Array,
  triangles: Uint32Array,
  normalOf: ReadonlyMap<number, readonly number[]>,
  points: Float64Array,
): number | null {
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [min, max] = intervalOf(points, ...([0, 1, 2].map((k) => (k === axis ? 1 : 0)) as [number, number, number]));
    size = Math.max(size, max - min);
  }
  const slack = convexTolerance * size;
  let side = 0;
  let deviation = 0;
  for (const triangle of triangles) {
    const [x, y, z] = normalOf.get(triangle)!;
    const at = 3 * corners[3 * triangle];
    const height = x * positions[at] + y * positions[at + 1] + z * positions[at + 2];
    const [min, max] = intervalOf(points, x, y, z);
    const [above, below] = [max - height > slack, height - min > slack];
    // A flat part has neither.
    if (above === below) return null;
    const own = above ? 1 : -1;
    if (side !== 0 && own !== side) return null;
    side = own;
    deviation = Math.max(deviation, Math.abs((above ? min : max) - height));
  }
  return deviation;
}

function unitNormal(positions: Float64Array, corners: Uint32Array, triangle: number): readonly number[] | null {
  const [a, b, c] = [0, 1, 2].map((corner) => corners[3 * triangle + corner]);
  return unit(cross(between(positions, a, b), between(positions, a, c)));
}

function unitBetween(positions: Float64Array, from: number, to: number): readonly number[] | null {
  return unit(between(positions, from, to));
}

function between(positions: Float64Array, from: number, to: number): readonly number[] {
  return [0, 1, 2].map((k) => positions[3 * to + k] - positions[3 * from + k]);
}

function unit(vector: readonly number[]): readonly number[] | null {
  const size = Math.hypot(...vector);
  return size > 0 && size < Infinity ? vector.map((value) => value / size) : null;
}

function cross([ax, ay, az]: readonly number[], [bx, by, bz]: readonly number[]): readonly number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function areParallel(a: readonly number[], b: readonly number[]): boolean {
  return Math.hypot(...cross(a, b)) < sameDirection;
}

/** Returns the interval of points along a direction. */
function intervalOf(points: Float64Array, x: number, y: number, z: number): [min: number, max: number] {
  let min = Infinity;
  let max = -Infinity;
  for (let at = 0; at < points.length; at += 3) {
    const height = x * points[at] + y * points[at + 1] + z * points[at + 2];
    if (height < min) min = height;
    if (height > max) max = height;
  }
  return [min, max];
}
