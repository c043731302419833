import { fastLength } from '../../math/vec3.ts';
import type { ConvexHull } from '../hull/convex-hull.ts';
import { hasSlivers, hullPlanes } from '../hull/hull-planes.ts';
import { intervalAlong } from './interval.ts';
import { parallelClasses } from './parallel-classes.ts';

/** What the separating axis test needs of a hull, with its vertices. Wherever the hull is placed, only the
 * normals change, and the widths if it is scaled. */
export interface HullFeatures {
  /** (3·F) outward unit normal of each face. */
  readonly normals: Float64Array;
  /** (F) see `parallelClasses`. */
  readonly faceClasses: Uint32Array;
  /** (F) extent of the hull along each normal. */
  readonly widths: Float64Array;
  /** (2·E) vertices of each edge. */
  readonly edges: Uint32Array;
  /** (2·E) the two faces of each edge; equal on the border of a flat hull. */
  readonly edgeFaces: Uint32Array;
  /** (E) a number for each edge, equal for parallel ones. */
  readonly edgeClasses: Uint32Array;
}

/** A hull near the origin, as `convexPushOut` needs it. */
export interface HullFrame {
  /** (3) centre of the bounds. */
  readonly centre: Float64Array;
  /** (3·V) vertices minus the centre. */
  readonly local: Float64Array;
  /** (F) height of each face over the centre. */
  readonly offsets: Float64Array;
  /** (3·E) unit vectors along the edges. */
  readonly directions: Float64Array;
  /** Largest coordinate of `local`. */
  readonly size: number;
  /** (3) largest absolute coordinates of the vertices. */
  readonly extent: Float64Array;
  /** Whether the normal of a face may point anywhere. */
  readonly hasSlivers: boolean;
}

/** A hull with its features: tests of many pairs with this hull find them once. */
export interface PreparedHull extends ConvexHull {
  readonly features: HullFeatures;
  readonly frame: HullFrame;
}

/** Returns a hull with its features, for tests of many pairs. */
export function withFeatures(hull: ConvexHull): PreparedHull {
  const features = featuresOf(hull);
  return { ...hull, features, frame: frameOf(hull, features) };
}

function frameOf(hull: ConvexHull, { normals, edges }: HullFeatures): HullFrame {
  const { positions, faceFirst, faceCorners } = hull;
  const centre = boundsCentre(positions);
  const local = positions.map((value, at) => value - centre[at % 3]);
  const offsets = Float64Array.from({ length: normals.length / 3 }, (_, face) => {
    const corner = 3 * faceCorners[faceFirst[face]];
    return normals[3 * face] * local[corner] + normals[3 * face + 1] * local[corner + 1] + normals[3 * face + 2] * local[corner + 2];
  });
  const size = local.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const [directions, extent] = [edgeDirections(positions, edges), largestCoordinates(positions)];
  return { centre, local, offsets, directions, size, extent, hasSlivers: hasSlivers(hull) };
}

/** Returns (3) the largest absolute coordinates of points (3·N). */
export function largestCoordinates(positions: Float64Array): Float64Array {
  const extent = new Float64Array(3);
  for (let at = 0; at < positions.length; at++) extent[at % 3] = Math.max(extent[at % 3], Math.abs(positions[at]));
  return extent;
}

/** Returns (3) the centre of the bounds of points (3·N). */
export function boundsCentre(positions: Float64Array): Float64Array {
  const centre = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = k; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]);
      high = Math.max(high, positions[at]);
    }
    centre[k] = low / 2 + high / 2;
  }
  return centre;
}

/** Returns the features of a hull: those of a prepared hull as they are. */
export function featuresOf(hull: ConvexHull | PreparedHull): HullFeatures {
  if ('features' in hull) return hull.features;
  const { positions } = hull;
  const planes = hullPlanes(hull);
  const faces = planes.length / 4;
  const [normals, widths] = [new Float64Array(3 * faces), new Float64Array(faces)];
  for (let face = 0; face < faces; face++) {
    for (let k = 0; k < 3; k++) normals[3 * face + k] = planes[4 * face + k];
    const [min, max] = intervalAlong(positions, planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]);
    widths[face] = max - min;
  }
  const { edges, edgeFaces } = edgesOf(hull);
  const edgeClasses = parallelClasses(edgeDirections(positions, edges));
  return { normals, faceClasses: parallelClasses(normals), widths, edges, edgeFaces, edgeClasses };
}

/** Returns (3·E) a unit vector along each edge (2·E) of points (3·V). Hot. */
export function edgeDirections(points: Float64Array, edges: Uint32Array): Float64Array {
  const directions = new Float64Array((3 * edges.length) / 2);
  for (let edge = 0, at = 0; edge < edges.length; edge += 2, at += 3) {
    const p = 3 * edges[edge];
    const q = 3 * edges[edge + 1];
    const x = points[q] - points[p];
    const y = points[q + 1] - points[p + 1];
    const z = points[q + 2] - points[p + 2];
    const size = fastLength(x, y, z);
    if (!(size > 0)) continue;
    directions[at] = x / size;
    directions[at + 1] = y / size;
    directions[at + 2] = z / size;
  }
  return directions;
}

function edgesOf({ dimension, positions, faceFirst, faceCorners }: ConvexHull): Pick<HullFeatures, 'edges' | 'edgeFaces'> {
  if (dimension === 1) return { edges: Uint32Array.of(0, 1), edgeFaces: Uint32Array.of(0, 0) };
  const vertices = positions.length / 3;
  const edges = new Uint32Array(dimension === 3 ? faceCorners.length : 2 * faceCorners.length);
  const edgeFaces = new Uint32Array(edges.length);
  const known = new EdgeNumbers(vertices);
  let count = 0;
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const [first, end] = [faceFirst[face], faceFirst[face + 1]];
    for (let i = first; i < end; i++) {
      const [from, to] = [faceCorners[i], faceCorners[i + 1 < end ? i + 1 : first]];
      const edge = known.get(to * vertices + from);
      if (edge >= 0) {
        edgeFaces[2 * edge + 1] = face;
        continue;
      }
      known.set(from * vertices + to, count);
      edges[2 * count] = from;
      edges[2 * count + 1] = to;
      edgeFaces[2 * count] = edgeFaces[2 * count + 1] = face;
      count++;
    }
  }
  return { edges: edges.subarray(0, 2 * count), edgeFaces: edgeFaces.subarray(0, 2 * count) };
}

/** Vertices up to which numbers of edges are in an array, which is faster than a map. */
const maxInArray = 128;

/** The numbers of edges, by two vertices. */
class EdgeNumbers {
  readonly #array: Int32Array | null;
  readonly #map = new Map<number, number>();

  constructor(vertices: number) {
    this.#array = vertices <= maxInArray ? new Int32Array(vertices * vertices) : null;
  }

  /** Returns a number; -1 without one. */
  get(key: number): number {
    return this.#array === null ? (this.#map.get(key) ?? -1) : this.#array[key] - 1;
  }

  set(key: number, edge: number): void {
    if (this.#array === null) this.#map.set(key, edge);
    else this.#array[key] = edge + 1;
  }
}
