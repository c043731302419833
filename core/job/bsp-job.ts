import { bspReport, type BspReport } from '../bsp/bsp-report.ts';
import type { Vec3 } from '../math/vec3.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { BspOptions } from '../options/bsp-options.ts';
import type { Progress } from '../progress.ts';

export interface BspJobRequest {
  readonly kind: 'bsp';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly points: readonly Vec3[];
  readonly withCells: boolean;
  readonly options: Partial<BspOptions>;
}

export interface BspJobResult {
  readonly kind: 'bsp';
  readonly report: BspReport;
  readonly milliseconds: number;
}

/** Builds a BSP tree with its cells. @throws InspectorError as `bspReport`; whatever `progress` throws. */
export function runBsp({ mesh, points, withCells, options }: BspJobRequest, progress: Progress): BspJobResult {
  const start = performance.now();
  const report = bspReport(openMeshBytes(mesh), points, withCells, options, progress);
  return { kind: 'bsp', report, milliseconds: performance.now() - start };
}
