import { meshPenetration, type PenetrationResult } from '../convex/penetration/mesh-penetration.ts';
import type { Transform } from '../math/transform.ts';
import { loadPair } from '../pair/loaded/load-pair.ts';
import type { Progress } from '../progress.ts';
import { openTreed, type TreedBytes } from './treed-bytes.ts';

export interface PenetrationJobRequest {
  readonly kind: 'penetration';
  readonly a: TreedBytes;
  readonly b: TreedBytes;
  readonly aFromB: Transform;
}

export interface PenetrationJobResult {
  readonly kind: 'penetration';
  readonly result: PenetrationResult;
  readonly milliseconds: number;
}

/** Finds a push-out of two meshes. @throws InspectorError as `meshPenetration`, and `invalid-bytes`; whatever `progress` throws. */
export function runPenetration({ a, b, aFromB }: PenetrationJobRequest, progress: Progress): PenetrationJobResult {
  const start = performance.now();
  const [treedA, treedB] = [openTreed(a), openTreed(b)];
  const result = meshPenetration(treedA, treedB, aFromB, progress, loadPair(treedA, treedB));
  return { kind: 'penetration', result, milliseconds: performance.now() - start };
}
