import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { BuildOptions } from '../options/build-options.ts';
import type { Progress } from '../progress.ts';
import { compareKinds, type KindRecord } from './compare-kinds.ts';
import { defaultCounts } from './compare-tasks.ts';

export interface CompareJobRequest {
  readonly kind: 'compare';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** The options of all rows, except kind, split and engine. */
  readonly options: BuildOptions;
}

export interface CompareJobResult {
  readonly kind: 'compare';
  readonly records: readonly KindRecord[];
}

/** Compares all kinds of trees. @throws InspectorError as `compareKinds`, and `invalid-bytes`; whatever `progress` throws. */
export function runCompare({ mesh, options }: CompareJobRequest, progress: Progress): CompareJobResult {
  return { kind: 'compare', records: compareKinds(openMeshBytes(mesh), options, defaultCounts, progress) };
}
