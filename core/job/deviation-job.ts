import { boundsRadius, meshBounds } from '../mesh/bounds.ts';
import { surfaceMeasures } from '../mesh/surface-measures.ts';
import type { DeviationOptions } from '../options/deviation-options.ts';
import { surfaceDeviation, type SurfaceDeviation } from '../pair/deviation/surface-deviation.ts';
import type { Progress } from '../progress.ts';
import { openTreed, type TreedBytes } from './treed-bytes.ts';

export interface DeviationJobRequest {
  readonly kind: 'deviation';
  readonly a: TreedBytes;
  readonly b: TreedBytes;
  readonly options: DeviationOptions;
}

export interface DeviationJobResult {
  readonly kind: 'deviation';
  readonly tolerance: number;
  readonly aToB: SurfaceDeviation | null;
  readonly bToA: SurfaceDeviation | null;
  /** Volumes; `null` for open meshes. */
  readonly volumes: { readonly a: number | null; readonly b: number | null };
  readonly milliseconds: number;
}

/** Measures the deviation of two surfaces, both ways. @throws InspectorError `invalid-bytes`; whatever `progress` throws. */
export function runDeviation({ a, b, options }: DeviationJobRequest, progress: Progress): DeviationJobResult {
  const start = performance.now();
  const [treedA, treedB] = [openTreed(a), openTreed(b)];
  const size = 2 * Math.max(...[treedA, treedB].map(({ mesh }) => radiusOf(meshBounds(mesh))));
  const tolerance = options.tolerance === 0 ? size / 100 : options.tolerance;
  const limits = { maxSamples: options.maxSamples, tolerance, spacing: size / 20 };
  const aToB = surfaceDeviation(treedA.mesh, treedB, limits, (fraction) => progress(fraction / 2));
  const bToA = surfaceDeviation(treedB.mesh, treedA, limits, (fraction) => progress((1 + fraction) / 2));
  const volumes = { a: surfaceMeasures(treedA.mesh).volume, b: surfaceMeasures(treedB.mesh).volume };
  return { kind: 'deviation', tolerance, aToB, bToA, volumes, milliseconds: performance.now() - start };
}

function radiusOf(bounds: ReturnType<typeof meshBounds>): number {
  return bounds === null ? 0 : boundsRadius(bounds);
}
