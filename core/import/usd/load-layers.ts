import { InspectorError, type SourceLocation } from '../../error.ts';
import { byteProgress } from '../byte-progress.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import type { ImportContext } from '../importer.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { asciiText } from '../text/text-cursor.ts';
import { isZip } from '../zip/is-zip.ts';
import { openZip, readMember, type ZipArchive } from '../zip/zip-archive.ts';
import { beginsAsUsd } from './begins-as-usd.ts';
import { crateMagic } from './crate/crate-file.ts';
import { readUsdc } from './crate/read-usdc.ts';
import type { UsdArc, UsdLayer, UsdPrim } from './layer.ts';
import { readUsda } from './read-usda.ts';

/** A layer with the layers that its arcs refer to. */
export interface LoadedLayer {
  readonly layer: UsdLayer;
  /** File name for locations in findings and errors; `null` for the opened file itself. */
  readonly file: string | null;
  /** By the asset paths of its arcs; `null` if the file is missing. */
  readonly assets: Map<string, LayerStack | ForeignFile | null>;
}

/** A file of another format that an arc or a sublayer refers to: OpenUSD can read some of these with plug-ins. */
export interface ForeignFile {
  /** File name for locations in findings. */
  readonly foreignFile: string;
}

/** A layer and its sublayers, strongest first: the target of an asset path. */
export interface LayerStack {
  readonly layers: LoadedLayer[];
}

/** Files next to the opened one, or the members of a package. */
interface FileSet {
  /** `null` for the folder of the opened file. */
  readonly archive: ZipArchive | null;
  /** Prefix of the names of its files, unique per package. */
  readonly label: string;
}

const maxLayers = 4096;

const missingLayers: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Layers that the file refers to are missing, and so is their content',
  fix: 'Open the file together with the files that it refers to, or flatten it into one file',
};

const foreignFiles: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Files that the stage refers to are not USD (MaterialX, Alembic, OBJ and others), so their content is left out',
  fix: 'Convert them to USD, and refer to the copies, if they should collide',
};

/**
 * Returns the opened layer with everything that its sublayers, references and payloads refer to. Each file is read
 * once.
 * @param onRead called with the size of each layer, unpacked
 * @throws InspectorError as the readers do, with the name of the file; `too-large`; `cancelled`.
 */
export async function loadLayers(
  bytes: Uint8Array,
  context: ImportContext,
  findings: FindingList,
  onRead: (bytes: number) => void,
): Promise<LayerStack> {
  const known = new Map<string, Promise<LayerStack | ForeignFile | null>>();
  const folder: FileSet = { archive: null, label: '' };
  const open: (() => Promise<void>)[] = [];
  let layers = 0;

  /**
   * Returns the stack of a file whose bytes are loaded. Its arcs are followed later, so that files can refer to each
   * other.
   */
  async function readStack(data: Uint8Array, files: FileSet, path: string, above: readonly string[]): Promise<LayerStack> {
    if (++layers > maxLayers) throw refuse('too-large', `The file refers to more than ${maxLayers} layers`, 'Flatten it into one file');
    if (isZip(data)) {
      const archive = openZip(data);
      const member = firstMember(archive);
      const inner: FileSet = { archive, label: path === '' ? '' : `${files.label}${path}/` };
      return readStack(readMember(archive, member)!, inner, member, []);
    }
    onRead(data.length);
    const name = `${files.label}${path}`;
    const file = name === '' ? null : files.archive !== null && files.label === '' ? `${context.fileName}/${path}` : name;
    const layer = inFile(file, () => readLayer(data, context));
    const loaded: LoadedLayer = { layer, file, assets: new Map() };
    const stack: LayerStack = { layers: [loaded] };
    for (const asset of layer.subLayers) {
      const target = joined(path, asset);
      // A layer that is its own sublayer adds nothing.
      if (target === null || above.includes(target)) continue;
      const below = await bytesOf(files, target);
      if (below === null) noteMissing(findings, file, {});
      else if (isForeign(below, target)) noteForeign(findings, { foreignFile: `${files.label}${target}` });
      else stack.layers.push(...(await readStack(below, files, target, [...above, target])).layers);
    }
    open.push(async () => {
      for (const { asset } of arcsOf(layer))
        if (!loaded.assets.has(asset)) loaded.assets.set(asset, await stackAt(files, joined(path, asset)));
    });
    return stack;
  }

  async function stackAt(files: FileSet, path: string | null): Promise<LayerStack | ForeignFile | null> {
    if (path === null) return null;
    const key = `${files.label}\n${path}`;
    let stack = known.get(key);
    if (stack === undefined) {
      stack = readFile(files, path);
      known.set(key, stack);
    }
    return stack;
  }

  async function readFile(files: FileSet, path: string): Promise<LayerStack | ForeignFile | null> {
    const data = await bytesOf(files, path);
    if (data === null) return null;
    return isForeign(data, path) ? { foreignFile: `${files.label}${path}` } : readStack(data, files, path, [path]);
  }

  async function bytesOf({ archive }: FileSet, path: string): Promise<Uint8Array | null> {
    if (archive !== null) return readMember(archive, path);
    try {
      return await context.readSideFile(path);
    } catch (error) {
      // Many stages have paths that are only valid on the machine that wrote them.
      if (error instanceof InspectorError && (error.code === 'unsafe-path' || error.code === 'unreadable')) return null;
      throw error;
    }
  }

  const root = await readStack(bytes, folder, '', []);
  for (let next = open.pop(); next !== undefined; next = open.pop()) await next();
  return root;
}

