import type { BakeSource } from '../bake/boxwood/contents.ts';
import { bakedFormat, type BakedFormatName } from '../bake/baked-format.ts';
import { importBoxwood, type ImportedBake } from '../bake/import-boxwood.ts';
import { importBulletBvh } from '../bake/bullet-bvh/import-bullet-bvh.ts';
import { importAnyBullet, importBulletShapes } from '../bake/bullet-shapes/import-bullet-shapes.ts';
import { importAnyJoltStream, importJoltShapes } from '../bake/jolt-shapes/import-jolt-shapes.ts';
import { importAnyJoltState, importJoltState } from '../bake/jolt-state/import-jolt-state.ts';
import { importPhysxConvex } from '../bake/physx-convex/import-physx-convex.ts';
import { importPhysx } from '../bake/physx/import-physx.ts';
import { importGodot } from '../bake/godot/import-godot.ts';
import { importRapier } from '../bake/rapier/import-rapier.ts';
import { importThreeMeshBvh } from '../bake/three-mesh-bvh/import-three-mesh-bvh.ts';
import type { Finding } from '../finding.ts';
import type { IgnoredFinding } from '../ignored-finding.ts';
import { importMesh, noScenes } from '../import/import-mesh.ts';
import { headOf, heldSource, wholeBytes, type ByteSource } from '../import/source/byte-source.ts';
import { watchedSource } from '../import/source/watched-source.ts';
import type { ApartCollider, SceneChoice } from '../import/importer.ts';
import type { SceneAnimation } from '../mesh/animation/scene-animation.ts';
import { type CurvedSurface, packSurface } from '../patch/curved-surface.ts';
import { writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Progress } from '../progress.ts';
import { openTree } from '../tree/open-tree.ts';
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
  readonly surface?: CurvedSurface;
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
  readonly trees: readonly ArrayBuffer[];
  /** `null` if the opened file itself is the source. */
  readonly source: BakeSource | null;
}

/**
 * Opens a mesh of any format, or a baked file with its trees.
 * @throws InspectorError as `importMesh` and `importBoxwood`.
 */
export async function runImport(request: ImportJobRequest, host: JobHost): Promise<ImportJobResult> {
  const { bytes } = request;
  if (bytes instanceof Uint8Array) return importSource(request, heldSource(bytes), host);
  if (host.openFile === undefined) throw new Error('this host opens no files');
  const file = host.openFile(bytes);
  try {
    return await importSource(request, file.source, host);
  } finally {
    file.close();
  }
}

async function importSource({ fileName, options }: ImportJobRequest, bytes: ByteSource, host: JobHost): Promise<ImportJobResult> {
  const start = performance.now();
  const watched = watchedSource(bytes, host.createHash?.() ?? null);
  const sides = hashedSideFiles(host);
  const opened = await open(fileName, watched.source, options, { ...host, readSideFile: sides.read });
  const { format, dialect, units, space, findings, ignored, scenes = null, colliders = [] } = opened;
  const mesh = writeMeshBytes(
    opened.mesh,
    host.allocateMesh,
    opened.animation ?? null,
    opened.surface === undefined ? undefined : packSurface(opened.surface),
  );
  const whole = performance.now() - start;
  const readMilliseconds = watched.readMilliseconds();
  const sha256 = watched.finish(() => host.progress(1));
  const source = opened.source ?? { file: fileName, dialect, byteLength: bytes.byteLength, sha256 };
  const timings = { readMilliseconds, milliseconds: whole - readMilliseconds };
  return {
    kind: 'import',
    format,
    dialect,
    units,
    space,
    scenes,
    findings,
    ignored,
    colliders,
    mesh,
    trees: opened.trees.map(heldTree),
    source,
    sha256,
    sideSha256: sides.digest(),
    ...timings,
  };
}

/** Returns the reader of side files of a host, and the hash of all that it has read, in the order of their paths. */
function hashedSideFiles({ createHash, readSideFile }: JobHost): {
  readonly read: JobHost['readSideFile'];
  readonly digest: () => string | null;
} {
  const hashes = new Map<string, string>();
  const read: JobHost['readSideFile'] = async (path) => {
    const bytes = await readSideFile(path);
    const hash = createHash?.();
    if (bytes === null || hash === undefined) return bytes;
    hash.update(bytes);
    hashes.set(path, hash.digest());
    return bytes;
  };
  const digest = (): string | null => {
    const hash = hashes.size === 0 ? undefined : createHash?.();
    if (hash === undefined) return null;
    const lines = [...hashes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, digest]) => `${digest} ${path}\n`);
    hash.update(new TextEncoder().encode(lines.join('')));
    return hash.digest();
  };
  return { read, digest };
}

/** The readers of baked files. */
const openBake: Readonly<Record<BakedFormatName, (bytes: Uint8Array, progress: Progress) => ImportedBake>> = {
  boxwood: importBoxwood,
  'three-mesh-bvh': importThreeMeshBvh,
  physx: importPhysx,
  'physx-convex': importPhysxConvex,
  jolt: importAnyJoltState,
  'jolt-state': importJoltState,
  'jolt-settings': importAnyJoltStream,
  'jolt-shapes': importJoltShapes,
  bullet: importAnyBullet,
  'bullet-shapes': importBulletShapes,
  'bullet-bvh': importBulletBvh,
  rapier: importRapier,
  'godot-scene': importGodot,
  'godot-shape': importGodot,
};

async function open(fileName: string, source: ByteSource, options: ImportJobRequest['options'], host: JobHost): Promise<Opened> {
  const { progress, readSideFile, decodeDraco, allocateMesh, maxMeshBytes } = host;
  const baked = bakedFormat(headOf(source, bakedMarkBytes), fileName);
  if (baked !== null) {
    if ((options?.scene ?? '') !== '') throw noScenes('A baked file');
    const bytes = wholeBytes(source, () => progress(0));
    return openBake[baked](bytes, progress);
  }
  return {
    ...(await importMesh(source, { fileName, progress, readSideFile, decodeDraco, allocateMesh, maxMeshBytes, options })),
    trees: [],
    source: null,
    ignored: [],
  };
}

/** More bytes than the magic numbers of baked files have. */
const bakedMarkBytes = 64;

function heldTree(tree: ArrayBuffer): HeldTree {
  const opened = openTree(tree);
  return { tree, options: treeOptions(opened), statistics: treeStatistics(opened) };
}
