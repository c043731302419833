import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { InspectorError, type InspectorErrorData, invalidArgument } from '#core/error';
import { readFile } from 'node:fs/promises';
import { meshBounds, type TriangleMesh, unknownSpace, writeMeshBytes } from '#core/mesh';
import { type PlaceOptions, placeOptions } from '#core/options';
import { everyLayer, leftOutOf, type LeftOut, parseScene, placeInstances, placeParts, type SceneDocument, sceneText } from '#core/scene';
import { sceneExtension } from '#host-api';
import { slashed } from '../documents/slashed.ts';
import { checkWritable, writeAtomically } from '../documents/write-atomically.ts';
import { isSameFile } from '../remote/write-out.ts';
import { counted, many, printable } from '../terminal/columns.ts';
import { errorLine } from '../terminal/error-line.ts';
import type { CliContext, VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { type MeshWork, type ReadMesh, withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { leftOutText } from './left-out-text.ts';
import { addOptionFlags, givenFlags, readOptionFlags } from './option-flags.ts';
import { writeBake } from './write-bake.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly out?: string;
  readonly surface?: string;
  readonly force?: true;
  readonly json?: true;
}

interface PlaceReport {
  readonly out: string;
  readonly meshes: readonly (PlacedFile & { readonly instances: number })[];
  readonly instances: number;
  readonly moving: number;
  readonly bytes: number;
}

export function placeCommand(context: VerdictContext): Command {
  const command = new Command('place')
    .description('Place many instances of meshes, and write them as a scene for boxwood scene')
    .argument('<files...>', 'Mesh files in the folder of the scene or below it; for parts, one file')
    .option('-o, --out <file>', `Scene file to write: NAME.${sceneExtension}`)
    .option('--surface <file>', 'Mesh on which scatter places the instances; it becomes a static instance');
  return addOptionFlags(command, placeOptions)
    .option('--force', 'With --arrange parts, replace OBJ files that another program wrote')
    .option('--json', 'Print one JSON document (schema: place.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nWith --arrange parts each distinct mesh is written as an OBJ file next to the scene.')
    .addHelpText('after', '\nExample:\n  boxwood place crate.obj -o yard.boxwood-scene.json --arrange random --count 1000 --motion walk')
    .action(async (files: readonly string[], flags: Flags) => {
      const options = readOptionFlags(placeOptions, flags);
      const out = outOf(flags);
      checkFiles(files, flags, options);
      checkEffects(flags, options);
      await checkWritable(out);
      const report = await withMeshWork(context, async (work) => {
        const placed =
          options.arrange === 'parts'
            ? await partsOf(work, context, files[0]!, out, flags, options)
            : await instancesOf(work, files, flags, out, options);
        return placed === null ? null : writeScene(placed, out, context);
      });
      if (report === null) return context.fail();
      context.out(flags.json ? jsonText(report) : placeText(report));
    });
}

interface PlacedFile extends LeftOut {
  readonly file: string;
  readonly triangles: number;
}

/** A scene, with the files of its meshes. */
interface PlacedScene {
  readonly scene: SceneDocument;
  readonly files: readonly PlacedFile[];
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

/** Flags without effect for instances that stand where the file has them. */
const arrangedFlags = ['--count', '--seed', '--spacing', '--turn', '--motion', '--stride', '--degrees'];

/** @throws InspectorError `invalid-argument` for a flag that the other flags leave without effect. */
function checkEffects(flags: Flags, { arrange, set, motion }: PlaceOptions): void {
  const given = givenFlags(placeOptions, flags);
  const refuse = (refused: readonly string[], why: string, fix: string): void => {
    const flag = given.find((name) => refused.includes(name));
    if (flag !== undefined) throw invalidArgument(`${flag} has no effect: ${why}`, fix.replace('FLAG', flag));
  };
  if (arrange === 'parts') refuse(arrangedFlags, '--arrange parts places the parts as the file has them', 'Remove FLAG');
  if (arrange === 'scatter') refuse(['--spacing'], '--arrange scatter has no cells', 'Remove FLAG');
  if (arrange !== 'parts' && flags.force) throw invalidArgument('--force is for --arrange parts', 'Remove --force');
  const moving = ['--stride', '--degrees', ...(motion === 'none' ? [] : ['--motion'])];
  if (set === 'static') refuse(moving, 'static instances do not move', 'Remove FLAG, or give --set moving');
  if (motion !== 'orbit') refuse(['--degrees'], 'only an orbit has an angle', 'Add --motion orbit');
  if (motion !== 'velocity' && motion !== 'walk')
    refuse(['--stride'], 'only velocity and walk have a step length', 'Add --motion velocity or --motion walk');
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
  for (const file of all) read.push(await readPlaced(work, file));
  const placed = read.slice(0, files.length).map(({ mesh }) => mesh);
  const surface = flags.surface === undefined ? null : read.at(-1)!.mesh;
  const instances = placeInstances({ meshes: placed, surface }, options);
  const ground = { mesh: files.length, matrix: identity, set: 'static', layer: 1, mask: everyLayer, motion: null } as const;
  return {
    scene: { meshes, instances: surface === null ? instances : [ground, ...instances] },
    files: read.map(({ mesh }, k) => placedFile(meshes[k]!, mesh)),
  };
}

/** @throws InspectorError as `MeshWork.read`; `no-triangles` with the file. */
async function readPlaced(work: MeshWork, file: string): Promise<ReadMesh> {
  const read = await work.read(file);
  if (meshBounds(read.mesh) === null) throw noTriangles(file, 'The mesh has no usable triangle');
  return read;
}

function noTriangles(file: string, message: string): InspectorError {
  return new InspectorError({ code: 'no-triangles', message, fix: 'Run boxwood inspect to see its findings', location: { file } });
}

function placedFile(file: string, mesh: TriangleMesh): PlacedFile {
  return { file, triangles: mesh.indices.length / 3, ...leftOutOf(mesh) };
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Writes the distinct meshes of a file next to the scene; `null` if one differs after reading it back, which is printed. */
async function partsOf(
  work: MeshWork,
  context: CliContext,
  file: string,
  out: string,
  flags: Flags,
  options: PlaceOptions,
): Promise<PlacedScene | null> {
  const { signal } = context;
  const read = await work.read(file);
  const { meshes, instances } = placeParts(read.mesh, options);
  if (!meshes.some((mesh) => meshBounds(mesh) !== null)) throw noTriangles(file, 'No part of the file has a usable triangle');
  const stem = basename(out).slice(0, -`.${sceneExtension}`.length);
  const names = meshes.map((_, k) => `${stem}-mesh-${k}.obj`);
  for (const name of names) await refuseInput(file, join(dirname(out), name));
  if (!flags.force) await checkReplaced(names, out);
  for (const [k, part] of meshes.entries()) {
    const request = {
      kind: 'bake',
      format: 'obj',
      mesh: bytesOf(part),
      trees: [],
      source: null,
      space: unknownSpace,
      findings: [],
      ignored: [],
    } as const;
    const mesh = join(dirname(out), names[k]!);
    const { verified, verification } = await writeBake(work, { file, out: mesh, request, hasFormat: false, signal });
    if (!verified) {
      context.err(errorLine(notVerified(mesh, verification?.problems ?? [])));
      return null;
    }
  }
  return { scene: { meshes: names, instances }, files: meshes.map((mesh, k) => placedFile(names[k]!, mesh)) };
}

async function refuseInput(file: string, mesh: string): Promise<void> {
  if (await isSameFile(file, mesh))
    throw invalidArgument(`The mesh file "${mesh}" of the scene would be the input file`, 'Give another name with --out');
}

function notVerified(file: string, problems: readonly string[]): InspectorErrorData {
  const message = 'The mesh differs after reading it back: neither it nor the scene was written, but meshes before it may have been';
  const [detail] = problems;
  const data = { code: 'unreadable', message, fix: 'Run boxwood check on the input', location: { file } } as const;
  return detail === undefined ? data : { ...data, detail };
}

/** @throws InspectorError `invalid-argument` for an existing mesh file that is not one of the scene to be replaced. */
async function checkReplaced(names: readonly string[], out: string): Promise<void> {
  const known = await meshesOfScene(out);
  const other = names.find((name) => !known.includes(name) && existsSync(join(dirname(out), name)));
  if (other === undefined) return;
  const message = `"${join(dirname(out), other)}" exists, and is not a mesh of the scene that is replaced`;
  throw invalidArgument(message, 'Give another name with --out, or add --force to replace the file');
}

/** Returns the meshes of an existing scene; none if there is no scene. */
async function meshesOfScene(out: string): Promise<readonly string[]> {
  try {
    return parseScene(await readFile(out, 'utf8')).meshes;
  } catch {
    return [];
  }
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

async function writeScene({ scene, files }: PlacedScene, out: string, { signal }: CliContext): Promise<PlaceReport> {
  const bytes = new TextEncoder().encode(sceneText(scene));
  await writeAtomically(out, bytes, { approve: () => Promise.resolve(true), signal });
  const counts = new Uint32Array(scene.meshes.length);
  for (const { mesh } of scene.instances) counts[mesh]!++;
  return {
    out,
    meshes: files.map((file, k) => ({ ...file, instances: counts[k]! })),
    instances: scene.instances.length,
    moving: scene.instances.filter(({ set }) => set === 'moving').length,
    bytes: bytes.length,
  };
}

function placeText({ out, meshes, instances, moving, bytes }: PlaceReport): string {
  const rows = meshes.map((mesh) => {
    const { file, triangles, instances: own } = mesh;
    return `  ${printable(file)}: ${many(own, 'instance')} of ${many(triangles, 'triangle')}\n${leftOutText(mesh)}`;
  });
  return `${printable(out)}: ${many(instances, 'instance')}, ${counted(moving)} moving, ${counted(bytes)} bytes\n${rows.join('')}`;
}
