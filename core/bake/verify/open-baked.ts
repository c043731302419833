import { InspectorError } from '../../error.ts';
import { importMesh } from '../../import/import-mesh.ts';
import type { ImportContext } from '../../import/importer.ts';
import { formats, type FormatName } from '../../import/formats.ts';
import { meshBounds } from '../../mesh/bounds.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { buildOptions } from '../../options/build-options.ts';
import { defaultValues } from '../../options/option.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { raycast, type Ray, type RayHit } from '../../query/ray/ray.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import type { Tree } from '../../tree/layout.ts';
import { bakedFormat, type BakedFormatName } from '../baked-format.ts';
import { bakeFormatNames, type BakeFormat, type BakeFormatName } from '../bake-format.ts';
import { bakeFormatOf } from '../bake-formats.ts';
import type { BakeSource, BoxwoodContents } from '../boxwood/contents.ts';
import { readBoxwoodFile } from '../boxwood/read-boxwood.ts';
import { readPartComments } from '../mesh-files/part-comments.ts';
import { readBulletBvh } from '../bullet-bvh/read-bullet-bvh.ts';
import { bulletShapesMesh } from '../bullet-shapes/import-bullet-shapes.ts';
import { hasBulletShapes } from '../bullet-shapes/read-bullet-shapes.ts';
import { bulletReaches } from '../bullet/bullet-reaches.ts';
import { readBullet } from '../bullet/read-bullet.ts';
import { readJoltSettings } from '../jolt-settings/read-jolt-settings.ts';
import { godotMesh } from '../godot/import-godot.ts';
import { joltShapesMesh } from '../jolt-shapes/import-jolt-shapes.ts';
import { hasJoltShapes } from '../jolt-shapes/read-jolt-shapes.ts';
import { hasJoltState, joltStateMesh } from '../jolt-state/import-jolt-state.ts';
import { joltReaches } from '../jolt/jolt-reaches.ts';
import { readJolt } from '../jolt/read-jolt.ts';
import { physxConvexMesh } from '../physx-convex/import-physx-convex.ts';
import { physxReaches } from '../physx/physx-reaches.ts';
import { readPhysx } from '../physx/read-physx.ts';
import { rapierMesh } from '../rapier/import-rapier.ts';
import { bvhReaches } from '../three-mesh-bvh/bvh-reaches.ts';
import { readThreeMeshBvh } from '../three-mesh-bvh/read-three-mesh-bvh.ts';

/** Whether a tree returns the right hits for a ray; `truth` has all hits, sorted by (distance, triangle). */
export type RayTest = (ray: Ray, truth: readonly RayHit[]) => boolean;

/** A baked file of any format, ready for queries. */
export interface OpenBaked {
  /** The format by which it is compared. */
  readonly format: BakeFormatName;
  /** The format of the file itself: glTF in JSON is read like GLB, but never written. */
  readonly named: BakeFormatName | 'gltf';
  readonly mesh: TriangleMesh;
  /** Number of trees in the file. */
  readonly trees: number;
  /** One for each tree. For a file without trees, a tree is built. */
  readonly rayTests: readonly RayTest[];
  /** Source triangle of each triangle; `null` if they are the same. */
  readonly sourceTriangles: Uint32Array | null;
  readonly source: BakeSource | null;
  /** The parts of the file as ranges of source triangles. */
  readonly runs: readonly PartRun[];
  /** The content of a `.boxwood` file; `null` for other formats. */
  readonly contents: BoxwoodContents | null;
}

export type PartRun = Pick<MeshPart, 'name' | 'firstTriangle' | 'triangleCount'>;

/** As of `ImportContext`. */
export type ReadSideFile = ImportContext['readSideFile'];

/** Opens a baked file for queries. @throws InspectorError as the readers, and `no-triangles`; whatever `progress` throws. */
export async function openBaked(
  bytes: Uint8Array,
  fileName: string,
  progress: Progress = noProgress,
  readSideFile: ReadSideFile = noSideFile,
): Promise<OpenBaked> {
  const format = bakedFormat(bytes, fileName);
  const baked = format === null ? await openMeshFile(bytes, fileName, progress, readSideFile) : openers[format](bytes, progress);
  if (meshBounds(baked.mesh) === null) {
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The file has no finite triangle',
      fix: 'Bake a mesh with triangles',
      location: { file: fileName },
    });
  }
  return baked;
}

