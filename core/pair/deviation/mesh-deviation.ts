import { boundsRadius, meshBounds } from '../../mesh/bounds.ts';
import { checkMeshSize } from '../../mesh/check-mesh-size.ts';
import { countOpenEdges, type OpenEdgeCount } from '../../mesh/count-open-edges.ts';
import { surfaceMeasures } from '../../mesh/surface-measures.ts';
import type { DeviationOptions } from '../../options/deviation-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { surfaceDeviation, type SurfaceDeviation } from './surface-deviation.ts';

/** Both-way deviation of two meshes. */
export interface MeshDeviation {
  /** Distance from which a part counted as far. */
  readonly tolerance: number;
  /** `null` if a mesh has no finite triangle. Far regions of A are invisible walls if A is a collider of B. */
  readonly aToB: SurfaceDeviation | null;
  /** Far regions of B are where objects fall through. */
  readonly bToA: SurfaceDeviation | null;
  /** None for closed meshes, which have a volume. */
  readonly openEdges: { readonly a: readonly OpenEdgeCount[]; readonly b: readonly OpenEdgeCount[] };
  /** Volumes; `null` for open meshes. */
  readonly volumes: { readonly a: number | null; readonly b: number | null };
  /** Volumes times the density, also of meshes whose triangles face inwards. */
  readonly masses: { readonly a: number | null; readonly b: number | null };
}

/**
 * Measures the deviation of two surfaces, both ways, and their volumes and masses.
 * @throws InspectorError `too-large` and `too-small` as `checkMeshSize`; whatever `progress` throws.
 */
export function meshDeviation(a: TreedMesh, b: TreedMesh, options: DeviationOptions, progress: Progress = noProgress): MeshDeviation {
  const bounds = [a, b].map(({ mesh }) => meshBounds(mesh));
  bounds.forEach(checkMeshSize);
  const size = 2 * Math.max(...bounds.map(radiusOf));
  const tolerance = options.tolerance === 0 ? size / 100 : options.tolerance;
  const limits = { maxSamples: options.maxSamples, tolerance, spacing: size / 20 };
  const aToB = surfaceDeviation(a.mesh, b, limits, (fraction) => progress(fraction / 2));
  const bToA = surfaceDeviation(b.mesh, a, limits, (fraction) => progress((1 + fraction) / 2));
  const volumes = { a: surfaceMeasures(a.mesh).volume, b: surfaceMeasures(b.mesh).volume };
  const massOf = (volume: number | null): number | null => (volume === null ? null : Math.abs(volume) * options.density);
  const open = { a: countOpenEdges(a.mesh), b: countOpenEdges(b.mesh) };
  return { tolerance, aToB, bToA, openEdges: open, volumes, masses: { a: massOf(volumes.a), b: massOf(volumes.b) } };
}

function radiusOf(bounds: ReturnType<typeof meshBounds>): number {
  return bounds === null ? 0 : boundsRadius(bounds);
}
