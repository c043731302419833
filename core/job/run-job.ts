import { buildTree } from '../tree/build-tree.ts';
import { openTree } from '../tree/layout.ts';
import { treeStatistics } from '../tree/statistics.ts';
import type { DecodeDraco } from '../import/importer.ts';
import { importMesh } from '../import/import-mesh.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { Progress } from '../progress.ts';
import type { BuildJobResult, ImportJobResult, JobRequest, JobResult, ResultOf } from './job.ts';

/** What a job needs of the thread it runs on. */
export interface JobHost {
  /** See `Progress`: also throws when the job was cancelled. */
  readonly progress: Progress;
  readonly readSideFile: (relativePath: string) => Promise<Uint8Array | null>;
  /** See `ImportContext.decodeDraco`. */
  readonly decodeDraco?: DecodeDraco | undefined;
  /** Memory for a mesh that several threads read; plain memory will do where none is shared. */
  readonly allocateMesh: (byteLength: number) => ArrayBuffer | SharedArrayBuffer;
}

/**
 * The only function that knows every kind of job.
 * @throws InspectorError as its work does; `cancelled` when the host's progress says so.
 */
export async function runJob<Request extends JobRequest>(request: Request, host: JobHost): Promise<ResultOf<Request>> {
  return (await run(request, host)) as ResultOf<Request>;
}

async function run(request: JobRequest, host: JobHost): Promise<JobResult> {
  switch (request.kind) {
    case 'import':
      return runImport(request, host);
    case 'build':
      return runBuild(request, host);
  }
}

async function runImport(request: Extract<JobRequest, { kind: 'import' }>, host: JobHost): Promise<ImportJobResult> {
  const start = performance.now();
  const { fileName, bytes } = request;
  const { progress, readSideFile, decodeDraco } = host;
  const imported = await importMesh(bytes, { fileName, progress, readSideFile, decodeDraco });
  const { format, dialect, units, findings } = imported;
  const mesh = writeMeshBytes(imported.mesh, host.allocateMesh);
  return { kind: 'import', format, dialect, units, findings, mesh, milliseconds: performance.now() - start };
}

function runBuild(request: Extract<JobRequest, { kind: 'build' }>, host: JobHost): BuildJobResult {
  const start = performance.now();
  const mesh = openMeshBytes(request.mesh);
  const tree = buildTree(mesh, request.options, host.progress);
  const milliseconds = performance.now() - start;
  return { kind: 'build', tree, statistics: treeStatistics(openTree(tree)), milliseconds };
}