const openers: Readonly<Record<BakedFormatName, (bytes: Uint8Array, progress: Progress) => OpenBaked>> = {
  boxwood: openBoxwoodFile,
  'three-mesh-bvh': openBvhFile,
  physx: (bytes) => openEngineFile('physx', readPhysx(bytes), physxReaches),
  'physx-convex': (bytes, progress) => openWithoutTree('physx-convex', physxConvexMesh(bytes), progress),
  jolt: (bytes, progress) => (hasJoltState(bytes) ? openJoltState(bytes, progress) : openEngineFile('jolt', readJolt(bytes), joltReaches)),
  'jolt-state': openJoltState,
  'jolt-settings': openJoltSettings,
  'jolt-shapes': openJoltShapes,
  bullet: (bytes, progress) =>
    hasBulletShapes(bytes) ? openBulletShapes(bytes, progress) : openEngineFile('bullet', readBullet(bytes), bulletReaches),
  'bullet-shapes': openBulletShapes,
  'bullet-bvh': (bytes) => openEngineFile('bullet-bvh', readBulletBvh(bytes), bulletReaches),
  rapier: (bytes, progress) => openWithoutTree('rapier', rapierMesh(bytes), progress),
  'godot-scene': openGodotFile,
  'godot-shape': openGodotFile,
};

function openBoxwoodFile(bytes: Uint8Array, progress: Progress): OpenBaked {
  const contents = readBoxwoodFile(bytes, (fraction) => progress(readPart * fraction));
  const { mesh, trees, source } = contents;
  const opened = trees.length === 0 ? [treeOf(mesh, progress)] : trees.map(({ buffer }) => openTree(buffer));
  return {
    format: 'boxwood',
    named: 'boxwood',
    mesh,
    trees: trees.length,
    rayTests: opened.map((tree) => treeRayTest(tree, mesh)),
    sourceTriangles: null,
    source,
    runs: mesh.parts,
    contents,
  };
}

function openBvhFile(bytes: Uint8Array): OpenBaked {
  const file = readThreeMeshBvh(bytes);
  const { index, positions, sourceTriangles } = file;
  const parts = [wholePart(index.length / 3)];
  const mesh: TriangleMesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(index), parts };
  return {
    format: 'three-mesh-bvh',
    named: 'three-mesh-bvh',
    mesh,
    trees: 1,
    rayTests: [(ray, truth) => bvhReaches(file, ray, truth)],
    sourceTriangles,
    source: null,
    runs: file.parts,
    contents: null,
  };
}

/** What the readers of physics engines return. */
interface EngineMesh {
  readonly positions: Float32Array;
  readonly index: Uint32Array;
  readonly sourceTriangles: Uint32Array | null;
}

function openEngineFile<Mesh extends EngineMesh>(
  format: BakedFormatName,
  file: Mesh,
  reaches: (file: Mesh, ...query: Parameters<RayTest>) => boolean,
): OpenBaked {
  const { index, positions, sourceTriangles } = file;
  return {
    format,
    named: format,
    mesh: { positions: Float64Array.from(positions), indices: index, parts: [wholePart(index.length / 3)] },
    trees: 1,
    rayTests: [(ray, truth) => reaches(file, ray, truth)],
    sourceTriangles,
    source: null,
    runs: [],
    contents: null,
  };
}

function openJoltState(bytes: Uint8Array, progress: Progress): OpenBaked {
  return openWithoutTree('jolt-state', joltStateMesh(bytes), progress);
}

function openJoltShapes(bytes: Uint8Array, progress: Progress): OpenBaked {
  return openWithoutTree('jolt-shapes', joltShapesMesh(bytes), progress);
}

