import type { BakeSource } from '../bake/boxwood/contents.ts';
import { bakedFormat, type BakedFormatName } from '../bake/baked-format.ts';
import type { ImportedBake } from '../bake/import-boxwood.ts';
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
    trees: await heldTrees(opened.trees),
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

type BakeReader = (bytes: Uint8Array, progress: Progress) => ImportedBake;

/** The readers of baked files, loaded when the first file of the format is read. */
const bakeReaders: Readonly<Record<BakedFormatName, () => Promise<BakeReader>>> = {
  boxwood: async () => (await import('../bake/import-boxwood.ts')).importBoxwood,
  'three-mesh-bvh': async () => (await import('../bake/three-mesh-bvh/import-three-mesh-bvh.ts')).importThreeMeshBvh,
  physx: async () => (await import('../bake/physx/import-physx.ts')).importPhysx,
  'physx-convex': async () => (await import('../bake/physx-convex/import-physx-convex.ts')).importPhysxConvex,
  jolt: async () => (await import('../bake/jolt-state/import-jolt-state.ts')).importAnyJoltState,
  'jolt-state': async () => (await import('../bake/jolt-state/import-jolt-state.ts')).importJoltState,
  'jolt-settings': async () => (await import('../bake/jolt-shapes/import-jolt-shapes.ts')).importAnyJoltStream,
  'jolt-shapes': async () => (await import('../bake/jolt-shapes/import-jolt-shapes.ts')).importJoltShapes,
  bullet: async () => (await import('../bake/bullet-shapes/import-bullet-shapes.ts')).importAnyBullet,
  'bullet-shapes': async () => (await import('../bake/bullet-shapes/import-bullet-shapes.ts')).importBulletShapes,
  'bullet-bvh': async () => (await import('../bake/bullet-bvh/import-bullet-bvh.ts')).importBulletBvh,
  rapier: async () => (await import('../bake/rapier/import-rapier.ts')).importRapier,
  'godot-scene': async () => (await import('../bake/godot/import-godot.ts')).importGodot,
  'godot-shape': async () => (await import('../bake/godot/import-godot.ts')).importGodot,
};

async function open(fileName: string, source: ByteSource, options: ImportJobRequest['options'], host: JobHost): Promise<Opened> {
  const { progress, readSideFile, decodeDraco, allocateMesh, maxMeshBytes } = host;
  const baked = bakedFormat(headOf(source, bakedMarkBytes), fileName);
  if (baked !== null) {
    if ((options?.scene ?? '') !== '') throw noScenes('A baked file');
    const bytes = wholeBytes(source, () => progress(0));
    return (await bakeReaders[baked]())(bytes, progress);
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

/** Returns the trees of a baked file with their options and statistics; other files do not load the modules of trees. */
async function heldTrees(trees: readonly ArrayBuffer[]): Promise<readonly HeldTree[]> {
  if (trees.length === 0) return [];
  const { heldTree } = await import('./held-tree.ts');
  return trees.map(heldTree);
}
