import { groupPoints, triangleGroups } from '../convex/triangle-groups.ts';
import { convexHull, type ConvexHull } from '../convex/hull/convex-hull.ts';
import { testConvexPair, type ConvexPairResult } from '../convex/pair/test-convex-pair.ts';
import type { Transform } from '../math/transform.ts';
import { meshBounds } from '../mesh/bounds.ts';
import { checkPlacedSize } from '../mesh/check-mesh-size.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { Progress } from '../progress.ts';

export interface ConvexPairJobRequest {
  readonly kind: 'convex-pair';
  readonly meshA: ArrayBuffer | SharedArrayBuffer;
  readonly meshB: ArrayBuffer | SharedArrayBuffer;
  readonly aFromB: Transform;
}

export interface ConvexPairJobResult {
  readonly kind: 'convex-pair';
  readonly result: ConvexPairResult;
  /** Vertices of both hulls. */
  readonly verticesA: number;
  readonly verticesB: number;
  readonly milliseconds: number;
}

/** Tests the convex hulls of two meshes. @throws InspectorError `no-triangles`, `too-large` and `invalid-bytes`; whatever `progress` throws. */
export function runConvexPair({ meshA, meshB, aFromB }: ConvexPairJobRequest, progress: Progress): ConvexPairJobResult {
  const [hullA, hullB] = [hullOf(meshA), hullOf(meshB)];
  checkPlacedSize(meshBounds(openMeshBytes(meshB)), aFromB);
  progress(0.5);
  const start = performance.now();
  const result = testConvexPair(hullA, hullB, aFromB);
  const [verticesA, verticesB] = [hullA.positions.length / 3, hullB.positions.length / 3];
  return { kind: 'convex-pair', result, verticesA, verticesB, milliseconds: performance.now() - start };
}

function hullOf(bytes: ArrayBuffer | SharedArrayBuffer): ConvexHull {
  const mesh = openMeshBytes(bytes);
  const [whole] = triangleGroups(mesh, 'whole');
  return convexHull(groupPoints(mesh, whole!));
}