function openJoltSettings(bytes: Uint8Array, progress: Progress): OpenBaked {
  if (hasJoltShapes(bytes)) return openJoltShapes(bytes, progress);
  const { positions, index } = readJoltSettings(bytes);
  return openWithoutTree(
    'jolt-settings',
    { positions: Float64Array.from(positions), indices: index, parts: [wholePart(index.length / 3)] },
    progress,
  );
}

function openGodotFile(bytes: Uint8Array, progress: Progress): OpenBaked {
  const { kind, mesh } = godotMesh(bytes, (fraction) => progress(readPart * fraction));
  return openWithoutTree(kind === 'scene' ? 'godot-scene' : 'godot-shape', mesh, progress);
}

function openBulletShapes(bytes: Uint8Array, progress: Progress): OpenBaked {
  return openWithoutTree('bullet-shapes', bulletShapesMesh(bytes), progress);
}

function openWithoutTree(format: BakedFormatName, mesh: TriangleMesh, progress: Progress): OpenBaked {
  progress(readPart);
  return {
    format,
    named: format,
    mesh,
    trees: 0,
    rayTests: [treeRayTest(treeOf(mesh, progress), mesh)],
    sourceTriangles: null,
    source: null,
    runs: [],
    contents: null,
  };
}

function wholePart(triangleCount: number): MeshPart {
  return { name: '', firstTriangle: 0, triangleCount, worldFromPart: null };
}

const noSideFile: ReadSideFile = async () => null;

async function openMeshFile(bytes: Uint8Array, fileName: string, progress: Progress, readSideFile: ReadSideFile): Promise<OpenBaked> {
  const byName = bakeFormatOf(fileName);
  // Colliders that only an extension refers to are part of such a file.
  const options = byName?.shapes === undefined ? {} : ({ colliders: 'with' } as const);
  const context = { fileName, progress: (fraction: number) => progress(readPart * fraction), readSideFile, options };
  const { mesh, format: found } = await importMesh(bytes, context);
  const format = found === 'usd' && byName?.name === 'usd-physics' ? byName.name : writtenFormat(found, byName);
  if (format === undefined) {
    throw new InspectorError({
      code: 'unsupported-format',
      message: `${formats[found].title} is not a bake format`,
      fix: 'Verify a .boxwood, .bvh.bin, .physx, .convex.physx, .jolt, .shapes.jolt, .tof, .shapes.tof, .bullet, .shapes.bullet, .bvh.bullet, .rapier.bin, .tscn, .tres, GLB, OBJ, PLY, STL, OFF, MJCF or URDF file',
      location: { file: fileName },
    });
  }
  const runs = format === 'ply' ? readPartComments(bytes) : mesh.parts;
  return {
    format,
    named: found === 'gltf' && !isGlb(bytes) ? 'gltf' : format,
    mesh,
    trees: 0,
    rayTests: [treeRayTest(treeOf(mesh, progress), mesh)],
    sourceTriangles: null,
    source: null,
    runs,
    contents: null,
  };
}

function writtenFormat(found: FormatName, byName: BakeFormat | null): BakeFormatName | undefined {
  if (found === 'gltf') return glbFormats.find((name) => name === byName?.name) ?? 'glb';
  return bakeFormatNames.find((name) => name === found);
}

/** Formats of shapes in a GLB, which only their file name distinguishes from a plain one. */
const glbFormats = ['gltf-khr', 'gltf-omi', 'unreal', 'godot'] as const;

function isGlb(bytes: Uint8Array): boolean {
  return [...'glTF'].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

function treeOf(mesh: TriangleMesh, progress: Progress): Tree {
  return openTree(buildTree(mesh, defaultValues(buildOptions), (fraction) => progress(readPart + (1 - readPart) * fraction)));
}

/** Fraction of the progress for reading, if a tree is built too. */
const readPart = 0.5;

/** Returns a test that compares hits bit by bit, because rays are exact. */
export function treeRayTest(tree: Tree, mesh: TriangleMesh): RayTest {
  return (ray, truth) => {
    const { hits } = raycast(tree, mesh, ray, { mode: 'all', cull: false });
    return (
      hits.length === truth.length &&
      hits.every(({ triangle, distance }, i) => triangle === truth[i].triangle && distance === truth[i].distance)
    );
  };
}
