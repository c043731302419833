import { type BakeSideFile, bakeFormats, type BakeNote } from '#core/bake';
import type { BakeJobRequest } from '#core/job';
import { InspectorError } from '#core/error';
import type { BakeProgress } from '#host-api';
import { requireOpenable } from './read-source.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface VerifiedBake {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Side files. */
  readonly files: readonly BakeSideFile[];
  readonly notes: readonly BakeNote[];
  /** Rays that were compared with brute force. */
  readonly queries: number;
}

interface BakeContext {
  readonly pool: WorkerPool;
  readonly signal: AbortSignal;
  /** Larger files could not be opened again. */
  readonly maxBytes: number;
  readonly onProgress: (progress: BakeProgress) => void;
}

/**
 * Bakes a mesh, then reads the bytes with the reader of the format and compares them with the input.
 * @throws InspectorError as the jobs; `too-large`; `internal` if the bytes differ from the input.
 */
export async function bakeVerified(request: BakeJobRequest, { pool, signal, maxBytes, onProgress }: BakeContext): Promise<VerifiedBake> {
  const report = (step: BakeProgress['step']) => ({ signal, onProgress: (fraction: number) => onProgress({ step, fraction }) });
  onProgress({ step: 'baking', fraction: 0 });
  const { bytes, notes, files } = await pool.run(request, report('baking'));
  const fileName = `baked.${bakeFormats[request.format].extension}`;
  requireOpenable(bytes.length, maxBytes, fileName);
  onProgress({ step: 'verifying', fraction: 0 });
  // The job transfers the bytes.
  const { mesh, trees, source, space, findings, ignored } = request;
  const kept = bakeFormats[request.format].hasTree ? { trees } : {};
  const readBack = {
    kind: 'verify',
    fileName,
    bytes: bytes.slice(),
    against: { mesh, ...kept, source, space, findings, ignored },
    files,
  } as const;
  const { verification } = await pool.run(readBack, report('verifying'));
  if (!verification.ok) throw notVerified(verification.problems);
  return { bytes, files, notes, queries: verification.queries };
}

function notVerified(problems: readonly string[]): InspectorError {
  return new InspectorError({
    code: 'internal',
    message: `The baked data differs from the source: ${problems.join('; ')}`,
    fix: 'Bake to another format, and report this with the file',
    location: {},
  });
}
