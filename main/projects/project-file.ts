import {
  buildOptions,
  type BuildOptions,
  checkValues,
  importOptions,
  type ImportOptions,
  type OptionTable,
  type OptionValues,
} from '#core/options';
import { projectExtension } from '#host-api';
import { InspectorError, type InspectorErrorCode } from '#core/error';
import { type IgnoredFinding, readIgnored } from '#core/ignored-finding';

/** Version of the file. A later version of Boxwood increases it when an older one could not open what it writes. */
export const projectVersion = 1;

/** Where the mesh of a project is. */
export type MeshReference =
  /** Paths with forward slashes, relative to the project; absolute ones where that is not possible. */
  | { readonly kind: 'file'; readonly path: string; readonly sideFiles: readonly string[] }
  /** A sample of Boxwood, by its file name. */
  | { readonly kind: 'sample'; readonly path: string }
  /** The files themselves, the mesh first; paths relative to its folder. */
  | { readonly kind: 'embedded'; readonly files: readonly { readonly path: string; readonly base64: string }[] }
  /** A repaired copy that was not saved. */
  | { readonly kind: 'copy' };

export interface ProjectMesh {
  readonly name: string;
  readonly byteLength: number;
  /** Hash of the mesh file without its side files; `null` if it is unknown. */
  readonly sha256: string | null;
  readonly importing: ImportOptions;
  /** Options of its tree; `null` for the default. */
  readonly tree: BuildOptions | null;
  readonly ignored: readonly IgnoredFinding[];
  readonly reference: MeshReference;
}

/** A project file: its meshes, and the session of the page, which belongs to the page. */
export interface ProjectFile {
  /** In the order of the session's documents. */
  readonly meshes: readonly ProjectMesh[];
  readonly session: unknown;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Only of a kept session: what it holds in addition to the meshes; see `KeptSession`. */
  readonly holds?: readonly string[];
}

export function isProjectName(name: string): boolean {
  return name.toLowerCase().endsWith(`.${projectExtension}`);
}

/** Returns the bytes of a project file, UTF-8 JSON. */
export function writeProject({ meshes, session, savedAt, holds }: ProjectFile): Uint8Array<ArrayBuffer> {
  const schema = 'https://boxwood.invalid/schemas/project.schema.json';
  return new TextEncoder().encode(JSON.stringify({ $schema: schema, boxwoodProject: projectVersion, savedAt, holds, meshes, session }));
}

/**
 * Reads a project file. Unknown fields are ignored.
 * @throws InspectorError `unsupported-format` for another file, `unsupported-dialect` for a later version, `malformed`.
 */
export function readProject(bytes: Uint8Array, file: string): ProjectFile {
  const parsed = parse(bytes, file);
  if (!isRecord(parsed) || !('boxwoodProject' in parsed))
    throw refused('unsupported-format', file, '', 'This is not a Boxwood project', `Open a file that Save project has written`);
  const { boxwoodProject: version, meshes, session, savedAt = 0, holds = [] } = parsed;
  if (typeof version === 'number' && version > projectVersion) {
    const message = `This project was saved by a later version of Boxwood: its format is ${version}, and this version reads ${projectVersion}`;
    throw refused('unsupported-dialect', file, '/boxwoodProject', message, 'Update Boxwood');
  }
  if (version !== projectVersion) throw damaged(file, '/boxwoodProject', `Expected ${projectVersion}`);
  if (!Array.isArray(meshes)) throw damaged(file, '/meshes', 'Expected a list');
  if (!isRecord(session) || !Array.isArray(session['documents']) || session['documents'].length !== meshes.length)
    throw damaged(file, '/session/documents', 'Expected one document for each mesh');
  return {
    meshes: meshes.map((mesh: unknown, i) => readMesh(mesh, file, `/meshes/${i}`)),
    session,
    savedAt: Number(savedAt),
    holds: Array.isArray(holds) ? holds.filter((word) => typeof word === 'string') : [],
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parse(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    throw new InspectorError({
      code: 'malformed',
      message: 'This project is damaged: it is not complete JSON',
      fix: 'Save it again, or open an older copy',
      location: { file },
      detail,
    });
  }
}

function readMesh(value: unknown, file: string, pointer: string): ProjectMesh {
  if (!isRecord(value)) throw damaged(file, pointer, 'Expected an object');
  const { name, byteLength, sha256 = null, importing = {}, tree = null, ignored = [], reference } = value;
  if (typeof name !== 'string' || name === '' || name.length > 4096) throw damaged(file, `${pointer}/name`, 'Expected a name');
  if (typeof byteLength !== 'number' || !(byteLength >= 0)) throw damaged(file, `${pointer}/byteLength`, 'Expected a number of bytes');
  if (sha256 !== null && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)))
    throw damaged(file, `${pointer}/sha256`, 'Expected 64 hexadecimal digits');
  return {
    name,
    byteLength,
    sha256,
    importing: readOptions(importOptions, importing, file, `${pointer}/importing`),
    tree: tree === null ? null : readOptions(buildOptions, tree, file, `${pointer}/tree`),
    ignored: readIgnored(ignored, `${pointer}/ignored`, true),
    reference: readReference(reference, file, `${pointer}/reference`),
  };
}

function readOptions<Table extends OptionTable>(table: Table, value: unknown, file: string, pointer: string): OptionValues<Table> {
  if (!isRecord(value)) throw damaged(file, pointer, 'Expected an object');
  try {
    return checkValues(table, Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(table, name))));
  } catch (thrown) {
    throw damaged(file, pointer, thrown instanceof InspectorError ? thrown.message : 'Expected options');
  }
}

function readReference(value: unknown, file: string, pointer: string): MeshReference {
  if (!isRecord(value)) throw damaged(file, pointer, 'Expected an object');
  const { kind, path, sideFiles = [], files } = value;
  switch (kind) {
    case 'file':
      if (!isPath(path)) throw damaged(file, `${pointer}/path`, 'Expected a path');
      if (!Array.isArray(sideFiles) || !sideFiles.every(isPath)) throw damaged(file, `${pointer}/sideFiles`, 'Expected paths');
      return { kind, path, sideFiles };
    case 'sample':
      if (!isPath(path)) throw damaged(file, `${pointer}/path`, 'Expected a path');
      return { kind, path };
    case 'embedded':
      if (!Array.isArray(files) || files.length === 0 || !files.every(isEmbedded))
        throw damaged(file, `${pointer}/files`, 'Expected files');
      return { kind, files };
    case 'copy':
      return { kind };
    default:
      throw damaged(file, `${pointer}/kind`, 'Expected file, sample, embedded or copy');
  }
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 4096 && !value.includes('\0');
}

function isEmbedded(value: unknown): value is { readonly path: string; readonly base64: string } {
  return isRecord(value) && isPath(value['path']) && typeof value['base64'] === 'string';
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function damaged(file: string, pointer: string, message: string): InspectorError {
  return refused('malformed', file, pointer, message, 'Save the project again, or open an older copy');
}

function refused(code: InspectorErrorCode, file: string, pointer: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code, message, fix, location: { file, ...(pointer !== '' && { pointer }) } });
}
