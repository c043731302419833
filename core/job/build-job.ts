import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../options/build-options.ts';
import type { BuiltTree } from '../tree/build-tree.ts';
import { buildTreeParallel, threadsHelpBuild } from '../tree/build-tree-parallel.ts';
import { openTree } from '../tree/open-tree.ts';
import { treeStatistics, type TreeStatistics } from '../tree/statistics.ts';
import type { JobHost } from './job-host.ts';

export interface BuildJobRequest {
  readonly kind: 'build';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: BuildOptions;
  /** See `threadOptions`. 1 unless given. */
  readonly jobs?: number;
}

export interface BuildJobResult {
  readonly kind: 'build';
  /** See `openTree`. */
  readonly tree: ArrayBuffer;
  readonly statistics: TreeStatistics;
  /** Build time without statistics. */
  readonly milliseconds: number;
  /** Whether the time may include the compilation of the builder: the first build with this kind and split in its thread. */
  readonly isFirstRun: boolean;
}

/** @throws InspectorError as `buildTree`; `cancelled`. */
export async function runBuild({ mesh: bytes, options, jobs = 1 }: BuildJobRequest, host: JobHost): Promise<BuildJobResult> {
  const start = performance.now();
  const mesh = openMeshBytes(bytes);
  const { bytes: tree, engine } = await build(mesh, options, jobs, host);
  const milliseconds = performance.now() - start;
  const isFirstRun = host.isFirstBuild?.(options) ?? true;
  return { kind: 'build', tree, statistics: treeStatistics(openTree(tree), engine), milliseconds, isFirstRun };
}

async function build(mesh: TriangleMesh, options: BuildOptions, jobs: number, { progress, startBuildPool }: JobHost): Promise<BuiltTree> {
  const started = jobs > 1 && threadsHelpBuild(mesh, options) ? (startBuildPool?.(jobs - 1) ?? null) : null;
  try {
    return await buildTreeParallel(mesh, options, started?.pool ?? null, progress);
  } finally {
    started?.end();
  }
}
