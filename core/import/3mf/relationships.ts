import { InspectorError } from '../../error.ts';
import { noProgress } from '../../progress.ts';
import { byteProgress } from '../byte-progress.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { attribute, readXml, type XmlTag } from '../xml/read-xml.ts';
import { readMember, type ZipArchive } from '../zip/zip-archive.ts';
import type { ContentTypeOf } from './content-types.ts';
import { violation } from './violation.ts';

/** A relationship of a package or of one of its parts. Source: ECMA-376 part 2, section 6.5. */
export interface Relationship {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
  readonly line: number;
}

const printTicket = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/printticket';

const thumbnail = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail';

const external: FindingKind = {
  ...violation('Relationships have targets outside of the package, which 3MF forbids'),
  fix: 'The targets were not read; save the file with its resources in the package',
};
const missing = violation('Relationships name parts that the package does not have');
const badName = violation('Relationships name parts with an empty name, or one that starts with a period');
const repeated = violation('A part has two relationships of one type to another part, which 3MF forbids');
const twoTickets = violation('A part has more than one print ticket, which 3MF forbids');
const badThumbnail = violation('Thumbnails have a content type other than image/png and image/jpeg');
const damaged = violation('The relationships of a model part cannot be read, and were not checked');

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

/** A package whose relationships are checked. */
export interface CheckedPackage {
  readonly archive: ZipArchive;
  /** Of the package, for locations. */
  readonly fileName: string;
  /** `null` if the package has no content types that can be read. */
  readonly typeOf: ContentTypeOf | null;
  readonly findings: FindingList;
}

/**
 * Adds findings for the relationships of a part: targets outside of the package, missing from it or named badly,
 * repeated ones, several print tickets, thumbnails of other types. They do not touch the geometry. Source: 3MF Core
 * Specification 1.3.0, sections 2.1 and 2.2.
 * @param folder of the part, with a slash at its end; empty for the package.
 * @param file name of the relationships in messages.
 */
export function checkRelationships(
  { archive, typeOf, findings }: CheckedPackage,
  list: readonly Relationship[],
  folder: string,
  file: string,
): void {
  let tickets = 0;
  const seen = new Set<string>();
  for (const { type, target, isExternal, line } of list) {
    const note = (kind: FindingKind): void => addFinding(findings, kind, { file, line });
    if (type === printTicket && ++tickets === 2) note(twoTickets);
    if (isExternal) {
      note(external);
      continue;
    }
    const names = [memberName(folder, target), memberName(folder, decoded(target))];
    const name = names.find((each) => archive.members.has(each));
    if (/(?:^|\/)(?:\.[^/]*)?$/.test(target)) note(badName);
    else if (name === undefined) note(missing);
    else if (type === thumbnail && typeOf !== null && !/^image\/(?:png|jpeg)$/i.test(typeOf(name))) note(badThumbnail);
    const key = `${type} ${names[1] ?? ''}`;
    if (seen.has(key) && type !== printTicket) note(repeated);
    seen.add(key);
  }
}

/** Checks the relationships of a model part, if it has any. */
export function checkPart(within: CheckedPackage, part: string): void {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const file = `${within.fileName}/${path}`;
  try {
    const bytes = readMember(within.archive, path);
    if (bytes !== null) checkRelationships(within, readRelationships(bytes), folder, file);
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code === 'cancelled') throw error;
    addFinding(within.findings, damaged, { file });
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
