import { noProgress } from '../../progress.ts';
import { byteProgress } from '../byte-progress.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { attribute, readXml } from '../xml/read-xml.ts';
import { readMember, type ZipArchive } from '../zip/zip-archive.ts';

export const relationships = '_rels/.rels';
const startPart = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';

/**
 * Returns the name of a package's root model part, found by its relationship (ECMA-376 part 2, section 6.5; 3MF Core
 * 2.1.1).
 * @throws InspectorError `malformed` unless there is exactly one.
 */
export function findModel(archive: ZipArchive): string {
  const bytes = readMember(archive, relationships);
  if (bytes === null) throw refuse('malformed', `The archive has no ${relationships}: it is not a 3MF package`, exportAgain);
  const targets: string[] = [];
  const events = {
    open: (tag: Parameters<typeof attribute>[0]) => {
      if (tag.name === 'Relationship' && attribute(tag, 'Type') === startPart) targets.push(attribute(tag, 'Target') ?? '');
    },
    close: () => {},
  };
  readXml(bytes, events, byteProgress(noProgress, bytes.length));
  const [target, another] = targets;
  if (target === undefined) throw refuse('malformed', 'The package names no root model', exportAgain);
  if (another !== undefined) throw refuse('malformed', 'The package names two root models', exportAgain);
  return modelPartName(target);
}

/**
 * Returns the name of a part as the archive has it. Part names start at the package root. Some archives percent-encode
 * them (`%20`) and others do not.
 */
export function modelPartName(target: string): string {
  return target.replace(/^\/+/, '');
}
