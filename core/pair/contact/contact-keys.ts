import { createNumbering, numberOfKey } from '../../math/numbering.ts';
import type { Transform } from '../../math/transform.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { cornerOf, edgeEnd, edgeStart, isCorner, isEdge } from '../../shape/feature-code.ts';
import type { Contacts } from './contacts.ts';
import { createCornerNumbers, numberOfCorner, type CornerNumbers } from '../corner-numbers.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';

/** Which points of contacts coincide. */
export interface ContactKeys {
  /** Number of distinct keys. */
  readonly count: number;
  /** (P) key of each point, from 0 on. */
  readonly keys: Uint32Array;
}

/** Contacts between two calls of `progress`. */
const reportStep = 1 << 12;

/**
 * Returns a key for each point of all contacts (P). Two points have the same key exactly if they lie on the same vertex, edge or
 * triangle of A and on the same one of B. Points are never compared by distance.
 *
 * A vertex is identified by its exact position (for B after placement), so triangles that share no indices are joined too.
 * @throws whatever `progress` throws.
 */
export function contactKeys(
  all: Contacts,
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  progress: Progress = noProgress,
): ContactKeys {
  const sideA = createCornerNumbers();
  const sideB = createCornerNumbers();
  const known = createNumbering(2 * featureWords);
  const keys = new Uint32Array(all.featuresA.length);
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(i / all.kinds.length);
    const triangleA = all.pairs[2 * i];
    const triangleB = all.pairs[2 * i + 1];
    readCorners(a, triangleA, sideA.corners);
    readPlacedCorners(b, triangleB, aFromB, sideB.corners);
    for (let point = all.firstPoint[i]; point < all.firstPoint[i + 1]; point++) {
      writeFeature(sideA, triangleA, all.featuresA[point], known.key, 0);
      writeFeature(sideB, triangleB, all.featuresB[point], known.key, featureWords);
      keys[point] = numberOfKey(known);
    }
  }
  return { count: known.count, keys };
}

/** Words of a feature in a key. */
const featureWords = 2;
/** In place of a vertex: none. */
const noVertex = 0xffff_ffff;

/** Writes a feature: two vertices of an edge, the lower first; one vertex twice; or `noVertex` and a triangle. Hot. */
function writeFeature(side: CornerNumbers, triangle: number, feature: number, key: Uint32Array, at: number): void {
  if (!isCorner(feature) && !isEdge(feature)) {
    key[at] = noVertex;
    key[at + 1] = triangle;
    return;
  }
  const from = numberOfCorner(side, isCorner(feature) ? cornerOf(feature) : edgeStart(feature));
  const to = isCorner(feature) ? from : numberOfCorner(side, edgeEnd(feature));
  key[at] = Math.min(from, to);
  key[at + 1] = Math.max(from, to);
}
