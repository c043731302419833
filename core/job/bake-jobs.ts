import { bakeMesh } from '../bake/bake-mesh.ts';
import type { BakedFrom } from '../bake/verify/difference.ts';
import type { ReadSideFile } from '../bake/verify/open-baked.ts';
import { verifyBaked } from '../bake/verify/verify-baked.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import { defaultValues } from '../options/option.ts';
import { verifyOptions } from '../options/verify-options.ts';
import { openTree } from '../tree/open-tree.ts';
import type { JobHost } from './job-host.ts';
import type { BakedFromData, BakeJobRequest, BakeJobResult, JobRequest, VerifyJobResult } from './job.ts';

/** Seed of the rays, so that the result does not change between runs. */
const seed = 1;

/** @throws InspectorError as `bakeMesh`. */
export function runBake(request: BakeJobRequest, { progress }: JobHost): BakeJobResult {
  const { format, source, space, findings, ignored, stem } = request;
  const mesh = openMeshBytes(request.mesh);
  const {
    bytes,
    notes,
    files = [],
  } = bakeMesh(format, { mesh, trees: request.trees.map((tree) => openTree(tree)), source, space, findings, ignored, stem }, progress);
  return { kind: 'bake', bytes, notes: [...(request.notes ?? []), ...notes], files };
}

/** @throws InspectorError as `verifyBaked`. */
export async function runVerify(request: Extract<JobRequest, { kind: 'verify' }>, host: JobHost): Promise<VerifyJobResult> {
  const { bytes, fileName, files = [] } = request;
  const { progress } = host;
  const readSideFile: ReadSideFile = async (path) => files.find((file) => file.path === path)?.bytes ?? host.readSideFile(path);
  const against = request.against === null ? null : openBakedFrom(request.against);
  const { queries } = request.options ?? defaultValues(verifyOptions);
  const verification = await verifyBaked(
    { bytes, fileName, against, queries: queries === 0 ? null : queries, seed, readSideFile },
    progress,
  );
  return { kind: 'verify', verification };
}

function openBakedFrom({ mesh, trees, ...described }: BakedFromData): BakedFrom {
  return { mesh: openMeshBytes(mesh), ...(trees !== undefined && { trees: trees.map((tree) => openTree(tree)) }), ...described };
}
