import { Document, WebIO } from '@gltf-transform/core';
import type { BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importMesh } from '#core/import/import-mesh';
import { importGodot } from '#core/bake/godot/import-godot';
import { bulletShapesMesh } from '#core/bake/bullet-shapes/import-bullet-shapes';
import { joltStateMesh } from '#core/bake/jolt-state/import-jolt-state';
import { rapierMesh } from '#core/bake/rapier/import-rapier';
import { noProgress } from '#core/progress';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { BenchTask, TaskName } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { startTinyUsd } from '../tinyusdz.ts';

const metres = { metresPerUnit: 1, up: '+y', handedness: 'right' } as const;

function write(format: BakeFormatName, mesh: TriangleMesh): Uint8Array<ArrayBuffer> {
  return bakeMesh(format, { mesh, space: metres, trees: [], source: null, findings: [], ignored: [] }).bytes as Uint8Array<ArrayBuffer>;
}

async function read(format: BakeFormatName, bytes: Uint8Array): Promise<TriangleMesh> {
  if (format === 'godot-scene') return importGodot(bytes, noProgress).mesh;
  if (format === 'rapier') return rapierMesh(bytes);
  if (format === 'bullet-shapes') return bulletShapesMesh(bytes);
  if (format === 'jolt-state') return joltStateMesh(bytes);
  const fileName = `a.${bakeFormats[format].extension}`;
  const context = { fileName, progress: noProgress, readSideFile: async () => null, options: { colliders: 'with' } } as const;
  return (await importMesh(bytes, context)).mesh;
}

/** To the bytes of a file and back to a mesh. */
async function writeAndRead(
  format: BakeFormatName,
  mesh: TriangleMesh,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly triangles: number }> {
  const bytes = write(format, mesh);
  return { bytes, triangles: (await read(format, bytes)).indices.length / 3 };
}

function sizeNote(bytes: Uint8Array, theirs: Uint8Array, mesh: TriangleMesh): string {
  const each = (size: number): string => (size / (mesh.indices.length / 3)).toPrecision(3);
  return `${each(bytes.length)} bytes a triangle, theirs ${each(theirs.length)}`;
}

const wanted = (mesh: TriangleMesh, triangles: number): string | null =>
  triangles === mesh.indices.length / 3 ? null : `${triangles} of ${mesh.indices.length / 3} triangles were read`;

/** The GLB with physics extensions, against a plain GLB of glTF-Transform with the same f32 vertices. */
export const bakeGltf: BenchTask = {
  name: 'bake-gltf',
  rival: '@gltf-transform/core',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const io = new WebIO();
    const theirs = async (): Promise<{ readonly bytes: Uint8Array; readonly triangles: number }> => {
      const document = new Document();
      const buffer = document.createBuffer();
      const position = document.createAccessor().setType('VEC3').setArray(Float32Array.from(mesh.positions)).setBuffer(buffer);
      const index = document.createAccessor().setType('SCALAR').setArray(mesh.indices.slice()).setBuffer(buffer);
      const primitive = document.createPrimitive().setAttribute('POSITION', position).setIndices(index);
      document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
      const bytes = await io.writeBinary(document);
      const again = (await io.readBinary(bytes)).getRoot().listMeshes()[0]!.listPrimitives()[0]!;
      return { bytes, triangles: again.getIndices()!.getCount() / 3 };
    };
    const result = await compare({ run: () => writeAndRead('gltf-khr', mesh) }, { run: theirs }, rounds);
    const { bytes, triangles } = result.ours;
    return {
      ...each(result),
      hash: resultHash(bytes),
      disagreement: wanted(mesh, triangles),
      note: sizeNote(bytes, result.theirs.bytes, mesh),
    };
  },
};

/** Reads the same USD Physics layer on both sides: only one of them writes it. */
export const bakeUsd: BenchTask = {
  name: 'bake-usd',
  rival: 'tinyusdz',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const usd = await startTinyUsd();
    const bytes = write('usd-physics', mesh);
    const theirs = (): number => {
      const found = usd.load(bytes);
      if (typeof found === 'string') throw new Error(found);
      return found.reduce((sum, each) => sum + each.mesh.indices.length / 3, 0);
    };
    const result = await compare({ run: async () => (await read('usd-physics', bytes)).indices.length / 3 }, { run: theirs }, rounds);
    return {
      ...each(result),
      hash: resultHash(bytes),
      disagreement: wanted(mesh, result.ours) ?? wanted(mesh, result.theirs),
      note: `${(bytes.length / (mesh.indices.length / 3)).toPrecision(3)} bytes a triangle`,
    };
  },
};

/** A format that no other program writes and reads, against our plain GLB. */
function againstGlb(name: TaskName, format: BakeFormatName, scale = 1): BenchTask {
  return {
    name,
    rival: 'Boxwood',
    unit: 'ms',
    run: async ({ mesh: source }, rounds) => {
      const mesh = scale === 1 ? source : { ...source, positions: source.positions.map((value) => scale * value) };
      const result = await compare({ run: () => writeAndRead(format, mesh) }, { run: () => writeAndRead('glb', mesh) }, rounds);
      const { bytes, triangles } = result.ours;
      return {
        ...each(result),
        hash: resultHash(bytes),
        disagreement: wanted(mesh, triangles),
        rivalVersion: 'to GLB',
        note: sizeNote(bytes, result.theirs.bytes, mesh),
      };
    },
  };
}

export const bakeRapier = againstGlb('bake-rapier', 'rapier');
export const bakeMjcf = againstGlb('bake-mjcf', 'mjcf');
export const bakeGodot = againstGlb('bake-godot', 'godot-scene');
export const bakeBulletShapes = againstGlb('bake-bullet-shapes', 'bullet-shapes');
/** Larger, because Jolt drops triangles below 5e-7 square units. */
export const bakeJoltState = againstGlb('bake-jolt-state', 'jolt-state', 1000);
