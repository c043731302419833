import { fileExtension } from '../file-kind.ts';
import { formatOfExtension, formatsInWords } from '../formats.ts';
import type { ImportContext } from '../importer.ts';
import { robotByContent } from '../recognise-format.ts';
import { refuse } from '../refuse.ts';
import { inMebibytes } from '../source/byte-source.ts';
import { memberHead } from './member-head.ts';
import { openZip, readMember, type ZipArchive } from './zip-archive.ts';

/** The model of an archive, and a context that reads its side files from the archive. */
export interface ArchivedModel {
  readonly bytes: Uint8Array;
  readonly context: ImportContext;
}

/** The files of an archive. */
interface ArchivedFiles {
  readonly archive: ZipArchive;
  /** The members by their paths, and the first of each path in lower case. */
  readonly byPath: ReadonlyMap<string, string>;
  readonly byLowerCase: ReadonlyMap<string, string>;
}

/** Names of models that a message lists. */
const maxListed = 5;
/** A member of more bytes than this must not be packed more than `maxRatio` times smaller: text of meshes is not. */
const anyRatioBytes = 2 ** 26;
const maxRatio = 100;
/** Bytes that show whether XML is a robot. */
const headBytes = 4096;

/**
 * Finds the model of a ZIP archive: a robot description if there is any, else the only file of a readable format in the folder nearest to the root. Its
 * side files are searched by their path from the folder of the model, then from each folder around it.
 * @throws InspectorError `unsupported-format` for no model, several models and a scene; `too-large` for a member that unpacks to far too much; as
 * `openZip` and `readMember`.
 */
export function archivedModel(bytes: Uint8Array, context: ImportContext): ArchivedModel {
  const files = filesOf(bytes);
  const paths = [...files.byPath.keys()];
  if (paths.some((path) => path.endsWith('.boxwood-scene.json')))
    throw refuse('unsupported-format', 'The ZIP archive is a scene of several meshes', 'Open it in the app, or with boxwood scene');
  const robots = nearest(paths.filter((path) => isRobot(files, path, context)));
  const models = robots.length > 0 ? robots : nearest(paths.filter((path) => formatOfExtension(fileExtension(path)) !== null));
  const [model] = models;
  if (model === undefined) {
    throw refuse('unsupported-format', 'The ZIP archive has no file of a format that is read', `Open ${formatsInWords('or')}`);
  }
  if (models.length > 1) throw severalModels(models);
  const folders = foldersAround(model);
  return {
    bytes: readPath(files, model)!,
    context: {
      ...context,
      fileName: `${context.fileName}/${model}`,
      readSideFile: async (path) => {
        for (const folder of folders) {
          const found = readPath(files, folder + path);
          if (found !== null) return found;
        }
        return null;
      },
    },
  };
}

/** Returns the files of an archive, without folders, hidden files and what macOS adds. */
function filesOf(bytes: Uint8Array): ArchivedFiles {
  const archive = openZip(bytes, 'exact');
  const byPath = new Map<string, string>();
  const byLowerCase = new Map<string, string>();
  for (const { name } of archive.members.values()) {
    const path = name.replace(/^(\.\/)+/, '');
    if (/(^|\/)(__MACOSX\/|\.|$)/.test(path)) continue;
    byPath.set(path, name);
    if (!byLowerCase.has(path.toLowerCase())) byLowerCase.set(path.toLowerCase(), name);
  }
  return { archive, byPath, byLowerCase };
}

/** Returns the bytes of a file; `null` without one. Programs of Windows write names in any case. */
function readPath({ archive, byPath, byLowerCase }: ArchivedFiles, path: string): Uint8Array | null {
  const member = archive.members.get(byPath.get(path) ?? byLowerCase.get(path.toLowerCase()) ?? '');
  if (member === undefined) return null;
  const { name, bytes, storedBytes, offset } = member;
  if (bytes > anyRatioBytes && bytes > maxRatio * storedBytes) {
    const message = `${name} takes ${inMebibytes(bytes)} when unpacked, more than ${maxRatio} times its packed size`;
    throw refuse('too-large', message, 'Unpack it, and open what is in it', { byte: offset });
  }
  return readMember(archive, name);
}

/** Whether a file is URDF or MJCF, which names all its meshes. Files of other programs end in `.xml` too. */
function isRobot({ archive, byPath }: ArchivedFiles, path: string, { progress }: ImportContext): boolean {
  const extension = fileExtension(path);
  if (extension !== 'xml') return ['mjcf', 'urdf'].includes(formatOfExtension(extension) ?? '');
  progress(0);
  const head = memberHead(archive, byPath.get(path)!, headBytes);
  return head !== null && robotByContent(head) !== null;
}

/** Returns the paths in the fewest folders. */
function nearest(paths: readonly string[]): readonly string[] {
  const depthOf = (path: string): number => path.split('/').length;
  const min = paths.reduce((depth, path) => Math.min(depth, depthOf(path)), Infinity);
  return paths.filter((path) => depthOf(path) === min);
}

/** Returns the folder of a file, and those around it up to the root, which is empty. */
function foldersAround(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, i) => `${names.slice(0, names.length - i).join('/')}/`).concat('');
}

function severalModels(models: readonly string[]): Error {
  const more = models.length > maxListed ? `, and ${(models.length - maxListed).toLocaleString('en')} more` : '';
  const listed = models.slice(0, maxListed).join(', ') + more;
  return refuse(
    'unsupported-format',
    `The ZIP archive has ${models.length.toLocaleString('en')} models: ${listed}`,
    'Unpack it, and open one of them',
  );
}