/** Returns the time codes per second of a layer; 24 by default. Source: OpenUSD 26.05, `UsdStage`. */
export function timeCodesPerSecond({ layer: { fields } }: LoadedLayer): number {
  const values = ['timeCodesPerSecond', 'framesPerSecond']
    .map((name) => fields.get(name))
    .map((value) => (value instanceof Float64Array ? (value[0] ?? 0) : 0));
  return values.find((value) => value > 0 && value < Infinity) ?? 24;
}

/** Returns whether a stack shifts or scales the times of its sublayers. */
export function retimesLayers({ layers }: LayerStack): boolean {
  return layers.some((loaded) => loaded.layer.retimesSubLayers || timeCodesPerSecond(loaded) !== timeCodesPerSecond(layers[0]));
}

/**
 * Adds a finding for a missing layer.
 * @param location in `file`: of the arc, if known.
 */
export function noteMissing(findings: FindingList, file: string | null, location: SourceLocation): void {
  addFinding(findings, missingLayers, { ...(file !== null && { file }), ...location });
}

/** Adds a finding for a file that is not USD. */
export function noteForeign(findings: FindingList, { foreignFile }: ForeignFile): void {
  addFinding(findings, foreignFiles, { file: foreignFile });
}

/**
 * Returns whether a file that a layer refers to is not USD, by its content. A file with an extension of USD is not
 * foreign: without the mark of USD it is damaged.
 */
function isForeign(bytes: Uint8Array, path: string): boolean {
  return !/\.usd[acz]?$/i.test(path) && !beginsAsUsd(bytes);
}

function readLayer(bytes: Uint8Array, context: ImportContext): UsdLayer {
  const report = byteProgress((fraction) => context.progress(fraction / 2), bytes.length);
  return asciiText(bytes, 0, Math.min(bytes.length, crateMagic.length)) === crateMagic ? readUsdc(bytes, report) : readUsda(bytes, report);
}

/** Returns the root layer of a package: its first file. Source: AOUSD Core Specification 1.0.1, section 16.4.1. */
function firstMember(archive: ZipArchive): string {
  const [first] = [...archive.members.values()].sort((a, b) => a.offset - b.offset).filter(({ name }) => !name.endsWith('/'));
  if (first === undefined || !/\.usd[ac]?$/i.test(first.name))
    throw refuse('malformed', 'The first file of the package is not a USD layer', exportAgain, { byte: first?.offset ?? 0 });
  return first.name;
}

/** Runs `read` and adds the file name to errors of a layer other than the opened one. */
export function inFile<Result>(file: string | null, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (file === null || !(error instanceof InspectorError) || error.location.file !== undefined || error.code === 'cancelled') throw error;
    throw new InspectorError({ ...error.toJSON(), location: { file, ...error.location } }, { cause: error });
  }
}

/**
 * Returns the path of an asset relative to the folder of the layer that names it. Returns `null` for a web address, a
 * drive, or a path that leaves the folder.
 */
function joined(from: string, asset: string): string | null {
  // For a file in a package, the root layer of the package is used.
  const path = asset.replaceAll('\\', '/').replace(/\[.*\]$/, '');
  if (/^[a-z][\w+.-]*:/i.test(path) || path.startsWith('/')) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join('/');
}

function* arcsOf(layer: UsdLayer): Iterable<UsdArc> {
  const open: UsdPrim[] = [...layer.roots.values()];
  for (let prim = open.pop(); prim !== undefined; prim = open.pop()) {
    for (const arc of [...prim.references, ...prim.payloads]) if (arc.asset !== '') yield arc;
    for (const child of prim.children.values()) open.push(child);
    for (const variants of prim.variantSets.values()) open.push(...variants.values());
  }
}
