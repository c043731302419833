import type { DeviationOptions } from '../options/deviation-options.ts';
import { meshDeviation, type MeshDeviation } from '../pair/deviation/mesh-deviation.ts';
import type { Progress } from '../progress.ts';
import { openTreed, type TreedBytes } from './treed-bytes.ts';

export interface DeviationJobRequest {
  readonly kind: 'deviation';
  readonly a: TreedBytes;
  readonly b: TreedBytes;
  readonly options: DeviationOptions;
}

export interface DeviationJobResult extends MeshDeviation {
  readonly kind: 'deviation';
  readonly milliseconds: number;
}

/** Measures the deviation of two surfaces, both ways. @throws InspectorError `invalid-bytes`; whatever `progress` throws. */
export function runDeviation({ a, b, options }: DeviationJobRequest, progress: Progress): DeviationJobResult {
  const start = performance.now();
  const result = meshDeviation(openTreed(a), openTreed(b), options, progress);
  return { kind: 'deviation', ...result, milliseconds: performance.now() - start };
}
