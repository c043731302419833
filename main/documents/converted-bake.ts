import { bakeFormats } from '#core/bake';
import type { BakeJobRequest } from '#core/job';
import type { BuildOptions } from '#core/options';
import type { BakeProgress, ExportChoice } from '#host-api';
import type { WorkerPool } from './worker-pool.ts';
import { machineThreads } from './worker-pool.ts';

interface ConvertContext {
  readonly pool: WorkerPool;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BakeProgress) => void;
  /** Options of the trees in the bake, which a changed mesh needs again. */
  readonly trees: readonly BuildOptions[];
}

/**
 * Returns the bake of an export: with the chosen triangles in another unit and along other axes, or unchanged if the export changes nothing.
 * Source, findings and ignored findings were about the mesh before, so a changed mesh has none.
 * @throws InspectorError as the jobs.
 */
export async function convertedBake(
  bake: BakeJobRequest,
  { options, runs }: ExportChoice,
  { pool, signal, onProgress, trees }: ConvertContext,
): Promise<BakeJobRequest> {
  const report = (step: BakeProgress['step']) => ({ signal, onProgress: (fraction: number) => onProgress({ step, fraction }) });
  const { format, mesh: source, space } = bake;
  const {
    mesh,
    space: converted,
    notes,
  } = await pool.run({ kind: 'convert', mesh: source, format, space, options, runs }, report('converting'));
  if (mesh === null) return { ...bake, space: converted, notes };
  const built: ArrayBuffer[] = [];
  if (bakeFormats[format].hasTree) {
    for (const treeOptions of trees)
      built.push((await pool.run({ kind: 'build', mesh, options: treeOptions, jobs: machineThreads() }, report('building'))).tree);
  }
  return { ...bake, mesh, trees: built, source: null, space: converted, findings: [], ignored: [], notes };
}

/** Returns a file name without folders and control characters, and with the extension of its format. */
export function exportName(name: string, extension: string): string {
  const plain = name
    .replace(/[\p{Cc}/\\:*?"<>|]+/gu, '_')
    .slice(0, maxNameLength)
    .trim();
  if (plain.replace(/[._ ]/g, '') === '') return `mesh.${extension}`;
  return plain.toLowerCase().endsWith(`.${extension}`) ? plain : `${plain}.${extension}`;
}

/** In characters; most file systems allow 255 bytes. */
const maxNameLength = 200;
