import { fileExtension } from '../file-kind.ts';
import { formatOfExtension, formatsInWords } from '../formats.ts';
import type { ImportContext } from '../importer.ts';
import { recogniseFormat } from '../recognise-format.ts';
import { refuse } from '../refuse.ts';
import { heldSource } from '../source/byte-source.ts';
import { openZip, readMember, type ZipArchive } from './zip-archive.ts';

/** The model of an archive, and a context that reads its side files from the archive. */
export interface ArchivedModel {
  readonly bytes: Uint8Array;
  readonly context: ImportContext;
}

/** Names of models that a message lists. */
const maxListed = 5;

/**
 * Finds the model of a ZIP archive: a robot description if there is any, else the only file of a readable format in the folder nearest to the root. Its
 * side files are members next to it, or by their path from the root.
 * @throws InspectorError `unsupported-format` for no model and for several; as `openZip` and `readMember`.
 */
export function archivedModel(bytes: Uint8Array, context: ImportContext): ArchivedModel {
  const archive = openZip(bytes);
  const names = [...archive.members.values()].map(({ name }) => name).filter(isFile);
  const robots = nearest(names.filter((name) => isRobot(archive, name)));
  const models = robots.length > 0 ? robots : nearest(names.filter((name) => formatOfExtension(fileExtension(name)) !== null));
  const [model] = models;
  if (model === undefined) {
    throw refuse('unsupported-format', 'The ZIP archive has no file of a format that is read', `Open ${formatsInWords('or')}`);
  }
  if (models.length > 1) throw severalModels(models);
  const folder = model.slice(0, model.lastIndexOf('/') + 1);
  return {
    bytes: readMember(archive, model)!,
    context: {
      ...context,
      fileName: `${context.fileName}/${model}`,
      readSideFile: async (path) => readMember(archive, folder + path) ?? readMember(archive, path),
    },
  };
}

/** Folders and what macOS adds are no files of the model. */
function isFile(name: string): boolean {
  return !/(^|\/)(__MACOSX\/|\.|$)/.test(name);
}

/** Whether a member is URDF or MJCF, which names all its meshes. Files of other programs end in `.xml` too. */
function isRobot(archive: ZipArchive, name: string): boolean {
  const extension = fileExtension(name);
  if (extension !== 'xml') return ['mjcf', 'urdf'].includes(formatOfExtension(extension) ?? '');
  const recognised = recogniseFormat(heldSource(readMember(archive, name)!), name);
  return recognised !== null && 'format' in recognised;
}

/** Returns the names in the fewest folders. */
function nearest(names: readonly string[]): readonly string[] {
  const depthOf = (name: string): number => name.split('/').length;
  const least = names.reduce((depth, name) => Math.min(depth, depthOf(name)), Infinity);
  return names.filter((name) => depthOf(name) === least);
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
