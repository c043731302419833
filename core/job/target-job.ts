import { bakeTargets, type BakeTargetName } from '../bake/targets/bake-targets.ts';
import { exceededLimits, type ExceededLimit } from '../bake/targets/target-limits.ts';
import { engineReport, type EngineReport } from '../engines/engine-report.ts';
import { holdMesh } from '../engines/hold-mesh.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import { engineOptions } from '../options/engine-options.ts';
import { defaultValues } from '../options/option.ts';
import type { Progress } from '../progress.ts';

/** Compares a mesh with a target, before anything is written. */
export interface TargetJobRequest {
  readonly kind: 'target';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly target: BakeTargetName;
}

export interface TargetJobResult {
  readonly kind: 'target';
  readonly exceeded: readonly ExceededLimit[];
  /** Shapes as the engine of the target holds them; `null` for a target without an engine. */
  readonly engine: EngineReport | null;
}

/** @throws InspectorError `invalid-bytes`; whatever `progress` throws. */
export function runTarget({ mesh: bytes, target: name }: TargetJobRequest, progress: Progress): TargetJobResult {
  const mesh = openMeshBytes(bytes);
  const target = bakeTargets[name];
  const exceeded = exceededLimits(mesh, target, (fraction) => progress(fraction / 2));
  const { engine } = target;
  const options = { ...defaultValues(engineOptions), engineShape: target.shape };
  const report =
    engine === 'none'
      ? null
      : engineReport(
          engine,
          holdMesh(mesh, engine, options, (f) => progress(0.5 + f / 2)),
        );
  return { kind: 'target', exceeded, engine: report };
}
