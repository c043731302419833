import { maxLocations, type Finding } from '../../finding.ts';
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
  /** Returns the finding about models in deeper folders of which the import has read none so far; none without such models. */
  readonly otherModels: () => readonly Finding[];
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
  const robots = paths.filter((path) => isRobot(files, path, context));
  const candidates = robots.length > 0 ? robots : paths.filter((path) => formatOfExtension(fileExtension(path)) !== null);
  const models = nearest(candidates);
  const [model] = models;
  if (model === undefined) {
    throw refuse('unsupported-format', 'The ZIP archive has no file of a format that is read', `Open ${formatsInWords('or')}`);
  }
  if (models.length > 1) throw severalModels(models);
  const folders = foldersAround(model);
  const unread = new Set(candidates);
  unread.delete(model);
  return {
    bytes: unpack(files.archive, memberName(files, model)!),
    context: {
      ...context,
      fileName: `${context.fileName}/${model}`,
      readSideFile: async (path) => {
        for (const folder of folders) {
          const name = memberName(files, folder + path);
          if (name === undefined) continue;
          unread.delete(pathOf(name));
          return unpack(files.archive, name);
        }
        return null;
      },
    },
    otherModels: () => (unread.size === 0 ? [] : [notShown([...unread], context.fileName)]),
  };
}

/** Returns the files of an archive, without folders, hidden files and what macOS adds. */
function filesOf(bytes: Uint8Array): ArchivedFiles {
  const archive = openZip(bytes, 'exact');
  const byPath = new Map<string, string>();
  const byLowerCase = new Map<string, string>();
  for (const { name } of archive.members.values()) {
    const path = pathOf(name);
    if (/(^|\/)(__MACOSX\/|\.|$)/.test(path)) continue;
    byPath.set(path, name);
    if (!byLowerCase.has(path.toLowerCase())) byLowerCase.set(path.toLowerCase(), name);
  }
  return { archive, byPath, byLowerCase };
}

/** Returns the path of a member. Some programs write `./` before it. */
function pathOf(name: string): string {
  return name.replace(/^(\.\/)+/, '');
}

/** Returns the name of the member at a path, if there is one. Programs of Windows write names in any case. */
function memberName({ byPath, byLowerCase }: ArchivedFiles, path: string): string | undefined {
  return byPath.get(path) ?? byLowerCase.get(path.toLowerCase());
}

/** Returns the bytes of a member of a known name. */
function unpack(archive: ZipArchive, name: string): Uint8Array {
  const { bytes, storedBytes, offset } = archive.members.get(name)!;
  if (bytes > anyRatioBytes && bytes > maxRatio * storedBytes) {
    const message = `${name} takes ${inMebibytes(bytes)} when unpacked, more than ${maxRatio} times its packed size`;
    throw refuse('too-large', message, 'Unpack it, and open what is in it', { byte: offset });
  }
  return readMember(archive, name)!;
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
  return refuse(
    'unsupported-format',
    `The ZIP archive has ${models.length.toLocaleString('en')} models: ${listed(models)}`,
    'Unpack it, and open one of them',
  );
}

function notShown(models: readonly string[], archive: string): Finding {
  return {
    code: 'not-applied',
    severity: 'info',
    count: models.length,
    message: `The ZIP archive has other models in deeper folders, which are not shown: ${listed(models)}`,
    fix: 'Unpack it to open one of them',
    locations: models.slice(0, maxLocations).map((path) => ({ file: `${archive}/${path}` })),
  };
}

function listed(models: readonly string[]): string {
  const more = models.length > maxListed ? `, and ${(models.length - maxListed).toLocaleString('en')} more` : '';
  return models.slice(0, maxListed).join(', ') + more;
}
