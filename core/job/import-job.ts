import type { BakeSource } from '../bake/boxwood/contents.ts';
import { bakedFormat } from '../bake/baked-format.ts';
import { importBoxwood } from '../bake/import-boxwood.ts';
import { importThreeMeshBvh } from '../bake/three-mesh-bvh/import-three-mesh-bvh.ts';
import type { Finding } from '../finding.ts';
import type { IgnoredFinding } from '../ignored-finding.ts';
import { importMesh, noScenes } from '../import/import-mesh.ts';
import type { ApartCollider, SceneChoice } from '../import/importer.ts';
import type { SceneAnimation } from '../mesh/animation/scene-animation.ts';
import { writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { openTree } from '../tree/layout.ts';
import { treeStatistics } from '../tree/statistics.ts';
import { treeOptions } from '../tree/tree-options.ts';
import type { JobHost } from './job-host.ts';
import type { HeldTree, ImportJobResult, JobRequest, OpenedFormat } from './job.ts';

type ImportJobRequest = Extract<JobRequest, { kind: 'import' }>;

interface Opened {
  readonly format: OpenedFormat;
  readonly dialect: string;
  readonly mesh: TriangleMesh;
  readonly units: string | null;
  readonly space: SourceSpace;
  readonly scenes?: SceneChoice | null;
  readonly colliders?: readonly ApartCollider[];
  readonly animation?: SceneAnimation | null;
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
  readonly trees: readonly ArrayBuffer[];
  /** `null` where the opened file itself is the source. */
  readonly source: BakeSource | null;
}

/**
 * Opens a mesh of any format, or a baked file with its trees.
 * @throws InspectorError as `importMesh` and `importBoxwood`.
 */
export async function runImport(request: ImportJobRequest, host: JobHost): Promise<ImportJobResult> {
  const start = performance.now();
  const { fileName, bytes } = request;
  const opened = await open(request, host);
  const { format, dialect, units, space, findings, ignored, scenes = null, colliders = [] } = opened;
  const mesh = writeMeshBytes(opened.mesh, host.allocateMesh, opened.animation ?? null);
  const milliseconds = performance.now() - start;
  const source = opened.source ?? { file: fileName, dialect, byteLength: bytes.length, sha256: host.sha256?.(bytes) ?? null };
  return { kind: 'import', format, dialect, units, space, scenes, findings, ignored, colliders, mesh, trees: opened.trees.map(heldTree), source, milliseconds };
}

async function open({ fileName, bytes, options }: ImportJobRequest, { progress, readSideFile, decodeDraco, allocateMesh }: JobHost): Promise<Opened> {
  const baked = bakedFormat(bytes, fileName);
  if (baked !== null) {
    if ((options?.scene ?? '') !== '') throw noScenes('A baked file');
    return baked === 'boxwood' ? importBoxwood(bytes, progress) : importThreeMeshBvh(bytes);
  }
  return { ...(await importMesh(bytes, { fileName, progress, readSideFile, decodeDraco, allocateMesh, options })), trees: [], source: null, ignored: [] };
}

function heldTree(tree: ArrayBuffer): HeldTree {
  const opened = openTree(tree);
  return { tree, options: treeOptions(opened), statistics: treeStatistics(opened) };
}
