import { InspectorError } from '../../error.ts';
import { noProgress } from '../../progress.ts';
import { byteProgress } from '../byte-progress.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { attribute, readXml, type XmlTag } from '../xml/read-xml.ts';
import { readMember, type ZipArchive } from '../zip/zip-archive.ts';

/** A relationship of a package or of one of its parts. Source: ECMA-376 part 2, section 6.5. */
export interface Relationship {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
  readonly line: number;
}

const printTicket = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/printticket';

const external: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Relationships have targets outside of the package, which 3MF forbids',
  fix: 'The targets were not read; save the file with its resources in the package',
};

const missing: FindingKind = {
  ...external,
  message: 'Relationships name parts that the package does not have',
  fix: 'The geometry was read; correct the program that made the file',
};

const twoTickets: FindingKind = { ...missing, message: 'A part has more than one print ticket, which 3MF forbids' };

const damaged: FindingKind = { ...missing, message: 'The relationships of a model part cannot be read, and were not checked' };

/**
 * Returns the relationships of a part.
 * @throws InspectorError as `readXml`.
 */
export function readRelationships(bytes: Uint8Array): readonly Relationship[] {
  const found: Relationship[] = [];
  const events = {
    open: (tag: XmlTag) => {
      if (tag.name !== 'Relationship') return;
      const target = attribute(tag, 'Target') ?? '';
      const isExternal = attribute(tag, 'TargetMode') === 'External' || /^[a-z][\w+.-]*:/i.test(target);
      found.push({ type: attribute(tag, 'Type') ?? '', target, isExternal, line: tag.line });
    },
    close: () => {},
  };
  readXml(bytes, events, byteProgress(noProgress, bytes.length));
  return found;
}

/**
 * Adds findings for the relationships of a part: targets outside of the package or missing from it, and several print
 * tickets. They do not touch the geometry. Source: 3MF Core Specification 1.3.0, section 2.1.
 * @param folder of the part, with a slash at its end; empty for the package.
 * @param file name of the relationships in messages.
 */
export function checkRelationships(
  { members }: ZipArchive,
  list: readonly Relationship[],
  folder: string,
  file: string,
  findings: FindingList,
): void {
  let tickets = 0;
  for (const { type, target, isExternal, line } of list) {
    if (isExternal) addFinding(findings, external, { file, line });
    else if (!members.has(memberName(folder, target)) && !members.has(memberName(folder, decoded(target))))
      addFinding(findings, missing, { file, line });
    if (type === printTicket && ++tickets === 2) addFinding(findings, twoTickets, { file, line });
  }
}

/** Checks the relationships of a model part, if it has any. */
export function checkPart(archive: ZipArchive, part: string, fileName: string, findings: FindingList): void {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const file = `${fileName}/${path}`;
  try {
    const bytes = readMember(archive, path);
    if (bytes !== null) checkRelationships(archive, readRelationships(bytes), folder, file, findings);
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code === 'cancelled') throw error;
    addFinding(findings, damaged, { file });
  }
}

/** Returns the key of a member: a target starts at the root of the package, or at the folder of its part. */
function memberName(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/').toLowerCase();
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
