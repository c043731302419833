import { treedForQueries } from '../convex/collider/body-contains.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { DeviationOptions } from '../options/deviation-options.ts';
import { meshDeviation } from '../pair/deviation/mesh-deviation.ts';
import type { FarRegion } from '../pair/deviation/surface-deviation.ts';
import type { JobHost } from './job-host.ts';

export interface ColliderRegionsJobRequest {
  readonly kind: 'collider-regions';
  readonly collider: ArrayBuffer | SharedArrayBuffer;
  /** The mesh that the collider stands for. */
  readonly source: ArrayBuffer | SharedArrayBuffer;
  readonly options: DeviationOptions;
}

/** Where a collider is far from its mesh. */
export interface ColliderRegions {
  /** Distance from which a part counts as far. */
  readonly tolerance: number;
  /** Parts of the collider outside the mesh; `null` if it has no triangle. */
  readonly invisibleWall: FarRegion | null;
  /** Parts of the mesh outside the collider: objects fall through. */
  readonly fallThrough: FarRegion | null;
  readonly milliseconds: number;
}

export interface ColliderRegionsJobResult {
  readonly kind: 'collider-regions';
  readonly regions: ColliderRegions;
}

/** Finds the regions as `boxwood deviation` does. @throws InspectorError as `meshDeviation`, and `invalid-bytes`; whatever `progress` throws. */
export function runColliderRegions(
  { collider, source, options }: ColliderRegionsJobRequest,
  { progress }: JobHost,
): ColliderRegionsJobResult {
  const start = performance.now();
  const [a, b] = [collider, source].map((bytes) => treedForQueries(openMeshBytes(bytes), () => progress(0)));
  const { tolerance, aToB, bToA } = meshDeviation(a!, b!, options, progress);
  const [invisibleWall, fallThrough] = [aToB?.far ?? null, bToA?.far ?? null];
  return { kind: 'collider-regions', regions: { tolerance, invisibleWall, fallThrough, milliseconds: performance.now() - start } };
}
