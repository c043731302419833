import { exportAgain, refuse } from '../refuse.ts';
import { readMember } from '../zip/zip-archive.ts';
import { checkRelationships, readRelationships, type CheckedPackage } from './relationships.ts';

export const relationships = '_rels/.rels';
const startPart = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';

/**
 * Returns the name of a package's root model part, found by its relationship (ECMA-376 part 2, section 6.5; 3MF Core
 * 2.1.1), and adds findings for the other relationships.
 * @throws InspectorError `malformed` unless there is exactly one.
 */
export function findModel(within: CheckedPackage): string {
  const bytes = readMember(within.archive, relationships);
  if (bytes === null) throw refuse('malformed', `The archive has no ${relationships}: it is not a 3MF package`, exportAgain);
  const list = readRelationships(bytes);
  checkRelationships(within, list, '', `${within.fileName}/${relationships}`);
  const targets = list.flatMap(({ type, target }) => (type === startPart ? [target] : []));
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
