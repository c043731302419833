import type { Progress } from '../progress.ts';
import { walk, type WalkResult } from '../sweep/walk/walk.ts';
import type { Walk } from '../sweep/walk/walk-request.ts';
import { openTreed, type TreedBytes } from './treed-bytes.ts';

export interface WalkJobRequest {
  readonly kind: 'walk';
  readonly treed: TreedBytes;
  readonly walk: Walk;
}

export interface WalkJobResult {
  readonly kind: 'walk';
  readonly result: WalkResult;
  readonly milliseconds: number;
}

/** Replays a walk. @throws InspectorError as `walk`, and `invalid-bytes`; whatever `progress` throws. */
export function runWalk({ treed, walk: request }: WalkJobRequest, progress: Progress): WalkJobResult {
  const { tree, mesh } = openTreed(treed);
  const start = performance.now();
  const result = walk(tree, mesh, request, progress);
  return { kind: 'walk', result, milliseconds: performance.now() - start };
}
