import { InspectorError } from '../error.ts';
import type { Finding } from '../finding.ts';
import { type FoundPatches, readPatches } from '../import/read-patches.ts';
import { tessellatePatches, usualToleranceOf } from '../patch/tessellate-patches.ts';
import type { Bounds } from '../mesh/bounds.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Progress } from '../progress.ts';

export interface PatchJobRequest {
  readonly kind: 'patch';
  /** The whole file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fileName: string;
  /** Mesh units; 0 for the usual part of the size. */
  readonly tolerance: number;
}

/** The patches of a file and their triangles within a tolerance. */
export interface PatchJobResult {
  readonly kind: 'patch';
  /** The tolerance that was used. */
  readonly tolerance: number;
  readonly patches: number;
  /** Different degrees of the patches, as `3x3`. */
  readonly degrees: readonly string[];
  readonly triangles: number;
  /** Proven bound of the distance between surface and triangles. */
  readonly error: number;
  readonly bounds: Bounds;
  /** Of the reader: what it left out. */
  readonly findings: readonly Finding[];
}

/** Measures the patches of a file. @throws InspectorError as `readPatches` and `tessellatePatches`, `no-triangles`; whatever `progress` throws. */
export async function runPatch({ bytes, fileName, tolerance }: PatchJobRequest, progress: Progress): Promise<PatchJobResult> {
  const found = await readPatches(bytes, fileName);
  const { patches, findings } = found;
  if (patches.length === 0) throw noPatches(found);
  const { positions, indices, error } = tessellatePatches(patches, tolerance, progress);
  if (indices.length === 0)
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The Bézier patches have no usable triangle: no patch has area',
      fix: 'Run boxwood inspect to see the findings of the import',
      location: {},
    });
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, positions[i]);
    max[i % 3] = Math.max(max[i % 3]!, positions[i]);
  }
  const degrees = [...new Set(patches.map(({ degreeU, degreeV }) => `${degreeU}x${degreeV}`))].sort();
  const bounds = { min: min as Vec3, max: max as Vec3 };
  return {
    kind: 'patch',
    tolerance: tolerance > 0 ? tolerance : usualToleranceOf(patches),
    patches: patches.length,
    degrees,
    triangles: indices.length / 3,
    error,
    bounds,
    findings,
  };
}

function noPatches({ findings }: FoundPatches): InspectorError {
  const damage = findings.find(({ code }) => code === 'unusable-faces');
  if (damage === undefined)
    return new InspectorError({
      code: 'no-triangles',
      message: 'The file has no Bézier patches',
      fix: 'Run boxwood inspect to see its contents',
      location: {},
    });
  const { message, count, fix, locations } = damage;
  return new InspectorError({
    code: 'no-triangles',
    message: `The file has no usable Bézier patches. ${message} (${count})`,
    fix,
    location: locations[0] ?? {},
  });
}
