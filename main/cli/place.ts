import { Command } from 'commander';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { InspectorError, invalidArgument } from '#core/error';
import { type TriangleMesh, unknownSpace, writeMeshBytes } from '#core/mesh';
import { type PlaceOptions, placeOptions } from '#core/options';
import { everyLayer, placeInstances, placeParts, type SceneDocument, sceneText } from '#core/scene';
import { sceneExtension } from '#host-api';
import { slashed } from '../documents/slashed.ts';
import { checkWritable, writeAtomically } from '../documents/write-atomically.ts';
import { counted, many, printable } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { type MeshWork, type ReadMesh, withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { writeBake } from './write-bake.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly out?: string;
  readonly surface?: string;
  readonly json?: true;
}

interface PlaceReport {
  readonly out: string;
  readonly meshes: readonly { readonly file: string; readonly triangles: number; readonly instances: number }[];
  readonly instances: number;
  readonly moving: number;
  readonly bytes: number;
}

export function placeCommand(context: CliContext): Command {
  const command = new Command('place')
    .description('Place many instances of meshes, and write them as a scene for boxwood scene')
    .argument('<files...>', 'Mesh files in the folder of the scene or below it; for parts, one file')
    .option('-o, --out <file>', `Scene file to write: NAME.${sceneExtension}`)
    .option('--surface <file>', 'Mesh on which scatter places the instances; it becomes a static instance');
  return addOptionFlags(command, placeOptions)
    .option('--json', 'Print one JSON document (schema: place.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nWith --arrange parts each distinct mesh is written as an OBJ file next to the scene.')
    .addHelpText('after', '\nExample:\n  boxwood place crate.obj -o yard.boxwood-scene.json --arrange random --count 1000 --motion walk')
    .action(async (files: readonly string[], flags: Flags) => {
      const options = readOptionFlags(placeOptions, flags);
      const out = outOf(flags);
      checkFiles(files, flags, options);
      await checkWritable(out);
      const report = await withMeshWork(context, async (work) => {
        const placed =
          options.arrange === 'parts'
            ? await partsOf(work, context, files[0]!, out, options)
            : await instancesOf(work, files, flags, out, options);
        return writeScene(placed, out, context);
      });
      context.out(flags.json ? jsonText(report) : placeText(report));
    });
}

/** A scene, with the number of triangles of each mesh. */
interface PlacedScene {
  readonly scene: SceneDocument;
  readonly triangles: readonly number[];
}

function outOf({ out }: Flags): string {
  if (out === undefined || out === '') throw missingFlag('--out', `Give a scene file, such as -o yard.${sceneExtension}`);
  if (!out.toLowerCase().endsWith(`.${sceneExtension}`))
    throw invalidArgument(`"${out}" is not the name of a scene`, `Give a name that ends in .${sceneExtension}`);
  return out;
}

function checkFiles(files: readonly string[], { surface }: Flags, { arrange }: PlaceOptions): void {
  if (arrange === 'scatter' && surface === undefined) throw missingFlag('--surface', 'Give the mesh on which the instances are placed');
  if (arrange !== 'scatter' && surface !== undefined) throw invalidArgument('--surface is for scatter', 'Add --arrange scatter');
  if (arrange === 'parts' && files.length > 1) throw invalidArgument('--arrange parts takes one file', 'Place one file at a time');
}

async function instancesOf(
  work: MeshWork,
  files: readonly string[],
  flags: Flags,
  out: string,
  options: PlaceOptions,
): Promise<PlacedScene> {
  const all = flags.surface === undefined ? files : [...files, flags.surface];
  const meshes = all.map((file) => pathInFolder(file, out));
  const read: ReadMesh[] = [];
  for (const file of all) read.push(await work.read(file));
  const placed = read.slice(0, files.length).map(({ mesh }) => mesh);
  const surface = flags.surface === undefined ? null : read.at(-1)!.mesh;
  const instances = placeInstances({ meshes: placed, surface }, options);
  const ground = { mesh: files.length, matrix: identity, set: 'static', layer: 1, mask: everyLayer, motion: null } as const;
  return {
    scene: { meshes, instances: surface === null ? instances : [ground, ...instances] },
    triangles: read.map(({ mesh }) => mesh.indices.length / 3),
  };
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Writes the distinct meshes of a file next to the scene. */
async function partsOf(work: MeshWork, { signal }: CliContext, file: string, out: string, options: PlaceOptions): Promise<PlacedScene> {
  const read = await work.read(file);
  const { meshes, instances } = placeParts(read.mesh, options);
  if (meshes.length === 0)
    throw new InspectorError({
      code: 'no-triangles',
      message: 'No part of the file has a triangle',
      fix: 'Run boxwood inspect to see its findings',
      location: { file },
    });
  const stem = basename(out).slice(0, -`.${sceneExtension}`.length);
  const names = meshes.map((_, k) => `${stem}-mesh-${k}.obj`);
  for (const [k, mesh] of meshes.entries()) {
    const request = {
      kind: 'bake',
      format: 'obj',
      mesh: bytesOf(mesh),
      trees: [],
      source: null,
      space: unknownSpace,
      findings: [],
      ignored: [],
    } as const;
    await writeBake(work, { file, out: join(dirname(out), names[k]!), request, hasFormat: false, signal });
  }
  return { scene: { meshes: names, instances }, triangles: meshes.map(({ indices }) => indices.length / 3) };
}

function bytesOf(mesh: TriangleMesh): ArrayBuffer {
  return writeMeshBytes(mesh, (length) => new ArrayBuffer(length));
}

/** Returns the path of a mesh relative to the scene. @throws InspectorError `invalid-argument` for a file in another folder. */
function pathInFolder(file: string, out: string): string {
  const path = relative(dirname(resolve(out)), resolve(file));
  if (path.startsWith(`..${sep}`) || path === '..' || resolve(path) === path)
    throw invalidArgument(`"${file}" is not in the folder of the scene`, 'Write the scene into the folder of its meshes');
  return slashed(path);
}

async function writeScene({ scene, triangles }: PlacedScene, out: string, { signal }: CliContext): Promise<PlaceReport> {
  const bytes = new TextEncoder().encode(sceneText(scene));
  await writeAtomically(out, bytes, { approve: () => Promise.resolve(true), signal });
  const counts = new Uint32Array(scene.meshes.length);
  for (const { mesh } of scene.instances) counts[mesh]!++;
  return {
    out,
    meshes: scene.meshes.map((file, k) => ({ file, triangles: triangles[k]!, instances: counts[k]! })),
    instances: scene.instances.length,
    moving: scene.instances.filter(({ set }) => set === 'moving').length,
    bytes: bytes.length,
  };
}

function placeText({ out, meshes, instances, moving, bytes }: PlaceReport): string {
  const rows = meshes.map(({ file, triangles, instances: own }) => {
    return `  ${printable(file)}: ${many(own, 'instance')} of ${many(triangles, 'triangle')}\n`;
  });
  return `${printable(out)}: ${many(instances, 'instance')}, ${counted(moving)} moving, ${counted(bytes)} bytes\n${rows.join('')}`;
}
