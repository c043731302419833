import type { ConvexHull } from '../../convex/hull/convex-hull.ts';
import { climbSamples, climbSubdivisions, maxGpuCorners, maxGpuCount, maxUnsearchedVertices } from './layout.ts';

/** A hull with the tables that PhysX stores. Numbers of vertices and polygons fit in one byte. */
export interface ConvexTables {
  readonly positions: Float32Array<ArrayBuffer>;
  /** Corners of each polygon, counter-clockwise from outside; the polygon with the most is first. */
  readonly polygons: readonly (readonly number[])[];
  /** (4·P) plane of each polygon: unit normal, and minus its distance from the origin. */
  readonly planes: Float32Array;
  /** (P) vertex farthest behind each plane. */
  readonly farthest: Uint8Array;
  /** Two polygons of each edge. */
  readonly edgePolygons: Uint8Array<ArrayBuffer>;
  /** Two vertices of each edge, in the order of its first polygon. */
  readonly edgeVertices: Uint16Array<ArrayBuffer>;
  /** Three polygons of each vertex. */
  readonly vertexPolygons: Uint8Array<ArrayBuffer>;
  /** Of large hulls. */
  readonly climbing: ClimbingTable | null;
  /** Whether the limits of the GPU hold. */
  readonly isForGpu: boolean;
}

/** Where a search for the farthest vertex in a direction starts, and how it goes on. */
export interface ClimbingTable {
  readonly samples: Uint8Array<ArrayBuffer>;
  readonly valencies: Uint8Array<ArrayBuffer>;
  readonly neighbours: Uint8Array<ArrayBuffer>;
}

/** Returns the polygons of a hull in the order of the file: those with most corners first, as PhysX wants the first. */
export function orderedPolygons({ faceFirst, faceCorners }: ConvexHull): readonly (readonly number[])[] {
  const polygons = Array.from({ length: faceFirst.length - 1 }, (_, i) => [...faceCorners.subarray(faceFirst[i], faceFirst[i + 1])]);
  return polygons.toSorted((a, b) => b.length - a.length);
}

/** Returns the tables of a solid hull with coordinates in f32. */
export function convexTables(hull: ConvexHull): ConvexTables {
  const positions = Float32Array.from(hull.positions);
  const polygons = orderedPolygons(hull);
  const planes = Float32Array.from(polygons.flatMap((polygon) => planeOf(positions, polygon)));
  const farthest = Uint8Array.from(polygons, (_, i) => farthestVertex(positions, planes.subarray(4 * i, 4 * i + 3), 1));
  const vertices = positions.length / 3;
  const edges = edgesOf(polygons);
  const isForGpu = vertices <= maxGpuCount && polygons.length <= maxGpuCount && polygons[0]!.length <= maxGpuCorners;
  return {
    positions,
    polygons,
    planes,
    farthest,
    edgePolygons: Uint8Array.from(edges.flatMap((edge) => edge.polygons)),
    edgeVertices: Uint16Array.from(edges.flatMap((edge) => edge.vertices)),
    vertexPolygons: vertexPolygonsOf(polygons, vertices),
    climbing: vertices <= maxUnsearchedVertices ? null : climbingTable(positions, edges),
    isForGpu,
  };
}

/** Returns the plane of a polygon by Newell's method: its normal, and minus the mean distance of its corners. */
function planeOf(positions: Float32Array, polygon: readonly number[]): readonly number[] {
  const at = (vertex: number, k: number): number => positions[3 * vertex + k];
  const normal = [0, 1, 2].map((k) => {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    const origin = polygon[0]!;
    return polygon.reduce((sum, corner, i) => {
      const next = polygon[(i + 1) % polygon.length]!;
      return (
        sum +
        (at(corner, u) - at(origin, u)) * (at(next, v) - at(origin, v)) -
        (at(corner, v) - at(origin, v)) * (at(next, u) - at(origin, u))
      );
    }, 0);
  });
  const size = Math.hypot(...normal);
  const unit = normal.map((value) => Math.fround(value / size));
  const distances = polygon.map((corner) => unit.reduce((sum, value, k) => sum + value * at(corner, k), 0));
  return [...unit, -distances.reduce((sum, value) => sum + value, 0) / polygon.length];
}

/** Returns the vertex with the lowest distance along a direction, or with the sign -1 the one with the largest. */
function farthestVertex(positions: Float32Array, [x, y, z]: ArrayLike<number> & Iterable<number>, sign: 1 | -1): number {
  let [best, lowest] = [0, Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    const distance = sign * (x! * positions[i] + y! * positions[i + 1] + z! * positions[i + 2]);
    if (distance >= lowest) continue;
    [best, lowest] = [i / 3, distance];
  }
  return best;
}

interface Edge {
  readonly vertices: readonly [number, number];
  readonly polygons: number[];
}

/** Returns the edges by their lower vertex, then by the other. */
function edgesOf(polygons: readonly (readonly number[])[]): readonly Edge[] {
  const edges = new Map<number, Edge>();
  polygons.forEach((polygon, i) => {
    polygon.forEach((corner, at) => {
      const next = polygon[(at + 1) % polygon.length]!;
      const key = Math.min(corner, next) * 256 + Math.max(corner, next);
      const known = edges.get(key);
      if (known === undefined) edges.set(key, { vertices: [corner, next], polygons: [i] });
      else known.polygons.push(i);
    });
  });
  return [...edges].toSorted(([a], [b]) => a - b).map(([, edge]) => edge);
}

function vertexPolygonsOf(polygons: readonly (readonly number[])[], vertices: number): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(3 * vertices);
  const counts = new Uint8Array(vertices);
  polygons.forEach((polygon, i) => {
    for (const vertex of polygon) if (counts[vertex] < 3) found[3 * vertex + counts[vertex]++] = i;
  });
  return found;
}

function climbingTable(positions: Float32Array, edges: readonly Edge[]): ClimbingTable {
  const neighbours: number[][] = Array.from({ length: positions.length / 3 }, () => []);
  for (const { vertices } of edges) {
    neighbours[vertices[0]]!.push(vertices[1]);
    neighbours[vertices[1]]!.push(vertices[0]);
  }
  return {
    samples: samplesOf(positions),
    valencies: Uint8Array.from(neighbours, (near) => near.length),
    neighbours: Uint8Array.from(neighbours.flat()),
  };
}

/** Returns the first and the last vertex along the directions to a grid on each side of a cube: all firsts, then all lasts. */
function samplesOf(positions: Float32Array): Uint8Array<ArrayBuffer> {
  const samples = new Uint8Array(2 * climbSamples);
  const half = (climbSubdivisions - 1) / 2;
  const set = (at: number, direction: readonly number[]): void => {
    samples[at] = farthestVertex(positions, direction, 1);
    samples[at + climbSamples] = farthestVertex(positions, direction, -1);
  };
  for (let j = 0; j < climbSubdivisions; j++) {
    for (let i = 0; i < climbSubdivisions; i++) {
      const [y, z] = [1 - i / half, 1 - j / half];
      // The sides -X, X, -Y, Y, -Z and Z; rows and columns of the grid as PhysX numbers them.
      const sides = [
        [-1, y, z],
        [1, y, z],
        [z, -1, y],
        [z, 1, y],
        [y, z, -1],
        [y, z, 1],
      ];
      sides.forEach((direction, side) => set(j + i * climbSubdivisions + side * climbSubdivisions ** 2, direction));
    }
  }
  return samples;
}
