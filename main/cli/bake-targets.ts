import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  bakeFormats,
  type BakeNote,
  bakeTargets,
  recipeFileName,
  type BakeTargetName,
  type ExceededLimit,
  type Recipe,
  type RecipeTarget,
  targetOptions,
} from '#core/bake';
import { InspectorError, type InspectorErrorCode, invalidArgument, toErrorData, type InspectorErrorData } from '#core/error';
import type { EngineReport } from '#core/health';
import { interpretSpace } from '#core/import';
import type { ImportOptions, SpaceOptions, FlatChoice } from '#core/options';
import { type CacheFolder, fromCache, intoCache } from '../cache/cache-folder.ts';
import { isAddress, shownFile } from '../remote/address.ts';
import { checkOut, isSameFile } from '../remote/write-out.ts';
import { convertForBake } from './bake-request.ts';
import type { MeshWork, ReadMesh } from './mesh-work.ts';
import { writeBake } from './write-bake.ts';

/** How files are baked for targets. */
export interface TargetSettings {
  readonly recipe: Recipe;
  /** Output folder. */
  readonly folder: string;
  readonly reading: ImportOptions;
  readonly space: SpaceOptions;
  readonly flat: FlatChoice;
  /** Only reports what would be written. */
  readonly isDry: boolean;
  /** `null` bakes every file again. */
  readonly cache: CacheFolder | null;
  /** Called when the cache cannot be written. The files of targets are then still written. */
  readonly onCacheError: (error: InspectorErrorData) => void;
  /** See `BakeTask`. */
  readonly inputs: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** One file that was baked for one target. */
export interface TargetReport {
  readonly target: BakeTargetName;
  readonly out: string;
  readonly format: string;
  /** Size of the file; of a dry run that of the file that would be written. */
  readonly bytes: number;
  /** `unchanged`: the file has these bytes already, by the cache. */
  readonly state: 'written' | 'unchanged' | 'dry' | 'refused' | 'failed';
  readonly verified: boolean;
  readonly queries: number;
  readonly mismatches: number;
  readonly problems: readonly string[];
  readonly notes: readonly BakeNote[];
  readonly exceeded: readonly ExceededLimit[];
  /** The mesh as the engine of the target holds it, in the unit to which the target converts; `null` without an engine. */
  readonly engine: (EngineReport & { readonly metresPerUnit: number | null }) | null;
  readonly milliseconds: number;
}

export interface TargetsOfFile {
  readonly file: string;
  readonly targets: readonly TargetReport[];
  readonly error: InspectorErrorData | null;
}

/** What the cache keeps of a bake: the hash of its bytes, and what else the report has. */
type Kept = Pick<TargetReport, 'bytes' | 'queries' | 'mismatches' | 'notes' | 'exceeded' | 'engine'> & { readonly sha256: string };

/** Bakes a file for all targets of a recipe. A file that cannot be read or written has an error. @throws InspectorError `cancelled`. */
export async function bakeForTargets(work: MeshWork, file: string, settings: TargetSettings): Promise<TargetsOfFile> {
  const targets: TargetReport[] = [];
  try {
    const read = await work.read(file, settings.reading);
    for (const wanted of settings.recipe.targets) targets.push(await bakeForTarget(work, read, wanted, settings));
    return { file: shownFile(file), targets, error: null };
  } catch (thrown) {
    const error = toErrorData(thrown);
    // One file, such as one with a flat collider, does not end the others.
    if (error.code === 'cancelled') throw thrown;
    return { file: shownFile(file), targets, error };
  }
}

/** Returns the path of the file of a target. */
export function targetPath(file: string, target: RecipeTarget, folder: string): string {
  const fileName = recipeFileName(target, basename(file, extname(file)));
  return isAddress(folder) ? `${folder.replace(/\/+$/, '')}/${fileName}` : join(folder, fileName);
}

async function bakeForTarget(work: MeshWork, read: ReadMesh, wanted: RecipeTarget, settings: TargetSettings): Promise<TargetReport> {
  const start = performance.now();
  const { folder, cache, isDry, signal } = settings;
  const { format: formatName } = bakeTargets[wanted.target];
  const out = targetPath(read.file, wanted, folder);
  if (await isSameFile(read.file, out))
    throw invalidArgument(`The output of ${wanted.target} is the input file`, 'Give another name in the recipe');
  // The cache knows the bytes of one file on the disk.
  const isCached = cache !== null && !isDry && !isAddress(out) && !bakeTargets[wanted.target].hasSideFiles;
  const key = isCached ? keyOf(read, wanted, settings) : null;
  const known = key === null || cache === null ? null : await unchanged(cache, key, out);
  const base = { target: wanted.target, out, format: formatName, problems: [] };
  if (known !== null) {
    const { bytes, queries, mismatches, notes, exceeded, engine } = known;
    const kept = { bytes, queries, mismatches, notes, exceeded, engine };
    return { ...base, ...kept, state: 'unchanged', verified: true, milliseconds: performance.now() - start };
  }
  // The rules of engines are for the unit and axes of the file.
  const none = { bytes: 0, verified: false, queries: 0, mismatches: 0, notes: [] };
  const refused = (rest: Pick<TargetReport, 'problems' | 'exceeded' | 'engine'>): TargetReport => {
    return { ...base, ...none, ...rest, state: 'refused', milliseconds: performance.now() - start };
  };
  const request = await orRefusal(requestOf(work, read, wanted, settings));
  if ('problem' in request) return refused({ problems: [request.problem], exceeded: [], engine: null });
  const { exceeded, engine: held } = await work.run(read.file, 'comparing', { kind: 'target', mesh: request.mesh, target: wanted.target });
  const engine = held === null ? null : { ...held, metresPerUnit: request.space.metresPerUnit };
  if (exceeded.length > 0 && wanted.limits === 'refuse') return refused({ problems: [], exceeded, engine });
  if (isDry) {
    const result = await orRefusal(work.run(read.file, 'baking', request));
    if ('problem' in result) return refused({ problems: [result.problem], exceeded, engine });
    const dry = { bytes: result.bytes.length, notes: result.notes, state: 'dry' } as const;
    return { ...base, ...none, ...dry, exceeded, engine, milliseconds: performance.now() - start };
  }
  if (!isAddress(out)) await mkdir(dirname(resolve(out)), { recursive: true });
  await checkOut(out);
  const written = await orRefusal(writeBake(work, { file: read.file, out, request, hasFormat: false, inputs: settings.inputs, signal }));
  if ('problem' in written) return refused({ problems: [written.problem], exceeded, engine });
  const { bytes, verified, notes, verification } = written;
  const { queries = 0, mismatches = 0, problems = [] } = verification ?? {};
  const kept = { bytes, queries, mismatches, notes, exceeded, engine };
  if (verified && key !== null && cache !== null)
    await keep(cache, key, out, kept).catch((thrown: unknown) => settings.onCacheError(toErrorData(thrown)));
  return { ...base, ...kept, verified, problems, state: verified ? 'written' : 'failed', milliseconds: performance.now() - start };
}

/** Codes of errors by which a format refuses a mesh; others are of the file or the disk, and end its targets. */
const refusals: ReadonlySet<InspectorErrorCode> = new Set(['invalid-argument', 'too-large', 'no-triangles']);

/** Returns the result, or why a format refuses the mesh: the other targets do not end with it. */
async function orRefusal<T extends object>(result: Promise<T>): Promise<T | { readonly problem: string }> {
  try {
    return await result;
  } catch (thrown) {
    const { code, message, fix } = toErrorData(thrown);
    if (!refusals.has(code)) throw thrown;
    return { problem: `${message}. ${fix}` };
  }
}

/** Converts the mesh to the space of the target, and builds its tree. */
async function requestOf(
  work: MeshWork,
  read: ReadMesh,
  { target: name, flat: own }: RecipeTarget,
  { recipe, space: stated, flat }: TargetSettings,
) {
  const format = bakeFormats[bakeTargets[name].format];
  const space = interpretSpace(read.imported.space, stated);
  const options = targetOptions(bakeTargets[name], space, own ?? flat);
  const { request } = await convertForBake(work, read, { format, space, options, runs: null }, (ready) => treesFor(work, ready, recipe));
  return request;
}

async function treesFor(work: MeshWork, ready: ReadMesh, { tree }: Recipe): Promise<readonly ArrayBuffer[]> {
  if (tree !== null) return [(await work.build(ready, tree)).tree];
  return ready.imported.trees.length > 0 ? ready.imported.trees.map((held) => held.tree) : [(await work.anyTree(ready)).tree];
}

/** Returns the key of a bake: everything that its bytes depend on, and its name. */
function keyOf({ imported }: ReadMesh, wanted: RecipeTarget, { recipe, space, flat }: TargetSettings): string {
  const { mesh, source, findings, ignored, space: own } = imported;
  const trees = imported.trees.map(({ tree }) => sha256(new Uint8Array(tree)));
  return sha256(
    JSON.stringify(['bake', wanted, recipe.tree, space, flat, own, source, findings, ignored, trees, sha256(new Uint8Array(mesh))]),
  );
}

/** Returns what the cache has of a bake whose file still has the same bytes; `null` otherwise. */
async function unchanged(cache: CacheFolder, key: string, out: string): Promise<Kept | null> {
  const entry = await fromCache(cache, key);
  if (entry === null) return null;
  const kept = entry.content as Kept; // The hash of the entry proves that this version wrote it.
  const bytes = await readFile(resolve(out)).catch(() => null);
  return bytes !== null && sha256(bytes) === kept.sha256 ? kept : null;
}

async function keep(cache: CacheFolder, key: string, out: string, result: Omit<Kept, 'sha256'>): Promise<void> {
  await intoCache(cache, key, { ...result, sha256: sha256(await readFile(resolve(out))) } satisfies Kept);
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** @throws InspectorError `invalid-argument` if two outputs have one path, or an output is another input. */
export function refuseSameOutputs(files: readonly string[], recipe: Recipe, folder: string): void {
  const taken = new Map<string, string>();
  const inputs = new Map(files.map((file) => [resolve(file).toLowerCase(), file]));
  for (const file of files) {
    for (const target of recipe.targets) {
      const out = resolve(targetPath(shownFile(file), target, folder));
      const before = taken.get(out.toLowerCase());
      if (before !== undefined)
        throw new InspectorError({
          code: 'invalid-argument',
          message: `${shownFile(before)} and ${shownFile(file)} would both be written to ${out}`,
          fix: 'Give names with {name} and {target} in the recipe, or bake the files into different folders',
          location: {},
        });
      const input = inputs.get(out.toLowerCase());
      if (input !== undefined && input !== file)
        throw new InspectorError({
          code: 'invalid-argument',
          message: `The output of ${target.target} for ${shownFile(file)} is ${shownFile(input)}, which is an input`,
          fix: 'Write to another folder, or leave out the files of earlier bakes',
          location: {},
        });
      taken.set(out.toLowerCase(), file);
    }
  }
}
