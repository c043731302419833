import type { Transform } from '../math/transform.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { cornerOf, edgeEnd, edgeStart, isCorner, isEdge } from '../shape/feature-code.ts';
import type { Contacts } from './contacts.ts';
import { readPlacedTriangle, readTriangle } from './placed-triangle.ts';

/** Contacts between two calls of `progress`. */
const reportStep = 1 << 12;

/**
 * Numbers the points of all contacts (P) so that two have the same number exactly when they have the same key: the same
 * vertex, edge or triangle of A with the same one of B. Points are never compared by distance.
 *
 * A vertex is known by its exact position, B's as placed, so that triangles that share no indices are joined all the same.
 * @throws whatever `progress` throws.
 */
export function contactKeys(all: Contacts, a: TriangleMesh, b: TriangleMesh, aFromB: Transform, progress: Progress = noProgress): Uint32Array {
  const corners = new Float64Array(9);
  const sides = [
    { numbers: createFeatureNumbers(a), features: all.featuresA, read: (t: number) => readTriangle(a, t, corners) },
    { numbers: createFeatureNumbers(b), features: all.featuresB, read: (t: number) => readPlacedTriangle(b, t, aFromB, corners) },
  ] as const;
  const keys = new Uint32Array(all.featuresA.length);
  const known = new Map<number, number>();
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(i / all.kinds.length);
    const first = all.firstPoint[i], end = all.firstPoint[i + 1];
    const ofSide = sides.map(({ numbers, features, read }, side) => {
      const triangle = all.pairs[2 * i + side];
      read(triangle);
      return Array.from(features.subarray(first, end), (feature) => featureNumber(numbers, triangle, corners, feature));
    });
    for (let point = first; point < end; point++) {
      // Neither has more numbers than there are points.
      const key = ofSide[0][point - first] * keys.length + ofSide[1][point - first];
      keys[point] = numberOf(known, key);
    }
  }
  return keys;
}

/** The features met so far, numbered from 0 on. */
interface FeatureNumbers {
  readonly mesh: TriangleMesh;
  /** First vertex at a position. */
  readonly vertexAt: Map<string, number>;
  /** That vertex for any vertex. */
  readonly welded: Map<number, number>;
  readonly vertices: number;
  readonly numbers: Map<number, number>;
}

function createFeatureNumbers(mesh: TriangleMesh): FeatureNumbers {
  return { mesh, vertexAt: new Map(), welded: new Map(), vertices: mesh.positions.length / 3, numbers: new Map() };
}

function featureNumber(known: FeatureNumbers, triangle: number, corners: Float64Array, feature: number): number {
  const { vertices } = known;
  if (isCorner(feature)) return numberOf(known.numbers, weldedVertex(known, triangle, corners, cornerOf(feature)));
  if (!isEdge(feature)) return numberOf(known.numbers, vertices + vertices * vertices + triangle);
  const from = weldedVertex(known, triangle, corners, edgeStart(feature));
  const to = weldedVertex(known, triangle, corners, edgeEnd(feature));
  return numberOf(known.numbers, vertices + Math.min(from, to) * vertices + Math.max(from, to));
}

function weldedVertex(known: FeatureNumbers, triangle: number, corners: Float64Array, corner: number): number {
  const vertex = known.mesh.indices[3 * triangle + corner];
  const seen = known.welded.get(vertex);
  if (seen !== undefined) return seen;
  // The shortest text that reads back as the same numbers; 0 and -0 have the same.
  const position = `${corners[3 * corner]},${corners[3 * corner + 1]},${corners[3 * corner + 2]}`;
  const first = known.vertexAt.get(position) ?? vertex;
  known.vertexAt.set(position, first);
  known.welded.set(vertex, first);
  return first;
}

function numberOf(known: Map<number, number>, key: number): number {
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  known.set(key, known.size);
  return known.size - 1;
}
